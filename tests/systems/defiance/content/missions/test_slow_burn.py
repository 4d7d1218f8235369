"""Mission 6, Slow Burn: charges at pumps, a fuse, fires, and Sappers who pull charges."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import events as e
from tests.systems.defiance.content.missions.course import Course, begin
from tests.systems.defiance.content.missions.in_play import wander

PAD = {"uma": "T06/E3", "cadin": "T06/F3", "qiang": "T06/D4", "jazz": "T06/E4", "billie": "T06/F4"}
BESIDE = {1: "T10/B1", 2: "T10/D2", 3: "T11/D1", 4: "T11/E6"}


def started(seed: int = 1) -> Course:
    return begin("slow_burn", PAD, seed)


def charge(game: Course, pump: int, who: str = "uma") -> Course:
    """Set a charge: two rolls at the pump, and back to the dock."""
    home = game.one(who).space
    work = (f"interact {who} pump_{pump}", "assign S 0")
    game.put(who, BESIDE[pump]).do(f"activate {who}", *work, *work, team=["S B !", "S B !"])
    game.put(who, home).do(f"end_activation {who}")
    game.rest()
    return game


def charged(count: int) -> Course:
    """A game with so many charges, in Round 1."""
    game = started()
    for pump, who in zip(range(1, count + 1), PAD, strict=False):
        charge(game, pump, who)
    return game


def test_the_first_charge_lights_the_fuse_and_its_zone_and_calls_reinforcements() -> None:
    game = started()
    reserve = game.state.reserve
    charge(game, 1)
    assert (game.kept.counters["charges"], game.kept.counters["fuse"]) == (1, 5)
    assert game.state.reserve == reserve + 2
    assert game.kept.zones["burn_1"] == ("fire",)
    game.end_round()
    assert game.kept.counters["fuse"] == 4


def test_who_ends_in_a_fire_burns() -> None:
    game = charge(started(), 1).put("cadin", "T10/C1")
    game.act("cadin")
    assert "burning" in game.one("cadin").states
    game.put("qiang", "T10/H1").act("qiang")
    assert "burning" not in game.one("qiang").states


def test_the_second_charge_is_heard() -> None:
    assert "thresher" not in charged(1).state.units
    assert charged(2).foe("thresher.1").space


@pytest.mark.parametrize(("charges", "alert"), [(0, 2), (1, 1)])
def test_round_5_without_a_charge_raises_the_alert(charges: int, alert: int) -> None:
    game = charged(charges).correct("round", 4).end_round()
    assert (game.state.alert, 2 in game.fired) == (alert, not charges)


def sappers(game: Course, at: str) -> Course:
    """Sappers come back from the Available deck, and one stands there."""
    game.correct("reserve", 9).end_round()
    assert "sapper.1" in game.state.enemies
    return game.put("sapper.1", at)


@pytest.mark.parametrize("pump", [1, 2, 3, 4])
def test_sappers_alone_at_an_armed_pump_pull_its_charge(pump: int) -> None:
    game = sappers(charge(started(), pump), BESIDE[pump])
    game.end_round()
    assert (game.kept.counters["charges"], game.kept.counters[f"armed_{pump}"]) == (0, 0)
    assert not game.kept.zones.get(f"burn_{pump}")
    assert game.kept.counters["fuse"] == 3
    charge(game.put("sapper.1", "T08/A1"), pump)
    assert game.kept.counters["charges"] == 1


def test_a_friend_beside_the_pump_keeps_it_armed() -> None:
    game = sappers(charge(started(), 2), BESIDE[2]).put("cadin", "T10/E1")
    game.end_round()
    assert game.kept.counters["charges"] == 1
    assert game.kept.zones["burn_2"] == ("fire",)


def test_sappers_run_for_the_fire() -> None:
    game = sappers(charge(started(), 1), "T10/A5").correct("initiative", ["sapper"])
    game.do("activate uma", "end_activation uma")
    game.flow()
    ran = [one for one in game.story if isinstance(one, e.InstructionChosen) and one.kind == "bolt"]
    assert ran
    assert game.foe("sapper.1").space in {game.name(one) for one in ("T10/A2", "T10/B1", "T10/C1")}


def test_three_charges_and_everybody_on_the_dock_win() -> None:
    game = charged(3)
    assert (game.state.result, game.state.because) == ("victory", "away")
    assert game.kept.results == ("all_aboard",)
    assert {one.intel for one in game.state.team.values() if not one.ally} == {5}


def test_four_charges_and_the_locker_pay() -> None:
    game = charged(2).put("jazz", "T10/A6")
    charge(game, 3, "qiang").put("jazz", "T11/H1").end_round()
    charge(game, 4)
    assert game.kept.counters["charges"] == 4
    game.act("jazz", "interact jazz tank_locker").put("jazz", "T06/E4").act("billie")
    assert game.state.result == "victory"
    assert game.kept.results == ("four", "all_aboard", "spare_part")
    assert ("component", "", 1) in game.kept.gained


def burned_down(charges: int, outside: int) -> Course:
    """The fuse at its end, and so many of the team in the depot."""
    game = charged(min(charges, 2))
    for id, space in list({"cadin": "T08/B3", "qiang": "T08/C3", "jazz": "T08/B5"}.items())[:outside]:
        game.put(id, space)
    if charges == 3:
        charge(game, 3, "qiang")
    for _ in range(5):
        game.end_round()
    return game


def test_two_on_the_dock_are_enough_and_the_others_suffer() -> None:
    game = burned_down(3, 2)
    assert (game.state.result, game.state.because) == ("victory", "blast")
    assert [len(game.one(id).consequences) for id in ("uma", "cadin", "qiang", "jazz")] == [0, 2, 2, 0]
    assert "all_aboard" not in game.kept.results


@pytest.mark.parametrize(("charges", "outside"), [(2, 1), (3, 3)])
def test_too_few_charges_or_too_few_on_the_dock_lose(charges: int, outside: int) -> None:
    game = burned_down(charges, outside)
    assert (game.state.result, game.state.because) == ("defeat", "fizzled")
    assert game.kept.gained == (("record", "slow_burn_lost", 1),)


def test_late_is_lost() -> None:
    game = started().correct("round", 13).end_round()
    assert (game.state.result, game.state.because) == ("defeat", "out_of_time")


@pytest.mark.parametrize("seed", range(2))
def test_random_play_breaks_nothing(seed: int) -> None:
    assert wander("slow_burn", seed).state.round >= 1
