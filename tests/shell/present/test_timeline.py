"""The timeline's view model: which branches people see."""

from __future__ import annotations

from defiance_qt.core.session import Session
from defiance_qt.shell.present.timeline import TimelineMarks
from tests.core.toy import EnterDice, Hold, PigGame, Roll, SetAnswer, Shouted, pig_setup


def new(*commands: object) -> tuple[Session, TimelineMarks]:
    session = Session.start(PigGame(), pig_setup(), clock=lambda: 0.0)
    session.play(commands)
    return session, TimelineMarks(session, Shouted())


def test_a_change_of_mind_shows_no_branch() -> None:
    session, marks = new(Roll(1), Hold())
    session.undo()
    session.submit(SetAnswer(True))
    assert marks.view().branches == ()
    session.checkpoint("here", 2)
    assert [one.tip for one in marks.view().branches] == [2], "what the user named is there"


def test_dice_that_fell_stay_as_a_branch() -> None:
    session, marks = new(SetAnswer(False), Roll(1), EnterDice((4,)))
    session.jump(1)
    session.submit(SetAnswer(True))
    (branch,) = marks.view().branches
    assert (branch.depth, branch.length, branch.tip) == (1, 2, 3)


def test_a_branch_from_a_replaced_act_leaves_the_line_where_that_did() -> None:
    session, marks = new(Roll(1), Hold(), Roll(2))
    session.jump(2)
    session.submit(Roll(1))
    session.jump(1)
    session.submit(Roll(3))
    first, second = marks.view().branches
    assert (first.depth, first.tip) == (1, 3)
    assert (second.depth, second.length, second.tip) == (1, 2, 4)
