"""Exact odds of a roll."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from defiance_qt.api import Illegal, port

from .rules import FACES


@cache
def chances(dice: int, faces: tuple[int, ...] = FACES) -> tuple[dict[int, Fraction], Fraction]:
    """Return the chance of each number of points from rolls without a one, and the chance of rolling a one."""
    rolls = list(product(faces, repeat=dice))
    points = Counter(sum(roll) for roll in rolls if 1 not in roll)
    gains = {amount: Fraction(count, len(rolls)) for amount, count in sorted(points.items())}
    return gains, 1 - sum(gains.values(), Fraction(0))


def expectation(dice: int, faces: tuple[int, ...] = FACES) -> tuple[float, float]:
    """Return the mean points of a roll, where a one counts as 0, and the chance of a one."""
    gains, bust = chances(dice, faces)
    return float(sum(amount * chance for amount, chance in gains.items())), float(bust)


def roll_odds(dice: int, subject: str, faces: tuple[int, ...] = FACES) -> port.Odds:
    """Return the odds of one roll."""
    gains, bust = chances(dice, faces)
    mean, _ = expectation(dice, faces)
    shares = {0: float(bust), **{amount: float(chance) for amount, chance in gains.items()}}
    return port.Odds(subject, (port.Distribution("points", shares, mean),), {"bust": float(bust)})


def dice_odds(own: str, rival: str) -> port.Odds:
    """Return the odds of dice by name ("die,die"). Raises `Illegal` for an unknown die, more than three, or a rival."""
    dice = own.replace(",", " ").split()
    if rival or not dice or set(dice) != {"die"} or len(dice) > 3:
        raise Illegal("unknown_dice", "", f"{own!r} is not a roll of this game: write die, or die,die", name=own)
    return roll_odds(len(dice), own)
