"""The facet of the story: how the log tells events, and how it sorts and colors them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from defiance_qt.core.port.rules import Event, State
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game


class EventContext(msgspec.Struct, frozen=True):
    """An event with its context: its step, its index in the step, and the states before and after it."""

    step: int
    index: int
    event: Event
    before: State
    after: State


class Told(msgspec.Struct, frozen=True):
    """A sentence of the story about some events: those from index `first` up to the next sentence's.

    `main` is the index of the event that the sentence explains. `tone` is "gold" (a turn of the story), "danger",
    "quiet", "chapter" (the heading of one) or "". `names` are names that the text may hold, each with its side.
    """

    text: str
    first: int
    main: int
    tone: Literal["", "gold", "danger", "quiet", "chapter"] = ""
    names: tuple[tuple[str, str], ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """A turn of the story, told by a banner: a new chapter, an alarm, the arrival of opponents, or a gain for the
    players. `text` says what it means."""

    kind: Literal["chapter", "alarm", "arrival", "gain"]
    title: str
    text: str = ""


class Story(Protocol):
    """The storyteller. By default each event is a sentence, and all are of one kind."""

    sides: tuple[str, ...] = ()
    """The side of each seat, "team" or "enemy", for events with a field `seat`."""
    log_categories: tuple[str, ...] = ()
    """The filter categories of the log, in order; the text key of each is "log.<category>"."""

    def joins(self, earlier: Sequence[Event], between: State, later: Sequence[Event]) -> bool:
        """Return whether the story of a step continues that of the step before, so that both are told as one. `between`
        is the state between them."""
        return False

    def tell(self: Game, events: Sequence[EventContext], words: Words) -> Sequence[Told]:
        """Return the events of steps that are told as one in the sentences of a storyteller, in their order. Each event
        with a sentence of `narrate` belongs to one of them. `one_by_one` tells every event by itself."""
        return one_by_one(self, events, words)

    def moment(self, events: Sequence[EventContext], words: Words) -> Moment | None:
        """Return the turn that the story takes in these events of one step, None if it takes none. Of a single event,
        it tells whether the log shows it as such."""
        return None

    def category(self, event: Event) -> str:
        """Return the one of `log_categories` that the event belongs to: the attribute `category` of its type, or the
        last one; "" if there are none."""
        found = str(getattr(event, "category", ""))
        return found if found in self.log_categories else next(reversed(self.log_categories), "")

    def side(self, event: Event) -> str:
        """Return the side of the event, for its color: "team", "enemy" or "". By default that of its field `seat`."""
        seat = getattr(event, "seat", None)
        return self.sides[seat] if isinstance(seat, int) and seat < len(self.sides) else ""


def one_by_one(game: Game, events: Sequence[EventContext], words: Words) -> tuple[Told, ...]:
    """Implement `Game.tell` by one sentence for each event, as narrated."""
    found = ((index, game.narrate(one.event, one.after, words)) for index, one in enumerate(events))
    return tuple(Told(text, index, index) for index, text in found if text)
