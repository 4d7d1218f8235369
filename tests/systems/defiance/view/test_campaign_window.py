"""The window of a campaign: from one mission to the next, and back along the timeline."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.present.names import rules_of
from tests.systems.defiance.view.campaigns import begun, campaign, lose, win_extraction
from tests.systems.defiance.view.hands import defiance_view

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def through(table: object) -> None:
    """Finish every step until the next mission can begin."""
    session = table.session  # type: ignore[attr-defined]
    for _ in range(60):
        legal = session.legal()
        if c.BeginMission() in legal:
            return
        first = c.FinishStep() if c.FinishStep() in legal else legal[0]
        session.submit(first)
        QApplication.processEvents()


@pytest.mark.rule("R-282")
def test_the_board_follows_the_mission_and_the_timeline(window: Window) -> None:
    """From the first mission to the second, and back by the timeline, with the right board under every state."""
    table = campaign(window)
    session, view = table.session, defiance_view(table)
    first = rules_of(session).board
    assert view.board.board is first
    win_extraction(session)
    assert session.state.between
    between = session.head
    through(table)
    begun(session)
    assert session.state.mission_id == "dead_air"
    second = rules_of(session).board
    assert view.board.board is second is not first
    assert set(view.board.tokens) >= {one.id for one in session.state.team.values() if one.space}
    QTest.qWait(300)
    last = session.head
    table.presenter.jump(between)
    assert view.board.board is first
    assert not view.board.tokens
    table.presenter.jump(last)
    assert view.board.board is second
    for _ in range(3):
        table.presenter.undo()
    table.presenter.to_depth(0)
    assert view.board.board is first
    window.change(theme="light", language="es")
    QApplication.processEvents()


@pytest.mark.rule("R-284")
def test_every_command_between_missions_has_a_button(window: Window) -> None:
    """Without a panel of its own a step is played with the plain buttons of the question."""
    table = campaign(window)
    win_extraction(table.session)
    while c.BeginMission() not in table.session.legal():
        question = table.presenter.frame.question
        assert question is not None
        assert {choice.command for choice in question.choices} == set(table.session.legal())
        table.session.submit(c.FinishStep() if c.FinishStep() in table.session.legal() else table.session.legal()[0])


def test_a_lost_mission_asks_what_follows(window: Window) -> None:
    table = campaign(window)
    lose(table.session)
    question = table.presenter.frame.question
    assert question is not None
    assert [choice.command for choice in question.choices] == [c.PlayAgain(), c.AcceptDefeat()]
    board = defiance_view(table).board
    table.session.submit(c.PlayAgain())
    assert board.board is rules_of(table.session).board
    assert table.session.state.round == 0
