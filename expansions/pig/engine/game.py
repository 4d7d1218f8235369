"""The rules of the game, as an implementation of the `Game` port. Pure; raises `Illegal`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from defiance_qt.api import Illegal, Request, port

from . import state as s
from .evolve import BY_TYPE, OLD
from .odds import FACES, roll_odds
from .state import Command, Event, State

FIRST, AGAIN, RIVAL = (s.Roll(),), (s.Roll(), s.Hold()), (s.Proceed(),)
SWITCHES = (
    port.switch("dice", {"one": "one", "two": "two"}, "one", "two", rules=("P-001",)),
    port.switch("double_one", {"one": "pot", "two": "all"}, "pot", "all", rules=("P-006",)),
)


@dataclass(frozen=True)
class Rules:
    """Constants of a session: the edition options, the target, the rival's patience, the faces of the die, and what
    packs make of the points of a roll (`modify_points`)."""

    switches: Mapping[str, str]
    target: int
    patience: int
    faces: tuple[int, ...] = FACES
    modifiers: tuple[Callable[[tuple[int, ...]], int], ...] = ()

    @property
    def dice(self) -> int:
        return 2 if self.switches["dice"] == "two" else 1


class DiceGame(port.BasicGame):
    """One session's game."""

    answer_types: tuple[type, ...] = (s.EnterDice,)
    automatic_types: tuple[type, ...] = (s.Proceed,)
    chance_kinds: tuple[str, ...] = ("team.dice", "enemy.dice")
    command_type: Any = Command
    decisions: tuple[type, ...] = (s.RivalDecided,)
    event_type: Any = Event
    log_categories: tuple[str, ...] = ("turns", "rolls", "hand")
    sides: tuple[str, ...] = ("team", "enemy")
    state_type: Any = State
    untold: tuple[type, ...] = (s.RollOpened, s.PotGrew)

    def __init__(self, setup: port.Setup, rules: Rules) -> None:
        super().__init__(setup)
        self.rules = rules
        self.correctable = tuple((path, rules.target - 1) for path in ("scores.own", "scores.rival", "pot"))

    def start(self, setup: port.Setup) -> Sequence[Event]:
        return (s.GameBegan(setup, self.rules.target, setup.options.get("answers", {})), s.TurnBegan(0, 1))

    def evolve(self, state: State, event: Event) -> State:
        return BY_TYPE[type(event)](state, event)

    def legal(self, state: State) -> tuple[Command, ...]:
        if state.result is not None or state.asked:
            return ()
        return RIVAL if state.seat else AGAIN if state.pot else FIRST

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        if state.result is not None and not isinstance(command, port.SetAnswer):
            raise Illegal("game_over", "P-004", "the game is over")
        if isinstance(command, port.SetAnswer | port.Overrule):
            return port.settled(self, state, command, ("P-007",), OLD)
        if isinstance(command, s.EnterDice):
            return self._enter(state, command)
        if command not in self.legal(state):
            raise _refusal(state, command)
        if isinstance(command, s.Hold):
            return self._hold(state)
        return self._rival(state) if isinstance(command, s.Proceed) else [s.RollOpened(0, self.rules.dice)]

    def _hold(self, state: State) -> list[Event]:
        """Score the pot, then end the game or pass the turn (P-003, P-004)."""
        seat = state.seat
        won = state.scores[seat] + state.pot >= self.rules.target
        return [s.Scored(seat, state.pot), s.GameEnded("defeat" if seat else "victory") if won else _pass(state)]

    def _rival(self, state: State) -> list[Event]:
        """Decide for the rival: hold if that wins or the pot is large enough, else roll (P-005)."""
        enough = min(self.rules.patience, max(1, self.rules.target - state.scores.rival))
        decided = s.RivalDecided(state.pot >= enough, state.pot, enough)
        return [decided, *(self._hold(state) if decided.holds else [s.RollOpened(1, self.rules.dice)])]

    def _enter(self, state: State, command: s.EnterDice) -> list[Event]:
        """Apply entered dice. A one loses the pot and ends the turn (P-002). Two ones also lose the score if the
        edition option `double_one` is "all" (P-006)."""
        if not state.asked:
            raise Illegal("no_dice_asked", "P-001", "no dice are asked for now")
        if len(command.faces) != state.asked or not set(command.faces) <= set(self.rules.faces):
            raise Illegal("wrong_dice", "P-001", f"{state.asked} faces of the die are asked for", asked=state.asked)
        request = self.request(state)
        rolled = s.DiceRolled(state.seat, command.faces, request is not None and not request.by_app)
        ones = command.faces.count(1)
        if not ones:
            points = sum(command.faces) + sum(modify(command.faces) for modify in self.rules.modifiers)
            return [rolled, s.PotGrew(state.seat, max(0, points))]
        everything = ones == 2 and self.rules.switches["double_one"] == "all"
        rule = ("P-006",) if everything else ("P-002",)
        return [rolled, s.PotLost(state.seat, state.pot, everything, rule), _pass(state)]

    def result(self, state: State) -> str | None:
        return state.result

    def invariants(self, state: State) -> Sequence[str]:
        negative = ["a score or the pot is negative"] if min(*state.scores, state.pot) < 0 else []
        over = state.result is None and max(state.scores) >= self.rules.target
        return negative + (["a seat has reached the target and the game goes on"] if over else [])

    def request(self, state: State) -> Request | None:
        if not state.asked:
            return None
        by_app = self.answers(state)[self.chance_kinds[state.seat]] == "app"
        return Request("dice", self.sides[state.seat], (len(self.rules.faces),) * state.asked, state.chance, by_app)

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        faces = dict(enumerate(self.rules.faces))
        return s.EnterDice(tuple(faces.get(value, 0) for value in values))

    def die(self, state: State, size: int, words: port.Words) -> port.Die:
        faces = tuple(port.Face((str(face),), str(face), typed=str(face)) for face in self.rules.faces)
        return port.Die("die", words("die.name"), words("die.letter"), faces)

    def switches(self) -> Sequence[tuple[port.Switch, str]]:
        return tuple((switch, self.rules.switches[switch.id]) for switch in SWITCHES)

    def summary(self, state: State) -> port.Summary:
        values = {"turn": state.turn, **state.scores._asdict()}
        return replace(super().summary(state), progress="progress", values=values, chapter=state.turn)

    def outcome(self, state: State) -> port.Outcome:
        return replace(super().outcome(state), because="target" if state.result else "")

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[Event]], words: port.Words
    ) -> Sequence[port.Mark]:
        own, rival = (after.scores[seat] - (before.scores[seat] if before else 0) for seat in (0, 1))
        gained = (port.Mark("gain", words("mark.gain", n=own)),) if own > 0 else ()
        lost = (port.Mark("loss", words("mark.loss", n=rival)),) if rival > 0 else ()
        return super().marks(before, after, events, words) or gained or lost

    def why(self, event: Event, before: State, words: port.Words) -> port.Reason:
        found = super().why(event, before, words)
        wins = isinstance(event, s.RivalDecided) and event.enough < self.rules.patience
        return replace(found, words=(port.worded("why.wins", words, before, event),)) if wins else found

    def opens_account(self, event: Event) -> str:
        return "rival" if isinstance(event, s.TurnBegan) and event.seat else ""

    def closes_account(self, event: Event) -> bool:
        return isinstance(event, s.Scored | s.PotLost | s.GameEnded) and getattr(event, "seat", 1) == 1

    def odds(self, state: State, command: Command) -> port.Odds | None:
        return roll_odds(self.rules.dice, "roll", self.rules.faces) if isinstance(command, s.Roll) else None


def _pass(state: State) -> s.TurnBegan:
    return s.TurnBegan(1 - state.seat, state.turn + (1 if state.seat else 0))


def _refusal(state: State, command: Command) -> Illegal:
    if state.asked:
        return Illegal("dice_first", "P-001", "the dice have to be rolled first")
    if isinstance(command, s.Proceed):
        return Illegal("your_turn", "P-001", "it is the player's turn")
    if state.seat:
        return Illegal("rivals_turn", "P-005", "it is the rival's turn")
    return Illegal("empty_pot", "P-003", "there is nothing in the pot to score")
