"""Mission 3: the power and what it is spent on, the sleepers, the core, who is aboard afterwards."""

from __future__ import annotations

import pytest

from tests.bounds import repeat
from tests.systems.defiance.content.missions.in_play import wander
from tests.systems.defiance.content.missions.table import Table

TEAM = ("uma", "cadin", "qiang", "jazz", "billie")
PODS = {"pod_1": "T04/B3", "pod_2": "T04/E3", "pod_3": "T04/H3"}
SLEEPERS = {"pod_1": ("cho", "T04/B1"), "pod_2": ("okonjo", "T04/E1"), "pod_3": ("pell", "T04/H1")}


def begun(seed: int = 1, records: tuple[str, ...] = ()) -> Table:
    return Table("cold_wake", seed, records).begun()


def opens(table: Table, who: str, pod: str) -> Table:
    return table.put(who, at=PODS[pod]).works(who, pod, "S B")


def wakes(table: Table, who: str, pod: str) -> Table:
    """Open a pod and recruit who sleeps in it, with two Actions."""
    opens(table, who, pod)
    card, space = SLEEPERS[pod]
    assert table.state.neutrals[card].space == table.name(space)
    table.put(who, at={"pod_1": "T04/C1", "pod_2": "T04/F1", "pod_3": "T04/I1"}[pod]).interacts(who, card)
    assert card in table.state.team
    return table.correct(f"team.{card}.wounds", 90).rests(who)


def leaves(table: Table, *others: str) -> Table:
    return table.put("billie", at="T06/A1").put(*TEAM[:4], *others, at="dock").an_activation_ends()


def test_power_falls_with_each_round_and_each_pod() -> None:
    table = begun()
    assert table.counter("power") == 6
    opens(table, "jazz", "pod_1")
    assert (table.counter("power"), table.counter("pods")) == (5, 1)
    table.ends_round()
    assert table.counter("power") == 4


def test_without_power_a_shut_pod_freezes() -> None:
    table = begun()
    table.correct("alert", 0)
    for _ in range(6):
        assert table.state.result is None
        table.ends_round()
    assert (table.state.result, table.state.because) == ("defeat", "frozen")
    assert table.kept.results == ("cho_found",)
    assert table.kept.gained == (("crew", "cho", 1),)


def test_without_power_the_pods_go_dark_and_the_spine_loses_its_air() -> None:
    table = wakes(begun(), "jazz", "pod_1")
    table.correct("doors.spine_west.open", True)
    for _ in repeat(lambda: table.counter("power"), table.question, 20):
        table.ends_round()
    assert table.state.result is None
    assert set(table.kept.sealed) == {"pod_1", "pod_2", "pod_3", "reactor 2"}
    assert not table.state.doors["spine_west"].open
    table.put("uma", at="T02/E2").turn("uma")
    damage = table.one("uma").damage
    table.rests("uma")
    assert table.happened("damage_suffered")[-1].startswith("damage_suffered uma 1")
    assert table.one("uma").damage >= damage + 1
    assert table.options("interact qiang pod_2") == []


def test_the_last_power_still_opens_the_pod() -> None:
    table = begun()
    table.correct("alert", 0)
    for _ in range(5):
        table.ends_round()
    assert table.counter("power") == 1
    opens(table, "jazz", "pod_1")
    assert table.state.result is None
    assert "pod_1" in table.kept.sealed
    assert "cho" in table.state.neutrals


def test_the_leader_comes_with_four_power_left_and_gwailos_with_the_second_pod() -> None:
    table = opens(begun(), "jazz", "pod_1")
    assert table.counter("power") == 5
    assert not {"gwailos", "nox_leader"} & set(table.state.units)
    opens(table, "uma", "pod_2")
    assert table.unit("gwailos").hidden_away
    assert "nox_leader" in table.state.units


def test_the_reactor_gives_its_core_or_its_power() -> None:
    table = begun().put("qiang", at="T05/E6").works("qiang", "reactor", "! B", 1)
    assert (table.counter("power"), table.state.alert) == (8, 2)
    reserve = table.state.reserve
    table.works("qiang", "reactor", "S").rests("qiang").ends_round()
    table.put("qiang", at="T05/E6").works("qiang", "reactor", "S")
    assert table.counter("power") == 5
    assert "drive_core" in [held.item for held in table.one("qiang").carried]
    assert "reserve" in "".join(table.happened("reserve_changed"))
    assert table.state.reserve >= reserve + 2
    assert table.game.rules.speed(table.state, table.one("qiang")) == 3


def test_all_three_and_the_core_come_home() -> None:
    table = begun()
    for who, pod in (("uma", "pod_1"), ("cadin", "pod_2"), ("jazz", "pod_3")):
        wakes(table, who, pod)
    table.put("qiang", at="T05/E6").works("qiang", "reactor", "S").works("qiang", "reactor", "S")
    leaves(table, "cho", "okonjo", "pell")
    assert (table.state.result, table.state.because) == ("victory", "cho_home")
    assert table.kept.results == ("cho_aboard", "okonjo_aboard", "pell_aboard", "all_three", "core")
    assert set(table.kept.gained) == {("crew", id, 1) for id in ("cho", "okonjo", "pell")} | {("component", "", 1)}
    assert {one.intel for one in table.state.team.values() if not one.ally} == {4}


def test_those_who_are_not_on_the_dock_stay_behind() -> None:
    table = wakes(wakes(begun(), "uma", "pod_1"), "cadin", "pod_2")
    leaves(table, "cho")
    assert table.kept.results == ("cho_aboard",)


def test_veterans_search_the_hull_and_round_9_is_the_last() -> None:
    table = wakes(begun(), "jazz", "pod_1")
    assert len([one for one in table.state.enemies.values() if one.unit == "void_boarder"]) == 3
    table.correct("round", 8).ends_round()
    assert not table.ended[0]
    table.ends_round()
    assert table.ended == ("defeat", "too_late")


def test_cho_counts_five_names() -> None:
    assert "five_names" in wakes(begun(), "uma", "pod_1").state.flags


def test_they_are_expected_after_a_lost_dead_air() -> None:
    assert Table("cold_wake").state.reserve == 0
    assert Table("cold_wake", records=("dead_air_lost",)).state.reserve == 2


def test_okonjo_treats_and_pell_knows_consoles() -> None:
    table = wakes(wakes(begun(), "uma", "pod_2"), "cadin", "pod_3").ends_round()
    table.correct("team.qiang.damage", 5).put("okonjo", at="T06/A1").put("qiang", at="T06/B1").turn("okonjo")
    table.do("use_card okonjo okonjo.treat qiang")
    assert table.one("qiang").damage == 2
    assert not table.options("use_card okonjo")
    table.put("pell", at="T05/E6").turn("pell")
    roll = table.game.rules.loadout(table.one("pell")).modifiers["console"]
    assert [source.modifier.dice for source in roll] == [("orange",)]
    assert table.can("interact pell reactor")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_invariants_hold_in_random_play(seed: int) -> None:
    assert len(wander("cold_wake", seed).events) > 200
