"""What a message points at on the board: rings around spaces and things, and the way that it proposes to a figure."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.surface.stamps import StampPainter, Stamps
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import Point
from defiance_qt.systems.defiance.view.board.lines import CLEAR, GHOST, Between
from defiance_qt.systems.defiance.view.board.looks import Look
from defiance_qt.systems.defiance.view.board.scenery import dotted, pen
from defiance_qt.systems.defiance.view.board.tokens import Token, paint_token
from defiance_qt.systems.defiance.view.present.values import NO_POINTER, PointerView

RING = 25.0
FAINT = 0.6  # the opacity of the figure at the end of the way


class Pointer(Between):
    """The marks of a message, below the tokens."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__(stamps, 16)
        self.view = NO_POINTER
        self._rings: tuple[Point, ...] = ()
        self._way: tuple[Point, ...] = ()
        self._look: Look | None = None

    def set_board(self, board: Board, rect: QRectF) -> None:
        self.set_pointer(NO_POINTER, {}, None)
        super().set_board(board, rect)

    def set_pointer(self, view: PointerView, rings: Mapping[str, Point], token: Token | None) -> None:
        """Set the marks. `rings` are the middles of what is ringed, `token` is the figure that would walk."""
        if view == self.view:
            return
        self.view, self._rings = view, tuple(rings.values())
        self._look = token.look if token is not None else None
        start = (self._centres[token.space],) if token is not None and token.space in self._centres else ()
        self._way = (*start, *(self._centres[space] for space in view.path if space in self._centres))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = self._stamps.theme
        colour = str(getattr(theme, self.view.tone))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(self._way) > 1:
            way = [geometry.toward(self._way[0], self._way[1], CLEAR), *self._way[1:]]
            for ink, width in ((theme.wall_shadow, 6.2), (colour, 3.6)):
                painter.setPen(dotted(ink, width, 8.0))
                painter.drawPolyline(QPolygonF([QPointF(*point) for point in way]))
        ends = (*self._rings, *self._way[-1:])
        for ink, width in ((theme.wall_shadow, 6.0), (colour, 3.0)):
            painter.setPen(pen(ink, width))
            for end in ends:
                painter.drawEllipse(QPointF(*end), RING, RING)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        look = self._look
        if look is not None and self._way:
            painter.setOpacity(FAINT)
            stamp = self._stamps.get(("faint", look), GHOST, lambda p, t: paint_token(p, t, look))
            StampPainter(painter).put(stamp, *self._way[-1])
            painter.setOpacity(1.0)
