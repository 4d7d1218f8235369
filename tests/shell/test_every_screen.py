"""Every screen and dialog, in three languages and two sizes of words: nothing is cut, everything has a name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from defiance_qt.shell.legible import faults, settle
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import at_instant, begin, deploy

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LANGUAGES = ("en", "es", "ru")
CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSlider, QAbstractSpinBox, QAbstractItemView)
UNKNOWN = (QAccessible.Role.NoRole, QAccessible.Role.Client)
TAB = Qt.FocusPolicy.TabFocus


def dialogs(window: Window) -> list[QDialog]:
    return [one for one in window.findChildren(QDialog) if one.isVisible()]


def opened(window: Window) -> Iterator[tuple[str, QWidget]]:
    """Each dialog of the open game in turn."""
    table = window.table
    assert isinstance(table, Table)
    sheets = table.sheets
    actions = window.named_actions
    for name, show in (
        ("settings", window.show_settings),
        ("keys", window.show_keys),
        ("palette", window.show_palette),
        ("chance", sheets.chance),
        ("correction", sheets.overrule),
        ("note", actions["time.note"].trigger),
    ):
        show()
        settle()
        for dialog in dialogs(window):
            yield name, dialog
            dialog.reject()
            settle()
    sheets.read_rule("R-087")
    settle()
    yield "rules", sheets.reference
    sheets.put_away()
    sheets.why_last()
    settle()
    yield "why", sheets.reasons
    sheets.put_away()


def screens(window: Window) -> Iterator[tuple[str, QWidget]]:
    """Each screen and dialog in turn."""
    window.show_start()
    settle()
    assert window.start is not None
    yield "start", window.start
    window.show_new()
    settle()
    yield "new game", shown(window)
    table = begin(window)
    deploy(at_instant(table))
    table.presenter.submit(table.session.legal()[0])
    settle()
    yield "table", table
    yield from opened(window)
    window.close_game()


def shown(window: Window) -> QWidget:
    found = window._stack.currentWidget()
    assert found is not None
    return found


def text(widget: QWidget, which: QAccessible.Text) -> str:
    return str(QAccessible.queryAccessibleInterface(widget).text(which))


def nameless(root: QWidget) -> list[str]:
    """The controls, and all else that Tab reaches, of which a screen reader could not tell name or kind."""
    QApplication.processEvents()
    found = []
    for one in root.findChildren(QWidget):
        inner = isinstance(one, QScrollBar) or one.objectName().startswith("qt_") or one.focusProxy() is not None
        if inner or not one.isVisible() or not (isinstance(one, CONTROLS) or one.focusPolicy() & TAB):
            continue
        role = QAccessible.queryAccessibleInterface(one).role()
        # A scroll area is reached to scroll it, and has no role of its own in Qt.
        unknown = role in UNKNOWN and not isinstance(one, QScrollArea)
        if unknown or not text(one, QAccessible.Text.Name):
            found.append(f"{type(one).__name__} {one.objectName()}")
    return found


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_and_everything_has_a_name(window: Window, language: str, scale: float) -> None:
    """F-66: portraits, pips and columns stayed small, and words were cut beside them."""
    window.resize(1280, 800)
    window.change(language=language, scale=scale)
    wrong = {}
    for name, screen in screens(window):
        if found := [*faults(screen), *(f"nameless: {one}" for one in nameless(screen))]:
            wrong[name] = found
    assert wrong == {}
