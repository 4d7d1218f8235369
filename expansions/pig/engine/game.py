"""The game as an implementation of the `Game` port."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from defiance_qt.api import Request, port

from . import state as s
from . import words as w
from .evolve import evolve
from .odds import roll_odds
from .rules import MOST, Rules, broken, decide, legal, start
from .state import KINDS, SIDES, Command, Event, State, values
from .switches import SWITCHES


class DiceGame(port.BasicGame):
    """One session's game."""

    answer_types: tuple[type, ...] = (s.EnterDice,)
    command_type: Any = Command
    event_type: Any = Event
    state_type: Any = State
    log_categories: tuple[str, ...] = ("turns", "rolls", "hand")

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.setup)
        self.rules = rules
        self._legal: tuple[State | None, tuple[Command, ...]] = (None, ())

    def start(self, setup: port.Setup) -> Sequence[Event]:
        return start(self.rules)

    def blank(self) -> State:
        return State()

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        return decide(self.rules, state, command)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def legal(self, state: State) -> tuple[Command, ...]:
        if self._legal[0] is not state:
            self._legal = state, legal(state)
        return self._legal[1]

    def prompt(self, state: State) -> port.Prompt:
        if state.result is not None:
            return port.Prompt("", "over", ())
        if state.asked:
            side = "enemy" if state.seat else "team"
            return port.Prompt("table", "dice", (), (port.DiceForm(side, ("die",) * state.asked),))
        asks = "rival" if state.seat else "turn"
        return port.Prompt("own", asks, self.legal(state), (port.CorrectionForm(),))

    def automatic(self, command: Command) -> bool:
        return isinstance(command, s.Proceed)

    def result(self, state: State) -> str | None:
        return state.result

    def outcome(self, state: State) -> port.Outcome:
        return port.Outcome(state.result or "", "target" if state.result else "", state.turn)

    def invariants(self, state: State) -> Sequence[str]:
        return broken(self.rules, state)

    def request(self, state: State) -> Request | None:
        if not state.asked:
            return None
        by_app = state.answers.get(KINDS[state.seat], "app") == "app"
        side = "enemy" if state.seat else "team"
        return Request("dice", side, (len(self.rules.faces),) * state.asked, state.chance, by_app)

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        faces = dict(enumerate(self.rules.faces))
        return s.EnterDice(tuple(faces.get(value, 0) for value in values))

    def answers(self, state: State) -> Mapping[str, str]:
        return {**dict.fromkeys(KINDS, "app"), **state.answers}

    def entry(self, state: State, words: port.Words) -> port.Entry | None:
        if not state.asked:
            return None
        faces = tuple(port.Face((str(face),), str(face), typed=str(face)) for face in self.rules.faces)
        die = port.Die("die", words("die.name"), words("die.letter"), faces)
        return port.Entry(words(f"entry.{SIDES[state.seat]}"), (die,) * state.asked)

    def switches(self) -> Sequence[tuple[port.Switch, str]]:
        return tuple((switch, self.rules.switches[switch.id]) for switch in SWITCHES)

    def subjects(self, state: State, words: port.Words) -> Sequence[port.Subject]:
        fields = tuple(
            port.Field(path, words(f"field.{path}"), "number", value, high=min(MOST, self.rules.target - 1))
            for path, value in values(state).items()
        )
        return (port.Subject("table", words("subject.table"), words("subject.group"), fields),)

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        return (s.Overrule(dict(values), reason),)

    def label(self, command: Command, state: State, words: port.Words) -> str:
        return w.label(command, state, words)

    def narrate(self, event: Event, state: State, words: port.Words) -> str:
        return w.narrate(event, state, words)

    def why(self, event: Event, before: State, words: port.Words) -> port.Reason:
        return port.Reason(event.rules, w.reasons(event, before, self.rules, words))

    def category(self, event: Event) -> str:
        return w.category(event)

    def side(self, event: Event) -> str:
        seat = getattr(event, "seat", None)
        return "" if seat is None else "enemy" if seat else "team"

    def summary(self, state: State) -> port.Summary:
        return port.Summary(
            f"scenario.{state.setup.mission}.name",
            "progress",
            {"turn": state.turn, "own": state.scores[0], "rival": state.scores[1]},
            state.turn,
            state.result or "",
        )

    def ending(self, state: State, words: port.Words) -> port.Ending | None:
        if state.result is None:
            return None
        numbers = [(words("ending.turns"), str(state.turn))]
        numbers += [(words(f"side.{side}"), str(score)) for side, score in zip(SIDES, state.scores, strict=True)]
        return port.Ending(words(f"ending.{state.result}"), words("ending.target", n=state.target), tuple(numbers))

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[Event]], words: port.Words
    ) -> Sequence[port.Mark]:
        if before is None or after.turn != before.turn:
            return (port.Mark("chapter", words("mark.turn", n=after.turn)),)
        if after.scores[0] > before.scores[0]:
            return (port.Mark("gain", words("mark.gain", n=after.scores[0] - before.scores[0])),)
        if after.scores[1] > before.scores[1]:
            return (port.Mark("loss", words("mark.loss", n=after.scores[1] - before.scores[1])),)
        return ()

    def opens_account(self, event: Event) -> str:
        return "rival" if isinstance(event, s.TurnBegan) and event.seat else ""

    def closes_account(self, event: Event) -> bool:
        return isinstance(event, s.Scored | s.PotLost | s.GameEnded) and getattr(event, "seat", 1) == 1

    def account(self, events: Sequence[port.EventContext], words: port.Words) -> port.Account | None:
        over = self.closes_account(events[-1].event)
        turn = words("mark.turn", n=events[0].after.turn)
        return port.Account("rival", words("side.rival"), turn, tuple(w.passages(events, words)), over)

    def odds(self, state: State, command: Command) -> port.Odds | None:
        return (
            roll_odds(self.rules.dice, self.format(command), self.rules.faces) if isinstance(command, s.Roll) else None
        )
