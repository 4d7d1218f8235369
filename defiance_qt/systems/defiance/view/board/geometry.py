"""Scene coordinates of spaces, sides and corners. Plain arithmetic over the engine's hexes, without Qt.

The unit is a point at zoom 1. `SIZE` is the distance from a space's centre to a corner. Hexes are pointy-topped, and
y grows downwards. Corner `i` is between the directions `i` and `i + 1` (see `engine.board.hexes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin, sqrt

from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of

SIZE = 32.0
WIDTH = SIZE * sqrt(3)
CORNERS = tuple((SIZE * cos(pi / 6 + i * pi / 3), -SIZE * sin(pi / 6 + i * pi / 3)) for i in range(6))

Point = tuple[float, float]


def centre(hexagon: Hex) -> Point:
    """Return the centre of a space."""
    return WIDTH * (hexagon.q + hexagon.r / 2), 1.5 * SIZE * hexagon.r


def corner(hexagon: Hex, i: int, inset: float = 0.0) -> Point:
    """Return a corner of a space, moved `inset` points towards its centre."""
    x, y = centre(hexagon)
    dx, dy = CORNERS[i % 6]
    part = 1 - inset / SIZE
    return x + dx * part, y + dy * part


def outline(hexagon: Hex, inset: float = 0.0) -> tuple[Point, ...]:
    """Return the six corners of a space in order."""
    return tuple(corner(hexagon, i, inset) for i in range(6))


def side(hexagon: Hex, direction: int) -> tuple[Point, Point]:
    """Return both ends of the side in a direction."""
    return corner(hexagon, direction - 1), corner(hexagon, direction)


def hexagon_at(x: float, y: float) -> Hex:
    """Return the space at a point of the scene, which need not be on the board."""
    r = y / (1.5 * SIZE)
    q = x / WIDTH - r / 2
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Hex(rq, rr)


def toward(a: Point, b: Point, distance: float) -> Point:
    """Return the point `distance` from `a` towards `b`, at most half way."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy)
    part = min(0.5, distance / length) if length else 0.0
    return a[0] + dx * part, a[1] + dy * part


def distance_to_segment(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a segment."""
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / length)) if length else 0.0
    ex, ey = ax + t * dx - px, ay + t * dy - py
    return sqrt(ex * ex + ey * ey)


def bounds(hexes: Iterable[Hex]) -> tuple[float, float, float, float]:
    """Return x, y, width and height of the bounding rectangle of some spaces."""
    middles = [centre(hexagon) for hexagon in hexes]
    left = min(x for x, _ in middles) - WIDTH / 2
    top = min(y for _, y in middles) - SIZE
    right = max(x for x, _ in middles) + WIDTH / 2
    bottom = max(y for _, y in middles) + SIZE
    return left, top, right - left, bottom - top


def contours(board: Board, mask: int, inset: float = 0.0) -> list[list[Point]]:
    """Return the outlines of the spaces of a mask as closed loops of corners, each `inset` points inside."""
    following: dict[tuple[int, int], tuple[tuple[int, int], Point]] = {}
    for cell in cells_of(mask & board.spaces):
        hexagon = board.hex(cell)
        lattice = hexagon.corners()
        for direction in range(6):
            if mask >> (cell + board.shifts[direction]) & 1:
                continue
            # At a concave corner the line continues on the neighbouring space.
            before = mask >> (cell + board.shifts[(direction - 1) % 6]) & 1
            following[lattice[direction - 1]] = (lattice[direction], _start(hexagon, direction, inset, bool(before)))
    loops: list[list[Point]] = []
    while following:
        here = next(iter(following))
        loop: list[Point] = []
        while here in following:
            here, point = following.pop(here)
            loop.append(point)
        loops.append(loop)
    return loops


def open_sides(board: Board, mask: int) -> Iterator[tuple[Hex, int, int]]:
    """Yield the sides of the spaces of a mask beyond which the board goes on without it: the space, the direction, and
    the space on the other side. Walls, doors, Blocked spaces and their sides are left out."""
    for cell in cells_of(mask & board.spaces):
        for direction in range(6):
            beyond = cell + board.shifts[direction]
            if mask >> beyond & 1 or not board.spaces >> beyond & 1 or board.kind(beyond) == "blocked":
                continue
            shut = {"wall", "violet"} & set(board.side_kinds(cell, direction))
            if not shut and board.door_on(cell, direction) < 0:
                yield board.hex(cell), direction, beyond


def _start(hexagon: Hex, direction: int, inset: float, concave: bool) -> Point:
    """Return the point where the outline of a mask begins to follow a side. At a convex corner it is on the space's
    diagonal. At a concave corner it is as far beyond the side's end as the convex one is short of it."""
    shrunk = inset * 2 / sqrt(3)
    (ax, ay), (bx, by) = corner(hexagon, direction - 1, shrunk), corner(hexagon, direction, shrunk)
    if not concave:
        return ax, ay
    part = shrunk / (SIZE - shrunk)
    return ax - (bx - ax) * part, ay - (by - ay) * part


def lattice(point: tuple[float, float]) -> Point:
    """Convert a point of the corner lattice (`engine.board.hexes`: axial coordinates times three) to the scene."""
    q, r = point[0] / 3, point[1] / 3
    return WIDTH * (q + r / 2), 1.5 * SIZE * r
