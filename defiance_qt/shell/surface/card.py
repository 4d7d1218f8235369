"""The floating card next to a figure or a space: a title, a few lines, and an exact distribution as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.theme import Theme, font

PAD = 13
SHADOW = 6
BAR_HEIGHT = 34
MIN_WIDTH, MAX_WIDTH = 190, 340


class Bar(Protocol):
    """One outcome: its label, its chance 0 … 1, and whether it is good for the team."""

    @property
    def label(self) -> str: ...
    @property
    def share(self) -> float: ...
    @property
    def good(self) -> bool: ...


class Chance(NamedTuple):
    """A plain `Bar`."""

    label: str
    share: float
    good: bool = True


class FloatingCard(QWidget):
    """The card. It ignores the mouse; its accessible name is its text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self.title = ""
        self.lines: tuple[str, ...] = ()
        self.bars: tuple[Bar, ...] = ()
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.resize(self.sizeHint())
        self.update()

    def show_words(self, title: str, lines: Sequence[str], bars: Sequence[Bar]) -> None:
        """Set the content and resize the card. `place` positions it."""
        self.title, self.lines, self.bars = title, tuple(lines), tuple(bars)
        shares = [f"{bar.label}: {percent(bar.share)}" for bar in self.bars]
        self.setAccessibleName(". ".join([title, *self.lines, *shares]))
        self.resize(self.sizeHint())
        self.update()

    def place(self, anchor: QPoint, reach: int, keep_clear: Sequence[QPoint] = ()) -> None:
        """Move the card next to a point of the parent, `reach` pixels away, where it hides the fewest of the points in
        `keep_clear`."""
        parent = self.parentWidget()
        if parent is None:
            return
        inside = parent.rect().adjusted(4, 4, -4, -4)
        width, height = self.width(), self.height()
        spots = [
            QPoint(anchor.x() + reach, anchor.y() - height - reach // 3),
            QPoint(anchor.x() + reach, anchor.y() + reach // 3),
            QPoint(anchor.x() - reach - width, anchor.y() - height - reach // 3),
            QPoint(anchor.x() - reach - width, anchor.y() + reach // 3),
        ]
        best, fewest = spots[0], 1_000_000
        for spot in spots:
            fitted = QPoint(
                max(inside.left(), min(spot.x(), inside.right() - width)),
                max(inside.top(), min(spot.y(), inside.bottom() - height)),
            )
            box = QRect(fitted, self.size())
            hidden = sum(10 for point in (anchor, *keep_clear) if box.adjusted(-8, -8, 8, 8).contains(point))
            hidden += (fitted - spot).manhattanLength() > 0
            if hidden < fewest:
                best, fewest = fitted, hidden
        self.move(best)

    def sizeHint(self) -> QSize:
        t = self._theme
        title, line = QFontMetrics(font(t, t.size_text, 600)), QFontMetrics(font(t, t.size_small))
        widths = [title.horizontalAdvance(self.title), *(line.horizontalAdvance(text) for text in self.lines)]
        width = max(*widths, len(self.bars) * self._bar_width(line))
        width = max(MIN_WIDTH, min(MAX_WIDTH, width + 2 * PAD + 4)) + 2 * SHADOW
        inner = width - 2 * PAD - 2 * SHADOW
        height = 2 * PAD + title.height() + 2 * SHADOW
        for text in self.lines:
            height += 3 + self._wrapped(line, text, inner).height()
        if self.bars:
            height += 10 + BAR_HEIGHT + 4 + 2 * line.height()
        return QSize(width, height)

    def _bar_width(self, metrics: QFontMetrics) -> int:
        return 12 + max(metrics.horizontalAdvance(text) for text in ("100 %", *(bar.label for bar in self.bars)))

    def _wrapped(self, metrics: QFontMetrics, text: str, width: int) -> QRect:
        return metrics.boundingRect(QRect(0, 0, width, 1000), int(Qt.TextFlag.TextWordWrap), text)

    def paintEvent(self, event: QPaintEvent) -> None:
        t = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        painter.setPen(Qt.PenStyle.NoPen)
        for spread in (5, 3, 1):
            shade = QColor(t.shadow)
            shade.setAlphaF(shade.alphaF() * 0.22)
            painter.setBrush(shade)
            painter.drawRoundedRect(box.adjusted(-spread, 1 - spread, spread, 1 + spread), 11 + spread, 11 + spread)
        painter.setBrush(QColor(t.floating))
        painter.setPen(QPen(QColor(t.floating_border), 1))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        left, width = round(box.left()) + PAD, round(box.width()) - 2 * PAD
        top = round(box.top()) + PAD
        painter.setFont(font(t, t.size_text, 600))
        painter.setPen(QColor(t.text_strong))
        title = painter.fontMetrics().elidedText(self.title, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, top, width, painter.fontMetrics().height()), Qt.AlignmentFlag.AlignLeft, title)
        top += painter.fontMetrics().height()
        painter.setFont(font(t, t.size_small))
        painter.setPen(QColor(t.muted))
        for text in self.lines:
            area = self._wrapped(painter.fontMetrics(), text, width)
            painter.drawText(QRect(left, top + 3, width, area.height()), int(Qt.TextFlag.TextWordWrap), text)
            top += 3 + area.height()
        if self.bars:
            self._paint_bars(painter, left, top + 10, width)
        painter.end()

    def _paint_bars(self, painter: QPainter, left: int, top: int, width: int) -> None:
        t = self._theme
        step = width / len(self.bars)
        highest = max((bar.share for bar in self.bars), default=0.0) or 1.0
        line = painter.fontMetrics().height()
        for i, bar in enumerate(self.bars):
            x = left + i * step
            height = max(2.0, BAR_HEIGHT * bar.share / highest)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.team if bar.good else t.faint))
            painter.drawRoundedRect(QRectF(x + 2, top + BAR_HEIGHT - height, min(step - 6, 46), height), 2.5, 2.5)
            painter.setPen(QColor(t.text))
            painter.drawText(QPointF(x + 2, top + BAR_HEIGHT + line), bar.label)
            painter.setPen(QColor(t.muted))
            painter.drawText(QPointF(x + 2, top + BAR_HEIGHT + 2 * line), percent(bar.share))


def percent(share: float) -> str:
    """Return a chance in whole percent. A possible outcome is never 0, an uncertain one never 100."""
    whole = round(share * 100)
    if whole == 0 and share > 0:
        return "<1 %"
    if whole == 100 and share < 1:
        return ">99 %"
    return f"{whole} %"
