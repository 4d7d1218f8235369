"""The game as an implementation of the `Game` port."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from defiance_qt.api import Request, port

from . import commands as c
from . import corrections, course, forms, story
from . import events as e
from . import score as sc
from . import words as w
from .commands import Command
from .course import dice
from .events import Event
from .evolve import evolve
from .forecast import forecast
from .groups import groups
from .rolls import SIDES as FACES
from .rules import Rules
from .state import SIDES, State
from .switches import SWITCHES


class TableGame(port.BasicGame):
    """One session's game."""

    answer_types: tuple[type, ...] = (c.EnterDice,)
    command_type: Any = Command
    event_type: Any = Event
    state_type: Any = State
    log_categories: tuple[str, ...] = ("turns", "orders", "rolls", "states", "hand")

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.setup)
        self.rules = rules
        self._legal: tuple[State | None, tuple[Command, ...]] = (None, ())

    def start(self, setup: port.Setup) -> Sequence[Event]:
        return course.start(self.rules)

    def blank(self) -> State:
        return State()

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        return course.decide(self.rules, state, command)[0]

    def step(self, state: State, command: Command) -> tuple[State, list[Event]]:
        events, after = course.decide(self.rules, state, command)
        return after, events

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def legal(self, state: State) -> tuple[Command, ...]:
        if self._legal[0] is not state:
            self._legal = state, course.legal(self.rules, state)
        return self._legal[1]

    def prompt(self, state: State) -> port.Prompt:
        if state.result is not None:
            return port.Prompt("", "over", ())
        if state.asked:
            asked = state.asked[0]
            return port.Prompt("table", asked.kind, (), (port.DiceForm(asked.side, ("d20",) * asked.dice),))
        legal = self.legal(state)
        asked_for: tuple[port.Form, ...] = (*forms.forms(self.rules, state), port.CorrectionForm())
        return port.Prompt(
            SIDES[sc.seat(state)], asks(state), legal, asked_for, groups(legal, self.rules.content.profiles)
        )

    def filled(self, state: State, form: port.FieldsForm, values: Mapping[str, Any]) -> Command:
        return forms.filled(self.rules, state, form, values)

    def worded_form(self, state: State, form: port.FieldsForm, words: port.Words) -> port.FieldsForm:
        return forms.worded(super().worded_form(state, form, words), words)

    def given(self, state: State, form: port.FieldsForm, command: Command) -> Mapping[str, Any]:
        return forms.given(state, form, command)

    def automatic(self, command: Command) -> bool:
        return isinstance(command, c.Proceed)

    def result(self, state: State) -> str | None:
        return state.result

    def invariants(self, state: State) -> Sequence[str]:
        return corrections.broken(state)

    def request(self, state: State) -> Request | None:
        if not state.asked:
            return None
        asked = state.asked[0]
        by_app = state.answers.get(dice.key(asked), "app") == "app"
        side, _, kind = dice.key(asked).rpartition(".")
        return Request(kind, side, (FACES,) * asked.dice, state.chance, by_app)

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        return c.EnterDice(tuple(value + 1 for value in values))

    def entry(self, state: State, words: port.Words) -> port.Entry | None:
        return w.entry(state, words) if state.asked else None

    def switches(self) -> Sequence[tuple[port.Switch, str]]:
        return tuple((switch, self.rules.switches[switch.id]) for switch in SWITCHES)

    def subjects(self, state: State, words: port.Words) -> Sequence[port.Subject]:
        return corrections.subjects(state, words)

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        plain = {path: " ".join(value) if isinstance(value, list | tuple) else value for path, value in values.items()}
        return (c.Overrule(plain, reason),)

    def label(self, command: Command, state: State, words: port.Words) -> str:
        return w.label(command, state, words)

    def question(self, state: State, words: port.Words) -> str:
        return w.question(state, asks(state), words)

    def narrate(self, event: Event, state: State, words: port.Words) -> str:
        return w.narrate(event, state, words)

    def joins(self, earlier: Sequence[Event], between: State, later: Sequence[Event]) -> bool:
        return story.joins(between, later)

    def tell(self, events: Sequence[port.EventContext], words: port.Words) -> Sequence[port.Told]:
        return story.tell(events, words)

    def why(self, event: Event, before: State, words: port.Words) -> port.Reason:
        return port.Reason(event.rules, w.reasons(event, before, words))

    def refusal(self, error: Any, state: State, words: port.Words) -> str:
        return w.refusal(error, state, words)

    def category(self, event: Event) -> str:
        return w.category(event)

    def side(self, event: Event) -> str:
        return ""

    def summary(self, state: State) -> port.Summary:
        return sc.summary(state)

    def progress(self, state: State, words: port.Words) -> port.Progress | None:
        return sc.progress(state, words)

    def ending(self, state: State, words: port.Words) -> port.Ending | None:
        return sc.ending(state, words)

    def outcome(self, state: State) -> port.Outcome:
        fallen = tuple(one.id for one in state.troops.values() if one.null)
        return port.Outcome(state.result or "", "end" if state.result else "", state.round, fallen)

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[Event]], words: port.Words
    ) -> Sequence[port.Mark]:
        return sc.marks(before, after, words)

    def opens_account(self, event: Event) -> str:
        return "order" if isinstance(event, e.OrderBegan) else "count" if isinstance(event, e.TurnBegan) else ""

    def closes_account(self, event: Event) -> bool:
        return isinstance(event, e.OrderEnded) or (isinstance(event, e.PhaseBegan) and event.phase == "turn")

    def account(self, events: Sequence[port.EventContext], words: port.Words) -> port.Account | None:
        return w.account(events, self.closes_account(events[-1].event), words)

    def odds(self, state: State, command: Command) -> port.Odds | None:
        return forecast(self.rules, state, command, self.format(command))


def asks(state: State) -> str:
    """Return the id of the pending decision."""
    if state.order is None:
        return state.phase
    if state.step == "saves":
        return "choose" if state.save else "saves"
    return state.step
