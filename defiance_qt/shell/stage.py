"""The window's screens, of which one is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from defiance_qt.shell.background import SHOWN


class Stage(QStackedWidget):
    """Shows one screen. Screens are made with it as their parent."""

    def turn_to(self, screen: QWidget) -> None:
        """Show this screen, and delete the others after the turn that paints it: a table has hundreds of widgets."""
        self.addWidget(screen)
        self.setCurrentWidget(screen)
        for other in [self.widget(at) for at in range(self.count())]:
            if other is not screen:
                self._delete(other, SHOWN if self.window().isVisible() else 0)

    def clear(self) -> None:
        """Delete all screens at once."""
        while self.count():
            self._delete(self.widget(0))
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _delete(self, screen: QWidget | None, after: int = 0) -> None:
        if screen is not None:
            self.removeWidget(screen)
            if after:
                QTimer.singleShot(after, screen, screen.deleteLater)  # type: ignore[call-overload]
            else:
                screen.deleteLater()
