"""Rows of small boxes that count: health as pips, what is left, the chapters of a game."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.theme import Theme, font

PipState = Literal["left", "losing", "lost"]


def pip_state(place: int, left: int, losing: int) -> PipState:
    """Return what the pip at a place stands for: health that is left, about to be lost, or lost."""
    return "lost" if place >= left else "losing" if place >= left - losing else "left"


def paint_pip(painter: QPainter, theme: Theme, box: QRectF, state: PipState) -> None:
    """Draw one pip: full, hollow with a slash, or hollow."""
    corner = min(2.0, box.width() / 4)
    if state == "left":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.pip_full))
        painter.drawRoundedRect(box, corner, corner)
        return
    colour = QColor(theme.danger if state == "losing" else theme.faint)
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(0.6, 0.6, -0.6, -0.6)
    painter.drawRoundedRect(inner, corner, corner)
    if state == "losing":
        painter.drawLine(inner.bottomLeft(), inner.topRight())


class Pips(QWidget):
    """Health as a row of pips: full for what is left, hollow with a slash for what the open roll would take, hollow for
    what is lost. They shrink where there is little room."""

    WIDE, HIGH, GAP, LEAST = 10, 8, 2, 5
    MOST = 60
    """The most pips of a row. A number that a save was given by hand may be too large for any screen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._left = self._total = self._losing = 0
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_value(self, left: int, total: int, losing: int = 0) -> None:
        total = min(total, self.MOST)
        if (left, total, losing) != (self._left, self._total, self._losing):
            self._left, self._total, self._losing = left, total, losing
            self.updateGeometry()
            self.update()

    def states(self) -> tuple[PipState, ...]:
        """Return what each pip stands for, from left to right."""
        return tuple(pip_state(place, self._left, self._losing) for place in range(self._total))

    def _across(self, wide: int) -> int:
        return max(1, self._total * (self._theme.px(wide) + self._theme.px(self.GAP)))

    def sizeHint(self) -> QSize:
        return QSize(self._across(self.WIDE), self._theme.px(self.HIGH) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._across(self.LEAST), self._theme.px(self.HIGH) + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = smooth(self)
        gap, high = theme.px(self.GAP), theme.px(self.HIGH)
        wide = min(theme.px(self.WIDE), self.width() / max(1, self._total) - gap)
        top = (self.height() - high) / 2
        for place, state in enumerate(self.states()):
            paint_pip(painter, theme, QRectF(place * (wide + gap), top, wide, high), state)


def paint_cell(painter: QPainter, box: QRectF, ink: str, full: bool, corner: float = 2) -> None:
    """Draw one of the boxes that count: full or hollow."""
    painter.setPen(QPen(QColor(ink), 1))
    painter.setBrush(QColor(ink) if full else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, corner, corner)


class Ticks(QWidget):
    """The chapters of a game as a row of boxes: those that are over, the current one, those to come."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._now, self._last = theme, 0, 0
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_value(self, now: int, last: int) -> None:
        self._now, self._last = now, last
        self.setVisible(bool(last))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._last * self._theme.px(10), self._theme.px(13))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._last * 4, self._theme.px(13))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = smooth(self)
        each = min(theme.px(10), self.width() / max(1, self._last))
        for place in range(1, self._last + 1):
            box = QRectF((place - 1) * each + 0.5, 1.5, each - 3, self.height() - 3)
            ink = theme.text_strong if place == self._now else theme.muted
            paint_cell(painter, box, ink, place <= self._now, 1.5)


class Left(QWidget):
    """What is left of a figure: full pips, then hollow ones for what is lost."""

    MOST = 14

    def __init__(self, theme: Theme, left: int, of: int) -> None:
        super().__init__()
        self._theme, self._left, self._of = theme, left, of
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(12))
        self.setMinimumWidth(min(of, self.MOST) * 5)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return QSize(min(self._of, self.MOST) * self._theme.px(10), self._theme.px(12))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = smooth(self)
        count = min(self._of, self.MOST)
        each = min(theme.px(10), self.width() / max(1, count))
        size = each - 2
        for place in range(count):
            box = QRectF(place * each + 0.5, (self.height() - size) / 2, size - 1, size - 1)
            full = place < self._left
            paint_cell(painter, box, theme.pip_full if full else theme.muted, full, 1.5)


class Meter(QWidget):
    """A value on the way to its end, as a wide bar under its words."""

    def __init__(self, theme: Theme, colour: str) -> None:
        super().__init__()
        self._theme, self._colour, self._text, self._part = theme, colour, "", 0.0
        self.setMinimumSize(theme.px(160), theme.px(44))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(600), self._theme.px(44))

    def show_value(self, text: str, value: int, most: int) -> None:
        self._text, self._part = text, min(1.0, value / max(1, most))
        self.setAccessibleName(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, smooth(self)
        high = theme.px(14)
        words, bar = QRectF(self.rect()).adjusted(0, 0, 0, -high), QRectF(0, self.height() - high, self.width(), high)
        painter.setPen(QColor(theme.text_strong))
        painter.setFont(font(theme, theme.size_number - 2, 700))
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._text)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, part in ((theme.pip_empty, 1.0), (self._colour, self._part)):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRectF(0, bar.top(), max(high, bar.width() * part), high), high / 2, high / 2)
