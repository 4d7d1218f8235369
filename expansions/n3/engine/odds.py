"""Exact odds of an exchange: who hits, and what becomes of either side.

All sums are integers over powers of 20, so nothing is lost before the last division. A side is looked at by its state
(a critical, or its highest success); under a state of the one the dice of the other are independent, which makes their
hits multinomial. Dice that wake a zone are counted along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb

from msgspec import Struct

from .rolls import SIDES, counted, failing, failing_under

CRITICAL = -1
"""The state of a roll with a critical; others are its highest success, 0 for none."""


class Harm(Struct, frozen=True):
    """What a hit asks: so many saves, each of which fails on `fails` faces. `free` are the Wounds that a critical
    brings without a roll; `again`: a failure asks another roll; `kills`: the last Wound is death. `wounds` is False
    where a failure costs no Wound."""

    fails: int
    rolls: int = 1
    again: bool = False
    kills: bool = False
    wounds: bool = True


class Side(Struct, frozen=True):
    """One side of an exchange. `hit` is what its hits do to the other, `wounds` how many it has left, `level` the
    lowest die of its that wakes a zone (0: none), and `zone` what that does to itself. `sure`: it hits without a roll,
    unless the other has a success."""

    sv: int
    dice: int
    hit: Harm | None = None
    wounds: int = 1
    level: int = 0
    zone: Harm | None = None
    sure: bool = False


class Fate(Struct, frozen=True):
    """What becomes of a side: chances of no Wound, of some, of being Unconscious and of being dead."""

    unhurt: float
    wounded: float
    unconscious: float
    dead: float
    mean: float
    wakes: float = 0.0
    losses: tuple[float, ...] = ()


class Exchange(Struct, frozen=True):
    """The odds of an exchange: who has hits or successes left, and the fate of both."""

    one: float
    other: float
    nobody: float
    fate_one: Fate
    fate_other: Fate


def exchange(one: Side, other: Side | None = None) -> Exchange:
    """Return the odds of a Face to Face Roll, or of a Normal Roll without the other's dice."""
    other = other or Side(0, 0)
    total = SIDES ** (_rolled(one) + _rolled(other))
    wins, wins_other = _wins(one, other), _wins(other, one)
    return Exchange(
        wins / total,
        wins_other / total,
        (total - wins - wins_other) / total,
        _fate(one, other, total),
        _fate(other, one, total),
    )


def _rolled(side: Side) -> int:
    return side.dice if side.sv >= 1 else 0


@cache
def faces(sv: int, level: int) -> tuple[tuple[int, bool, bool, bool], ...]:
    """Return each face as what it counts as, whether it succeeds, is a critical, and wakes the zone of this level."""
    found = (counted(die, sv) for die in range(1, SIDES + 1))
    return tuple(
        (one.value, one.success, one.critical, bool(level) and die >= level) for die, one in enumerate(found, 1)
    )


@cache
def states(sv: int, dice: int, level: int) -> tuple[tuple[int, int, int], ...]:
    """Return the states of a roll: state, how many of its dice wake the zone, and in how many ways."""
    if sv < 1 or dice < 1:
        return ((0, 0, 1),)
    found: list[tuple[int, int, int]] = []
    plain = [(value if success else 0, wakes) for value, success, critical, wakes in faces(sv, level) if not critical]
    all_waking = sum(wakes for *_, wakes in faces(sv, level))
    before = [0] * (dice + 1)
    for most in sorted({value for value, _ in plain}):
        waking = sum(wakes for value, wakes in plain if value <= most)
        asleep = sum(not wakes for value, wakes in plain if value <= most)
        ways = [_ways(dice, count, waking, asleep) for count in range(dice + 1)]
        found += (
            (most, count, ways[count] - before[count]) for count in range(dice + 1) if ways[count] > before[count]
        )
        before = ways
    for count in range(dice + 1):
        every = _ways(dice, count, all_waking, SIDES - all_waking)
        if every > before[count]:
            found.append((CRITICAL, count, every - before[count]))
    return tuple(found)


def _ways(dice: int, count: int, waking: int, asleep: int) -> int:
    return int(comb(dice, count) * waking**count * asleep ** (dice - count))


def remaining(side: Side, facing: int) -> tuple[tuple[int, int, int], ...]:
    """Return what a side has left against a state of the other side, as `left` does."""
    if side.sure:
        return ((0, int(facing == 0), 1),)
    return left(side.sv, side.dice, facing)


