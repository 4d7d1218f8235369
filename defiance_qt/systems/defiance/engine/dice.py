"""Symbols, dice, and the arithmetic of a roll, one step of the rulebook a function.

The live roll and the exact odds both go through the functions here, so they cannot disagree. Who decides a step,
what it is called in the log and what is allowed belong to the rules; here a step only changes symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from defiance_qt.core.errors import ContentError, DefianceError

CriticalUse = Literal["nullify", "add", "keep"]

_TOKENS = {"S": 0, "CS": 1, "B": 2, "CB": 3, "!": 4, "SP": 4}
_NONE = ("", "-", "\u2013")


class SymbolsError(DefianceError):
    """A text that names no symbols, or symbols taken away that are not there. `value` is what was given."""

    def __init__(self, key: str, english: str, value: object, /, **values: object) -> None:
        super().__init__(key, english, **values)
        self.value = value


class Symbols(NamedTuple):
    """How many of each symbol (R-001): of a face, of a roll, or of a Switch's cost.

    The text form is "S S CS B !", "-" for nothing; `parse` reads it back.
    """

    success: int = 0
    critical: int = 0
    block: int = 0
    critical_block: int = 0
    special: int = 0

    @classmethod
    def parse(cls, text: str) -> Symbols:
        """The symbols that a text names: "S S !" or "S+SP". Raises `SymbolsError` on anything else."""
        counts = [0, 0, 0, 0, 0]
        if text.strip() not in _NONE:
            for token in text.replace("+", " ").split():
                if token not in _TOKENS:
                    raise SymbolsError(
                        "command.no_symbol",
                        "{token!r} in {text!r} is none of S, CS, B, CB, !",
                        text,
                        token=token,
                        text=text,
                    )
                counts[_TOKENS[token]] += 1
        return cls(*counts)

    @property
    def text(self) -> str:
        """The text form: "S S CS B CB !", or "-"."""
        words = [name for name, count in zip(("S", "CS", "B", "CB", "!"), self, strict=True) for _ in range(count)]
        return " ".join(words) or "-"

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: Symbols) -> Symbols:  # type: ignore[override]
        a, b, c, d, e = self
        v, w, x, y, z = other
        return Symbols(a + v, b + w, c + x, d + y, e + z)

    def __sub__(self, other: Symbols) -> Symbols:
        """What is left after taking `other` away. Raises `SymbolsError` when it is not there."""
        if not self.covers(other):
            raise SymbolsError(
                "content.symbols_held",
                "{symbols} does not hold {cost}",
                (self, other),
                symbols=self.text,
                cost=other.text,
            )
        a, b, c, d, e = self
        v, w, x, y, z = other
        return Symbols(a - v, b - w, c - x, d - y, e - z)

    def __mul__(self, times: int) -> Symbols:  # type: ignore[override]
        return Symbols(*(count * times for count in self))

    def covers(self, cost: Symbols) -> bool:
        """Whether these symbols can pay the cost (R-101)."""
        a, b, c, d, e = self
        v, w, x, y, z = cost
        return a >= v and b >= w and c >= x and d >= y and e >= z


NO_SYMBOLS = Symbols()
_CRITICAL = Symbols(critical=1)
_CRITICAL_BLOCK = Symbols(critical_block=1)
_TWO_SUCCESSES = Symbols(success=2)
_TWO_BLOCKS = Symbols(block=2)


class Die(msgspec.Struct, frozen=True):
    """A die of one colour: its id ("red") and what each of its six faces shows, in the order of the faces; a face may
    show several symbols (R-002)."""

    id: str
    faces: tuple[Symbols, ...]

    @classmethod
    def read(cls, id: str, texts: Sequence[str]) -> Die:
        """The die with these faces in text form. Raises `ContentError` naming the die."""
        if len(texts) != 6:
            raise ContentError(
                "content.die_faces", "die {id!r} has {count} faces instead of 6", id=id, count=len(texts)
            )
        try:
            return cls(id, tuple(Symbols.parse(text) for text in texts))
        except SymbolsError as error:
            raise ContentError("content.die", "die {id!r}: {why}", id=id, why=error) from error


class Dice(msgspec.Struct, frozen=True):
    """The dice in play, by id, and the rolls that no card prints ("console", "medicine", "engineering")."""

    dice: dict[str, Die]
    rolls: dict[str, tuple[str, ...]]


def roll_total(dice: Dice, faces: Iterable[tuple[str, int]], fixed: Symbols = NO_SYMBOLS) -> Symbols:
    """All symbols that a pool shows: `faces` are pairs of die id and face, 0 to 5; `fixed` comes on top."""
    total = fixed
    for id, face in faces:
        total = total + dice.dice[id].faces[face]
    return total


def nullify_attack(symbols: Symbols) -> Symbols:
    """Without S and CS: what a CB of the rival leaves (R-087, R-088)."""
    _, _, block, critical_block, special = symbols
    return Symbols(0, 0, block, critical_block, special)


def nullify_block(symbols: Symbols) -> Symbols:
    """Without B: what a CS of the rival leaves (R-089, R-090). A CB is not a B and stays."""
    success, critical, _, critical_block, special = symbols
    return Symbols(success, critical, 0, critical_block, special)


def critical_to_successes(symbols: Symbols) -> Symbols:
    """One CS spent to add 2 S (R-081, R-090). Raises `SymbolsError` without a CS."""
    return symbols - _CRITICAL + _TWO_SUCCESSES


def critical_to_blocks(symbols: Symbols) -> Symbols:
    """One CB spent to add 2 B (R-082, R-088). Raises `SymbolsError` without a CB."""
    return symbols - _CRITICAL_BLOCK + _TWO_BLOCKS


def succeeds(symbols: Symbols) -> bool:
    """Whether a Simple Roll with these symbols left succeeds: an unspent S; a CS is none (R-084)."""
    return symbols.success >= 1


def enemy_critical_blocks(character: Symbols, enemy: Symbols) -> tuple[Symbols, Symbols]:
    """Step 2: every CB of the Enemy is spent and takes all S and CS of the Character (R-087, R-095)."""
    if not enemy.critical_block:
        return character, enemy
    return nullify_attack(character), enemy._replace(critical_block=0)


def character_critical_block(character: Symbols, enemy: Symbols, use: CriticalUse) -> tuple[Symbols, Symbols]:
    """Step 3, for one CB of the Character: take all S and CS of the Enemy, add 2 B, or keep it (R-088, R-095).

    Raises `SymbolsError` when a CB is to be used and there is none.
    """
    if use == "keep":
        return character, enemy
    if use == "add":
        return critical_to_blocks(character), enemy
    return character - _CRITICAL_BLOCK, nullify_attack(enemy)


def enemy_criticals(character: Symbols, enemy: Symbols) -> tuple[Symbols, Symbols]:
    """Step 4: every CS that the Enemy still has is spent and takes all B of the Character (R-089, R-095)."""
    if not enemy.critical:
        return character, enemy
    return nullify_block(character), enemy._replace(critical=0)


def character_critical(character: Symbols, enemy: Symbols, use: CriticalUse) -> tuple[Symbols, Symbols]:
    """Step 5, for one CS of the Character: take all B of the Enemy, add 2 S, or keep it (R-090, R-095).

    Raises `SymbolsError` when a CS is to be used and there is none.
    """
    if use == "keep":
        return character, enemy
    if use == "add":
        return critical_to_successes(character), enemy
    return character - _CRITICAL, nullify_block(enemy)


def pay(symbols: Symbols, cost: Symbols) -> Symbols:
    """Steps 6 and 7, and step 4 of a Simple Roll: what a Switch's price leaves (R-101). Raises `SymbolsError`."""
    return symbols - cost


def first_payable(symbols: Symbols, costs: Sequence[Symbols], uses: Sequence[int | None]) -> int | None:
    """The Switch that an Enemy activates next: the first, in printed order, that it can pay (R-103), or None.

    `uses` says how often each may still be activated (0: it would not affect the target, R-104); None is without end.
    """
    for index, cost in enumerate(costs):
        if uses[index] != 0 and symbols.covers(cost):
            return index
    return None


def cancel(character: Symbols, enemy: Symbols) -> tuple[int, int]:
    """Step 8: (S of the Character, S of the Enemy) that the other side's B did not cancel, one for one (R-093)."""
    return max(0, character.success - enemy.block), max(0, enemy.success - character.block)
