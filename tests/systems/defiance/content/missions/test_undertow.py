"""Mission 11, Undertow: the water and what it does, bulkheads and terminals, the companion, how it ends."""

from __future__ import annotations

import pytest

from tests.systems.defiance.content.missions.in_play import wander
from tests.systems.defiance.content.missions.table import Table

TEAM = ("uma", "cadin", "qiang", "jazz")
CREW = ("goldstein", "cho", "okonjo", "pell")
DROWNS = {3: "strip_1", 5: "strip_2", 6: "strip_3", 8: "strip_4"}
RESPAWN = {3: "T18/A1", 5: "T20/A2", 6: "T16/A2", 8: "T17/A2"}
BULKHEADS = {"bulkhead_1": "T18/A4", "bulkhead_2": "T20/A5", "bulkhead_3": "T16/A5"}
TERMINALS = {"terminal_1": "T18/D6", "terminal_2": "T20/F1", "terminal_3": "T16/H5"}


def begun(seed: int = 1, records: tuple[str, ...] | None = None) -> Table:
    """The team in the ring, the Enemies asleep."""
    return Table("undertow", seed, records).begun().correct("alert", 0)


def dry(table: Table) -> Table:
    """Everybody waits on the causeway, but not at its end."""
    spaces = ("T17/B1", "T17/C1", "T17/D1", "T17/B3", "T17/C3", "T17/A3")
    for id, space in zip((*TEAM, "billie", "cho"), spaces, strict=True):
        if id in table.state.team:
            table.put(id, at=space)
    return table


def rises(table: Table, level: int) -> Table:
    while table.counter("undertow") < level:
        table.ends_round()
    return table


def inside(table: Table, figure: str, zone: str) -> bool:
    rules = table.game.rules
    return bool(rules.zones[zone] >> rules.view(table.state).cells[figure] & 1)


def bearers(table: Table) -> list[str]:
    return [one.id for one in table.state.team.values() if any(held.item == "gate_plan" for held in one.carried)]


# ---- the start


def test_uma_carries_the_plan_and_the_bulkheads_are_open() -> None:
    table = begun()
    assert bearers(table) == ["uma"]
    assert all(door.open for door in table.state.doors.values())
    assert [one.space for one in table.state.enemies.values() if one.unit == "tide"] == [table.name("T19/B4")]


@pytest.mark.parametrize("companion", CREW)
def test_one_of_the_crew_has_come_too(companion: str) -> None:
    table = Table("undertow", 1, (f"companion_{companion}",))
    assert [id for id in CREW if id in table.state.team] == [companion]
    assert table.one(companion).space == table.name("T19/H4")


def test_nobody_else_has_to_come() -> None:
    table = Table("undertow", 1, ("cho_aboard",))
    assert not set(CREW) & set(table.state.team)


# ---- the water


def test_the_water_takes_a_strip_at_a_time_and_moves_the_respawn_space() -> None:
    table = dry(begun())
    for level, strip in DROWNS.items():
        assert not table.kept.zones.get(strip)
        rises(table, level)
        assert table.kept.zones[strip] == ("drowned",)
        assert table.kept.respawn == (table.name(RESPAWN[level]),)
    assert not table.kept.zones.get("strip_5")


def test_who_ends_an_activation_under_water_is_hurt_stunned_and_washed_on() -> None:
    table = rises(dry(begun()), 3).put("uma", at="T19/H3").rests("uma")
    assert (table.one("uma").damage, table.one("uma").states) == (3, ("stunned",))
    assert inside(table, "uma", "strip_2")
    table.rests("qiang")
    assert (table.one("qiang").damage, table.one("qiang").states) == (0, ())


def test_who_falls_under_water_is_washed_on_too_and_hurt_no_more() -> None:
    table = rises(dry(begun()), 3).correct("team.cadin.wounds", 9).correct("team.cadin.damage", 7)
    table.put("cadin", at="T19/G5").rests("cadin")
    assert not table.one("cadin").conscious
    assert "stunned" not in table.one("cadin").states
    assert inside(table, "cadin", "strip_2")
    hurt = len(table.happened("damage_suffered"))
    table.ends_round().put("cadin", at="T19/G5").rests("cadin")
    assert inside(table, "cadin", "strip_2")
    assert len(table.happened("damage_suffered")) == hurt


def test_a_remote_breaks_in_the_water() -> None:
    table = rises(dry(begun()), 3).correct("team.billie.wounds", 3)
    table.put("billie", at="T19/G5").rests("jazz").rests("billie")
    assert not table.one("billie").space


def test_all_water_is_left_at_once() -> None:
    table = rises(dry(begun()), 5).put("uma", at="T19/C4").rests("uma")
    assert inside(table, "uma", "strip_3")


def test_enemies_walk_on_the_bottom() -> None:
    table = rises(dry(begun()), 3)
    assert not [line for line in table.happened("damage_suffered") if " tide" in line]


def test_the_tide_cannot_be_ended() -> None:
    table = dry(begun())
    table.suffers("tide.1", 9)
    assert "tide" in table.state.units
    assert "tide.1" not in table.state.enemies
    table.ends_round().ends_round().ends_round()
    assert "tide.1" in table.state.enemies


# ---- bulkheads, terminals, the door


