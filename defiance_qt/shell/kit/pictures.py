"""Pictures beside words: portraits, icons, symbols, key caps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.shell.theme import Theme, font, icon_names, paint_figure, paint_icon


def smooth(widget: QWidget) -> QPainter:
    """Return a painter of a widget whose edges are smooth."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


SHARE = 0.84
"""The share of a portrait that the drawing of a figure takes."""


class Portrait(QWidget):
    """A figure in the shape and the color of a side: round, round with a double ring ("ally") or eight-sided ("enemy").
    `drawing` is an SVG of it; without one, or where the theme wants letters, its initials are shown. A slash marks a
    figure that is down."""

    def __init__(
        self, theme: Theme, initials: str, accent: str, size: int = 36, side: str = "team", drawing: str = ""
    ) -> None:
        super().__init__()
        self._theme, self._initials, self._accent, self._side = theme, initials, accent, side
        self._drawing = "" if theme.letters else drawing
        self._down = self._dim = False
        self.setFixedSize(theme.px(size), theme.px(size))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_size(self, size: int) -> None:
        """Set width and height, in pixels."""
        if size != self.width():
            self.setFixedSize(size, size)

    def set_look(self, down: bool, dim: bool) -> None:
        if (down, dim) != (self._down, self._dim):
            self._down, self._dim = down, dim
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = smooth(self)
        if self._dim:
            painter.setOpacity(0.55)
        ring = QColor(theme.danger if self._down else self._accent)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.setPen(QPen(ring, theme.px(2)))
        fill = {"enemy": theme.enemy_fill, "ally": theme.ally_fill}.get(self._side, theme.team_fill)
        painter.setBrush(QColor(fill))
        outline = QPainterPath()
        if self._side == "enemy":
            outline.addPolygon(_octagon(box))
            outline.closeSubpath()
        else:
            outline.addEllipse(box)
        painter.drawPath(outline)
        if self._side == "ally":
            painter.setPen(QPen(ring, 1))
            painter.drawEllipse(box.adjusted(3.5, 3.5, -3.5, -3.5))
        if self._drawing:
            painter.save()
            painter.setClipPath(outline)
            side = self.width() * SHARE
            inner = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
            paint_figure(painter, inner, self._drawing, self._accent, fill)
            painter.restore()
            painter.setPen(QPen(ring, theme.px(2)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(outline)
        else:
            painter.setPen(QColor(theme.text_strong))
            painter.setFont(font(theme, round(self.width() * 0.34), 700))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._initials)
        if self._down:
            painter.setPen(QPen(ring, 2))
            painter.drawLine(box.bottomLeft() + QPointF(5, -5), box.topRight() + QPointF(-5, 5))


def _octagon(box: QRectF) -> QPolygonF:
    cut = box.width() * 0.29
    left, right, top, bottom = box.left(), box.right(), box.top(), box.bottom()
    corners = [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]
    return QPolygonF([QPointF(x, y) for x, y in corners])


class Icon(QWidget):
    """A small picture beside words."""

    def __init__(self, theme: Theme, name: str, colour: str, size: int = 13) -> None:
        super().__init__()
        self._name, self._colour = name, colour
        self.setFixedSize(theme.px(size), theme.px(size))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_colour(self, colour: str) -> None:
        if colour != self._colour:
            self._colour = colour
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        paint_icon(painter, QRectF(self.rect()), self._name, self._colour)


def paint_symbol(painter: QPainter, box: QRectF, symbol: str, colour: str) -> None:
    """Draw a symbol: the icon of that name, or the name as text if there is no such icon (a number of pips)."""
    if symbol in icon_names():
        paint_icon(painter, box, symbol, colour)
        return
    painter.save()
    face = painter.font()
    face.setPixelSize(max(8, round(box.height() * 0.95)))
    face.setBold(True)
    painter.setFont(face)
    painter.setPen(QColor(colour))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, symbol)
    painter.restore()


class Symbols(QWidget):
    """A row of symbols. `filled` marks those present; the others are faint."""

    def __init__(self, theme: Theme, size: int = 16) -> None:
        super().__init__()
        self._theme, self._size = theme, theme.px(size)
        self._tokens: tuple[str, ...] = ()
        self._filled: tuple[bool, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_tokens(self, tokens: Sequence[str], filled: Sequence[bool] = ()) -> None:
        self._tokens, self._filled = tuple(tokens), tuple(filled)
        self.setVisible(bool(self._tokens))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(max(1, len(self._tokens) * (self._size + 2)), self._size + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        for place, token in enumerate(self._tokens):
            there = not self._filled or self._filled[place]
            colour = self._theme.text_strong if there else self._theme.faint
            box = QRectF(place * (self._size + 2), (self.height() - self._size) / 2, self._size, self._size)
            paint_symbol(painter, box, token, colour)


def paint_key(painter: QPainter, theme: Theme, key: str, right: float, middle: float, ink: str = "") -> float:
    """Draw a key cap that ends at `right`, and return where it begins."""
    face = font(theme, theme.size_small - 1, 600)
    wide = max(QFontMetrics(face).horizontalAdvance(key) + theme.px(11), theme.px(20))
    high = theme.px(18)
    box = QRectF(right - wide, middle - high / 2, wide, high)
    painter.setPen(QPen(QColor(ink or theme.raised_border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush if ink else QColor(theme.pressed))
    painter.drawRoundedRect(box, 4, 4)
    painter.setFont(face)
    painter.setPen(QColor(ink or theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, key)
    return box.left()
