"""A game told in sentences, line by line: what happened, and on demand why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from defiance_qt.core.session import Session, Told
from defiance_qt.core.system import Reason
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.words import Words
from defiance_qt.systems.defiance.engine.words.turns import printed, unit_turn

# Events whose reasons the explained turn of a Unit holds.
EXPLAINED = (e.AiCardRevealed, e.InstructionChosen, e.InstructionSkipped, e.RandomPicked, e.Moved)


def story(session: Session, words: Words, *, to: int | None = None, why: bool = False) -> Iterator[str]:
    """The lines of the game up to the head, or up to a step. With `why` each ends in its rule ids and is followed by
    its reasons; a Unit's Activation is followed by the whole of its turn explained. Raises `Illegal` ("no_such_step").
    """
    if to is not None:
        session.label(to)
    path = tuple(session.timeline.path) if to is None else tuple(path_to(session, to))
    in_turn = False
    for told in session.tell(path):
        in_turn = not isinstance(told.event, e.UnitActivationEnded) and (
            in_turn or isinstance(told.event, e.UnitActivated)
        )
        yield from lines(session, told, words, why, in_turn and isinstance(told.event, EXPLAINED))
        if why and isinstance(told.event, e.UnitActivated):
            turn = unit_turn(session, path, told.step, words, told.place)
            if turn is not None:
                yield from ("", *printed(turn, words, "    "), "")


def path_to(session: Session, step: int) -> list[int]:
    """The steps from the first to this one."""
    path = [step]
    while (parent := session.timeline.parent(path[-1])) is not None:
        path.append(parent)
    return path[::-1]


def lines(session: Session, told: Told, words: Words, why: bool = False, brief: bool = False) -> Iterator[str]:
    """The lines of one event: none when it is bookkeeping. `brief`: its reasons stand somewhere else already."""
    event: Any = told.event
    sentence = session.game.narrate(event, told.after, words)
    if not sentence:
        return
    heading = isinstance(event, e.RoundBegan)
    if heading:
        yield ""
    reason = session.game.why(event, told.before, words) if why else Reason((), ())
    text = f"{sentence}  [{' '.join(reason.rules)}]" if reason.rules else sentence
    yield text if heading or isinstance(event, e.MissionSetUp | e.GameEnded) else f"  {text}"
    for line in () if brief else reason.words:
        if line != sentence:
            yield f"      {line}"
