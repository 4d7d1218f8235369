"""What games come to in figures: ranges, shares and differences, each with the interval that it is known to.

Intervals hold in 95 of 100 cases. Those that a sentence is built on hold all together in that many: for every pair of
plans and every number, and for wins also at each of the times at which they are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist, fmean, stdev

import msgspec

from defiance_qt.lab.simulate import wilson
from defiance_qt.lab.what_if.rollouts import Rollout

ERROR = 0.05
"""The share of cases in which an interval may be wrong."""
OUTSIDE = 0.1
"""The share of chapters that may end below the range of a number, and above it."""
LOOKS = (0.125, 0.25, 0.5, 1.0)
"""The parts of all games after which wins are compared. Looking after every game would find differences in chance."""
FEWEST = 10
"""The number of games or chapters below which nothing is compared."""
LOST = "lost"
"""The id of the number of figures that were lost."""

Interval = tuple[float, float]


class Number(msgspec.Struct, frozen=True):
    """The amounts of something at the end of chapters: 8 of 10 lie from `low` to `high`. `mean` is the interval of the
    mean, `counts` how often each amount came."""

    id: str
    low: int
    high: int
    mean: Interval
    counts: dict[int, int]


class Share(msgspec.Struct, frozen=True):
    """How often something happened, `count` times `of` all, and the interval of its chance."""

    id: str
    count: int
    of: int
    interval: Interval


class Figures(msgspec.Struct, frozen=True):
    """The figures of a plan. `lost` are the figures that were lost in any chapter, the most frequent first; `wins` is
    None before a game has been played to its end."""

    numbers: tuple[Number, ...]
    lost: tuple[Share, ...]
    wins: Share | None


class Difference(msgspec.Struct, frozen=True):
    """Two plans that differ: by how much `more` has more than `less` of a number; of wins, "", their share."""

    more: int
    less: int
    id: str
    interval: Interval


def figures(chapters: Sequence[Rollout], games: Sequence[Rollout]) -> Figures:
    """Return the figures of a plan."""
    lost = Counter(id for one in chapters for id in one.chapter.lost)
    numbers = [_number(id, [one.chapter.numbers[id] for one in chapters]) for id in chapters[0].chapter.numbers]
    shares = [share(id, count, len(chapters)) for id, count in sorted(lost.items(), key=lambda one: (-one[1], one[0]))]
    wins = share("", sum(one.won is True for one in games), len(games)) if games else None
    return Figures(tuple(numbers), tuple(shares), wins)


def share(id: str, count: int, of: int) -> Share:
    """Return a share with its interval (Wilson)."""
    return Share(id, count, of, wilson(count, of))


def _number(id: str, amounts: Sequence[int]) -> Number:
    ordered = sorted(amounts)
    cut = int(OUTSIDE * len(ordered))
    return Number(
        id, ordered[cut], ordered[-1 - cut], mean_interval(amounts, ERROR), dict(sorted(Counter(ordered).items()))
    )


def looks(games: int) -> tuple[int, ...]:
    """Return the numbers of games after which wins are compared."""
    return tuple(sorted({ceil(part * games) for part in LOOKS}))


def chapters_differ(first: Sequence[Rollout], second: Sequence[Rollout], error: float) -> list[tuple[str, Interval]]:
    """Return the numbers in which two plans differ beyond their interval, by how much the first has more. `error` is
    shared by all numbers."""
    ids = (*first[0].chapter.numbers, LOST)
    found = []
    for id in ids:
        differences = [_amount(one, id) - _amount(other, id) for one, other in zip(first, second, strict=True)]
        low, high = mean_interval(differences, error / len(ids))
        if low > 0 or high < 0:
            found.append((id, (low, high)))
    return found


def _amount(one: Rollout, id: str) -> int:
    return len(one.chapter.lost) if id == LOST else one.chapter.numbers[id]


def wins_differ(first: Sequence[Rollout], second: Sequence[Rollout], error: float) -> Interval | None:
    """Return by what share the first plan wins more often, None if that is not beyond its interval."""
    if len(first) < FEWEST:
        return None
    gained = sum(one.won is True and other.won is not True for one, other in zip(first, second, strict=True))
    missed = sum(one.won is not True and other.won is True for one, other in zip(first, second, strict=True))
    low, high = paired_interval(gained, missed, len(first), error)
    return (low, high) if low > 0 or high < 0 else None


def paired_interval(gained: int, missed: int, games: int, error: float) -> Interval:
    """Return the interval of the difference of two shares of the same games, of which `gained` speak for the first
    alone and `missed` for the second (Agresti and Min: half a game is added to each of the four kinds)."""
    games += 2
    difference = (gained - missed) / games
    spread = (gained + missed + 1) / games - difference * difference
    half = NormalDist().inv_cdf(1 - error / 2) * sqrt(spread / games)
    return max(-1.0, difference - half), min(1.0, difference + half)


def shares_interval(first: Share, second: Share, error: float) -> Interval:
    """Return the interval of how much greater the second share is than the first, of games that have nothing in common
    (Newcombe's, from the two intervals of Wilson). A share `of` none is known: 0 or 1."""
    z = NormalDist().inv_cdf(1 - error / 2)
    (one, one_low, one_high), (other, low, high) = _spread(first, z), _spread(second, z)
    difference = other - one
    return (
        max(-1.0, difference - sqrt((other - low) ** 2 + (one_high - one) ** 2)),
        min(1.0, difference + sqrt((high - other) ** 2 + (one - one_low) ** 2)),
    )


def _spread(one: Share, z: float) -> tuple[float, float, float]:
    """Return a share with the ends of its interval."""
    if not one.of:
        return one.count, one.count, one.count
    return (one.count / one.of, *wilson(one.count, one.of, z))


def mean_interval(amounts: Sequence[int], error: float) -> Interval:
    """Return the interval of a mean (Student). There are at least `FEWEST` amounts. Two more are counted beside them,
    one above and one below the mean: where all are equal, the next one may still be another."""
    mean, count = fmean(amounts), len(amounts) + 2
    half = _student(1 - error / 2, count - 1) * stdev([*amounts, mean - 1, mean + 1]) / sqrt(count)
    return mean - half, mean + half


def _student(share: float, freedom: int) -> float:
    """Return the quantile of Student's distribution, from that of the normal one (Hill's expansion)."""
    z: float = NormalDist().inv_cdf(share)
    square = z * z
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
    )
    return z * (1 + sum(term / float(freedom**nth) for nth, term in enumerate(terms, 1)))
