"""The board and the decks of mission 1: nothing sealed, room for all, enough cards."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.checks.shared import INSTRUCTION_KINDS, SELECTORS, held, parse_instruction
from defiance_qt.systems.defiance.engine.content import DeployUnits


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return read_catalog(files())


@pytest.fixture(scope="module")
def board(catalog: Catalog) -> Board:
    return catalog.board("extraction")


def flood(board: Board, start: int, open_doors: int) -> int:
    """The mask of spaces one can walk to."""
    seen, todo = 1 << start, [start]
    while todo:
        for cell in cells_of(board.neighbours(todo.pop(), open_doors) & ~seen):
            seen |= 1 << cell
            todo.append(cell)
    return seen


def doors(board: Board, security: bool) -> int:
    return sum(1 << index for index, door in enumerate(board.doors) if security or not door.security)


def test_the_board_is_one_compound_of_four_full_tiles(catalog: Catalog, board: Board) -> None:
    assert 14 <= board.columns <= 20
    assert 11 <= board.rows <= 13
    for placement in catalog.missions["extraction"].tiles:
        tile = catalog.tiles[placement.tile]
        assert 45 <= sum(len(row.replace(" ", "")) for row in tile.rows) <= 56


def test_every_space_can_be_reached_with_all_doors_open(catalog: Catalog, board: Board) -> None:
    start = board.space(catalog.missions["extraction"].deployment[0])
    assert flood(board, start, doors(board, security=True)) == board.spaces & ~board.blocked


def test_only_the_laboratory_needs_a_security_door(catalog: Catalog, board: Board) -> None:
    mission = catalog.missions["extraction"]
    start = board.space(mission.deployment[0])
    reached = flood(board, start, doors(board, security=False))
    assert not reached >> board.space(mission.neutrals[0].space) & 1
    for console in mission.consoles:
        assert reached >> board.space(console.space) & 1
    for container in mission.containers:
        assert reached >> board.space(container.space) & 1


def test_every_kind_of_terrain_is_on_the_board(board: Board) -> None:
    assert {board.kind(cell) for cell in board.cells} == {"free", "blocked", "low_visibility", "difficult", "mission"}
    assert all(board.side_masks[kind] for kind in ("wall", "red", "difficult", "violet"))


def test_the_zone_is_the_ringed_spaces_and_holds_the_team(catalog: Catalog, board: Board) -> None:
    zone = board.mask(catalog.missions["extraction"].zones["extraction"])
    assert zone == board.mission_spaces
    assert zone.bit_count() >= 6


def test_the_security_doors_are_opened_by_the_console(catalog: Catalog) -> None:
    mission = catalog.missions["extraction"]
    opened = {name for one in mission.consoles for part in held(one) for name in getattr(part, "doors", ())}
    assert opened == {door.id for door in mission.doors if door.security}


def test_every_selected_unit_can_appear(catalog: Catalog) -> None:
    mission = catalog.missions["extraction"]
    deployed = {unit for part in held(mission) if isinstance(part, DeployUnits) for unit in part.units}
    for opening in mission.openings.values():
        appears = {one.unit for one in opening.deployed} | deployed | set(mission.available)
        assert appears == set(mission.selected)


def test_nothing_starts_on_anything_else(catalog: Catalog, board: Board) -> None:
    mission = catalog.missions["extraction"]
    fixed = [one.space for one in mission.containers] + [one.space for one in mission.consoles]
    fixed += [one.space for one in mission.neutrals]
    for opening in mission.openings.values():
        names = [space for unit in opening.deployed for space in unit.at] + fixed
        cells = [board.space(name) for name in (*names, *mission.deployment, *mission.respawn)]
        assert len(set(cells)) == len(cells)


def test_the_decks_are_large_enough(catalog: Catalog) -> None:
    assert len(catalog.ai_cards) >= 14
    assert sum(card.copies for card in catalog.loot.values()) >= 20
    assert sum(card.copies for card in catalog.consequences.values()) >= 16
    assert len(catalog.missions["extraction"].deployment) >= 8


def first(entry: str) -> tuple[str, str]:
    return parse_instruction(entry)[0]


def test_the_ai_cards_use_every_kind_and_selector(catalog: Catalog) -> None:
    parts = {
        part
        for card in catalog.ai_cards.values()
        for entry in (*card.blue, *card.red)
        for part in parse_instruction(entry)
    }
    printed = {part for unit in catalog.units.values() for face in unit.faces for part in map(first, face.instructions)}
    assert {kind for kind, _ in parts | printed} == INSTRUCTION_KINDS
    assert {selector for _, selector in parts} >= SELECTORS
