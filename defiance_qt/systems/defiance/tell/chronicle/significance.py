"""Dice against expectation: how likely chance alone is to stray this far. Pure mathematics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

# Up to so many dice a total is compared exactly, beyond by the normal distribution with continuity correction.
EXACT = 120
# A test of faces needs so many expected of each (Cochran's rule).
ENOUGH = 5
_ROUNDS = 1000
_PRECISE = 1e-15

Shares = Mapping[int, float]
"""The probability of each amount that one die can show."""


def mean(shares: Shares) -> float:
    return sum(amount * share for amount, share in shares.items())


def variance(shares: Shares) -> float:
    middle = mean(shares)
    return sum(share * (amount - middle) ** 2 for amount, share in shares.items())


def chi_square(counts: Sequence[int], shares: Sequence[float]) -> float:
    """Return Pearson's statistic of counts against the shares that are expected of them."""
    total = sum(counts)
    return sum((count - total * share) ** 2 / (total * share) for count, share in zip(counts, shares, strict=True))


def chi_square_p(statistic: float, freedom: int) -> float:
    """Return the probability that chance alone brings a statistic this high, with so many degrees of freedom."""
    return upper_gamma(freedom / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function Q(a, x), for a > 0 and x >= 0."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1.0 - scale * _series(a, x))
    return min(1.0, scale * _fraction(a, x))


def _series(a: float, x: float) -> float:
    """Return the power series of the lower function, without its scale."""
    term = total = 1 / a
    for n in range(1, _ROUNDS):
        term *= x / (a + n)
        total += term
        if term < total * _PRECISE:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Return the continued fraction of the upper function, without its scale (Lentz's method)."""
    b = x + 1 - a
    c, d = math.inf, 1 / b
    value = d
    for n in range(1, _ROUNDS):
        factor = n * (a - n)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= c * d
        if abs(c * d - 1) < _PRECISE:
            break
    return value


def total_p(total: int, dice: Sequence[tuple[Shares, int]]) -> float:
    """Return the probability that the total of so many dice of each kind strays at least this far from its mean, to
    either side. 1 for dice that cannot vary."""
    middle = sum(mean(shares) * count for shares, count in dice)
    spread = math.sqrt(sum(variance(shares) * count for shares, count in dice))
    if not spread:
        return 1.0
    away = abs(total - middle)
    if sum(count for _, count in dice) > EXACT:
        return math.erfc(max(0.0, away - 0.5) / (spread * math.sqrt(2)))
    found = sum(share for amount, share in distribution(dice).items() if abs(amount - middle) >= away - 1e-9)
    return min(1.0, found)


def distribution(dice: Sequence[tuple[Shares, int]]) -> dict[int, float]:
    """Return the probability of each total of these dice."""
    found = {0: 1.0}
    for shares, count in dice:
        for _ in range(count):
            following: dict[int, float] = {}
            for total, chance in found.items():
                for amount, share in shares.items():
                    following[total + amount] = following.get(total + amount, 0.0) + chance * share
            found = following
    return found
