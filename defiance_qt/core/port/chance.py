"""The facet of chance: what a game asks for, and how the answer becomes a command.

A game without chance leaves it out; one with dice fills `request` and `answer`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port.rules import Command, State
from defiance_qt.core.port.setup import Switch
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game


class Face(msgspec.Struct, frozen=True):
    """A face of a die: its symbols (icons of the theme, or text), and the same in words. On a die with numbers,
    `spoken` says what the number does in this roll, and `tone` marks it: "team" for a hit, "gold" for more than that,
    "danger" for harm to who rolls."""

    symbols: tuple[str, ...]
    spoken: str
    tone: Literal["", "team", "gold", "danger"] = ""


class Die(msgspec.Struct, frozen=True):
    """A die to enter. `letter` is its key on the keyboard; `faces` are in the order of the request's values. The faces
    of a die with `numbers` are typed as whole numbers from 1 up; 0 is the ten of a ten-sided die."""

    id: str
    name: str
    letter: str
    faces: tuple[Face, ...]
    numbers: bool = False


class Card(msgspec.Struct, frozen=True):
    """A card that can be drawn."""

    id: str
    name: str


class Entry(msgspec.Struct, frozen=True):
    """The pending chance in words, for the user to enter: dice, or one of the cards.

    `cards` are in the order of the request's values; the index of the first card with an id is its value.
    """

    title: str
    dice: tuple[Die, ...] = ()
    cards: tuple[Card, ...] = ()


class SetAnswer(msgspec.Struct, frozen=True, tag_field="command", tag="set_answer", forbid_unknown_fields=True):
    """Set who answers a kind of chance from now on: the app, or the user with real dice or cards. For games to take
    among their commands."""

    key: str
    who: Literal["app", "person"]


class AnswerSet(msgspec.Struct, frozen=True, tag_field="event", tag="answer_set", forbid_unknown_fields=True):
    """The source of a kind of chance was set: what `SetAnswer` causes. For games to take among their events."""

    key: str
    who: str
    rules: tuple[str, ...] = ()


class Chance(Protocol):
    """Chance as data. By default there is none."""

    answer_types: tuple[type, ...] = ()
    """The commands that answer chance."""

    def seed(self, state: State) -> int:
        """Return the seed of the app's random results."""

    def request(self, state: State) -> Request | None:
        """Return the pending chance request, or None."""
        return None

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        """Return the command that answers the pending request with these values, each counted from 0."""
        raise Illegal("no_chance", "", "no chance is asked for now")

    def answers(self, state: State) -> Mapping[str, str]:
        """Return the source of each kind of chance: the key of a `ChanceKind` to "app" or "person". By default
        that is the field `answers` of the state, if it has one."""
        found: Mapping[str, str] = getattr(state, "answers", {})
        return found

    def set_answer(self, key: str, who: Literal["app", "person"]) -> Command:
        """Return the command that changes the source of this kind of chance."""
        return SetAnswer(key, who)

    def entry(self: Game, state: State, words: Words) -> Entry | None:
        """Return the pending chance in words, None if there is nothing to enter."""
        request = self.request(state)
        if request is None:
            return None
        dice = tuple(Die("die", f"d{size}", "d", faces(size)) for size in request.sizes)
        key = f"entry.{request.kind}"
        return Entry(words(key) if key in words else ", ".join(die.name for die in dice), dice)

    def switches(self) -> Sequence[tuple[Switch, str]]:
        """Return the edition options, each with the value used in this game."""
        return ()


def faces(size: int) -> tuple[Face, ...]:
    """Return the faces of a die with the numbers from 1."""
    return tuple(Face((str(number),), str(number)) for number in range(1, size + 1))
