"""Skills of deployment: Strategic Deployment, Seed-Embryo, Impersonation, Camouflage, Combat Jump."""

from __future__ import annotations

from collections.abc import Mapping

from ..state import Troop
from .base import Ability

SEED = "seed"
"""The form of an embryo; the Developed Form is the profile's own."""

HATCHES = 2
"""From which own Active Turn on the State may be cancelled in the Orders Count (N-067)."""


def usual(troop: Troop) -> str:
    """Return how a troop is deployed if nothing else is said."""
    if troop.has("seed_embryo"):
        return "air" if troop.has("combat_jump") else "embryo"
    return "impersonation" if troop.has("impersonation") else ""


def ways(troop: Troop) -> tuple[str, ...]:
    """Return the ways in which a troop can be deployed. A Seed-Embryo is deployed as such, and with Combat Jump in no
    other way of Airborne Deployment; a StratusCloud can be on from the start (N-066, N-069, N-070, N-094). Where it may
    stand the players see to (N-078)."""
    if troop.has("seed_embryo"):
        found = ["embryo"]
        found += ["camouflage"] if troop.has("camouflage") else []
        found += ["air"] if troop.has("combat_jump") else []
        return tuple(found)
    found = [""]
    if troop.has("camouflage"):
        found.append("camouflage")
    if troop.has("impersonation"):
        found += ["impersonation", "enemy_zone"]
    if troop.has("combat_jump"):
        found.append("air")
    if troop.has("stratuscloud"):
        found.append("cloud")
    return tuple(found)


MARKERS = {
    "embryo": "embryo",
    "camouflage": "camouflage",
    "impersonation": "impersonation_2",
    "enemy_zone": "impersonation_2",
}
"""The markers of the ways to deploy."""


def way_rules(how: str) -> tuple[str, ...]:
    """Return the rules of a way to deploy."""
    rules = {
        "": ("K-022",),
        "embryo": ("N-066", "N-068"),
        "camouflage": ("N-069",),
        "air": ("N-070",),
        "impersonation": ("N-076", "N-078"),
        "enemy_zone": ("N-077", "N-078"),
        "cloud": ("N-094", "N-098"),
    }
    return rules[how]


def forward(troop: Troop, deployed: Mapping[str, Troop], granted: int) -> int:
    """Return the level of Forward Deployment of a troop as it is deployed. Strategic Deployment gives it to a whole
    Fireteam if its owner is the leader and the first of them; where the scenario grants it, the owner has one more
    (N-038 … N-040)."""
    team = [
        one for one in deployed.values() if one.fireteam and one.fireteam == troop.fireteam and one.side == troop.side
    ]
    already = [one for one in team if one.where and one.id != troop.id]
    owner = next((one for one in team if one.has("strategic_deployment") and one.leader), None)
    if owner is None:
        return granted
    if owner.id == troop.id:
        return granted if already else granted + 1
    return max(granted, 1) if already and owner.placed == min(one.placed for one in already) else granted


def forward_rules(troop: Troop, level: int, granted: int) -> tuple[str, ...]:
    """Return why a troop has more Forward Deployment than the scenario grants."""
    if level <= granted:
        return ()
    if troop.has("strategic_deployment"):
        return ("N-038", "N-040") if granted else ("N-038", "N-039")
    return ("N-039",)


ABILITIES = (
    Ability("strategic_deployment", ("N-038",)),
    Ability("seed_embryo", ("N-066",), acts=("autohatch", "hatch")),
    Ability("impersonation", ("N-075", "N-076"), gives=("surprise_attack", "surprise_shot", "stealth")),
    Ability("camouflage", ("N-069",), gives=("surprise_shot",)),
    Ability("combat_jump", ("N-070",), acts=("combat_jump",)),
)
