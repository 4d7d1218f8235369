"""A problem reported from the window: what the report holds is shown, chosen, and then written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QMessageBox

from defiance_qt.lab.report import log_file
from defiance_qt.shell.app import keep_playing
from defiance_qt.shell.dialogs.report import ReportDialog
from defiance_qt.shell.menu import SUBMENUS
from defiance_qt.shell.window import Window
from tests.conftest import ROOT

pytestmark = pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise)")


@pytest.fixture(autouse=True)
def no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No earlier test has left the log of a program here."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.defiance"
    shutil.copy(ROOT / "saves/extraction-opening-es.defiance", path)
    return path


def shown(window: Window) -> ReportDialog:
    return next(one for one in window.findChildren(ReportDialog) if one.isVisible())


def reported(window: Window) -> ReportDialog:
    window.named_actions["help.report"].trigger()
    return shown(window)


def names(dialog: ReportDialog) -> list[str]:
    return [one.name for one in dialog.chosen]


def test_the_menu_shows_what_a_report_would_hold(window: Window, save: Path) -> None:
    window.open(save)
    assert window.session is not None
    assert "help.report" in SUBMENUS["ui.menu.help"]
    dialog = reported(window)
    assert names(dialog) == ["save.defiance", "versions.json", "picture.png"]
    rows = [dialog.files.item(row).text() for row in range(dialog.files.count())]
    assert rows[0].startswith("The game with all its branches, names and notes   save.defiance, ")
    dialog.files.setCurrentRow(1)
    assert dialog.inside.currentWidget() is dialog.text
    assert json.loads(dialog.text.toPlainText())["window"]["platform"] == "offscreen"
    dialog.files.setCurrentRow(2)
    assert dialog.inside.currentWidget() is dialog.picture
    assert QImage.fromData(dialog.chosen[-1].content).size() == window.size() * window.devicePixelRatio()


def test_what_is_left_out_is_not_written(
    window: Window, save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.open(save)
    assert window.session is not None
    dialog = reported(window)
    before = dialog.sum.text()
    dialog.files.setFocus()
    dialog.files.setCurrentRow(2)
    QTest.keyClick(dialog.files, Qt.Key.Key_Space)
    QTest.keyClicks(dialog.note, "The door stays shut.")
    assert names(dialog) == ["note.txt", "save.defiance", "versions.json"]
    assert dialog.sum.text() != before
    out = tmp_path / "report.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *asked: (str(out), ""))
    dialog.save.click()
    with zipfile.ZipFile(out) as report:
        assert report.namelist() == ["note.txt", "save.defiance", "versions.json"]
        assert report.read("note.txt") == b"The door stays shut."
    assert "report.zip" in window.message
    assert not dialog.isVisible()


def test_nothing_is_written_without_a_file_or_a_part(
    window: Window, save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.open(save)
    assert window.session is not None
    dialog = reported(window)
    for row in range(dialog.files.count()):
        assert dialog.save.isEnabled()
        dialog.files.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.save.isEnabled()
    dialog.files.item(0).setCheckState(Qt.CheckState.Checked)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *asked: ("", ""))
    before = sorted(tmp_path.iterdir())
    dialog.save.click()
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_that_cannot_be_written_to_is_one_sentence(window: Window, tmp_path: Path) -> None:
    window.reports.write(reported(window).chosen, tmp_path / "none" / "report.zip")
    assert window.message.startswith("report.zip could not be written")


def test_a_report_without_a_game_holds_none(window: Window) -> None:
    assert names(reported(window)) == ["versions.json", "picture.png"]


def test_a_save_that_does_not_open_can_be_reported(window: Window, save: Path) -> None:
    save.write_bytes(b"SQLite format 3\0" + bytes(5000))
    window.open(save)
    assert window.path != save
    offer(window).click()
    dialog = shown(window)
    assert names(dialog) == ["save.defiance", "versions.json"]
    assert dialog.chosen[0].content == save.read_bytes()


def test_an_unexpected_error_can_be_reported(
    window: Window, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    keep_playing(window)
    try:
        raise ZeroDivisionError("by nothing")
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert "ZeroDivisionError" in capsys.readouterr().err
    offer(window).click()
    assert shown(window).isVisible()


CRASH = """
import faulthandler
from PySide6.QtCore import qWarning
from defiance_qt.shell.app import keep_log

keep_log()
qWarning("no such font")
faulthandler._sigsegv()
"""


def test_the_log_has_what_qt_complains_about_and_where_a_crash_came_from(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", CRASH],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode < 0
    assert "no such font" in run.stderr
    text = log_file.text(tmp_path / "defiance-qt" / "log")
    assert text.splitlines()[0].endswith(f"Qt {qVersion()}")
    assert "WARNING Qt: no such font" in text
    assert "Fatal Python error: Segmentation fault" in text


def offer(window: Window) -> QAbstractButton:
    """The button of the complaint that reports it."""
    box = window.findChild(QMessageBox, "complaint")
    assert box is not None
    return next(one for one in box.buttons() if one.text() == "Report a problem…")
