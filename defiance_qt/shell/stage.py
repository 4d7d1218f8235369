"""The window's screens, of which one is shown: what comes next is made ready in turns of the event loop, and what was
shown is destroyed after it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from defiance_qt.shell.background import SHOWN, Flow
from defiance_qt.shell.kit.steps import paint_steps, show_steps


class Stage(QStackedWidget):
    """Shows one screen. Screens are made with it as their parent."""

    def turning_to(self, screen: QWidget) -> Flow[None]:
        """Show this screen and delete the others. On the screen it is laid out, placed and painted in turns of the
        event loop; until then the window shows what it showed."""
        window = self.window()
        window.setUpdatesEnabled(False)
        try:
            yield from self._steps(screen)
        finally:
            window.setUpdatesEnabled(True)
        # After the turn that paints the new one: a table has hundreds of widgets.
        for other in [self.widget(at) for at in range(self.count())]:
            if other is not screen:
                self._delete(other, SHOWN if window.isVisible() else 0)

    def _steps(self, screen: QWidget) -> Iterator[None]:
        self.addWidget(screen)
        shown = self.currentWidget()
        if self.window().isVisible() and shown is not None and shown is not screen:
            screen.hide()
            shown.hide()
            yield from show_steps(screen)
        self.setCurrentWidget(screen)
        yield
        if self.window().isVisible():
            yield from paint_steps(screen)

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
