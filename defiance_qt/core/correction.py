"""Corrects a wrong entry some steps back and replays the steps after it on a new branch."""

from __future__ import annotations

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command
from defiance_qt.core.session import Session


class Correction(msgspec.Struct, frozen=True):
    """The result of a correction. `kept` is the number of later steps that were replayed.

    `refused` is the first command that the rules now refuse and `why` the reason; both are None if all steps were kept.
    """

    kept: int
    refused: Command | None
    why: Illegal | None


def correct(session: Session, step: int, command: Command, name: str = "") -> Correction:
    """Replace the command of `step` with `command` and replay the steps after it. Dice and cards keep their results
    wherever they are still requested.

    The old line is unchanged; the new one is a branch with this name. Raises `Illegal` if the step does not exist, is
    the set-up, or if the command is refused; in these cases nothing has changed.
    """
    timeline = session.timeline
    before = timeline.parent(step) if timeline.holds(step) else None
    if before is None:
        raise Illegal("no_such_step", "", f"There is no step {step} to correct.", step=step)
    session.game.decide(timeline.state_at(before), command)
    following = timeline.onward(step)
    session.fork(before, name)
    session.submit(command, answers=_parted(session, step)[1], seat=timeline.step(step).seat)
    for kept, number in enumerate(following):
        commands, answers = _parted(session, number)
        try:
            session.submit(*commands, answers=answers, seat=timeline.step(number).seat)
        except Illegal as why:
            return Correction(kept, commands[0], why)
    return Correction(len(following), None, None)


def _parted(session: Session, step: int) -> tuple[list[Command], list[Command]]:
    """Split the commands of a step into those that were submitted and the app's answers to chance."""
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
