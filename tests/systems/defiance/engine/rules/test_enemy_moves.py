"""Instructions that move an Enemy: Acquire Target, Assault, Withdraw, Retreat! (R-194 … R-199; switch D31)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.turns import chosen, skipped

# ---- Acquire Target


@pytest.mark.rule("R-194")
def test_acquire_is_skipped_when_anybody_can_be_attacked_already() -> None:
    """Cadin is the one with most Aggro; that Uma stands in reach is enough."""
    game = turn("U . . . 1 . . . . . . C", "acquire most_aggro", "cadin aggro=3").pass_on()
    assert skipped(game) == ["archer.1 acquire most_aggro reason.already_in_reach"]


@pytest.mark.rule("R-194", "R-187", "R-226")
def test_the_unconscious_do_not_hold_it_back() -> None:
    game = turn("U . . . 1 . . . . . . C", "acquire most_aggro", "uma damage=10 unconscious").pass_on()
    assert chosen(game) == ["archer.1 acquire most_aggro cadin"]


@pytest.mark.rule("R-195")
def test_acquire_spends_only_what_it_takes_to_the_greatest_range() -> None:
    game = turn("U . . . . . . 1", "acquire least_distance").pass_on()
    assert game.told("moved") == ["moved archer.1 H1>G1>F1 cost=2 [R-061 R-195]"]


@pytest.mark.rule("R-195")
def test_acquire_wants_a_space_with_sight() -> None:
    """From its own row the walls hide Uma; one row down she is seen from as far."""
    game = turn("U . . . . 1\n . . . . . .\n. . . . . .", "acquire least_distance", "wall B1:e B1:se").pass_on()
    assert game.told("moved") == ["moved archer.1 F1>E2 cost=1 [R-061 R-195]"]


@pytest.mark.rule("R-195")
def test_acquire_takes_the_greatest_range_that_it_can_reach() -> None:
    """Too close for the bow and too far for the knife: the bow's longest reach is three steps back."""
    game = turn("U . 1 . . . . .", "acquire least_distance").pass_on()
    assert game.foe("archer.1").space == "F1"


@pytest.mark.rule("R-195", "R-181")
def test_acquire_never_goes_below_the_smallest_range() -> None:
    """With its back to the edge of the board it cannot get two spaces away."""
    game = turn("U 1", "acquire least_distance", unit="mortar 1").pass_on()
    assert skipped(game) == ["mortar.1 acquire least_distance reason.no_way"]


@pytest.mark.rule("R-196", "R-189")
def test_who_can_acquire_nobody_goes_towards_the_closest() -> None:
    game = turn("U . . . . . . . . . 1 . . . . . . . . . . . C", "acquire most_aggro", "cadin aggro=3").pass_on()
    assert chosen(game) == ["archer.1 acquire most_aggro uma"]
    assert game.told("moved") == ["moved archer.1 K1>J1>I1>H1 cost=3 [R-061 R-196]"]


@pytest.mark.rule("R-196", "R-181")
def test_no_sidestep_that_brings_it_no_nearer() -> None:
    """F-14: Uma is walled in. Of the spaces around her none is nearer than the one it stands on."""
    board = ". . . .\n . U 1 .\n. . . ."
    walls = "wall B2:e B2:w B2:ne B2:nw B2:se B2:sw"
    game = turn(board, "acquire least_distance", walls, unit="dummy 1 -").pass_on()
    assert skipped(game) == ["dummy.1 acquire least_distance reason.no_way"]
    assert not game.told("moved")


@pytest.mark.rule("R-196", "R-187")
def test_the_closest_is_a_conscious_one() -> None:
    game = turn(
        "U . . . . . . . . . 1 . . . . . . . . . . . C", "acquire most_aggro", "uma damage=10 unconscious"
    ).pass_on()
    assert game.foe("archer.1").space == "N1"


@pytest.mark.rule("R-195", "R-212")
def test_acquire_goes_as_near_as_a_hidden_target_has_to_be() -> None:
    game = turn("U . . . 1", "acquire least_distance", "uma hidden", unit="mortar 1").pass_on()
    assert game.foe("mortar.1").space == "C1"


# ---- Assault


@pytest.mark.rule("R-197")
def test_assault_goes_to_the_smallest_range() -> None:
    game = turn("U . . . 1", "assault least_distance").pass_on()
    assert game.foe("archer.1").space == "B1"


@pytest.mark.rule("R-197")
@pytest.mark.parametrize(("goal", "space"), [("smallest", "B1"), ("attack", "D1")])
def test_the_goal_of_an_assault_by_either_reading(goal: str, space: str) -> None:
    """The smallest Range of all Attacks is the knife's; that of the Attack printed first is the bow's, 3."""
    game = turn("U . . . 1", "assault least_distance", f"switch assault_goal={goal}").pass_on()
    assert game.foe("archer.1").space == space


@pytest.mark.rule("R-197")
def test_assault_is_skipped_in_contact_with_anybody() -> None:
    game = turn("U 1 . . C", "assault most_aggro", "cadin aggro=3").pass_on()
    assert skipped(game) == ["archer.1 assault most_aggro reason.in_contact"]


