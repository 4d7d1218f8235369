"""Line of sight told once more, straight from the ruling, in exact fractions and without any table.

Shares no code with the engine but the names and marks of the board. Slow on purpose: it tries, from each corner of A,
the corners of T, every point of T's border at which a segment begins or stops touching a corner of something that
may block, and a point between any two of these.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isqrt, lcm

from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of

Vector = tuple[int, int]
Exact = tuple[Fraction, Fraction]

# The border of the hex round (0, 0) on the lattice: a·x + b·y <= 3 for each of these, in the order of its sides.
FACES = ((2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1), (1, 2))
# The two ends of each of those sides.
ENDS = (((1, 1), (2, -1)), ((2, -1), (1, -2)), ((1, -2), (-1, -1)), ((-1, -1), (-2, 1)), ((-2, 1), (-1, 2)),
        ((-1, 2), (1, 1)))  # fmt: skip
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Oracle:
    """One position: a board, the spaces with figures, the closed doors; `graze_cuts` as in the ruling."""

    def __init__(
        self, board: Board, figures: int, closed_doors: int, visor: bool, big: bool, graze_cuts: bool = True
    ) -> None:
        self.graze_cuts = graze_cuts
        self.figures: set[Vector] = set() if big else {board.hex(cell) for cell in cells_of(figures)}
        self.walls: set[frozenset[Vector]] = set()
        for cell in board.cells:
            for direction in range(6):
                kinds = board.side_kinds(cell, direction)
                door = board.door_on(cell, direction)
                closed = door >= 0 and closed_doors >> door & 1
                if "wall" in kinds or "violet" in kinds or closed or ("red" in kinds and not visor):
                    q, r = board.hex(cell)
                    self.walls.add(frozenset((3 * q + x, 3 * r + y) for x, y in ENDS[direction]))

    def sees(self, a: Vector, t: Vector) -> bool:
        if a == t:
            return True
        frame = hex_corners(a) + hex_corners(t)
        figures = {space for space in self.figures - {a, t} if not apart(hex_corners(space), frame)}
        near = Position(figures, {wall for wall in self.walls if not apart(list(wall), frame)}, self.graze_cuts)
        corners = {corner for thing in (*map(hex_corners, figures), *near.walls) for corner in thing}
        return any(near.clear(tail, tip, a, t) for tail in hex_corners(a) for tip in self.tips(tail, t, corners))

    def tips(self, tail: Vector, t: Vector, corners: set[Vector]) -> set[Exact]:
        tips: set[Exact] = set()
        for ends in ENDS:
            one, two = ((3 * t[0] + x, 3 * t[1] + y) for x, y in ends)
            shares = {Fraction(0), Fraction(1)}
            for corner in corners | set(hex_corners(t)):
                # Where the line through `tail` and `corner` meets this side.
                ux, uy = corner[0] - tail[0], corner[1] - tail[1]
                sx, sy = two[0] - one[0], two[1] - one[1]
                if across := sx * uy - sy * ux:
                    share = Fraction((tail[0] - one[0]) * uy - (tail[1] - one[1]) * ux, across)
                    if 0 < share < 1:
                        shares.add(share)
            ordered = sorted(shares)
            shares.update((x + y) / 2 for x, y in pairwise(ordered))
            tips.update((one[0] + s * (two[0] - one[0]), one[1] + s * (two[1] - one[1])) for s in shares)
        return tips


class Position:
    """The figures and walls that can matter to one question."""

    def __init__(self, figures: set[Vector], walls: set[frozenset[Vector]], graze_cuts: bool) -> None:
        self.figures, self.walls, self.graze_cuts = figures, walls, graze_cuts

    def clear(self, tail: Vector, tip: Exact, a: Vector, t: Vector) -> bool:
        aim = (tip[0] - tail[0], tip[1] - tail[1])
        if not any(aim):
            return bool(self.joined(tip, {a}) & {t})
        scale = lcm(aim[0].denominator, aim[1].denominator)
        whole = (int(aim[0] * scale), int(aim[1] * scale))
        for space in self.figures:
            part = inside(tail, whole, scale, space)
            if part and self.cuts(part):
                return False
        for wall in self.walls:
            part = along(tail, whole, scale, *sorted(wall))
            if part and self.cuts(part, crossed=not touches_end(tail, aim, part[0], wall)):
                return False
        if not self.graze_cuts and not self.rounds_every_corner(tail, tip, aim):
            return False
        start = (Fraction(tail[0]), Fraction(tail[1]))
        step = small(aim)
        ahead = spaces_at((start[0] + step[0], start[1] + step[1]))
        behind = spaces_at((tip[0] - step[0], tip[1] - step[1]))
        return bool(self.joined(start, {a}) & ahead) and bool(self.joined(tip, {t}) & behind)

    def cuts(self, part: tuple[Fraction, Fraction], crossed: bool = False) -> bool:
        """Whether touching over that part of the segment cuts it: anything between its two ends does."""
        low, high = part
        if low == high:
            return (self.graze_cuts or crossed) and 0 < low < 1
        return low < 1 and high > 0

    def rounds_every_corner(self, tail: Vector, tip: Exact, aim: Exact) -> bool:
        """The house rule: at a corner between its ends the segment must have a way round it."""
        step = small(aim)
        for point in lattice_corners_between(tail, tip):
            before = spaces_at((point[0] - step[0], point[1] - step[1]))
            after = spaces_at((point[0] + step[0], point[1] + step[1]))
            if not self.joined((Fraction(point[0]), Fraction(point[1])), before) & after:
                return False
        return True

    def joined(self, point: Exact, sources: set[Vector]) -> set[Vector]:
        """The spaces that can be walked to from some, round a point and without crossing a blocking side."""
        here = spaces_at(point)
        reached = set(sources)
        for _ in range(3):
            for space in tuple(reached):
                for direction, (q, r) in enumerate(AROUND):
                    other = (space[0] + q, space[1] + r)
                    wall = frozenset((3 * space[0] + x, 3 * space[1] + y) for x, y in ENDS[direction])
                    if other in here and wall not in self.walls:
                        reached.add(other)
        return reached


def touches_end(tail: Vector, aim: Exact, share: Fraction, wall: frozenset[Vector]) -> bool:
    """Whether a point of the line is an end of a wall."""
    return any(tail[0] + share * aim[0] == x and tail[1] + share * aim[1] == y for x, y in wall)


def apart(things: list[Vector], frame: list[Vector]) -> bool:
    """Whether something lies wholly beyond a space's face, and so touches no segment within the frame."""
    return any(min(u * x + v * y for x, y in things) > max(u * x + v * y for x, y in frame) for u, v in FACES)


