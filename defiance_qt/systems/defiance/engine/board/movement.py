"""Movement of one figure: reach, paths, legal single steps, and dragging.

Works on masks (see `tiles`): the caller passes the costly spaces, those where movement may not end, and the closed
ones. It knows neither Miniatures nor sides; Enemies move by the same functions with the sides exchanged (R-061).
"""

from __future__ import annotations

from typing import NamedTuple

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine.board.tiles import Passages, cells_of

FAR = 1_000_000
"""More points than any path costs."""


class Ground(NamedTuple):
    """The board for one mover.

    `enter2`: spaces that cost 2 to enter (obstructed, or occupied by the other side; R-057, R-219). `no_stop`: spaces
    where movement may not end (occupied or obstructed; R-056). `closed`: spaces it may not enter at all. The mover's
    own space belongs to none of them unless its terrain does. Costs of two never add up (R-058).
    """

    passages: Passages
    enter2: int = 0
    no_stop: int = 0
    closed: int = 0


class Reach(NamedTuple):
    """The spaces within some points. `levels[k]` is the mask of spaces whose cheapest path costs `k`. `stops` is the
    mask of those where movement may end, including the start when that is allowed."""

    ground: Ground
    start: int
    levels: tuple[int, ...]
    stops: int

    @property
    def cells(self) -> int:
        """Return the mask of all spaces reached, including those where movement may not end."""
        total = 0
        for level in self.levels:
            total |= level
        return total

    def cost(self, cell: int) -> int:
        """Return the points of the cheapest path to a space. Raises `Illegal` when it is out of reach."""
        for cost, level in enumerate(self.levels):
            if level >> cell & 1:
                return cost
        names, points = self.ground.passages.names, len(self.levels) - 1
        message = f"{names[cell]} is farther than {points} points from {names[self.start]}"
        raise Illegal("out_of_reach", "R-052", message, space=names[cell], start=names[self.start], points=points)

    def path(self, cell: int, around: int = 0) -> tuple[int, ...]:
        """Return the spaces of the cheapest path, without the start and with the end. Of several it is the one with the
        fewest steps, then one that leaves out the spaces `around`, step by step, then the first in reading order.
        Raises `Illegal` when the space is out of reach."""
        layers = [{self.cost(cell): 1 << cell}]  # by remaining steps: the spaces on cheapest paths, by their cost
        while 0 not in layers[-1]:
            layers.append(self._before(layers[-1]))
        here, spent, way = 1 << self.start, 0, []
        for layer in reversed(layers[:-1]):
            near, dear = _around(self.ground, here)
            cheap = layer.get(spent + 1, 0) & near & ~dear
            here = cheap | layer.get(spent + 2, 0) & dear
            here = here & ~around or here
            here &= -here
            spent += 1 if here & cheap else 2
            way.append(here.bit_length() - 1)
        return tuple(way)

    def _before(self, layer: dict[int, int]) -> dict[int, int]:
        """Return the spaces from which a cheapest path steps onto those of a layer, by cost."""
        passages, enter2, _, _ = self.ground
        found: dict[int, int] = {}
        for cost, cells in layer.items():
            slow = _through(passages.easy, cells & enter2, passages.stride)
            slow |= _through(passages.hard, cells & passages.hard_cells, passages.stride)
            quick = _through(passages.easy, cells & ~enter2, passages.stride)
            for price, ahead in ((1, quick), (2, slow)):
                if price <= cost and ahead & self.levels[cost - price]:
                    found[cost - price] = found.get(cost - price, 0) | ahead & self.levels[cost - price]
        return found


def reach(ground: Ground, start: int, points: int) -> Reach:
    """Return all spaces that `points` movement points can pay for (R-051, R-052, R-057 … R-059)."""
    levels = waves(ground, start, points)
    reached = 0
    for level in levels:
        reached |= level
    return Reach(ground, start, tuple(levels), reached & ~ground.no_stop)


def nearest(ground: Ground, start: int, wanted: int) -> int:
    """Return those of the `wanted` spaces that need the fewest points, as a mask; 0 when none can be reached."""
    return waves(ground, start, wanted=wanted)[-1] & wanted


def waves(ground: Ground, start: int, points: int = FAR, wanted: int = 0) -> list[int]:
    """Return the spaces first reached at cost 0, 1, 2 … as masks: up to `points`, and up to the first mask with a
    `wanted` space; by default until all are reached."""
    (easy, hard, hard_cells, _, stride, _), enter2, _, closed = ground
    e, ne, nw, w, sw, se = easy
    slant = stride - 1
    frontier = 1 << start
    left = ~(closed | frontier)
    cheap = ~enter2
    late = 0
    levels: list[int] = []
    while frontier or late:
        levels.append(frontier)
        if len(levels) > points or frontier & wanted:
            break
        near = (
            (frontier & e) << 1
            | (frontier & w) >> 1
            | (frontier & se) << stride
            | (frontier & nw) >> stride
            | (frontier & sw) << slant
            | (frontier & ne) >> slant
        ) & left
        slow = _through(hard, frontier & hard_cells, stride) if frontier & hard_cells else 0
        frontier = near & cheap | late & left
        late = near | slow
        left &= ~frontier
    return levels


def _through(planes: tuple[int, ...], cells: int, stride: int) -> int:
    e, ne, nw, w, sw, se = planes
    slant = stride - 1
    return (
        (cells & e) << 1
        | (cells & w) >> 1
        | (cells & se) << stride
        | (cells & nw) >> stride
        | (cells & sw) << slant
        | (cells & ne) >> slant
    )


def _around(ground: Ground, here: int) -> tuple[int, int]:
    """Return the adjacent spaces that may be entered from a space, given as a mask, and those of them that cost 2."""
    passages, enter2, _, closed = ground
    near = passages.near[here.bit_length() - 1] & ~closed
    dear = near & enter2
    if passages.hard_cells & here:
        dear |= _through(passages.hard, here, passages.stride) & near
    return near, dear


def price(ground: Ground, start: int, there: int) -> int:
    """Return the price of a single step, 0 when no step leads there (R-052, R-057, R-059)."""
    near, dear = _around(ground, 1 << start)
    return (2 if dear >> there & 1 else 1) if near >> there & 1 else 0


def steps(ground: Ground, start: int, points: int) -> tuple[tuple[int, int], ...]:
    """Return the single steps that are legal now, as (space, price) in reading order. A step onto a space without
    stopping needs points left to reach one where movement may end (R-056, and the ruling on movement)."""
    no_stop = ground.no_stop
    near, dear = _around(ground, 1 << start)
    found = []
    for there in cells_of(near):
        price = 2 if dear >> there & 1 else 1
        if price <= points and (not no_stop >> there & 1 or reach(ground, there, points - price).stops):
            found.append((there, price))
    return tuple(found)


DRAG = 2
"""Movement points for one step of a figure that drags another, whatever sides are crossed (R-230)."""


def drags(passages: Passages, dragger: int, dragged: int, taken: int) -> tuple[tuple[int, int], ...]:
    """Return the steps of a Character that drags an Unconscious one, as (its space, the other's), in reading order.

    Both advance to an adjacent free space and end in Contact (R-230). The dragger goes first, so the other may take the
    space just left, and not the reverse. `taken`: occupied and obstructed spaces. Empty when the two are not in Contact
    now.
    """
    near = passages.near
    if not near[dragger] >> dragged & 1:
        return ()
    for_dragger = near[dragger] & ~taken
    for_dragged = near[dragged] & ~(taken & ~(1 << dragger))
    return tuple((first, second) for first in cells_of(for_dragger) for second in cells_of(for_dragged & near[first]))
