"""Guard: a special skill of CC Attacks (N-041 … N-045)."""

from __future__ import annotations

from ..state import Troop
from .base import Ability, Guard

LEVELS = {
    1: Guard(0, -3, 2, 0),
    2: Guard(3, -3, 2, 0),
    3: Guard(0, -3, 2, 1),
    4: Guard(3, 0, 3, 1),
}
"""The table of N-043."""

NONE = Guard(0, 0, 0, 0)


def owned(troop: Troop) -> tuple[int, ...]:
    """Return the levels that a troop can choose from: a level gives all lower ones (N-037, N-044)."""
    level = troop.level("guard")
    return tuple(range(1, int(level or 1) + 1)) if level is not None else ()


def guard(level: int) -> Guard:
    """Return the row of a level, or nothing for 0."""
    return LEVELS.get(level, NONE)


ABILITIES = (Ability("guard", ("N-041", "N-043", "N-044"), gives=("courage",)),)
