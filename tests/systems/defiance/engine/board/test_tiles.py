"""The board: names, sides, doors, distance, adjacency, and what is said about bad tiles."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Placement, Tile, cells_of
from tests.systems.defiance.engine.board.scenes import drawn, names, random_board

ROOM = Tile("R", ("...", "...", "..."), {"wall": ("A1:nw", "C2:e"), "red": ("B2:ne",)})


def test_names_and_cells() -> None:
    board = drawn("... ", " .#.")
    assert names(board, board.spaces) == "A1 B1 C1 B2 C2 D2"
    assert [board.name(cell) for cell in board.cells] == ["A1", "B1", "C1", "B2", "C2", "D2"]
    assert list(board.cells) == sorted(board.cells)
    assert (board.columns, board.rows) == (4, 2)
    for cell in board.cells:
        assert board.cell(board.name(cell)) == cell
        assert board.hex(cell) == Hex.parse(board.name(cell))


def test_names_start_at_the_boards_own_first_column_and_row() -> None:
    tile = Tile("T", ("    ", "  . ", " .. "), {})
    board = Board([tile], [Placement("T", 4, -7)])
    assert names(board, board.spaces) == "C1 A2 B2"
    assert board.origin(board.cell("C1")) == "T/C2"
    assert board.space("T/B3") == board.cell("A2")
    assert board.hex(board.cell("C1")) == Hex.parse("C1")


def test_no_name_no_space() -> None:
    board = drawn("..")
    with pytest.raises(ContentError, match="the board has no space C1"):
        board.cell("C1")


@pytest.mark.rule("R-007")
def test_tiles_lie_side_by_side() -> None:
    board = Board([ROOM], [Placement("R"), Placement("R", 3, 0, id="S"), Placement("R", 0, 3, id="U")])
    upper = "A1 B1 C1 D1 E1 F1 A2 B2 C2 D2 E2 F2 A3 B3 C3 D3 E3 F3"
    assert names(board, board.spaces) == upper + " A4 B4 C4 B5 C5 D5 A6 B6 C6"
    assert board.origin(board.cell("D2")) == "S/A2"
    assert names(board, board.neighbours(board.cell("C1"), 0)) == "B1 D1 B2 C2"
    assert board.space("S/B2") == board.cell("E2")
    assert board.side("S/B2:ne") == (board.cell("E2"), 1)
    # Laid at an odd row, the tile keeps its shape: its second row still stands further east than its first.
    assert board.space("U/A1") == board.cell("A4")
    assert board.distance(board.space("U/A1"), board.space("U/A3")) == 2


@pytest.mark.rule("R-007")
def test_a_turned_tile_keeps_its_shape_and_sides() -> None:
    for rotation in range(6):
        board = Board([ROOM], [Placement("R", 5, 5, rotation)])
        plain = drawn("...", "...", "...", wall="A1:nw C2:e", red="B2:ne")
        for a in plain.cells:
            for b in plain.cells:
                there = board.distance(board.space(f"R/{plain.name(a)}"), board.space(f"R/{plain.name(b)}"))
                assert there == plain.distance(a, b)
        cell, direction = board.side("R/B2:ne")
        assert direction == (1 + rotation) % 6
        assert board.side_kinds(cell, direction) == ("red",)
        assert board.side_kinds(*board.side("R/A1:nw")) == ("wall",)


@pytest.mark.rule("R-007")
def test_a_half_turn_lands_on_the_same_grid() -> None:
    tile = Tile("T", ("..", "..", "..", ".#"), {})
    board = Board([tile], [Placement("T", 1, 3, 3)])
    assert names(board, board.spaces) == "A1 B1 A2 B2 A3 B3 A4 B4"
    assert board.space("T/B4") == board.cell("A1")
    assert board.kind(board.cell("A1")) == "blocked"


@pytest.mark.rule("R-035", "R-036")
def test_adjacent_is_across_a_side_without_wall_door_or_violet() -> None:
    doors = (Door("d", "B2:w"),)
    board = drawn("...", "...", "...", doors=doors, wall="B2:ne", violet="B2:e", red="B2:nw", difficult="B2:sw")
    here = board.cell("B2")
    assert names(board, board.neighbours(here, 0)) == "B1 B3 C3"
    assert names(board, board.neighbours(here, 1)) == "B1 A2 B3 C3"
    assert board.contact(here, board.cell("B3"), 0)
    assert not board.contact(here, board.cell("A2"), 0)
    assert board.contact(here, board.cell("A2"), 1)


@pytest.mark.rule("R-037")
def test_contact_goes_both_ways() -> None:
    random = Random(5)
    for _ in range(20):
        board = random_board(random)
        for open_doors in (0, 5, 31):
            for cell in board.cells:
                for other in cells_of(board.neighbours(cell, open_doors)):
                    assert board.contact(other, cell, open_doors)
                    assert board.distance(cell, other) == 1


@pytest.mark.rule("R-037")
def test_example_contact() -> None:
    """EX-06: Cadin next to two Nox, Jazz to one, Qiang and Uma with a wall between."""
    board = drawn("....", "....", wall="C2:e")
    cadin, jazz, first, second = (board.cell(name) for name in ("A2", "C1", "B1", "B2"))
    qiang, uma = board.cell("C2"), board.cell("D2")
    assert board.contact(cadin, first, 0)
    assert board.contact(cadin, second, 0)
    assert board.contact(jazz, first, 0)
    assert not board.contact(jazz, cadin, 0)
    assert not board.contact(qiang, uma, 0)
    assert board.distance(qiang, uma) == 1


@pytest.mark.rule("R-215", "R-216", "R-217", "R-218", "R-214")
def test_ringed_spaces_have_six_such_sides() -> None:
    board = drawn(".....", ".#~%.", ".!...")
    kinds = {"B2": "violet", "C2": "red", "D2": "difficult"}
    for name, kind in kinds.items():
        assert all(kind in board.side_kinds(board.cell(name), direction) for direction in range(6))
    assert board.side_kinds(board.cell("B2"), 0) == ("violet", "red")
    assert [board.kind(board.cell(name)) for name in ("A1", "B2", "C2", "D2", "B3")] == [
        "free", "blocked", "low_visibility", "difficult", "mission",
    ]  # fmt: skip
    assert names(board, board.blocked) == "B2"
    assert names(board, board.mission_spaces) == "B3"
    assert board.neighbours(board.cell("B2"), 0) == 0
    assert not board.neighbours(board.cell("A2"), 0) >> board.cell("B2") & 1


@pytest.mark.rule("R-215", "R-217")
@pytest.mark.parametrize("shut", ["", "B2", "C1"])
@pytest.mark.parametrize("slow", ["", "B2", "C2 D3", "A1 B1"])
def test_a_zone_changes_its_spaces_as_rings_around_them_do(shut: str, slow: str) -> None:
    marked: dict[str, Any] = {"difficult": "B1:e A2:e B2:se", "wall": "A1:se", "violet": "C2:e"}
    plain = drawn("....", "....", "....", **marked)
    kinds = dict.fromkeys(slow.split(), "%") | dict.fromkeys(shut.split(), "#")
    ringed = drawn(*("".join(kinds.get(f"{column}{row}", ".") for column in "ABCD") for row in (1, 2, 3)), **marked)
    found = plain.passages(0, plain.mask(shut.split()), plain.mask(slow.split()))
    assert found == ringed.passages(0)


@pytest.mark.rule("R-038", "R-129")
def test_doors() -> None:
    doors = (Door("front", "A1:e"), Door("vault", "T/C1:w", security=True))
    board = drawn("...", "...", doors=doors, wall="A1:e")
    assert board.door_index == {"front": 0, "vault": 1}
    assert board.door_cells(1) == (board.cell("B1"), board.cell("C1"))
    assert [board.doors_at(board.cell(name)) for name in ("A1", "B1", "C1", "A2")] == [1, 3, 2, 0]
    assert board.door_on(board.cell("B1"), 3) == 0
    assert board.door_on(board.cell("B1"), 5) == -1
    # A door stands in place of the wall: once open, one can pass.
    assert board.side_kinds(board.cell("A1"), 0) == ()
    assert not board.contact(board.cell("A1"), board.cell("B1"), 0b10)
    assert board.contact(board.cell("A1"), board.cell("B1"), 0b01)


@pytest.mark.rule("R-215")
def test_hull_walls_the_edge_only() -> None:
    board = drawn("..", "..")
    assert board.side_kinds(board.cell("A1"), 3) == ("wall",)
    assert board.side_kinds(board.cell("A1"), 0) == ()
    assert drawn("..", "..", hull=False).side_kinds(board.cell("A1"), 3) == ()
    assert names(board, board.neighbours(board.cell("A1"), 0)) == "B1 A2"


@pytest.mark.rule("R-035", "R-214")
@pytest.mark.parametrize("hull", [True, False])
def test_beyond_the_edge_there_is_nothing_to_step_on(hull: bool) -> None:
    board = drawn(".. ", "  .", hull=hull)
    for cell in board.cells:
        assert board.neighbours(cell, 0) & ~board.spaces == 0
    assert names(board, board.neighbours(board.cell("A1"), 0)) == "B1"


@pytest.mark.rule("R-214", "R-215", "R-216")
def test_a_plain_board_has_no_sides_of_any_kind() -> None:
    assert set(drawn("..", "..", hull=False).side_masks.values()) == {0}
    board = drawn("..", "..", violet="A1:e", hull=False)
    held = {kind: mask for kind, mask in board.side_masks.items() if mask}
    assert held == {"violet": 1 << board.side_bit(board.cell("A1"), 0)}


@pytest.mark.rule("R-036")
def test_sides_have_one_number_and_name_from_either_space() -> None:
    board = drawn("...", "...", "...", red="B2:ne A1:w C3:e", hull=False)
    b2, c1 = board.cell("B2"), board.cell("C1")
    assert board.side_bit(b2, 1) == board.side_bit(c1, 4)
    assert board.side_name(board.side_bit(b2, 1)) == "C1:sw"
    assert board.side_name(board.side_bit(board.cell("A1"), 3)) == "A1:w"
    assert board.side_name(board.side_bit(board.cell("C3"), 0)) == "C3:e"
    marked = [(board.name(side.cell), side.direction, side.kinds, side.door) for side in board.marked_sides()]
    assert marked == [("A1", 3, ("red",), -1), ("C1", 4, ("red",), -1), ("C3", 0, ("red",), -1)]


@pytest.mark.rule("R-069", "R-070", "R-071")
def test_range_ignores_what_lies_between() -> None:
    board = drawn(".....", "..#..", wall="A1:e A1:se")
    a1 = board.cell("A1")
    assert names(board, board.within(a1, 0)) == "A1"
    assert names(board, board.within(a1, 1)) == "A1 B1 A2"
    assert names(board, board.ring(a1, 2)) == "C1 B2"
    assert names(board, board.band(a1, 2, 3)) == "C1 D1 B2 C2"
    assert board.within(a1, -1) == 0
    assert board.within(a1, 99) == board.spaces
    assert board.ring(a1, 99) == 0
    assert board.distance(a1, board.cell("D2")) == 4


@pytest.mark.rule("R-071")
def test_distances_agree_with_hexes() -> None:
    random = Random(8)
    for _ in range(5):
        board = random_board(random)
        for a in board.cells:
            for b in board.cells:
                assert board.distance(a, b) == board.hex(a).distance(board.hex(b))
                assert (board.within(a, 3) >> b & 1) == (board.distance(a, b) <= 3)


def test_mask_takes_either_name() -> None:
    board = drawn("..", "..")
    assert names(board, board.mask(["B2", "T/A1"])) == "A1 B2"


@pytest.mark.parametrize(
    ("tile", "words"),
    [
        (Tile("A02", (".x",)), r"tile A02: rows: B1 is 'x'"),
        (Tile("A02", ("..",), {"wall": ("C1:e",)}), r"tile A02: sides.wall: C1:e belongs to no space"),
        (Tile("A02", ("..",), {"red": ("B1",)}), r"tile A02: sides.red: 'B1' is not the name of a side"),
        (Tile("A02", ("..",), {"red": ("B1:up",)}), r"tile A02: sides.red: 'up' is not a direction"),
        (Tile("A02", ("..",), {"brick": ()}), r"tile A02: sides: 'brick' is not a kind"),  # type: ignore[dict-item]
        (Tile("A02", ("  ",)), r"at least one tile with a space"),
        (Tile("A02", ("." * 250,)), r"250 columns"),
    ],
)
def test_bad_tiles_are_named(tile: Tile, words: str) -> None:
    with pytest.raises(ContentError, match=words):
        Board([tile], [Placement("A02")])


@pytest.mark.rule("R-007")
@pytest.mark.parametrize(
    ("placements", "words"),
    [
        ([Placement("X")], "placement X: there is no tile X"),
        ([Placement("R"), Placement("R", 3)], "placement R: laid twice"),
        ([Placement("R"), Placement("R", 2, id="S")], "placement S: its A1 covers R/C1"),
        ([], "at least one tile"),
    ],
)
def test_bad_placements_are_named(placements: list[Placement], words: str) -> None:
    with pytest.raises(ContentError, match=words):
        Board([ROOM], placements)


def test_a_tile_listed_twice_is_named() -> None:
    with pytest.raises(ContentError, match="tile R is listed twice"):
        Board([ROOM, ROOM], [Placement("R")])


@pytest.mark.parametrize(
    ("doors", "words"),
    [
        ([Door("d", "A1")], "door d: 'A1' is not the name of a side"),
        ([Door("d", "Q1:e")], "door d: the board has no space Q1"),
        ([Door("d", "A1:w")], "door d: A1:w is the edge of the board"),
        ([Door("d", "Z/A1:e")], "door d: Z/A1: no tile Z is laid"),
        ([Door("d", "R/D1:e")], "door d: R/D1: tile R has no such space"),
        ([Door("d", "A1:e"), Door("d", "B1:e")], "door d is listed twice"),
        ([Door("d", "A1:e"), Door("f", "B1:w")], "door f: another door is on B1:w"),
        ([Door("d", "A3:e")], "door d: A3:e is a violet side"),
    ],
)
def test_bad_doors_are_named(doors: list[Door], words: str) -> None:
    tile = Tile("R", ("...", "...", ".#."), {})
    with pytest.raises(ContentError, match=words):
        Board([tile], [Placement("R")], doors)


def test_tiles_decode_from_content_and_refuse_unknown_keys() -> None:
    tile = msgspec.toml.decode(b'id = "A"\nrows = ["..", ".#"]\n[sides]\nwall = ["A1:e"]\n', type=Tile)
    assert tile == Tile("A", ("..", ".#"), {"wall": ("A1:e",)})
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.toml.decode(b'id = "A"\nrows = []\ncolour = "red"\n', type=Tile)
    with pytest.raises(msgspec.ValidationError, match="brick"):
        msgspec.toml.decode(b'id = "A"\nrows = []\n[sides]\nbrick = []\n', type=Tile)
