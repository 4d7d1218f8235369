"""A paint is put off to the next turn of the event loop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.shell.surface.paints import PaintsApart

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


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
