"""Clauses of Instructions that move an Enemy which no other file's positions bring about (R-186 … R-198)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.rules.cards import MARK
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.turns import chosen, skipped

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


# ---- chance among equals


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


# ---- how near, how far


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


# ---- of equally good spaces the most harmful one


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


# ---- what is told


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
