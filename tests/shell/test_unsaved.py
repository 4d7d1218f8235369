"""A save that is lost or out of date under the window: told, with what can be done about it (F-27, F-40, F-42)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.open_mark import OpenMark
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import begin

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def box(window: Window) -> QMessageBox:
    found = [one for one in window.findChildren(QMessageBox) if one.isVisible()]
    assert found
    return found[-1]


def test_a_game_whose_save_is_deleted_goes_on_elsewhere(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(window)
    assert window.session is not None
    assert window.path is not None
    assert window.table is not None
    head = window.session.head
    window.path.unlink()
    window.table.presenter.submit(window.session.legal()[0])
    assert window.session.head == head
    assert "is no longer there" in window.message
    new = tmp_path / "elsewhere.defiance"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments: (str(new), ""))
    button = next(one for one in box(window).findChildren(QPushButton) if one.text() == window.words("ui.elsewhere"))
    button.click()
    assert window.path == new
    window.table.presenter.submit(window.session.legal()[0])
    assert window.session.head > head
    state = window.session.state
    window.close_game()
    with open_save(new) as again:
        assert again.state == state
    assert Path(window.saves.recent()[0].path) == new


def test_a_copy_is_written_while_the_game_goes_on(window: Window, tmp_path: Path) -> None:
    """F-46."""
    begin(window)
    assert window.session is not None
    assert window.table is not None
    window.table.presenter.submit(window.session.legal()[0])
    window.files.copy_game(tmp_path / "copy.defiance")
    window.table.presenter.submit(window.session.legal()[0])
    with open_save(tmp_path / "copy.defiance") as copy:
        assert copy.head == window.session.head - 1
        assert copy.changes == ()
    window.files.copy_game(tmp_path / "copy.defiance")
    assert "already exists" in window.message


def test_a_second_window_on_a_save_is_told_and_loads_the_newest(window: Window) -> None:
    """It was told at its first step only, twice, and could not go on."""
    begin(window)
    path, session, table = window.path, window.session, window.table
    assert path is not None
    assert session is not None
    assert table is not None
    assert OpenMark(path.parent.parent / "open").put(path) is False
    with open_save(path) as other:
        other.submit(other.legal()[0])
        newest = other.head
        table.presenter.submit(session.legal()[0])
    assert "another window" in window.message
    assert not table.message.isVisible(), "once is enough"
    button = next(one for one in box(window).findChildren(QPushButton) if one.text() == window.words("ui.newest"))
    button.click()
    assert window.session is not session
    assert window.session is not None
    assert window.session.head == newest


def test_opening_a_save_that_is_open_elsewhere_says_so(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "shared.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()
    first = OpenMark(window.saves.folder.parent / "open")
    assert first.put(path)
    window.open(path)
    assert window.message.startswith("shared.defiance is also open in another window.")
    window.close_game()
    first.take_away()
    window.message = ""
    window.open(path)
    assert window.message == ""
