"""The facet of sheets: where a game stands, as pages for a printed table, in words.

It is optional: a game fills it, and rooms that know no game print it. Every sheet is one page.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from defiance_qt.core.port.rules import State
from defiance_qt.core.port.words import Words


class Ticks(msgspec.Struct, frozen=True):
    """A row of boxes to tick: `done` of them are, as Damage of Wounds."""

    name: str
    of: int
    done: int = 0


class Fact(msgspec.Struct, frozen=True):
    """A value with its name; "" has none."""

    name: str
    text: str


class Block(msgspec.Struct, frozen=True):
    """Lines under a heading, such as the weapons of a figure."""

    title: str
    lines: tuple[str, ...]


class Card(msgspec.Struct, frozen=True):
    """A part of a sheet. `note` is beside its title."""

    title: str
    note: str = ""
    facts: tuple[Fact, ...] = ()
    ticks: tuple[Ticks, ...] = ()
    blocks: tuple[Block, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """A page. Its cards are in `columns`, row by row."""

    title: str
    note: str
    cards: tuple[Card, ...]
    columns: int = 2


@runtime_checkable
class Sheeted(Protocol):
    """A game that has sheets."""

    def sheets(self, state: State, words: Words) -> tuple[Sheet, ...]:
        """Return the sheets of a state; () where there is nothing to print."""
