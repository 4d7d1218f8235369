"""The dialog that corrects an earlier step, for every game: what was meant, what becomes of the later steps, a yes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.core.port import Piece
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import make_bot
from defiance_qt.shell.boards import AROUND, area, elsewhere
from defiance_qt.shell.dialogs.correct import Asked, CorrectDialog
from defiance_qt.shell.open_table import OpenTable
from defiance_qt.shell.present.correcting import step_parts
from defiance_qt.shell.present.values import LineView
from defiance_qt.systems.defiance.engine import commands as c
from tests.doors.games import GAMES, Played
from tests.waiting import eventually

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
EACH = pytest.mark.parametrize("game", GAMES, ids=[game.system for game in GAMES])


def played(game: Played, steps: int) -> Session:
    session = Session.new(game.system, mission=game.scenario, seed=3, journal=False)
    bot = make_bot("random", 3, game.system)
    while session.result is None and session.head < steps:
        session.submit(bot.choose(session.game, session.state, session.legal()), seat=session.prompt.seat)
    return session


def opened(table: OpenTable, step: int) -> CorrectDialog:
    table._table.sheets.correct(LineView(step, 0, "", "", ""))
    table.settle()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CorrectDialog)
    return dialog


@EACH
def test_a_step_is_corrected_in_the_window_with_a_yes(game: Played, tmp_path: Path) -> None:
    with played(game, 24) as session:
        table = OpenTable(session, tmp_path, "en", "dark", (1280, 800))
        words = session.words("en")
        line = tuple(session.timeline.line)
        step = next(one for one in line[1:] if step_parts(session, one, words)[0].choices)
        dialog = opened(table, step)
        assert not dialog.yes.isEnabled()
        dialog.list.setCurrentRow(0)
        eventually(lambda: dialog.found is not None, "the preview")
        assert dialog.found is not None
        made = dialog.found.correction
        assert dialog.counts["stays"].text() == f"✓ {made.counts['stays']} of {made.later} stay"
        assert len(dialog.found.fates) == len(made.lines)
        assert tuple(session.timeline.line) == line
        assert bool(dialog.boards) is (session.host.pictures("en", session.game) is not None)
        dialog.note.setText("as we saw")
        dialog.grab()
        QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        table.settle()
        assert QApplication.activeModalWidget() is None
        assert session.state == made.state
        assert ("as we saw",) in session.timeline.notes.values()
        assert session.verify().ok
        assert table.failed == []
        table.close()


def walking() -> tuple[Session, int]:
    """A game in which a figure has walked several spaces, and the first of these steps."""
    session = played(GAMES[0], 0)
    bot = make_bot("heuristic", 3, GAMES[0].system)
    while session.head < 40:
        session.submit(bot.choose(session.game, session.state, session.legal()))
    walks = [step for step in session.timeline.line if _walks(session, step)]
    return session, next(step for step in walks if step + 1 in walks and step + 2 in walks)


def _walks(session: Session, step: int) -> bool:
    commands = session.timeline.step(step).commands
    return bool(commands) and isinstance(commands[0], c.StepTo)


def test_a_bridge_is_left_out_and_nothing_is_done_without_a_yes(tmp_path: Path) -> None:
    session, step = walking()
    with session:
        table = OpenTable(session, tmp_path, "en", "light", (1280, 800))
        entries = session.timeline.entries
        dialog = opened(table, step)
        for row in range(dialog.list.count()):
            dialog.list.setCurrentRow(row)
            eventually(lambda: not dialog._slices.isActive(), "the preview")
            if dialog.found is not None and dialog.found.correction.counts["bridged"]:
                break
        assert dialog.found is not None
        bridged = next(place for place, one in enumerate(dialog.found.rows) if one.fate == "bridged")
        number = dialog.found.rows[bridged].step
        assert "As it stood at the table" in dialog.rows.item(bridged).text()
        dialog.strip.sought.emit(dialog.found.rows[bridged].place)
        assert dialog.rows.currentRow() == bridged
        dialog.rows.item(bridged).setCheckState(Qt.CheckState.Unchecked)
        eventually(lambda: not dialog._slices.isActive(), "the preview without the bridge")
        assert dialog.found is not None
        assert next(one.fate for one in dialog.found.correction.lines if one.step == number) == "lost"
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert session.timeline.entries == entries
        assert table.failed == []
        table.close()


def test_a_refused_correction_says_why(tmp_path: Path) -> None:
    session, step = walking()
    with session:
        table = OpenTable(session, tmp_path, "en", "dark", (1280, 800))
        dialog = opened(table, step)
        dialog._ask(Asked(0, c.Rest("nobody")))
        eventually(lambda: not dialog._slices.isActive(), "the refusal")
        assert dialog.state.text()
        assert not dialog.yes.isEnabled()
        table.close()


def test_boards_show_what_differs() -> None:
    before = (Piece("ann", ("a",), 100, 100, "Ann"), Piece("bob", ("b",), 900, 100, "Bob"))
    after = (Piece("ann", ("a",), 160, 100, "Ann"), before[1])
    whole = QRectF(0, 0, 2000, 1000)
    ringed = elsewhere(before, after)
    assert ringed == {"ann"}
    assert area((*before, *after), ringed, whole) == QRectF(0, 0, 160 + AROUND, 100 + AROUND)
    assert area(before, frozenset(), whole) == whole
