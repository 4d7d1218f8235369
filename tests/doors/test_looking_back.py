"""Earlier steps on the timeline, for every game: what the pointer and the keyboard show of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

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
