"""What is said before the click, in every language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.preview import obstacle
from tests.systems.defiance.view.positions import activated, deployed, table
from tests.texts import defiance_words


@pytest.mark.parametrize(("language", "written"), [("en", "1.5"), ("es", "1,5"), ("ru", "1,5")])
def test_decimals_are_written_as_the_language_does(language: str, written: str) -> None:
    names = Names(defiance_words(language), rules_of(deployed()).catalog)
    assert names.tenths(1.5) == written
    assert names.tenths(1.46) == written


def test_what_cuts_a_line_of_sight_has_words() -> None:
    session = deployed()
    state, rules = session.state, rules_of(session)
    names = Names(defiance_words("en"), rules.catalog)
    board = rules.board
    door = next(one for one in board.doors if not state.doors[one.id].security)
    assert obstacle(board.side_name(board.door_sides[board.door_index[door.id]]), state, board, names) == "closed Door"
    named = {board.side_name(board.side_bit(one.cell, one.direction)): one for one in board.marked_sides()}
    said = {obstacle(name, state, board, names) for name, one in named.items() if one.door < 0}
    assert {"wall", "Blocked space", "low visibility"} >= said
    assert "wall" in said
    uma = replace(state, team={**state.team, "uma": replace(state.team["uma"], space="K5")})
    assert obstacle("K5", uma, board, names) == "Uma"
    assert obstacle("K5", state, board, names) == "Space K5"


def test_the_floating_card_names_what_hides_an_enemy() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    raw = [f":{direction}" for direction in ("e", "ne", "nw", "w", "sw", "se")]
    hidden = 0
    for id, enemy in session.state.enemies.items():
        presenter.linger("", id)
        for line in notes.hover.lines if notes.hover is not None and enemy.space else ():
            hidden += line.startswith("not in sight")
            assert not any(mark in line for mark in raw)
    assert hidden
