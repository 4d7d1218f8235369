"""The closest free spaces."""

from __future__ import annotations

from random import Random

import pytest

from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, cells_of
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from tests.systems.defiance.engine.board.scenes import drawn, names, random_board


def all_rings(board: Board, origins: int, taken: int, open_doors: int) -> list[int]:
    """The closest free spaces, then those that are closest when these are taken, and so on."""
    found = []
    while ring := closest_free(board, origins, taken, open_doors):
        found.append(ring)
        taken |= ring
    return found


def rings(board: Board, origins: str, taken: str = "", open_doors: int = 0) -> list[str]:
    found = all_rings(board, board.mask(origins.split()), board.mask(taken.split()), open_doors)
    return [names(board, ring) for ring in found]


@pytest.mark.rule("R-250")
def test_the_space_itself_comes_first_then_the_adjacent() -> None:
    board = drawn("....")
    assert rings(board, "B1") == ["B1", "A1 C1", "D1"]
    assert rings(board, "B1", "B1 C1") == ["A1", "D1"]


@pytest.mark.rule("R-204", "R-256")
def test_contact_comes_before_the_far_side_of_a_wall() -> None:
    board = drawn("...", "...", wall="B1:e", doors=(Door("d", "B1:w"),))
    assert rings(board, "B1", "B1") == ["A2 B2", "A1 C1", "C2"]
    assert rings(board, "B1", "B1", open_doors=1) == ["A1 A2 B2", "C1", "C2"]


@pytest.mark.rule("R-189")
def test_range_comes_before_the_way_on_foot() -> None:
    board = drawn(".....", wall="B1:e")
    assert rings(board, "B1", "B1") == ["A1", "C1", "D1", "E1"]
    # At the same Range what is nearer on foot comes first, and what cannot be reached at all comes last.
    shut = drawn("....", "...", wall="A1:e A1:se B1:e B1:se C1:e C2:ne")
    assert rings(shut, "B1", "B1") == ["A2", "B2", "C1", "A1", "C2", "D1"]


@pytest.mark.rule("R-204", "R-250", "R-256", "R-189")
def test_of_several_origins_the_nearest_counts() -> None:
    board = drawn("........")
    assert rings(board, "A1 H1", "A1 B1 H1")[:3] == ["G1", "C1 F1", "D1 E1"]
    walled = drawn("........", wall="G1:e")
    assert rings(walled, "A1 H1", "A1 H1")[:2] == ["B1", "G1"]
    assert rings(walled, "A1 H1")[0] == "A1 H1"


@pytest.mark.rule("R-204", "R-189", "R-250", "R-256")
def test_nothing_free_and_no_origin() -> None:
    board = drawn(".#.")
    assert rings(board, "A1", "A1 C1") == []
    assert rings(board, "") == []


@pytest.mark.rule("R-204", "R-215")
def test_blocked_spaces_never_appear() -> None:
    board = drawn(".#.")
    assert rings(board, "A1") == ["A1", "C1"]


@pytest.mark.rule("R-189", "R-204")
def test_every_free_space_appears_once_in_order_of_range() -> None:
    random = Random(3)
    for _ in range(30):
        board = random_board(random)
        taken = sum(1 << cell for cell in board.cells if random.random() < 0.3)
        origins = random.sample(board.cells, 2)
        found = all_rings(board, sum(1 << cell for cell in origins), taken, random.randrange(32))
        order = [cell for ring in found for cell in cells_of(ring)]
        assert sorted(order) == cells_of(board.spaces & ~board.blocked & ~taken)
        closest = {cell: min(board.distance(cell, origin) for origin in origins) for cell in order}
        ranges = [{closest[cell] for cell in cells_of(ring)} for ring in found]
        assert all(len(values) == 1 for values in ranges)
        flat = [values.pop() for values in ranges]
        assert flat == sorted(flat)
