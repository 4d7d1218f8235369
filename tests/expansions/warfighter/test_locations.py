"""Locations and the Objective: placing, what comes, activation, the five forms, the end."""

from __future__ import annotations

import pytest

from defiance_qt.api import port
from defiance_qt.words.catalogue import Words
from expansions.warfighter.engine import totals
from expansions.warfighter.engine.events import ConditionSet
from expansions.warfighter.engine.words import narrate
from expansions.warfighter.engine.words.overview import moment
from tests.conftest import ROOT
from tests.expansions.warfighter.table import TEAM, at, pass_on

WORDS = Words("en", [ROOT / "expansions/warfighter/locale"])

PLACE = "mission convoy time 8 turn 4\nrow orchard farm\nsoldier 1 roa @2 weapons=assault_rifle skills={}\n"
WAY = "mission {} time 8 turn 4\nrow orchard farm village ruin\nsoldier 1 roa @{} weapons=assault_rifle kit=charge\n"


@pytest.mark.rule("W-048", "W-127")
def test_one_location_a_turn_from_the_rightmost_space() -> None:
    play = at(PLACE.format("point") + "soldier 2 orm @1\ndeck locations top=ford\ndeck hostiles top=sentry,sentry")
    assert play.refused("place 2") == "not_rightmost W-127"
    play.do("place 1")
    assert play.state.row == ("orchard", "farm", "ford")
    assert play.state.team["1"].acts == 2
    assert play.refused("place 1") == "placed W-048"
    full = at(WAY.format("convoy", 4))
    assert full.refused("place 1") == "row_full W-048"


@pytest.mark.rule("W-049", "W-050", "W-128", "W-067", "W-068")
@pytest.mark.parametrize(("rp", "number", "cards"), [(73, 4, 3), (76, 5, 3), (101, 7, 4)])
def test_the_worked_example_of_placing_the_village(rp: int, number: int, cards: int) -> None:
    """Conscripts 1, Sergeant 2, Riflemen 2: 1, 3, 5 ≥ 4. At 76 RP it is 5, the same three; at 101 RP 7: another."""
    skills = {73: "", 76: " skills=point", 101: " skills=point,leader"}[rp]
    more = ("kit=charge skills=marksman", "soldier 4 wick @2\n") if rp == 101 else ("", "")
    team = f"soldier 1 fell @2 weapons=battle_rifle,machine_gun{skills}\n"
    team += f"soldier 2 orm @2 weapons=assault_rifle {more[0]}\nsoldier 3 anvil @2\n{more[1]}"
    text = "mission convoy time 8 turn 4\nrow orchard farm\n" + team
    play = at(
        text + "deck locations top=village\ndeck hostiles top=conscripts,sergeant,riflemen,assault\ndeck events top=fog"
    )
    assert totals.team_rp(play.game.rules, play.state) == rp
    play.do("place 1")
    assert f'"number":[["location.village.name",{number}]]' in play.told("location_placed")[0]
    assert len(play.told("hostile_drawn")) == len(play.told("target_drawn")) == cards
    assert len(play.told("event_drawn")) == 1
    assert play.state.conditions.fog == 4


@pytest.mark.rule("W-104")
def test_with_elite_hostiles_the_number_is_one_higher_and_the_guard_is_not() -> None:
    play = at(PLACE.format("point"), hostiles="elite")
    assert totals.hostile_number(play.game.rules, play.state, "village", 73).value == 5
    active = at(WAY.format("convoy", 4) + "deck hostiles top=lookout,guards,raiders", hostiles="elite").do("activate 1")
    assert len(active.told("hostile_drawn")) == 3


@pytest.mark.rule("W-127", "W-048")
@pytest.mark.parametrize(("acts", "placed"), [(1, True), (0, False)])
def test_a_location_with_a_cost_is_paid_in_actions_or_discarded(acts: int, placed: bool) -> None:
    text = (
        PLACE.format("point").replace("@2", f"@2 acts={acts}")
        + "deck locations top=tunnel\ndeck hostiles top=militia,militia"
    )
    play = at(text + "\ndeck events top=lull").do("place 1")
    assert (play.state.rightmost == 3) == placed
    assert play.state.team["1"].acts == 0
    assert play.state.decks["locations"].discards == (() if placed else ("tunnel",))
    told = moment([port.EventContext(0, at, one, play.state, play.state) for at, one in enumerate(play.events)], WORDS)
    assert told is not None
    assert told.title == "Tunnel"
    assert told.text == ("Hostiles for 2 XP" if placed else "Discarded: Roa lacks 1 Action for it")


