"""Exact odds of a roll."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from defiance_qt.api import Illegal, port

FACES = tuple(range(1, 7))


@cache
def shares(dice: int, faces: tuple[int, ...] = FACES) -> dict[int, float]:
    """Return the chance of each number of points from a roll. That of 0 is the chance of a one."""
    rolls = Counter(0 if 1 in roll else sum(roll) for roll in product(faces, repeat=dice))
    return {points: count / rolls.total() for points, count in sorted(rolls.items())}


def expectation(dice: int, faces: tuple[int, ...] = FACES) -> tuple[float, float]:
    """Return the mean points of a roll, where a one counts as 0, and the chance of a one."""
    found = shares(dice, faces)
    return sum(points * chance for points, chance in found.items()), found[0]


def roll_odds(dice: int, subject: str, faces: tuple[int, ...] = FACES) -> port.Odds:
    """Return the odds of one roll."""
    mean, bust = expectation(dice, faces)
    return port.Odds(subject, (port.Distribution("points", shares(dice, faces), mean),), {"bust": bust})


def dice_odds(own: str, rival: str) -> port.Odds:
    """Return the odds of dice by name ("die,die"). Raises `Illegal` for an unknown die, more than three, or a rival."""
    dice = own.replace(",", " ").split()
    if rival or not dice or set(dice) != {"die"} or len(dice) > 3:
        raise Illegal("unknown_dice", "", f"{own!r} is not a roll of this game: write die, or die,die", name=own)
    return roll_odds(len(dice), own)
