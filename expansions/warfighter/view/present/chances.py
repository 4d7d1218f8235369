"""Chances in the form in which cards and choices show them: of an attack of the team, and of one of a Hostile card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from defiance_qt.api import port

from ...engine import odds, totals
from ...engine.ruleset import Rules
from ...engine.state import Hostile, Soldier, State


class Attack(NamedTuple):
    """The chances of an attack of the team: of each number of killed figures, the means, and that a counter empties."""

    killed: Mapping[int, float]
    kills: float
    suppressions: float
    nothing: float
    empties: float

    @property
    def worth(self) -> float:
        """What orders attacks: kills before suppressions before ammunition."""
        return self.kills + 0.4 * self.suppressions - 0.1 * self.empties


def attack(found: port.Odds | None) -> Attack | None:
    """Return the chances of an attack, None for a command without any."""
    if found is None or not found.distributions:
        return None
    by_name = {one.name: one for one in found.distributions}
    first = found.distributions[0]
    killed = by_name.get("killed", first)
    suppressed = by_name.get("suppressed")
    return Attack(
        killed.shares,
        killed.mean,
        suppressed.mean if suppressed is not None else 0.0,
        found.chances.get("nothing", 0.0),
        found.chances.get("empties", 0.0),
    )


class Threat(NamedTuple):
    """What a Hostile card does in the coming Hostile turn: "attack" with its chances, "move", "suppressed", "held",
    "close" or "". `inspired`: another card takes a Suppressed token from it first."""

    does: str
    target: str = ""
    wound: float = 0.0
    suppression: float = 0.0
    wounds: int = 0
    figures: int = 0
    hit: int = 0
    cover: int = 0
    inspired: bool = False

    @property
    def any(self) -> float:
        """The chance that the attack has an effect."""
        return self.wound + self.suppression


def threat(rules: Rules, state: State, hostile: Hostile) -> Threat:
    """Return what a Hostile card will do if it is left alone (W-136, W-140, W-144)."""
    inspired = hostile.suppressed > 0 and any(
        rules.does(rules.hostile(one).trait, "inspire") and rules.unsuppressed(one) > 0
        for one in state.hostiles_at(hostile.space)
        if one.id != hostile.id
    )
    acting = replace(hostile, suppressed=hostile.suppressed - 1) if inspired else hostile
    number = totals.target_of(rules, state, acting)
    soldier = state.team.get(number)
    if soldier is None:
        return Threat("")
    if rules.unsuppressed(acting) <= 0:
        return Threat("suppressed", number)
    if not totals.in_range(rules, state, acting, soldier):
        low, _ = totals.reach(rules, state, rules.hostile(acting).range, acting.space, "enemy")
        if totals.distance(acting.space, soldier.space) < low:
            return Threat("close", number, inspired=inspired)
        return Threat("held" if acting.suppressed else "move", number, inspired=inspired)
    return _attack(rules, state, acting, soldier)._replace(inspired=inspired)


def _attack(rules: Rules, state: State, hostile: Hostile, soldier: Soldier) -> Threat:
    figures, _, _ = totals.column(rules, hostile)
    hit = totals.hostile_hit(rules, state, hostile, soldier).value
    cover = totals.soldier_cover(rules, state, soldier).value
    found = odds.hostile_attack(rules, state, hostile, soldier)
    wound, suppression = float(found.wound), float(found.suppress)
    return Threat("attack", soldier.number, wound, suppression, found.wounds, figures, hit, cover)
