"""The ground of the start screen: hexagons, fading from the middle, drawn once for each size."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF, QRadialGradient

from defiance_qt.shell.theme import Theme

HEX = 46.0


def hexes(painter: QPainter, theme: Theme, area: QRect) -> None:
    """Draw a few hexes that fade toward the left."""
    lit = {(1, 3): theme.team, (3, 2): theme.enemy, (2, 5): theme.gold, (4, 5): theme.team, (0, 6): theme.enemy}
    _scatter(painter, theme, area, 38.0, lit, lambda x, y, bright: min(1.0, 0.15 + x))


def backdrop(theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return a background of hexes that fade away from the top."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    # On the light theme's edge the small words below the cards would be too faint.
    edge = QColor(theme.background_edge if theme.dark else theme.background)
    picture.fill(edge)
    painter = QPainter(picture)
    area = QRect(0, 0, size.width(), size.height())
    glow = QRadialGradient(QPointF(size.width() * 0.5, 0), size.width() * 0.62)
    glow.setColorAt(0, QColor(theme.background).lighter(118 if theme.dark else 106))
    glow.setColorAt(1, edge)
    painter.fillRect(area, glow)
    middle = int(size.width() / (math.sqrt(3) * HEX) / 2)
    lit = {(1, middle + 1): theme.team, (0, middle + 3): theme.enemy}

    def strength(x: float, y: float, bright: bool) -> float:
        return 0.6 if bright else 0.42 - math.hypot(x - 0.5, y) * 0.62

    _scatter(painter, theme, area, HEX, lit, strength)
    painter.end()
    return picture


def _scatter(
    painter: QPainter,
    theme: Theme,
    area: QRect,
    size: float,
    lit: Mapping[tuple[int, int], str],
    strength: Callable[[float, float, bool], float],
) -> None:
    """Draw hexes all over an area, some of them lit. `strength` returns how opaque a hex is at a share of width and
    height."""
    ratio = painter.device().devicePixelRatioF()
    plain = _stamp(theme.hex_edge, size, False, ratio)
    stamps = {colour: _stamp(colour, size, True, ratio) for colour in set(lit.values())}
    wide, high = math.sqrt(3) * size, 1.5 * size
    for row in range(int(area.height() / high) + 2):
        for column in range(int(area.width() / wide) + 2):
            x, y = column * wide + (wide / 2 if row % 2 else 0), row * high
            bright = (row, column) in lit
            opacity = strength(min(1.0, x / max(1, area.width())), y / max(1, area.height()), bright)
            if opacity > 0.01:
                painter.setOpacity(opacity)
                stamp = stamps[lit[row, column]] if bright else plain
                painter.drawPixmap(QPointF(area.left() + x - size, area.top() + y - size), stamp)
    painter.setOpacity(1)


def _stamp(colour: str, size: float, filled: bool, ratio: float) -> QPixmap:
    """Return a hex as a picture: drawing hundreds of polygons takes longer than the rest of the screen."""
    side = math.ceil(2 * size * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colour), 1.4))
    inside = QColor(colour)
    inside.setAlphaF(0.12)
    painter.setBrush(inside if filled else Qt.BrushStyle.NoBrush)
    corners = [math.radians(60 * place - 30) for place in range(6)]
    radius = size - 2.5
    painter.drawPolygon(
        QPolygonF([QPointF(size + radius * math.cos(corner), size + radius * math.sin(corner)) for corner in corners])
    )
    painter.end()
    return picture
