"""Mission 12, Lantern: the anchors and their tokens, the core, the collapse, every ending."""

from __future__ import annotations

import pytest

from tests.bounds import repeat
from tests.systems.defiance.content.missions.at_the_gate import Table, mission
from tests.systems.defiance.content.missions.in_play import wander

MISSION = "lantern"
ANCHORS = tuple(f"gate_anchor.{number}" for number in range(1, 6))
CHARGE = "demolition_charge"
DEPLOYED_AT = {1: "thresher", 2: "archon", 3: "siege_walker"}


def gate(*records: str, seed: int = 1) -> Table:
    return mission(MISSION, seed, records)


def break_anchors(table: Table, live: int) -> Table:
    """Break anchors until so many live ones are gone."""
    for anchor in ANCHORS:
        if anchor in table.state.enemies and table.kept.counters["live"] < live:
            table.set(**{f"enemies__{anchor}__damage": 6})
    assert table.kept.counters["live"] == live
    return table


def cleared(table: Table) -> Table:
    """The core is open and no anchor is left."""
    break_anchors(table, 3)
    for anchor in [id for id in table.state.enemies if id in ANCHORS]:
        table.set(**{f"enemies__{anchor}__damage": 6})
    return table


def quiet_end(table: Table) -> Table:
    """Let the Round end with nobody of the Enemy acting."""
    return table.set(initiative=[]).end_round()


# ---- the anchors


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_live_anchor_that_breaks_brings_something(seed: int) -> None:
    table = gate(seed=seed)
    for live, unit in DEPLOYED_AT.items():
        assert unit not in table.state.units
        break_anchors(table, live)
        assert unit in table.state.units
    found = [token for token in table.kept.revealed.values() if token == "live"]
    assert len(found) == 3


def test_dead_and_faint_anchors_fill_the_reserve() -> None:
    table = gate().set(available=[])
    for anchor in ANCHORS:
        before, live = table.state.reserve, table.kept.counters["live"]
        table.set(**{f"enemies__{anchor}__damage": 6})
        token = table.kept.revealed[f"anchors {anchor}"]
        grown = table.state.reserve - before - (not any(id in ANCHORS for id in table.state.enemies))
        assert (grown, table.kept.counters["live"] - live) == ((0, 1) if token == "live" else (2, 0))
    assert sorted(table.kept.revealed.values()) == ["dead", "faint", "live", "live", "live"]


def test_without_the_plan_the_faint_anchor_is_live() -> None:
    table = gate("undertow_lost")
    for anchor in ANCHORS:
        table.set(**{f"enemies__{anchor}__damage": 6})
    assert table.kept.counters["live"] == 4


@pytest.mark.parametrize("known", [0, 1, 3])
def test_what_was_learned_lies_open(known: int) -> None:
    table = gate(*(f"anchor_{number}" for number in range(1, known + 1)))
    assert len(table.kept.revealed) == known
    assert len(table.kept.tokens["anchors"]) == 5 - known
    break_anchors(table, 3)


# ---- the core


def test_the_core_is_shut_until_three_are_gone() -> None:
    table = gate().put(jazz="T19/F2").do("activate jazz")
    assert table.refused("interact jazz core") == "sealed R-024"
    break_anchors(table, 3)
    assert table.can("interact jazz core")
    assert table.kept.counters["collapse"] == 8
    assert table.kept.sealed == ("core 3",)


def test_a_cracked_lantern_takes_three_inputs() -> None:
    table = break_anchors(gate("far_shore_lost"), 3)
    assert table.kept.sealed == ()
    assert "glass" not in table.state.flags
    assert "glass" in gate().state.flags


def test_silencers_cache_holds_two_charges() -> None:
    table = gate().put(jazz="T11/D1").do("activate jazz", "interact jazz silencers_cache", "finish_equip")
    assert [held.item for held in table.one("jazz").carried].count(CHARGE) == 2


# ---- the endings


def last_round(table: Table, *flags: str) -> Table:
    cleared(table).set(flags=[*table.state.flags, *flags])
    for _ in repeat(lambda: table.kept.counters["collapse"] > 1, table.question, 20):
        heal(quiet_end(table))
    return table


def heal(table: Table) -> Table:
    for id in ("uma", "cadin", "qiang", "jazz"):
        table.set(**{f"team__{id}__damage": 0})
    return table


RAMP = ("T11/I6", "T11/H6", "T11/I5", "T11/I4", "T11/H5")


def test_all_home() -> None:
    table = break_anchors(gate(), 3).set(flags=["glass", "core_open", "primed", "timer"])
    table.put(uma=RAMP[0], cadin=RAMP[1], qiang=RAMP[2], jazz=RAMP[3], billie=RAMP[4])
    table.do("activate cadin", "end_activation cadin")
    assert table.ended == ("victory", "all_home")
    assert table.kept.results == ("all_home",)
    assert table.kept.gained == (("record", "all_home", 1),)


@pytest.mark.parametrize("missing", ["primed", "timer", "glass"])
def test_home_without_a_part_is_not_enough(missing: str) -> None:
    flags = [flag for flag in ("glass", "core_open", "primed", "timer") if flag != missing]
    table = break_anchors(gate(), 3).set(flags=flags)
    table.put(uma=RAMP[0], cadin=RAMP[1], qiang=RAMP[2], jazz=RAMP[3], billie=RAMP[4])
    table.do("activate cadin", "end_activation cadin")
    assert not table.state.result


@pytest.mark.parametrize(
    ("places", "primed", "ended", "results"),
    [
        (("T19/D2", *RAMP[1:]), True, ("victory", "one_stayed"), ("stayed_uma",)),
        (("T19/D2", "T19/F2", "T19/C2", "T19/G2", RAMP[4]), True, ("victory", "allies_only"), None),
        (("T19/D2", *RAMP[1:]), False, ("defeat", "collapsed"), ("open_door",)),
        (RAMP, True, ("defeat", "collapsed"), ("open_door",)),
        (("T19/D2", "T11/A1", "T11/A2", "T11/A3", "T11/B1"), True, ("defeat", "collapsed"), ("open_door",)),
    ],
)
def test_when_the_gate_collapses(
    places: tuple[str, ...], primed: bool, ended: tuple[str, str], results: tuple[str, ...] | None
) -> None:
    table = last_round(gate(), *(("primed",) if primed else ()))
    heal(table).put(**dict(zip(("uma", "cadin", "qiang", "jazz", "billie"), places, strict=True)))
    quiet_end(table)
    assert table.ended == ended
    assert table.kept.results == (results or tuple(f"stayed_{id}" for id in ("uma", "cadin", "qiang", "jazz")))


def test_time_runs_out() -> None:
    table = gate()
    for _ in repeat(lambda: not table.state.result, table.question, 20):
        heal(quiet_end(table)) if table.state.round < 15 else quiet_end(table)
    assert (table.state.round, *table.ended) == (15, "defeat", "open_door")


# ---- play


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_play_keeps_the_invariants(seed: int) -> None:
    state, events = wander(MISSION, seed)
    assert len(events) > 300
    assert state.round >= 2
