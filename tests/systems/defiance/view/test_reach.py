"""Dialogs and sheets without a mouse: every control has a name, and Tab goes as one reads."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QWidget,
)

from defiance_qt.shell.dialogs.overrule import OverruleDialog
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import at_instant, begin, deploy
from tests.texts import OTHERS_SLOW

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
KINDS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractItemView)


def nameless(widget: QWidget) -> list[str]:
    """The controls that a screen reader has no name for, and those whose name shows a key or an id."""
    found = []
    for one in (one for kind in KINDS for one in widget.findChildren(kind) if one.isVisible()):
        if one.objectName().startswith("qt_") or isinstance(one.parentWidget(), QComboBox):
            continue
        name = QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)
        if not name or "ui." in name or "_" in name:
            found.append(f"{type(one).__name__} {one.objectName()!r} {name!r}")
    return found


def latest(window: Window) -> QDialog:
    return [one for one in window.findChildren(QDialog) if one.isVisible()][-1]


@pytest.mark.parametrize("language", OTHERS_SLOW)
def test_every_control_of_every_dialog_and_sheet_has_a_name(window: Window, language: str) -> None:
    window.change(language=language)
    table = begin(window)
    deploy(at_instant(table))
    for opens in (window.show_keys, window.show_settings, table.sheets.chance):
        opens()
        assert nameless(latest(window)) == []
        latest(window).reject()
    state = table.session.state
    unit, console = next(iter(state.units)), next(iter(state.consoles))
    for id in ("table", "uma", next(iter(state.enemies)), f"unit:{unit}", console, "units", "initiative", "deck:ai"):
        table.sheets.overrule(id)
        assert nameless(latest(window)) == [], id
        latest(window).reject()
    table.sheets.read_rule("R-012")
    assert nameless(table.sheets.reference) == []


def tab_order(window: QWidget, start: QWidget, most: int = 200) -> list[QWidget]:
    """The widgets that Tab goes through, from one until it comes back."""
    start.setFocus()
    found = [start]
    for _ in range(most):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        if now is start:
            break
        found.append(now)
    return found


@pytest.mark.parametrize("id", ["uma", "table", "deck:ai"])
def test_tab_goes_through_a_correction_as_one_reads_it(window: Window, id: str) -> None:
    table = begin(window)
    deploy(at_instant(table))
    table.sheets.overrule(id)
    dialog = latest(window)
    assert isinstance(dialog, OverruleDialog)
    dialog.activateWindow()
    QApplication.processEvents()
    order = tab_order(dialog, dialog.search)
    assert order[:2] == [dialog.search, dialog.list]
    assert order[-3:] == [dialog.reason, dialog._cancel, dialog.apply]
    for made in dialog.editors:
        assert any(made.isAncestorOf(one) for one in order[2:-3]), made.field.name
    places = [next(n for n, made in enumerate(dialog.editors) if made.isAncestorOf(one)) for one in order[2:-3]]
    assert places == sorted(places)


def test_tab_comes_to_the_plugins_before_it_comes_to_begin(window: Window) -> None:
    window.games.show()
    QApplication.processEvents()
    screen = window.findChild(NewGameScreen)
    assert screen is not None
    order = tab_order(window, screen.missions)
    plugins = [order.index(box) for box in screen._plugins.values()]
    assert plugins
    assert order.index(screen.edition) < order.index(screen.seed) < min(plugins)
    assert max(plugins) < order.index(screen.begin)
