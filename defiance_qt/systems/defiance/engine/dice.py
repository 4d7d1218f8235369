"""Symbols, dice, and the arithmetic of a roll, one function per step of the rulebook.

The live roll and the exact odds both use these functions, so they cannot disagree. The rules decide the side that
chooses, the name in the log and the legal choices; a step here only changes symbols.
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
    """Raised for text that does not name symbols, or for removing symbols that are absent. `value` is the argument."""

    def __init__(self, key: str, english: str, value: object, /, **values: object) -> None:
        super().__init__(key, english, **values)
        self.value = value


MOST_WRITTEN = 99
"""The most symbols of a kind that are written out. A forged save may have millions."""


class Symbols(NamedTuple):
    """The count of each symbol (R-001): of a face, of a roll, or of a Switch's cost.

    The text form is "S S CS B !", "-" for nothing; `parse` reads it back.
    """

    success: int = 0
    critical: int = 0
    block: int = 0
    critical_block: int = 0
    special: int = 0

    @classmethod
    def parse(cls, text: str) -> Symbols:
        """Return the symbols that a text names: "S S !" or "S+SP". Raises `SymbolsError` on anything else."""
        counts = [0, 0, 0, 0, 0]
        if text.strip() not in _NONE:
            for token in text.replace("+", " ").split():
                if token not in _TOKENS:
                    raise SymbolsError(
                        "command.no_symbol",
                        "{token!r} in {text!r} is not one of S, CS, B, CB, !",
                        text,
                        token=token,
                        text=text,
                    )
                counts[_TOKENS[token]] += 1
        return cls(*counts)

    @property
    def text(self) -> str:
        """Return the text form: "S S CS B CB !", or "-"; bare counts if there are more than any roll has."""
        if max(self) > MOST_WRITTEN:
            return str(tuple(self))
        words = [name for name, count in zip(("S", "CS", "B", "CB", "!"), self, strict=True) for _ in range(count)]
        return " ".join(words) or "-"

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: Symbols) -> Symbols:  # type: ignore[override]
        a, b, c, d, e = self
        v, w, x, y, z = other
        return Symbols(a + v, b + w, c + x, d + y, e + z)

    def __sub__(self, other: Symbols) -> Symbols:
        """Return the symbols without `other`. Raises `SymbolsError` when they are not there."""
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
        """Check whether these symbols can pay the cost (R-101)."""
        a, b, c, d, e = self
        v, w, x, y, z = cost
        return a >= v and b >= w and c >= x and d >= y and e >= z


NO_SYMBOLS = Symbols()
_CRITICAL = Symbols(critical=1)
_CRITICAL_BLOCK = Symbols(critical_block=1)
_TWO_SUCCESSES = Symbols(success=2)
_TWO_BLOCKS = Symbols(block=2)


class Die(msgspec.Struct, frozen=True):
    """A die of one colour: its id ("red") and the symbols of its six faces, in order; a face may show several symbols
    (R-002)."""

    id: str
    faces: tuple[Symbols, ...]

    @classmethod
    def read(cls, id: str, texts: Sequence[str]) -> Die:
        """Return the die with these faces in text form. Raises `ContentError` naming the die."""
        if len(texts) != 6:
            raise ContentError(
                "content.die_faces", "die {id!r} has {count} faces instead of 6", id=id, count=len(texts)
            )
        try:
            return cls(id, tuple(Symbols.parse(text) for text in texts))
        except SymbolsError as error:
            raise ContentError("content.die", "die {id!r}: {why}", id=id, why=error) from error


class Dice(msgspec.Struct, frozen=True):
    """The dice in play, by id, and the rolls that are not printed on a card ("console", "medicine", "engineering")."""

    dice: dict[str, Die]
    rolls: dict[str, tuple[str, ...]]


def roll_total(dice: Dice, faces: Iterable[tuple[str, int]], fixed: Symbols = NO_SYMBOLS) -> Symbols:
    """Return all symbols that a pool shows: `faces` are pairs of die id and face, 0 to 5; `fixed` is added."""
    total = fixed
    for id, face in faces:
        total = total + dice.dice[id].faces[face]
    return total


def nullify_attack(symbols: Symbols) -> Symbols:
    """Return the symbols without S and CS, after a CB of the rival (R-087, R-088)."""
    _, _, block, critical_block, special = symbols
    return Symbols(0, 0, block, critical_block, special)


def nullify_block(symbols: Symbols) -> Symbols:
    """Return the symbols without B, after a CS of the rival (R-089, R-090). A CB does not count as a B and stays."""
    success, critical, _, critical_block, special = symbols
    return Symbols(success, critical, 0, critical_block, special)


def critical_to_successes(symbols: Symbols) -> Symbols:
    """Spend one CS to add 2 S (R-081, R-090). Raises `SymbolsError` without a CS."""
    return symbols - _CRITICAL + _TWO_SUCCESSES


def critical_to_blocks(symbols: Symbols) -> Symbols:
    """Spend one CB to add 2 B (R-082, R-088). Raises `SymbolsError` without a CB."""
    return symbols - _CRITICAL_BLOCK + _TWO_BLOCKS


def succeeds(symbols: Symbols) -> bool:
    """Check whether a Simple Roll with these symbols left succeeds: it needs an unspent S; a CS does not count
    (R-084)."""
    return symbols.success >= 1


def enemy_critical_blocks(character: Symbols, enemy: Symbols) -> tuple[Symbols, Symbols]:
    """Step 2: the Enemy spends every CB and removes all S and CS of the Character (R-087, R-095)."""
    if not enemy.critical_block:
        return character, enemy
    return nullify_attack(character), enemy._replace(critical_block=0)


def character_critical_block(character: Symbols, enemy: Symbols, use: CriticalUse) -> tuple[Symbols, Symbols]:
    """Step 3, for one CB of the Character: remove all S and CS of the Enemy, add 2 B, or keep it (R-088, R-095).

    Raises `SymbolsError` when a CB is to be used and there is none.
    """
    if use == "keep":
        return character, enemy
    if use == "add":
        return critical_to_blocks(character), enemy
    return character - _CRITICAL_BLOCK, nullify_attack(enemy)


def enemy_criticals(character: Symbols, enemy: Symbols) -> tuple[Symbols, Symbols]:
    """Step 4: the Enemy spends every CS that it still has and removes all B of the Character (R-089, R-095)."""
    if not enemy.critical:
        return character, enemy
    return nullify_block(character), enemy._replace(critical=0)


def character_critical(character: Symbols, enemy: Symbols, use: CriticalUse) -> tuple[Symbols, Symbols]:
    """Step 5, for one CS of the Character: remove all B of the Enemy, add 2 S, or keep it (R-090, R-095).

    Raises `SymbolsError` when a CS is to be used and there is none.
    """
    if use == "keep":
        return character, enemy
    if use == "add":
        return critical_to_successes(character), enemy
    return character - _CRITICAL, nullify_block(enemy)


def pay(symbols: Symbols, cost: Symbols) -> Symbols:
    """Steps 6 and 7, and step 4 of a Simple Roll: return the symbols left after a Switch's cost (R-101). Raises
    `SymbolsError`."""
    return symbols - cost


def first_payable(symbols: Symbols, costs: Sequence[Symbols], uses: Sequence[int | None]) -> int | None:
    """Return the Switch that an Enemy activates next: the first, in printed order, that it can pay (R-103), or None.

    `uses` is the remaining number of activations of each (0: it would not affect the target, R-104); None means
    unlimited.
    """
    for index, cost in enumerate(costs):
        if uses[index] != 0 and symbols.covers(cost):
            return index
    return None


def cancel(character: Symbols, enemy: Symbols) -> tuple[int, int]:
    """Step 8: return (S of the Character, S of the Enemy) left after the other side's B cancel them one for one
    (R-093)."""
    return max(0, character.success - enemy.block), max(0, enemy.success - character.block)
