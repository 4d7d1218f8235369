"""The port that a set of rules fills so that the table can run it.

Nothing here knows a board, a miniature or a round. States, commands and events are values of the game's own
(frozen msgspec structs; commands and events are tagged unions); the table stores them, moves between them and never
looks inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from defiance_qt.core.chance import Request

State = Any
Command = Any
Event = Any


class Setup(msgspec.Struct, frozen=True):
    """What a person chose for a new game. Stored in the first entry of the save."""

    system: str
    mission: str
    seed: int
    edition: str = "en"
    options: dict[str, Any] = {}
    plugins: tuple[str, ...] = ()


class PluginStamp(msgspec.Struct, frozen=True):
    """A plugin as a save's passport names it: which version, with which files, under which options.

    `sha256` is the hex digest over all of its files, path and bytes (extend/loader.py).
    """

    id: str
    version: str
    sha256: str
    options: dict[str, Any] = {}


class Form(msgspec.Struct, frozen=True):
    """What only a person can fill in: `kind` names the command, `fields` what it wants (see the game)."""

    kind: str
    fields: dict[str, Any] = {}


class Prompt(msgspec.Struct, frozen=True):
    """The question that stands: who is asked, what may be answered.

    `seat` is a seat of the game, or "table" (dice and cards), or "" when the game is over.
    `asks` is the stable name of the question (a frame's tag); `commands` is every legal answer.
    """

    seat: str
    asks: str
    commands: tuple[Command, ...]
    forms: tuple[Form, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """Why something happened or cannot: rule ids and sentences, the most important first."""

    rules: tuple[str, ...]
    words: tuple[str, ...]


class Game(Protocol):
    """A game system bound to one session's content, edition, options and plugins. Every method is pure."""

    system: str
    answer_types: tuple[type, ...]
    """The commands that answer chance: they are no doing of a person's own."""
    command_type: Any
    event_type: Any
    state_type: Any

    def start(self, setup: Setup) -> Sequence[Event]:
        """The events of the first step, applied to `blank()`."""

    def blank(self) -> State:
        """The state before anything happened."""

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        """The events that the command causes, up to the next question. Raises `Illegal`."""

    def step(self, state: State, command: Command) -> tuple[State, list[Event]]:
        """The state after the command and the events that lead there: `decide` and `evolve` at once, for a game that
        works the state out while it decides. Raises `Illegal`."""

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event. Knows no plugin, no catalog and no dice."""

    def legal(self, state: State) -> tuple[Command, ...]:
        """Every legal command. The same tuple object for the same state object."""

    def prompt(self, state: State) -> Prompt: ...

    def request(self, state: State) -> Request | None:
        """The chance that is asked for now, or None."""

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        """The command that answers the standing request with these values."""

    def result(self, state: State) -> str | None:
        """ "victory", "defeat", or None while the game goes on."""

    def seed(self, state: State) -> int: ...

    def invariants(self, state: State) -> Sequence[str]:
        """The invariants that do not hold, each as a sentence; empty when all is well."""

    def narrate(self, event: Event, state: State, words: Callable[[str], str]) -> str:
        """The event in one sentence, or "" when it says nothing to a person. `state` is the state after it;
        `words` translates a text key."""

    def why(self, event: Event, before: State, words: Callable[[str], str]) -> Reason:
        """The rules that caused the event, and in words what went into it. `before` is the state before it."""

    def why_not(self, state: State, command: Command, words: Callable[[str], str]) -> Reason:
        """The rule that the command would break, and the first check that fails in words; nothing when it is legal."""

    def label(self, command: Command, state: State, words: Callable[[str], str]) -> str:
        """The command in a few words, for a button or for "undo: …"."""


class GameSystem(Protocol):
    """A set of rules the table can run."""

    id: str

    def content(self) -> Mapping[str, bytes]:
        """The built-in content: file name to bytes. Carried in every save, so that a later version changes no running
        game."""

    def bind(self, content: Mapping[str, bytes], setup: Setup, plugins: Sequence[Any]) -> Game:
        """A game over this content. Raises `ContentError` naming file and key."""