@pytest.mark.rule("W-105")
def test_a_deck_that_is_used_up_takes_its_discards() -> None:
    text = PLACE.format("point") + "deck locations top=ford\ndeck hostiles left=picket discards=gun_pair"
    play = at(text.replace("left=picket", "left=sentry")).do("place 1")
    assert len(play.told("shuffled")) == 1
    assert len(play.told("hostile_drawn")) >= 2


@pytest.mark.rule("W-158")
def test_a_scout_chooses_the_location_from_two_once_a_mission() -> None:
    play = at(PLACE.format("scout") + "deck locations top=ford,village\ndeck hostiles top=sentry,sentry,picket")
    play.do("place 1 scout")
    assert play.asks() == "own choose"
    assert play.options() == ["choose ford", "choose village"]
    assert play.refused("choose farm") == "no_choice W-155"
    play.do("choose ford")
    assert play.state.row[-1] == "ford"
    assert "village" in play.state.decks["locations"].left
    assert play.state.team["1"].spent == ("scout",)
    assert at(PLACE.format("point")).refused("place 1 scout") == "no_scout W-158"


@pytest.mark.rule("W-051", "W-069", "W-129")
def test_the_objective_is_activated_from_the_space_before_it_when_the_way_is_open() -> None:
    assert at(TEAM).refused("activate 1") == "not_placed W-129"
    assert at(WAY.format("convoy", 3)).refused("activate 1") == "not_adjacent W-129"
    play = at(WAY.format("convoy", 4) + "deck hostiles top=sentry,riflemen")
    assert play.refused("fire 1 assault_rifle.1 objective") == "objective_inactive W-129"
    play.do("activate 1")
    assert play.state.goal.active
    assert [(one.card, one.space, one.guard) for one in play.state.hostiles.values()] == [
        ("sentry", 5, True), ("riflemen", 5, True)
    ]  # fmt: skip
    assert play.refused("activate 1") == "active W-129"


@pytest.mark.rule("W-130", "W-146")
def test_destroy_counts_hits_with_a_good_cover_roll_and_charges_count_two() -> None:
    active = WAY.format("convoy", 4) + "objective active progress={}"
    play = at(active.format(0)).do("fire 1 assault_rifle.2 objective", team="9 9 4")
    assert play.state.goal.progress == 2
    missed = at(active.format(0)).do("fire 1 assault_rifle.2 objective", team="9 9 2")
    assert missed.state.goal.progress == 0
    assert at(active.format(0)).refused("use 1 charge") == "not_inside W-130"
    inside = at(active.format(3).replace("roa @4", "roa @5")).do("use 1 charge")
    assert (inside.state.result, inside.state.because) == ("victory", "objective")
    heavy = at(active.format(0).replace("weapons=assault_rifle", "weapons=rocket_tube"))
    assert heavy.do("fire 1 rocket_tube.1 objective", team="9 1 6").state.goal.progress == 2


@pytest.mark.rule("W-130")
def test_guards_are_won_when_no_marked_card_is_left() -> None:
    text = WAY.format("toll", 5) + "objective active\nhostile sentry.1 @5 -> 1 guard\nhostile sentry.2 @1 -> 1"
    play = at(text)
    assert play.refused("work 1") == "no_work W-130"
    assert play.refused("fire 1 assault_rifle.1 objective") == "not_to_destroy W-130"
    play.do("fire 1 assault_rifle.1 sentry.1", team="9 6")
    assert play.state.result == "victory"


@pytest.mark.rule("W-130")
def test_work_is_done_inside_without_a_hostile_card_and_without_suppression() -> None:
    text = WAY.format("gauge", 5) + "objective active progress={}"
    play = at(text.format(3)).do("work 1")
    assert (play.state.goal.progress, play.state.team["1"].acts) == (4, 1)
    assert play.do("work 1").state.result == "victory"
    assert at(text.format(0) + "\nhostile sentry.1 @5 -> 1").refused("work 1") == "contested W-130"
    assert at(text.format(0).replace("roa @5", "roa @4")).refused("work 1") == "not_inside W-130"
    shaken = at(text.format(0).replace("roa @5", "roa @5 supp=1"), pinned="shaken")
    assert shaken.refused("work 1") == "pinned W-130"


