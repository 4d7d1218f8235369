"""Spaces and sides (R-214 … R-220)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Condition
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn


def walking(board: str, statements: str = "", speed: int = 4) -> Play:
    return position(f"{board}\n\numa speed={speed}\n{statements}").do("activate uma", "move uma")


def sees(board: str, statements: str = "") -> bool:
    game = position(f"{board}\n\n{statements}\ndummy 1 -")
    return game.game.rules.sees(game.state, game.game.rules.view(game.state), "uma", "dummy.1")


@pytest.mark.rule("R-214")
def test_an_unmarked_space_is_free() -> None:
    game = walking("U . . 1\n\ndummy 1 -").do("step_to uma B1")
    assert game.points() == 3
    assert game.can("end_activation uma")
    assert sees("U . . 1")


@pytest.mark.rule("R-215", "R-059")
def test_a_violet_side_stops_movement_and_sight() -> None:
    game = walking("U . 1", "violet A1:e")
    assert not game.can("step_to uma B1")
    assert not sees("U . 1", "violet A1:e")


@pytest.mark.rule("R-215", "R-036")
def test_a_blocked_space_is_ringed_in_violet() -> None:
    game = walking("U # . 1")
    assert not game.can("step_to uma B1")
    assert not sees("U # . 1")


@pytest.mark.rule("R-216", "R-063")
def test_a_red_side_stops_sight_and_not_movement() -> None:
    game = walking("U . 1", "red A1:e").do("step_to uma B1")
    assert game.points() == 3
    assert not sees("U . 1", "red A1:e")


@pytest.mark.rule("R-216")
def test_a_low_visibility_space_is_ringed_in_red() -> None:
    game = walking("U ~ . 1").do("step_to uma B1", "step_to uma C1")
    assert game.points() == 2
    assert not sees("U ~ . 1")
    assert not sees("U . ~ 1")


@pytest.mark.rule("R-217")
def test_a_dotted_blue_side_costs_two_and_does_not_stop_sight() -> None:
    game = walking("U . 1", "difficult A1:e").do("step_to uma B1")
    assert game.points() == 2
    assert sees("U . 1", "difficult A1:e")


@pytest.mark.rule("R-217")
def test_a_dotted_blue_side_is_too_dear_for_one_point() -> None:
    assert walking("U .", "difficult A1:e", speed=1).options("step_to") == []


@pytest.mark.rule("R-217")
def test_difficult_terrain_costs_two_to_enter_and_two_to_leave() -> None:
    game = walking("U % .").do("step_to uma B1")
    assert game.points() == 2
    game.do("step_to uma C1")
    assert game.points() == 0
    assert sees("U % 1")


@pytest.mark.rule("R-218")
def test_a_yellow_space_means_nothing_by_itself() -> None:
    game = walking("U ! 1").do("step_to uma B1")
    assert game.points() == 3
    assert game.can("end_activation uma")
    assert sees("U ! 1")


@pytest.mark.rule("R-218", "R-024")
def test_the_mission_says_what_a_yellow_space_is_for() -> None:
    text = "U ! 1\n\nzone out B1\ndummy 1 -"
    victory = (Condition(id="out", standing=("uma",), zone="out"),)
    game = position(text, victory=victory).do("activate uma", "move uma", "step_to uma B1", "end_activation uma")
    assert game.state.result == "victory"


@pytest.mark.rule("R-219", "R-227", "R-058")
@pytest.mark.parametrize(
    ("board", "statements"),
    [("U X . 1", "container crate X"), ("U X . 1", "console one X S"), ("U C . 1", "cadin damage=10 unconscious")],
    ids=["Container", "Console", "Unconscious"],
)
def test_an_obstructed_space_costs_two_holds_nobody_and_hides_nobody(board: str, statements: str) -> None:
    game = walking(board, statements).do("step_to uma B1")
    assert game.points() == 2
    assert game.refused("end_activation uma") == "must_move_on R-056"
    game.do("step_to uma C1")
    assert game.can("end_activation uma")
    assert sees(board, statements)


@pytest.mark.rule("R-219", "R-058")
def test_costs_of_two_do_not_add_up() -> None:
    game = walking("U X . 1", "container crate X\ndifficult A1:e").do("step_to uma B1")
    assert game.points() == 2


@pytest.mark.rule("R-220", "R-056")
@pytest.mark.parametrize("statements", ["container crate X", "neutral goldstein X"])
def test_nothing_is_done_on_a_space_where_one_may_not_stay(statements: str) -> None:
    game = walking("U X . 1", statements).do("step_to uma B1")
    assert all(line.startswith("step_to") for line in game.options())
    assert game.refused("rest uma") == "must_move_on R-056"


@pytest.mark.rule("R-219", "R-061")
def test_an_enemy_pays_for_terrain_too() -> None:
    orders = """
    [[ai_cards]]
    id = "orders"
    blue = ["withdraw least_distance"]
    red = ["focused"]
    """
    game = foes_turn("U 1 X . . .\n\ncontainer crate X\ndummy 1 - ai=orders\ninitiative dummy", orders).pass_on()
    assert game.told("moved") == ["moved dummy.1 B1>C1>D1>E1 cost=4 [R-061 R-198]"]