@pytest.mark.parametrize("console", BULKHEADS)
def test_a_bulkhead_closes_behind_you_and_holds_the_water(console: str) -> None:
    table = rises(dry(begun()), 2).put("jazz", at=BULKHEADS[console]).works("jazz", console, "S B")
    assert [id for id, door in table.state.doors.items() if not door.open] == [f"{console}a", f"{console}b"]
    assert table.counter("undertow") == 1


def test_a_strip_drowns_once_only() -> None:
    table = rises(dry(begun()), 3).put("jazz", at=BULKHEADS["bulkhead_3"]).works("jazz", "bulkhead_3", "S B")
    rises(dry(table), 4)
    assert len(table.happened("zone_rule_set")) == 1


def learns(table: Table, *terminals: str) -> Table:
    for terminal in terminals:
        table.put("jazz", at=TERMINALS[terminal]).works("jazz", terminal, "S !").ends_round()
    return table


def holds(table: Table) -> Table:
    return table.turn("cho").do("use_card cho cho.hold_door cho")


def test_the_companion_holds_a_door() -> None:
    table = holds(rises(dry(begun()), 2))
    assert table.counter("undertow") == 0
    assert not table.one("cho").space
    assert table.kept.gained == (("record", "cho_held_the_door", 1), ("crew", "cho", -1), ("record", "door_held", 1))
    table.ends_round()
    assert not [line for line in table.options() if "cho" in line]
    assert len([line for line in table.happened("card_drawn") if "consequence" in line]) == 2


@pytest.mark.rule("R-321")
def test_lowered_wounds_leave_one_to_the_companion_who_is_gone() -> None:
    table = dry(begun())
    wounds = table.game.rules.loadout(table.one("cho")).wounds
    table.suffers("cho", wounds - 1).turn("cho")
    table.do("use_card cho cho.hold_door cho", consequence=["deep_cut", "cold_anger"])
    one = table.one("cho")
    assert (one.space, one.conscious, one.consequences) == ("", True, ("deep_cut", "cold_anger"))
    assert table.game.rules.loadout(one).wounds == wounds - 2
    assert one.damage == wounds - 3


# ---- the end


def out(table: Table, *figures: str) -> Table:
    for id in ("billie", "cho"):
        if id not in figures and id in table.state.team and table.state.team[id].space:
            table.put(id, at={"billie": "T17/A1", "cho": "T17/A2"}[id])
    return table.put(*figures, at="out").an_activation_ends()


def test_away_with_the_plan() -> None:
    table = out(begun(), *TEAM)
    assert (table.state.result, table.state.because) == ("victory", "away")
    assert table.kept.results == ()
    assert table.one("uma").intel == 5


def test_away_with_all_that_can_be_learned_and_the_companion() -> None:
    table = learns(dry(begun()), *TERMINALS)
    intel = table.one("qiang").intel
    out(table, *TEAM, "cho")
    assert table.kept.results == ("anchor_1", "anchor_2", "anchor_3", "three", "companion")
    assert [id for what, id, _ in table.kept.gained if what == "record"] == ["anchor_1", "anchor_2", "anchor_3"]
    assert table.one("qiang").intel == intel + 7


def test_one_terminal_tells_of_one_anchor() -> None:
    table = out(learns(dry(begun()), "terminal_2"), *TEAM)
    assert table.kept.results == ("anchor_2",)


@pytest.mark.parametrize("companion", CREW)
def test_each_companion_who_comes_home_counts(companion: str) -> None:
    table = Table("undertow", 1, (f"companion_{companion}",)).begun().correct("alert", 0)
    table = out(table, *TEAM, companion)
    assert table.kept.results == ("companion",)


def test_who_held_the_door_is_not_home() -> None:
    table = out(holds(dry(begun())), *TEAM)
    assert table.state.result == "victory"
    assert table.kept.results == ()


def test_nothing_is_won_without_the_plan() -> None:
    table = dry(begun())
    plan = table.one("uma").carried
    table.correct("team.uma.carried", [])
    assert plan
    assert not out(table, *TEAM).state.result


def test_the_sea_closes_over_the_plan() -> None:
    table = rises(learns(dry(begun()), "terminal_1"), 11)
    assert (table.state.result, table.state.because) == ("defeat", "drowned")
    assert table.kept.results == ("closed",)
    assert [id for what, id, _ in table.kept.gained if what == "record"] == ["undertow_lost"]


def test_the_arch_falls_in() -> None:
    table = dry(begun())
    for console, space in list(BULKHEADS.items())[:2]:
        table.put("jazz", at=space).works("jazz", console, "S B").ends_round()
    dry(table)
    while not table.state.result:
        table.ends_round()
    assert (table.state.round, table.state.because) == (12, "too_late")


# ---- play


def test_the_way_is_marked_by_the_first_who_gets_there() -> None:
    table = begun()
    for flag, start, step in (("past_the_gate", "T18/I2", "T20/A2"), ("on_the_causeway", "T16/I3", "T17/A3")):
        assert flag not in table.state.flags
        table.put("uma", at=start).turn("uma").do("move uma").do(f"step_to uma {table.name(step)}")
        assert flag in table.state.flags
        table.ends_round()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_play_keeps_the_invariants(seed: int) -> None:
    assert len(wander("undertow", seed).events) > 300
