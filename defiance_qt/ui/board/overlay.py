"""What the window marks on the board: where one may step, choices, range, path, line of sight, cursor.

Two items: marks of spaces lie under the tokens, lines over them. A glowing space is a stamp; lines are few and thin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.engine.board.hexes import Hex, parse_side
from defiance_qt.engine.board.tiles import Board
from defiance_qt.ui.board import geometry
from defiance_qt.ui.board.geometry import SIZE, Point
from defiance_qt.ui.board.scenery import dashed, dotted, hexagon_path, pen
from defiance_qt.ui.board.stamps import Press, Stamps
from defiance_qt.ui.theme import Theme, font

HALF = SIZE + 2
SPACE = (geometry.WIDTH / 2 + 1.5, SIZE + 1.5)  # half of a space's picture
DISC = (14.0, 14.0)
FLAG = (26.0, SIZE)
CLEAR = 23.0  # how far from a token's middle a line begins


class Line(NamedTuple):
    """A line of sight between two spaces. `segment` are its exact ends in scene points, where they are known."""

    start: str
    end: str
    clear: bool
    cut_by: tuple[str, ...] = ()
    segment: tuple[Point, Point] | None = None


class Marks(QGraphicsItem):
    """The marks of spaces: reach, choices, range, the space under the pointer and the keyboard's cursor."""

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
        self._contours: list[QPolygonF] = []
        self._centres: dict[str, Point] = {}
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(10)

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.prepareGeometryChange()
        self._board, self._rect = board, rect
        self._centres = {name: geometry.centre(board.hex(cell)) for name, cell in board.by_name.items()}
        self.reach, self.choices, self.range = {}, frozenset(), None
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

    def set_range(self, wanted: tuple[str, int, int] | None) -> None:
        if wanted == self.range or self._board is None:
            return
        self.range = wanted
        self._contours = []
        if wanted is not None:
            origin, low, high = wanted
            mask = self._board.band(self._board.space(origin), low, high)
            loops = geometry.contours(self._board, mask, 1.5)
            self._contours = [QPolygonF([QPointF(*point) for point in (*loop, loop[0])]) for loop in loops]
        self.update()

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
        press, stamps, centres = Press(painter), self._stamps, self._centres
        exposed = option.exposedRect.adjusted(-HALF, -HALF, HALF, HALF)
        for names, key, paint in ((self.reach, "reach", paint_reach), (self.choices, "choice", paint_choice)):
            for name in names:
                if exposed.contains(*centres[name]):
                    press.put(stamps.get(key, SPACE, paint), *centres[name])
        if self._contours:
            # With small pixels the steps do not show, and smooth dashes are dear.
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


