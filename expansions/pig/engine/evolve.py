"""`evolve(state, event)` returns the state after an event. It checks no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from defiance_qt.api import port

from . import state as s
from .state import SIDES, Event, State, kind_of


def evolve(state: State, event: Event) -> State:
    return BY_TYPE[type(event)](state, event)


def _began(state: State, event: s.GameBegan) -> State:
    answers = {kind_of(key): who for key, who in event.answers.items()}
    return replace(state, setup=event.setup, target=event.target, answers=answers)


def _lost(state: State, event: s.PotLost) -> State:
    return replace(state, pot=0, scores=_with(state, event.seat, 0) if event.all else state.scores)


def _scored(state: State, event: s.Scored) -> State:
    return replace(state, pot=0, scores=_with(state, event.seat, state.scores[event.seat] + event.points))


def _with(state: State, seat: int, score: int) -> tuple[int, int]:
    return (score, state.scores[1]) if seat == 0 else (state.scores[0], score)


def _overruled(state: State, event: s.Overruled) -> State:
    own, rival = (event.values.get(f"scores.{side}", score) for side, score in zip(SIDES, state.scores, strict=True))
    return replace(state, scores=(own, rival), pot=event.values.get("pot", state.pot))


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    s.GameBegan: _began,
    s.TurnBegan: lambda state, event: replace(state, seat=event.seat, turn=event.turn, pot=0, faces=()),
    s.RivalDecided: lambda state, event: state,
    s.RollOpened: lambda state, event: replace(state, asked=event.dice, faces=()),
    s.DiceRolled: lambda state, event: replace(state, asked=0, faces=event.faces, chance=state.chance + 1),
    s.PotGrew: lambda state, event: replace(state, pot=state.pot + event.points),
    s.PotLost: _lost,
    s.Scored: _scored,
    port.AnswerSet: lambda state, event: replace(state, answers={**state.answers, kind_of(event.key): event.who}),
    s.Overruled: _overruled,
    s.GameEnded: lambda state, event: replace(state, result=event.result),
}
