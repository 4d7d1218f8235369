"""Line of sight on one board: the spaces seen from each space, with the present figures and closed doors.

For each pair of spaces the board's fixed walls leave a few masks (see `rays`); the pair sees when one of them meets no
blocker. A blocker mask holds the figures as cells, the closed doors above them, and one bit for all red sides. Opening
a door or moving a figure changes only that mask: the cached result for a pair stays valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from defiance_qt.systems.defiance.engine.board.hexes import STEPS, Hex
from defiance_qt.systems.defiance.engine.board.rays import Tip, fan
from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of

Matrix = tuple[int, int, int, int]
Segment = tuple[Tip, Tip]
SAME = (0,)
TABLES = 400  # differences cached as bits of the board, 15 to 35 kB each; a pair needs none after its first lookup


class Line(NamedTuple):
    """An answer with its reason. `segment` is the best one, from a corner of the viewer's space to a point of the
    other's border, on the lattice of corners (`Hex.corners`); None within one space. When it is not clear, `cut_by`
    names the spaces ("K7") and sides ("K7:e") that cut it, nearest first."""

    clear: bool
    segment: Segment | None
    cut_by: tuple[str, ...]


class _Mask(NamedTuple):
    """A ray in bits, as seen from a cell `bias`: spaces, and sides in three planes."""

    spaces: int
    sides: int
    ways: tuple[tuple[int, ...], ...]


class Sight:
    """Line of sight between the spaces of a board. Pairs are computed on first use and cached.

    With `graze_cuts` false a segment that only grazes a corner is not cut (a house rule).
    """

    def __init__(self, board: Board, graze_cuts: bool = True) -> None:
        self.board = board
        self.graze_cuts = graze_cuts
        self._doors_from = board.size
        self._red = 1 << board.size + len(board.doors)
        self._figures = (1 << board.size) - 1
        self._terrain = board.size + len(board.doors) + 1
        self._plain = 1 << self._terrain
        self._barred = board.side_masks["wall"] | board.side_masks["violet"]
        self._red_sides = board.side_masks["red"]
        self._door_sides = sum(1 << bit for bit in board.door_sides)
        self._rows: list[list[tuple[int, ...] | None] | None] = [None] * board.size
        self._tables: dict[Hex, tuple[int, list[_Mask]]] = {}

    def prepare(self) -> Iterator[int]:
        """Compute in advance, one after another, the geometry that looks on this board need, nearest first; yield the
        distance. Callers can run it in idle time: each item takes some milliseconds when it is first needed."""
        board = self.board
        start = board.hex(board.cells[0])
        farthest = max(start.distance(board.hex(cell)) for cell in board.cells)
        for distance in range(1, farthest + 1):
            for low in range(distance // 2 + 1):
                fan(distance - low, low, self.graze_cuts)
                yield distance

    def blockers(self, figures: int, closed_doors: int, shut: int = 0, fog: int = 0) -> int:
        """Return the present blockers, from the mask of spaces with a figure that blocks (R-063, R-066) and of closed
        doors. Red sides always block (R-216). `shut` and `fog` are spaces that the mission has made Blocked, or of Low
        visibility: their bits lie above all others, because neither depends on figures."""
        return figures | closed_doors << self._doors_from | self._red | (shut | fog << self.board.size) << self._terrain

    def sees(self, a: int, b: int, blockers: int, visor: bool = False, big: bool = False) -> bool:
        """Check whether the space `b` is seen from `a` (R-062 … R-068). The figures on both do not matter; the result
        may differ in the other direction. `visor`: red sides do not cut. `big`: figures do not cut, for a Big Enemy at
        either end (R-067)."""
        if visor:
            blockers &= ~self._red
        if big:
            blockers &= ~self._figures
        if blockers >= self._plain:
            blockers, hidden = self._with_terrain(a, b, blockers, visor)
            if hidden:
                return False
        row = self._rows[a]
        masks = row[b] if row is not None else None
        if masks is None:
            masks = self.masks(a, b)
        for mask in masks:  # noqa: SIM110 (a generator costs as much again)
            if not mask & blockers:
                return True
        return False

    def _with_terrain(self, a: int, b: int, blockers: int, visor: bool) -> tuple[int, int]:
        """Return the blockers with the terrain that the mission has made, and the ends of the line that it hides: a
        space of Low visibility is seen, and seen from, at Range 1 only, and never seen through (R-216); a Visor does
        not care (R-211)."""
        high, blockers = blockers >> self._terrain, blockers & (self._plain - 1)
        shut, fog = high & self._figures, 0 if visor else high >> self.board.size
        ends = (1 << a | 1 << b) & fog
        return blockers | shut | fog, ends if self.board.distance(a, b) > 1 else 0

    def masks(self, a: int, b: int) -> tuple[int, ...]:
        """Return the fewest masks for a pair: `b` is seen from `a` if one of them meets no blocker. Empty when walls
        always hide it."""
        row = self._rows[a]
        if row is None:
            row = self._rows[a] = [None] * self.board.size
        found = row[b]
        if found is None:
            found = row[b] = self._pair(a, b)
        return found

    def _pair(self, a: int, b: int) -> tuple[int, ...]:
        board = self.board
        bias, table = self._table(board.hex(b).minus(board.hex(a)))
        shift = a - bias
        barred, marked = _shifted(self._barred, -shift), _shifted(self._red_sides | self._door_sides, -shift)
        kept: list[int] = []
        for spaces, sides, ways in table:
            if sides & barred:
                continue
            mask = _shifted(spaces, shift) & board.spaces
            if sides & marked:
                mask |= self._marks(_shifted(sides, shift))
            if ways:
                for choice in self._choices(mask, ways, barred, marked, shift):
                    _keep(kept, choice)
            elif not mask:
                return SAME
            else:
                _keep(kept, mask)
        return tuple(sorted(kept, key=int.bit_count))

    def _choices(self, mask: int, ways: tuple[tuple[int, ...], ...], barred: int, marked: int, shift: int) -> list[int]:
        """Return the mask with each choice of ways around the corners that a ray grazes."""
        choices = [mask]
        for alternatives in ways:
            free = [way for way in alternatives if not way & barred]
            if all(way & marked for way in free):
                marks = [self._marks(_shifted(way, shift)) for way in free]
                choices = [choice | mark for choice in choices for mark in marks]
        return choices

    def _marks(self, sides: int) -> int:
        """Return the blocker bits of the doors and red sides among some sides."""
        marks = self._red if sides & self._red_sides else 0
        for bit in cells_of(sides & self._door_sides):
            marks |= 1 << self._doors_from + self.board.door_sides.index(bit)
        return marks

    def _table(self, difference: Hex) -> tuple[int, list[_Mask]]:
        table = self._tables.get(difference)
        if table is None:
            if len(self._tables) >= TABLES:
                del self._tables[next(iter(self._tables))]
            table = self._tables[difference] = self._build(difference)
        return table

    def _build(self, difference: Hex) -> tuple[int, list[_Mask]]:
        """Return the rays to a difference as bits of this board, as seen from the cell `bias`."""
        board = self.board
        (a, b, c, d), canonical = symmetry(difference)
        by_q, by_r = a + c * board.stride, b + d * board.stride
        bias = (difference.distance(Hex(0, 0)) + 2) * (board.stride + 1)
        turned = [STEPS.index((a * q + b * r, c * q + d * r)) for q, r in STEPS[:3]]
        plane = [bias + (i if i < 3 else i - 3) * board.size + (0 if i < 3 else board.shifts[i]) for i in turned]
        found = fan(*canonical, self.graze_cuts)
        spaces = [1 << bias + q * by_q + r * by_r for q, r in found.spaces]
        sides = [1 << plane[direction] + q * by_q + r * by_r for q, r, direction in found.sides]
        return bias, [
            _Mask(
                _union(spaces, ray.spaces),
                _union(sides, ray.sides),
                tuple(tuple(_union(sides, way) for way in alternatives) for alternatives in ray.ways),
            )
            for ray in found.rays
        ]

    def why(self, a: int, b: int, blockers: int, visor: bool = False, big: bool = False) -> Line:
        """Return whether `b` is seen from `a`, by which segment, or what cuts the segment with the fewest cuts. For
        display: slower than `sees`."""
        if a == b:
            return Line(True, None, ())
        if visor:
            blockers &= ~self._red
        if big:
            blockers &= ~self._figures
        if blockers >= self._plain:
            blockers, hidden = self._with_terrain(a, b, blockers, visor)
            if hidden:
                return Line(False, None, tuple(self.board.name(cell) for cell in (b, a) if hidden >> cell & 1))
        here, there = self.board.hex(a), self.board.hex(b)
        matrix, canonical = symmetry(there.minus(here))
        bias, table = self._table(there.minus(here))
        blocking = self._blocking(blockers)
        best: tuple[int, float] | None = None
        answer = Line(False, None, ())
        for ray, mask in zip(fan(*canonical, self.graze_cuts).rays, table, strict=True):
            figures = _shifted(mask.spaces, a - bias) & blockers & self.board.spaces
            sides = _shifted(mask.sides, a - bias) & blocking
            for alternatives in mask.ways:
                sides |= min((_shifted(way, a - bias) & blocking for way in alternatives), key=int.bit_count)
            start, end = _placed(ray.tail, matrix, here), _placed(ray.tip, matrix, here)
            dx, dy = end[0] - start[0], end[1] - start[1]
            rank = (figures.bit_count() + sides.bit_count(), dx * dx + dx * dy + dy * dy)
            if best is None or rank < best:
                best = rank
                answer = Line(not rank[0], (start, end), self._names(a, figures, sides))
        return answer

    def _blocking(self, blockers: int) -> int:
        """Return all sides that block now."""
        blocking = self._barred | (self._red_sides if blockers & self._red else 0)
        for door, bit in enumerate(self.board.door_sides):
            if blockers >> (self._doors_from + door) & 1:
                blocking |= 1 << bit
        return blocking

    def _names(self, a: int, figures: int, sides: int) -> tuple[str, ...]:
        """Return the names of spaces and sides, those nearest to `a` first."""
        board, range_of = self.board, self.board.distances(a)
        ranked = [(range_of[cell], board.name(cell)) for cell in cells_of(figures)]
        for bit in cells_of(sides):
            name = board.side_name(bit)
            ranked.append((range_of[board.cell(name.partition(":")[0])], name))
        return tuple(name for _, name in sorted(ranked))


def _shifted(mask: int, by: int) -> int:
    return mask << by if by >= 0 else mask >> -by


def _union(bits: list[int], chosen: tuple[int, ...]) -> int:
    mask = 0
    for i in chosen:
        mask |= bits[i]
    return mask


def _keep(kept: list[int], mask: int) -> None:
    for other in kept:
        if other & mask == other:
            return
    kept.append(mask)


def _moved(space: Hex, matrix: Matrix, here: Hex) -> Hex:
    a, b, c, d = matrix
    q, r = space
    return Hex(a * q + b * r + here.q, c * q + d * r + here.r)


def _placed(point: tuple[float, float], matrix: Matrix, here: Hex) -> Tip:
    a, b, c, d = matrix
    x, y = point
    return a * x + b * y + 3 * here.q, c * x + d * y + 3 * here.r


def _symmetries() -> tuple[Matrix, ...]:
    """Return the twelve rotations and reflections of the grid as matrices on (q, r), row by row."""
    found = []
    for steps in range(6):
        (a, c), (b, d) = Hex(1, 0).rotated(steps), Hex(0, 1).rotated(steps)
        found += [(a, b, c, d), (b, a, d, c)]
    return tuple(found)


SYMMETRIES = _symmetries()


@lru_cache(maxsize=4096)
def symmetry(difference: Hex) -> tuple[Matrix, Hex]:
    """Return a difference's representative among its twelve images (q ≥ r ≥ 0), and the matrix that maps it back."""
    q, r = difference
    low, middle, _ = sorted((abs(q), abs(r), abs(q + r)))
    canonical = Hex(middle, low)
    return next(m for m in SYMMETRIES if _moved(canonical, m, Hex(0, 0)) == difference), canonical
