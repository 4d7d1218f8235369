"""The game as an implementation of the `Game` port."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from defiance_qt.api import Illegal, Request, port

from . import agenda, odds
from . import commands as c
from . import events as e
from .evolve import evolve
from .forecasts import forecast
from .frames import Muster, Turn
from .invariants import Fault, broken
from .notation import format_command, parse
from .rules import chance
from .ruleset import Rules
from .state import State
from .switches import SWITCHES
from .words import (
    accounts,
    category,
    chronicle,
    corrected,
    entries,
    label,
    names,
    narrate,
    overview,
    reasons,
    side,
    story,
)

GROUPS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("group.begin", (c.Go, c.Team, c.Nation)),
    ("group.soldiers", (c.Buy,)),
    ("group.kit", (c.Arm,)),
    ("group.skills", (c.Teach,)),
    ("group.back", (c.Unbuy,)),
    ("group.attack", (c.Fire, c.Fight, c.Strike)),
    ("group.act", (c.Rally, c.Move, c.Use, c.Reload, c.CycleHand, c.Work, c.Stock)),
    ("group.cards", (c.Play,)),
    ("group.way", (c.Place, c.Activate)),
    ("group.support", (c.Call,)),
    ("group.pass", (c.Give, c.Take, c.Drop, c.Leave)),
    ("group.end", (c.EndTurn,)),
)
"""The headings of the muster and of the Soldiers' turn, each with its commands."""

UNGROUPED = 30
"""The most answers that need no headings."""

PLACES = {kind: at for at, (_, kinds) in enumerate(GROUPS) for kind in kinds}


