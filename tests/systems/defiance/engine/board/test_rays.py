"""The classes of segments between two spaces: each is what it says, and none is too much."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.rays import Fan, Ray, fan, turn, ways_round
from defiance_qt.systems.defiance.engine.board.sight import SYMMETRIES, symmetry
from tests.systems.defiance.engine.board.sight_oracle import ENDS, along, inside

HERE = Hex(0, 0)
NEAR = [Hex(q, r) for q in range(6) for r in range(q + 1) if 0 < q + r <= 7]


def touched(ray: Ray, target: Hex) -> tuple[set[Hex], set[frozenset[tuple[int, int]]]]:
    """The spaces and sides that the example segment touches between its ends, told by the oracle's arithmetic."""
    tip = [Fraction(value).limit_denominator(100_000) for value in ray.tip]
    scale = tip[0].denominator * tip[1].denominator
    aim = (int((tip[0] - ray.tail[0]) * scale), int((tip[1] - ray.tail[1]) * scale))
    spaces: set[Hex] = set()
    sides: set[frozenset[tuple[int, int]]] = set()
    if aim == (0, 0):
        return spaces, sides
    for q in range(-9, 10):
        for r in range(-9, 10):
            part = inside(ray.tail, aim, scale, (q, r))
            if part and part[0] < 1 and part[1] > 0:
                spaces.add(Hex(q, r))
            for ends in ENDS[:3]:
                one, two = ((3 * q + x, 3 * r + y) for x, y in ends)
                part = along(ray.tail, aim, scale, one, two)
                if part and part[0] < 1 and part[1] > 0:
                    sides.add(frozenset((one, two)))
    return spaces - {HERE, target}, sides


def ends_of(found: Fan, number: int) -> frozenset[tuple[int, int]]:
    q, r, direction = found.sides[number]
    return frozenset((3 * q + x, 3 * r + y) for x, y in ENDS[direction])


@pytest.mark.rule("R-062", "R-065")
def test_the_example_segment_touches_just_what_its_class_needs() -> None:
    for target in NEAR:
        found = fan(*target)
        for ray in found.rays:
            spaces, sides = touched(ray, target)
            assert {found.spaces[i] for i in ray.spaces} == spaces
            needed = {ends_of(found, i) for i in ray.sides}
            assert sides <= needed
            # What else it needs are ways round its two ends.
            ends = {ray.tail, ray.tip}
            assert all(side & ends or meets(side, ray.tip) for side in needed - sides)


def meets(side: frozenset[tuple[int, int]], tip: tuple[float, float]) -> bool:
    """Whether a point lies on a side."""
    one, two = side
    across = (two[0] - one[0]) * (tip[1] - one[1]) - (two[1] - one[1]) * (tip[0] - one[0])
    return abs(across) < 1e-9 and min(one[0], two[0]) - 1e-9 <= tip[0] <= max(one[0], two[0]) + 1e-9


def test_segments_run_from_corner_to_border() -> None:
    for target in NEAR:
        for ray in fan(*target).rays:
            assert ray.tail in HERE.corners()
            x, y = ray.tip[0] - 3 * target.q, ray.tip[1] - 3 * target.r
            assert max(abs(2 * x + y), abs(x + 2 * y), abs(x - y)) == pytest.approx(3)


def test_no_class_needs_all_that_another_needs() -> None:
    for target in NEAR:
        needs = [(set(ray.spaces), set(ray.sides)) for ray in fan(*target).rays]
        for (spaces, sides), (others, other_sides) in permutations(needs, 2):
            assert not (spaces <= others and sides <= other_sides)


def test_known_numbers_of_classes() -> None:
    """Next door: over the shared side, round either of its ends, and six by way of the space above or below."""
    assert len(fan(1, 0).rays) == 9
    assert fan(0, 0).rays[0].sides == fan(0, 0).rays[0].spaces == ()
    direct = {fan(1, 0).sides[i] for ray in fan(1, 0).rays if len(ray.sides) == 1 for i in ray.sides}
    assert direct == {(0, 0, 0)}


def test_two_ways_round_a_corner() -> None:
    east, north_east = HERE.neighbour(0), HERE.neighbour(1)
    corner = HERE.corners()[0]
    assert ways_round(corner, (HERE,), (HERE,)) == [()]
    assert ways_round(corner, (HERE,), (east,)) == [((0, 0, 0),), ((0, 0, 1), (1, 0, 2))]
    assert ways_round(corner, (HERE, east), (east, north_east)) == [()]


def test_turn_is_positive_counter_clockwise() -> None:
    assert turn((1, 0), (1, -1)) > 0 > turn((1, 0), (0, 1))
    assert turn((2, -1), (4, -2)) == 0


def test_every_difference_has_one_representative_of_twelve() -> None:
    assert len(set(SYMMETRIES)) == 12
    for q in range(-6, 7):
        for r in range(-6, 7):
            (a, b, c, d), low = symmetry(Hex(q, r))
            assert (a * low.q + b * low.r, c * low.q + d * low.r) == (q, r)
            assert low.q >= low.r >= 0
            assert low.distance(HERE) == Hex(q, r).distance(HERE)
