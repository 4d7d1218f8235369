"""Hostile zones: the tables, what wakes a zone, and what it asks."""

from __future__ import annotations

import pytest

from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.content import Hostile
from expansions.n3.engine.state import Target, Zone
from expansions.n3.engine.zones import DAMAGES, LEVELS, complete, damage_rules, from_tables, level_rules
from tests.expansions.n3.tables import Table, act, bs, exchange, ready, shot


@pytest.mark.rule("N-001", "N-004", "N-009", "N-221")
def test_zones_are_prepared_before_the_initiative() -> None:
    table = Table("furnace_yard").give(c.AddZone("fog", "mist", "Morning mist"))
    assert table.state.zones["mist"].name == "Morning mist"
    table.give(c.RemoveZone("mist"), c.Ready())
    assert table.refused(c.AddZone("fog", "mist")).code == "wrong_phase"
    assert table.state.phase == "initiative"


@pytest.mark.rule("N-002", "N-003", "N-006", "N-011")
def test_a_zone_is_any_area_with_a_name_and_troops_are_said_to_stand_in_it() -> None:
    table = Table(zones="agreed").give(c.AddZone("furnace", "yard"), c.AddZone("furnace", "roof"))
    table.give(c.Ready(), c.Initiative(0), c.Deploy("ruiz", "", ("yard", "roof")))
    assert table.troop("ruiz").zones == ("yard", "roof")
    assert table.refused(c.Deploy("fen", "", ("cellar",))).rule == "N-002"
    assert table.refused(c.Place("ruiz", ("yard",))).code == "not_now"


@pytest.mark.rule("N-005", "N-007", "N-201")
def test_a_zone_needs_a_type_of_terrain_and_one_more_feature() -> None:
    assert not complete(Zone("a", "a", terrain="desert"))
    assert not complete(Zone("a", "a", saturation=True))
    for further in ({"saturation": True}, {"movement": "difficult"}, {"visibility": "low"}, {"variable": True}):
        assert complete(Zone("a", "a", terrain="desert", **further))
    assert complete(Zone("a", "a", terrain="desert", hostile=Hostile(20, "arm", 10)))


@pytest.mark.rule("N-008", "N-010")
@pytest.mark.parametrize(("common", "rolls"), [(True, 1), (False, 2)])
def test_the_tables_are_rolled_for_each_zone_or_for_all(common: bool, rolls: int) -> None:
    table = Table("bench", common=common)
    table = Table("spore_season", common=common, zones="rolled").give(c.Ready())
    assert len(table.state.asked) == rolls
    for _ in range(rolls):
        table.dice(20, 20)
    assert {zone.hostile for zone in table.state.zones.values()} == {Hostile(14, "arm", 13)}


@pytest.mark.rule("N-012", "N-013", "N-014", "N-015", "N-016", "N-017")
@pytest.mark.parametrize(
    ("dice", "level", "rule"),
    [
        (range(1, 6), 20, "N-012"),
        (range(6, 11), 19, "N-013"),
        (range(11, 15), 18, "N-014"),
        (range(15, 18), 17, "N-015"),
        (range(18, 20), 16, "N-016"),
        (range(20, 21), 14, "N-017"),
    ],
)
def test_levels(dice: range, level: int, rule: str) -> None:
    for die in dice:
        assert from_tables(die, 8, "arm").level == level
    assert level_rules(level) == (rule,)
    assert len(LEVELS) == 6


