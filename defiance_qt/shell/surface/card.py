"""The floating card next to a figure or a space: a title, rows in parts, and an exact distribution as bars."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.kit.pictures import paint_symbol
from defiance_qt.shell.present.values import HoverRow, HoverView, percent
from defiance_qt.shell.theme import DARK, Theme, font
from defiance_qt.shell.theme.icons import paint_icon

PAD = 13
SHADOW = 6
BAR_HEIGHT = 34
WIDTH = 268  # at a text size of 100 %
WIDER = (1.35, 1.8)  # factors of the width for a low window
ROW, PART = 4, 15  # between two rows; between two parts, with a line
ICON = 16
FLOATING = ("floating", "banner", "moment", "message")  # the roles of widgets that a card keeps off
STEP = 32  # between two places that are tried for a card


class Piece(NamedTuple):
    """A row with its place in the card."""

    row: HoverRow
    top: int
    left: int
    height: int
    width: int


class FloatingCard(QWidget):
    """The card. It ignores the mouse; its accessible name is its text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self.view = HoverView("", "")
        self._wide = 1.0
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._fit()
        self.update()

    def show_view(self, view: HoverView) -> None:
        """Set the content and resize the card. `place` positions it."""
        self.view = view
        self.setAccessibleName(view.spoken)
        self._fit()
        self.update()

    def place(
        self, anchor: QPoint, reach: int, keep_clear: Sequence[QPoint] = (), others: Sequence[QPoint] = ()
    ) -> bool:
        """Move the card next to a point of the parent, `reach` pixels away, where it hides neither that nor a widget
        that floats, the fewest of the points in `keep_clear`, and rather none of the `others`. Returns whether it is
        clear of what floats."""
        parent = self.parentWidget()
        if parent is None:
            return True
        inside = parent.rect().adjusted(4, 4, -4, -4)
        taken = floating_over(parent)
        thing = QRect(anchor.x() - reach, anchor.y() - reach, 2 * reach, 2 * reach)

        def cost(spot: QPoint) -> tuple[float, ...]:
            box = QRect(spot, self.size())
            hidden = sum(_shared(box, one) for one in taken)
            points = sum(box.adjusted(-8, -8, 8, 8).contains(point) for point in keep_clear)
            beside = sum(box.contains(point) for point in others)
            return (_shared(box, thing), hidden, points, beside * reach + _distance(box, anchor))

        best = min(self._spots(anchor, reach, inside), key=cost)
        if any(cost(best)[:3]):
            best = min((best, *self._everywhere(inside)), key=cost)
        self.move(best)
        return not cost(best)[1]

    def _spots(self, anchor: QPoint, reach: int, inside: QRect) -> list[QPoint]:
        """Return the places at the corners of the thing, moved inside."""
        width, height, aside = self.width(), self.height(), reach // 3
        return [
            QPoint(
                max(inside.left(), min(x, inside.right() - width)), max(inside.top(), min(y, inside.bottom() - height))
            )
            for x in (anchor.x() + reach, anchor.x() - reach - width)
            for y in (anchor.y() - height - aside, anchor.y() + aside)
        ]

    def _everywhere(self, inside: QRect) -> Iterator[QPoint]:
        """Return places all over the inside."""
        right = max(inside.left(), inside.right() - self.width())
        bottom = max(inside.top(), inside.bottom() - self.height())
        for x in (*range(inside.left(), right, STEP), right):
            for y in (*range(inside.top(), bottom, STEP), bottom):
                yield QPoint(x, y)

    def _fit(self) -> None:
        """Resize the card to its content; it is wider where it would be higher than its parent."""
        parent = self.parentWidget()
        for self._wide in (1.0, *WIDER):
            hint = self.sizeHint()
            if parent is None or hint.height() <= parent.height():
                break
        self.resize(hint)

    @property
    def _unit(self) -> float:
        """The size of the text against 100 %."""
        return self._theme.size_small / DARK.size_small

    @property
    def _inner(self) -> int:
        return round(WIDTH * self._unit * self._wide) - 2 * PAD

    def _fonts(self, row: HoverRow) -> QFont:
        return font(self._theme, self._theme.size_small + (row.tone == "strong"), 600 if row.tone == "strong" else 400)

    def _title_height(self) -> int:
        return self._wrapped(QFontMetrics(self._title_font()), self.view.title, self._inner - self._where()).height()

    def _title_font(self) -> QFont:
        return font(self._theme, self._theme.size_text, 600)

    def _where(self) -> int:
        """Return the width that the place takes beside the title."""
        small = QFontMetrics(font(self._theme, self._theme.size_small))
        return small.horizontalAdvance(self.view.where) + 10 if self.view.where else 0

    def _pieces(self) -> Iterator[Piece | int]:
        """Return the rows with their places, and the height of each line between two parts."""
        top = self._title_height() + 5
        icon = round(ICON * self._unit)
        for number, part in enumerate(self.view.parts):
            if number:
                yield top + PART // 2 - 1
                top += PART - ROW
            gutter = icon + 7 if any(row.icon for row in part) else 0
            tokens = max((len(row.tokens) for row in part), default=0)
            gutter = max(gutter, tokens * (icon + 2) + 6 if tokens else 0)
            for row in part:
                metrics = QFontMetrics(self._fonts(row))
                end = metrics.horizontalAdvance(row.end) + 8 if row.end else 0
                width = self._inner - gutter - end
                height = self._wrapped(metrics, row.text, width).height()
                yield Piece(row, top, gutter, height, width)
                top += height + ROW

    def sizeHint(self) -> QSize:
        height = self._title_height()
        for piece in self._pieces():
            if isinstance(piece, Piece):
                height = piece.top + piece.height
        if self.view.bars:
            line = QFontMetrics(font(self._theme, self._theme.size_small)).height()
            height += 10 + BAR_HEIGHT + 4 + 2 * line
        return QSize(self._inner + 2 * PAD + 2 * SHADOW, height + 2 * PAD + 2 * SHADOW)

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
        left, top, width = round(box.left()) + PAD, round(box.top()) + PAD, self._inner
        painter.setFont(self._title_font())
        painter.setPen(QColor(t.text_strong))
        area = QRect(left, top, width - self._where(), self._title_height())
        painter.drawText(area, int(Qt.TextFlag.TextWordWrap), self.view.title)
        painter.setFont(font(t, t.size_small))
        painter.setPen(QColor(t.muted))
        painter.drawText(QRect(left, top + 1, width, 40), int(Qt.AlignmentFlag.AlignRight), self.view.where)
        bottom = top + self._title_height()
        for piece in self._pieces():
            if isinstance(piece, Piece):
                self._paint_row(painter, left, top, piece)
                bottom = top + piece.top + piece.height
            else:
                painter.setPen(QPen(QColor(t.floating_border), 1))
                painter.drawLine(QPointF(left, top + piece + 0.5), QPointF(left + width, top + piece + 0.5))
        if self.view.bars:
            painter.setFont(font(t, t.size_small))
            self._paint_bars(painter, left, bottom + 10, width)
        painter.end()

    def _paint_row(self, painter: QPainter, left: int, top: int, piece: Piece) -> None:
        t, row, icon = self._theme, piece.row, round(ICON * self._unit)
        colours = {
            "": t.muted,
            "strong": t.text_strong,
            "plain": t.text,
            "danger": t.danger,
            "gold": t.gold,
            "team": t.team,
        }
        colour = colours.get(row.tone, t.text)
        painter.setFont(self._fonts(row))
        line = painter.fontMetrics().height()
        y = top + piece.top
        if row.icon:
            paint_icon(painter, QRectF(left, y + (line - icon) / 2, icon, icon), row.icon, colour)
        for place, token in enumerate(row.tokens):
            box = QRectF(left + place * (icon + 2), y + (line - icon) / 2, icon, icon)
            paint_symbol(painter, box, token, t.text_strong)
        painter.setPen(QColor(colour))
        painter.drawText(
            QRect(left + piece.left, y, piece.width, piece.height), int(Qt.TextFlag.TextWordWrap), row.text
        )
        if row.end:
            painter.drawText(QRect(left, y, self._inner, line), int(Qt.AlignmentFlag.AlignRight), row.end)

    def _paint_bars(self, painter: QPainter, left: int, top: int, width: int) -> None:
        t = self._theme
        step = width / len(self.view.bars)
        highest = max((bar.share for bar in self.view.bars), default=0.0) or 1.0
        line = painter.fontMetrics().height()
        for i, bar in enumerate(self.view.bars):
            x = left + i * step
            height = max(2.0, BAR_HEIGHT * bar.share / highest)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.team if bar.good else t.faint))
            painter.drawRoundedRect(QRectF(x + 2, top + BAR_HEIGHT - height, min(step - 6, 46), height), 2.5, 2.5)
            painter.setPen(QColor(t.text))
            painter.drawText(QPointF(x + 2, top + BAR_HEIGHT + line), bar.label)
            painter.setPen(QColor(t.muted))
            painter.drawText(QPointF(x + 2, top + BAR_HEIGHT + 2 * line), percent(bar.share))


def floating_over(widget: QWidget) -> list[QRect]:
    """Return the places of the visible widgets that float over a widget, in its coordinates. They belong to a
    widget that holds it."""
    found = []
    inner, holder = widget, widget.parentWidget()
    while holder is not None and not inner.isWindow():
        found += [
            QRect(widget.mapFromGlobal(holder.mapToGlobal(_home(one).topLeft())), one.size())
            for one in holder.children()
            if isinstance(one, QWidget) and one is not inner and one.isVisible() and one.property("role") in FLOATING
        ]
        inner, holder = holder, holder.parentWidget()
    return found


def _home(widget: QWidget) -> QRect:
    """Return where a widget is, or will be once it has slid in: its property "home"."""
    home = widget.property("home")
    return home if isinstance(home, QRect) else widget.geometry()


def _shared(one: QRect, other: QRect) -> int:
    """Return the area that two boxes share."""
    both = one.intersected(other)
    return max(0, both.width()) * max(0, both.height())


def _distance(box: QRect, point: QPoint) -> float:
    """Return how far a point is from the nearest side of a box."""
    aside = max(box.left() - point.x(), point.x() - box.right(), 0)
    below = max(box.top() - point.y(), point.y() - box.bottom(), 0)
    return math.hypot(aside, below)
