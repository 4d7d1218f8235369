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
        raise Illegal("no_such_step", "", f"There is no step {step} to correct.", step=step)
    session.game.decide(timeline.state_at(before), command)
    following = timeline.onward(step)
    session.fork(before, name)
    session.submit(command, answers=_parted(session, step)[1])
    for kept, number in enumerate(following):
        commands, answers = _parted(session, number)
        try:
            session.submit(*commands, answers=answers)
        except Illegal as why:
            return Correction(kept, commands[0], why)
    return Correction(len(following), None, None)


def _parted(session: Session, step: int) -> tuple[list[Command], list[Command]]:
    """The commands of a step that were submitted, and the answers of chance among them."""
    game, timeline = session.game, session.timeline
    state = timeline.state_at(timeline.parent(step) or 0)
    commands: list[Command] = []
    answers: list[Command] = []
    for one in timeline.step(step).commands:
        request = game.request(state)
        asked = request is not None and request.by_app
        (answers if asked else commands).append(one)
        state, _ = game.step(state, one)
    return commands, answers
