"""The window and two versions of a plugin: a game stays with the one it was made with, and so does who does not trust
an update."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QPushButton

from defiance_qt.extend import trust
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.window import Window
from tests.extend.test_kept import home, put_in, save, speed

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
__all__ = ["home", "save"]


def buttons(window: Window) -> dict[str, QAbstractButton]:
    box = window.findChildren(QMessageBox)[-1]
    return {one.text(): one for one in box.buttons()}


def opened(window: Window, path: Path) -> Session:
    assert window.open(path)
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
