"""What rows of lists are painted with: their ground, words in their place, an icon on a tile."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from defiance_qt.shell.kit.labels import WRAP
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
