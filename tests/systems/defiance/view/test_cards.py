"""The cards of the team in a rail: what an inactive figure wears is shown where there is room for it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from defiance_qt.shell.theme import DARK
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.view.panels.cards import ROOMY, CardColumn
from defiance_qt.systems.defiance.view.table import DefianceView
from tests.systems.defiance.view.hands import begin

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_a_scroll_bar_does_not_make_the_cards_change_for_ever(window: Window, qtbot: QtBot) -> None:
    """What is worn made them too high, the scroll bar too narrow for it, and without it they had the room again: the
    window crashed."""
    table = begin(window)
    assert isinstance(table.view, DefianceView)
    views = table.view.presenter.view.cards
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    column = CardColumn(DARK, table.words)
    area.setWidget(column)
    column.show_cards(views)
    area.resize(ROOMY + 2 * area.frameWidth(), 2000)
    area.show()
    QApplication.processEvents()
    assert column.roomy
    high = column.minimumSizeHint().height()
    seen = set()
    for height in range(high + 30, high - 200, -2):
        area.resize(area.width(), height)
        QApplication.processEvents()
        seen.add(area.verticalScrollBar().isVisible())
    assert seen == {True, False}
