"""The Hostile turn: reinforcements, attacks, moves, Suppression, the Timer; Wounds, Downed Soldiers, Target tokens."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from expansions.warfighter.engine import totals
from expansions.warfighter.engine.events import HostileFired, SoldierDowned
from expansions.warfighter.engine.rules import hostile_fire
from expansions.warfighter.engine.state import with_weapon
from tests.expansions.warfighter.table import TEAM, at, pass_on

FARM = TEAM + "deck hostiles left=armoured_car\n"
QUIET = "mission convoy time 8 turn 4\nrow orchard farm village\nsoldier 1 roa @2 weapons=assault_rifle\n"
NONE = "deck hostiles left=gun_pair,gun_pair\n"
"""Only cards whose Value 7 does not fit the Orchard or the Farm: every reinforcement is discarded."""


@pytest.mark.rule("W-056", "W-057", "W-058", "W-140", "W-141", "W-142")
@pytest.mark.parametrize(
    ("dice", "health", "suppression"), [("5 5", 6, 0), ("5 4", 7, 1), ("4 6", 7, 0), ("10 6", 6, 0)]
)
def test_the_worked_example_of_return_fire(dice: str, health: int, suppression: int) -> None:
    """Three Riflemen hit on 5, and Roa in the Farm has Cover 5."""
    play = at(QUIET + NONE + "hostile riflemen.1 @3 -> 1").do("end").do("proceed")
    play.do("proceed", enemy=dice)
    roa = play.state.team["1"]
    assert (roa.health, roa.suppression) == (health, suppression)


@pytest.mark.rule("W-057", "W-140")
@pytest.mark.parametrize(("figures", "hit"), [("", 5), ("supp=1", 6), ("kia=2", 7), ("kia=1 supp=1", 7)])
def test_the_column_is_that_of_living_unsuppressed_figures(figures: str, hit: int) -> None:
    play = at(QUIET + f"hostile riflemen.1 @3 -> 1 {figures}")
    assert totals.column(play.game.rules, play.state.hostiles["riflemen.1"])[1] == hit


@pytest.mark.rule("W-140", "W-056")
def test_a_card_without_unsuppressed_figures_does_not_attack() -> None:
    play = pass_on(at(QUIET + NONE + "hostile riflemen.1 @3 -> 1 supp=3").do("end"))
    assert play.state.team["1"].health == 7
    assert play.state.hostiles["riflemen.1"].suppressed == 2


@pytest.mark.rule("W-141")
@pytest.mark.parametrize(("return_fire", "result"), [("hit", ""), ("either", "suppress")])
def test_cover_alone_suppresses_where_the_edition_option_says_so(return_fire: str, result: str) -> None:
    assert hostile_fire.result(return_fire, 1, 6, 5, 4) == result
    play = at(QUIET + NONE + "hostile riflemen.1 @3 -> 1", return_fire=return_fire).do("end", "proceed")
    play.do("proceed", enemy="1 6")
    assert play.state.team["1"].suppression == (result == "suppress")


@pytest.mark.rule("W-142", "W-149", "W-157")
def test_the_cover_of_a_soldier_has_its_parts_and_its_limits() -> None:
    text = "mission convoy time 7 turn 4\nrow {}\nsoldier 1 fell @1 {}\nsupport smoke_line"
    for place, kit, cover in (("field", "", 5), ("orchard", "", 6), ("farm", "kit=vest", 6), ("quarry", "", 6)):
        play = at(text.format(place, kit))
        assert totals.soldier_cover(play.game.rules, play.state, play.state.team["1"]).value == cover
    bare = at("mission convoy time 7 turn 4\nrow field\nsoldier 1 k_line @1\nsoldier 2 orm @0")
    assert totals.soldier_cover(bare.game.rules, bare.state, bare.state.team["1"]).value == 2


@pytest.mark.rule("W-054", "W-137")
def test_each_location_with_a_soldier_draws_one_card_that_fits_its_range() -> None:
    text = TEAM + "soldier 3 k_line @0\nsoldier 4 k_guard @1\ndeck hostiles top=gun_pair,runner"
    play = at(text).do("end", "proceed", "proceed")
    assert play.told("hostile_drawn") == [
        (
            'hostile_drawn {"hostile":"gun_pair.1","card":"gun_pair","space":1,"cause":"reinforce","value":7,"low":2,'
            '"high":5,"kept":false}'
        ),
        (
            'hostile_drawn {"hostile":"runner.1","card":"runner","space":2,"cause":"reinforce","value":3,"low":2,'
            '"high":6,"kept":true}'
        ),
    ]
    assert list(play.state.hostiles) == ["runner.1"]
    assert play.state.hostiles["runner.1"].target
    assert play.state.decks["hostiles"].discards == ("gun_pair",)


@pytest.mark.rule("W-055", "W-138")
def test_a_card_that_was_there_before_draws_one_more_by_its_own_range() -> None:
    text = QUIET + "hostile runner.1 @3 -> 1\ndeck hostiles top=gun_pair,sentry"
    play = at(text).do("end", "proceed", "proceed")
    drawn = play.told("hostile_drawn")
    assert len(drawn) == 2
    assert '"cause":"called"' in drawn[1]
    assert '"low":1,"high":4' in drawn[1]
    assert play.state.hostiles["sentry.1"].space == 3
    held = at(QUIET + NONE + "hostile runner.1 @3 -> 1 supp=1")
    assert '"called"' not in "".join(pass_on(held.do("end")).told())


@pytest.mark.rule("W-136")
def test_an_inspiring_card_frees_a_figure_of_each_other_card_in_its_space() -> None:
    text = (
        QUIET + NONE + "hostile sergeant.1 @3 -> 1\nhostile riflemen.1 @3 -> 1 supp=3\nhostile picket.1 @2 -> 1 supp=2"
    )
    play = at(text).do("end")
    assert play.state.hostiles["riflemen.1"].suppressed == 2
    assert play.state.hostiles["picket.1"].suppressed == 2
    tied = at(text.replace("sergeant.1 @3 -> 1", "sergeant.1 @3 -> 1 supp=1")).do("end")
    assert tied.state.hostiles["riflemen.1"].suppressed == 3


@pytest.mark.rule("W-060", "W-144")
def test_a_card_out_of_range_moves_nearer_unless_it_is_suppressed_or_too_close() -> None:
    text = QUIET.replace("@2", "@0") + NONE + "hostile picket.1 @3 -> 1\nhostile sentry.1 @2 -> 1 supp=1"
    play = pass_on(at(text).do("end"))
    assert (play.state.hostiles["picket.1"].space, play.state.hostiles["sentry.1"].space) == (2, 2)
    close = at(QUIET.replace("@2", "@0") + NONE + "hostile sharpshooter.1 @0 -> 1")
    assert pass_on(close.do("end")).state.hostiles["sharpshooter.1"].space == 0
    assert close.state.team["1"].health == 7


@pytest.mark.rule("W-061", "W-054")
def test_suppression_falls_after_the_moves() -> None:
    play = pass_on(at(QUIET.replace("@2", "@0") + NONE + "hostile riflemen.1 @3 -> 1 supp=1").do("end"))
    assert (play.state.hostiles["riflemen.1"].suppressed, play.state.hostiles["riflemen.1"].space) == (0, 3)


@pytest.mark.rule("W-062", "W-145")
@pytest.mark.parametrize(("time", "events"), [(8, 0), (7, 1), (4, 1)])
def test_the_timer_falls_and_a_multiple_of_three_draws_an_event(time: int, events: int) -> None:
    play = at(f"mission convoy time {time} turn 4\nsoldier 1 roa @0\ndeck events top=fog").do("end")
    assert play.state.time == time - 1
    assert len(play.told("event_drawn")) == events


@pytest.mark.rule("W-145", "W-146")
def test_the_mission_is_lost_when_the_timer_reaches_0() -> None:
    play = at("mission convoy time 1 turn 4\nsoldier 1 roa @0").do("end")
    assert (play.state.result, play.state.because) == ("defeat", "timer")
    assert play.game.legal(play.state) == ()
    assert play.refused("end") == "game_over W-146"


@pytest.mark.rule("W-059", "W-139", "W-143")
def test_a_downed_soldier_leaves_its_kit_and_its_cards_draw_new_targets() -> None:
    text = TEAM.replace("roa @2", "roa @2 health=1") + NONE + "hostile riflemen.1 @3 -> 1\nhostile sentry.1 @3 -> 1"
    play = at(text).do("end", "proceed").do("proceed", enemy="10 6")
    assert list(play.state.team) == ["2"]
    assert play.state.downed == ("roa",)
    assert play.state.dropped[0].ids == ("assault_rifle", "frag", "aid_kit")
    assert {one.target for one in play.state.hostiles.values()} == {"2"}
    assert "1" not in play.state.cup


@pytest.mark.rule("W-146")
@pytest.mark.parametrize(("last", "because"), [("player", ""), ("any", "downed")])
def test_a_downed_player_soldier_ends_the_mission_where_the_edition_option_says_so(last: str, because: str) -> None:
    text = TEAM.replace("roa @2", "roa @2 health=1") + NONE + "hostile riflemen.1 @3 -> 1"
    play = at(text, last=last).do("end", "proceed").do("proceed", enemy="10 6")
    assert play.state.because == because
    alone = at(
        QUIET.replace("roa @2", "roa @2 health=1") + "soldier 2 k_line @0\n" + NONE + "hostile riflemen.1 @3 -> 1"
    )
    alone.do("end", "proceed").do("proceed", enemy="10 6")
    assert (alone.state.result, alone.state.because) == ("defeat", "nobody")


@pytest.mark.rule("W-143", "W-046")
def test_wounds_can_be_dived_from_one_or_levelled_up_all() -> None:
    text = (
        TEAM.replace("roa @2", "roa @2 xp=1 hand=dive")
        + NONE
        + "hostile gun_pair.1 @3 -> 1".replace("gun_pair", "spotter")
    )
    play = at(text.replace("deck hostiles left=gun_pair,gun_pair\n", NONE)).do("end", "proceed", "proceed")
    play.do("proceed", enemy="10 6")
    assert play.asks() == "own react"
    assert play.options() == ["react dive", "react dive level 1", "take_it"]
    assert play.refused("react surge") == "no_dive W-143"
    play.do("react dive")
    assert (play.state.team["1"].health, play.state.team["1"].hand) == (7, ())


@pytest.mark.rule("W-143")
def test_a_levelled_dive_cancels_all_wounds_of_the_attack() -> None:
    text = (
        QUIET.replace("roa @2", "roa @2 xp=1 hand=dive,dive") + "hostile gun_pair.1 @3 -> 1\ndeck hostiles top=gun_pair"
    )
    play = at(text).do("end", "proceed").do("proceed", enemy="10 6").do("react dive")
    assert play.state.team["1"].health == 6
    play = at(text).do("end", "proceed").do("proceed", enemy="10 6").do("react dive level 1")
    assert (play.state.team["1"].health, play.state.team["1"].xp) == (7, 0)
    taken = at(text).do("end", "proceed").do("proceed", enemy="10 6").do("take_it")
    assert taken.state.team["1"].health == 5


@pytest.mark.rule("W-120")
@pytest.mark.parametrize(("lock", "target"), [("yes", "2"), ("no", "1")])
def test_a_card_in_hand_to_hand_attacks_its_fighter_where_the_edition_option_says_so(lock: str, target: str) -> None:
    text = TEAM + NONE + "hostile riflemen.1 @2 -> 1"
    play = at(text, lock=lock).do("fight 2 riflemen.1", team="2 1").do("end", "proceed").do("proceed", enemy="1 1")
    assert f'"target":"{target}"' in play.told("hostile_fired")[0]
    pass_on(play)
    assert play.state.team["2"].engaged == ""


@pytest.mark.rule("W-154")
def test_area_attacks_all_in_the_targets_space_with_the_same_dice_and_again_attacks_twice() -> None:
    play = at(TEAM + NONE + "hostile bombers.1 @2 -> 1").do("end", "proceed").do("proceed", enemy="10 6")
    assert [one.health for one in play.state.team.values()] == [6, 7]
    assert len(play.told("dice_rolled")) == 1
    storm = at(QUIET + "hostile storm.1 @2 -> 1", hostiles="elite").do("end", "proceed")
    while not storm.told("hostile_fired"):
        storm.do("proceed")
    assert len(storm.told("hostile_fired")) == 2


@pytest.mark.rule("W-139", "W-154")
def test_a_card_that_attacks_again_goes_for_its_new_target_when_the_first_is_downed() -> None:
    text = QUIET.replace("roa @2", "roa @2 health=1") + "soldier 2 orm @2\nhostile storm.1 @2 -> 1"
    play = at(text + "\ndeck hostiles top=armoured_car", hostiles="elite").do("end", "proceed")
    while play.can("proceed") and not play.told("hostile_fired"):
        play.do("proceed", dice=["10 6", "10 6"])
    assert [line.split('"target":"')[1][0] for line in play.told("hostile_fired")] == ["1", "2"]
    assert (list(play.state.team), play.state.team["2"].health) == (["2"], 7)


@pytest.mark.rule("W-158")
def test_hostiles_need_one_more_against_a_ghost() -> None:
    play = at(QUIET.replace("roa @2", "roa @2 skills=ghost") + "hostile riflemen.1 @3 -> 1")
    hit = totals.hostile_hit(play.game.rules, play.state, play.state.hostiles["riflemen.1"], play.state.team["1"])
    assert hit.value == 6


@pytest.mark.rule("W-139", "W-050")
def test_with_an_empty_cup_the_target_is_drawn_among_all_soldiers() -> None:
    cards = "\n".join(f"hostile {card} @3 -> 1" for card in ("sentry.1", "sentry.2", "picket.1", "picket.2"))
    play = at(QUIET + cards + "\ndeck hostiles top=patrol").do("end", "proceed")
    assert play.state.hostiles["patrol.1"].target == "1"
    assert not play.state.hostiles["patrol.1"].token
    assert play.state.cup == {"1": 0}


@pytest.mark.rule("W-068")
def test_a_hostile_card_has_figures_cover_xp_value_range_and_a_column_for_each_figure() -> None:
    catalog = at(QUIET).game.rules.catalog
    for card in (*catalog.front.values(), *catalog.elite.values()):
        assert len(card.att) == card.fig
        assert card.range[0] <= card.range[1]
        assert card.xp >= 1
        assert card.value >= 1


@pytest.mark.rule("W-142")
def test_the_cover_of_a_soldier_is_never_below_two() -> None:
    pack = "[soldiers]\nbare = {nation='keld', type='p', rp=9, health=5, load=9, move=1, cover=1, hth=0}"
    play = at("mission convoy time 7 turn 4\nrow field\nsoldier 1 bare @1", pack=pack)
    assert totals.soldier_cover(play.game.rules, play.state, play.state.team["1"]).value == 2


STRANGE = """
[front]
pack_guns = {fig=1, cover=3, xp=1, value=9, range=[2,3], att=[[6,1]]}
pack_band = {fig=2, cover=3, xp=1, value=9, range=[0,1], att=[[6,1],[5,1]], trait="inspire"}
[traits]
reeds = {gives=[{number="hit", amount=1, side="both"}], rule="W-150"}
[locations]
marsh = {entry=1, hth=1, reinforce=[9,9], table=[1,1,1,1], trait="reeds"}
"""
"""Cards that a pack may bring: a least range of 2, two figures that inspire, a trait for every range."""


@pytest.mark.rule("W-144", "W-056")
def test_a_card_nearer_than_its_least_range_neither_attacks_nor_moves() -> None:
    play = at(QUIET + NONE + "hostile pack_guns.1 @3 -> 1", pack=STRANGE)
    pass_on(play.do("end"))
    assert play.state.hostiles["pack_guns.1"].space == 3
    assert '"why":"close"' in "".join(play.told("hostile_idle"))
    assert play.state.team["1"].health == 7


@pytest.mark.rule("W-136")
def test_a_card_that_inspires_keeps_its_own_token() -> None:
    text = QUIET + NONE + "hostile pack_band.1 @3 -> 1 supp=1\nhostile picket.1 @3 -> 1 supp=2"
    play = at(text, pack=STRANGE).do("end")
    assert [one.suppressed for one in play.state.hostiles.values()] == [1, 1]


@pytest.mark.rule("W-150")
def test_the_trait_of_a_space_counts_once_for_both_ends_of_an_attack_in_it() -> None:
    text = "mission convoy time 7 turn 4\nrow marsh\nsoldier 1 roa @1 weapons=smg\nhostile picket.1 @1 -> 1"
    play = at(text, pack=STRANGE)
    rules, state = play.game.rules, play.state
    assert totals.hostile_hit(rules, state, state.hostiles["picket.1"], state.team["1"]).value == 6 + 1
    play.do("fire 1 smg.1 picket.1", team="6 9 1")
    assert '"hit":7' in play.told("shots_resolved")[0]


@pytest.mark.rule("W-138")
def test_a_card_that_arrives_as_a_reinforcement_draws_no_more() -> None:
    play = at(QUIET + "deck hostiles top=runner,sentry").do("end", "proceed")
    assert "runner.1" in play.state.hostiles
    pass_on(play)
    assert play.state.decks["hostiles"].top == ("sentry",)


@pytest.mark.rule("W-154")
def test_an_area_attack_goes_for_all_in_the_space_of_its_target() -> None:
    text = TEAM + NONE + "soldier 3 k_line @1\nhostile bombers.1 @3 -> 1"
    play = at(text).do("end", "proceed", "proceed").do("proceed", enemy="10 1")
    assert [line.split('"soldier":')[1][1] for line in play.told("hostile_hit")] == ["1", "2"]


@pytest.mark.rule("W-139")
def test_a_card_without_a_token_draws_a_new_target_too() -> None:
    text = TEAM.replace("roa @2", "roa @2 health=1")
    play = at(text + "hostile picket.1 @3 -> 1")
    picket = replace(play.state.hostiles["picket.1"], token=False)
    play.state = replace(play.state, hostiles={"picket.1": picket}, cup={**play.state.cup, "1": 4})
    play.do("leave 1")
    assert play.state.hostiles["picket.1"].target == "2"


@pytest.mark.rule("W-110")
def test_a_soldier_never_has_more_than_two_suppression_tokens() -> None:
    text = QUIET.replace("roa @2", "roa @2 supp=2") + NONE + "hostile riflemen.1 @3 -> 1"
    play = at(text).do("end", "proceed").do("proceed", enemy="10 1")
    assert play.state.team["1"].suppression == 2


@pytest.mark.rule("W-143")
def test_a_leveled_up_dive_cancels_no_more_than_the_wounds() -> None:
    text = QUIET.replace("roa @2", "roa @2 xp=1 hand=dive") + NONE + "hostile riflemen.1 @3 -> 1"
    play = at(text).do("end", "proceed").do("proceed", enemy="10 6").do("react dive level 1")
    assert play.state.team["1"].health == 7
    assert '"wounds":1' in play.told("wounds_cancelled")[0]


@pytest.mark.rule("W-059", "W-123")
def test_a_thrown_weapon_of_a_downed_soldier_is_lost() -> None:
    play = at(TEAM.replace("weapons=assault_rifle:4+0", "weapons=assault_rifle,throw_knife"))
    state = with_weapon(play.state, "1", "throw_knife", thrown="", lies=0)
    downed = play.game.evolve(state, SoldierDowned("1"))
    assert downed.dropped[0].ids == ("assault_rifle", "frag", "aid_kit")


@pytest.mark.rule("W-150")
def test_an_attack_out_of_the_wood_is_harder_and_says_why() -> None:
    text = QUIET.replace("farm", "wood") + NONE + "hostile riflemen.1 @3 -> 1"
    play = at(text).do("end", "proceed").do("proceed", enemy="5 6")
    assert play.state.team["1"].health == 7
    assert "W-150" in next(event.rules for event in play.events if isinstance(event, HostileFired))
