"""A wrong entry, corrected some steps later."""

from __future__ import annotations

import pytest

from defiance_qt.core.correction import correct
from defiance_qt.core.errors import Illegal
from tests.core.test_session import new
from tests.core.toy import EnterDice, Hold, PigGame, Roll, SetAnswer


def test_what_followed_is_kept() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,)), Roll(1), EnterDice((3,)), Hold()])
    done = correct(session, 3, EnterDice((2,)), "it was a 2")
    assert (done.kept, done.refused, done.why) == (3, None, None)
    assert session.state.scores == (5, 0)
    assert session.timeline.branch(session.head).name == "it was a 2"
    session.jump(6)
    assert session.state.scores == (9, 0)


def test_it_stops_where_the_rules_refuse() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,)), Hold(), Roll(2)])
    done = correct(session, 3, EnterDice((1,)))
    assert (done.kept, done.refused) == (0, Hold())
    assert done.why is not None
    assert done.why.code == "nothing_to_hold"
    assert session.state.seat == 1


def test_dice_fall_as_they_fell() -> None:
    session = new(seed=11)
    session.dice_after_undo = "fresh"
    session.play([SetAnswer(True), Roll(2), Roll(3)])
    first, second = session.timeline.step(2).commands[1], session.timeline.step(3).commands[1]
    correct(session, 2, Roll(1))
    assert session.timeline.step(session.head).commands[1] == second
    correct(session, 2, Roll(2))
    assert session.timeline.step(session.head - 1).commands[1] == first


def test_a_line_not_current_is_followed_too() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,)), Hold()])
    session.jump(1)
    session.play([Roll(3)])
    assert correct(session, 3, EnterDice((5,))).kept == 1
    assert session.state.scores == (5, 0)


def test_a_refused_correction_changes_nothing() -> None:
    session = new()
    session.play([Roll(1), SetAnswer(True)])
    before = session.timeline.entries
    for step, command, code in (
        (0, Roll(1), "no_such_step"),
        (9, Roll(1), "no_such_step"),
        (1, Hold(), "nothing_to_hold"),
    ):
        with pytest.raises(Illegal) as refused:
            correct(session, step, command)
        assert refused.value.code == code
    assert (session.timeline.entries, session.head) == (before, 2)
    assert isinstance(session.game, PigGame)