def hex_corners(space: Vector) -> list[Vector]:
    return [(3 * space[0] + ends[0][0], 3 * space[1] + ends[0][1]) for ends in ENDS]


def small(aim: Exact) -> Exact:
    """A step so short that it cannot pass a space: less than any distance between things on these boards."""
    return aim[0] / 10**9, aim[1] / 10**9


def spaces_at(point: Exact) -> set[Vector]:
    """The spaces, border included, that hold a point."""
    q, r = round(point[0] / 3), round(point[1] / 3)
    return {
        (q + i, r + j)
        for i in (-1, 0, 1)
        for j in (-1, 0, 1)
        if all(u * (point[0] - 3 * (q + i)) + v * (point[1] - 3 * (r + j)) <= 3 for u, v in FACES)
    }


def inside(tail: Vector, aim: Vector, scale: int, space: Vector) -> tuple[Fraction, Fraction] | None:
    """The part of the line, as shares of the segment from `tail` by `aim / scale`, in a space or on its border."""
    lines = []
    for u, v in FACES:
        start = scale * (u * (tail[0] - 3 * space[0]) + v * (tail[1] - 3 * space[1]) - 3)
        slope = u * aim[0] + v * aim[1]
        if start > 0 and start + slope > 0:
            return None
        lines.append((start, slope))
    low, high = Fraction(-(10**6)), Fraction(10**6)
    for start, slope in lines:
        if slope > 0:
            high = min(high, Fraction(-start, slope))
        elif slope < 0:
            low = max(low, Fraction(-start, slope))
    return (low, high) if low <= high else None


def along(tail: Vector, aim: Vector, scale: int, one: Vector, two: Vector) -> tuple[Fraction, Fraction] | None:
    """The part of the line, in the same shares, that lies on the side between two corners."""
    sx, sy = two[0] - one[0], two[1] - one[1]
    ox, oy = one[0] - tail[0], one[1] - tail[1]
    across = aim[0] * sy - aim[1] * sx
    beside = ox * aim[1] - oy * aim[0]
    if across:
        if 0 <= beside <= across or across <= beside <= 0:
            share = Fraction(scale * (ox * sy - oy * sx), across)
            return share, share
        return None
    if beside:
        return None
    axis = 0 if aim[0] else 1
    first, last = sorted(Fraction(scale * (point[axis] - tail[axis]), aim[axis]) for point in (one, two))
    return first, last


def lattice_corners_between(tail: Vector, tip: Exact) -> list[Vector]:
    """The corners of spaces strictly between the ends of a segment."""
    found = []
    reach = isqrt(int((tip[0] - tail[0]) ** 2 + (tip[1] - tail[1]) ** 2)) + 2
    for x in range(tail[0] - reach, tail[0] + reach + 1):
        ux, uy = tip[0] - tail[0], tip[1] - tail[1]
        if ux == 0:
            candidates = range(tail[1] - reach, tail[1] + reach + 1) if x == tail[0] else range(0)
        else:
            y = tail[1] + (x - tail[0]) * uy / ux
            candidates = range(int(y), int(y) + 1) if y.denominator == 1 else range(0)
        for y_ in candidates:
            share = (x - tail[0]) / ux if ux else (y_ - tail[1]) / uy
            if 0 < share < 1 and x % 3 and (x - y_) % 3 == 0:
                found.append((x, y_))
    return found
