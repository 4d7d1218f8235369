"""Items drawn between spaces: a figure's path, the line of sight, and the name of the space under the pointer.

The path is drawn below the tokens, the rest above them. A change repaints only the area that the lines touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.surface.stamps import StampPainter, Stamps
from defiance_qt.shell.theme import Theme, font
from defiance_qt.systems.defiance.engine.board.hexes import Hex, parse_side
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import SIZE, Point
from defiance_qt.systems.defiance.view.board.scenery import dashed, dotted, hexagon_path, pen

SPREAD = SIZE + 2  # how far a drawing may extend beyond the centres of its spaces
CLEAR = 23.0  # distance from a token's centre to the start of a line
ASIDE = 5.0  # between the middle and each of two lines that go both ways
DISC = (14.0, 14.0)
FLAG = (26.0, SIZE)
GHOST = (24.0, 24.0)


class Line(NamedTuple):
    """A line of sight between two spaces. `segment` holds its exact ends in scene points, if known."""

    start: str
    end: str
    clear: bool
    cut_by: tuple[str, ...] = ()
    segment: tuple[Point, Point] | None = None


class Between(QGraphicsItem):
    """An item that draws between the centres of spaces."""

    def __init__(self, stamps: Stamps, height: float) -> None:
        super().__init__()
        self._stamps = stamps
        self._rect = QRectF()
        self._centres: dict[str, Point] = {}
        self.setZValue(height)

    def set_board(self, board: Board, rect: QRectF) -> None:
        """Show another board and clear the drawing; `rect` is the area of the ground."""
        self.prepareGeometryChange()
        self._rect = rect
        self._centres = {name: geometry.centre(board.hex(cell)) for name, cell in board.by_name.items()}
        self.update()

    def _touch(self, names: Sequence[str]) -> None:
        points = [self._centres[name] for name in names if name in self._centres]
        if points:
            left, top = min(x for x, _ in points), min(y for _, y in points)
            right, bottom = max(x for x, _ in points), max(y for _, y in points)
            self.update(QRectF(left, top, right - left, bottom - top).adjusted(-SPREAD, -SPREAD, SPREAD, SPREAD))

    def boundingRect(self) -> QRectF:
        return self._rect


class Way(Between):
    """The path of a figure as dots, with its cost at the end."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__(stamps, 15)
        self.spaces: tuple[str, ...] = ()
        self.cost = 0
        self.rings: tuple[tuple[str, int], ...] = ()

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.spaces, self.cost, self.rings = (), 0, ()
        super().set_board(board, rect)

    def set_way(self, spaces: Sequence[str], cost: int, rings: Sequence[tuple[str, int]] = ()) -> None:
        """Set the spaces of the path, its cost, and where the points of a Move are used up, with the cost up to
        there."""
        if (tuple(spaces), cost, tuple(rings)) != (self.spaces, self.cost, self.rings):
            self._touch(self.spaces)
            self.spaces, self.cost, self.rings = tuple(spaces), cost, tuple(rings)
            self._touch(self.spaces)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        middles = [self._centres[name] for name in self.spaces if name in self._centres]
        if len(middles) < 2:
            return
        theme = self._stamps.theme
        middles[0] = geometry.toward(middles[0], middles[1], CLEAR)
        polygon = QPolygonF([QPointF(*middle) for middle in middles])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((theme.wall_shadow, 6.2), (theme.glow, 3.6)):
            painter.setPen(dotted(colour, width, 8.0))
            painter.drawPolyline(polygon)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        press = StampPainter(painter)
        for space, spent in self.rings:
            press.put(self._stamps.get(("ring", spent), DISC, partial(paint_ring, spent=spent)), *self._centres[space])
        stamp = self._stamps.get(("cost", self.cost), DISC, partial(paint_cost, cost=self.cost))
        press.put(stamp, *middles[-1])


