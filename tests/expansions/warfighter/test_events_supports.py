"""Events and Supports: each card's effect, what is paid, kept and discarded."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from expansions.warfighter.engine import totals
from tests.expansions.warfighter.table import TEAM, at, pass_on

RUN = "mission convoy time 7 turn 4\nrow orchard farm village\n{}\ndeck hostiles left=gun_pair,gun_pair\n"
RUN += "deck events top={}"
TWO = "soldier 1 roa @2 hand=surge,aimed,dive weapons=smg:1+1\nsoldier 2 orm @2 hand=rally"


def drawn(event: str, soldiers: str = TWO, more: str = "") -> object:
    """Return the game after the Timer has drawn an Event at 6."""
    return pass_on(at(RUN.format(soldiers, event) + "\n" + more).do("end"))


def state(event: str, soldiers: str = TWO, more: str = ""):  # type: ignore[no-untyped-def]
    return drawn(event, soldiers, more).state  # type: ignore[attr-defined]


@pytest.mark.rule("W-070", "W-155")
def test_events_that_hold_for_a_turn() -> None:
    assert state("fog").conditions.fog == 5
    assert state("mud").conditions.mud == 5
    assert state("lull").conditions.lull == 5
    assert state("old_map").conditions.old_map
    assert state("fog").decks["events"].discards == ("fog",)
    play = at(RUN.format(TWO, "fog") + "\nhostile skirmishers.1 @1 -> 1")
    foggy = pass_on(play.do("end"))
    low, high = totals.reach(foggy.game.rules, foggy.state, (0, 2), 2, "team")
    assert (low, high) == (0, 1)
    pass_on(foggy.do("end"))
    assert not totals.foggy(foggy.state)


@pytest.mark.rule("W-155")
def test_mud_costs_one_card_more_and_a_lull_brings_no_reinforcements() -> None:
    play = drawn("mud")
    roa = play.state.team["1"]  # type: ignore[attr-defined]
    assert totals.entry(play.game.rules, play.state, roa, 3).value == 3  # type: ignore[attr-defined]
    lull = drawn("lull")
    lull = pass_on(lull.do("end"))  # type: ignore[attr-defined]
    assert lull.told("hostile_drawn") == []


@pytest.mark.rule("W-155", "W-105")
def test_new_patrol_joins_the_frontmost_occupied_location() -> None:
    play = at(RUN.format(TWO, "new_patrol").replace("left=gun_pair,gun_pair", "top=gun_pair,sentry")).do("end")
    pass_on(play)
    assert [(one.card, one.space) for one in play.state.hostiles.values()] == [("sentry", 2)]


@pytest.mark.rule("W-155")
def test_ricochet_lost_pack_and_shepherd() -> None:
    assert [one.suppression for one in state("ricochet").team.values()] == [1, 0]
    play = drawn("lost_pack")
    assert play.asks() == "own choose"  # type: ignore[attr-defined]
    play.do("choose surge", "choose dive")  # type: ignore[attr-defined]
    assert play.state.team["1"].hand == ("aimed",)  # type: ignore[attr-defined]
    assert [len(one.hand) for one in state("shepherd").team.values()] == [4, 2]


@pytest.mark.rule("W-155")
def test_cache_found_turns_empty_counters_and_alarm_never_ends_the_mission() -> None:
    weapon = state("cache_found").team["1"].weapons[0]
    assert (weapon.live, weapon.empty) == (2, 0)
    assert state("alarm").time == 5
    late = pass_on(at(RUN.format(TWO, "alarm").replace("time 7", "time 4")).do("end"))
    assert late.state.time == 2


@pytest.mark.rule("W-155")
def test_mortar_fire_is_rolled_for_each_soldier_of_the_frontmost_space() -> None:
    play = at(RUN.format(TWO, "mortar_fire").replace("hand=surge,aimed,dive", "hand=surge")).do("end")
    play.do("proceed", dice=["7 6", "7 1"])
    roa, orm = play.state.team["1"], play.state.team["2"]
    assert (roa.health, roa.suppression, orm.health, orm.suppression) == (6, 0, 8, 1)


@pytest.mark.rule("W-155", "W-126")
def test_deserters_leave_without_xp_and_regroup_frees_all_figures() -> None:
    cards = "hostile sentry.1 @0 -> 1 supp=1\nhostile riflemen.1 @0 -> 1 supp=3"
    left = state("deserters", more=cards)
    assert list(left.hostiles) == ["riflemen.1"]
    assert left.team["1"].xp == 0
    assert {one.suppressed for one in state("regroup", more=cards).hostiles.values()} == {0}


@pytest.mark.rule("W-155")
def test_jamming_discards_a_support_and_an_event_without_effect_is_told_as_such() -> None:
    play = at(RUN.format(TWO.replace("roa @2", "roa @2 xp=9"), "jamming") + "\nsupport mortar drone").do("end")
    play.do("retain mortar 1", "retain drone 1")
    pass_on(play).do("choose drone")
    assert [one.id for one in play.state.supports] == ["mortar"]
    idle = at(RUN.format(TWO, "jamming")).do("end")
    while not idle.told("event_drawn"):
        idle.do("proceed")
    assert idle.told("event_drawn") == ['event_drawn {"card":"jamming","idle":true}']


CALL = TEAM.replace("roa @2", "roa @2 xp=3 health=4").replace("orm @2", "orm @2 xp=2")


@pytest.mark.rule("W-106", "W-133", "W-126")
def test_a_support_is_called_for_xp_of_any_soldiers_and_two_are_in_play() -> None:
    play = at(CALL + "call mortar drone jammer").do("call drone 2")
    assert [one.xp for one in play.state.team.values()] == [3, 0]
    assert play.refused("call jammer 2") == "no_xp W-126"
    play.do("call mortar 1")
    assert [one.id for one in play.state.supports] == ["drone", "mortar"]
    assert play.refused("call jammer 1") == "supports_full W-106"
    assert play.refused("call sniper 1") == "not_on_call W-106"
    assert at(TEAM + "call mortar").refused("call mortar 1") == "xp W-126"


@pytest.mark.rule("W-022", "W-133")
def test_at_the_end_of_the_turn_each_support_is_paid_for_or_discarded() -> None:
    play = at(CALL + "support mortar drone").do("end")
    assert play.asks() == "own retain"
    assert play.refused("retain drone 1") == "other_support W-022"
    play.do("retain mortar 1", "let drone")
    assert [one.id for one in play.state.supports] == ["mortar"]
    assert play.state.team["1"].xp == 1
    assert play.state.decks["supports"].discards == ("drone",)
    poor = at(TEAM + "support mortar").do("end")
    assert poor.state.supports == ()


@pytest.mark.rule("W-156")
def test_mortar_and_sniper_attack_once_a_turn() -> None:
    text = TEAM + "support mortar sniper\nhostile riflemen.1 @2 -> 1\nhostile militia.1 @3 -> 1"
    play = at(text)
    assert play.refused("strike mortar riflemen.1") == "own_troops W-156"
    assert play.refused("strike gunship militia.1") == "no_strike W-156"
    play.do("strike mortar militia.1", team="6 6 1 1").do("strike sniper riflemen.1", team="4 6")
    assert (play.state.hostiles["militia.1"].kia, play.state.hostiles["riflemen.1"].kia) == (2, 1)
    assert play.refused("strike mortar militia.1") == "struck W-156"


@pytest.mark.rule("W-156")
def test_a_card_that_a_support_cleared_is_counted() -> None:
    """The end told one card less than the log."""
    play = at(TEAM + "support sniper\nhostile sentry.1 @3 -> 1").do("strike sniper sentry.1", team="9 6")
    assert play.state.hostiles == {}
    assert sum(play.state.killed.values()) == 1


@pytest.mark.rule("W-156")
def test_supports_that_act_at_once() -> None:
    play = at(CALL.replace("4+0", "1+1") + "call evacuation supply_drop relief").do("call evacuation 1 1")
    assert play.state.team["1"].health == 6
    play.do("call supply_drop 2 2")
    assert [event.space for event in play.events if type(event).__name__ == "SupportCalled"] == [2]
    assert [event.turned for event in play.events if type(event).__name__ == "Supplied"] == [1, 0, 0]
    assert [(one.live, one.empty) for one in play.state.team["1"].weapons] == [(3, 0)]
    rich = at(CALL.replace("xp=3", "xp=9") + "call relief decoy_flight")
    assert rich.refused("call relief 1 o_pair") == "foreign W-102"
    rich.do("call relief 1 k_guard", "call decoy_flight 1")
    assert (rich.state.team["3"].card, rich.state.team["3"].space, rich.state.cup["3"]) == ("k_guard", 0, 4)
    assert rich.state.conditions.decoy == 4
    assert rich.state.supports == ()


@pytest.mark.rule("W-156", "W-137")
def test_a_jammer_keeps_the_first_reinforcement_away_and_a_drone_shows_two_locations() -> None:
    jammed = at(CALL + "support jammer\ndeck hostiles top=sentry").do("end", "retain jammer 1")
    assert "hostile_drawn" not in " ".join(pass_on(jammed).told())
    text = (
        TEAM.replace("@2", "@3") + "support drone\ndeck locations top=ford,ruin\ndeck hostiles top=sentry,picket,patrol"
    )
    play = at(text).do("place 1")
    assert play.options() == ["choose ford", "choose ruin"]


@pytest.mark.rule("W-156")
def test_a_decoy_flight_stops_all_moves_of_hostiles() -> None:
    text = "mission convoy time 8 turn 4\nrow orchard farm village\nsoldier 1 roa @0 xp=1\ncall decoy_flight\n"
    text += "hostile picket.1 @3 -> 1"
    play = pass_on(at(text).do("call decoy_flight 1", "end"))
    assert play.state.hostiles["picket.1"].space == 3


@pytest.mark.rule("W-155")
@pytest.mark.parametrize(("name", "turn"), [("mud", 5), ("fog", 4), ("lull", 4)])
def test_an_event_of_a_location_holds_from_now_and_mud_from_the_next_turn(name: str, turn: int) -> None:
    text = "mission convoy time 8 turn 4\nrow orchard\nsoldier 1 roa @1\ndeck locations top=farm\n"
    play = at(text + f"deck hostiles left=gun_pair,gun_pair\ndeck events top={name}").do("place 1")
    assert getattr(play.state.conditions, name) == turn
    cost = totals.entry(play.game.rules, play.state, play.state.team["1"], 2).value
    assert cost == 3 - 1  # not yet muddy
    assert totals.foggy(play.state) == (name == "fog")


@pytest.mark.rule("W-155", "W-148")
def test_fog_that_the_timer_brings_holds_until_the_end_of_the_next_hostile_turn() -> None:
    play = at(TEAM)
    for fog, foggy in ((3, False), (4, True), (5, True)):
        state = replace(play.state, conditions=replace(play.state.conditions, fog=fog))
        assert totals.foggy(state) == foggy
    assert drawn("fog", more="hostile picket.1 @1 -> 1").state.conditions.fog == 5  # type: ignore[attr-defined]


@pytest.mark.rule("W-155", "W-145")
def test_an_alarm_never_takes_the_last_turn() -> None:
    text = "mission convoy time {} turn 4\nrow orchard\nsoldier 1 roa @1\ndeck locations top=farm\n"
    text += "deck hostiles left=gun_pair,gun_pair\ndeck events top=alarm"
    assert at(text.format(2)).do("place 1").state.time == 1
    last = at(text.format(1)).do("place 1")
    assert (last.state.time, last.state.result) == (1, None)
    assert '"idle":true' in last.told("event_drawn")[0]


@pytest.mark.rule("W-106", "W-133")
def test_a_support_that_acts_at_once_is_called_beside_two_in_play() -> None:
    play = at(CALL + "call evacuation drone\nsupport mortar sniper")
    assert play.refused("call drone 1") == "supports_full W-106"
    assert play.can("call evacuation 1 1")
