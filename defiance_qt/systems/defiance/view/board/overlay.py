"""Marks on the board's spaces: reachable spaces, choices, Range, the space under the pointer, the keyboard cursor.

All are drawn by one item below the tokens, mostly from stamps. Drawings between spaces are in `lines`.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.surface.stamps import StampPainter, Stamps
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import SIZE, Point
from defiance_qt.systems.defiance.view.board.scenery import dashed, dotted, hexagon_path, pen

HALF = SIZE + 2
SPACE = (geometry.WIDTH / 2 + 1.5, SIZE + 1.5)  # half of a space's picture


class Marks(QGraphicsItem):
    """The marks of spaces: reach, choices, Range, the space under the pointer and the keyboard cursor."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__()
        self._stamps = stamps
        self._board: Board | None = None
        self._rect = QRectF()
        self.reach: Mapping[str, int] = {}
        self.choices: frozenset[str] = frozenset()
        self.range: tuple[str, int, int] | None = None
        self.hovered = ""
        self.spot = ""
        self.close: frozenset[str] = frozenset()
        self.far: frozenset[str] = frozenset()
        self._contours: list[QPolygonF] = []
        self._centres: dict[str, Point] = {}
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(10)

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.prepareGeometryChange()
        self._board, self._rect = board, rect
        self._centres = {name: geometry.centre(board.hex(cell)) for name, cell in board.by_name.items()}
        self.reach, self.choices, self.range = {}, frozenset(), None
        self.close = self.far = frozenset()
        self.hovered = self.spot = ""
        self._contours = []
        self.update()

    def set_reach(self, reach: Mapping[str, int]) -> None:
        changed = reach.keys() ^ self.reach.keys()
        self.reach = dict(reach)
        self._touch(*changed)

    def set_choices(self, choices: frozenset[str]) -> None:
        changed = choices ^ self.choices
        self.choices = choices
        self._touch(*changed)

    def set_range(self, chosen: tuple[str, int, int] | None) -> None:
        if chosen == self.range or self._board is None:
            return
        self.range = chosen
        self._contours = []
        if chosen is not None:
            origin, low, high = chosen
            mask = self._board.band(self._board.space(origin), low, high)
            loops = geometry.contours(self._board, mask, 1.5)
            self._contours = [QPolygonF([QPointF(*point) for point in (*loop, loop[0])]) for loop in loops]
        self.update()

    def set_threat(self, close: frozenset[str], far: frozenset[str]) -> None:
        """Mark the spaces that are threatened in Contact and those that are threatened from afar."""
        changed = (close ^ self.close) | (far ^ self.far)
        self.close, self.far = close, far
        self._touch(*changed)

    def set_hovered(self, name: str) -> None:
        before, self.hovered = self.hovered, name
        if before != name:
            self._touch(before, name)

    def set_cursor(self, name: str) -> None:
        before, self.spot = self.spot, name
        if before != name:
            self._touch(before, name)

    def _touch(self, *names: str) -> None:
        for name in names:
            if name in self._centres:
                x, y = self._centres[name]
                self.update(QRectF(x - HALF, y - HALF, 2 * HALF, 2 * HALF))

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        press, stamps, centres = StampPainter(painter), self._stamps, self._centres
        exposed = option.exposedRect.adjusted(-HALF, -HALF, HALF, HALF)
        threats = ((self.far - self.close, "far", paint_far), (self.close, "close", paint_close))
        marks = ((self.reach, "reach", paint_reach), (self.choices, "choice", paint_choice))
        for names, key, paint in (*threats, *marks):
            for name in names:
                if exposed.contains(*centres[name]):
                    press.put(stamps.get(key, SPACE, paint), *centres[name])
        if self._contours:
            # On high-density displays aliasing is invisible, and antialiased dashes are slow.
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, painter.device().devicePixelRatioF() < 1.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(dashed(stamps.theme.danger, 1.6, (3.0, 2.0)))
            for polygon in self._contours:
                painter.drawPolyline(polygon)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self.hovered in centres:
            lit = self.hovered in self.reach or self.hovered in self.choices
            name, paint = ("lit", paint_lit) if lit else ("hover", paint_hover)
            press.put(stamps.get(name, SPACE, paint), *centres[self.hovered])
        if self.spot in centres:
            press.put(stamps.get("cursor", SPACE, paint_cursor), *centres[self.spot])


ORIGIN = Hex(0, 0)


def paint_far(painter: QPainter, theme: Theme) -> None:
    """Draw a space that Enemies threaten from afar: a faint fill with a dotted outline."""
    fill = QColor(theme.danger)
    fill.setAlphaF(0.08)
    painter.setPen(dotted(theme.danger, 1.2, 4.0))
    painter.setBrush(fill)
    painter.drawPath(hexagon_path(ORIGIN, 2.0))


def paint_close(painter: QPainter, theme: Theme) -> None:
    """Draw a space that Enemies threaten in Contact: hatched, with a full outline."""
    fill = QColor(theme.danger)
    fill.setAlphaF(0.30)
    painter.setPen(pen(theme.danger, 1.6))
    painter.setBrush(QBrush(fill, Qt.BrushStyle.BDiagPattern))
    painter.drawPath(hexagon_path(ORIGIN, 2.0))


def paint_reach(painter: QPainter, theme: Theme) -> None:
    """Draw a space that can be reached."""
    fill = QColor(theme.glow)
    fill.setAlphaF(0.17)
    painter.setPen(pen(theme.reach, 1.6))
    painter.setBrush(fill)
    painter.drawPath(hexagon_path(ORIGIN, 2.4))


def paint_choice(painter: QPainter, theme: Theme) -> None:
    """Draw a space that answers the pending prompt: a double outline."""
    fill = QColor(theme.choice)
    fill.setAlphaF(0.14)
    painter.setPen(pen(theme.choice, 2.2))
    painter.setBrush(fill)
    painter.drawPath(hexagon_path(ORIGIN, 2.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.choice, 0.9))
    painter.drawPath(hexagon_path(ORIGIN, 7.0))


def paint_lit(painter: QPainter, theme: Theme) -> None:
    """Draw the space under the pointer if it can be chosen."""
    fill = QColor(theme.glow)
    fill.setAlphaF(0.22)
    painter.setPen(pen(theme.glow, 2.6))
    painter.setBrush(fill)
    painter.drawPath(hexagon_path(ORIGIN, 2.4))


def paint_hover(painter: QPainter, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.muted, 1.4))
    painter.drawPath(hexagon_path(ORIGIN, 2.0))


def paint_cursor(painter: QPainter, theme: Theme) -> None:
    """Draw the keyboard cursor: thick corners."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = geometry.outline(ORIGIN, 1.0)
    for colour, width in ((theme.wall_shadow, 6.0), (theme.blue, 3.2)):
        painter.setPen(pen(colour, width))
        for i, (x, y) in enumerate(points):
            for ox, oy in (points[i - 1], points[(i + 1) % 6]):
                painter.drawLine(QPointF(x, y), QPointF(x + (ox - x) * 0.3, y + (oy - y) * 0.3))
