"""The tiles of the campaign: what each one is known by, and the boards that its missions make of them."""

from __future__ import annotations

from collections import Counter

import pytest

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Placement, Tile, cells_of
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog

NEW = tuple(f"T{number:02}" for number in range(1, 21))
SPACES = " .#~%!"

BOARDS = {
    2: (("T02", 0, 0), ("T01", 9, 0), ("A07", 0, 6), ("T03", 9, 6)),
    3: (("T06", 0, 0), ("T02", 9, 0), ("T04", 18, 0), ("A08", 9, 6), ("T05", 18, 6)),
    4: (("T08", 0, 0), ("T07", 0, 6), ("T02", 9, 0), ("A00", 9, 6)),
    5: (("T09", 0, 0), ("T01", 9, 0), ("T04", 0, 6), ("A02", 9, 6)),
    6: (("T10", 0, 0), ("T11", 9, 0), ("T08", 0, 6), ("T06", 9, 6)),
    7: (("T12", 0, 0), ("T13", 9, 0), ("T14", 18, 0)),
    8: (("T15", 0, 0), ("A00", 9, 0), ("T09", 0, 6), ("T06", 9, 6), ("T07", 4, 12)),
    9: (("T12", 0, 0), ("T13", 9, 0), ("T14", 0, 6), ("T03", 9, 6), ("A08", 0, 12), ("T10", 9, 12)),
    10: (("T05", 0, 0), ("T16", 9, 0), ("T15", 18, 0), ("T20", 27, 0)),
    11: (("T19", 0, 0), ("T18", 9, 0), ("T20", 18, 0), ("T16", 27, 0), ("T17", 36, 0)),
    12: (("T18", 0, 0), ("T19", 9, 0), ("T16", 18, 0), ("T17", 0, 6), ("T20", 9, 6), ("T11", 18, 6)),
}
"""How the missions lay the tiles: tile, column, row."""

BULKHEADS = ("T12/D4:e", "T12/G2:sw", "T13/C2:se", "T13/F5:ne", "T14/C2:sw", "T14/E4:e")
AIRLOCKS = ("T12/F6", "T13/H1", "T13/B6", "T14/D6")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return read_catalog(files())


def lay(catalog: Catalog, tiles: tuple[tuple[str, int, int], ...], doors: tuple[str, ...] = ()) -> Board:
    placed = [Placement(*tile) for tile in tiles]
    return Board(tuple(catalog.tiles.values()), placed, [Door(f"door_{i}", side) for i, side in enumerate(doors)])


def reached(board: Board, place: str, open_doors: int = 0) -> set[str]:
    """Return the spaces, by tile, that can be walked to from one."""
    start = board.space(place)
    seen, todo = 1 << start, [start]
    while todo:
        for cell in cells_of(board.neighbours(todo.pop(), open_doors) & ~seen):
            seen |= 1 << cell
            todo.append(cell)
    return {board.origin(cell) for cell in cells_of(seen)}


def counted(tile: Tile) -> Counter[str]:
    return Counter("".join(tile.rows))


def test_the_campaign_has_twenty_tiles_of_its_own_of_nine_by_six(catalog: Catalog) -> None:
    assert set(NEW) | {"A00", "A02", "A07", "A08"} == set(catalog.tiles)
    for id in NEW:
        rows = catalog.tiles[id].rows
        assert [len(row) for row in rows] == [9] * 6
        assert not set("".join(rows)) - set(SPACES)


@pytest.mark.parametrize("mission", BOARDS)
def test_no_space_of_a_board_is_cut_off(catalog: Catalog, mission: int) -> None:
    """Doors stand in gaps of the walls, so without doors every space of the campaign's tiles is open. The rooms of the
    first mission's tiles have walls where doors were, and are left out."""
    board = lay(catalog, BOARDS[mission])
    first = next(tile for tile, *_ in BOARDS[mission] if tile in NEW)
    start = next(name for name in map(board.origin, cells_of(board.spaces & ~board.blocked)) if name.startswith(first))
    free = {board.origin(cell) for cell in cells_of(board.spaces & ~board.blocked)}
    assert {name for name in free - reached(board, start) if name.startswith("T")} == set()


@pytest.mark.parametrize("mission", BOARDS)
def test_the_tiles_of_a_board_leave_no_seam_without_a_passage(catalog: Catalog, mission: int) -> None:
    board = lay(catalog, BOARDS[mission])
    met = Counter[str]()
    for cell in cells_of(board.spaces & ~board.blocked):
        for other in cells_of(board.neighbours(cell, 0)):
            pair = {board.origin(cell)[:3], board.origin(other)[:3]}
            if len(pair) == 2:
                met.update(pair)
    assert set(met) == {tile for tile, *_ in BOARDS[mission]}


