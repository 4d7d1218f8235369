"""Sittings are told apart by the pauses between steps."""

from __future__ import annotations

from defiance_qt.core.session import Session
from defiance_qt.core.sittings import PAUSE, last_sitting
from tests.core.toy import Hold, PigGame, Roll, pig_setup


def test_a_sitting_ends_where_nothing_was_played_for_long() -> None:
    times = iter((0.0, 60.0, 60.0 + PAUSE, 70.0 + PAUSE, 80.0 + PAUSE, 90.0 + 9 * PAUSE))
    session = Session.start(PigGame(), pig_setup(7, target=1000), clock=lambda: next(times))
    for command in (Roll(1), Hold(), Roll(1), Hold()):
        session.submit(command)
    assert last_sitting(session) == (), "the game was begun in this session"
    session.opened_with = len(session.timeline)
    assert last_sitting(session) == (2, 3, 4)
    session.submit(Roll(1))
    assert last_sitting(session) == (2, 3, 4), "what is played now is no earlier sitting"
    session.look(1)
    assert last_sitting(session) == (2, 3, 4), "the game stands where it did"
