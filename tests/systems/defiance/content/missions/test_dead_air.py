"""Mission 2: the quiet way and the loud way, the clerks, the purge, the lines of the result."""

from __future__ import annotations

import pytest

from tests.bounds import repeat
from tests.systems.defiance.content.missions.in_play import wander
from tests.systems.defiance.content.missions.table import Table

TEAM = ("uma", "cadin", "qiang", "jazz", "billie")
DESKS = {"log_1": "T01/B1", "log_2": "T01/E1", "log_3": "T01/G1", "log_4": "T01/I5"}


def begun(seed: int = 1) -> Table:
    return Table("dead_air", seed).begun()


def reading(table: Table, *desks: str) -> Table:
    """One Character reads each of these logs and hides in a niche meanwhile."""
    for who, desk in zip(("uma", "cadin", "qiang", "jazz"), desks, strict=False):
        table.put(who, at=DESKS[desk]).works(who, desk, "S B")
    return table


def leaves(table: Table) -> Table:
    """The whole team stands at the western edge as the next Activation ends."""
    return table.put(*TEAM, at="out").an_activation_ends()


def test_it_is_won_without_a_shot() -> None:
    table = leaves(reading(begun(), "log_1", "log_2", "log_3"))
    assert (table.state.result, table.state.because) == ("victory", "logs_out")
    assert table.state.alert == 0
    assert table.kept.results == ("unheard",)
    assert {one.intel for one in table.state.team.values() if not one.ally} == {4}


def test_two_logs_are_not_enough() -> None:
    assert leaves(reading(begun(), "log_1", "log_2")).state.result is None


def test_the_second_log_wakes_the_clerks() -> None:
    table = reading(begun(), "log_1")
    assert "mimic" not in table.state.units
    table = reading(begun(), "log_1", "log_2")
    assert {one.space for one in table.state.enemies.values() if one.unit == "mimic"} == {
        table.name("T01/D3"),
        table.name("T01/F5"),
    }
    assert "mimic" not in table.state.initiative
    assert not table.unit("mimic").ai_card


def test_the_purge_begins_with_the_first_noise_and_ends_the_mission() -> None:
    table = begun().ends_round()
    assert table.counter("purge") == 0
    table.correct("reserve", 0)
    shot(table)
    assert "red_light" in table.state.flags
    for number in range(1, 7):
        table.ends_round()
        assert table.counter("purge") == number
    table.ends_round()
    assert (table.state.result, table.state.because) == ("defeat", "logs_burnt")
    assert table.kept.results == ("burnt",)
    assert table.kept.gained == (("record", "dead_air_lost", 1),)


def shot(table: Table) -> None:
    """Uma shoots at a drone, which raises the Alert (R-264)."""
    table.put("uma", at="T03/F1").turn("uma")
    table.do("attack uma pistol.shot warden_drone.1")
    for _ in repeat(lambda: not table.can("end_activation uma"), table.question):
        table.do(table.options("let_stand", "keep", "spend", "proceed")[0])
    assert table.state.alert == 1


def test_the_leader_inspects_the_deck_in_round_seven() -> None:
    table = begun().correct("round", 5).ends_round()
    assert "nox_leader" not in table.state.units
    table.ends_round()
    assert "nox_leader" in table.state.units
    assert table.foe("nox_leader.1").space == table.name("T03/H2")


def test_round_twelve_is_the_last() -> None:
    table = begun().correct("round", 12).ends_round()
    assert (table.state.result, table.state.because) == ("defeat", "too_late")


def test_the_strongroom_opens_from_the_fourth_desk_and_holds_an_engine_part() -> None:
    table = begun().put("jazz", at=DESKS["log_4"]).works("jazz", "log_4", "! !", 1)
    assert table.state.doors["strongroom"].open
    table.put("qiang", at="T03/H6").interacts("qiang", "strongbox").ends_round()
    reading(table, "log_1", "log_2", "log_3").put("jazz", at=DESKS["log_4"]).works("jazz", "log_4", "B")
    assert table.counter("logs") == 4
    leaves(table)
    assert table.state.result == "victory"
    assert table.kept.results[-2:] == ("all_logs", "engine_part")
    assert ("component", "", 1) in table.kept.gained


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_invariants_hold_in_random_play(seed: int) -> None:
    assert len(wander("dead_air", seed).events) > 200
