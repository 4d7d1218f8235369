"""The facet of corrections by hand: which values a user can set, and the commands that do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port.rules import Command, State
from defiance_qt.core.port.words import Words


class Field(msgspec.Struct, frozen=True):
    """A value that can be corrected by hand. `path` identifies it; several paths, comma-separated, for piles that
    change together.

    `kind` is "number" (`low` to `high`), "flag", "choice" or "set" (of `options`: value and name), "place" (picked on
    the table), "piles" (one pile of ids for each of `names`), or a kind of the system's own. Piles beyond the paths are
    sources of cards. For an own kind the system's view supplies the editor, and `data` holds its extra values.
    """

    path: str
    name: str
    kind: str
    value: Any
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 99
    names: tuple[str, ...] = ()
    data: Any = None


class Subject(msgspec.Struct, frozen=True):
    """The owner of values: the table, a figure, a card. `group` is the heading it is listed under."""

    id: str
    name: str
    group: str
    fields: tuple[Field, ...]


class Corrections(Protocol):
    """Values that can be corrected. By default there are none."""

    def subjects(self, state: State, words: Words) -> Sequence[Subject]:
        """Return everything that can be corrected, in the order of the table."""
        return ()

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        """Return the commands that set these values (path to value), one command per value.

        With `together` return a single command, for values that the rules only allow to change at the same time.
        """
        raise Illegal("no_corrections", "", "nothing can be corrected by hand in this game")
