"""Hexes: names, distance, turning, corners."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.board.hexes import DIRECTIONS, Hex, parse_direction, parse_side

hexes = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


@pytest.mark.rule("R-035")
def test_odd_rows_stand_further_east() -> None:
    names = [[str(Hex.from_offset(column, row)) for column in range(3)] for row in range(3)]
    assert names == [["A1", "B1", "C1"], ["A2", "B2", "C2"], ["A3", "B3", "C3"]]
    assert [str(space) for space in Hex.parse("B2").neighbours()] == ["C2", "C1", "B1", "A2", "B3", "C3"]
    assert [str(space) for space in Hex.parse("B3").neighbours()] == ["C3", "B2", "A2", "A3", "A4", "B4"]


@pytest.mark.parametrize(("name", "column", "row"), [("A1", 0, 0), ("Z9", 25, 8), ("AA10", 26, 9), ("BC3", 54, 2)])
def test_names_read_back(name: str, column: int, row: int) -> None:
    assert Hex.parse(name) == Hex.from_offset(column, row)
    assert str(Hex.from_offset(column, row)) == name
    assert Hex.parse(name).offset() == (column, row)


@pytest.mark.parametrize("name", ["", "7", "K", "k7", "K0", "K07", "K-1", "7K", "K7:e", "K7 ", "K٣"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ContentError, match="is not the name of a space"):
        Hex.parse(name)


@pytest.mark.parametrize(
    ("name", "words"), [("B2", "name of a side"), ("B2:north", "'north' is not a direction"), ("2:e", "of a space")]
)
def test_what_is_no_side_is_refused(name: str, words: str) -> None:
    with pytest.raises(ContentError, match=words):
        parse_side(name)


@pytest.mark.rule("R-035")
def test_sides_and_directions_read_back() -> None:
    assert parse_side("C4:sw") == (Hex.parse("C4"), 4)
    assert [parse_direction(word) for word in DIRECTIONS] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("R-070", "R-071")
def test_distance_counts_the_last_space_and_not_the_first() -> None:
    here = Hex.parse("C3")
    assert [here.distance(Hex.parse(name)) for name in ("C3", "D3", "B2", "E3", "A1", "C7", "G8")] == [
        0, 1, 1, 2, 3, 4, 7,
    ]  # fmt: skip


@pytest.mark.rule("R-071")
@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert a.distance(b) == b.distance(a)
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)
    assert (a.distance(b) == 1) == (b in a.neighbours())


@given(hexes, hexes, st.integers(0, 5))
def test_turning_keeps_shape(a: Hex, b: Hex, steps: int) -> None:
    assert a.rotated(steps).distance(b.rotated(steps)) == a.distance(b)
    assert a.rotated(steps).rotated(6 - steps) == a
    for direction in range(6):
        turned = a.neighbour(direction).rotated(steps)
        assert turned == a.rotated(steps).neighbour((direction + steps) % 6)


@pytest.mark.rule("R-035")
@given(hexes)
def test_three_spaces_meet_at_every_corner(space: Hex) -> None:
    for i, corner in enumerate(space.corners()):
        meeting = [other for other in (space, *space.neighbours()) if corner in other.corners()]
        assert meeting == sorted(
            (space, space.neighbour(i), space.neighbour((i + 1) % 6)), key=(space, *space.neighbours()).index
        )
    x, y = space.centre()
    assert sum(corner[0] for corner in space.corners()) == 6 * x
    assert sum(corner[1] for corner in space.corners()) == 6 * y


@given(hexes, st.integers(0, 5))
def test_a_side_runs_between_its_two_corners(space: Hex, direction: int) -> None:
    shared = set(space.corners()) & set(space.neighbour(direction).corners())
    assert shared == {space.corners()[direction - 1], space.corners()[direction]}


def test_sums() -> None:
    assert Hex(1, 2).plus(Hex(3, -1)) == Hex(4, 1)
    assert Hex(1, 2).minus(Hex(3, -1)) == Hex(-2, 3)