class WarfighterGame(port.BasicGame):
    """One session's game."""

    answer_types: tuple[type, ...] = (c.EnterDice, c.EnterCards)
    command_type: Any = c.Command
    event_type: Any = e.Event
    state_type: Any = State
    log_categories: tuple[str, ...] = story.CATEGORIES

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.setup)
        self.rules = rules
        self._legal: tuple[State | None, tuple[c.Command, ...]] = (None, ())

    # -- rules

    def blank(self) -> State:
        return State()

    def start(self, setup: port.Setup) -> Sequence[e.Event]:
        return agenda.start(self.rules).events

    def decide(self, state: State, command: c.Command) -> Sequence[e.Event]:
        return agenda.decide(self.rules, state, command).events

    def step(self, state: State, command: c.Command) -> tuple[State, list[e.Event]]:
        run = agenda.decide(self.rules, state, command)
        return run.state, run.events

    def evolve(self, state: State, event: e.Event) -> State:
        return evolve(state, event)

    def legal(self, state: State) -> tuple[c.Command, ...]:
        if self._legal[0] is not state:
            found = agenda.legal(self.rules, state)
            if isinstance(state.frame, Muster | Turn):
                found = tuple(sorted(found, key=lambda command: PLACES[type(command)]))
            self._legal = state, found
        return self._legal[1]

    def prompt(self, state: State) -> port.Prompt:
        if state.result is not None:
            return port.Prompt("", "over", ())
        if (form := entries.form(state)) is not None:
            return port.Prompt("table", "chance", (), (form,))
        legal = self.legal(state)
        grouped: tuple[tuple[str, int], ...] = ()
        if isinstance(state.frame, Muster | Turn) and len(legal) > UNGROUPED:
            sizes = Counter(PLACES[type(command)] for command in legal)
            grouped = tuple((GROUPS[at][0], size) for at, size in sorted(sizes.items()))
        asks = agenda.MOMENTS[type(state.frame)]
        return port.Prompt("own", asks, legal, (port.CorrectionForm(),), grouped)

    def automatic(self, command: c.Command) -> bool:
        return isinstance(command, c.Proceed)

    def result(self, state: State) -> str | None:
        return state.result

    def invariants(self, state: State) -> Sequence[str]:
        return broken(self.rules, state)

    # -- chance

    def request(self, state: State) -> Request | None:
        return chance.request(state)

    def answer(self, state: State, values: tuple[int, ...]) -> c.Command:
        return chance.answer(state, values)

    def entry(self, state: State, words: port.Words) -> port.Entry | None:
        return entries.entry(self.rules, state, words)

    def switches(self) -> Sequence[tuple[port.Switch, str]]:
        return tuple((switch, self.rules.switches[switch.id]) for switch in SWITCHES)

    # -- text

    def format(self, command: c.Command) -> str:
        return format_command(command)

    def parse(self, text: str) -> c.Command:
        return parse(text)

    def label(self, command: c.Command, state: State, words: port.Words) -> str:
        return label(command, state, words, self.rules)

    def question(self, state: State, words: port.Words) -> str:
        if state.result is not None:
            return ""
        if (entry := self.entry(state, words)) is not None:
            return entry.title
        return overview.question(self.rules, state, words, agenda.MOMENTS[type(state.frame)])

    def refusal(self, error: Illegal, state: State, words: port.Words) -> str:
        key = f"refusal.{error.code}"
        if key not in words:
            return str(error)
        values = names.values(state, dict(error.values), words)
        if isinstance(error.values.get("why"), Fault):
            values["why"] = words(f"invariant.{error.values['name']}")
        return words(key, **values)

    def narrate(self, event: e.Event, state: State, words: port.Words) -> str:
        return narrate(event, state, words)

    def why(self, event: e.Event, before: State, words: port.Words) -> port.Reason:
        return port.Reason(event.rules if hasattr(event, "rules") else (), reasons(event, before, words))

    def category(self, event: e.Event) -> str:
        return category(event)

    def side(self, event: e.Event) -> str:
        return side(event)

    # -- the score

    def moment(self, events: Sequence[port.EventContext], words: port.Words) -> port.Moment | None:
        return overview.moment(events, words)

    def outcome(self, state: State) -> port.Outcome:
        return port.Outcome(state.result or "", state.because, state.turn, state.downed)

    def summary(self, state: State) -> port.Summary:
        return overview.summary(self.rules, state)

    def players(self, state: State, words: port.Words) -> tuple[port.Player, ...]:
        return overview.players(self.rules, state, words)

    def owner(self, state: State, command: c.Command | None) -> str:
        """Return the Soldier that a command is for."""
        return super().owner(state, None) if command is None else str(getattr(command, "soldier", ""))

    def progress(self, state: State, words: port.Words) -> port.Progress | None:
        return overview.progress(self.rules, state, words)

    def ending(self, state: State, words: port.Words) -> port.Ending | None:
        return overview.ending(self.rules, state, words)

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[e.Event]], words: port.Words
    ) -> Sequence[port.Mark]:
        return tuple(overview.marks(before, after, events, words))

    def chronicle(self, events: Iterable[port.EventContext], words: port.Words) -> port.Chronicle | None:
        return chronicle.chronicle(events, words)

    # -- accounts, corrections, odds, forecasts

    def forecast(self, before: State, after: State) -> port.Forecast:
        return forecast(before, after)

    def opens_account(self, event: e.Event) -> str:
        return accounts.opens(event)

    def closes_account(self, event: e.Event) -> bool:
        return accounts.closes(event)

    def account(self, events: Sequence[port.EventContext], words: port.Words) -> port.Account | None:
        return accounts.account(events, words, self.rules)

    def subjects(self, state: State, words: port.Words) -> Sequence[port.Subject]:
        return tuple(corrected.subjects(self.rules, state, words))

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[c.Command, ...]:
        if together:
            return (c.Overrule(dict(values), reason),)
        return tuple(c.Overrule({path: value}, reason) for path, value in values.items())

    def odds(self, state: State, command: c.Command) -> port.Odds | None:
        return odds.of_command(self.rules, state, command, self.format(command))
