"""What rows of lists are painted with: their ground, words in their place, an icon on a tile."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from defiance_qt.shell.kit.labels import WRAP
from defiance_qt.shell.models.rows import ROW_ROLE, Index
from defiance_qt.shell.theme import Theme, font, paint_icon

LINE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
PAD = 6


class RowDelegate(QStyledItemDelegate):
    """The base of delegates that paint the rows of a list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def ground(self, painter: QPainter, option: QStyleOptionViewItem) -> bool:
        """Paint the ground of a row that is chosen or under the pointer. Return whether it is chosen."""
        chosen, over = marked(option)
        if chosen or over:
            painter.fillRect(option.rect, QColor(self._theme.team_fill if chosen else self._theme.hover))  # type: ignore[attr-defined]
        return chosen

    def heading(self, painter: QPainter, box: QRect, text: str) -> None:
        """Paint the heading over the rows that follow."""
        face = font(self._theme, self._theme.size_text, 600)
        where = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        write(painter, box.adjusted(PAD, 0, -PAD, -PAD // 2), text, face, self._theme.team_ink, where)


class Text(NamedTuple):
    """Words of a row: the name of their color in the theme, by how many pixels they are larger than usual, their
    weight, and whether they wrap."""

    text: str
    ink: str = "text"
    larger: int = 0
    weight: int = 400
    wraps: bool = False


class RowLook(NamedTuple):
    """How a row of a list looks: lines below each other, words at the right of the first, and the color of its edge. A
    row that is a `head` is its first line alone."""

    lines: tuple[Text, ...]
    aside: Text | None = None
    edge: str = ""
    head: bool = False


class LookDelegate(RowDelegate):
    """Paints rows from their looks: at the left a picture, at the right what a subclass reserves room for."""

    PICTURE = (0, 0)
    """Width and height of the picture, in pixels at the usual size of text."""
    LEAST, ABOVE = 52, 18
    """The least height of a row, and how much its lines leave free."""

    def look(self, row: Any) -> RowLook:
        """Return how a row looks."""
        raise NotImplementedError  # abstract: Qt's metaclass leaves no room for ABCMeta

    def picture(self, painter: QPainter, area: QRectF, row: Any) -> None:
        """Paint the picture of a row."""

    def beside(self, row: Any) -> int:
        """Return the width that is reserved at the right."""
        return 0

    def _face(self, text: Text) -> QFont:
        return font(self._theme, self._theme.size_text + text.larger, text.weight)

    def _lines(self, row: Any, look: RowLook, width: int) -> tuple[int, int, list[int]]:
        """Return where the lines of a row begin, how wide they are and how high each is."""
        px = self._theme.px
        left = px(self.PICTURE[0] + 20)
        room = max(60, width - left - px(20) - self.beside(row))
        return left, room, [self._high(text, room) for text in look.lines]

    def _high(self, text: Text, room: int) -> int:
        face = self._face(text)
        return wrapped_height(face, text.text, room) if text.wraps else QFontMetrics(face).height()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row, px = index.data(ROW_ROLE), self._theme.px
        look, view = self.look(row), self.parent()
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else px(300)
        high = sum(self._lines(row, look, width)[2]) + px(self.ABOVE)
        return QSize(px(100), px(32) if look.head else max(px(self.LEAST), high))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, row, rect = self._theme, index.data(ROW_ROLE), QRect(option.rect)  # type: ignore[attr-defined]
        look = self.look(row)
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if look.head:
            where, place = int(Qt.AlignmentFlag.AlignBottom), rect.adjusted(theme.px(8), 0, 0, -theme.px(5))
            write(painter, place, look.lines[0].text, self._face(look.lines[0]), theme.text_strong, where)
        else:
            self._paint_row(painter, rect, row, look, *marked(option))
        painter.restore()

    def _paint_row(self, painter: QPainter, rect: QRect, row: Any, look: RowLook, chosen: bool, over: bool) -> None:
        theme, box = self._theme, QRectF(rect).adjusted(1, 2, -1, -2)
        if chosen or over or look.edge:
            edge = theme.team if chosen else getattr(theme, look.edge or "raised_border")
            painter.setPen(QPen(QColor(edge), 2 if chosen else 1))
            still = theme.hover if over or look.edge else theme.team_fill
            painter.setBrush(QColor(still if chosen or over else theme.card))
            painter.drawRoundedRect(box, theme.radius, theme.radius)
        wide, high = (theme.px(side) for side in self.PICTURE)
        self.picture(painter, QRectF(box.left() + theme.px(10), box.center().y() - high / 2, wide, high), row)
        left, room, heights = self._lines(row, look, rect.width())
        top = round(box.center().y() - sum(heights) / 2)
        aside = 0
        if look.aside is not None:
            face, flags = self._face(look.aside), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            aside = QFontMetrics(face).horizontalAdvance(look.aside.text) + theme.px(12)
            place = QRect(rect.left() + left, top, room + theme.px(6), heights[0])
            write(painter, place, look.aside.text, face, getattr(theme, look.aside.ink), flags)
        for text, high in zip(look.lines, heights, strict=True):
            place = QRect(rect.left() + left, top, room - aside, high)
            write(painter, place, text.text, self._face(text), getattr(theme, text.ink), WRAP if text.wraps else LINE)
            top, aside = top + high, 0


def marked(option: QStyleOptionViewItem) -> tuple[bool, bool]:
    """Return whether a row is chosen, and whether it is under the pointer."""
    state = option.state  # type: ignore[attr-defined]  # a member of the C++ class
    return bool(state & QStyle.StateFlag.State_Selected), bool(state & QStyle.StateFlag.State_MouseOver)


def write(painter: QPainter, box: QRect | QRectF, text: str, face: QFont, ink: str, flags: int = LINE) -> int:
    """Write words into a box: wrapped if the flags say so, else elided. Return the width of one line of them."""
    metrics = QFontMetrics(face)
    if not flags & Qt.TextFlag.TextWordWrap:
        text = fitted(metrics, text, box.width())
    painter.setFont(face)
    painter.setPen(QColor(ink))
    painter.drawText(box, flags, text)
    return metrics.horizontalAdvance(text)


def fitted(metrics: QFontMetrics, text: str, width: float) -> str:
    """Return words elided to a width. Those that are as wide as their own advance are whole: Qt rounds it, and would
    elide what is a fraction of a pixel too wide."""
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(width) + 1)


def wrapped_height(face: QFont, text: str, width: int) -> int:
    """Return the height of words wrapped to a width, 0 for none."""
    return QFontMetrics(face).boundingRect(QRect(0, 0, width, 4000), WRAP, text).height() if text else 0


def paint_tile(painter: QPainter, theme: Theme, tile: QRectF, mark: str, ink: str, fill: str) -> None:
    """Paint an icon on a tile."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill))
    painter.drawRoundedRect(tile, theme.radius_small + 2, theme.radius_small + 2)
    inset = tile.width() * 0.24
    paint_icon(painter, tile.adjusted(inset, inset, -inset, -inset), mark, ink)


def listed(model: QAbstractItemModel, delegate: QAbstractItemDelegate, name: str) -> QListView:
    """Return a list that scrolls smoothly, with rows as high as the delegate wants at its width."""
    made = QListView()
    made.setModel(model)
    made.setItemDelegate(delegate)
    made.setMouseTracking(True)
    made.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setResizeMode(QListView.ResizeMode.Adjust)
    made.setAccessibleName(name)
    return made
