"""F5 takes a plugin's changed files into the open game, for its author."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton

from defiance_qt.extend import trust
from defiance_qt.extend.found import user_folder
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.extend.plugins import plugin
from tests.extend.test_trust import IS_TRUSTED
from tests.waiting import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

NEVER = """
from defiance_qt.api import Veto, commands

def check_command(context, command):
    never = isinstance(command, commands.Deploy) and command.character == "{}"
    return Veto("never", "never-1", "Never") if never else None
"""
NAMES = '[{}]\n"character.uma.name" = "{}"\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed plugin, and a list of trusted files of the test's own."""
    monkeypatch.setattr(trust, "is_trusted", IS_TRUSTED)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("DEFIANCE_QT_SAFE", raising=False)
    folder = user_folder()
    assert folder.is_relative_to(tmp_path)
    return plugin(folder, "never", NEVER.format("uma"))


def let_run() -> None:
    from defiance_qt.extend.found import available

    (found,) = available((user_folder(),))
    trust.trust(found.id, found.sha256)


@pytest.fixture
def playing(window: Window, place: Path, tmp_path: Path) -> Callable[[], str]:
    """A game with the plugin in the window. Presses F5, and returns the sentence that is shown."""
    let_run()
    with Session.new(mission="extraction", seed=1, plugins=["never"], path=tmp_path / "a.defiance"):
        pass
    window.open(tmp_path / "a.defiance")
    assert window.session is not None
    settle()

    def press() -> str:
        for box in window.findChildren(QMessageBox):
            box.close()
            box.deleteLater()
        window.named_actions["game.reload"].trigger()
        settle()
        return window.message

    return press


def deployed(window: Window) -> set[str]:
    assert window.session is not None
    return {command.character for command in window.session.legal()}


def test_it_has_a_key_and_stands_in_the_palette(window: Window, playing: Callable[[], str]) -> None:
    assert window.named_actions["game.reload"].shortcut().toString() == "F5"
    assert "Reload plugins" in {state.text for state in window.named_actions.states()}


def test_nothing_has_changed(window: Window, playing: Callable[[], str]) -> None:
    assert playing() == "No plugin of this game has changed."
    assert window.session is not None
    assert not window.session.timeline.updates


def test_what_has_changed_is_trusted_again_and_then_decides(
    window: Window, playing: Callable[[], str], place: Path
) -> None:
    (place / "hooks.py").write_text(NEVER.format("jazz"))
    (place / "locale").mkdir()
    names = "".join(NAMES.format(language, "Captain") for language in ("en", "es", "ru"))
    (place / "locale" / "words.toml").write_text(names)
    assert "its files have changed since you trusted it" in playing()
    assert "uma" not in deployed(window)
    (box,) = (box for box in window.findChildren(QMessageBox) if box.isVisible())
    (button,) = (one for one in box.findChildren(QPushButton) if one.text() == "Trust and reload")
    button.click()
    settle()
    assert window.message == "The game continues with the plugins as they are now."
    assert "jazz" not in deployed(window)
    assert isinstance(window.table, Table)
    assert window.table.presenter.words("character.uma.name") == "Captain"


def test_what_cannot_be_used_is_one_sentence_and_the_game_stays(
    window: Window, playing: Callable[[], str], place: Path
) -> None:
    (place / "hooks.py").write_text("def check_command(")
    let_run()
    assert playing().startswith("The plugin 'never' cannot be used: its import failed: SyntaxError")
    assert "uma" not in deployed(window)
