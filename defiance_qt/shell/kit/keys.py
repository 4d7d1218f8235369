"""Keys that belong to a widget while the focus is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    Base = QWidget
else:
    Base = object


class OwnKeys(Base):
    """The first base of a widget with such keys. The window, whose shortcuts they may be too, does not get them."""

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is one of the widget's."""
        raise NotImplementedError  # abstract: Qt's metaclass leaves no room for ABCMeta

    def press(self, event: QKeyEvent) -> None:
        """Do what a key of the widget does."""
        raise NotImplementedError  # abstract: Qt's metaclass leaves no room for ABCMeta

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self.takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.takes(event):
            self.press(event)
        else:
            super().keyPressEvent(event)
