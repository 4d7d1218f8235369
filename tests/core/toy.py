"""A small game over the port: the dice game Pig for two seats. It knows chance by the app and by a person, and with
the option "head_start" a set-up that asks for dice. All else are the defaults of the port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import BasicGame, Prompt, Reason, Rule, Setup, Summary, Words


class _Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    pass


class Roll(_Command, frozen=True, tag="roll"):
    dice: int = 1


class Hold(_Command, frozen=True, tag="hold"):
    pass


class EnterDice(_Command, frozen=True, tag="enter_dice"):
    faces: tuple[int, ...]


class SetAnswer(_Command, frozen=True, tag="set_answer"):
    by_app: bool


class _Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    pass


class Began(_Event, frozen=True, tag="began"):
    setup: Setup
    target: int


class RollOpened(_Event, frozen=True, tag="roll_opened"):
    dice: int
    rules: tuple[str, ...] = ("P-1",)


class DiceRolled(_Event, frozen=True, tag="dice_rolled"):
    faces: tuple[int, ...]


class Scored(_Event, frozen=True, tag="scored"):
    seat: int
    points: int
    rules: tuple[str, ...] = ("P-2",)


class TurnPassed(_Event, frozen=True, tag="turn_passed"):
    seat: int


class AnswerSet(_Event, frozen=True, tag="answer_set"):
    by_app: bool


class Won(_Event, frozen=True, tag="won"):
    seat: int


class Pig(msgspec.Struct, frozen=True):
    setup: Setup = Setup("pig", "", 0)
    target: int = 0
    scores: tuple[int, int] = (0, 0)
    seat: int = 0
    pot: int = 0
    asked: int = 0
    chance: int = 0
    by_app: bool = True
    winner: int | None = None


class PigGame(BasicGame):
    answer_types = (EnterDice,)
    command_type: Any = Roll | Hold | EnterDice | SetAnswer
    event_type: Any = Began | RollOpened | DiceRolled | Scored | TurnPassed | AnswerSet | Won
    state_type: Any = Pig

    def __init__(self, bonus: int = 0, automatic: tuple[type, ...] = ()) -> None:
        """`bonus` is a house rule, points on top of each hold; `automatic` are the commands that decide nothing."""
        super().__init__(pig_setup())
        self.bonus = bonus
        self._automatic = automatic

    def start(self, setup: Setup) -> Sequence[Any]:
        began = Began(setup, setup.options.get("target", 60))
        return [began, RollOpened(2)] if setup.options.get("head_start") else [began]

    def blank(self) -> Pig:
        return Pig()

    def decide(self, state: Pig, command: Any) -> Sequence[Any]:
        if state.winner is not None:
            raise Illegal("over", "P-9", "The game is over.")
        if isinstance(command, SetAnswer):
            return [AnswerSet(command.by_app)]
        if isinstance(command, EnterDice):
            return self._enter(state, command)
        if state.asked:
            raise Illegal("dice_first", "P-1", "The dice are still to be entered.")
        if isinstance(command, Roll):
            if not 1 <= command.dice <= 3:
                raise Illegal("dice_count", "P-1", f"{command.dice} dice cannot be rolled.")
            return [RollOpened(command.dice)]
        if not state.pot:
            raise Illegal("nothing_to_hold", "P-2", "There is nothing to hold.")
        points = state.pot + self.bonus
        events: list[Any] = [Scored(state.seat, points)]
        if state.scores[state.seat] + points >= state.target:
            events.append(Won(state.seat))
        else:
            events.append(TurnPassed(1 - state.seat))
        return events

    def _enter(self, state: Pig, command: EnterDice) -> Sequence[Any]:
        if len(command.faces) != state.asked or not all(1 <= face <= 6 for face in command.faces):
            raise Illegal("faces", "P-1", f"{state.asked} faces from 1 to 6 are wanted.")
        events: list[Any] = [DiceRolled(command.faces)]
        if 1 in command.faces:
            events.append(TurnPassed(1 - state.seat))
        return events

    def evolve(self, state: Pig, event: Any) -> Pig:
        kind = type(event)
        if kind is DiceRolled:
            return replace(state, pot=state.pot + sum(event.faces), asked=0, chance=state.chance + 1)
        if kind is RollOpened:
            return replace(state, asked=event.dice)
        if kind is Scored:
            scores = list(state.scores)
            scores[event.seat] += event.points
            return replace(state, scores=tuple(scores))
        if kind is TurnPassed:
            return replace(state, seat=event.seat, pot=0)
        if kind is AnswerSet:
            return replace(state, by_app=event.by_app)
        if kind is Won:
            return replace(state, winner=event.seat)
        return replace(state, setup=event.setup, target=event.target)

    def legal(self, state: Pig) -> tuple[Any, ...]:
        if state.winner is not None or state.asked:
            return ()
        return (Roll(1), Roll(2), Roll(3), Hold()) if state.pot else (Roll(1), Roll(2), Roll(3))

    def prompt(self, state: Pig) -> Prompt:
        if state.winner is not None:
            return Prompt("", "over", ())
        return Prompt("table", "dice", ()) if state.asked else Prompt(str(state.seat), "turn", self.legal(state))

    def request(self, state: Pig) -> Request | None:
        if not state.asked:
            return None
        return Request("dice", "team", (6,) * state.asked, state.chance, state.by_app)

    def answer(self, state: Pig, values: tuple[int, ...]) -> Any:
        return EnterDice(tuple(value + 1 for value in values))

    def automatic(self, command: Any) -> bool:
        return isinstance(command, self._automatic)

    def answers(self, state: Pig) -> Mapping[str, str]:
        return {"team.dice": "app" if state.by_app else "person"}

    def set_answer(self, key: str, who: Literal["app", "person"]) -> Any:
        return SetAnswer(who == "app")

    def summary(self, state: Pig) -> Summary:
        return Summary("pig", chapter=state.chance)

    def result(self, state: Pig) -> str | None:
        return None if state.winner is None else ("victory", "defeat")[state.winner]

    def seed(self, state: Pig) -> int:
        return state.setup.seed

    def invariants(self, state: Pig) -> Sequence[str]:
        return ["The pot is negative."] if state.pot < 0 else []

    def narrate(self, event: Any, state: Pig, words: Words) -> str:
        return words(type(event).__name__)

    def why(self, event: Any, before: Pig, words: Words) -> Reason:
        return Reason(getattr(event, "rules", ()), (f"{words('pot')} {before.pot}",))

    def refusal(self, error: Illegal, state: Pig, words: Words) -> str:
        return words(str(error))

    def label(self, command: Any, state: Pig, words: Words) -> str:
        return f"{words(type(command).__name__)} ({state.seat})"


class Shouted:
    """Words whose text is the key in capitals."""

    language = "en"
    rules: Mapping[str, Rule] = {}

    def __call__(self, key: str, /, **values: Any) -> str:
        return key.upper()

    def count(self, key: str, n: int, /, **values: Any) -> str:
        return key.upper()

    def __contains__(self, key: str) -> bool:
        return True


def pig_setup(seed: int = 7, **options: Any) -> Setup:
    return Setup("pig", "duel", seed, options=options)