class Lines(QGraphicsItem):
    """What lies above the tokens: the path with its cost, the line of sight, the name of the space pointed at."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__()
        self._stamps = stamps
        self._rect = QRectF()
        self._centres: dict[str, Point] = {}
        self.path: tuple[str, ...] = ()
        self.cost = 0
        self.line: Line | None = None
        self.label: tuple[str, str] = ("", "")
        self.setZValue(40)

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.prepareGeometryChange()
        self._rect = rect
        self._centres = {name: geometry.centre(board.hex(cell)) for name, cell in board.by_name.items()}
        self.path, self.cost, self.line, self.label = (), 0, None, ("", "")
        self.update()

    def set_path(self, spaces: Sequence[str], cost: int) -> None:
        if (tuple(spaces), cost) != (self.path, self.cost):
            self._touch(self.path)
            self.path, self.cost = tuple(spaces), cost
            self._touch(self.path)

    def set_line(self, line: Line | None) -> None:
        for one in (self.line, line):
            if one is not None:
                self._touch((one.start, one.end, *(_place(name) for name in one.cut_by)))
        self.line = line

    def set_label(self, space: str, text: str) -> None:
        """The words on a space, "" for none."""
        if (space, text) != self.label:
            self._touch((self.label[0],))
            self.label = (space, text)
            self._touch((space,))

    def _touch(self, names: Sequence[str]) -> None:
        points = [self._centres[name] for name in names if name in self._centres]
        if points:
            left, top = min(x for x, _ in points), min(y for _, y in points)
            right, bottom = max(x for x, _ in points), max(y for _, y in points)
            self.update(QRectF(left, top, right - left, bottom - top).adjusted(-HALF, -HALF, HALF, HALF))

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = self._stamps.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.line is not None:
            self._paint_line(painter, theme, self.line)
        if len(self.path) > 1:
            self._paint_path(painter, theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        space, text = self.label
        if text and space in self._centres:
            x, y = self._centres[space]
            key = ("label", text)
            Press(painter).put(self._stamps.get(key, FLAG, lambda p, t: paint_label(p, t, text)), x, y)

    def _paint_path(self, painter: QPainter, theme: Theme) -> None:
        middles = [self._centres[name] for name in self.path if name in self._centres]
        middles[0] = geometry.toward(middles[0], middles[1], CLEAR)
        points = [QPointF(*middle) for middle in middles]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        polygon = QPolygonF(points)
        for colour, width in ((theme.wall_shadow, 6.2), (theme.glow, 3.6)):
            painter.setPen(dotted(colour, width, 8.0))
            painter.drawPolyline(polygon)
        end = points[-1]
        stamp = self._stamps.get(("cost", self.cost), DISC, lambda p, t: paint_cost(p, t, self.cost))
        Press(painter).put(stamp, end.x(), end.y())

    def _paint_line(self, painter: QPainter, theme: Theme, line: Line) -> None:
        if line.start not in self._centres or line.end not in self._centres:
            return
        a, b = line.segment or (self._centres[line.start], self._centres[line.end])
        if line.segment is None and line.start != line.end:
            # Neither token's initials are crossed out.
            a, b = geometry.toward(a, b, CLEAR), geometry.toward(b, a, CLEAR)
        ends = QPointF(*a), QPointF(*b)
        if line.clear:
            pens = [pen(theme.wall_shadow, 4.6), dashed(theme.danger, 2.6, (3.2, 2.0))]
        else:
            pens = [dotted(theme.wall_shadow, 5.0, 7.0), dotted(theme.text, 2.6, 7.0)]
        for one in pens:
            painter.setPen(one)
            painter.drawLine(*ends)
        if line.clear:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.danger))
            painter.drawEllipse(ends[0], 3.4, 3.4)
            _arrow(painter, ends)
        for name in line.cut_by:
            self._paint_cut(painter, theme, name)

    def _paint_cut(self, painter: QPainter, theme: Theme, name: str) -> None:
        """A cross where a side or a space cuts the line."""
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


ORIGIN = Hex(0, 0)


def paint_reach(painter: QPainter, theme: Theme) -> None:
    """A space that can be stepped to."""
    fill = QColor(theme.glow)
    fill.setAlphaF(0.17)
    painter.setPen(pen(theme.reach, 1.6))
    painter.setBrush(fill)
    painter.drawPath(hexagon_path(ORIGIN, 2.4))


def paint_choice(painter: QPainter, theme: Theme) -> None:
    """A space that answers the question: a double outline."""
    fill = QColor(theme.choice)
    fill.setAlphaF(0.14)
    painter.setPen(pen(theme.choice, 2.2))
    painter.setBrush(fill)
    painter.drawPath(hexagon_path(ORIGIN, 2.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.choice, 0.9))
    painter.drawPath(hexagon_path(ORIGIN, 7.0))


def paint_lit(painter: QPainter, theme: Theme) -> None:
    """The space under the pointer, when it can be chosen."""
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
    """The keyboard's cursor: thick corners."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = geometry.outline(ORIGIN, 1.0)
    for colour, width in ((theme.wall_shadow, 6.0), (theme.blue, 3.2)):
        painter.setPen(pen(colour, width))
        for i, (x, y) in enumerate(points):
            for ox, oy in (points[i - 1], points[(i + 1) % 6]):
                painter.drawLine(QPointF(x, y), QPointF(x + (ox - x) * 0.3, y + (oy - y) * 0.3))


def paint_cost(painter: QPainter, theme: Theme, cost: int) -> None:
    """The end of a path and what it costs."""
    painter.setPen(QPen(QColor(theme.wall_shadow), 2))
    painter.setBrush(QColor(theme.glow))
    painter.drawEllipse(QPointF(0, 0), 11.5, 11.5)
    painter.setFont(font(theme, 14, 800))
    painter.setPen(QColor(theme.on_accent))
    painter.drawText(QRectF(-12, -12, 24, 24), Qt.AlignmentFlag.AlignCenter, str(cost))


def paint_label(painter: QPainter, theme: Theme, text: str) -> None:
    """A space's name in its lower corner."""
    painter.setFont(font(theme, 10, 600))
    width = painter.fontMetrics().horizontalAdvance(text) + 8
    box = QRectF(-width / 2, 15, width, 14)
    ground = QColor(theme.floating)
    ground.setAlphaF(0.86)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(ground))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
