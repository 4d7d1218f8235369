"""Marks on the board's spaces: reachable spaces, choices, Range, the space under the pointer, the keyboard cursor.

All are drawn by one item below the tokens, mostly from stamps. Drawings between spaces are in `lines`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.surface.stamps import StampPainter, Stamps
from defiance_qt.shell.theme import Theme, font
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
        self.beyond: Mapping[str, int] = {}
        self.choices: frozenset[str] = frozenset()
        self.range: tuple[str, int, int] | None = None
        self.hovered = ""
        self.spot = ""
        self.close: frozenset[str] = frozenset()
        self.far: frozenset[str] = frozenset()
        self._contours: list[QPolygonF] = []
        self._edges: list[QLineF] = []
        self._rim: list[QLineF] = []
        self._centres: dict[str, Point] = {}
        self._terrain: frozenset[str] = frozenset()  # its colour is not covered
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(10)

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.prepareGeometryChange()
        self._board, self._rect = board, rect
        self._centres = {name: geometry.centre(board.hex(cell)) for name, cell in board.by_name.items()}
        self._terrain = frozenset(name for name, cell in board.by_name.items() if board.kind(cell) != "free")
        self.reach, self.beyond, self.choices, self.range = {}, {}, frozenset(), None
        self.close = self.far = frozenset()
        self.hovered = self.spot = ""
        self._contours, self._edges, self._rim = [], [], []
        self.update()

    def set_reach(
        self, reach: Mapping[str, int], beyond: Mapping[str, int] | None = None, held: Collection[str] = ()
    ) -> None:
        """Mark the spaces in reach, and those `beyond` that take a further Move, each with its cost. No line is drawn
        around the spaces `held` by figures."""
        beyond = beyond or {}
        if self._board is None or (reach, beyond) == (self.reach, self.beyond):
            return
        touched = {**self.reach, **self.beyond, **reach, **beyond}
        self.reach, self.beyond = dict(reach), dict(beyond)
        near, far, inside = (self._board.mask([*spaces]) for spaces in (reach, beyond, held))
        self._edges, self._rim = self._ends(near, inside), self._ends(far, near | inside)
        self._touch(*touched)

    def _ends(self, mask: int, inside: int) -> list[QLineF]:
        """Return the open sides of some spaces but for those to a space `inside`."""
        assert self._board is not None
        sides = geometry.open_sides(self._board, mask)
        ends = (geometry.side(hexagon, way) for hexagon, way, cell in sides if not inside >> cell & 1)
        return [QLineF(*start, *end) for start, end in ends]

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
        marks = (
            (self.reach.keys() - self._terrain, "reach", paint_reach),
            (self.reach.keys() & self._terrain | self.beyond.keys(), "beyond", paint_beyond),
            (self.choices, "choice", paint_choice),
        )
        for names, key, paint in (*threats, *marks):
            for name in names:
                if exposed.contains(*centres[name]):
                    press.put(stamps.get(key, SPACE, paint), *centres[name])
        for name, cost in self.beyond.items():
            if exposed.contains(*centres[name]):
                press.put(stamps.get(("price", cost), SPACE, partial(paint_price, cost=cost)), *centres[name])
        self._paint_edges(painter)
        if self._contours:
            # On high-density displays aliasing is invisible, and antialiased dashes are slow.
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, painter.device().devicePixelRatioF() < 1.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(dashed(stamps.theme.danger, 1.6, (3.0, 2.0)))
            for polygon in self._contours:
                painter.drawPolyline(polygon)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self.hovered in centres:
            lit = self.hovered in self.choices or self.hovered in self.reach or self.hovered in self.beyond
            name, paint = ("lit", paint_lit) if lit else ("hover", paint_hover)
            press.put(stamps.get(name, SPACE, paint), *centres[self.hovered])
        if self.spot in centres:
            press.put(stamps.get("cursor", SPACE, paint_cursor), *centres[self.spot])

    def _paint_edges(self, painter: QPainter) -> None:
        """Draw where the reach ends: a full line, beyond a further Move a dotted one."""
        theme = self._stamps.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for lines, line in ((self._edges, pen(theme.team, 2.2)), (self._rim, dotted(theme.team, 1.6, 4.0))):
            if lines:
                painter.setPen(line)
                painter.drawLines(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


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
    _tint(painter, theme, 0.34)


def paint_beyond(painter: QPainter, theme: Theme) -> None:
    """Draw a space that a further Move reaches."""
    _tint(painter, theme, 0.13)


def paint_price(painter: QPainter, theme: Theme, cost: int) -> None:
    """Draw the cost of a space that a further Move reaches."""
    painter.setFont(font(theme, 12, 600))
    painter.setPen(QColor(theme.team_ink))
    painter.drawText(QRectF(-12, -12, 24, 24), Qt.AlignmentFlag.AlignCenter, str(cost))


def _tint(painter: QPainter, theme: Theme, alpha: float) -> None:
    fill = QColor(theme.reach)
    fill.setAlphaF(alpha)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawPath(hexagon_path(ORIGIN, 0.8))


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
