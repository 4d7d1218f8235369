"""Mission 7, Boarders: the crew at its stations, the airlocks, the helm, what is wrecked, how it ends."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import events as e
from tests.systems.defiance.content.missions.in_play import wander
from tests.systems.defiance.content.missions.table import Table

TEAM = ("uma", "cadin", "qiang", "jazz")
CREW = {"goldstein": "bridge", "cho": "training", "okonjo": "sickbay", "pell": "workshop"}
AREAS = ("bridge", "training", "sickbay", "cabins", "workshop", "engine_room")
TOKENS = ("first", "second", "third", "fourth")
WAVES = {
    2: ("first", {"void_boarder": "first"}),
    4: ("second", {"sapper": "second", "seedlings": "first"}),
    6: ("third", {"thresher": "third"}),
    8: ("fourth", {"nox_leader": "fourth", "cadmus": "first"}),
}
VETERANS = {"sapper", "seedlings", "thresher", "cadmus"}
SECTIONS = (("bridge", "training"), ("sickbay", "cabins"), ("workshop", "engine"))


def begun(seed: int = 1, records: tuple[str, ...] | None = None) -> Table:
    return Table("boarders", seed, records).begun()


def named(table: Table) -> dict[str, str]:
    """The airlocks that are named, by their token."""
    return {token: key.partition(" ")[2] for key, token in table.kept.revealed.items()}


def spaces(table: Table, zone: str) -> set[str]:
    return {table.name(one) for one in table.game.rules.mission.zones[zone]}


def apart(table: Table) -> Table:
    """The whole team waits in the hold, so that no area has a friend in it."""
    places = ("T14/A3", "T14/B3", "T14/A4", "T14/B4", "T14/A5", "T14/B6", "T14/C4", "T14/C3", "T14/D4")
    here = [id for id in table.state.team if table.state.team[id].space]
    for id, place in zip(here, places, strict=False):
        table.put(id, at=place)
    return table


def sleeps(table: Table) -> Table:
    """Nobody of the Enemy acts in this Round."""
    return table.correct("initiative", []) if table.state.initiative else table


def enemy(table: Table, area: str) -> Table:
    """A Void Boarder in an area, everybody else of the Enemy in the spine."""
    clear(table)
    board = table.game.rules.board
    free = sorted(spaces(table, area) - taken(table), key=lambda space: board.by_name[space])
    return table.correct("enemies.void_boarder.1.space", free[0])


def taken(table: Table) -> set[str]:
    team = {one.space for one in table.state.team.values()}
    return (
        team
        | {one.space for one in table.state.enemies.values()}
        | {one.space for one in table.state.consoles.values()}
    )


# ---- the start


def test_the_crew_stands_in_its_areas_and_every_bulkhead_is_open() -> None:
    table = begun()
    assert all(table.one(id).space in spaces(table, area) for id, area in CREW.items())
    assert all(door.open for door in table.state.doors.values())
    assert not table.state.units


@pytest.mark.parametrize("absent", ["cho", "okonjo", "pell"])
def test_only_those_aboard_take_part(absent: str) -> None:
    table = Table("boarders", 1, tuple(f"{id}_aboard" for id in ("cho", "okonjo", "pell") if id != absent))
    assert set(CREW) - set(table.state.team) == {absent}


def test_the_characters_deploy_anywhere() -> None:
    table = Table("boarders")
    assert len(table.options("deploy uma")) > 100


# ---- the airlocks


@pytest.mark.parametrize("seed", [1, 2])
def test_each_airlock_is_named_a_round_before_it_opens(seed: int) -> None:
    table = apart(begun(seed))
    for number in range(1, 9):
        assert len(named(table)) == (number + 1) // 2
        if number in WAVES:
            token, units = WAVES[number]
            came = [event for event in table.story if isinstance(event, e.UnitDeployed)]
            assert {event.unit.id for event in came[-len(units) :]} == set(units)
            red = {id for id in units if table.unit(id).profile.colour == "red"}
            assert red == VETERANS & set(units)
            for unit, where in units.items():
                at = {
                    event.enemy.space
                    for event in table.story
                    if isinstance(event, e.EnemyDeployed) and event.enemy.unit == unit
                }
                assert at & spaces(table, named(table)[where])
            respawn = table.kept.respawn
            assert respawn
            assert set(respawn) == spaces(table, named(table)[token])
        if table.state.result is None and number < 8:
            clear(table).ends_round()


def clear(table: Table) -> Table:
    """Nothing is wrecked: whatever stands in an area goes to the spine."""
    free = [table.name(f"T13/{column}{row}") for row in "34" for column in "ABCDEFGHI" if (column, row) != ("E", "4")]
    for one in list(table.state.enemies.values()):
        spot = next(space for space in free if space not in taken(table))
        table.correct(f"enemies.{one.id}.space", spot)
    return sleeps(table)


def test_the_first_airlock_is_left_to_chance() -> None:
    assert len({named(begun(seed))["first"] for seed in range(1, 7)}) > 1


# ---- the helm


def at_the_helm(seed: int = 1) -> Table:
    return sleeps(begun(seed)).put("uma", at="T12/B2")


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_helm_turns_the_bulkheads_of_a_section_again_and_again(number: int) -> None:
    table = at_the_helm().works("uma", "helm", "S B", number)
    shut = {id for id, door in table.state.doors.items() if not door.open}
    assert shut == {f"{name}_bulkhead" for name in SECTIONS[number]}
    table.ends_round().put("uma", at="T12/B2").works("uma", "helm", "S B", number)
    assert all(door.open for door in table.state.doors.values())


def test_the_helm_names_airlocks_early_until_all_are_named() -> None:
    table = at_the_helm()
    for count in (2, 3, 4):
        table.put("uma", at="T12/B2").works("uma", "helm", "!", 3)
        assert set(named(table)) == set(TOKENS[:count])
        clear(table.ends_round())
    assert "helm 4" in table.kept.sealed
    assert sorted(named(table).values()) == ["airlock_a", "airlock_b", "airlock_c", "airlock_d"]


def test_an_airlock_that_was_named_early_opens_in_its_round() -> None:
    table = apart(at_the_helm().works("uma", "helm", "!", 3))
    second = named(table)["second"]
    while table.state.round < 4:
        clear(table).ends_round()
    assert named(table)["second"] == second
    at = {
        event.enemy.space
        for event in table.story
        if isinstance(event, e.EnemyDeployed) and event.enemy.unit == "sapper"
    }
    assert at & spaces(table, second)


# ---- what is lost


def boarded(area: str) -> Table:
    """Round 2; nobody of the team is in any area, and one Enemy in this one."""
    table = apart(begun())
    while table.state.round < 2:
        table.ends_round()
    return apart(enemy(table, area))


@pytest.mark.parametrize("area", AREAS)
def test_an_area_without_a_friend_is_wrecked_once(area: str) -> None:
    table = boarded(area).ends_round()
    assert ("wreck", area, 1) in table.kept.gained
    assert table.counter("wrecks") == 1
    assert table.counter("silence") == (area == "bridge")
    if area != "bridge":
        table.ends_round()
        assert table.counter("wrecks") == 1


@pytest.mark.parametrize("friend", ["okonjo", "uma"])
def test_a_conscious_friend_saves_an_area(friend: str) -> None:
    table = boarded("sickbay").put(friend, at="T13/F1")
    table.ends_round()
    assert table.counter("wrecks") == 0


def test_an_unconscious_friend_does_not() -> None:
    table = boarded("sickbay").put("okonjo", at="T13/F1").suffers("okonjo", 90)
    assert table.counter("crew_fallen") == 1
    table.ends_round()
    assert table.counter("wrecks") == 1


def test_three_wrecked_areas_lose_the_ship() -> None:
    table = boarded("cabins")
    for area, wrecks in (("cabins", 1), ("workshop", 2), ("engine_room", 3)):
        apart(enemy(table, area)).ends_round()
        assert table.counter("wrecks") == wrecks
    assert (table.state.result, table.state.because) == ("defeat", "gutted")
    assert table.kept.results == ("overrun",)
    assert ("record", "boarders_lost", 1) in table.kept.gained


def test_a_bridge_that_is_silent_twice_loses_it_too() -> None:
    table = boarded("bridge").ends_round()
    assert not table.state.because
    apart(enemy(table, "bridge")).ends_round()
    assert (table.state.result, table.state.because) == ("defeat", "bridge_silent")


@pytest.mark.parametrize("member", CREW)
def test_each_of_the_crew_who_falls_is_counted(member: str) -> None:
    assert begun().suffers(member, 90).counter("crew_fallen") == 1


# ---- the end


def held(table: Table) -> Table:
    while table.state.result is None:
        clear(apart(table)).ends_round()
    return table


def test_held_to_the_end() -> None:
    table = held(begun())
    assert (table.state.result, table.state.because, table.state.round) == ("victory", "held", 9)
    assert table.kept.results == ("whole", "crew_whole")
    assert table.one("uma").intel == 6


def test_held_with_losses() -> None:
    table = boarded("cabins").ends_round()
    table = apart(enemy(table, "workshop")).ends_round().suffers("pell", 90)
    held(table)
    assert table.state.result == "victory"
    assert table.kept.results == ()
    assert table.one("uma").intel == 4


# ---- play


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_play_keeps_the_invariants(seed: int) -> None:
    assert len(wander("boarders", seed).events) > 300
