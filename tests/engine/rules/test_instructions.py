"""What an Enemy does with its AI card: the order, the count, the kinds (R-179 … R-185, R-190 … R-202; switch D31)."""

from __future__ import annotations

import textwrap

import pytest

from tests.engine.positions import Play
from tests.engine.rules.turns import chosen, foes_turn, skipped

CARDS = """
    [[units]]
    id = "archer"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 3
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "bow"
        dice = ["any", "any", "any"]
        range = [3, 5]

        [[units.faces.attacks]]
        id = "knife"
        dice = ["any", "any", "any"]
        range = [1, 1]
        cc = true

    [[units]]
    id = "mortar"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      defense = ["any", "any"]
      respawn = 2

        [[units.faces.attacks]]
        id = "shell"
        dice = ["any", "any"]
        range = [2, 4]
        sight = false

    [[units]]
    id = "jammer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      defense = ["any", "any"]
      biotech = ["any"]
      hack_attack = { dice = ["any", "any", "any"], range = [0, 3], sight = false }

        [[units.faces.attacks]]
        id = "pistol"
        dice = ["any", "any"]
        range = [1, 8]

    [[units]]
    id = "borrower"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      defense = ["any"]
      hack_attack = { dice = ["any", "any"] }

        [[units.faces.attacks]]
        id = "pistol"
        dice = ["any", "any"]
        range = [2, 4]

    [[units]]
    id = "caller"
    faces = [{ colour = "blue", number = 1, speed = 3, wounds = 5, hack_attack = { dice = ["any"], sight = false } }]

    [[equipment]]
    id = "vest"
    tabs = [["torso"]]
    hackable = true
    biotech = ["any", "any"]

    [[equipment]]
    id = "collar"
    biotech = ["any"]
    """


def turn(board: str, column: str, figures: str = "", unit: str = "archer 1 -", more: str = "") -> Play:
    """The Unit of `figures` acts by a card with this column, written with semicolons."""
    entries = ", ".join(f'"{entry.strip()}"' for entry in column.split(";"))
    card = f'\n[[ai_cards]]\nid = "orders"\nblue = [{entries}]\nred = ["focused"]\n'
    name = unit.split()[0]
    text = f"{board}\n\n{unit} ai=orders\ninitiative {name}\n{figures}"
    return foes_turn(text, textwrap.dedent(CARDS) + card + more)


# ---- order and count


@pytest.mark.rule("R-179")
def test_the_miniatures_act_in_the_order_of_their_numbers() -> None:
    game = turn("U . . . . . . 2 . 1", "withdraw least_distance", unit="archer 1 2").pass_on()
    told = game.told("instruction_chosen", "instruction_skipped")
    assert [line.split()[1] for line in told] == ["archer.1", "archer.2"]


@pytest.mark.rule("R-179", "R-182")
def test_two_instructions_are_performed_and_no_more() -> None:
    game = turn("U . . . 1", "attack least_distance; attack least_distance; attack least_distance")
    game.pass_on(team=["-", "-"], enemy=["-", "-"])
    assert len(chosen(game)) == 2


@pytest.mark.rule("R-179")
def test_the_column_is_read_once_from_top_to_bottom() -> None:
    game = turn("U . . . 1", "focused").pass_on()
    assert chosen(game) == ['archer.1 focused "" ""']
    assert not skipped(game)


@pytest.mark.rule("R-180", "R-191")
def test_an_instruction_is_resolved_before_the_next_looks_for_a_target() -> None:
    """The first Attack brings Uma down; the second finds Cadin."""
    game = turn("U . . . 1 . . . C", "attack most_damage; attack most_damage", "uma damage=9")
    game.pass_on(team=["-", "-"], enemy=["S S", "S"])
    assert [line.split()[3] for line in chosen(game)] == ["uma", "cadin"]


@pytest.mark.rule("R-181")
def test_what_is_skipped_does_not_count() -> None:
    game = turn("U . . . 1", "acquire least_distance; attack least_distance; assault least_distance; focused")
    game.pass_on(team=["-"], enemy=["-"])
    assert skipped(game) == ["archer.1 acquire least_distance reason.already_in_reach"]
    assert [line.split()[1] for line in chosen(game)] == ["attack", "assault"]


@pytest.mark.rule("R-184")
def test_a_group_counts_as_one() -> None:
    game = turn("U . . . . . 1", "acquire least_distance + attack least_distance; attack least_distance; focused")
    game.pass_on(team=["-", "-"], enemy=["-", "-"])
    assert [line.split()[1] for line in chosen(game)] == ["acquire", "attack", "attack"]


@pytest.mark.rule("R-184")
def test_the_second_of_a_group_is_done_though_the_first_cannot() -> None:
    game = turn("U . . . 1", "acquire least_distance + attack least_distance; focused; focused")
    game.pass_on(team="-", enemy="-")
    assert [line.split()[1] for line in chosen(game)] == ["attack", "focused"]


@pytest.mark.rule("R-184", "R-181")
def test_a_group_of_which_nothing_is_done_does_not_count() -> None:
    game = turn("U . . . . . . . . . 1", "attack least_distance + attack most_aggro; focused; withdraw least_distance")
    game.pass_on()
    assert len(skipped(game)) == 3
    assert [line.split()[1] for line in chosen(game)] == ["focused"]


