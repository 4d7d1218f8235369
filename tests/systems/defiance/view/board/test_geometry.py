from __future__ import annotations

from math import hypot, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import SIZE, WIDTH
from tests.systems.defiance.view.board.table import make_board

HEXES = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


@given(HEXES, st.floats(0, 6.28), st.floats(0, 0.86 * SIZE))
def test_every_point_near_a_middle_belongs_to_the_space(hexagon: Hex, angle: float, away: float) -> None:
    from math import cos, sin

    x, y = geometry.centre(hexagon)
    assert geometry.hexagon_at(x + away * cos(angle), y + away * sin(angle)) == hexagon


@given(HEXES, st.integers(0, 5))
def test_a_side_is_the_same_from_both_spaces(hexagon: Hex, direction: int) -> None:
    a, b = geometry.side(hexagon, direction)
    c, d = geometry.side(hexagon.neighbour(direction), (direction + 3) % 6)
    assert all(isclose(p, q, abs_tol=1e-6) for p, q in zip((*a, *b), (*d, *c), strict=True))
    assert isclose(hypot(a[0] - b[0], a[1] - b[1]), SIZE)


@given(HEXES)
def test_the_lattice_of_sight_is_the_scene(hexagon: Hex) -> None:
    for i, point in enumerate(hexagon.corners()):
        x, y = geometry.lattice(point)
        assert isclose(hypot(x - geometry.corner(hexagon, i)[0], y - geometry.corner(hexagon, i)[1]), 0, abs_tol=1e-6)
    assert geometry.lattice(hexagon.centre()) == pytest.approx(geometry.centre(hexagon))


def test_east_is_right_and_south_east_is_down() -> None:
    assert geometry.centre(Hex(1, 0)) == (WIDTH, 0)
    assert geometry.centre(Hex(0, 1)) == (WIDTH / 2, 1.5 * SIZE)


def test_bounds_hold_every_corner() -> None:
    hexes = [Hex(0, 0), Hex(3, 2), Hex(-1, 4)]
    x, y, width, height = geometry.bounds(hexes)
    corners = [point for hexagon in hexes for point in geometry.outline(hexagon)]
    assert min(a for a, _ in corners) == pytest.approx(x)
    assert max(a for a, _ in corners) == pytest.approx(x + width)
    assert min(b for _, b in corners) == pytest.approx(y)
    assert max(b for _, b in corners) == pytest.approx(y + height)


@pytest.mark.parametrize("inset", [0.0, 2.0])
def test_contours_are_closed_loops_of_sides(inset: float) -> None:
    board = make_board()
    ring = board.band(board.cell("E4"), 1, 2)
    loops = geometry.contours(board, ring, inset)
    assert sorted(map(len, loops)) == [6, 30]
    for loop in loops:
        for i, (x, y) in enumerate(loop):
            px, py = loop[i - 1]
            assert abs(hypot(x - px, y - py) - SIZE) <= 2 * inset + 1e-9


def test_an_inset_contour_stays_inside() -> None:
    board = make_board()
    mask = board.mask(["C4", "D4", "D5", "H2"])
    inside = {board.hex(cell) for cell in cells_of(mask)}
    for loop in geometry.contours(board, mask, 3.0):
        assert {geometry.hexagon_at(x, y) for x, y in loop} <= inside


def test_an_empty_mask_has_no_contour() -> None:
    assert geometry.contours(make_board(), 0) == []


def test_distance_to_a_segment() -> None:
    assert geometry.distance_to_segment((5, 3), (0, 0), (10, 0)) == 3
    assert geometry.distance_to_segment((-3, 4), (0, 0), (10, 0)) == 5
    assert geometry.distance_to_segment((3, 4), (0, 0), (0, 0)) == 5


def test_a_point_on_the_way() -> None:
    assert geometry.toward((0, 0), (10, 0), 3) == (3, 0)
    assert geometry.toward((0, 0), (10, 0), 30) == (5, 0)
    assert geometry.toward((1, 1), (1, 1), 5) == (1, 1)


def test_the_rim_of_a_reach_leaves_out_walls_doors_and_blocked_spaces() -> None:
    board = make_board()
    everything = board.spaces
    assert list(geometry.open_sides(board, everything)) == []
    for cell in cells_of(everything):
        for hexagon, direction, beyond in geometry.open_sides(board, 1 << cell):
            assert board.hex(beyond) == hexagon.neighbour(direction)
            assert board.door_on(cell, direction) < 0
            assert not {"wall", "violet"} & set(board.side_kinds(cell, direction))
            assert board.kind(beyond) != "blocked"