class Trail(Between):
    """The way that an Enemy has just gone: a ring where it stood, and each space passed with its number."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__(stamps, 14)
        self.spaces: tuple[str, ...] = ()

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.spaces = ()
        super().set_board(board, rect)

    def set_spaces(self, spaces: Sequence[str]) -> None:
        """Set the spaces, the first being the one it came from; () for none."""
        if tuple(spaces) != self.spaces:
            self._touch(self.spaces)
            self.spaces = tuple(spaces)
            self._touch(self.spaces)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        middles = [self._centres[name] for name in self.spaces if name in self._centres]
        if len(middles) < 2:
            return
        theme, press = self._stamps.theme, StampPainter(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        line = QPolygonF([QPointF(*middle) for middle in middles])
        for colour, width in ((theme.wall_shadow, 5.0), (theme.enemy, 2.8)):
            painter.setPen(dotted(colour, width, 7.0))
            painter.drawPolyline(line)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        press.put(self._stamps.get("ghost", GHOST, paint_ghost), *middles[0])
        for number, middle in enumerate(middles[1:-1], 1):
            stamp = self._stamps.get(("point", number), DISC, partial(paint_point, number=number))
            press.put(stamp, *middle)


class Lines(Between):
    """The line of sight, and a label on a space."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__(stamps, 40)
        self.line: Line | None = None
        self.out: tuple[Line, ...] = ()
        self.into: tuple[Line, ...] = ()
        self.label: tuple[str, str] = ("", "")

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.line, self.out, self.into, self.label = None, (), (), ("", "")
        super().set_board(board, rect)

    def set_line(self, line: Line | None) -> None:
        for one in (self.line, line):
            if one is not None:
                self._touch((one.start, one.end, *(_place(name) for name in one.cut_by)))
        self.line = line

    def set_plan(self, out: tuple[Line, ...], into: tuple[Line, ...]) -> None:
        """Set the lines from a space to possible targets, and those from Enemies that could attack it."""
        for one in (*self.out, *self.into, *out, *into):
            self._touch((one.start, one.end))
        self.out, self.into = out, into

    def set_label(self, space: str, text: str) -> None:
        """Set the label on a space, "" for none."""
        if (space, text) != self.label:
            self._touch((self.label[0],))
            self.label = (space, text)
            self._touch((space,))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = self._stamps.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Two lines between the same spaces stand beside each other, each on its right.
        ways = {(one.start, one.end) for one in (*self.into, *self.out)}
        for one, colour in (*((line, "") for line in self.into), *((line, theme.team) for line in self.out)):
            self._paint_line(painter, theme, one, colour, ASIDE if (one.end, one.start) in ways else 0.0)
        if self.line is not None:
            self._paint_line(painter, theme, self.line)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        space, text = self.label
        if text and space in self._centres:
            x, y = self._centres[space]
            key = ("label", text)
            StampPainter(painter).put(self._stamps.get(key, FLAG, lambda p, t: paint_label(p, t, text)), x, y)

    def _paint_line(self, painter: QPainter, theme: Theme, line: Line, colour: str = "", aside: float = 0.0) -> None:
        """Draw a line of sight: dashed in the color of danger, or full in `colour`; `aside` points beside its place."""
        if line.start not in self._centres or line.end not in self._centres:
            return
        a, b = line.segment or (self._centres[line.start], self._centres[line.end])
        if line.segment is None and line.start != line.end:
            # Keep the line off the initials of both tokens.
            a, b = geometry.toward(a, b, CLEAR), geometry.toward(b, a, CLEAR)
        length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        beside = QPointF(b[1] - a[1], a[0] - b[0]) * (aside / length)
        ends = QPointF(*a) + beside, QPointF(*b) + beside
        if line.clear:
            pens = [pen(theme.wall_shadow, 4.6), pen(colour, 2.6) if colour else dashed(theme.danger, 2.6, (3.2, 2.0))]
        else:
            pens = [dotted(theme.wall_shadow, 5.0, 7.0), dotted(theme.text, 2.6, 7.0)]
        for one in pens:
            painter.setPen(one)
            painter.drawLine(*ends)
        if line.clear:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour or theme.danger))
            painter.drawEllipse(ends[0], 3.4, 3.4)
            _arrow(painter, ends)
        for name in line.cut_by:
            self._paint_cut(painter, theme, name)

    def _paint_cut(self, painter: QPainter, theme: Theme, name: str) -> None:
        """Draw a cross where a side or a space cuts the line."""
        if ":" in name:
            hexagon, direction = parse_side(name)
            (ax, ay), (bx, by) = geometry.side(hexagon, direction)
            x, y = (ax + bx) / 2, (ay + by) / 2
            painter.setPen(pen(theme.danger, 4.0))
            painter.drawLine(QPointF(ax, ay), QPointF(bx, by))
        elif name in self._centres:
            x, y = self._centres[name]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(theme.danger, 2.2))
            painter.drawPath(hexagon_path(Hex.parse(name), 2.0))
        else:
            return
        for width, colour in ((6.0, theme.wall_shadow), (2.8, theme.danger)):
            painter.setPen(pen(colour, width))
            painter.drawLine(QPointF(x - 5, y - 5), QPointF(x + 5, y + 5))
            painter.drawLine(QPointF(x - 5, y + 5), QPointF(x + 5, y - 5))


