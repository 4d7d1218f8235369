"""A game whose system is missing. It can be viewed step by step and exported, but not played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Literal, NoReturn

import msgspec

from defiance_qt.core.errors import Illegal, one_line
from defiance_qt.core.port import BasicGame, Command, Ending, Event, Prompt, Setup, State, Summary, Words


class Carried(msgspec.Struct, frozen=True):
    """What a save carries of an event: the sentence of the log in each language, and the chapter and the result after
    it."""

    texts: dict[str, str]
    chapter: int = 0
    result: str | None = None


def after(state: int, event: Event) -> int:
    """Return the state of an unknown game after an event: a number that stands for all events so far. It is the same
    whether the event is its system's or read without it."""
    packed = msgspec.json.encode(event, order="sorted")
    return int.from_bytes(blake2b(state.to_bytes(8, "big") + packed, digest_size=7).digest(), "big")


class UnknownGame(BasicGame):
    """The port over commands and events of a missing system: plain dictionaries, as stored in the save. Its state
    stands for the events so far; `carried` is what the save says of them, by the state after each."""

    answer_types = (object,)  # any command may have answered chance
    command_type: Any = Any
    event_type: Any = Any
    state_type: Any = Any

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.carried: Mapping[int, Carried] = {}

    def blank(self) -> State:
        return 0

    def start(self, setup: Setup) -> Sequence[Event]:
        self._refuse()

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        self._refuse()

    def evolve(self, state: State, event: Event) -> State:
        number: int = state
        return after(number, event)

    def legal(self, state: State) -> tuple[Command, ...]:
        return ()

    def result(self, state: State) -> str | None:
        found = self.carried.get(state)
        return found.result if found is not None else None

    def prompt(self, state: State) -> Prompt:
        return Prompt("", "unknown", ())

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        self._refuse()

    def set_answer(self, key: str, who: Literal["app", "person"]) -> Command:
        self._refuse()

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        self._refuse()

    def parse(self, text: str) -> Command:
        self._refuse()

    def refusal(self, error: Illegal, state: State, words: Words) -> str:
        """Return the localized refusal that applies to every command, else the English one."""
        key = "error.unknown_system"
        return words(key, name=self.system) if key in words else str(error)

    def narrate(self, event: Event, state: State, words: Words) -> str:
        found = self.carried.get(state)
        if found is None:
            return super().narrate(event, state, words)
        return one_line(found.texts.get(words.language) or found.texts.get("en", ""))

    def deed(self, command: Command, before: State, events: Sequence[Event], words: Words) -> str:
        """Return the first sentence that the save carries of the events, else the command as it is stored."""
        state: int = before
        for event in events:
            state = self.evolve(state, event)
            if state in self.carried and (told := self.narrate(event, state, words)):
                return told
        return self.label(command, before, words)

    def summary(self, state: State) -> Summary:
        found = self.carried.get(state)
        return Summary(self.system, chapter=found.chapter if found is not None else 0)

    def ending(self, state: State, words: Words) -> Ending | None:
        return None

    def _refuse(self) -> NoReturn:
        raise Illegal("unknown_system", "", f"The game system {self.system!r} is not installed.", name=self.system)
