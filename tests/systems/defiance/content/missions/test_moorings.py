"""Mission 9, Moorings: clamps, gangways, relays, what waits at each charge, how it ends."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content.missions import Counter
from tests.bounds import repeat
from tests.systems.defiance.content.missions.at_the_gate import Table, mission
from tests.systems.defiance.content.missions.in_play import wander

MISSION = "moorings"
SWING, SECOND, WALKER = 8, 9, 10
CLAMPS = ("clamp.1", "clamp.2", "clamp.3")


def quay(*records: str) -> Table:
    return mission(MISSION, records=records)


def aboard(table: Table) -> Table:
    return table.put(uma="T14/A3", cadin="T14/B3", qiang="T14/C3", jazz="T14/D3", billie="T14/E3")


def broken(table: Table, *clamps: str) -> Table:
    """The clamps take their last Damage."""
    for clamp in clamps:
        table.set(**{f"enemies__{clamp}__damage": 6})
    return table


# ---- the start


def test_one_gangway_is_down() -> None:
    table = quay()
    assert table.state.doors["gangway_1"].open
    assert not table.state.doors["gangway_2"].open
    assert set(table.state.enemies) == set(CLAMPS)
    assert table.kept.counters == {"charge": 0}


@pytest.mark.parametrize(("record", "unit"), [("slow_burn_lost", "choir"), ("quarry_lost", "shrike")])
def test_what_was_lost_before_waits_on_the_quay(record: str, unit: str) -> None:
    assert quay(record).unit(unit).profile.colour == "red"
    assert unit not in quay().state.units


def test_a_navigator_taken_alive_warms_the_engines() -> None:
    assert quay("quarry_alive").kept.counters == {"charge": 2}


# ---- the engines


@pytest.mark.parametrize("held", [0, 1, 3])
def test_each_relay_that_is_held_charges_the_engines(held: int) -> None:
    table = aboard(quay())
    for figure, space in list(zip(("uma", "cadin", "qiang"), ("T03/D5", "T10/E5", "A08/F4"), strict=True))[:held]:
        table.put(**{figure: space})
    assert table.end_round().kept.counters == {"charge": 1 + held}


def test_a_relay_with_an_enemy_is_not_held_nor_one_with_billie() -> None:
    table = aboard(quay()).put(billie="T10/E5", uma="A08/F4").set(**{"enemies__clamp.3__space": "A08/F5"})
    assert table.end_round().kept.counters == {"charge": 1}


def test_the_walker_hears_the_engines() -> None:
    table = aboard(mission(MISSION, counters={"charge": Counter(9)}))
    assert "siege_walker" not in table.state.units
    table.end_round()
    assert table.fired(WALKER)
    assert table.unit("siege_walker").profile.wounds == 10


# ---- the clamps


def test_the_ship_swings_with_the_first_clamp() -> None:
    table = broken(quay(), "clamp.2")
    assert table.fired(SWING)
    assert not table.state.doors["gangway_1"].open
    assert table.state.doors["gangway_2"].open
    assert table.state.alert == 2


def test_the_second_clamp_is_heard() -> None:
    table = broken(quay(), "clamp.2", "clamp.1")
    assert table.fired(SECOND)
    assert table.state.alert == 3


# ---- the end


def won(table: Table) -> Table:
    """The last to come aboard ends the Activation in the ship."""
    aboard(table).do("activate uma", "end_activation uma")
    return table


def full() -> Table:
    """The engines are charged from the start."""
    return mission(MISSION, counters={"charge": Counter(14)})


def test_all_three_parts_are_needed() -> None:
    table = won(broken(full(), *CLAMPS[:2]))
    assert not table.state.result
    table = broken(full(), *CLAMPS).put(qiang="A08/F4")
    table.put(uma="T14/A3", cadin="T14/B3", jazz="T14/D3").do("activate cadin", "end_activation cadin")
    assert not table.state.result
    assert won(broken(quay(), *CLAMPS)).state.result is None
    assert won(broken(full(), *CLAMPS)).ended == ("victory", "torn_free")


def test_away_early_with_the_locker() -> None:
    table = broken(full(), *CLAMPS).put(uma="T03/H6")
    table.do("activate uma", "interact uma strong_locker").end_round()
    won(table.set(team__uma__intel=0))
    assert table.kept.results == ("early", "locker")
    # Loot may bring Samples besides.
    assert [gain for gain in table.kept.gained if gain[0] == "component"] == [("component", "", 1)]
    assert table.one("uma").intel == 5 + 1


def test_late_and_with_one_left_outside() -> None:
    table = full().play_to(11)
    broken(table, *CLAMPS)
    aboard(table).put(jazz="T03/D5").set(team__jazz__damage=8).do("activate uma", "end_activation uma")
    assert table.ended == ("victory", "torn_free")
    assert table.kept.results == ("outside",)
    jazz = table.one("jazz")
    assert len(jazz.consequences) + len(jazz.face_down) == 3
    assert not table.one("billie").face_down


def test_held_to_the_end() -> None:
    table = aboard(quay())
    for _ in repeat(lambda: not table.state.result, table.question, 20):
        table.end_round()
    assert (table.state.round, *table.ended) == (14, "defeat", "held")
    assert table.kept.results == ("torn_loose",)
    assert table.kept.gained == (("record", "moorings_lost", 1),)


# ---- play


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_play_keeps_the_invariants(seed: int) -> None:
    state, events = wander(MISSION, seed)
    assert len(events) > 300
    assert any(isinstance(event, e.CounterChanged) for event in events)
    assert state.round >= 2
