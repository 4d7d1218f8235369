"""Dice in their colors."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QWidget,
)

from defiance_qt.shell.kit.pictures import paint_symbol
from defiance_qt.shell.present.values import DieView
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip


class DieFace(QWidget):
    """One die in its color: the symbols of its face, or a question mark until it is rolled."""

    def __init__(self, theme: Theme, size: int = 46) -> None:
        super().__init__()
        self._theme = theme
        self._view: DieView | None = None
        self.setFixedSize(theme.px(size), theme.px(size))

    def show_die(self, view: DieView, spoken: str) -> None:
        if view != self._view:
            self._view = view
            set_tip(self, f"{view.name}\n{view.source}")
            self.setAccessibleName(spoken)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        fill, ink = self._theme.die(self._view.die)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.raised_border), 1))
        painter.setBrush(QColor(fill))
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        corner = self._theme.px(9)
        painter.drawRoundedRect(box, corner, corner)
        if self._view.symbols is None:
            painter.setPen(QColor(ink))
            painter.setFont(font(self._theme, self._theme.px(18), 700))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")
            return
        for place, area in enumerate(symbol_places(len(self._view.symbols), box)):
            paint_symbol(painter, area, self._view.symbols[place], ink)


def symbol_places(count: int, box: QRectF) -> list[QRectF]:
    """Return the places of up to three symbols on a die."""
    x, y, w = box.center().x(), box.center().y(), box.width()
    if count == 1:
        size = w * 0.5
        return [QRectF(x - size / 2, y - size / 2, size, size)]
    size = w * 0.40 if count == 2 else w * 0.38
    if count == 2:
        return [QRectF(x - size - 1, y - size / 2, size, size), QRectF(x + 1, y - size / 2, size, size)]
    top = [QRectF(x - size - 1, y - size - 0.5, size, size), QRectF(x + 1, y - size - 0.5, size, size)]
    bottom = QRectF(x - size / 2, y + 1, size, size)
    return [*top, bottom][:count] if count == 3 else []
