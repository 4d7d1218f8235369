"""The plans that are compared, on the board: the way of each, a line to its target, and its number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.surface.plans import ink, style
from defiance_qt.shell.surface.stamps import Stamps
from defiance_qt.shell.theme import font
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import Point
from defiance_qt.systems.defiance.view.board.lines import CLEAR, Between

WIDE = 3.4
EDGE = 6.4
APART = 5.0
"""How far the lines of two plans are beside each other."""
DISC = 9.5
RING = 24.0
AROUND = 75.0
"""What of the board is shown around what the plans touch."""


class PlanLine(NamedTuple):
    """A plan as points of the scene: who acts, the way, and the target."""

    number: int
    tone: str
    points: tuple[Point, ...]


class Drawn(Between):
    """Something of the plans."""

    def __init__(self, stamps: Stamps, height: float) -> None:
        super().__init__(stamps, height)
        self.lines: tuple[PlanLine, ...] = ()

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.lines = ()
        super().set_board(board, rect)

    def set_lines(self, lines: Sequence[PlanLine]) -> None:
        self.lines = tuple(lines)
        self.update()


class Plans(Drawn):
    """The lines of the plans, above the ground and below the tokens."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__(stamps, 17)

    def area(self) -> QRectF:
        """Return the part of the scene that the plans touch, with what is around it."""
        points = QPolygonF([QPointF(*point) for line in self.lines for point in line.points])
        return points.boundingRect().adjusted(-AROUND, -AROUND, AROUND, AROUND)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, line in enumerate(self.lines):
            self._paint_line(painter, line, APART * (place - (len(self.lines) - 1) / 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_line(self, painter: QPainter, line: PlanLine, aside: float) -> None:
        theme = self._stamps.theme
        color = QColor(ink(theme, line.tone))
        points = [QPointF(x, y + aside) for x, y in line.points]
        if len(points) > 1:
            points[0] = QPointF(*geometry.toward(line.points[0], line.points[1], CLEAR)) + QPointF(0, aside)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for tint, width, dashes in (
            (QColor(theme.wall_shadow), EDGE, Qt.PenStyle.SolidLine),
            (color, WIDE, style(line.number)),
        ):
            pen = QPen(tint, width, dashes, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))
            painter.setPen(QPen(tint, width))
            painter.drawEllipse(QPointF(*line.points[-1]), RING, RING)


class Numbers(Drawn):
    """The numbers of the plans on their lines, above the tokens."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__(stamps, 41)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, line in enumerate(self.lines):
            self._paint_number(painter, line, place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_number(self, painter: QPainter, line: PlanLine, place: int) -> None:
        theme, most = self._stamps.theme, len(self.lines)
        middle = QPointF(*_between(line.points, (place + 1) / (most + 1)))
        if len(line.points) < 2:
            middle += QPointF(RING * (place - (most - 1) / 2), -RING - DISC)
        painter.setPen(QPen(QColor(theme.wall_shadow), 2))
        painter.setBrush(QColor(ink(theme, line.tone)))
        painter.drawEllipse(middle, DISC, DISC)
        painter.setPen(QColor(theme.on_accent))
        painter.setFont(font(theme, 13, 700))
        painter.drawText(
            QRectF(middle.x() - DISC, middle.y() - DISC, 2 * DISC, 2 * DISC),
            Qt.AlignmentFlag.AlignCenter,
            str(line.number),
        )


def _between(points: Sequence[Point], share: float) -> Point:
    """Return the middle of the longest leg of a line, of equal ones that at this share of them: no token is there."""
    legs = list(pairwise(points))
    if not legs:
        return points[0]
    most = max(round(dist(*leg)) for leg in legs)
    longest = [leg for leg in legs if round(dist(*leg)) == most]
    (x1, y1), (x2, y2) = longest[int(share * len(longest))]
    return (x1 + x2) / 2, (y1 + y2) / 2
