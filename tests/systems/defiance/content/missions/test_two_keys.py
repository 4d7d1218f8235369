"""Mission 4, Two Keys: two pairs that open each other's doors."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine.events import ReserveChanged, TriggerFired
from tests.systems.defiance.content.missions.course import Course, begin
from tests.systems.defiance.content.missions.in_play import mission_of, wander

ISLANDS = {"uma": "T08/A1", "cadin": "T08/A2", "qiang": "T02/H3", "jazz": "T02/H4", "billie": "T02/I3"}
FAR = {"nox_spec_ops.2": "T07/D6", "nox_spec_ops.3": "T07/H5", "warden_drone.1": "A00/H5", "warden_drone.2": "A00/B3"}
WEST_DOORS, EAST_DOORS = ("west_door", "west_back_door"), ("east_door", "east_back_door")
VAULTS = ("vault_west", "vault_east", "bulkhead_north", "bulkhead_middle", "bulkhead_south")


def started(seed: int = 1) -> Course:
    return begin("two_keys", ISLANDS, seed)


def unguarded() -> Course:
    """The guards have left the keys."""
    game = started()
    for id, space in FAR.items():
        game.put(id, space)
    return game


def is_open(game: Course, *doors: str) -> bool:
    return all(game.state.doors[door].open for door in doors)


def vaults(game: Course) -> Course:
    """The vaults as open as they are when Round 7 begins."""
    return game.correct("round", 6).end_round()


def take(game: Course, who: str, container: str, beside: str) -> Course:
    """Search a strongbox, and keep what is in it."""
    game.put(who, beside).act(who, f"interact {who} {container}")
    return game


def test_the_pairs_deploy_apart() -> None:
    mission = mission_of("two_keys")
    assert [(group.id, group.size) for group in mission.groups] == [("west", 2), ("east", 2)]
    assert started().state.round == 1
    with pytest.raises(Illegal):
        begin("two_keys", {"uma": "T08/A1", "cadin": "T08/A2", "qiang": "T08/A3"})


def test_each_console_opens_the_other_island() -> None:
    game = started().put("uma", "T08/I1")
    game.act("uma", "interact uma switch_west", "assign S 0", "assign ! 0", team="S B !")
    assert is_open(game, *EAST_DOORS)
    assert not any(is_open(game, door) for door in (*WEST_DOORS, *VAULTS))
    game.put("qiang", "T02/I4")
    game.act("qiang", "interact qiang switch_east", "assign S 0", "assign ! 0", team="S B !")
    assert is_open(game, *WEST_DOORS)


def test_blocks_send_patrols_away() -> None:
    game = started().correct("alert", 2).correct("reserve", 3).put("uma", "T08/I1")
    again = "interact uma switch_west"
    game.act("uma", again, "assign B 1", "assign ! 0", again, "assign B 1", team=["B !", "B !"])
    assert game.state.reserve == 1


def test_guards_stand_at_both_keys() -> None:
    game = started()
    keys = mission_of("two_keys").zones
    for zone in ("key_w", "key_e"):
        names = {game.name(space) for space in keys[zone]}
        assert len([one for one in game.state.enemies.values() if one.space in names]) == 2


def test_both_keys_held_as_the_round_ends_open_the_vaults() -> None:
    game = unguarded().put("uma", "T07/E2").put("qiang", "A00/I2").end_round()
    assert is_open(game, *VAULTS)
    assert {0, 2} <= game.fired
    assert 1 not in game.fired
    assert game.foe("siege_walker.1").space == game.name("T02/A4")


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda game: game.put("qiang", "T02/H3"),
        lambda game: game.put("warden_drone.1", "A00/I3"),
        lambda game: game.correct("team.qiang.states", ["unconscious"]),
    ],
)
def test_one_key_is_not_enough(spoiled: object) -> None:
    game = unguarded().put("uma", "T07/E2").put("qiang", "A00/I2")
    assert callable(spoiled)
    spoiled(game)
    assert not any(is_open(game.end_round(), door) for door in VAULTS)


def test_in_round_7_the_vaults_open_and_the_alert_rises() -> None:
    game = vaults(started())
    assert is_open(game, *VAULTS, *WEST_DOORS, *EAST_DOORS)
    assert (game.state.alert, 0 in game.fired, 1 in game.fired) == (4, False, True)


def test_keys_turned_in_time_raise_no_alert() -> None:
    game = unguarded().put("uma", "T07/E2").put("qiang", "A00/I2").end_round()
    game = vaults(game)
    assert (game.state.alert, 1 in game.fired) == (3, False)


def test_the_first_case_is_noticed_and_both_can_be_carried_home() -> None:
    game = vaults(started().correct("alert", 2))
    assert 5 not in game.fired
    take(game, "uma", "case_west", "T07/E4")
    assert game.cards("drive_case") == ["uma"]
    noticed = [
        one.amount for one in game.story if isinstance(one, ReserveChanged) and one.because.endswith("trigger.5")
    ]
    assert noticed == [2]
    take(game, "qiang", "case_east", "A00/H1")
    assert game.cards("drive_case") == ["uma", "qiang"]
    assert [one.trigger for one in game.story if isinstance(one, TriggerFired)].count(5) == 1
    game.put("nox_spec_ops.2", "T07/H5")
    for who, space in zip(("uma", "cadin", "qiang", "jazz"), ("T07/A6", "T07/B6", "A00/B6", "A00/C6"), strict=True):
        game.put(who, space)
    assert not game.over
    game.act("cadin")
    assert (game.state.result, game.state.because) == ("victory", "case_out")
    assert game.kept.results == ("case", "both")
    # Loot may bring Samples besides.
    assert [gain for gain in game.kept.gained if gain[0] == "component"] == [("component", "", 1)] * 2
    assert {one.intel for one in game.state.team.values() if not one.ally} == {5}


def test_without_a_case_the_exits_are_no_victory() -> None:
    game = vaults(started().correct("alert", 2))
    game.put("nox_spec_ops.2", "T07/H5")
    for who, space in zip(("uma", "cadin", "qiang", "jazz"), ("T07/A6", "T07/B6", "A00/B6", "A00/C6"), strict=True):
        game.put(who, space)
    game.act("cadin")
    assert not game.over


def test_late_is_lost_but_one_part_is_smuggled_out() -> None:
    game = started().correct("round", 9).end_round()
    assert (game.state.result, game.state.because) == ("defeat", "out_of_time")
    assert game.kept.results == ("smuggled",)
    assert game.kept.gained == (("component", "", 1), ("record", "two_keys_lost", 1))


@pytest.mark.parametrize("seed", range(2))
def test_random_play_breaks_nothing(seed: int) -> None:
    assert wander("two_keys", seed).state.round >= 1
