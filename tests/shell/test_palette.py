"""The command palette at the real window: Ctrl+K, words, arrows, Enter, Esc."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.actions import SPECS
from defiance_qt.shell.dialogs.palette import Palette
from defiance_qt.shell.menu import GameMenu
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import at_instant, begin, deploy

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def opened(window: Window) -> Palette:
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    found = [one for one in window.findChildren(Palette) if one.isVisible()]
    assert len(found) == 1
    assert QApplication.focusWidget() is found[0].field
    return found[0]


def shown(palette: Palette) -> list[str]:
    return [palette.model.entry(row).text for row in range(palette.model.rowCount())]


def test_a_move_is_played_from_the_palette(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    session = table.session
    label = session.game.label(session.legal()[1], session.state, table.words)
    palette = opened(window)
    QTest.keyClicks(palette.field, label)
    assert shown(palette)[0] == label
    before = session.head
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert session.head == before + 1
    assert not palette.isVisible()


def test_arrows_choose_and_escape_closes(window: Window) -> None:
    begin(window)
    palette = opened(window)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == 1
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_an_action_without_effect_says_why_and_does_nothing(window: Window) -> None:
    begin(window)
    palette = opened(window)
    QTest.keyClicks(palette.field, "undo")
    entry = palette.model.entry(0)
    assert (entry.act, entry.why) == ("time.undo", "Nothing has been done yet.")
    spoken = palette.model.data(palette.model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert "Nothing has been done yet." in spoken
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_an_action_and_a_rule_are_found(window: Window) -> None:
    table = begin(window)
    palette = opened(window)
    QTest.keyClicks(palette.field, "switch theme")
    dark = window.theme.dark
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert window.theme.dark != dark
    window.activateWindow()
    QApplication.processEvents()
    palette = opened(window)
    QTest.keyClicks(palette.field, "R-087")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.table is not None
    assert window.table is not table
    assert window.table.sheets.reference.view is not None
    assert window.table.sheets.reference.view.id == "R-087"


def test_it_opens_on_the_start_screen_and_stands_in_the_menu(window: Window) -> None:
    palette = opened(window)
    reasons = {palette.model.entry(row).act: palette.model.entry(row).why for row in range(palette.model.rowCount())}
    assert reasons["time.undo"] == "Needs an open game."
    assert reasons["game.new"] == ""
    assert {spec.id for spec in SPECS if not spec.id.startswith("choice.")} == set(reasons)
    palette.reject()
    table = begin(window)
    menu = table.top.findChild(GameMenu)
    assert isinstance(menu, GameMenu)
    assert window.named_actions["app.palette"] in menu.actions()


def test_nothing_found_is_said(window: Window) -> None:
    palette = opened(window)
    QTest.keyClicks(palette.field, "xyzzy")
    assert shown(palette) == []
    assert palette._nothing.isVisible()
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
