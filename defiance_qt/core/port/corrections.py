"""The facet of corrections by hand: which values a user can set, and the commands that do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port.fields import Field
from defiance_qt.core.port.rules import Command, State
from defiance_qt.core.port.words import Words


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
