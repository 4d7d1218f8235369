"""Mission 8, The Quarry: prey that runs, and doors that are the net."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import SetFlag
from tests.systems.defiance.content.missions.course import Course, begin
from tests.systems.defiance.content.missions.in_play import mission_of, wander

EDGE = {"uma": "T15/B3", "cadin": "T15/B4", "qiang": "T15/A3", "jazz": "T15/A4", "billie": "T09/B3"}
ROADS = {1: ("pad_north", "pad_corridor"), 2: ("pad_west", "pad_service"), 3: ("tunnel_west", "tunnel_east")}
CONSOLES = {"net_1": "A00/B3", "net_2": "T07/E1"}


def started(seed: int = 1, records: tuple[str, ...] = ()) -> Course:
    return begin("quarry", EDGE, seed, records)


def is_open(game: Course, road: int) -> bool:
    (one,) = {game.state.doors[door].open for door in ROADS[road]}
    return one


def turn(game: Course, console: str, road: int, who: str = "uma") -> Course:
    game.put(who, CONSOLES[console])
    symbol = (f"assign S {road - 1}", f"assign ! {road - 1}")
    return game.act(who, f"interact {who} {console}", *symbol, team="S ! !")


def flight(game: Course) -> Course:
    """Spooked, the Quarry takes its turn."""
    game.correct("initiative", ["quarry"]).do("activate qiang", "end_activation qiang")
    return game.flow()


def test_two_of_three_roads_are_open_at_first() -> None:
    assert [is_open(started(), road) for road in ROADS] == [False, True, True]


@pytest.mark.parametrize(("records", "guard"), [((), "nox_leader"), (("hollow_fled",), "hollow")])
def test_who_guards_it_depends_on_mission_5(records: tuple[str, ...], guard: str) -> None:
    game = started(records=records)
    assert {"nox_leader", "hollow"} & set(game.state.units) == {guard}


@pytest.mark.parametrize("console", CONSOLES)
@pytest.mark.parametrize("road", ROADS)
def test_a_console_turns_the_doors_of_a_road_again_and_again(console: str, road: int) -> None:
    game = turn(started(), console, road)
    first = [False, True, True]
    assert [is_open(game, one) for one in ROADS] == [(one == road) != first[one - 1] for one in ROADS]
    turn(game.end_round(), console, road)
    assert [is_open(game, one) for one in ROADS] == first


def test_it_rests_until_round_4_and_then_runs() -> None:
    game = started().correct("round", 2).end_round()
    assert "spooked" not in game.state.flags
    game.end_round()
    assert game.state.flags == ("spooked",)
    assert {4, 5} <= game.fired
    assert len([one for one in game.state.enemies if one.startswith("thresher")]) == 2


def test_the_alarm_spooks_it() -> None:
    (alarm,) = (one for one in mission_of("quarry").triggers if one.on == "alert 2")
    assert alarm.effects == (SetFlag("spooked"),)


def test_its_first_damage_spooks_it() -> None:
    game = started().put("uma", "A00/A4").act("uma", "attack uma pistol.shot quarry.1", team="S", enemy="-")
    assert game.foe("quarry.1").damage == 1
    assert game.state.flags == ("spooked",)
    assert 5 in game.fired


def test_spooked_it_takes_the_road_that_is_open() -> None:
    game = flight(started().correct("flags", ["spooked"]))
    first = game.foe("quarry.1").space
    assert first != game.name("A00/B5")
    shut = started().correct("flags", ["spooked"])
    for doors in ROADS.values():
        for door in doors:
            shut.correct(f"doors.{door}.open", False)
    assert flight(shut).foe("quarry.1").space == game.name("A00/B5")


def test_two_rounds_on_the_pad_and_it_is_gone() -> None:
    game = started().put("quarry.1", "T06/E4").end_round()
    assert (game.kept.counters["boarding"], game.over) == (1, False)
    game.end_round()
    assert (game.state.result, game.state.because) == ("defeat", "gone")
    assert game.kept.results == ("escaped",)
    assert game.kept.gained == (("record", "quarry_lost", 1),)


def felled(number: int, at: str, prey: str = "T15/C3") -> Course:
    """The Quarry, one Wound from its end, felled from that space in that Round."""
    game = started().correct("round", number).correct("enemies.quarry.1.damage", 19).put("quarry.1", prey)
    game.put("jazz", "T09/A3")
    game.put("qiang", "T09/A4").put("uma", at).act("uma", "attack uma pistol.shot quarry.1", team="S", enemy="-")
    return game


@pytest.mark.parametrize(
    ("number", "at", "results", "paid"),
    [
        (8, "T15/B3", ("swift", "alive"), 6),
        (9, "T15/B3", ("alive",), 5),
        (8, "T15/A3", ("swift",), 6),
        (9, "T15/A3", (), 5),
    ],
)
def test_it_is_taken_soon_or_late_alive_or_dead(number: int, at: str, results: tuple[str, ...], paid: int) -> None:
    game = felled(number, at)
    assert (game.state.result, game.state.because) == ("victory", "taken")
    assert game.kept.results == results
    assert (("record", "quarry_alive", 1) in game.kept.gained) is ("alive" in results)
    assert {one.intel for one in game.state.team.values() if not one.ally} == {paid}


def test_late_is_lost() -> None:
    game = started().correct("round", 12).end_round()
    assert (game.state.result, game.state.because) == ("defeat", "out_of_time")


@pytest.mark.parametrize("seed", range(2))
def test_random_play_breaks_nothing(seed: int) -> None:
    assert wander("quarry", seed).state.round >= 1
