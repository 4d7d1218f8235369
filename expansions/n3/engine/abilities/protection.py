"""Immunity, Vulnerability and the SymbioMate: what a hit becomes before it is saved (N-049 … N-055, N-087, N-102)."""

from __future__ import annotations

from .base import Ability, Hit, Treatment

INACTIVE = "inactive"
"""The form of Symbiont Armor that is used up."""

MATE_VALUE = 9
"""The ARM and the BTS that a SymbioMate gives (N-102)."""


def immune(level: str, hit: Hit) -> Treatment | None:
    """Return what Immunity makes of a hit: Normal Ammunition, on the better of two attributes. What is non-lethal does
    nothing at all (N-049 … N-051, N-125)."""
    if level != "total":
        return None
    if hit.non_lethal:
        return Treatment(ignored=True, rules=("N-051",))
    return Treatment(normal=True, choice=True, rules=("N-049", "N-050", "N-054", "N-125"))


def mate(hit: Hit) -> Treatment:
    """Return what a SymbioMate makes of a hit: one ARM Roll on 9, as of Normal Ammunition, a critical too (N-103,
    N-108, N-130, N-131)."""
    if hit.non_lethal:
        return Treatment(ignored=True, mate=True, rules=("N-051", "N-102"))
    return Treatment(normal=True, value=MATE_VALUE, mate=True, rules=("N-102", "N-103", "N-108", "N-130", "N-131"))


def vulnerable(level: str, hit: Hit) -> bool:
    """Return whether a hit is of what a troop is vulnerable to, so that no Immunity counts (N-087, N-128)."""
    return hit.ammunition == level


ABILITIES = (
    Ability("immunity", ("N-049", "N-050"), treats=immune),
    Ability("vulnerability", ("N-087",), vulnerable=vulnerable),
    Ability("symbiont_armour", ("K-021",)),
)
