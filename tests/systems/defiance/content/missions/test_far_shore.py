"""Mission 10, Far Shore: the storm, the Mule, what waits for it, how it ends."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import events as e
from tests.systems.defiance.content.missions.at_the_gate import Table, mission
from tests.systems.defiance.content.missions.in_play import wander

MISSION = "far_shore"
TEAM = ("uma", "cadin", "qiang", "jazz")
EVEN, OVER, TERRACES, GALLERIES, CAVE_IN, FALL = range(6)


def shore(round: int = 1) -> Table:
    return mission(MISSION).play_to(round)


# ---- weather


def test_the_storm_comes_in_even_rounds_and_goes() -> None:
    table = shore()
    assert table.kept.zones.get("open", ()) == ()
    table.end_round()
    assert table.kept.zones["open"] == ("low", "storm")
    assert table.fired(EVEN)
    table.end_round()
    assert not table.kept.zones["open"]
    assert table.fired(OVER)


@pytest.mark.parametrize(("space", "damage"), [("T16/D3", 1), ("T16/D1", 0), ("T15/B5", 0), ("T20/B2", 0)])
def test_who_has_no_roof_in_the_storm_suffers(space: str, damage: int) -> None:
    table = shore(round=2).put(uma=space)
    table.do("activate uma", "end_activation uma")
    assert table.one("uma").damage == damage


def test_a_clear_round_costs_nothing_and_an_unconscious_character_nothing_more() -> None:
    table = shore().put(uma="T16/D3").do("activate uma", "end_activation uma")
    assert table.one("uma").damage == 0
    table.end_round()
    table.set(team__cadin__damage=8).put(cadin="T16/C6").do("activate cadin", "end_activation cadin")
    assert not table.one("cadin").conscious
    table.end_round().end_round().do("activate cadin", "end_activation cadin")
    assert not [event for event in table.events if isinstance(event, e.DamageSuffered)]


# ---- the Mule


@pytest.mark.parametrize(("space", "led"), [("T05/C2", True), ("T05/E3", False)])
def test_the_mule_moves_only_beside_a_character_at_its_start(space: str, led: bool) -> None:
    table = shore().put(uma=space, cadin="T05/A5", qiang="T05/A6", jazz="T05/A1", billie="T05/B3")
    table.do("activate jazz", "end_activation jazz", "activate billie", "end_activation billie", "activate mule")
    assert table.can("move mule") is led
    if led:
        table.do("move mule", "step_to mule " + table.name("T05/D3"), "step_to mule " + table.name("T05/E3"))
        assert table.can("move mule"), "it does not matter who is beside it on its way"
    else:
        assert table.refused("move mule") == "pinned R-212"


def test_its_reach_is_shown_before_it_acts() -> None:
    table = shore().put(uma="T05/C2")
    assert not table.game.rules.pinned(table.state, "mule")
    table.put(uma="T05/E3", cadin="T05/A5", qiang="T05/A6", jazz="T05/A1", billie="T05/B3")
    assert table.game.rules.pinned(table.state, "mule")


def walk(table: Table, start: str, beside: str, goal: str) -> Table:
    """The Mule, with Uma beside it, takes a step."""
    table.put(mule=start, uma=beside)
    table.do("activate jazz", "end_activation jazz", "activate billie", "end_activation billie")
    return table.do("activate mule", "move mule", "step_to mule " + table.name(goal))


def test_lamplighters_wait_on_the_terraces_and_a_thresher_below() -> None:
    table = walk(shore(), "T16/I3", "T16/H3", "T15/A3")
    assert table.fired(TERRACES)
    assert table.unit("lamplighter").profile.colour == "blue"
    assert "at_the_terraces" in table.state.flags
    table = walk(shore(), "T15/I4", "T15/H4", "T20/A4")
    assert table.fired(GALLERIES)
    assert table.unit("thresher").profile.colour == "red"


def test_others_find_nobody() -> None:
    table = shore().put(uma="T16/I3")
    table.do("activate uma", "move uma", "step_to uma " + table.name("T15/A3"))
    assert not table.state.units


def test_the_landing_caves_in() -> None:
    table = shore(round=6)
    assert {id for id in (*TEAM, "mule", "billie") if table.inside(id, "wreck")} == {*TEAM, "mule", "billie"}
    table.end_round()
    assert table.fired(CAVE_IN)
    assert all(table.inside(id, "field") for id in (*TEAM, "mule", "billie"))
    assert table.kept.zones["wreck"] == ("blocked",)


# ---- the end


def hurt(table: Table, round: int) -> Table:
    """The storm takes the Mule's last Wound."""
    table.play_to(round)
    wounds = table.game.rules.loadout(table.one("mule")).wounds
    table.put(mule="T16/E3").set(team__mule__damage=wounds - 1)
    return table.end_round()


def test_the_mule_may_fall_once() -> None:
    table = hurt(shore(), 2)
    assert table.fired(FALL)
    assert table.kept.counters == {"falls": 1}
    assert not any(table.ended)
    assert "mule" in {line.split()[-1] for line in table.do("activate jazz").options("use_card jazz jazz.redeploy")}
    table.put(mule="T16/E3")
    hurt(table, 4)
    assert table.ended == ("defeat", "mule_lost")
    assert table.kept.results == ("lantern", "cracked")
    assert ("record", "far_shore_lost", 1) in table.kept.gained


def test_the_time_runs_out() -> None:
    table = shore(round=12).set(team__mule__damage=0)
    for id in TEAM:
        table.put(**{id: f"T20/{'ABCD'[TEAM.index(id)]}5"})
    table.put(mule="T20/E5").end_round()
    assert table.ended == ("defeat", "out_of_time")


def home(table: Table) -> Table:
    table.put(mule="T20/I2", uma="T20/I3", cadin="T20/I4", qiang="T20/I5", jazz="T20/G6")
    table.do("activate jazz", "move jazz", "step_to jazz " + table.name("T20/H6"))
    return table.do("end_activation jazz")


def test_delivered_unhurt_with_what_the_shelters_hold() -> None:
    table = shore()
    for container, space in (("ruin_west", "T16/D1"), ("ruin_east", "T16/G4"), ("house_chest", "T15/H1")):
        table.put(uma=space).do("activate uma", f"interact uma {container}")
        table.end_round()
    table.set(team__mule__damage=0, team__uma__intel=0)
    home(table)
    assert table.ended == ("victory", "delivered")
    assert table.kept.results == ("unhurt", "ruin_west", "ruin_east", "house_chest", "lantern")
    assert table.one("uma").intel == 6
    gained = {
        kind: sum(count for what, _, count in table.kept.gained if what == kind) for kind in ("biological", "tech")
    }
    # Loot may bring more.
    assert gained["biological"] >= 2
    assert gained["tech"] >= 1


@pytest.mark.parametrize("fallen", [True, False])
def test_a_mule_that_was_hurt_earns_nothing_more(fallen: bool) -> None:
    table = hurt(shore(), 2) if fallen else shore().set(team__mule__damage=1)
    home(table)
    assert table.state.result == "victory"
    assert table.kept.results == ("lantern",)
    assert table.one("uma").intel == 5


# ---- play


SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_play_keeps_the_invariants(seed: int) -> None:
    state, events = wander(MISSION, seed)
    assert len(events) > 300
    assert state.round >= 2


def test_random_play_meets_the_storm() -> None:
    events = [event for seed in SEEDS for event in wander(MISSION, seed)[1]]
    assert any(isinstance(event, e.DamageSuffered) and event.source == "ability.storm.name" for event in events)