@cache
def left(sv: int, dice: int, facing: int) -> tuple[tuple[int, int, int], ...]:
    """Return what a roll has left against a state of the other side: criticals, other hits, and in how many ways."""
    if sv < 1 or dice < 1:
        return ((0, 0, 1),)
    if facing == CRITICAL:
        return ((0, 0, SIDES**dice),)
    critical = sum(critical for _, _, critical, _ in faces(sv, 0))
    hits = sum(success and not critical and value > facing for value, success, critical, _ in faces(sv, 0))
    none = SIDES - critical - hits
    return tuple(
        (
            high,
            low,
            comb(dice, high) * comb(dice - high, low) * critical**high * hits**low * none ** (dice - high - low),
        )
        for high in range(dice + 1)
        for low in range(dice + 1 - high)
    )


def _wins(one: Side, other: Side) -> int:
    """Return in how many ways a side has something left."""
    return sum(
        ways * sum(count for high, low, count in remaining(one, state) if high or low)
        for state, _, ways in states(other.sv, other.dice, 0)
    )


Losses = tuple[tuple[int, ...], int]
"""In how many ways so many Wounds are lost, over 20 to the power of the second value. The last is that or more."""


def _fate(side: Side, foe: Side, total: int) -> Fate:
    """Return the fate of a side: of the hits of its foe, and of the zone that its own dice wake."""
    joint: Counter[tuple[int, int, int]] = Counter()
    for state, woken, ways in states(side.sv, side.dice, side.level):
        for high, low, count in remaining(foe, state):
            joint[(high, low, woken) if foe.hit else (0, 0, woken)] += ways * count
    most = side.wounds + 1
    parts: list[tuple[int, Losses]] = []
    for (high, low, woken), ways in joint.items():
        lost = combine(hits_lost(foe.hit, high, low, most), hits_lost(side.zone, 0, woken, most))
        parts.append((ways, lost))
    exponent = max(lost[1] for _, lost in parts)
    sums = [0] * (most + 1)
    for ways, (counts, own) in parts:
        scale = ways * SIDES ** (exponent - own)
        for place, count in enumerate(counts):
            sums[place] += scale * count
    whole = total * SIDES**exponent
    wakes = sum(ways for (_, _, woken), ways in joint.items() if woken) / total
    return _read(sums, whole, side.wounds, bool(foe.hit and foe.hit.kills), wakes)


def _read(sums: Sequence[int], whole: int, wounds: int, kills: bool, wakes: float) -> Fate:
    out, dead = sums[wounds], sums[wounds + 1]
    if kills:
        out, dead = 0, out + dead
    mean = sum(place * count for place, count in enumerate(sums)) / whole
    some = sum(sums[1:wounds])
    shares = tuple(count / whole for count in sums)
    return Fate(sums[0] / whole, some / whole, out / whole, dead / whole, mean, wakes, shares)


@cache
def hits_lost(harm: Harm | None, criticals: int, hits: int, most: int) -> Losses:
    """Return the Wounds that so many hits cost. A critical costs one without a roll, and asks its further rolls."""
    lost = _nothing(most)
    if harm is None or not harm.wounds:
        return lost
    for _ in range(hits):
        lost = combine(lost, _saves(harm, harm.rolls, 0, most))
    for _ in range(criticals):
        rolls = 1 if harm.again else harm.rolls - 1
        lost = combine(lost, _saves(harm, rolls, 1, most))
    return lost


@cache
def _saves(harm: Harm, rolls: int, wounds: int, most: int) -> Losses:
    """Return the Wounds of so many saves, and of those that come without one."""
    counts = [0] * (most + 1)
    counts[min(wounds, most)] = 1
    lost: Losses = (tuple(counts), 0)
    for _ in range(rolls):
        lost = combine(lost, _chain(harm.fails, most) if harm.again else _once(harm.fails, most))
    return lost


def _nothing(most: int) -> Losses:
    return (1, *(0,) * most), 0


def _once(fails: int, most: int) -> Losses:
    return (SIDES - fails, fails, *(0,) * (most - 1)), 1


def _chain(fails: int, most: int) -> Losses:
    """Return the Wounds of a save that is rolled again after each failure."""
    counts = [fails**count * (SIDES - fails) * SIDES ** (most - 1 - count) for count in range(most)]
    return (*counts, fails**most), most


def combine(one: Losses, other: Losses) -> Losses:
    """Return the sum of two independent losses."""
    counts = [0] * len(one[0])
    for place, ways in enumerate(one[0]):
        if ways:
            for further, more in enumerate(other[0]):
                counts[min(place + further, len(counts) - 1)] += ways * more
    return tuple(counts), one[1] + other[1]


def save_harm(value: int, damage: int, rolls: int = 1, again: bool = False, kills: bool = False) -> Harm:
    """Return what a hit asks that is saved by `value` against `damage`."""
    return Harm(failing(value, damage), rolls, again, kills)


def under_harm(value: int) -> Harm:
    """Return what a roll under an attribute asks, where a failure costs no Wound."""
    return Harm(failing_under(value), wounds=False)