@pytest.mark.rule("R-197", "R-187", "R-226")
def test_contact_with_the_unconscious_does_not_count() -> None:
    game = turn("U 1 . . C", "assault most_aggro", "uma damage=10 unconscious").pass_on()
    assert game.foe("archer.1").space == "D1"


@pytest.mark.rule("R-197", "R-037")
def test_behind_a_wall_there_is_no_contact_though_the_range_is_right() -> None:
    game = turn("U 1 .\n . . .", "assault least_distance", "wall A1:e").pass_on()
    assert skipped(game) == ["archer.1 assault least_distance reason.stands_best"]


@pytest.mark.rule("R-197", "R-181")
@pytest.mark.parametrize(
    ("board", "figures"),
    [("U 1 .\n . . .", "wall A1:e"), ("U . . 1 . .", "switch assault_goal=attack")],
    ids=["the knife's Range behind a wall", "the bow's Range"],
)
def test_an_assault_that_would_not_move_does_not_count(board: str, figures: str) -> None:
    """F-09, ruled as for Acquire Target: two other Instructions follow."""
    game = turn(board, "assault least_distance; focused; withdraw least_distance", figures).pass_on()
    assert skipped(game) == ["archer.1 assault least_distance reason.stands_best"]
    assert [line.split()[1] for line in chosen(game)] == ["focused", "withdraw"]


@pytest.mark.rule("R-197", "R-186")
def test_who_cannot_get_there_gets_closer() -> None:
    game = turn("U . . . . . . . 1", "assault least_distance").pass_on()
    assert game.foe("archer.1").space == "F1"


@pytest.mark.rule("R-197", "R-186")
def test_assault_goes_toward_the_selected_one_even_out_of_reach() -> None:
    """Not toward the closest, whom it could get at: the selector says Most Aggro."""
    game = turn("U . . . . . . . 1 . . C", "assault most_aggro", "uma aggro=2").pass_on()
    assert game.foe("archer.1").space == "F1"


@pytest.mark.rule("R-197", "R-186")
def test_assault_passes_over_whom_it_cannot_get_nearer_to() -> None:
    game = turn("U . . 1 . . C", "assault most_aggro", "uma aggro=2\nwall C1:e").pass_on()
    assert game.foe("archer.1").space != "D1"


# ---- Withdraw and Retreat!


@pytest.mark.rule("R-198")
def test_withdraw_goes_as_far_as_the_points_take_it() -> None:
    game = turn("U . 1 . . . . .", "withdraw least_distance").pass_on()
    assert game.told("moved") == ["moved archer.1 C1>D1>E1>F1 cost=3 [R-061 R-198]"]


@pytest.mark.rule("R-192", "R-198")
@pytest.mark.parametrize(("mark", "space"), [(".", "E1"), ("C", "D2")])
def test_of_spaces_equally_far_evil_ai_takes_the_one_to_attack_from(mark: str, space: str) -> None:
    """E1 and D2 are both four spaces from Uma, whom the mortar cannot choose; beside Cadin it could not fire."""
    game = turn(f"U 1 . . . {mark}\n . . . . .", "withdraw most_aggro", "uma aggro=2 hidden", unit="mortar 1").pass_on()
    assert game.foe("mortar.1").space == space
    (line,) = game.told("instruction_chosen")
    assert ("R-192" in line, "weighed=" in line) == (space == "D2", space == "D2")
    most = "harm=0,87,0,-1171,0 weighed={option=E1 harm=0,0,0,0,0},{option=D2 harm=0,87,0,-1171,0 target=cadin"
    assert (most in line) == (space == "D2")


@pytest.mark.rule("R-198", "R-186")
def test_one_from_whom_it_cannot_withdraw_gives_way_to_the_next() -> None:
    """With its back to the wall before Uma it can still get away from Cadin."""
    game = turn("U . . 1 C", "withdraw most_aggro", "uma aggro=2\nwall D1:e").pass_on()
    assert chosen(game) == ["archer.1 withdraw most_aggro cadin"]


@pytest.mark.rule("R-198", "R-181")
def test_withdraw_with_nowhere_to_go_is_skipped() -> None:
    game = turn("U 1", "withdraw least_distance; focused; focused").pass_on()
    assert skipped(game)[0] == "archer.1 withdraw least_distance reason.no_way"
    assert game.foe("archer.1").states == ("focused",)


@pytest.mark.rule("R-199", "R-246", "R-243")
def test_retreat_of_the_last_miniature_brings_one_reinforcement_and_no_more() -> None:
    game = turn("U . . . 1", "retreat", unit="mortar 1").pass_on()
    assert game.state.enemies == {}
    assert game.told("reserve_changed") == ["reserve_changed 1 1 unit_left about=mortar [R-243 R-246]"]
    assert not game.told("miniature_died")
    assert game.told("unit_eliminated") == ["unit_eliminated mortar yes [R-199 R-169]"]


@pytest.mark.rule("R-199")
def test_retreat_of_one_of_two_brings_nothing() -> None:
    game = turn("U . . . 1 2", "retreat", unit="archer 1 2").do("proceed")
    assert list(game.state.enemies) == ["archer.2"]
    assert game.state.reserve == 0
    game.do("proceed")
    assert game.state.removed == ("archer",)
