"""The facet that every game has: its types, and what they do to each other.

`Rules` is the only facet that has to be filled: the types, `start`, `decide`, `evolve`, `legal` and `result`
are a game. Its other members have defaults that follow from these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from defiance_qt.core.chance import Request
from defiance_qt.core.port.fields import FieldsForm
from defiance_qt.core.port.setup import Setup

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game

State = Any
Command = Any
Event = Any

Values = Callable[[Request], tuple[int, ...]]
"""Returns the app's answer to a request: one number for each size."""


class DiceForm(msgspec.Struct, frozen=True, tag="dice"):
    """Dice to enter: their ids in the order of the request. `side` is "team", "enemy" or ""."""

    side: str
    dice: tuple[str, ...]


class CardForm(msgspec.Struct, frozen=True, tag="card"):
    """Cards to enter, `count` of them in the order in which they come. `options` are the possible ids in the order of
    the request's values, one per copy. `who` is the figure they are drawn for, "" for none in particular."""

    deck: str
    options: tuple[str, ...]
    who: str = ""
    count: int = 1


class CorrectionForm(msgspec.Struct, frozen=True, tag="correction"):
    """Values can be corrected by hand: see `Game.subjects`."""


Form = DiceForm | CardForm | CorrectionForm | FieldsForm


class Prompt(msgspec.Struct, frozen=True):
    """The pending decision: who makes it and the legal answers.

    `seat` is a seat of the game, "table" (dice and cards), or "" when the game is over. `asks` is the stable id of the
    decision; `commands` holds every legal answer; `forms` describe input that only a user can enter. A decision with a
    `FieldsForm` takes more commands than it lists: those listed are samples, for bots and the palette. `groups` are the
    headings of a long list of answers: a text key, and how many of `commands` are below it, in their order. Answers
    after those of the last group have no heading.
    """

    seat: str
    asks: str
    commands: tuple[Command, ...]
    forms: tuple[Form, ...] = ()
    groups: tuple[tuple[str, int], ...] = ()

    def grouped(self) -> Iterator[tuple[str, tuple[Command, ...]]]:
        """Yield the answers below each heading that has any, and at last those without a heading, ""."""
        start = 0
        for heading, count in (*self.groups, ("", len(self.commands))):
            if found := self.commands[start : start + count]:
                yield heading, found
            start += count


class Rules(Protocol):
    """A game over frozen values: `decide` says what happens, `evolve` what that does. Every method is pure."""

    command_type: Any
    """The commands: one msgspec struct, or a union of tagged ones."""
    event_type: Any
    """The events, likewise."""
    state_type: Any
    """The state: a frozen msgspec struct."""

    automatic_types: tuple[type, ...] = ()
    """The commands that involve no decision."""

    def blank(self) -> State:
        """Return the state before the first event: by default one with the defaults of its type."""
        return self.state_type()

    def start(self, setup: Setup) -> Sequence[Event]:
        """Return the events of the first step, to be applied to `blank()`."""

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        """Return the events that the command causes, up to the next prompt. Raises `Illegal`."""

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after the event. Independent of plugins, catalogs and dice."""

    def legal(self, state: State) -> tuple[Command, ...]:
        """Return every legal command, as the same tuple object for the same state object."""

    def result(self, state: State) -> str | None:
        """Return "victory", "defeat" or "draw", None while the game is running. Where people play against each other,
        "victory" is that of side "team"."""

    def step(self, state: State, command: Command) -> tuple[State, list[Event]]:
        """Return the state after the command and the events that lead to it. Raises `Illegal`.

        Equivalent to `decide` followed by `evolve`, for games that compute the state while deciding.
        """
        events = list(self.decide(state, command))
        for event in events:
            state = self.evolve(state, event)
        return state, events

    def play(self: Game, state: State, command: Command, values: Values) -> tuple[State, list[Command], list[Event]]:
        """Decide the command, and answer the chance that the app supplies with `values` until a user has to decide.
        Return the state, all commands with the answers among them, and all events. Raises `Illegal`.

        Equivalent to `step`, `request` and `answer` in turn, which is what `played` does for a game.
        """
        return played(self, state, command, values)

    def prompt(self: Game, state: State) -> Prompt:
        """Return the pending decision: by default "over", the kind of chance that is asked for, "proceed" where all is
        `automatic`, or "turn"."""
        if self.result(state) is not None:
            return Prompt("", "over", ())
        if (request := self.request(state)) is not None:
            return Prompt("table", request.kind, (), (DiceForm(request.side, ("die",) * len(request.sizes)),))
        commands = self.legal(state)
        asks = "proceed" if commands and all(map(self.automatic, commands)) else "turn"
        return Prompt("player", asks, commands, (CorrectionForm(),) if self.correctable else ())

    def automatic(self, command: Command) -> bool:
        """Return whether the command involves no decision and only advances the game.

        Autoplay submits such commands, and undo takes them back together with the user action before them.
        """
        return isinstance(command, self.automatic_types)

    def invariants(self, state: State) -> Sequence[str]:
        """Return the violated invariants, each as a sentence; empty if the state is sound."""
        return ()


def played(game: Game, state: State, command: Command, values: Values) -> tuple[State, list[Command], list[Event]]:
    """Implement `Game.play` by the game's other methods."""
    state, caused = game.step(state, command)
    commands, events = [command], list(caused)
    while (request := game.request(state)) is not None and request.by_app:
        command = game.answer(state, values(request))
        state, caused = game.step(state, command)
        commands.append(command)
        events += caused
    return state, commands, events
