"""What is said before the click, in every language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.tell.names import span
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.preview import obstacle
from tests.systems.defiance.view.positions import activated, deployed, table
from tests.systems.defiance.view.seated import at
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


CORRIDOR = "U . . . . . . . . . . .\n\numa speed=4"


@pytest.mark.rule("R-047", "R-051")
def test_both_moves_are_in_reach_and_one_click_takes_both() -> None:
    session = at(CORRIDOR, "activate uma")
    board, notes = table(session)
    marks = board.view.board
    assert dict(marks.reach) == {"B1": 1, "C1": 2, "D1": 3, "E1": 4}
    assert dict(marks.beyond) == {"F1": 5, "G1": 6, "H1": 7, "I1": 8}
    head = session.head
    board.hover("G1", "")
    assert notes.path.rings == (("E1", 4),)
    assert (notes.path.title, notes.path.note) == ("2 Actions to G1", "6 of 8 points · 2 stay over")
    board.click_space("G1")
    assert session.state.team["uma"].space == "G1"
    frame = session.state.agenda[-1]
    assert isinstance(frame, Activation)
    assert (frame.actions, frame.points) == (0, 2)
    assert session.head == head + 1
    board.table.undo()
    assert session.state.team["uma"].space == "A1"


@pytest.mark.rule("R-051", "R-053")
def test_points_that_are_left_are_spent_before_another_move() -> None:
    session = at(CORRIDOR, "activate uma", "move uma", "step_to uma B1", "step_to uma C1", "step_to uma D1")
    board, notes = table(session)
    assert dict(board.view.board.reach) == {"C1": 1, "E1": 1}
    assert dict(board.view.board.beyond) == {"A1": 3, "B1": 2, "F1": 2, "G1": 3, "H1": 4, "I1": 5}
    board.hover("E1", "")
    assert (notes.path.rings, notes.path.title) == ((), "No Action needed to E1")
    board.hover("I1", "")
    assert notes.path.rings == (("E1", 1),)
    assert (notes.path.title, notes.path.note) == ("1 Action to I1", "5 of 5 points")
    board.click_space("I1")
    assert session.state.team["uma"].space == "I1"


def test_a_walk_of_two_moves_is_all_or_nothing() -> None:
    session = at(CORRIDOR, "activate uma")
    board, _ = table(session)
    commands = board.clicks.on_space("G1").commands
    head = session.head
    board.table.submit_all((*commands, c.StepTo("uma", "A1")))
    assert (session.head, session.state.team["uma"].space) == (head, "A1")


def test_without_an_action_only_the_points_count() -> None:
    board, _ = table(at(CORRIDOR, "activate uma", "move uma", "move uma", "step_to uma B1"))
    assert max(dict(board.view.board.reach).values()) == 7
    assert board.view.board.beyond == ()


@pytest.mark.rule("R-051", "R-052")
def test_a_space_too_far_names_all_that_could_be_spent_and_what_is_missing() -> None:
    board, notes = table(at(CORRIDOR, "activate uma"))
    board.click_space("L1")
    assert notes.told[-1] == (
        "L1 costs 11 movement points. With every Action left spent on a Move, Uma has 8: 3 too few."
    )
    board, notes = table(at(CORRIDOR, "activate uma", "move uma", "move uma", "step_to uma B1"))
    board.click_space("L1")
    assert notes.told[-1].startswith("L1 costs 10 movement points, and Uma has 7. ")
    assert "Action" in notes.told[-1]


def test_the_tray_says_when_no_action_would_be_left_to_attack() -> None:
    board, notes = table(at(CORRIDOR, "activate uma"))
    told = "No Action would be left to attack."
    board.linger("G1", "")
    assert notes.outlook is not None
    assert told in notes.outlook.lines
    board.linger("C1", "")
    assert told not in notes.outlook.lines
    board.hover("", "")
    assert notes.outlook is None


@pytest.mark.parametrize("language", ["es", "ru"])
def test_prices_and_refusals_are_in_every_language(language: str) -> None:
    board, notes = table(at(CORRIDOR, "activate uma"), words=defiance_words(language))
    board.hover("H1", "")
    assert "view." not in notes.path.title + notes.path.note
    board.click_space("L1")
    assert "L1" in notes.told[-1]
    assert "view." not in notes.told[-1]


def test_each_weapon_of_a_menu_has_its_odds() -> None:
    board, notes = table(at("U . . 1\n\numa\nnox_spec_ops 1", "activate uma"))
    board.click_figure("nox_spec_ops.1")
    assert len(notes.offered) == 2
    assert all(" · deals " in one.text and " suffers " in one.text for one in notes.offered)
    assert len({one.text for one in notes.offered}) == 2


def test_what_is_in_the_way_is_said_once() -> None:
    board, notes = table(at("U C 1\n\numa\ncadin\nnox_spec_ops 1", "activate uma"))
    board.linger("", "nox_spec_ops.1")
    assert notes.hover is not None
    assert sum("Cadin" in line for line in notes.hover.lines) == 1


@pytest.mark.rule("R-062")
def test_the_line_that_is_drawn_is_the_one_that_the_rule_found() -> None:
    """It was drawn from middle to middle, through walls and Blocked spaces."""
    session = activated("cadin")
    presenter, _ = table(session)
    state, rules = session.state, rules_of(session)
    view, board = rules.view(state), rules.board
    found = 0
    for id, enemy in state.enemies.items():
        here, there = view.cells["cadin"], view.cells[id]
        line = presenter.sight_line(board.names[here], enemy.space)
        assert line is not None
        assert line == rules.sight.why(here, there, view.blockers).segment
        corners = set(board.hex(here).corners())
        assert line[0] in corners
        assert line[1] not in corners
        found += 1
    assert found
    assert presenter.sight_line("A1", "A1") is None


def test_a_range_of_one_number_is_written_as_one() -> None:
    words = defiance_words("en")
    illegal = Illegal("out_of_range", "R-069", "", target="cadin", distance=2, low=1, high=1)
    session = deployed()
    assert session.game.refusal(illegal, session.state, words) == "Cadin is at Range 2; the Range must be 1"
    assert span(1, 8) == "1–8"