def _place(name: str) -> str:
    return name.partition(":")[0]


def _arrow(painter: QPainter, ends: tuple[QPointF, QPointF]) -> None:
    a, b = ends
    dx, dy = b.x() - a.x(), b.y() - a.y()
    length = hypot(dx, dy)
    if length < 1:
        return
    ux, uy = dx / length, dy / length
    tip = [
        b,
        QPointF(b.x() - 9 * ux - 4.5 * uy, b.y() - 9 * uy + 4.5 * ux),
        QPointF(b.x() - 9 * ux + 4.5 * uy, b.y() - 9 * uy - 4.5 * ux),
    ]
    painter.drawPolygon(QPolygonF(tip))


def paint_cost(painter: QPainter, theme: Theme, cost: int) -> None:
    """Draw the end of a path with its cost."""
    painter.setPen(QPen(QColor(theme.wall_shadow), 2))
    painter.setBrush(QColor(theme.glow))
    painter.drawEllipse(QPointF(0, 0), 11.5, 11.5)
    painter.setFont(font(theme, 14, 800))
    painter.setPen(QColor(theme.on_accent))
    painter.drawText(QRectF(-12, -12, 24, 24), Qt.AlignmentFlag.AlignCenter, str(cost))


def paint_ring(painter: QPainter, theme: Theme, spent: int) -> None:
    """Draw where the points of a Move are used up."""
    painter.setPen(QPen(QColor(theme.glow), 2.4))
    painter.setBrush(QColor(theme.floating))
    painter.drawEllipse(QPointF(0, 0), 11.0, 11.0)
    painter.setFont(font(theme, 13, 700))
    painter.setPen(QColor(theme.text))
    painter.drawText(QRectF(-12, -12, 24, 24), Qt.AlignmentFlag.AlignCenter, str(spent))


def paint_ghost(painter: QPainter, theme: Theme) -> None:
    """Draw the place that an Enemy has left."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(dashed(theme.enemy, 2.0, (3.0, 2.0)))
    painter.drawEllipse(QPointF(0, 0), 20, 20)


def paint_point(painter: QPainter, theme: Theme, number: int) -> None:
    """Draw a space that an Enemy has passed, with its number on the way."""
    painter.setPen(QPen(QColor(theme.wall_shadow), 2))
    painter.setBrush(QColor(theme.enemy))
    painter.drawEllipse(QPointF(0, 0), 10, 10)
    painter.setFont(font(theme, 12, 700))
    painter.setPen(QColor(theme.on_accent))
    painter.drawText(QRectF(-11, -11, 22, 22), Qt.AlignmentFlag.AlignCenter, str(number))


def paint_label(painter: QPainter, theme: Theme, text: str) -> None:
    """Draw the name of a space in its upper corner, away from the plates."""
    painter.setFont(font(theme, 10, 600))
    width = painter.fontMetrics().horizontalAdvance(text) + 8
    box = QRectF(-width / 2, -SIZE, width, 14)
    ground = QColor(theme.floating)
    ground.setAlphaF(0.86)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(ground))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