@pytest.mark.rule("R-190")
def test_miniatures_of_a_unit_may_do_different_things() -> None:
    game = turn("U . . . 1 . . . . . . . . . 2", "attack least_distance; acquire least_distance", unit="archer 1 2")
    game.pass_on(team="-", enemy="-")
    assert [line.split()[:2] for line in chosen(game)] == [["archer.1", "attack"], ["archer.2", "acquire"]]


@pytest.mark.rule("R-183", "R-185")
def test_the_focused_icon_gives_the_state_once() -> None:
    game = turn("U . . . . . . . . 1", "focused; focused; focused").pass_on()
    assert game.foe("archer.1").states == ("focused",)
    assert len(chosen(game)) == 1
    assert skipped(game) == ['archer.1 focused "" reason.has_state'] * 2


# ---- Attack


@pytest.mark.rule("R-193")
@pytest.mark.parametrize(
    ("board", "figures"),
    [("U . . . . . . 1", ""), ("U 1", "wall A1:e A1:ne A1:se B1:w B1:nw B1:sw"), ("U . 1", "")],
    ids=["too far", "no sight", "between two Ranges"],
)
def test_an_attack_without_anybody_in_range_and_sight_is_skipped(board: str, figures: str) -> None:
    game = turn(board, "attack least_distance", figures).pass_on()
    assert skipped(game) == ["archer.1 attack least_distance reason.nobody_in_reach"]


@pytest.mark.rule("R-193", "R-072")
def test_an_attack_that_needs_no_sight_reaches_behind_walls() -> None:
    walls = "wall A1:e A1:ne A1:se"
    game = turn("U . . 1", "attack least_distance", walls, unit="mortar 1").pass_on(team="-", enemy="-")
    assert chosen(game) == ["mortar.1 attack least_distance uma"]


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
    assert game.told("reserve_changed") == ["reserve_changed 1 1 unit_eliminated [R-243 R-246]"]
    assert not game.told("miniature_died")
    assert game.told("unit_eliminated") == ["unit_eliminated mortar yes [R-234 R-169]"]


@pytest.mark.rule("R-199")
def test_retreat_of_one_of_two_brings_nothing() -> None:
    game = turn("U . . . 1 2", "retreat", unit="archer 1 2").do("proceed")
    assert list(game.state.enemies) == ["archer.2"]
    assert game.state.reserve == 0
    game.do("proceed")
    assert game.state.removed == ("archer",)


# ---- Hack Attack


@pytest.mark.rule("R-200", "R-202")
@pytest.mark.parametrize(
    ("carries", "attack"),
    [("vest", "hack_attack"), ("vest@backpack", "pistol"), ("collar", "pistol")],
    ids=["worn", "packed", "nothing Hackable"],
)
def test_the_hackable_are_hacked_instead_of_attacked(carries: str, attack: str) -> None:
    game = turn("U . . 1", "attack least_distance", f"uma carries={carries}", unit="jammer 1")
    game.pass_on(team="-", enemy="-")
    assert f".{attack} " in game.told("attack_declared")[0]


@pytest.mark.rule("R-200")
def test_the_hackable_out_of_the_hack_attacks_range_are_not_attacked_otherwise() -> None:
    game = turn("U . . . 1", "attack least_distance", "uma carries=vest", unit="jammer 1").pass_on()
    assert skipped(game) == ["jammer.1 attack least_distance reason.nobody_in_reach"]


@pytest.mark.rule("R-200", "R-004")
def test_a_hack_attack_meets_all_the_biotech_protection_that_is_worn() -> None:
    game = turn("U . . 1", "attack least_distance", "uma carries=vest,collar", unit="jammer 1")
    game.do("proceed", team="B", enemy="S S S")
    assert game.dice("team") == ["any", "any", "any"]
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-200")
@pytest.mark.parametrize(("board", "hacks"), [("U . . . 1", True), ("U . . . . 1", False), ("U 1", False)])
def test_without_a_range_of_its_own_it_has_that_of_the_attack(board: str, hacks: bool) -> None:
    game = turn(board, "attack least_distance", "uma carries=vest", unit="borrower 1")
    game.pass_on(**({"team": "-", "enemy": "-"} if hacks else {}))
    assert bool(game.told("attack_declared")) == hacks


@pytest.mark.rule("R-200")
@pytest.mark.parametrize(("board", "hacks"), [("U . . . . . . . 1", True), ("U . . . . . . . . 1", False)])
def test_without_any_attack_to_go_by_it_reaches_eight_spaces(board: str, hacks: bool) -> None:
    game = turn(board, "attack least_distance", "uma carries=vest", unit="caller 1")
    game.pass_on(**({"team": "-", "enemy": "-"} if hacks else {}))
    assert bool(game.told("attack_declared")) == hacks


@pytest.mark.rule("R-201", "R-094")
def test_a_hack_attack_hurts_both_ways() -> None:
    game = turn("U . . 1", "attack least_distance", "uma carries=vest", unit="jammer 1")
    game.pass_on(team="S B", enemy="S S")
    assert (game.one("uma").damage, game.foe("jammer.1").damage) == (1, 1)


@pytest.mark.rule("R-202", "R-112")
def test_a_character_is_hackable_by_what_it_wears() -> None:
    game = turn("U . . 1", "focused", "uma carries=vest,collar\nqiang carries=vest@backpack", unit="jammer 1")
    rules = game.game.rules
    assert rules.loadout(game.one("uma")).hackable
    assert not rules.loadout(game.one("qiang")).hackable
