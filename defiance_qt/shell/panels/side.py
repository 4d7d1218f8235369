"""A sheet over the right side of the table, with a title and a close button. Subclasses
add the content."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox, vbox
from defiance_qt.shell.kit.buttons import closing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme

Beside = Callable[[], QWidget]
"""Returns the widget at whose height a sheet is placed: the rail on the right, or the surface."""


class SideSheet(QFrame):
    """A sheet `wide` pixels wide over the widget `over`, at the height of the widget that `beside` returns. `covers`
    carries the sheet's current width, 0 when it is hidden."""

    covers = Signal(int)

    def __init__(self, theme: Theme, words: Words, title: str, wide: int, over: QWidget, beside: Beside) -> None:
        super().__init__(over)
        self._theme, self._words, self._wide, self._over, self._beside = theme, words, wide, over, beside
        self.setProperty("role", "floating")
        self.setAccessibleName(title)
        self.heading: QLabel = label(title, "heading", wrap=True)
        close = closing(theme, words, self.hide)
        self.head = hbox((self.heading, 1), (close, 0, Qt.AlignmentFlag.AlignTop), gap=10)
        self.body = vbox(self.head, of=self, margins=(16, 12, 12, 14), gap=9)
        self.hide()

    def place(self) -> None:
        """Place the sheet at the right edge, as high as what is beside it."""
        beside = self._beside()
        top = beside.mapTo(self._over, beside.rect().topLeft()).y()
        width = min(self._theme.px(self._wide), self._over.width())
        self.setGeometry(self._over.width() - width, top, width, beside.height())
        self.covers.emit(width if self.isVisible() else 0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.covers.emit(self.width())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.covers.emit(0)
