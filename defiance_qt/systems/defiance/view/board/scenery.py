"""The ground, which never changes during a mission: spaces, terrain, walls and zones as paths to paint.

It is built once per board and theme and immutable afterwards.
Each kind of ground has its own pattern, so that colour is never the only difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from defiance_qt.shell.theme import Theme, font
from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.laying import SpaceKind
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import SIZE, Point

MARGIN = 1.5 * SIZE
GAP = 1.1  # between a space's outline and its sides
WIDE = 30  # how many spaces of a zone are a part of the board rather than a goal

_NO_PEN = QPen(Qt.PenStyle.NoPen)
_NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)


class Layer(NamedTuple):
    """Paths with one pen and brush. Each shape has its own path, because one combined path is six times slower."""

    paths: tuple[QPainterPath, ...]
    pen: QPen
    brush: QBrush


class Scenery(NamedTuple):
    """The ground as paths. `rect` is the area it covers, in scene points."""

    rect: QRectF
    background: QColor
    glow: QBrush
    layers: tuple[Layer, ...]

    def strokes(self, painter: QPainter, part: QRectF) -> Iterator[None]:
        """Paint `part` of the ground, one stroke per iteration; the painter maps scene points to the device."""
        painter.fillRect(part, self.background)
        yield
        painter.fillRect(part & self.rect, self.glow)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for paths, pen, brush in self.layers:
            painter.setPen(pen)
            painter.setBrush(brush)
            for path in paths:
                yield
                painter.drawPath(path)


def scenery(
    board: Board,
    theme: Theme,
    zones: Mapping[str, Sequence[str]] | None = None,
    respawn: Sequence[str] = (),
    labels: bool = False,
) -> Scenery:
    """Build the ground of a board. `zones` and `respawn` name spaces of the mission ("K7" or "A02/B2"). With `labels`
    every space shows its name."""
    rect = scenery_rect(board)
    layers = [
        *_spaces(board, theme),
        *_terrain(board, theme),
        *[layer for names in (zones or {}).values() for layer in _zone(board, theme, board.mask(names))],
        *_respawn(board, theme, respawn),
        *(_names(board, theme) if labels else []),
        *_sides(board, theme),
    ]
    return Scenery(rect, QColor(theme.background_edge), _glow(theme, rect), tuple(layers))


def scenery_rect(board: Board) -> QRectF:
    """Return the area that the ground of a board covers, in scene points."""
    return QRectF(*geometry.bounds(board.hexes)).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


def hexagon_path(hexagon: Hex, inset: float = 0.0) -> QPainterPath:
    """Return the outline of a space."""
    return _closed(geometry.outline(hexagon, inset))


def _hexagons(hexagons: Iterable[Hex], inset: float = 0.0) -> tuple[QPainterPath, ...]:
    return tuple(hexagon_path(hexagon, inset) for hexagon in hexagons)


def _closed(points: Sequence[Point]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in points]))
    path.closeSubpath()
    return path


def _open(points: Sequence[Point]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in points]))
    return path


def pen(colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine, flat: bool = False) -> QPen:
    """Return a pen with round joins, and round ends unless `flat`."""
    cap = Qt.PenCapStyle.FlatCap if flat else Qt.PenCapStyle.RoundCap
    return QPen(QColor(colour), width, style, cap, Qt.PenJoinStyle.RoundJoin)


def dashed(colour: str, width: float, pattern: Sequence[float], flat: bool = True) -> QPen:
    """Return a dashed pen; the unit of the pattern is the line width."""
    result = pen(colour, width, flat=flat)
    result.setDashPattern(list(pattern))
    return result


def dotted(colour: str, width: float, period: float) -> QPen:
    """Return a pen of round dots, `period` points apart."""
    return dashed(colour, width, (0.01, period / width - 0.01), flat=False)


def _glow(theme: Theme, rect: QRectF) -> QBrush:
    """Return a light in the middle of the board that fades into the background at the edges."""
    gradient = QRadialGradient(QPointF(0, 0), 1.0)
    gradient.setColorAt(0.0, QColor(theme.background))
    gradient.setColorAt(0.45, QColor(theme.background))
    gradient.setColorAt(1.0, QColor(theme.background_edge))
    brush = QBrush(gradient)
    middle = QTransform.fromTranslate(rect.center().x(), rect.center().y())
    brush.setTransform(QTransform.fromScale(rect.width() / 2, rect.height() / 2) * middle)
    return brush


def _spaces(board: Board, theme: Theme) -> list[Layer]:
    """Return all spaces; adjacent tiles get different shades where possible."""
    tiles: dict[str, list[Hex]] = {}
    for cell in board.cells:
        tiles.setdefault(board.origin(cell).partition("/")[0], []).append(board.hex(cell))
    shades = (theme.hex_fill, theme.hex_fill_alt)
    spread = _shades(tiles)
    edge = pen(theme.hex_edge, 1.0)
    return [
        Layer(_hexagons(hexagons, GAP), edge, QBrush(QColor(shades[spread[tile]]))) for tile, hexagons in tiles.items()
    ]


def _shades(tiles: Mapping[str, Sequence[Hex]]) -> dict[str, int]:
    """Return 0 or 1 per tile, so that adjacent tiles differ where two shades suffice."""
    owner = {hexagon: tile for tile, hexagons in tiles.items() for hexagon in hexagons}
    shared: dict[tuple[str, str], int] = {}
    for hexagon, tile in owner.items():
        for neighbour in hexagon.neighbours():
            other = owner.get(neighbour, tile)
            if other != tile:
                shared[tile, other] = shared.get((tile, other), 0) + 1
    shade: dict[str, int] = {}
    for tile in tiles:
        # Choose the shade with which the tile shares fewer sides.
        costs = [sum(n for (a, b), n in shared.items() if a == tile and shade.get(b) == value) for value in (0, 1)]
        shade[tile] = 0 if costs[0] <= costs[1] else 1
    return shade


def _of_kind(board: Board, kind: SpaceKind) -> list[Hex]:
    return [board.hex(cell) for cell in board.cells if board.kind(cell) == kind]


def _terrain(board: Board, theme: Theme) -> list[Layer]:
    blocked = _of_kind(board, "blocked")
    low = _of_kind(board, "low_visibility")
    difficult = _of_kind(board, "difficult")
    mission = _of_kind(board, "mission")
    dots = dashed(theme.difficult, 2.4, (0.01, 2.0), flat=False)
    return [
        Layer(_hexagons(mission, GAP), _NO_PEN, QBrush(QColor(theme.mission_fill))),
        Layer(_each(mission, _corner_marks), pen(theme.mission, 1.8), _NO_BRUSH),
        Layer(_hexagons(low, GAP), _NO_PEN, QBrush(QColor(theme.low_visibility_fill))),
        Layer(_each(low, _hatch), pen(_mixed(theme.low_visibility, theme.low_visibility_fill, 0.45), 2.6), _NO_BRUSH),
        Layer(_hexagons(low, 2.6), pen(theme.low_visibility, 1.6), _NO_BRUSH),
        Layer(_hexagons(difficult, GAP), _NO_PEN, QBrush(QColor(theme.difficult_fill))),
        Layer(_each(difficult, _rubble), _NO_PEN, QBrush(QColor(_mixed(theme.difficult, theme.difficult_fill, 0.55)))),
        Layer(_hexagons(difficult, 3.2), dots, _NO_BRUSH),
        Layer(_hexagons(blocked, GAP), _NO_PEN, QBrush(QColor(theme.blocked_fill))),
        Layer(_each(blocked, _crosses), pen(_mixed(theme.blocked, theme.blocked_fill, 0.5), 2.4), _NO_BRUSH),
        Layer(_hexagons(blocked, 3.0), pen(theme.blocked, 2.6), _NO_BRUSH),
    ]


def _each(hexagons: Sequence[Hex], mark: Callable[[Hex], QPainterPath]) -> tuple[QPainterPath, ...]:
    return tuple(mark(hexagon) for hexagon in hexagons)


def _mixed(a: str, b: str, part: float) -> str:
    """Mix `part` of the first colour with the rest of the second."""
    return blend(QColor(a), QColor(b), 1 - part).name()


def blend(colour: QColor, ground: QColor, part: float) -> QColor:
    """Return the colour with `part` of the ground mixed in."""
    return QColor(
        round(colour.red() * (1 - part) + ground.red() * part),
        round(colour.green() * (1 - part) + ground.green() * part),
        round(colour.blue() * (1 - part) + ground.blue() * part),
    )


def _corner_marks(hexagon: Hex) -> QPainterPath:
    """Return a bracket in every corner of a mission space."""
    path = QPainterPath()
    points = geometry.outline(hexagon, 4.0)
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % 6]
        path.moveTo(x + (before[0] - x) * 0.2, y + (before[1] - y) * 0.2)
        path.lineTo(x, y)
        path.lineTo(x + (after[0] - x) * 0.2, y + (after[1] - y) * 0.2)
    return path


def _hatch(hexagon: Hex, step: float = 7.0) -> QPainterPath:
    """Return slanting lines inside a space, clipped to its outline."""
    path = QPainterPath()
    x, y = geometry.centre(hexagon)
    edge = geometry.outline(hexagon, 4.5)
    lines = int(SIZE / step) + 1
    for k in range(-lines, lines + 1):
        middle = x + k * step * sqrt(2)
        _clipped(path, edge, (middle - SIZE, y + SIZE), (middle + SIZE, y - SIZE))
    return path


def _clipped(path: QPainterPath, edge: Sequence[Point], a: Point, b: Point) -> None:
    """Add the part of a line that is inside a convex outline."""
    line = QLineF(QPointF(*a), QPointF(*b))
    hits: list[QPointF] = []
    for i, start in enumerate(edge):
        end = edge[(i + 1) % len(edge)]
        kind, point = _crossing(line, QLineF(QPointF(*start), QPointF(*end)))
        if kind and all((point - hit).manhattanLength() > 0.5 for hit in hits):
            hits.append(point)
    if len(hits) == 2:
        path.moveTo(hits[0])
        path.lineTo(hits[1])


def _crossing(line: QLineF, other: QLineF) -> tuple[bool, QPointF]:
    """Return whether two segments cross, and where."""
    kind, point = line.intersects(other)
    return kind == QLineF.IntersectionType.BoundedIntersection, point


def _rubble(hexagon: Hex) -> QPainterPath:
    """Return small stones, the same in every space."""
    path = QPainterPath()
    x, y = geometry.centre(hexagon)
    for dx, dy, radius in ((-10, -8, 2.6), (9, -11, 2.0), (12, 5, 2.8), (-4, 12, 2.4), (-15, 5, 1.8), (2, -1, 2.0)):
        path.addEllipse(QPointF(x + dx, y + dy), radius, radius)
    return path


def _crosses(hexagon: Hex) -> QPainterPath:
    """Return three lines between opposite corners."""
    path = QPainterPath()
    points = geometry.outline(hexagon, 9.0)
    for i in range(3):
        path.moveTo(QPointF(*points[i]))
        path.lineTo(QPointF(*points[i + 3]))
    return path


def _zone(board: Board, theme: Theme, mask: int) -> list[Layer]:
    """Return a zone of the mission: a golden outline, a pale fill and a double arrow in each space. One that is a whole
    part of the board has the outline alone: it is no goal, and its arrows would be everywhere."""
    edges = tuple(_closed(loop) for loop in geometry.contours(board, mask, 2.2))
    outline = Layer(edges, dashed(theme.mission, 2.2, (4.0, 2.2)), _NO_BRUSH)
    if mask.bit_count() > WIDE:
        return [outline]
    hexagons = [board.hex(cell) for cell in board.cells if mask >> cell & 1]
    ground = QColor(theme.mission)
    ground.setAlphaF(0.08)
    arrows = []
    for hexagon in hexagons:
        x, y = geometry.centre(hexagon)
        arrows += [_open(((x - 6, y + dy + 3), (x, y + dy - 3), (x + 6, y + dy + 3))) for dy in (-4.0, 3.0)]
    faint = QColor(theme.mission)
    faint.setAlphaF(0.45)
    arrow = pen(theme.mission, 1.8)
    arrow.setColor(faint)
    return [
        Layer(_hexagons(hexagons), _NO_PEN, QBrush(ground)),
        Layer(tuple(arrows), arrow, _NO_BRUSH),
        outline,
    ]


def _respawn(board: Board, theme: Theme, names: Sequence[str]) -> list[Layer]:
    """Return the spaces where Enemies enter: a violet triangle in a ring."""
    marks, rings = QPainterPath(), QPainterPath()
    for name in names:
        x, y = geometry.centre(board.hex(board.space(name)))
        rings.addEllipse(QPointF(x, y), 15, 15)
        marks.addPolygon(QPolygonF([QPointF(x, y + 8), QPointF(x - 7.5, y - 5), QPointF(x + 7.5, y - 5)]))
        marks.closeSubpath()
    faint = QColor(theme.enemy)
    faint.setAlphaF(0.55)
    ring = dashed(theme.enemy, 1.8, (3.0, 2.0))
    ring.setColor(faint)
    return [Layer((rings,), ring, _NO_BRUSH), Layer((marks,), _NO_PEN, QBrush(faint))]


def _names(board: Board, theme: Theme) -> list[Layer]:
    """Return the name of every space, in its lower corner."""
    words = font(theme, 10, 500)
    metrics = QFontMetricsF(words)
    paths = []
    for cell in board.cells:
        x, y = geometry.centre(board.hex(cell))
        path = QPainterPath()
        path.addText(x - metrics.horizontalAdvance(board.name(cell)) / 2, y + 24.5, words, board.name(cell))
        paths.append(path)
    return [Layer(tuple(paths), _NO_PEN, QBrush(QColor(theme.board_label)))]


def _sides(board: Board, theme: Theme) -> list[Layer]:
    """Return walls and other marked sides. Doors are drawn above the ground, because they can open."""
    lines: dict[str, list[QPainterPath]] = {"wall": [], "violet": [], "red": [], "difficult": []}
    ticks: list[QPainterPath] = []
    for cell, direction, kinds, _ in board.marked_sides():
        for kind in kinds:
            # The ring of a terrain space is drawn with that space.
            if kind == "wall" or not _ringed(board, cell, direction):
                a, b = geometry.side(board.hex(cell), direction)
                lines[kind].append(_open((a, b)))
                if kind == "violet":
                    ticks.append(_ticks(a, b))
    walls, violet, red, difficult = (tuple(paths) for paths in lines.values())
    return [
        Layer(difficult, pen(theme.wall_shadow, 6.5), _NO_BRUSH),
        Layer(difficult, dashed(theme.difficult, 3.4, (0.01, 1.9), flat=False), _NO_BRUSH),
        Layer(red, pen(theme.wall_shadow, 6.5), _NO_BRUSH),
        Layer(red, dashed(theme.low_visibility, 3.4, (2.2, 1.1)), _NO_BRUSH),
        Layer(violet, pen(theme.wall_shadow, 8.5), _NO_BRUSH),
        Layer(violet, pen(theme.blocked, 3.4), _NO_BRUSH),
        Layer(tuple(ticks), pen(theme.blocked, 2.2), _NO_BRUSH),
        Layer(walls, pen(theme.wall_shadow, 9.5), _NO_BRUSH),
        Layer(walls, pen(theme.wall, 5.0), _NO_BRUSH),
    ]


def _ringed(board: Board, cell: int, direction: int) -> bool:
    """Return whether one of the two spaces at a side is drawn with a ring."""
    other = cell + board.shifts[direction]
    ends = [end for end in (cell, other) if board.spaces >> end & 1]
    return any(board.kind(end) in ("blocked", "low_visibility", "difficult") for end in ends)


def _ticks(a: Point, b: Point) -> QPainterPath:
    """Return three short strokes across a side."""
    path = QPainterPath()
    (ax, ay), (bx, by) = a, b
    nx, ny = (by - ay) / SIZE * 4.5, (ax - bx) / SIZE * 4.5
    for t in (0.25, 0.5, 0.75):
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t
        path.moveTo(x - nx, y - ny)
        path.lineTo(x + nx, y + ny)
    return path
