"""The story of a session: which steps are told as one, and the sentences about them with their events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.core.port import EventContext, Told, Words

if TYPE_CHECKING:
    from defiance_qt.core.session import Session


def seat(session: Session, step: int, words: Words) -> str:
    """Return who has acted in a step; "" in a game that does not name its seats."""
    return seat_name(session.timeline.step(step).seat, words)


def seat_name(seat: str, words: Words) -> str:
    """Return the name of a seat, "" where the game has no text for it."""
    key = f"seat.{seat}"
    return words(key) if key in words else ""


def chapter(session: Session, step: int, words: Words) -> str:
    """Return the name of the chapter of a step, the title of a game without chapters."""
    game, state = session.game_at(step), session.timeline.state_at(step)
    progress, summary = game.progress(state, words), game.summary(state)
    if progress is not None and progress.name:
        return progress.name
    return words(summary.progress, **summary.values) if summary.progress else words(summary.title)


def joins(session: Session, step: int) -> bool:
    """Return whether a step is told as one with the step before it."""
    timeline = session.timeline
    parent = timeline.parent(step)
    if parent is None or timeline.parent(parent) is None:
        return False
    earlier, later = timeline.step(parent).events, timeline.step(step).events
    return session.game_at(step).joins(earlier, timeline.state_at(parent), later)


def stretch(session: Session, step: int) -> tuple[int, ...]:
    """Return the steps up to this one that are told as one with it."""
    steps = [step]
    while joins(session, steps[-1]):
        parent = session.timeline.parent(steps[-1])
        assert parent is not None
        steps.append(parent)
    return tuple(reversed(steps))


def told(session: Session, steps: Sequence[int], words: Words) -> tuple[tuple[Told, tuple[EventContext, ...]], ...]:
    """Return the sentences about steps that are told as one, each with its events."""
    events = tuple(session.event_contexts(steps))
    sentences = session.game_at(steps[-1]).tell(events, words)
    begins = [*(one.first for one in sentences), len(events)]
    return tuple((one, events[one.first : begins[at + 1]]) for at, one in enumerate(sentences))


def spans(text: str, names: Sequence[tuple[str, str]]) -> tuple[tuple[int, int, str], ...]:
    """Return where the names are in a text: start, length and side of each. The longest name at a place counts, and
    only as a whole word."""
    sides = dict(names)
    if not sides:
        return ()
    longest = "|".join(re.escape(name) for name in sorted(sides, key=len, reverse=True))
    found = re.finditer(rf"(?<!\w)(?:{longest})(?!\w)", text)
    return tuple((one.start(), len(one[0]), sides[one[0]]) for one in found)
