"""`evolve(state, event)` returns the state after an event. It checks no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from .state import (
    SIDES,
    AnswerSet,
    DiceRolled,
    Event,
    GameBegan,
    GameEnded,
    Overruled,
    PotGrew,
    PotLost,
    RivalDecided,
    RollOpened,
    Scored,
    State,
    TurnBegan,
)


def evolve(state: State, event: Event) -> State:
    return BY_TYPE[type(event)](state, event)


def _began(state: State, event: GameBegan) -> State:
    return replace(state, setup=event.setup, target=event.target, answers=event.answers)


def _turn(state: State, event: TurnBegan) -> State:
    return replace(state, seat=event.seat, turn=event.turn, pot=0, faces=())


def _opened(state: State, event: RollOpened) -> State:
    return replace(state, asked=event.dice, faces=())


def _rolled(state: State, event: DiceRolled) -> State:
    return replace(state, asked=0, faces=event.faces, chance=state.chance + 1)


def _grew(state: State, event: PotGrew) -> State:
    return replace(state, pot=state.pot + event.points)


def _lost(state: State, event: PotLost) -> State:
    return replace(state, pot=0, scores=_with(state, event.seat, 0) if event.all else state.scores)


def _scored(state: State, event: Scored) -> State:
    return replace(state, pot=0, scores=_with(state, event.seat, state.scores[event.seat] + event.points))


def _with(state: State, seat: int, score: int) -> tuple[int, int]:
    return (score, state.scores[1]) if seat == 0 else (state.scores[0], score)


def _answer(state: State, event: AnswerSet) -> State:
    return replace(state, answers={**state.answers, event.key: event.who})


def _overruled(state: State, event: Overruled) -> State:
    own, rival = (event.values.get(f"scores.{side}", score) for side, score in zip(SIDES, state.scores, strict=True))
    return replace(state, scores=(own, rival), pot=event.values.get("pot", state.pot))


def _ended(state: State, event: GameEnded) -> State:
    return replace(state, result=event.result)


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    GameBegan: _began,
    TurnBegan: _turn,
    RivalDecided: lambda state, event: state,
    RollOpened: _opened,
    DiceRolled: _rolled,
    PotGrew: _grew,
    PotLost: _lost,
    Scored: _scored,
    AnswerSet: _answer,
    Overruled: _overruled,
    GameEnded: _ended,
}