def test_what_the_tiles_are_known_by(catalog: Catalog) -> None:
    tiles = catalog.tiles
    assert counted(tiles["T06"])["!"] == 6
    assert counted(tiles["T06"])["#"] == 2
    assert counted(tiles["T18"])["!"] == 2
    assert counted(tiles["T19"])["!"] == 1
    assert counted(tiles["T05"])[" "] >= 6
    assert counted(tiles["T16"])["~"] >= 6
    assert counted(tiles["T11"])["#"] == 9
    assert all(len(row.strip()) <= 7 for row in tiles["T17"].rows)


@pytest.mark.parametrize("niche", [("A1", "B1"), ("D1", "E1"), ("G1", "H1"), ("I4", "I5")])
def test_a_niche_of_the_listening_hall_is_behind_a_screen(catalog: Catalog, niche: tuple[str, str]) -> None:
    """From a niche one walks into the hall only across red sides, which cut the line of sight."""
    board = lay(catalog, (("T01", 0, 0),))
    cells = [board.space(f"T01/{name}") for name in niche]
    ways = 0
    for cell in cells:
        for direction in range(6):
            other = cell + board.shifts[direction]
            if other not in cells and board.neighbours(cell, 0) >> other & 1:
                ways += 1
                assert board.side_kinds(cell, direction) == ("red",)
    assert ways >= 3


def test_the_curve_of_the_ring_corridor_can_be_shut_by_two_doors(catalog: Catalog) -> None:
    """The closets inside the curve have doors of their own."""
    tiles = (("T02", 0, 0),)
    board = lay(catalog, tiles, ("T02/B3:e", "T02/G3:e", "T02/D4:nw", "T02/F4:ne"))
    west, middle, east = (reached(board, f"T02/{name}") for name in ("A4", "E2", "I4"))
    closets = [reached(board, f"T02/{name}") for name in ("C4", "E4")]
    parts = (west, middle, east, *closets)
    assert sum(map(len, parts)) == len(set().union(*parts)) == len(cells_of(board.spaces & ~board.blocked))
    assert len(reached(board, "T02/A4", 0b1111)) == sum(map(len, parts))


def test_two_islands_of_the_engine_yard_meet_only_in_the_bulkhead(catalog: Catalog) -> None:
    """The mission closes one corner and three gaps between the islands of Two Keys."""
    doors = ("T02/A3:w", "T02/A5:w", "T07/I4:e", "T08/I6:se")
    board = lay(catalog, BOARDS[4], doors)
    west, east = reached(board, "T08/A1"), reached(board, "T02/I4")
    assert {name[:3] for name in west} == {"T08", "T07"}
    assert {name[:3] for name in east} == {"T02", "A00"}
    assert reached(board, "T08/A1", 0b0111) == west | east


def test_the_six_bulkheads_of_the_ship_part_its_areas(catalog: Catalog) -> None:
    """Each airlock opens into one area, so a closed bulkhead holds up what comes through it. The ramp needs two."""
    board = lay(catalog, BOARDS[7], BULKHEADS)
    spine = reached(board, "T13/C3")
    bridge, sickbay, cabins, aft = (reached(board, name) for name in ("T12/C4", "T13/C1", "T13/F6", "T14/C1"))
    parts = (spine, bridge, sickbay, cabins, aft)
    assert sum(map(len, parts)) == len(set().union(*parts)) == len(cells_of(board.spaces & ~board.blocked))
    assert "T12/F1" in bridge
    assert "T14/G4" in aft
    assert [next(i for i, part in enumerate(parts) if airlock in part) for airlock in AIRLOCKS] == [0, 2, 3, 4]


def test_the_moored_ship_has_two_ways_in(catalog: Catalog) -> None:
    board = lay(catalog, BOARDS[9], ("T13/B6:se", "T14/D6:sw"))
    ship = reached(board, "T13/C3")
    assert {name[:3] for name in ship} == {"T12", "T13", "T14"}
    for gangway in (0b01, 0b10):
        assert {"T03/A1", "T10/A6"} <= reached(board, "T13/C3", gangway)


def test_three_bulkheads_close_behind_those_who_flee(catalog: Catalog) -> None:
    doors = ("T19/I3:e", "T19/I5:e", "T18/I2:e", "T18/I5:e", "T20/I3:e", "T20/I5:e")
    board = lay(catalog, BOARDS[11], doors)
    strips = [reached(board, name) for name in ("T19/A3", "T18/D6", "T20/C5", "T16/A3")]
    assert [{name[:3] for name in strip} for strip in strips] == [{"T19"}, {"T18"}, {"T20"}, {"T16", "T17"}]
