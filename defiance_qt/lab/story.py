"""A game told in sentences, line by line: what happened, and on demand why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from defiance_qt.core.session import Session, Told
from defiance_qt.core.system import Reason
from defiance_qt.engine import events as e
from defiance_qt.engine.words import Words


def story(session: Session, words: Words, *, to: int | None = None, why: bool = False) -> Iterator[str]:
    """The lines of the game up to the head, or up to a step. With `why` each ends in its rule ids, and an Enemy's
    Instruction is followed by its candidates. Raises `Illegal` ("no_such_step")."""
    if to is not None:
        session.label(to)
    for told in session.tell(session.timeline.path if to is None else path_to(session, to)):
        yield from lines(session, told, words, why)


def path_to(session: Session, step: int) -> list[int]:
    """The steps from the first to this one."""
    path = [step]
    while (parent := session.timeline.parent(path[-1])) is not None:
        path.append(parent)
    return path[::-1]


def lines(session: Session, told: Told, words: Words, why: bool = False) -> Iterator[str]:
    """The lines of one event: none when it is bookkeeping."""
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
    for line in reason.words:
        if line != sentence:
            yield f"      {line}"
