"""The geometry of sight between two spaces, independent of the rest of the board: exact, in integers.

All straight segments from a corner of the space A to a point of the border of the space T fall into finitely many
classes. Those of one class touch the same spaces and cross the same sides. T is seen from A when all the spaces and
sides of one class are clear. Only the difference T - A matters.

How the classes are found (the ruling on line of sight):
- From each corner of A the open cone that covers T is walked space by space and split at each corner it meets. Every
  leaf is a class of segments that meet no corner between their ends.
- A segment that grazes a corner touches all spaces and sides that meet there, so it is never better than a
  segment beside it. The only exception are segments that end at a corner of T, because there are two ways around that
  corner. These are traced.
- Where A and T share a corner the segment has no length, and only the ways around that corner count.
A segment that leaves its corner into a space other than A needs a way around the corner from A to there, and likewise
at its end. Each choice of ways is a class of its own.

With `graze_cuts` false (a house rule) a space or side touched in a single corner does not cut. Then segments through
corners are better than those beside them, so every direction through a corner is traced too. The elements that meet at
the corner must still leave a way around it: sight does not pass the joint of two walls.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from defiance_qt.systems.defiance.engine.board.hexes import CORNERS, STEPS, Hex, Point

Side = tuple[int, int, int]
"""A side: `q`, `r` and the direction 0 … 2, seen from the space whose east, north-east or north-west side it is."""
Cone = tuple[Point, Point]
"""An open cone: its clockwise and its counter-clockwise edge."""

Tip = tuple[float, float]
Grazed = tuple[tuple[int, ...], ...]

HOME = Hex(0, 0)


class Ray(NamedTuple):
    """One class of segments from A to T: the spaces and sides that must be clear, and one segment as an example.

    `spaces` and `sides` are indices into those of the `Fan`. All of them must be clear. Of each entry of `ways`, all
    sides of at least one alternative must be clear (only where grazing does not cut). `tail` is a corner of A, `tip` a
    point of T's border, on the lattice of corners.
    """

    spaces: tuple[int, ...]
    sides: tuple[int, ...]
    tail: Point
    tip: Tip
    ways: tuple[tuple[tuple[int, ...], ...], ...] = ()


class Fan(NamedTuple):
    """All classes of segments from A, at the origin, to T, with the spaces and sides that occur in them."""

    spaces: tuple[Hex, ...]
    sides: tuple[Side, ...]
    rays: tuple[Ray, ...]


def turn(a: Point, b: Point) -> int:
    """Return a positive number when `b` points counter-clockwise of `a`, zero when they are parallel."""
    return a[1] * b[0] - a[0] * b[1]


def minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def side_of(space: Hex, direction: int) -> Side:
    """Return the side of a space in a direction, the same from both its spaces."""
    q, r = space
    if direction < 3:
        return q, r, direction
    return q + STEPS[direction][0], r + STEPS[direction][1], direction - 3


def joint(a: Hex, b: Hex) -> Side:
    """Return the side between two neighbors."""
    return side_of(a, STEPS.index((b.q - a.q, b.r - a.r)))


@lru_cache(maxsize=4096)
def around(corner: Point) -> tuple[tuple[Hex, int], ...]:
    """Return the three spaces that meet at a corner, each with the corner's number there."""
    x, y = corner
    return tuple(
        (Hex((x - dx) // 3, (y - dy) // 3), i)
        for i, (dx, dy) in enumerate(CORNERS)
        if (x - dx) % 3 == 0 and (y - dy) % 3 == 0
    )


def angle(i: int) -> Cone:
    """Return the cone that a space fills at its corner `i`."""
    before, here, after = CORNERS[i - 1], CORNERS[i], CORNERS[(i + 1) % 6]
    return minus(after, here), minus(before, here)


def overlap(a: Cone, b: Cone) -> Cone | None:
    """Return the intersection of two cones, or None; both are narrower than a half turn."""
    (low, high), (first, last) = a, b
    if not turn(low, first) >= 0 < turn(first, high):
        low, first, last, high = first, low, high, last
        if not turn(low, first) >= 0 < turn(first, high):
            return None
    return first, last if turn(last, high) >= 0 else high


def within(cone: Cone, aim: Point) -> bool:
    """Check whether a direction is in a cone or on its edge."""
    return turn(cone[0], aim) >= 0 and turn(aim, cone[1]) >= 0


def ways_round(corner: Point, sources: Iterable[Hex], goals: Iterable[Hex]) -> list[tuple[Side, ...]]:
    """Return the ways around a corner from any of the sources to any of the goals, as the sides that each crosses."""
    meeting = {space for space, _ in around(corner)}
    ways: list[tuple[Side, ...]] = []
    for source in sources:
        for goal in goals:
            if source == goal:
                return [()]
            third = (meeting - {source, goal}).pop()
            ways += [(joint(source, goal),), (joint(source, third), joint(third, goal))]
    return ways


class _Sketch:
    """The classes from A to one target as masks: one bit per space and side."""

    def __init__(self, target: Hex, graze_cuts: bool) -> None:
        self.target, self.graze_cuts = target, graze_cuts
        self.points = target.corners()
        self.things: list[Hex | Side] = []
        self.bits: dict[Hex | Side, int] = {HOME: 0, target: 0}
        self.found: dict[tuple[int, Grazed], tuple[Point, Tip]] = {}

    def bit(self, thing: Hex | Side) -> int:
        bit = self.bits.get(thing)
        if bit is None:
            bit = self.bits[thing] = 1 << len(self.things)
            self.things.append(thing)
        return bit

    def mask(self, things: Iterable[Hex | Side]) -> int:
        mask = 0
        for thing in things:
            mask |= self.bit(thing)
        return mask

    def keep(self, mask: int, tail: Point, tip: Tip, grazed: Grazed = ()) -> None:
        old = self.found.get((mask, grazed))
        if old is None or length2(tail, tip) < length2(*old):
            self.found[mask, grazed] = tail, tip

    def fan(self) -> Fan:
        """Return the classes without those that need everything another one needs. Classes that touch fewest spaces
        come first."""
        spaces = tuple(thing for thing in self.things if isinstance(thing, Hex))
        sides = tuple(thing for thing in self.things if not isinstance(thing, Hex))
        number = {self.bits[thing]: i for i, thing in enumerate(spaces)}
        number.update({self.bits[thing]: i for i, thing in enumerate(sides)})

        def numbers(mask: int) -> tuple[int, ...]:
            return tuple(number[bit] for bit in single_bits(mask))

        where_spaces = self.mask(spaces)
        least: list[int] = []
        rays: list[Ray] = []
        for mask, grazed in sorted(self.found, key=lambda key: (key[0].bit_count(), len(key[1]))):
            if any(other & mask == other for other in least):
                continue
            if not grazed:
                least.append(mask)
            ways = tuple(tuple(map(numbers, group)) for group in grazed)
            tail, tip = self.found[mask, grazed]
            rays.append(Ray(numbers(mask & where_spaces), numbers(mask & ~where_spaces), tail, tip, ways))
        return Fan(spaces, sides, tuple(sorted(rays, key=lambda ray: len(ray.spaces))))

    def draw(self) -> None:
        for tail in CORNERS:
            if tail in self.points:
                for way in ways_round(tail, (HOME,), (self.target,)):
                    self.keep(self.mask(way), tail, tail)
                continue
            aims = [minus(point, tail) for point in self.points]
            first = next(a for a in aims if all(turn(a, b) >= 0 for b in aims))
            last = next(a for a in aims if all(turn(a, b) <= 0 for b in aims))
            for space, corner in around(tail):
                cone = overlap((first, last), _ANGLES[corner])
                if cone is not None:
                    ways = [self.mask(way) for way in ways_round(tail, (HOME,), (space,))]
                    self.walk(tail, space, cone, ways)
            for aim in self.fronts(tail) if self.graze_cuts else self.critical(tail, (first, last)):
                self.trace(tail, aim)

    def fronts(self, tail: Point) -> list[Point]:
        """Return the directions to those corners of T that a segment can meet first."""
        aims = [minus(point, tail) for point in self.points]
        return [aims[i] for i in range(6) if turn(aims[i - 1], aims[i]) < 0 or turn(aims[i], aims[(i + 1) % 6]) < 0]

    def critical(self, tail: Point, cone: Cone) -> list[Point]:
        """Return every direction from a corner of A to T that meets a corner no farther than T."""
        reach = HOME.distance(self.target) + 1
        aims: dict[tuple[int, int], Point] = {}
        for q in range(-reach, reach + 1):
            for r in range(max(-reach, -reach - q), min(reach, reach - q) + 1):
                for point in Hex(q, r).corners():
                    aim = minus(point, tail)
                    if aim != (0, 0) and within(cone, aim):
                        scale = gcd(*aim)
                        aims[aim[0] // scale, aim[1] // scale] = aim
        return list(aims.values())

    def walk(self, tail: Point, start: Hex, cone: Cone, ways: list[int]) -> None:
        """Follow an open cone from a corner into a space and on, splitting it at each corner, until T is met."""
        target, bits = self.target, self.bits
        stack = [(start, cone[0], cone[1], self.bit(start))]
        x, y = tail
        while stack:
            space, (lx, ly), (hx, hy), mask = stack.pop()
            cx, cy = 3 * space.q - x, 3 * space.r - y
            for direction, (ax, ay), (bx, by) in _SIDES:
                ax, ay, bx, by = cx + ax, cy + ay, cx + bx, cy + by
                if ay * bx <= ax * by:
                    continue  # segments do not leave by this side
                if ly * ax <= lx * ay:
                    ax, ay = lx, ly
                if by * hx <= bx * hy:
                    bx, by = hx, hy
                if ay * bx <= ax * by:
                    continue  # the cone misses this side
                side = side_of(space, direction)
                further = mask | (bits.get(side) or self.bit(side))
                onto = space.neighbour(direction)
                if onto == target:
                    aim, points = (ax + bx, ay + by), space.corners()
                    far = share(tail, aim, points[direction - 1], points[direction])
                    for way in ways:
                        self.keep(further | way, tail, (x + aim[0] * far, y + aim[1] * far))
                else:
                    stack.append((onto, (ax, ay), (bx, by), further | (bits.get(onto) or self.bit(onto))))

    def trace(self, tail: Point, aim: Point) -> None:
        """Follow one segment through corners to the first point of T's border."""
        mask, choices, grazed = 0, [0], []
        corner: Point = tail
        sources: tuple[Hex, ...] = (HOME,)
        while True:
            onto = tuple(space for space, i in around(corner) if within(_ANGLES[i], aim))
            ways = self.ways(corner, sources, onto)
            if corner == tail:
                choices = ways
            elif len(ways) > 1:
                grazed.append(tuple(ways))
            mask |= self.mask(onto)
            if len(onto) == 2:  # along the side between the two
                mask |= self.bit(joint(*onto))
                corner = next(p for p in onto[0].corners() if p != corner and p in onto[1].corners())
                sources = onto
            else:
                crossed, space, stop = self.cross(tail, aim, corner, onto[0])
                mask |= crossed
                if isinstance(stop, float):
                    tip = tail[0] + aim[0] * stop, tail[1] + aim[1] * stop
                    break
                corner, sources = stop, (space,)
            if corner in self.points:
                ends = self.ways(corner, sources, (self.target,))
                choices = [choice | way for choice in choices for way in ends]
                tip = corner
                break
            if self.graze_cuts:
                a, b, c = sources = tuple(space for space, _ in around(corner))
                mask |= self.mask((a, b, c, joint(a, b), joint(b, c), joint(c, a)))
        for choice in choices:
            self.keep(mask | choice, tail, tip, tuple(grazed))

    def ways(self, corner: Point, sources: tuple[Hex, ...], goals: tuple[Hex, ...]) -> list[int]:
        return [self.mask(way) for way in ways_round(corner, sources, goals)]

    def cross(self, tail: Point, aim: Point, corner: Point, space: Hex) -> tuple[int, Hex, Point | float]:
        """Continue from a corner into a space and through sides, up to the next corner or T's border.

        Returns the elements touched, the last space, and the corner met or the position on the border as a share of
        `aim`.
        """
        mask = 0
        (x, y), (dx, dy) = tail, aim
        while True:
            cx, cy = 3 * space.q - x, 3 * space.r - y
            turns = [dy * (cx + px) - dx * (cy + py) for px, py in CORNERS]
            if 0 in turns:
                points = space.corners()
                for i in range(6):
                    if turns[i] == 0 and points[i] != corner:
                        return mask, space, points[i]
            direction = next(i for i in range(6) if turns[i - 1] < 0 < turns[i])
            mask |= self.bit(side_of(space, direction))
            if space.neighbour(direction) == self.target:
                points = space.corners()
                return mask, space, share(tail, aim, points[direction - 1], points[direction])
            space = space.neighbour(direction)
            mask |= self.bit(space)


_ANGLES = tuple(angle(i) for i in range(6))
_SIDES = tuple((i, CORNERS[i - 1], CORNERS[i]) for i in range(6))


def length2(tail: Point, tip: Tip) -> float:
    """Return the square of a segment's length, in units of the lattice."""
    x, y = tip[0] - tail[0], tip[1] - tail[1]
    return x * x + x * y + y * y


def share(tail: Point, aim: Point, a: Point, b: Point) -> float:
    """Return where the line from `tail` by `aim` meets the line from `a` to `b`, as a multiple of `aim`."""
    side = minus(b, a)
    return turn(minus(a, tail), side) / turn(aim, side)


def single_bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits


@lru_cache(maxsize=256)
def fan(dq: int, dr: int, graze_cuts: bool = True) -> Fan:
    """Return the classes of segments from A to the space at (`dq`, `dr`) from it. To A itself there is one without
    requirements."""
    if dq == dr == 0:
        return Fan((), (), (Ray((), (), CORNERS[0], CORNERS[0]),))
    sketch = _Sketch(Hex(dq, dr), graze_cuts)
    sketch.draw()
    return sketch.fan()
