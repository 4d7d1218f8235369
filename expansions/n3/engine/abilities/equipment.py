"""Equipment and skills that are declared: Dazer, StratusCloud, SymbioMate, Morpho-Scan, Doctor."""

from __future__ import annotations

from ..state import Troop, Zone
from .base import Ability

COPIED = ("cc", "bs", "ph")
"""What Morpho-Scan takes over besides MOV (N-058)."""


def dazer_zone(troop: str, number: int, since: int) -> Zone:
    """Return the zone of a Dazer: Very Difficult Terrain and Saturation, for everybody, from the next Order on
    (N-089 … N-091, N-115, N-218)."""
    return Zone(
        f"dazer_{number}",
        "dazer",
        terrain="dazer",
        movement="very_difficult",
        saturation=True,
        bearer=troop,
        since=since,
    )


def slowed(troop: Troop, zone: Zone) -> bool:
    """Return whether a zone halves the movement of a troop: not with its type of terrain or Multiterrain (K-016,
    N-092)."""
    return zone.movement == "very_difficult" and not (troop.has("multiterrain") or troop.has(zone.terrain))


def cloud_until(turn: int) -> int:
    """Return the player turn at whose end a StratusCloud ends: the second one if it began at deployment, else the one
    after that in which it began (N-098)."""
    return turn + 1 if turn else 2


ABILITIES = (
    Ability("dazer", ("N-088", "N-115"), acts=("dazer",), uses=3, uses_level=True),
    Ability("multiterrain", ("N-092",)),
    Ability("stratuscloud", ("N-093",), acts=("cloud",), uses=1),
    Ability("symbiomate", ("N-099",), uses=1, uses_level=True),
    Ability("morpho_scan", ("N-056",), acts=("morpho_scan",), uses=1),
    Ability("doctor", ("N-121",), acts=("doctor",)),
    Ability("forward_observer", ("N-055",), acts=("observe",)),
    Ability("hacking_device", ("K-017",), acts=("hack",)),
    Ability("spec_ops", ("N-046", "N-048"), gives=("specialist",)),
    Ability("reporter", ("N-061",)),
    Ability("servant", ("N-121",)),
)
