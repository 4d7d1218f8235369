"""A game whose system is missing. It can be viewed step by step and exported, but not played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Literal, NoReturn

import msgspec

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal, Message, one_line
from defiance_qt.core.system import (
    Account,
    Command,
    Ending,
    Entry,
    Event,
    EventContext,
    Mark,
    Moment,
    Odds,
    Outcome,
    Progress,
    Prompt,
    Reason,
    Setup,
    State,
    Subject,
    Summary,
    Switch,
    Told,
    Values,
    Words,
    one_by_one,
    played,
)


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


class UnknownGame:
    """The port over commands and events of a missing system: plain dictionaries, as stored in the save. Its state
    stands for the events so far; `carried` is what the save says of them, by the state after each."""

    answer_types: tuple[type, ...] = (object,)  # any command may have answered chance
    command_type: Any = Any
    event_type: Any = Any
    state_type: Any = int
    log_categories: tuple[str, ...] = ()

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.system = setup.system
        self.carried: Mapping[int, Carried] = {}

    def start(self, setup: Setup) -> Sequence[Event]:
        self._refuse()

    def blank(self) -> State:
        return 0

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        self._refuse()

    def step(self, state: State, command: Command) -> tuple[State, list[Event]]:
        self._refuse()

    def play(self, state: State, command: Command, values: Values) -> tuple[State, list[Command], list[Event]]:
        return played(self, state, command, values)

    def evolve(self, state: State, event: Event) -> State:
        number: int = state
        return after(number, event)

    def legal(self, state: State) -> tuple[Command, ...]:
        return ()

    def prompt(self, state: State) -> Prompt:
        return Prompt("", "unknown", ())

    def automatic(self, command: Command) -> bool:
        return False

    def result(self, state: State) -> str | None:
        found = self.carried.get(state)
        return found.result if found is not None else None

    def outcome(self, state: State) -> Outcome:
        return Outcome("")

    def invariants(self, state: State) -> Sequence[str]:
        return ()

    def unsound(self, files: Collection[str]) -> Sequence[Message]:
        return ()

    def seed(self, state: State) -> int:
        return self.setup.seed

    def request(self, state: State) -> Request | None:
        return None

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        self._refuse()

    def answers(self, state: State) -> Mapping[str, str]:
        return {}

    def set_answer(self, key: str, who: Literal["app", "person"]) -> Command:
        self._refuse()

    def entry(self, state: State, words: Words) -> Entry | None:
        return None

    def switches(self) -> Sequence[tuple[Switch, str]]:
        return ()

    def subjects(self, state: State, words: Words) -> Sequence[Subject]:
        return ()

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        self._refuse()

    def format(self, command: Command) -> str:
        return plain(command)

    def parse(self, text: str) -> Command:
        self._refuse()

    def label(self, command: Command, state: State, words: Words) -> str:
        return plain(command)

    def question(self, state: State, words: Words) -> str:
        return ""

    def refusal(self, error: Illegal, state: State, words: Words) -> str:
        return self._absent(words)

    def narrate(self, event: Event, state: State, words: Words) -> str:
        found = self.carried.get(state)
        if found is None:
            return plain(event)
        return one_line(found.texts.get(words.language) or found.texts.get("en", ""))

    def joins(self, earlier: Sequence[Event], between: State, later: Sequence[Event]) -> bool:
        return False

    def tell(self, events: Sequence[EventContext], words: Words) -> Sequence[Told]:
        return one_by_one(self, events, words)

    def deed(self, command: Command, before: State, events: Sequence[Event], words: Words) -> str:
        """Return the first sentence that the save carries of the events, else the command as it is stored."""
        state: int = before
        for event in events:
            state = self.evolve(state, event)
            if state in self.carried and (told := self.narrate(event, state, words)):
                return told
        return self.label(command, before, words)

    def why(self, event: Event, before: State, words: Words) -> Reason:
        rules = event.get("rules", ()) if isinstance(event, dict) else ()
        return Reason(tuple(str(rule) for rule in rules), ())

    def why_not(self, state: State, command: Command, words: Words) -> Reason:
        return Reason((), (self._absent(words),))

    def category(self, event: Event) -> str:
        return ""

    def side(self, event: Event) -> str:
        return ""

    def summary(self, state: State) -> Summary:
        found = self.carried.get(state)
        return Summary(self.system, chapter=found.chapter if found is not None else 0)

    def ending(self, state: State, words: Words) -> Ending | None:
        return None

    def progress(self, state: State, words: Words) -> Progress | None:
        return None

    def moment(self, events: Sequence[EventContext], words: Words) -> Moment | None:
        return None

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[Event]], words: Words
    ) -> Sequence[Mark]:
        return ()

    def opens_account(self, event: Event) -> str:
        return ""

    def closes_account(self, event: Event) -> bool:
        return False

    def account(self, events: Sequence[EventContext], words: Words) -> Account | None:
        return None

    def odds(self, state: State, command: Command) -> Odds | None:
        return None

    def _refuse(self) -> NoReturn:
        raise self._illegal()

    def _illegal(self) -> Illegal:
        return Illegal("unknown_system", "", f"The game system {self.system!r} is not installed.", name=self.system)

    def _absent(self, words: Words) -> str:
        """Return the localized refusal that applies to every command, else the English one."""
        key = "error.unknown_system"
        return words(key, name=self.system) if key in words else str(self._illegal())


def plain(value: Any) -> str:
    """Format a stored command or event as one line: its tag, then its fields."""
    if not isinstance(value, dict):
        return str(value)
    fields = dict(value)
    tag = fields.pop("event", None) or fields.pop("command", None) or ""
    return " ".join((str(tag), *(f"{name}={field!r}" for name, field in fields.items() if field not in ((), [], ""))))
