"""Earlier steps on the timeline, for every game: what the pointer and the keyboard show of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import make_bot
from defiance_qt.shell.dialogs.branches import BranchesDialog
from defiance_qt.shell.dialogs.text import TextDialog
from defiance_qt.shell.open_table import OpenTable
from tests.doors.games import GAMES, Played
from tests.doors.test_correct import played

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
EACH = pytest.mark.parametrize("game", GAMES, ids=[game.system for game in GAMES])
ABOVE = 4  # over the lane of the branches


@EACH
def test_a_step_is_seen_under_the_pointer(game: Played, tmp_path: Path) -> None:
    with played(game, 24) as session:
        table = OpenTable(session, tmp_path, "en", "dark", (1280, 800))
        track, sheets = table._table.timeline.track, table._table.sheets
        for step in range(session.head + 1):
            QTest.mouseMove(track, QPoint(round(track._x(step)), ABOVE))
            glance = sheets.glance
            board = sheets.boards.at(step)
            assert glance.isVisible()
            assert glance.view.title.startswith(f"Step {step}")
            assert glance.view.lines or step == 0
            assert glance.picture.isVisible() is (board is not None and bool(board.ground))
            assert table._table.rect().contains(glance.geometry())
        assert session.head == session.stands
        QApplication.sendEvent(track, QEvent(QEvent.Type.Leave))
        assert not sheets.glance.isVisible()
        assert table.failed == []
        table.close()


@EACH
def test_keys_go_from_mark_to_mark(game: Played, tmp_path: Path) -> None:
    with played(game, 24) as session:
        session.checkpoint("here", 3)
        session.checkpoint("there", 5)
        table = OpenTable(session, tmp_path, "en", "dark", (1280, 800))
        track, sheets = table._table.timeline.track, table._table.sheets
        track.setFocus()
        while not sheets.glance.isVisible() or "there" not in sheets.glance.view.marks:
            QTest.keyClick(track, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
        assert any("There." in one for one in table._table.announced)
        table._table.cancel()
        assert not sheets.glance.isVisible()
        while not sheets.glance.isVisible() or "here" not in sheets.glance.view.marks:
            QTest.keyClick(track, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
        assert session.head == session.stands
        QTest.keyClick(track, Qt.Key.Key_Return)
        assert (session.head, session.looking) == (3, True)
        assert not sheets.glance.isVisible()
        assert table.failed == []
        table.close()


def forked(game: Played) -> Session:
    """Return a game with a branch that was played on."""
    session = played(game, 24)
    session.fork(session.timeline.line[6], "a try")
    bot = make_bot("random", 5, game.system)
    for _ in range(12):
        if session.result is None:
            session.submit(bot.choose(session.game, session.state, session.legal()), seat=session.prompt.seat)
    return session


@EACH
def test_two_branches_are_compared_renamed_and_looked_at(game: Played, tmp_path: Path) -> None:
    with forked(game) as session:
        table = OpenTable(session, tmp_path, "en", "dark", (1280, 800))
        stands = session.head
        table._table.named_actions["time.branches"].trigger()
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, BranchesDialog)
        names = [dialog.list.rows.row(place).name for place in range(dialog.list.rows.rowCount())]
        assert names == ["a try", "First line"]
        assert dialog.pictures.isVisible() is dialog.boards[0].isVisible()
        assert dialog.pictures.isVisible() is table._table.sheets.boards.there
        for _ in dialog._moments:
            QTest.keyClick(dialog.list, Qt.Key.Key_Left)
        assert not dialog.back.isEnabled()
        assert dialog.moment.text() == "Where they part, step 6"
        assert dialog.facts.rowCount() > 3
        for _ in dialog._moments:
            QTest.keyClick(dialog.list, Qt.Key.Key_Right)
        assert not dialog.forward.isEnabled()
        dialog.rename.click()
        asked = QApplication.activeModalWidget()
        assert isinstance(asked, TextDialog)
        asked.field.setText("the first idea")
        asked.ok.click()
        assert session.timeline.branches[0].name == "the first idea"
        assert [title.text() for title in dialog.titles] == ["a try", "the first idea"]
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
        assert not dialog.isVisible()
        assert (session.head, session.stands) == (session.timeline.branches[0].tip, stands)
        assert table.failed == []
        table.close()
