"""A game whose system is not there, in the window: why, what can be read and written, and how it is played again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QPushButton

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.trust import trusted
from defiance_qt.shell.dialogs.branches import BranchesDialog
from defiance_qt.shell.dialogs.game_plugins import GamePluginsDialog
from defiance_qt.shell.reading import WITHOUT_EFFECT, ReadingView
from defiance_qt.shell.screens.incoming import IncomingDialog
from defiance_qt.shell.window import Window
from tests.conftest import ROOT
from tests.systems.defiance.view.hands import begin

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def orphan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A save of Pig, which is not there any more, with a branch and notes; the plugin lies in "elsewhere"."""
    place = tmp_path / "plugins"
    place.mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: place)
    monkeypatch.setattr("defiance_qt.extend.installing.user_folder", lambda: place)
    monkeypatch.setattr("defiance_qt.extend.found.bundled_folders", lambda: ())
    elsewhere = tmp_path / "elsewhere" / "pig"
    shutil.copytree(ROOT / "expansions" / "pig", elsewhere, ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "orphan.defiance"
    elsewhere.rename(place / "pig")
    with Session.new("pig", mission="duel", seed=5, path=path) as session:
        for _ in range(4):
            session.submit(session.legal()[0])
        session.note("near the end")
        session.jump(1)
        session.submit(session.legal()[-1])
        session.note("another way")
    (place / "pig").rename(elsewhere)
    return path


def reading(window: Window) -> ReadingView:
    assert window.table is not None
    view = window.table.view
    assert isinstance(view, ReadingView)
    return view


def shown(view: ReadingView) -> str:
    QApplication.processEvents()
    return " ".join(one.text() for one in view.surface.findChildren(QLabel) if one.isVisible())


def test_a_game_whose_system_is_gone_opens_for_reading(window: Window, orphan: Path, tmp_path: Path) -> None:
    with open_save(orphan, read_only=True) as session:
        steps, head = len(session.timeline), session.head
    window.open(orphan)
    assert window.session is not None
    assert window.table is not None
    assert [box.text() for box in window.findChildren(QMessageBox)] == []
    view = reading(window)
    assert "This game needs the plugin 'pig' 1.0.0, which is not installed." in shown(view)
    assert "The game continues with the plugin Pig 1.0.0." in shown(view)
    assert window.table.log_model.rowCount() > steps // 2
    for action in ("time.undo", "time.redo", "time.first", "time.last", "turn.proceed", "look.why", "help.rules"):
        window.named_actions.do(action)
    window.close_game()
    (tmp_path / "elsewhere" / "pig").rename(tmp_path / "plugins" / "pig")
    with open_save(orphan, read_only=True) as session:
        assert not session.readable_only
        assert (len(session.timeline), session.head) == (steps, head)


def test_all_of_a_game_without_its_system_can_be_read_and_written(
    window: Window, orphan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The branches, the notes of each, the story and the text form, in the window as on the command line."""
    window.open(orphan)
    assert window.session is not None
    view, session = reading(window), window.session
    assert session is not None
    assert "another way" in shown(view)
    assert "near the end" not in shown(view)
    other = next(step for step, notes in session.timeline.notes.items() if "near the end" in notes)
    window.table.presenter.look(other)  # type: ignore[union-attr]
    assert "near the end" in shown(view)
    assert "another way" not in shown(view)
    window.table.presenter.note("looked at without it")  # type: ignore[union-attr]
    assert "looked at without it" in shown(view)
    for action, name in (("game.story", "story.txt"), ("game.replay", "page.html"), ("game.export", "game.jsonl")):
        file = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args, file=file: (str(file), ""))
        button = view.surface.findChild(QPushButton, f"reading:{action}")
        assert button is not None
        button.click()
    assert "The game begins" in (tmp_path / "story.txt").read_text(encoding="utf-8")
    assert "looked at without it" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "looked at without it" in (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    with open_save(tmp_path / "game.jsonl") as again:
        assert len(again.timeline) == len(session.timeline)


def test_its_steps_and_branches_are_told_without_the_rules(window: Window, orphan: Path) -> None:
    window.open(orphan)
    table = window.table
    assert table is not None
    track, sheets = table.timeline.track, table.sheets
    for step in range(0, table.session.head, 5):
        QTest.mouseMove(track, QPoint(round(track._x(step)), 4))
        assert sheets.glance.isVisible()
        assert sheets.glance.view.title.startswith(f"Step {step}")
        assert not sheets.glance.picture.isVisible()
    window.named_actions.do("time.branches")
    dialog = window.findChild(BranchesDialog)
    assert dialog is not None
    assert dialog.list.rows.rowCount() > 1
    dialog._turn(-1)
    dialog.reject()
    window.named_actions.do("time.sitting")
    assert table.session.looking


def test_what_needs_the_rules_is_not_offered_without_them_and_says_why(window: Window, orphan: Path) -> None:
    window.open(orphan)
    assert window.session is not None
    view = reading(window)
    assert WITHOUT_EFFECT
    for action in WITHOUT_EFFECT:
        assert not window.named_actions[action].isEnabled()
        assert view.why_not(action) == "This game needs the plugin 'pig' 1.0.0, which is not installed."
    assert window.named_actions["time.note"].isEnabled()
    assert view.why_not("time.note") == ""
    window.close_game()
    begin(window)
    assert all(window.named_actions[action].isEnabled() for action in ("turn.overrule", "game.chance", "time.fork"))


def test_the_plugins_of_such_a_game_are_the_one_it_lacks(window: Window, orphan: Path) -> None:
    window.open(orphan)
    assert window.session is not None
    window.named_actions.do("app.plugins")
    dialog = window.findChild(GamePluginsDialog)
    assert dialog is not None
    assert "which is not installed" in " ".join(one.text() for one in dialog.findChildren(QLabel))
    dialog.reject()


def test_the_plugin_that_a_game_lacks_is_installed_from_there_and_the_game_opens_with_it(
    window: Window, orphan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.open(orphan)
    assert window.session is not None
    pack = str(tmp_path / "elsewhere" / "pig")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (pack, ""))
    window.change(language="es")
    reading(window).offer.click()
    dialog = window.findChild(IncomingDialog)
    assert dialog is not None
    dialog.given.emit(True)
    QApplication.processEvents()
    assert window.session is not None
    assert not window.session.readable_only
    assert window.path == orphan


def test_a_game_whose_system_waits_for_trust_offers_to_trust_it(
    window: Window, orphan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere" / "pig").rename(tmp_path / "plugins" / "pig")
    monkeypatch.setattr("defiance_qt.extend.trust.is_trusted", lambda sha256: sha256 in trusted())
    window.open(orphan)
    assert window.session is not None
    view = reading(window)
    assert "it runs code that you have not trusted" in shown(view)
    assert "Trusted Python is not sandboxed" in shown(view)
    assert view.offer.text().strip() == "Trust and reopen"
    view.offer.click()
    QApplication.processEvents()
    assert window.session is not None
    assert not window.session.readable_only


def test_safe_mode_is_named_as_the_reason(window: Window, orphan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("defiance_qt.extend.opening.safe", lambda: True)
    window.change(language="ru")
    window.open(orphan)
    assert window.session is not None
    assert "Этой игре нужен плагин «pig» 1.0.0, а безопасный режим его не использует." in shown(reading(window))
