"""The facet of chance: what a game asks for, and how the answer becomes a command.

A game without chance leaves it out; one with dice fills `request` and `answer`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

import msgspec

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal, Message
from defiance_qt.core.port.rules import Command, State
from defiance_qt.core.port.setup import Switch
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game

T = TypeVar("T")


class Face(msgspec.Struct, frozen=True):
    """A face of a die: its symbols (icons of the theme, or text), and the same in words. On a die with numbers,
    `spoken` says what the number does in this roll, and `tone` marks it: "team" for a hit, "gold" for more than that,
    "danger" for harm to who rolls. `typed` is the number that the face is entered by, without one its place from 1."""

    symbols: tuple[str, ...]
    spoken: str
    tone: Literal["", "team", "gold", "danger"] = ""
    typed: str = ""


class Die(msgspec.Struct, frozen=True):
    """A die to enter. `letter` is its key on the keyboard; `faces` are in the order of the request's values. They are
    entered by digits, `31` for two dice, where no face has such a number; with `numbers` always as whole numbers, and
    on a pad. 0 is the ten of a ten-sided die."""

    id: str
    name: str
    letter: str
    faces: tuple[Face, ...]
    numbers: bool = False

    def typed(self, face: int) -> str:
        """Return the number that a face is entered by. `face` counts from 1."""
        return self.faces[face - 1].typed or str(face)

    def face(self, digits: str) -> int:
        """Return the face that is entered by these digits, from 1; 0 for none."""
        names = [self.typed(face) for face in range(1, len(self.faces) + 1)]
        ten = "10" if digits == "0" and len(names) == 10 else digits
        for wanted in (digits, digits.lstrip("0") if self.numbers else digits, ten):
            if wanted in names:
                return names.index(wanted) + 1
        return 0


class Card(msgspec.Struct, frozen=True):
    """A card that can be drawn."""

    id: str
    name: str


class Entry(msgspec.Struct, frozen=True):
    """The pending chance in words, for the user to enter: dice, or `count` of the cards in the order they come.

    `cards` are in the order of the request's values. The value of a card is its index among those that the cards
    before it have left, the first of its id, so that the sizes of a request for two of five are (5, 4) (see `drawn`).
    """

    title: str
    dice: tuple[Die, ...] = ()
    cards: tuple[Card, ...] = ()
    count: int = 1


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
    chance_kinds: tuple[str, ...] = ()
    """The keys of the kinds of chance that the app or a user answers, see `ChanceKind`. The sources that were
    changed are in the field `answers` of the state."""

    def seed(self, state: State) -> int:
        """Return the seed of the app's random results."""

    def request(self, state: State) -> Request | None:
        """Return the pending chance request, or None."""
        return None

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        """Return the command that answers the pending request with these values, each counted from 0."""
        raise Illegal("no_chance", "", "no chance is asked for now")

    def answers(self, state: State) -> Mapping[str, str]:
        """Return the source of each kind of chance: the key of a `ChanceKind` to "app" or "person"."""
        return dict.fromkeys(self.chance_kinds, "app")

    def set_answer(self, key: str, who: Literal["app", "person"]) -> Command:
        """Return the command that changes the source of this kind of chance."""
        return SetAnswer(key, who)

    def entry(self: Game, state: State, words: Words) -> Entry | None:
        """Return the pending chance in words, None if there is nothing to enter."""
        request = self.request(state)
        if request is None:
            return None
        dice = tuple(self.die(state, size, words) for size in request.sizes)
        keys = (f"entry.{request.kind}.{request.side}", f"entry.{request.kind}")
        title = next((words(key) for key in keys if key in words), ", ".join(die.name for die in dice))
        return Entry(title, dice)

    def die(self, state: State, size: int, words: Words) -> Die:
        """Return a die with that many faces, as it is entered."""
        return Die("die", f"d{size}", "d", faces(size))

    def switches(self) -> Sequence[tuple[Switch, str]]:
        """Return the edition options, each with the value used in this game."""
        return ()


def drawn(options: Sequence[T], values: Sequence[int]) -> tuple[T, ...]:
    """Return what the values of a request draw from the options, each out of those that are left."""
    left = list(options)
    return tuple(left.pop(value) for value in values)


def entry_faults(entry: Entry, request: Request) -> Iterator[Message]:
    """Yield how an entry differs from the request that it is to answer."""
    shown = tuple(len(die.faces) for die in entry.dice)
    if entry.cards:
        shown = tuple(range(len(entry.cards), len(entry.cards) - entry.count, -1))
    if shown != request.sizes:
        yield Message(
            "fault.entry_sizes",
            "what is to be entered, {title!r}, has the sizes {shown} in place of {sizes} of the request",
            title=entry.title,
            shown=str(shown),
            sizes=str(request.sizes),
        )
    for die in entry.dice:
        names = [die.typed(face) for face in range(1, len(die.faces) + 1)]
        if len(set(names)) < len(names) or not all(name.isdecimal() for name in names):
            yield Message("fault.entry_typed", "the faces of {die!r} are not typed by a number each", die=die.name)


def faces(size: int) -> tuple[Face, ...]:
    """Return the faces of a die with the numbers from 1."""
    return tuple(Face((str(number),), str(number)) for number in range(1, size + 1))
