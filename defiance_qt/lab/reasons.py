"""The turn of an Enemy Unit, found in a session and explained as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from defiance_qt.core.session import Session, Told
from defiance_qt.engine import events as e
from defiance_qt.engine.frames import UnitActivation
from defiance_qt.engine.game import DefianceGame
from defiance_qt.engine.state import State
from defiance_qt.engine.words import Words
from defiance_qt.engine.words.reasons import explain_activation


def enemy_turn(session: Session, step: int, words: Words) -> tuple[str, ...]:
    """The Activation of the Unit that acts in a step, in prose: from its beginning, as far as the line through the step
    goes; () when no Unit acts there. Raises `Illegal` ("no_such_step")."""
    session.label(step)
    rules = cast(DefianceGame, session.game).rules
    return explain_activation(_turn(session, step), words, rules)


def _turn(session: Session, step: int) -> Iterator[Told]:
    """The events of the Unit's Activation: from the card that is turned to its end."""
    timeline = session.timeline
    path = [step]
    while (parent := timeline.parent(path[-1])) is not None and _acting(timeline.state_at(parent)):
        path.append(parent)
    if not any(isinstance(event, e.UnitActivated) for event in timeline.step(path[-1]).events):
        return
    within = False
    for told in session.tell([*path[::-1], *timeline.onward(step)]):
        within = within or isinstance(told.event, e.UnitActivated)
        if within:
            yield told
        if within and isinstance(told.event, e.UnitActivationEnded):
            return


def _acting(state: State) -> bool:
    """Whether a Unit is in the middle of its Activation."""
    return any(isinstance(frame, UnitActivation) for frame in state.agenda)
