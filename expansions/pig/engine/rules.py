"""The rules of the game: `legal` lists the commands, `decide` returns a command's events. Pure; raises `Illegal`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from defiance_qt.api import Illegal, port

from . import state as s
from .evolve import evolve
from .state import KINDS, Command, Event, State, kind_of, values

FACES = tuple(range(1, 7))
MOST = 999


@dataclass(frozen=True)
class Rules:
    """Constants of a session: the setup, the edition options, the target, the rival's patience, the faces of the die,
    and what packs make of the points of a roll (`modify_points`)."""

    setup: port.Setup
    switches: Mapping[str, str]
    target: int
    patience: int
    faces: tuple[int, ...] = FACES
    modifiers: tuple[Callable[[tuple[int, ...]], int], ...] = ()

    @property
    def dice(self) -> int:
        return 2 if self.switches["dice"] == "two" else 1

    def points(self, faces: tuple[int, ...]) -> int:
        """Return the points of a roll without a one, as packs change them."""
        return max(0, sum(faces) + sum(modify(faces) for modify in self.modifiers))


def start(rules: Rules) -> Sequence[Event]:
    """Return the events of the first step."""
    return (s.GameBegan(rules.setup, rules.target, dict(rules.setup.options.get("answers", {}))), s.TurnBegan(0, 1))


def legal(state: State) -> tuple[Command, ...]:
    """Return the legal commands. Entering dice, settings and corrections are not listed."""
    if state.result is not None or state.asked:
        return ()
    if state.seat:
        return (s.Proceed(),)
    return (s.Roll(), s.Hold()) if state.pot else (s.Roll(),)


def decide(rules: Rules, state: State, command: Command) -> list[Event]:
    """Return the events that the command causes. Raises `Illegal`."""
    if isinstance(command, port.SetAnswer):
        if kind_of(command.key) not in KINDS:
            raise Illegal("unknown_chance", "P-007", f"{command.key!r} is not rolled here", name=command.key)
        return [port.AnswerSet(command.key, command.who, ("P-007",))]
    if state.result is not None:
        raise Illegal("game_over", "P-004", "the game is over")
    if isinstance(command, s.Overrule):
        return _overrule(rules, state, command)
    if isinstance(command, s.EnterDice):
        return _enter(rules, state, command)
    if state.asked:
        raise Illegal("dice_first", "P-001", "the dice have to be rolled first")
    if command not in legal(state):
        raise _refusal(state, command)
    if isinstance(command, s.Hold):
        return _hold(rules, state)
    if isinstance(command, s.Proceed):
        return _rival(rules, state)
    return [s.RollOpened(0, rules.dice)]


def _refusal(state: State, command: Command) -> Illegal:
    if isinstance(command, s.Proceed):
        return Illegal("your_turn", "P-001", "it is the player's turn")
    if state.seat:
        return Illegal("rivals_turn", "P-005", "it is the rival's turn")
    return Illegal("empty_pot", "P-003", "there is nothing in the pot to score")


def _hold(rules: Rules, state: State) -> list[Event]:
    """Score the pot, then end the game or pass the turn (P-003, P-004)."""
    seat = state.seat
    events: list[Event] = [s.Scored(seat, state.pot)]
    if state.scores[seat] + state.pot >= rules.target:
        return [*events, s.GameEnded("defeat" if seat else "victory")]
    return [*events, _pass(state)]


def _pass(state: State) -> s.TurnBegan:
    return s.TurnBegan(1 - state.seat, state.turn + (1 if state.seat else 0))


def _rival(rules: Rules, state: State) -> list[Event]:
    """Decide for the rival: hold if that wins or the pot is large enough, else roll (P-005)."""
    enough = min(rules.patience, max(1, rules.target - state.scores[1]))
    decided = s.RivalDecided(state.pot >= enough, state.pot, enough)
    return [decided, *(_hold(rules, state) if decided.holds else [s.RollOpened(1, rules.dice)])]


def _enter(rules: Rules, state: State, command: s.EnterDice) -> list[Event]:
    """Apply entered dice. A one loses the pot and ends the turn (P-002). Two ones also lose the score if the edition
    option `double_one` is "all" (P-006)."""
    if not state.asked:
        raise Illegal("no_dice_asked", "P-001", "no dice are asked for now")
    if len(command.faces) != state.asked or not set(command.faces) <= set(rules.faces):
        raise Illegal("wrong_dice", "P-001", f"{state.asked} faces of the die are asked for", asked=state.asked)
    typed = state.answers.get(KINDS[state.seat]) == "person"
    rolled = s.DiceRolled(state.seat, command.faces, typed)
    ones = command.faces.count(1)
    if not ones:
        return [rolled, s.PotGrew(state.seat, rules.points(command.faces))]
    everything = ones == 2 and rules.switches["double_one"] == "all"
    rule = ("P-006",) if everything else ("P-002",)
    return [rolled, s.PotLost(state.seat, state.pot, everything, rule), _pass(state)]


def _overrule(rules: Rules, state: State, command: s.Overrule) -> list[Event]:
    known = values(state)
    for path, value in command.values.items():
        if path not in known:
            raise Illegal("unknown_path", "P-007", f"nothing here is called {path!r}", path=path)
        if not 0 <= value <= MOST:
            raise Illegal("wrong_value", "P-007", f"{path} cannot be {value!r}", path=path)
    event = s.Overruled(command.values, command.reason)
    if broken(rules, evolve(state, event)):
        raise Illegal("impossible", "P-004", "the game would be over without having ended")
    return [event]


def broken(rules: Rules, state: State) -> list[str]:
    """Return a sentence for each violated invariant."""
    found = []
    if min(*state.scores, state.pot) < 0:
        found.append("a score or the pot is negative")
    if state.result is None and max(state.scores) >= rules.target:
        found.append("a seat has reached the target and the game goes on")
    return found
