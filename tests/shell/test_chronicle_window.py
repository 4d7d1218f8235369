"""The chronicle in its window: opened from the menu, read, followed to a step, written to a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.dialogs.chronicle import ChronicleDialog
from defiance_qt.shell.table import Table
from defiance_qt.shell.theme import LIGHT
from defiance_qt.shell.window import Window
from tests.conftest import ROOT
from tests.systems.defiance.view.campaigns import campaign
from tests.waiting import eventually

pytestmark = pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise)")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A recorded game with a note that is not to be trusted."""
    path = tmp_path / "game.defiance"
    shutil.copy(ROOT / "saves/extraction-en-victory.defiance", path)
    with open_save(path) as session:
        session.note("<b>Never again</b>", 99)
        session.describe(title="<i>Ours</i>")
    return path


def shown(window: Window, save: Path) -> ChronicleDialog:
    window.open(save)
    assert window.session is not None
    window.named_actions.do("game.chronicle")
    (dialog,) = window.findChildren(ChronicleDialog)
    # A desktop makes a new window the active one; its keys are then not those of the window below.
    dialog.activateWindow()
    eventually(dialog.isActiveWindow, "an active chronicle")
    return dialog


def test_the_chronicle_opens_from_the_menu_and_leads_to_a_step(window: Window, save: Path) -> None:
    dialog = shown(window, save)
    assert isinstance(window.table, Table)
    assert window.named_actions["game.chronicle"] in window.table._menu.actions()
    assert dialog.sections.item(0).text() == "Extraction\nwon in Round 8 of 12"
    told = dialog.diary.toPlainText()
    assert "Goldstein joins the team." in told
    assert "Our note <b>Never again</b>" in told
    assert "40 Successes on 142 dice" in dialog.proof.toPlainText()
    dialog.diary.anchorClicked.emit(QUrl("step:99"))
    assert window.session is not None
    assert window.session.head == 99
    assert dialog.isVisible()
    dialog.diary.anchorClicked.emit(QUrl("https://example.org"))
    assert window.session.head == 99


def test_the_switch_shows_the_figures_of_one_side(window: Window, save: Path) -> None:
    dialog = shown(window, save)
    told = dialog.proof.toPlainText()
    assert "Dice of the team" in told
    assert "Dice of the Enemy" not in told
    assert "Damage dealt and suffered" in told
    QTest.mouseClick(dialog.sides["enemy"], Qt.MouseButton.LeftButton)
    told = dialog.proof.toPlainText()
    assert "Dice of the team" not in told
    assert "Dice of the Enemy" in told
    assert "Damage dealt and suffered" in told
    assert dialog.proof.horizontalScrollBar().maximum() == 0


def test_a_search_shows_what_has_the_text(window: Window, save: Path) -> None:
    dialog = shown(window, save)
    QTest.keyClicks(dialog.sections, "/")
    assert dialog.focusWidget() is dialog.search
    assert dialog.search.text() == ""
    QTest.keyClicks(dialog.search, "goldstein joins")
    told = dialog.diary.toPlainText()
    assert "Goldstein joins the team." in told
    assert "Our note" not in told
    assert "background-color" in dialog.diary.toHtml()
    dialog.search.setText("no such thing")
    assert dialog.diary.toPlainText() == "Nothing found: no such thing"
    assert dialog.sections.item(0).isHidden()
    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.sections.item(0).isHidden()
    assert "Our note" in dialog.diary.toPlainText()


def test_the_open_chronicle_follows_language_and_theme(window: Window, save: Path) -> None:
    """It kept the words and the colours that it was opened with, or was closed with the table."""
    dialog = shown(window, save)
    dialog.sides["enemy"].click()
    dialog.search.setText("e")
    window.change(language="es", theme="light")
    assert window.chronicles.dialog is dialog
    assert dialog.isVisible()
    assert dialog.windowTitle().startswith("Crónica")
    assert dialog.sections.item(0).text().startswith("Extracción")
    assert dialog.search.text() == "e"
    assert dialog.sides["enemy"].isChecked()
    assert LIGHT.team in dialog.diary.toHtml()
    dialog.diary.anchorClicked.emit(QUrl("step:99"))
    assert window.session is not None
    assert window.session.head == 99
    window.close_game()
    assert window.chronicles.dialog is None


