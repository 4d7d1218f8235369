"""Styling, showing and painting a screen in steps, while the event loop turns between them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.shell.kit.steps import FEW, polish_steps, show_steps
from defiance_qt.shell.surface.paints import PaintsApart

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_a_widget_that_goes_meanwhile_is_left_out(qapp: QApplication) -> None:
    """On a busy machine the idle table made its Equip panel in between, and what that replaced was styled."""
    part = QWidget()
    kept, gone = QWidget(part), QWidget(part)
    steps = polish_steps(part)
    next(steps)
    next(steps)
    gone.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert list(steps) == []
    assert kept.parent() is part


def crowd(parent: QWidget, count: int) -> list[QLabel]:
    column = QVBoxLayout(parent)
    made = [QLabel(str(number)) for number in range(count)]
    for one in made:
        column.addWidget(one)
    return made


def test_a_crowd_comes_on_the_screen_one_after_another(qtbot: QtBot) -> None:
    """Qt asked all 400 widgets of the new-game screen for their sizes in one turn of the event loop."""
    screen = QWidget()
    qtbot.addWidget(screen)
    labels = crowd(screen, FEW + 1)
    away, closed = labels[3], QWidget(screen)
    away.hide()
    closed.hide()
    seen = [sum(one.isVisible() for one in labels) for _ in show_steps(screen)]
    assert seen == list(range(FEW + 1))
    assert not away.isVisible()
    assert not closed.isVisible()


def test_few_come_together_and_what_scrolls_with_its_area(qtbot: QtBot) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    inside = QWidget()
    labels = crowd(inside, FEW + 1)
    area.setWidget(inside)
    seen = [(area.isVisible(), inside.isVisible(), labels[-1].isVisible()) for _ in show_steps(area)]
    assert seen[0] == (True, True, False)
    assert seen[-1] == (True, True, True)
    few = QWidget()
    qtbot.addWidget(few)
    assert len(crowd(few, FEW)) == FEW
    assert [few.isVisible() for _ in show_steps(few)] == [True]


def test_a_paint_has_a_turn_of_its_own(qtbot: QtBot) -> None:
    """What happens on the window comes before it: the event loop turned only after act, layout and paint."""
    painted: list[str] = []

    class Part(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            painted.append("paint")

    window = Part()
    qtbot.addWidget(window)
    PaintsApart(window)
    window.show()
    qtbot.waitUntil(lambda: bool(painted))
    painted.clear()
    window.update()
    QCoreApplication.sendPostedEvents()
    painted.append("turn")
    qtbot.waitUntil(lambda: "paint" in painted)
    assert painted == ["turn", "paint"]
    painted.clear()
    qtbot.wait(30)
    assert not painted