@pytest.mark.rule("N-018", "N-019", "N-020", "N-021", "N-022", "N-023", "N-024", "N-025", "N-026")
@pytest.mark.parametrize(
    ("dice", "asks", "rule"),
    [
        (range(1, 4), ("ph", 0, 0, 1, False), "N-018"),
        (range(4, 7), ("ph", 0, -3, 1, False), "N-019"),
        (range(7, 11), ("bts", 10, 0, 1, False), "N-020"),
        (range(11, 15), ("bts", 11, 0, 1, False), "N-021"),
        (range(15, 16), ("bts", 11, 0, 1, True), "N-022"),
        (range(16, 19), ("bts", 12, 0, 1, False), "N-023"),
        (range(19, 20), ("bts", 12, 0, 2, False), "N-024"),
        (range(20, 21), ("bts", 13, 0, 1, False), "N-025"),
    ],
)
def test_damages(dice: range, asks: tuple[str, int, int, int, bool], rule: str) -> None:
    for die in dice:
        hostile = from_tables(1, die, "bts")
        assert (hostile.attribute, hostile.damage, hostile.mod, hostile.rolls, hostile.both) == asks
        assert damage_rules(die) == (rule,)
    assert len(DAMAGES) == 8


@pytest.mark.rule("N-026", "N-202")
def test_who_sets_a_zone_chooses_the_attribute() -> None:
    table = Table("hatchery").give(c.RollTable("shifting", "bts")).dice(3, 9)
    assert table.state.zones["shifting"].hostile == Hostile(20, "bts", 10)
    assert table.refused(c.RollTable("shifting", "wip")).rule == "N-026"
    table.give(c.Ready()).dice(3, 12)
    assert table.state.zones["shifting"].hostile == Hostile(20, "bts", 11), "a variable zone keeps it"


@pytest.mark.rule("N-027")
def test_a_variable_zone_is_rolled_before_each_round_and_no_turn_else() -> None:
    table = Table("hatchery", rounds=2).give(c.Ready()).dice(3, 9)
    table.give(c.Initiative(1), c.DeployRest(0), c.DeployRest(1), c.Ready(), c.EndTurn())
    assert not table.state.asked
    table.give(c.EndTurn())
    assert [one.kind for one in table.state.asked] == ["table"]
    table.dice(1, 1)
    assert (table.state.round, table.state.side) == (2, 1)


@pytest.mark.rule("N-028")
@pytest.mark.parametrize(("stands", "crosses", "saves"), [((), (), 0), (("waste",), (), 1), ((), ("waste",), 1)])
def test_a_troop_is_affected_that_stands_in_a_zone_or_crosses_it(
    stands: tuple[str, ...], crosses: tuple[str, ...], saves: int
) -> None:
    table = ready().zone("waste", Hostile(19, "arm", 10)).put("fen", zones=stands)
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)), second=c.Declare("fen", "move", crosses=crosses))
    table.give(c.Measured("fen", "tolle", 300)).dice(19, 18)
    assert len(table.of(e.ZoneTriggered)) == saves


@pytest.mark.rule("N-028", "N-204")
def test_a_reaction_is_judged_where_the_troop_stands() -> None:
    table = ready().zone("waste", Hostile(17, "arm", 10)).put("tolle", zones=("waste",))
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)), c.React("tolle", "dodge"))
    table.give(c.Measured("fen", "tolle", 300)).dice(20, 20).dice(17)
    assert [event.troop for event in table.of(e.ZoneTriggered)] == ["tolle"]


@pytest.mark.rule("N-029", "N-031")
@pytest.mark.parametrize(("die", "wakes"), [(16, False), (17, True), (20, True)])
def test_the_natural_die_wakes_a_zone_whatever_it_counts_as(die: int, wakes: bool) -> None:
    table = ready().zone("waste", Hostile(17, "arm", 10)).put("kael", zones=("waste",), cc=30)
    act(table, c.Declare("fen", "move"), c.React("kael", "cc", "claws", "", "fen")).dice(die)
    assert bool(table.of(e.ZoneTriggered)) is wakes


@pytest.mark.rule("N-030")
def test_saves_guts_and_tables_wake_nothing() -> None:
    table = ready().zone("waste", Hostile(14, "arm", 10)).put("tolle", zones=("waste",))
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)))
    table.give(c.Measured("fen", "tolle", 300)).dice(5, 20)
    table.dice(20).dice(20)
    assert not table.of(e.ZoneTriggered)
    assert table.state.order is None


