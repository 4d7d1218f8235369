"""The chronicle in its window: opened from the menu, read, followed to a step, written to a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from defiance_qt.extend.sessions import open_save
from defiance_qt.shell.dialogs.chronicle import ChronicleDialog
from defiance_qt.shell.window import MENU, Window
from tests.conftest import ROOT

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


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
    assert window.open(save)
    window.named_actions.do("game.chronicle")
    (dialog,) = window.findChildren(ChronicleDialog)
    return dialog


def test_the_chronicle_opens_from_the_menu_and_leads_to_a_step(window: Window, save: Path) -> None:
    dialog = shown(window, save)
    assert any("game.chronicle" in group for group in MENU)
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


def test_the_chronicle_is_written_in_each_form(window: Window, save: Path, tmp_path: Path) -> None:
    dialog = shown(window, save)
    for suffix, begin in ((".html", b"<!doctype html>"), (".csv", b"\xef\xbb\xbf"), (".pdf", b"%PDF-")):
        window.write_chronicle(dialog.found, tmp_path / f"a{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes().startswith(begin)
