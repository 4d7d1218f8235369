"""Instructions that move an Enemy: Acquire Target, Assault, Withdraw, Retreat! (R-194 … R-199; switch D31)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.frames import UnitActivation
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.rules.cards import MARK
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, orders, passed_over, skipped

NEUTRAL = pack("bystander")


REVERSED = pack("reversed")


BRUTE = (
    MARK
    + """
    [dice]
    weak = ["S", "-", "-", "-", "-", "-"]
    sure = ["S", "S", "S", "S", "S", "S"]

    [[units]]
    id = "brute"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      attacks = [
        { id = "near_and_weak", dice = ["weak"], range = [3, 3] },
        { id = "far", dice = ["sure"], range = [4, 4] },
        { id = "near_and_strong", dice = ["sure", "sure"], range = [3, 3] },
      ]
    """
)


# Withdrawing from Uma, E1 and D2 are equally far; the one at B3 is 4 spaces from E1 and 3 from D2.
FORK = "U 1 . . .\n . . . . .\n_ {} _ _ _"


VEILED = "red E1:w E1:sw E1:se E1:nw E1:ne"


TWO_RANGES = """
    [[units]]
    id = "two_ranges"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      attacks = [
        { id = "short", dice = ["any"], range = [2, 3] },
        { id = "long", dice = ["any"], range = [5, 6] },
      ]
    """


CARDS = (
    orders("attack least_distance")
    + """
    # Of two Attacks of one Range the second needs no sight.
    [[units]]
    id = "gunner"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      attacks = [
        { id = "aimed", dice = ["any"], range = [3, 4] },
        { id = "lobbed", dice = ["any"], range = [3, 4], sight = false },
      ]

    [[ai_cards]]
    id = "approach"
    blue = ["acquire least_distance"]
    red = ["acquire least_distance"]
    """
)


AIMED = '{ id = "aimed", dice = ["any"], range = [3, 4] }'


LOBBED = '{ id = "lobbed", dice = ["any"], range = [3, 4], sight = false }'


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
    """Uma is walled in. Of the spaces around her none is nearer than the one it stands on."""
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
    """Ruled as for Acquire Target: two other Instructions follow."""
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


@pytest.mark.rule("R-322", "R-061", "R-057")
@pytest.mark.parametrize(("mark", "space"), [("N", "D1"), (".", "B1")])
def test_an_enemy_pays_two_for_the_space_of_a_neutral_character(mark: str, space: str) -> None:
    """With three points it comes from E1 to Uma's side over a free space, and not over a Neutral Character's."""
    neutral = "neutral bystander N" if mark == "N" else ""
    game = turn(f"U . {mark} . 1", "assault least_distance", neutral, more=NEUTRAL).pass_on()
    assert game.foe("archer.1").space == space


@pytest.mark.rule("R-197")
@pytest.mark.parametrize(("walls", "space"), [("", "B1"), ("wall A1:e A1:ne B1:nw A2:ne B2:nw", "A2")])
def test_an_assault_ends_where_the_target_is_seen(walls: str, space: str) -> None:
    """Beside Uma, but behind the corner, it would not see her: the way round is one point longer."""
    game = turn("U . . . .\n . . . . .", "assault least_distance", f"{walls}\narcher.1 focused", unit="archer D1")
    assert game.pass_on().foe("archer.1").space == space


@pytest.mark.rule("R-198", "R-186")
def test_a_withdrawal_says_from_whom_there_is_no_way() -> None:
    game = turn("U . . 1 C", "withdraw most_aggro", "uma aggro=2\nwall D1:e").pass_on()
    assert passed_over(game) == {"uma": "reason.no_way", "cadin": ""}
    game = turn("U . . . 1 C .", "withdraw most_aggro", "cadin aggro=2\nwall D1:e").pass_on()
    assert passed_over(game) == {"uma": "", "cadin": "reason.no_way"}
    game = turn("C . . . 1 U", "withdraw most_aggro", "uma aggro=2\nwall E1:e").pass_on()
    assert passed_over(game) == {"uma": "", "cadin": "reason.no_way"}


@pytest.mark.rule("R-195", "R-196")
@pytest.mark.parametrize(("steps", "space"), [(7, "F1"), (8, "G1")])
def test_who_is_one_space_too_far_only_gets_closer(steps: int, space: str) -> None:
    game = turn(f"U{' .' * (steps - 1)} 1", "acquire least_distance", unit="reversed 1", more=REVERSED).pass_on()
    assert game.foe("reversed.1").space == space
    (line,) = game.told("instruction_chosen")
    assert ("reason.closer" in line) == (steps == 8)


@pytest.mark.rule("R-192", "R-198")
def test_between_spaces_that_threaten_two_figures_alike_the_first_is_taken() -> None:
    """From E1 the mortar reaches Qiang alone, from D2 Cadin alone, who is no better off."""
    board = "U 1 . . . _ _ _ Q\n . . . . .\n_ _ _ _ _\n _ _ _ _ _\n_ _ _ _ _\n _ C _ _ _"
    figures = "uma aggro=2 hidden\nqiang carries=stick\ncadin carries=stick"
    game = turn(board, "withdraw most_aggro", figures, unit="mortar 1").pass_on()
    assert game.foe("mortar.1").space == "E1"
    (line,) = game.told("instruction_chosen")
    assert "weighed" not in line
    assert "spaces=E1,D2" in line


@pytest.mark.rule("R-184", "R-186", "R-189", "R-192", "R-195", "R-196", "R-197", "R-198")
@pytest.mark.parametrize(
    ("board", "column", "cited"),
    [
        ("U . 1 . . . . .", "withdraw least_distance", "[R-198 R-186 R-189]"),
        ("U . . . . . . 1", "acquire most_aggro", "[R-195 R-186]"),
        ("U . . . 1", "assault least_damage", "[R-197 R-186]"),
        ("U . . . 1", "assault least_damage + focused", "[R-197 R-186 R-184]"),
        ("U . . . . . . . . . 1", "acquire most_aggro", "[R-196 R-189 R-186]"),
    ],
)
def test_a_move_cites_what_decided_and_records_no_space_but_its_own(board: str, column: str, cited: str) -> None:
    game = turn(board, column).do("proceed")
    (line,) = game.told("instruction_chosen")
    assert line.endswith(cited)
    assert "spaces=" not in line


@pytest.mark.rule("R-179")
def test_each_miniature_acts_once() -> None:
    game = turn("U . . . 1 2", "focused", unit="archer 1 2")
    for acted, waiting in ((("archer.1",), ("archer.2",)), (("archer.1", "archer.2"), ())):
        frame = game.state.agenda[1]
        assert isinstance(frame, UnitActivation)
        assert (frame.acted, frame.waiting) == (acted, waiting)
        game.do("proceed")
    assert game.asks() == "team round"


@pytest.mark.rule("R-188", "R-195", "R-196", "R-197", "R-198")
@pytest.mark.parametrize("who", ["uma", "cadin"])
@pytest.mark.parametrize(
    ("order", "board"),
    [
        ("withdraw least_distance", "U . . 1 . . C\n . . . . . . ."),
        ("assault least_distance", "U . . 1 . . C"),
        ("acquire least_distance", "U . . . . . . 1 . . . . . . C"),
        ("acquire most_aggro", "U . . . . . . . . . . 1 . . . . . . . . . . C"),
    ],
    ids=["Withdraw", "Assault", "Acquire Target", "nobody can be acquired"],
)
def test_between_equals_chance_says_from_whom_or_to_whom_it_goes(order: str, board: str, who: str) -> None:
    game = turn(board, order).do("proceed", pick=who)
    assert game.told("random_picked") == [f"random_picked {who} cadin,uma [R-188]"]
    assert [line.split()[3] for line in chosen(game)] == [who]


@pytest.mark.rule("R-187", "R-181", "R-226")
@pytest.mark.parametrize("kind", ["acquire", "assault", "withdraw"])
def test_with_nobody_left_to_target_it_stays_where_it_is(kind: str) -> None:
    """Who lies there may still come round by an AutoMediKit."""
    game = turn("U . . . 1", f"{kind} least_distance", "uma damage=10 unconscious").pass_on()
    assert skipped(game) == [f"archer.1 {kind} least_distance reason.nobody_there"]
    assert game.foe("archer.1").space == "E1"


@pytest.mark.rule("R-197")
def test_an_assault_out_of_reach_does_not_stop_where_another_attack_would_do() -> None:
    """Three steps bring it to 2 spaces from Uma; its bow would reach her after two."""
    assert turn("U . . . . 1", "assault least_distance").pass_on().foe("archer.1").space == "C1"


@pytest.mark.rule("R-197", "R-186", "R-181")
def test_who_cannot_get_nearer_does_not_move() -> None:
    """Its mate stands in the only way."""
    game = turn("U 2 1 . . .", "assault least_distance", "dummy 2 - activated", unit="archer 1").pass_on()
    assert skipped(game) == ["archer.1 assault least_distance reason.no_way"]


@pytest.mark.rule("R-197", "R-186")
def test_nearer_is_nearer_on_foot() -> None:
    """E1 is as many spaces from Uma as D2, but a dead end."""
    game = turn("U . . _ . . 1\n . . . . . . .", "assault least_distance", unit="mortar 1").pass_on()
    assert game.foe("mortar.1").space == "D2"


@pytest.mark.rule("R-197", "R-186", "R-129")
def test_where_no_way_leads_to_the_target_it_gets_as_near_as_the_door() -> None:
    game = turn("U . . . . . 1", "assault least_distance", "door gate C1:e").pass_on()
    assert game.foe("archer.1").space == "D1"


@pytest.mark.rule("R-192", "R-193", "R-198")
@pytest.mark.parametrize(
    ("unit", "veil", "space"),
    [("archer", "", "E1"), ("archer", VEILED, "D2"), ("mortar", VEILED, "E1")],
    ids=["seen from both", "seen from one", "no sight needed"],
)
def test_a_threat_needs_the_sight_that_the_attack_needs(unit: str, veil: str, space: str) -> None:
    game = turn(FORK.format("C"), "withdraw most_aggro", f"uma aggro=2 hidden\n{veil}", unit=f"{unit} 1").pass_on()
    assert game.foe(f"{unit}.1").space == space


@pytest.mark.rule("R-192", "R-193")
def test_a_space_is_as_good_as_the_best_attack_from_there() -> None:
    """From D2 a strong Attack and a weak one, from E1 one in between; what is weighed and won is recorded."""
    board, figures = FORK.format("M"), "uma aggro=2 hidden\nmark M printed"
    game = turn(board, "withdraw most_aggro", figures, unit="brute 1", more=BRUTE).pass_on()
    assert game.foe("brute.1").space == "D2"
    (line,) = game.told("instruction_chosen")
    assert "harm=0,2000,0,0,0 " in line
    assert line.count("harm=0,1000,0,0,0") == 1


@pytest.mark.rule("R-184", "R-187", "R-188", "R-189")
@pytest.mark.parametrize(
    ("column", "figures", "cited"),
    [
        ("attack most_aggro", "uma aggro=1", "[R-193 R-186]"),
        ("attack least_distance", "uma aggro=1", "[R-193 R-186 R-189]"),
        ("attack most_damage", "uma aggro=1", "[R-193 R-186 R-188]"),
        ("attack most_aggro", "uma aggro=1\nqiang damage=10 unconscious", "[R-193 R-186 R-187]"),
        ("attack most_aggro + focused", "uma aggro=1", "[R-193 R-186 R-184]"),
    ],
    ids=["the selector alone", "a distance", "a tie-break", "somebody lies there", "a group"],
)
def test_the_event_cites_what_decided(column: str, figures: str, cited: str) -> None:
    game = turn("U . . . 1 . . . C\n . . . . Q", column, figures).do("proceed", team="-", enemy="-")
    (line,) = game.told("instruction_chosen")
    assert line.endswith(cited)


@pytest.mark.rule("R-181", "R-194", "R-196", "R-197", "R-198")
@pytest.mark.parametrize(
    ("board", "column", "figures", "told"),
    [
        ("U . . . 1", "acquire least_distance", "", "reason.already_in_reach R-194"),
        ("U 1 . .", "assault least_distance", "", "reason.in_contact R-197"),
        ("U . . 1", "assault least_distance", "switch assault_goal=attack", "reason.stands_best R-197"),
        ("U . . 1", "acquire least_distance", "uma damage=10 unconscious", "reason.nobody_there R-195"),
        ("U . . 1", "assault least_distance", "uma damage=10 unconscious", "reason.nobody_there R-197"),
        ("U . . 1", "withdraw least_distance", "uma damage=10 unconscious", "reason.nobody_there R-198"),
        ("U 1", "withdraw least_distance", "", "reason.no_way R-198"),
        ("U . 1", "acquire least_distance", "wall B1:e", "reason.no_way R-195"),
    ],
)
def test_what_is_skipped_says_why_and_by_which_rule(board: str, column: str, figures: str, told: str) -> None:
    reason, rule = told.split()
    (line,) = turn(board, column, figures).pass_on().told("instruction_skipped")
    assert line.split()[4] == reason
    assert line.endswith(f"[{rule} R-181]")


@pytest.mark.rule("R-194", "R-197", "R-186")
@pytest.mark.parametrize(
    ("board", "column", "reason"),
    [
        ("U . . . . . . C . . . 1", "acquire least_distance", "reason.already_in_reach"),
        ("U . . . . . . C 1", "assault least_distance", "reason.in_contact"),
    ],
)
def test_whoever_of_the_team_is_in_reach_holds_it_back(board: str, column: str, reason: str) -> None:
    """Not only the first of the team."""
    (line,) = turn(board, column, "uma aggro=1").pass_on().told("instruction_skipped")
    assert line.split()[4] == reason
    assert "figure=cadin" in line


@pytest.mark.rule("R-195", "R-197")
@pytest.mark.parametrize(("kind", "space"), [("acquire", "G1"), ("assault", "C1")])
def test_of_several_attacks_the_one_of_greatest_or_of_smallest_range(kind: str, space: str) -> None:
    game = turn("U . . . 1 . . .", f"{kind} least_distance", unit="two_ranges 1", more=TWO_RANGES).pass_on()
    assert game.foe("two_ranges.1").space == space


@pytest.mark.rule("R-186", "R-196", "R-189")
def test_whoever_cannot_be_reached_is_recorded_as_such() -> None:
    game = turn("U . . . . . . . . . 1 . . . . . . . . . . C", "acquire most_aggro").pass_on()
    (line,) = game.told("instruction_chosen")
    assert ["reason.cannot_be_reached" in part for part in line.split("figure=")[1:]] == [True, True]
    game = turn("U . . . . . 1 . . . . . . . . . . C", "acquire most_aggro", "cadin aggro=1").pass_on()
    (line,) = game.told("instruction_chosen")
    parts = {part.split()[0]: "reason.cannot_be_reached" in part for part in line.split("figure=")[1:]}
    assert parts == {"uma": False, "cadin": True}


@pytest.mark.rule("R-192", "R-193")
@pytest.mark.parametrize(
    ("board", "cited"), [("U . . 1", "[R-193 R-186 R-189]"), ("U . 1", "[R-193 R-186 R-192 R-189]")]
)
def test_a_choice_between_attacks_cites_evil_ai(board: str, cited: str) -> None:
    more = TWO_RANGES.replace("range = [5, 6]", "range = [2, 2]")
    game = turn(board, "attack least_distance", unit="two_ranges 1", more=more).do("proceed", team="-", enemy="-")
    (line,) = game.told("instruction_chosen")
    assert line.endswith(cited)


@pytest.mark.rule("R-195")
@pytest.mark.parametrize("printed", [(AIMED, LOBBED), (LOBBED, AIMED)])
def test_it_walks_no_further_than_its_cheapest_attack_wants(printed: tuple[str, str]) -> None:
    """In whatever order its Attacks are printed: the one that needs no sight reaches Uma from E1 already."""
    assert f"{AIMED},\n        {LOBBED}" in CARDS
    cards = CARDS.replace(f"{AIMED},\n        {LOBBED}", f"{printed[0]},\n        {printed[1]}")
    text = "U . . . . 1\n . . . . . .\n. . . . . .\n\nwall B1:e B1:se\ngunner 1 ai=approach\ninitiative gunner"
    game = foes_turn(text, cards).pass_on()
    assert game.told("moved") == ["moved gunner.1 F1>E1 cost=1 [R-061 R-195]"]