@pytest.mark.rule("W-130")
@pytest.mark.parametrize(("more", "progress"), [("", 1), ("supp=1", 0), ("\nhostile runner.1 @6 -> 1 supp=1", 0)])
def test_holding_counts_the_end_of_each_hostile_turn(more: str, progress: int) -> None:
    text = (
        "mission saddle time 8 turn 4\nrow orchard farm village ruin ford\nsoldier 1 fell @6 "
        + more
        + "\nobjective active"
    )
    play = pass_on(at(text, scenario="high_pass").do("end"))
    assert play.state.goal.progress == progress


@pytest.mark.rule("W-130", "W-131")
def test_a_prize_is_fetched_dropped_and_picked_up() -> None:
    text = WAY.format("envoy", 5) + "soldier 2 orm @5\nobjective active"
    play = at(text).do("work 1")
    assert (play.state.goal.carrier, play.state.result) == ("1", None)
    carried = text.replace("roa @5", "roa @5 health=1") + " carrier=1"
    play = at(carried).do("leave 1")
    assert (play.state.goal.carrier, play.state.goal.lies) == ("", 5)
    play.do("work 2")
    assert (play.state.goal.carrier, play.state.team["2"].acts) == ("2", 1)
    home = at(text.replace("roa @5", "roa @1") + " carrier=1").do("move 1 left")
    assert home.state.result == "victory"
    elsewhere = at(text + " lies=3")
    assert elsewhere.refused("work 1") == "prize_elsewhere W-131"


@pytest.mark.rule("W-151")
def test_narrow_admits_two_soldiers_a_turn_and_the_first_into_wire_pays_more() -> None:
    soldiers = "".join(
        f"soldier {n} {card} @0 hand=dive,dive,aimed\n" for n, card in ((1, "roa"), (2, "orm"), (3, "tusk"))
    )
    text = "mission convoy time 8 turn 4\nrow {}\n" + soldiers.replace("hand=dive,dive,aimed", "hand={}")
    narrow = at(text.format("bridge", "dive,dive,aimed", "dive,dive,aimed", "surge,surge,surge"))
    narrow.do("move 1 right", "move 2 right")
    assert narrow.refused("move 3 right") == "narrow W-151"
    wire = at(text.format("checkpoint", "dive,dive,aimed", "dive,dive,aimed", "surge,surge,surge"))
    rules = wire.game.rules
    assert totals.entry(rules, wire.state, wire.state.team["1"], 1).value == 3
    wire.do("move 1 right")
    assert totals.entry(rules, wire.state, wire.state.team["2"], 1).value == 2


@pytest.mark.rule("W-152")
def test_stores_fill_a_weapon_once_a_mission() -> None:
    text = "mission convoy time 8 turn 4\nrow depot\nsoldier 1 roa @1 weapons=smg:1+1\nsoldier 2 orm @1 weapons=pistol"
    play = at(text).do("stock 1 smg")
    weapon = play.state.team["1"].weapons[0]
    assert (weapon.live, weapon.empty) == (3, 0)
    told = [narrate(event, play.state, Words("en")) for event in play.events if isinstance(event, ConditionSet)]
    assert told == [""]
    assert play.refused("stock 2 pistol") == "stores_used W-152"
    assert at(TEAM).refused("stock 1 assault_rifle") == "no_stores W-152"


@pytest.mark.rule("W-128", "W-067")
@pytest.mark.parametrize(("rp", "number"), [(50, 3), (51, 4), (75, 4), (76, 5), (100, 5), (101, 7)])
def test_the_columns_of_a_location_end_at_50_75_and_100_rp(rp: int, number: int) -> None:
    play = at(TEAM)
    assert totals.hostile_number(play.game.rules, play.state, "village", rp).value == number


@pytest.mark.rule("W-130", "W-146")
def test_guards_are_not_beaten_before_they_have_come() -> None:
    play = at(WAY.format("toll", 4) + "deck hostiles top=sentry").do("activate 1")
    assert play.state.result is None
    assert sum(one.guard for one in play.state.hostiles.values()) >= 3
