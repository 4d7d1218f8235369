"""What each event does to the state. Nothing here checks a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from defiance_qt.api import port

from . import state as s
from .state import Scores, State

OLD = {"own.dice": "team.dice", "rival.dice": "enemy.dice"}  # the kinds of chance as older saves call them


def _emptied(state: State, event: s.PotLost | s.Scored) -> State:
    """Return the state without a pot: its points, or none and perhaps no score either, are the seat's."""
    points = event.points if isinstance(event, s.Scored) else -state.scores[event.seat] if event.all else 0
    own, rival = (score + points * (seat == event.seat) for seat, score in enumerate(state.scores))
    return replace(state, pot=0, scores=Scores(own, rival))


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    s.GameBegan: lambda state, event: replace(
        state,
        setup=event.setup,
        target=event.target,
        answers={OLD.get(key, key): who for key, who in event.answers.items()},
    ),
    s.TurnBegan: lambda state, event: replace(state, seat=event.seat, turn=event.turn, pot=0, faces=()),
    s.RivalDecided: lambda state, event: state,
    s.RollOpened: lambda state, event: replace(state, asked=event.dice, faces=()),
    s.DiceRolled: lambda state, event: replace(state, asked=0, faces=event.faces, chance=state.chance + 1),
    s.PotGrew: lambda state, event: replace(state, pot=state.pot + event.points),
    s.PotLost: _emptied,
    s.Scored: _emptied,
    s.GameEnded: lambda state, event: replace(state, result=event.result),
    port.AnswerSet: lambda state, event: port.applied(state, replace(event, key=OLD.get(event.key, event.key))),
    port.Overruled: port.applied,
}
