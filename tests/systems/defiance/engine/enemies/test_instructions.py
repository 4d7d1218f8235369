"""What an Enemy does with its AI card: order, count, Attacks (R-179 … R-185, R-190 … R-193, R-200 … R-202)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import SetFlag, Trigger
from defiance_qt.systems.defiance.engine.hooks import Hooks, PlayContext
from defiance_qt.systems.defiance.plugin import contribute_abilities
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.turns import chosen, skipped

DAZED = """
    [[states]]
    id = "dazed"
    actions = -3
    until = ["activation"]
    """


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


@pytest.mark.rule("R-191", "R-188", "R-184")
@pytest.mark.parametrize("joined", ["+", ";"])
def test_chance_picks_anew_for_every_instruction(joined: str) -> None:
    """Nothing tells Uma from Cadin, so each Attack asks for a pick of its own, in a group too."""
    game = turn("U . . . 1 . . . C", f"attack least_distance {joined} attack least_distance")
    game.pass_on(team=["-", "-"], enemy=["-", "-"], pick=["uma", "cadin"])
    assert [line.split()[3] for line in chosen(game)] == ["uma", "cadin"]


@pytest.mark.rule("R-181", "R-184")
def test_a_group_counts_for_its_first_and_what_follows_for_itself() -> None:
    """The group counts, though its second is skipped; the skipped Instruction after it does not."""
    game = turn("U . . . 1", "attack least_distance + acquire least_distance; acquire least_distance; focused; retreat")
    game.pass_on(team="-", enemy="-")
    assert [line.split()[1] for line in chosen(game)] == ["attack", "focused"]
    assert [line.split()[1] for line in skipped(game)] == ["acquire", "acquire"]


@pytest.mark.rule("R-180", "R-181", "R-184")
@pytest.mark.parametrize("joined", ["+", ";"])
def test_each_performed_instruction_waits_for_the_table_and_a_skipped_one_does_not(joined: str) -> None:
    game = turn("U . . . 1 .", f"acquire least_distance {joined} focused; withdraw least_distance")
    assert game.asks() == "team enemy_activation"
    game.do("proceed")
    assert [line.split()[1] for line in (*skipped(game), *chosen(game))] == ["acquire", "focused"]
    assert game.asks() == "team enemy_activation"
    game.do("proceed")
    assert [line.split()[1] for line in chosen(game)] == ["withdraw"]


@pytest.mark.rule("R-184", "R-181")
def test_all_that_depends_on_what_cannot_be_done_is_passed_over() -> None:
    game = turn("U . . . . . . 1", "attack least_distance then focused then retreat; focused").pass_on()
    assert skipped(game) == [
        "archer.1 attack least_distance reason.nobody_in_reach",
        'archer.1 focused "" reason.depends',
        'archer.1 retreat "" reason.depends',
    ]
    assert chosen(game) == ['archer.1 focused "" ""']


@pytest.mark.rule("R-179", "R-190", "R-041")
def test_who_dies_by_its_own_attack_does_nothing_more_and_the_next_acts() -> None:
    game = turn("U . . . 1 2 .", "attack least_distance; focused", "archer.1 damage=4", unit="archer 1 2")
    game.pass_on(team=["S", "-"], enemy=["-", "-"])
    assert [" ".join(line.split()[:2]) for line in chosen(game)] == [
        "archer.1 attack",
        "archer.2 attack",
        "archer.2 focused",
    ]
    assert game.told("turn_passed") == ["turn_passed team [R-041]"]
    assert game.asks() == "team round"


@pytest.mark.rule("R-277", "R-179")
@pytest.mark.parametrize("state", ["stunned", "suppressed"])
def test_a_state_of_the_activation_ends_with_it(state: str) -> None:
    game = turn("U . . . . . . . . 1", "focused; withdraw least_distance", f"archer.1 {state}").pass_on()
    assert state not in game.foe("archer.1").states


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


@pytest.mark.rule("R-185", "R-182")
def test_the_focused_icon_takes_one_of_the_two_actions() -> None:
    game = turn("U . . . . . . . . 1 . . . .", "focused; withdraw least_distance; retreat").pass_on()
    assert [line.split()[1] for line in chosen(game)] == ["focused", "withdraw"]


@pytest.mark.rule("R-182", "R-277")
def test_who_has_lost_all_actions_performs_nothing() -> None:
    game = turn("U . . . . . . . . 1", "focused", "archer.1 dazed", more=DAZED).pass_on()
    assert chosen(game) == skipped(game) == []
    assert game.foe("archer.1").states == ()


@pytest.mark.rule("R-179", "R-181", "R-182", "R-184")
@pytest.mark.parametrize(
    ("column", "figures", "followed"),
    [
        ("retreat; focused", "", [["retreat"]] * 2),
        ("attack most_aggro then focused; focused", "", [["attack", "focused", "focused"]] * 2),
        ("attack most_aggro + focused", "", [["attack", "focused"]] * 2),
        ("focused", "archer.1 dazed", [["focused"]]),
        ("focused", "archer.1 dazed\narcher.2 dazed", []),
    ],
    ids=["who retreats", "what depends", "a group", "the first without Actions", "both"],
)
def test_a_unit_acts_to_its_end_in_a_game_without_abilities(
    column: str, figures: str, followed: list[list[str]]
) -> None:
    """Nothing but the Instructions themselves leads from one to the next."""
    game = turn("U . . . . . . . . 1 2", column, figures, unit="archer 1 2", more=DAZED, hooks=Hooks())
    found = []
    while game.asks() == "team enemy_activation":
        game.do("proceed")
        found.append([line.split()[2] for line in game.told("instruction_chosen", "instruction_skipped")])
    assert found == followed
    assert game.asks() == "team round"


@pytest.mark.rule("R-179", "R-188", "R-190")
def test_whoever_chance_picks_is_attacked_in_a_game_without_abilities() -> None:
    """Uma brings down the first Miniature, and the next is about to act."""
    board = "U . . . 1 . . . C\n . . . . . 2 . . ."
    game = turn(board, "attack most_aggro", "archer.1 damage=4", unit="archer 1 2", hooks=Hooks())
    game.do("proceed", pick="uma", team="S", enemy="-")
    assert list(game.state.enemies) == ["archer.2"]
    assert (game.asks(), game.options()) == ("team enemy_activation", ["proceed"])


@pytest.mark.rule("R-179")
def test_a_miniature_that_has_left_before_its_turn_is_passed_over() -> None:
    """By a house rule the second goes as soon as the first has acted."""

    def flees(context: PlayContext, event: e.Event) -> Sequence[e.Event]:
        return (e.MiniatureRetreated("archer.2", ("x-1",)),) if isinstance(event, e.InstructionChosen) else ()

    hooks = Hooks(abilities=tuple(contribute_abilities()), react_event=(flees,))
    game = turn("U . . . . . . . . 1 2", "focused", unit="archer 1 2", hooks=hooks)
    game.do("proceed")
    assert [line.split()[0] for line in chosen(game)] == ["archer.1"]
    assert (list(game.state.enemies), game.asks()) == (["archer.1"], "team round")


@pytest.mark.rule("R-179", "R-024")
@pytest.mark.parametrize(("who", "fires"), [("archer", True), ("mortar", False)])
def test_the_mission_hears_of_a_miniature_whose_activation_ends(who: str, fires: bool) -> None:
    ended = Trigger(f"enemy_activation_ended {who}", (SetFlag("seen"),), by="archer.2")
    game = turn("U . . . . . . . . 1 2", "focused", unit="archer 1 2", triggers=(ended,)).do("proceed")
    assert game.state.flags == ()
    assert game.do("proceed").state.flags == (("seen",) if fires else ())


@pytest.mark.rule("R-199", "R-183")
def test_a_retreat_is_recorded_as_the_instruction_that_was_followed() -> None:
    game = turn("U . . . . . . . . 1", "retreat; focused").pass_on()
    assert chosen(game) == ['archer.1 retreat "" ""']
    assert not game.state.enemies


@pytest.mark.rule("R-193", "R-186", "R-212")
@pytest.mark.parametrize(
    ("board", "figures", "because"),
    [
        ("U . . . 1", "uma hidden", "reason.untargetable"),
        ("U . . . . 1", "uma hidden", "reason.untargetable"),
        ("U . 1", "uma hidden", "reason.out_of_range"),
        ("U . 1", "", "reason.out_of_range"),
        ("U . . . . . 1", "", "reason.out_of_range"),
    ],
)
def test_why_somebody_cannot_be_attacked(board: str, figures: str, because: str) -> None:
    game = turn(board, "attack least_distance", figures).pass_on()
    (line,) = game.told("instruction_skipped")
    assert f"because={because}}}" in line


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
    rolls = [event.roll for event in game.events if isinstance(event, e.RollOpened)]
    assert [roll.range for roll in rolls] == [(0, 8)] * hacks


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


@pytest.mark.rule("R-199", "R-184")
def test_who_has_retreated_has_skipped_nothing() -> None:
    game = turn("U . . . 1 2", "retreat then focused", unit="archer 1 2").do("proceed")
    assert [line.split()[1] for line in chosen(game)] == ["retreat"]
    assert skipped(game) == []