def test_the_chronicle_opens_once(window: Window, save: Path) -> None:
    dialog = shown(window, save)
    window.named_actions.do("game.chronicle")
    assert window.findChildren(ChronicleDialog) == [dialog]


def test_the_chronicle_is_written_in_each_form(window: Window, save: Path, tmp_path: Path) -> None:
    dialog = shown(window, save)
    for suffix, begin in ((".html", b"<!doctype html>"), (".csv", b"\xef\xbb\xbf"), (".pdf", b"%PDF-")):
        window.chronicles.write(dialog.found, tmp_path / f"a{suffix}")
        assert window.message == f"a{suffix} was written to {tmp_path}."
        assert (tmp_path / f"a{suffix}").read_bytes().startswith(begin)


def test_the_figures_of_a_campaign_stand_below_its_list(window: Window) -> None:
    """The left column was empty but for three lines."""
    window.resize(1280, 800)
    campaign(window)
    window.named_actions.do("game.chronicle")
    (dialog,) = window.findChildren(ChronicleDialog)
    (figures,) = dialog.findChildren(QLabel, "so far")
    assert figures.isVisible()
    assert "Rounds" in figures.text()
    assert figures.accessibleName() == "So far"
    assert figures.height() < dialog.height() * 0.42
    last = dialog.sections.visualItemRect(dialog.sections.item(dialog.sections.count() - 1))
    ends = dialog.sections.viewport().mapTo(dialog, last.bottomLeft()).y()
    assert 0 < figures.mapTo(dialog, QPoint(0, 0)).y() - ends < 24, "they stand at once below it"
    window.resize(1280, 500)
    dialog.reject()
    dialog.deleteLater()
    window.named_actions.do("game.chronicle")
    (figures,) = window.findChildren(ChronicleDialog)[-1].findChildren(QLabel, "so far")
    assert not figures.isVisible()


def test_one_mission_has_no_figures_of_a_campaign(window: Window, save: Path) -> None:
    (figures,) = shown(window, save).findChildren(QLabel, "so far")
    assert not figures.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_no_entry_of_the_list_is_cut_at_150_percent(window: Window, language: str) -> None:
    window.resize(1280, 800)
    window.change(language=language, scale=1.5)
    campaign(window)
    window.named_actions.do("game.chronicle")
    (dialog,) = window.findChildren(ChronicleDialog)
    room = dialog.sections.viewport().width() - 2 * dialog.px(8)
    face = QFontMetrics(dialog.sections.font())
    for row in range(dialog.sections.count()):
        item = dialog.sections.item(row)
        high = face.boundingRect(QRect(0, 0, room, 9999), int(Qt.TextFlag.TextWordWrap), item.text()).height()
        assert dialog.sections.visualItemRect(item).height() >= high, item.text()


def test_sheets_are_printed_from_the_menu(
    window: Window, save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "sheets.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *asked: (str(out), ""))
    window.open(save)
    window.named_actions["game.sheets"].trigger()
    assert out.read_bytes().startswith(b"%PDF")
    assert "sheets.pdf" in window.message
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *asked: (str(tmp_path / "none" / "sheets.pdf"), ""))
    window.named_actions["game.sheets"].trigger()
    assert window.message.startswith("sheets.pdf could not be written")


def test_a_game_without_sheets_asks_for_no_file(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*arguments: object) -> tuple[str, str]:
        raise AssertionError("a file was asked for")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", asked)
    window.take(Session.new("pig", mission="duel", seed=1), None)
    window.named_actions["game.sheets"].trigger()
    assert window.message.endswith("this game has no sheets to print here.")
