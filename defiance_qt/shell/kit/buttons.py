"""Buttons with their key."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
)

from defiance_qt.shell.kit.pictures import paint_key
from defiance_qt.shell.theme import Theme, font, icon


class KeyButton(QPushButton):
    """A button that shows its key beside its words, and perhaps a number instead."""

    def __init__(self, theme: Theme, text: str, mark: str, role: str, key: str = "", high: int = 42) -> None:
        super().__init__()
        self._theme, self._key, self._role = theme, key, role
        self.say(text)
        self.setProperty("role", role)
        ink = theme.on_accent if role == "primary" else theme.team_ink if role == "offer" else theme.text
        self._ink = ink
        self.setIcon(icon(mark, ink, theme.px(18)))
        self.setIconSize(QSize(theme.px(18), theme.px(18)))
        self.setMinimumHeight(theme.px(high))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        wide = self._cap()
        self.setStyleSheet(f"padding-right: {wide + theme.margin}px;" if wide else "")

    def say(self, text: str) -> None:
        """Change the words."""
        # Qt puts an icon next to the first letter.
        self.setText(f" {text}")
        self.setAccessibleName(text)

    def _cap(self) -> int:
        face = font(self._theme, self._theme.size_small - 1, 600)
        wide = max(QFontMetrics(face).horizontalAdvance(self._key) + self._theme.px(11), self._theme.px(20))
        return wide + self._theme.px(4) if self._key else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._key:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.fontMetrics()
        words = metrics.horizontalAdvance(self.text()) + self.iconSize().width() + 4
        # The words are centered in what the padding leaves.
        middle = (self.width() - self._cap()) / 2
        right = middle + words / 2 + self._theme.px(4) + self._cap()
        edge = self._ink if self._role == "primary" else self._theme.muted
        paint_key(painter, self._theme, self._key, min(right, self.width() - 8), self.height() / 2, edge)
