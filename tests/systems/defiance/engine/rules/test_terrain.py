"""Spaces and sides (R-214 … R-220).

Spans `board.tiles`, `ruleset` and `rules.activation`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Condition
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders


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


SPRAYS = """
    [[equipment]]
    id = "foam"
    actions = [{ id = "use", target = "space", range = [0, 3], effects = [
      { do = "calm", amount = 1, on = "user" }, { do = "ground", rule = "blocked" },
    ] }]

    [[equipment]]
    id = "smoke"
    actions = [{ id = "use", target = "space", range = [0, 3], effects = [{ do = "ground", rule = "low" }] }]

    [[equipment]]
    id = "flare"
    actions = [{ id = "use", target = "space", range = [1, 8], sight = true, effects = [
      { do = "ground", rule = "low" },
    ] }]

    [[equipment]]
    id = "oil"
    actions = [{ id = "use", target = "space", range = [0, 1], effects = [{ do = "ground", rule = "difficult" }] }]

    [[equipment]]
    id = "glue"
    actions = [{ id = "use", target = "space", range = [0, 2], effects = [{ do = "ground", rule = "difficult" }] }]
    """


@pytest.mark.rule("R-215", "R-212")
@pytest.mark.parametrize(
    ("card", "board", "spaces"),
    [
        ("foam", "U . C . .\n# X G 1 .", "B1 D1"),
        ("smoke", "U . C . .\n# X G 1 .", "A1 B1 C1 D1 B2 C2"),
        ("oil", "U . .", "A1"),
        ("oil", "U . .\n. . .", "A1 A2"),
        ("oil", ". U .", "A1 B1"),
        ("glue", "U . .", "A1 B1 C1"),
        ("flare", "U . .", ""),
        ("flare", ". U .", "A1"),
    ],
)
def test_a_card_aimed_at_a_space(card: str, board: str, spaces: str) -> None:
    """What blocks a space needs a free one. A wall to the east counts in Contact and where sight is needed."""
    wall = "" if card in ("foam", "smoke") else f"wall {'B1' if board.startswith('.') else 'A1'}:e"
    figures = f"uma carries={card}" + ("\ncontainer crate X\ndummy 1 -\nneutral goldstein G" if not wall else "")
    game = position(f"{board}\n\n{figures}\n{wall}", SPRAYS).do("activate uma")
    assert [line.split()[3] for line in game.options("use_card")] == spaces.split()


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
    text = "U 1 X . . .\n\ncontainer crate X\ndummy 1 - ai=orders\ninitiative dummy"
    game = foes_turn(text, orders("withdraw least_distance")).pass_on()
    assert game.told("moved") == ["moved dummy.1 B1>C1>D1>E1 cost=4 [R-061 R-198]"]


@pytest.mark.rule("R-126", "R-127", "R-128")
@pytest.mark.parametrize(
    ("card", "doors"), [("opener", ["before", "behind", "last"]), ("bolt", ["before", "behind", "last", "open"])]
)
def test_a_card_aimed_at_a_door_counts_to_its_closer_side(card: str, doors: list[str]) -> None:
    """It reaches 2 spaces, no Security Door, and an open door only if it closes doors."""
    cards = """
        [[equipment]]
        id = "opener"
        actions = [{ id = "use", target = "door", range = [0, 2], effects = [{ do = "door" }] }]

        [[equipment]]
        id = "bolt"
        actions = [{ id = "use", target = "door", range = [0, 2], effects = [
          { do = "calm", amount = 1, on = "user" }, { do = "door", closes = true },
        ] }]
        """
    figures = f"""uma carries={card}
        door far A1:e
        door before B1:e
        security safe D1:e
        door behind F1:e
        door last G1:e
        door farther H1:e
        open open E1:e
        """
    game = position(f". . . . U . . . .\n\n{figures}", cards).do("activate uma")
    assert [line.split()[3] for line in game.options("use_card")] == doors
