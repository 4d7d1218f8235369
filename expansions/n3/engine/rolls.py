"""The outcome of natural dice: success, critical, and what is left after a Face to Face Roll (K-001 … K-004)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

SIDES = 20
"""The faces of the die."""

LIMIT = 12
"""The most that MODs add up to, either way (K-003)."""


class Counted(Struct, frozen=True):
    """A natural die under a Success Value: what it counts as, and whether it succeeds and is a critical."""

    value: int
    success: bool
    critical: bool


def counted(natural: int, sv: int) -> Counted:
    """Return what a die counts as. Above 20 the excess is added to it, and 20 or more is a critical (K-001, K-002)."""
    if sv < 1:
        return Counted(natural, False, False)
    if sv <= SIDES:
        return Counted(natural, natural <= sv, natural == sv)
    value = natural + sv - SIDES
    return Counted(value, True, value >= SIDES)


def success_value(attribute: int, mods: Iterable[int]) -> int:
    """Return the attribute with its MODs, which add up to 12 at most either way (K-003)."""
    return attribute + max(-LIMIT, min(LIMIT, sum(mods)))


def kept(
    natural: Sequence[int], sv: int, against: Sequence[tuple[Sequence[int], int]] = ()
) -> tuple[tuple[int, ...], int]:
    """Return the natural dice that stand, and how many of them are criticals. `against` are the rolls it faces, each
    with its Success Value; empty for a Normal Roll.

    A critical of the other side leaves nothing, not even a critical. Else criticals stand, and other successes that are
    higher than every success of the other side, even of one that is cancelled itself; ties cancel both (K-004, N-211).
    """
    facing = [counted(die, other) for dice, other in against for die in dice]
    if any(one.critical for one in facing):
        return (), 0
    most = max((one.value for one in facing if one.success), default=0)
    mine = [(die, counted(die, sv)) for die in natural]
    left = [(die, one) for die, one in mine if one.critical or (one.success and one.value > most)]
    return tuple(die for die, _ in left), sum(one.critical for _, one in left)


def failing(value: int, damage: int) -> int:
    """Return how many faces fail a save: die + value must be more than the Damage (K-009)."""
    return max(0, min(SIDES, damage - value))


def failing_under(value: int) -> int:
    """Return how many faces fail a roll under an attribute."""
    return max(0, min(SIDES, SIDES - value))
