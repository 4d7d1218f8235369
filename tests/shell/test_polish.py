"""Styling a screen in steps, while the event loop turns between them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from defiance_qt.shell.panels.widgets import polish_steps


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