@pytest.mark.rule("N-032", "N-203")
def test_two_zones_count_each_by_itself() -> None:
    table = ready().zone("one", Hostile(17, "arm", 10)).zone("two", Hostile(19, "bts", 12))
    table.put("fen", zones=("one", "two"))
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)))
    table.give(c.Measured("fen", "tolle", 300)).dice(20, 17)
    assert table.saves() == [("fen", "arm", 2, 10, 2, 0), ("fen", "bts", 3, 12, 1, 0)]


@pytest.mark.rule("N-018", "N-036")
@pytest.mark.parametrize(("die", "states"), [(12, ()), (13, ("immobilised_1",))])
def test_a_failed_ph_roll_immobilises(die: int, states: tuple[str, ...]) -> None:
    table = ready().zone("spores", Hostile(17, "ph")).put("fen", zones=("spores",))
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)))
    table.give(c.Measured("fen", "tolle", 300)).dice(19, 16)
    assert table.saves() == [("fen", "ph", 12, 0, 1, 0)]
    table.dice(die)
    assert table.troop("fen").states == states


@pytest.mark.rule("N-019")
def test_ph_with_its_mod() -> None:
    table = ready().zone("spores", Hostile(17, "ph", 0, -3)).put("fen", zones=("spores",))
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)))
    table.give(c.Measured("fen", "tolle", 300)).dice(19, 16)
    assert table.saves() == [("fen", "ph", 9, 0, 1, 0)]


@pytest.mark.rule("N-022")
def test_arm_and_bts_ask_a_roll_each() -> None:
    table = ready().zone("waste", Hostile(17, "arm", 11, both=True)).put("fen", zones=("waste",))
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)))
    table.give(c.Measured("fen", "tolle", 300)).dice(19, 16)
    assert table.saves() == [("fen", "arm", 2, 11, 1, 0), ("fen", "bts", 3, 11, 1, 0)]


@pytest.mark.rule("N-035")
@pytest.mark.parametrize("skill", ["dodge", "reset"])
def test_any_roll_of_a_declaration_counts(skill: str) -> None:
    table = ready().zone("waste", Hostile(17, "arm", 10)).put("fen", zones=("waste",)).put("ruiz", zones=("waste",))
    act(table, c.Declare("fen", skill)).dice(18)
    assert [event.troop for event in table.of(e.ZoneTriggered)] == ["fen"]


@pytest.mark.rule("N-035", "N-208", "N-209")
def test_a_troop_that_falls_still_saves_against_the_zone() -> None:
    table = ready().zone("waste", Hostile(17, "arm", 10)).put("tolle", zones=("waste",))
    act(table, bs("fen", "marksman_rifle", ("tolle", 2)), shot("tolle", "scattergun", "fen"))
    table.give(c.Measured("fen", "tolle", 300)).dice(5, 6).dice(20).dice(1, 20)
    assert table.troop("tolle").states == ("unconscious",)
    assert [save.save.zone for save in table.of(e.SaveAsked)] == ["", "waste"]
    table.dice(20)
    assert table.state.order is None


@pytest.mark.rule("N-008")
def test_a_scored_objective_can_calm_a_zone() -> None:
    table = ready("furnace_yard").give(c.Score("valve_north", 0, "fen"))
    assert table.state.zones["furnace"].hostile == Hostile(18, "arm", 11)
    assert table.state.scores == (1, 0)


def test_the_bench_knows_zones_too() -> None:
    table = exchange(Table("bench"), c.Exchange("fen", "bs", "tolle", "carbine", zones=("furnace",)))
    table.dice(17, 18, 3)
    assert len(table.of(e.ZoneTriggered)) == 2
    assert table.troop("fen").zones == ("furnace",)
    assert Target("tolle", 3) in table.order().acts[0].targets
