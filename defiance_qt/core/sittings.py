"""Sittings: what was played without a long pause. The steps of a game have their time, so nothing else is stored."""

from __future__ import annotations

from defiance_qt.core.accounts import path_to
from defiance_qt.core.session import Session

PAUSE = 60 * 60
"""Seconds without a step after which another sitting begins."""


def last_sitting(session: Session) -> tuple[int, ...]:
    """Return the steps of the last sitting before the session was opened, on the way to where the game stands and
    without the set-up; none for a game that was begun in this session."""
    timeline = session.timeline
    path = [step for step in path_to(session, session.stands) if 0 < step < session.opened_with]
    first = max(0, len(path) - 1)
    while first > 0 and timeline.step(path[first]).at - timeline.step(path[first - 1]).at < PAUSE:
        first -= 1
    return tuple(path[first:])
