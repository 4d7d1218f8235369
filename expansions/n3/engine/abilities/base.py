"""What an ability is, and the values that it is asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Hit:
    """A hit that asks for an ARM or BTS Roll, as an ability is asked about it. A Hacking or Comms Attack is none."""

    ammunition: str
    non_lethal: bool = False


@dataclass(frozen=True)
class Treatment:
    """What a hit becomes. `normal`: it counts as Normal Ammunition. `choice`: ARM or BTS, as the player likes. `value`
    stands in for ARM. `ignored`: nothing is rolled. `mate`: a SymbioMate is used up by it."""

    normal: bool = False
    choice: bool = False
    value: int | None = None
    ignored: bool = False
    mate: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guard:
    """A level of Guard: its MOD, that of the adversary, the Damage, the Burst (N-043)."""

    mod: int
    adversary: int
    damage: int
    burst: int


@dataclass(frozen=True)
class Ability:
    """An ability. `gives` are skills that come with it, `acts` skills that it lets declare. It can be used `uses`
    times, or as often as its level says."""

    id: str
    rules: tuple[str, ...]
    gives: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    uses: int = 0
    uses_level: bool = False
    treats: Callable[[str, Hit], Treatment | None] | None = None
    vulnerable: Callable[[str, Hit], bool] | None = None
