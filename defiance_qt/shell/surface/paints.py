"""Paints a window in a turn of the event loop of its own.

An act changes widgets, lays them out and asks for a paint; Qt does all three in one turn, and the window does not
answer until the last is done.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class PaintsApart(QObject):
    """Puts off each paint of a window until the next turn of the event loop."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._due = False
        # A real timer: what is posted now would still be delivered in this turn.
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self._paint)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.UpdateRequest or self._due:
            return False
        self._timer.start()
        return True

    def _paint(self) -> None:
        self._due = True
        try:
            QCoreApplication.sendEvent(self._window, QEvent(QEvent.Type.UpdateRequest))
        finally:
            self._due = False
