"""The menu of an open game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolButton

from defiance_qt.shell.actions import CHOICES, SPECS
from defiance_qt.shell.menu import LAST, NEAR, SUBMENUS, GameMenu
from defiance_qt.shell.panels.legend import LegendSheet
from defiance_qt.shell.window import Window
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.hands import begin
from tests.workshop.window.legible import faults, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def menu_of(window: Window) -> GameMenu:
    assert window.table is not None
    return window.table._menu


def columns(menu: QMenu) -> int:
    return len({menu.actionGeometry(action).left() for action in menu.actions() if not action.isSeparator()})


@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.slow
def test_it_fits_a_small_window_in_one_column(window: Window, language: str) -> None:
    begin(window)
    window.change(language=language)
    for menu in (menu_of(window), *menu_of(window).findChildren(QMenu)):
        assert menu.sizeHint().height() < 640
        assert columns(menu) == 1


def test_it_never_has_a_second_column(window: Window) -> None:
    begin(window)
    window.change(scale=2.0)
    assert columns(menu_of(window)) == 1


def test_an_action_is_in_it_once(window: Window) -> None:
    begin(window)
    menu = menu_of(window)
    ids = [action.objectName() for one in (menu, *menu.findChildren(QMenu)) for action in one.actions()]
    named = [id for id in ids if id in {spec.id for spec in window.named_actions.specs}]
    assert len(named) == len(set(named))
    assert set(named) >= {id for ids in (*NEAR, *SUBMENUS.values(), *LAST) for id in ids}
    assert {"look.fit", "look.threat", "look.coordinates"} <= set(named)
    assert not set(named) & set(CHOICES)
    assert {spec.id for spec in SPECS if spec.group == "game"} - set(named) == {"game.again", "game.reload"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_has_a_button_in_the_bar(window: Window, language: str) -> None:
    """It was an entry of the menu, which a newcomer does not open to ask what the signs mean."""
    window.resize(1272, 756)
    window.change(language=language)
    table = begin(window)
    settle()
    (button,) = [one for one in table.top.findChildren(QToolButton) if one.objectName() == "legend"]
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    (sheet,) = table.findChildren(LegendSheet)
    assert sheet.isVisible()
    assert faults(table.top) == []
