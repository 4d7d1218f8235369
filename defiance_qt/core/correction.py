"""A wrong entry some steps back, corrected, with what followed played again on a branch of its own."""

from __future__ import annotations

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.core.system import Command


class Correction(msgspec.Struct, frozen=True):
    """How far a correction came. `kept` of the steps that followed were played again; the first one that the rules now
    refuse is in `refused` with the reason in `why`, and both are None when all were kept."""

    kept: int
    refused: Command | None
    why: Illegal | None


def correct(session: Session, step: int, command: Command, name: str = "") -> Correction:
    """Give `command` in place of the one given in `step`, and repeat what followed it on its line. Dice and cards fall
    as they fell, wherever they are still asked for.

    The old line stays; the new one is a branch with this name. Raises `Illegal` if there is no such step, if it is the
    set-up, or if the command is refused; then nothing has happened.
    """
    timeline = session.timeline
    before = timeline.parent(step) if timeline.holds(step) else None
    if before is None:
        raise Illegal("no_such_step", "", f"Step {step} cannot be corrected.")
    session.game.decide(timeline.state_at(before), command)
    following = timeline.onward(step)
    session.fork(before, name)
    session.submit(command, timeline.step(step).commands[1:])
    for kept, number in enumerate(following):
        again, *answers = timeline.step(number).commands
        try:
            session.submit(again, answers)
        except Illegal as why:
            return Correction(kept, again, why)
    return Correction(len(following), None, None)
