"""Fireteams and Tri-Core: which bonuses an Order has (K-020, N-082 … N-086)."""

from __future__ import annotations

from ..state import State, Troop
from .base import Ability

LEAST = 3
"""The members of the smallest Fireteam with bonuses."""

TRIAD = "triad"
"""What the names of Triads begin with; they have three members at most."""


def members(state: State, side: int, fireteam: str) -> list[Troop]:
    """Return the troops of a Fireteam that take part."""
    return [
        one for one in state.troops.values() if one.side == side and one.fireteam == fireteam and fireteam and one.up
    ]


def owner(state: State, side: int, fireteam: str) -> Troop | None:
    """Return the owner of Tri-Core in a Triad, if it counts: neither Null nor Isolated (N-085)."""
    found = (one for one in members(state, side, fireteam) if one.has("tri_core") and "isolated" not in one.states)
    return next(found, None) if fireteam.startswith(TRIAD) else None


def acting(state: State, ids: tuple[str, ...]) -> int:
    """Return how many troops of an Order belong to the Fireteam of its first."""
    team = state.troops[ids[0]].fireteam
    return sum(state.troops[id].fireteam == team for id in ids) if team else 0


def bonuses(state: State, troop: Troop, count: int) -> tuple[int, ...]:
    """Return the sizes whose bonuses a Fireteam has of which so many members act. The Triad with the Tri-Core Marker
    has those of four and five members besides its own (N-083)."""
    if count < LEAST:
        return ()
    if troop.fireteam.startswith(TRIAD):
        works = state.tri_core[troop.side] == troop.fireteam and owner(state, troop.side, troop.fireteam) is not None
        return (3, 4, 5) if works else (3,)
    return tuple(range(LEAST, min(count, 5) + 1))


def holds(state: State, side: int) -> bool:
    """Return whether the Triad with the marker still has three members and its owner (N-084, N-085)."""
    team = state.tri_core[side]
    return len(members(state, side, team)) >= LEAST and owner(state, side, team) is not None


def candidates(state: State, side: int) -> tuple[str, ...]:
    """Return the Triads of a side that the marker can be put beside."""
    teams = dict.fromkeys(one.fireteam for one in state.troops.values() if one.side == side and one.fireteam)
    return tuple(
        team for team in teams if owner(state, side, team) is not None and len(members(state, side, team)) >= LEAST
    )


ABILITIES = (Ability("tri_core", ("N-082", "N-083")),)
