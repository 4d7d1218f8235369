"""The story of the game in the sentences of a storyteller, over the exact events.

`teller` groups events into sentences; `fights` and `course` hold the sentences themselves. The texts have the keys
"tell.…". The figures of a roll stay with the exact events, one click away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from defiance_qt.core.port import EventContext, Told, Words
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.telling.course import COURSE
from defiance_qt.systems.defiance.tell.telling.fights import FIGHTS
from defiance_qt.systems.defiance.tell.telling.teller import Teller

Wounds = Callable[[State, str], int]

# Frames in which a sentence is under way: it ends with them.
_UNDER_WAY = (f.Roll, f.Console, f.Draw, f.Pick, f.Effects)
_BOOKKEEPING = (e.FrameOpened, e.FrameSet, e.FrameClosed, e.StepDone, e.TurnPassed)
_BEGINNINGS = (e.ActivationBegan, e.PointsGained)
_WALKING = (e.Moved, e.PointsGained, e.ActionSpent)


def tell(events: Sequence[EventContext], words: Words, wounds: Wounds) -> tuple[Told, ...]:
    """Return the sentences about the events of steps that are told as one."""
    return Teller(events, words, wounds, {**COURSE, **FIGHTS}).told()


def joins(earlier: Sequence[e.Event], between: State, later: Sequence[e.Event]) -> bool:
    """Return whether a step goes on with what the step before it tells: a roll, a Console, a walk, an Activation that
    has only begun, the places of the team."""
    last = next((one for one in reversed(earlier) if not isinstance(one, _BOOKKEEPING)), None)
    first = next((one for one in later if not isinstance(one, _BOOKKEEPING)), None)
    if first is None or last is None:
        return first is None
    if any(isinstance(frame, _UNDER_WAY) for frame in between.agenda):
        return True
    if isinstance(first, e.ActivationEnded) or isinstance(last, _BEGINNINGS):
        return True
    if isinstance(last, e.CharacterDeployed):
        return isinstance(first, e.CharacterDeployed)
    if isinstance(last, e.Moved) and isinstance(first, _WALKING):
        walks = first.figure if isinstance(first, e.Moved) else first.character
        return walks == last.figure and getattr(first, "action", "move") == "move"
    return False
