"""The window and two versions of a plugin: a game stays with the one it was made with, and so does who does not trust
an update."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QPushButton

from defiance_qt.extend import kept, trust
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.dialogs.game_plugins import GamePluginsDialog
from defiance_qt.shell.window import Window
from tests.extend.test_kept import home, put_in, save, speed
from tests.extend.test_options_carried import rain, saved

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
__all__ = ["home", "save"]


def buttons(window: Window) -> dict[str, QAbstractButton]:
    box = window.findChildren(QMessageBox)[-1]
    return {one.text(): one for one in box.buttons()}


def opened(window: Window, path: Path) -> Session:
    window.open(path)
    assert window.session is not None
    assert window.session is not None
    return window.session


def test_to_stay_is_offered_beside_the_new_version(window: Window, save: Path) -> None:
    session = opened(window, save)
    assert window.message == "The game stays with quick 1.1; 1.2 is installed."
    assert set(buttons(window)) == {"Stay with 1.1", "Use the new version"}
    buttons(window)["Stay with 1.1"].click()
    assert speed(session) == 5
    assert len(session.timeline.updates) == 0


def test_the_new_version_is_taken_by_a_click(window: Window, save: Path) -> None:
    window.change(language="es")
    session = opened(window, save)
    assert set(buttons(window)) == {"Quedarse con 1.1", "Usar la nueva versión"}
    buttons(window)["Usar la nueva versión"].click()
    assert speed(session) == 7
    assert len(session.timeline.updates) == 1


def test_who_does_not_trust_an_update_goes_back_on_its_page(window: Window, home: Path) -> None:
    put_in(home, "1.1", 1)
    put_in(home, "1.2", 2, trusted=False)
    window.plugins.show("quick")
    screen = window.plugins.screen
    assert screen is not None
    assert screen.page is not None
    stay = screen.page.findChild(QPushButton, "stay")
    assert stay is not None
    assert stay.text().strip() == "Stay with 1.1"
    stay.click()
    QApplication.processEvents()
    assert screen.page.view.trust == "trusted"
    assert screen.page.view.about.startswith("1.1")
    assert screen.page.findChild(QPushButton, "stay") is None
    assert trust.latest_kept("quick") is not None


@pytest.fixture
def narrowed(home: Path) -> Path:
    """A save whose plugin was updated to one that allows less than was chosen."""
    path = home / "rain.defiance"
    rain(home, "1.0")
    saved(path, harsh=True)
    rain(home, "1.1", high=2)
    return path


def test_the_defaults_are_offered_where_the_new_version_does_not_take_an_option(window: Window, narrowed: Path) -> None:
    session = opened(window, narrowed)
    buttons(window)["Use the new version"].click()
    assert window.message == "The plugin 'iron_rain' cannot be used: its option 'far': 3 is above 2."
    assert set(buttons(window)) == {"OK", "Use the defaults"}
    buttons(window)["Use the defaults"].click()
    assert speed(session) == 3
    assert [stamp.version for stamp in session.host.stamps] == ["1.1"]


def test_they_are_offered_as_a_game_opens_without_the_version_it_was_made_with(window: Window, narrowed: Path) -> None:
    kept.forget("iron_rain")
    session = opened(window, narrowed)
    assert set(buttons(window)) == {"OK", "Use the defaults"}
    buttons(window)["Use the defaults"].click()
    assert (session.host.missing, speed(session)) == ((), 3)


def test_they_are_offered_in_the_list_of_the_games_plugins(window: Window, narrowed: Path) -> None:
    kept.forget("iron_rain")
    session = opened(window, narrowed)
    buttons(window)["OK"].click()
    window.plugins.open_list()
    dialog = window.findChildren(GamePluginsDialog)[-1]
    button = dialog.findChild(QPushButton, "defaults:iron_rain")
    assert button is not None
    button.click()
    QApplication.processEvents()
    assert (session.host.missing, speed(session)) == ((), 3)
    assert dialog.findChild(QPushButton, "switch:iron_rain") is not None
    dialog.reject()
