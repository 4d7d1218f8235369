"""A state of a game as a picture, drawn by the game's `Pictures`: the board without the table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.core.port import Pictures, Piece
from defiance_qt.shell.theme import Theme

RING = 30
"""The radius of the ring round a piece, in the measure of the ground."""


AROUND = 220
"""The room around ringed pieces that is shown, in the same measure."""


class Drawings:
    """The drawings of one game in one theme, each read once."""

    def __init__(self, pictures: Pictures, theme: Theme) -> None:
        self._pictures = pictures
        self._theme = theme
        self._read: dict[str, QSvgRenderer] = {}

    def of(self, drawing: str) -> QSvgRenderer:
        """Return a drawing by its id."""
        if drawing not in self._read:
            svg = self._pictures.draw(drawing, self._theme.name)
            self._read[drawing] = QSvgRenderer(QByteArray(svg.encode()))
        return self._read[drawing]


class StatePicture(QWidget):
    """One state. It shows the part of the ground on which its pieces are, and rings those that are `ringed`."""

    def __init__(self, theme: Theme, drawings: Drawings) -> None:
        super().__init__()
        self._theme, self._drawings = theme, drawings
        self._ground = ""
        self._pieces: tuple[Piece, ...] = ()
        self._ringed: frozenset[str] = frozenset()
        self._shown = QRectF()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(300), self._theme.px(220))

    def show_state(self, ground: str, pieces: Sequence[Piece], shown: QRectF, ringed: frozenset[str]) -> None:
        """Show the pieces on the ground, as far as `shown` reaches."""
        self._ground, self._pieces = ground, tuple(sorted(pieces, key=lambda one: one.layer))
        self._shown, self._ringed = shown, ringed
        self.setAccessibleName(", ".join(f"{one.name} {one.note}".strip() for one in pieces if one.name))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(self._theme.background))
        if not self._ground or self._shown.isEmpty():
            return
        scale = min(self.width() / self._shown.width(), self.height() / self._shown.height())
        painter.translate(QPointF(self.rect().center()))
        painter.scale(scale, scale)
        painter.translate(-self._shown.center())
        self._draw(painter, self._ground, QPointF(), 1)
        for one in self._pieces:
            place = QPointF(one.x, one.y)
            for drawing in one.drawings:
                self._draw(painter, drawing, place, one.scale)
        painter.setPen(QPen(QColor(self._theme.gold), 4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for one in self._pieces:
            if one.id in self._ringed and one.name:
                painter.drawEllipse(QPointF(one.x, one.y), RING * one.scale, RING * one.scale)

    def _draw(self, painter: QPainter, drawing: str, place: QPointF, scale: float) -> None:
        renderer = self._drawings.of(drawing)
        box = renderer.viewBoxF()
        renderer.render(painter, QRectF(box.topLeft() * scale + place, box.size() * scale))


def ground_box(drawings: Drawings, ground: str) -> QRectF:
    """Return the area that the ground takes, empty without one."""
    return drawings.of(ground).viewBoxF() if ground else QRectF()


def area(pieces: Sequence[Piece], ringed: frozenset[str], whole: QRectF) -> QRectF:
    """Return the part of the ground with the ringed pieces and the room around them, without any the whole."""
    found = [one for one in pieces if one.id in ringed and one.name]
    if not found:
        return whole
    left, right = min(one.x for one in found), max(one.x for one in found)
    top, bottom = min(one.y for one in found), max(one.y for one in found)
    return QRectF(left, top, right - left, bottom - top).adjusted(-AROUND, -AROUND, AROUND, AROUND) & whole
