"""The rulings of N3: what the program does where the supplement is silent."""

from __future__ import annotations

import pytest

from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.content import Hostile
from expansions.n3.engine.rolls import kept
from expansions.n3.engine.state import Target, Zone
from expansions.n3.engine.zones import complete, from_tables
from tests.expansions.n3.tables import Table, act, bs, exchange, ready

LETHAL = Hostile(16, "arm", 11)
MISSED = (20, 19, 18)


def in_zone(table: Table) -> list[tuple[str, str]]:
    """Return who has to save against which zone."""
    return [(event.save.troop, event.save.zone) for event in table.of(e.SaveAsked) if event.save.zone]


def fired(table: Table, *dice: int) -> Table:
    """Ruiz fires at Tolle; all that is measured is 30 cm."""
    act(table, bs("ruiz", "carbine", ("tolle", 3)))
    return table.give(c.Measured("ruiz", "tolle", 300)).dice(*dice)


@pytest.mark.rule("N-201")
def test_hostility_is_the_further_feature_of_a_zone() -> None:
    assert complete(Zone("a", "a", terrain="desert", hostile=LETHAL))
    assert not complete(Zone("a", "a", terrain="desert"))
    assert not complete(Zone("a", "a", hostile=LETHAL))


@pytest.mark.rule("N-202")
def test_the_attribute_is_chosen_with_the_tables_and_kept() -> None:
    assert from_tables(1, 8, "bts").attribute == "bts"
    assert from_tables(1, 8, "arm").attribute == "arm"
    assert from_tables(1, 2, "bts").attribute == "ph"


@pytest.mark.rule("N-203")
def test_one_die_wakes_two_zones() -> None:
    table = ready().zone("one", LETHAL).zone("two", Hostile(20, "arm", 10)).put("ruiz", zones=("one", "two"))
    assert sorted(in_zone(fired(table, 20, 2, 3))) == [("ruiz", "one"), ("ruiz", "two")]


@pytest.mark.rule("N-204")
def test_a_reaction_is_where_its_troop_stands() -> None:
    table = ready().zone("one", LETHAL).put("tolle", zones=("one",))
    act(table, bs("ruiz", "carbine", ("tolle", 3)), c.React("tolle", "dodge"))
    table.give(c.Measured("ruiz", "tolle", 300)).dice(*MISSED).dice(17)
    assert in_zone(table) == [("tolle", "one")]


@pytest.mark.rule("N-205")
def test_who_acts_along_is_not_judged_by_the_dice_of_the_other() -> None:
    table = ready().zone("one", LETHAL).put("dray", zones=("one",))
    act(table, bs("tanaka", "carbine", ("tolle", 4)), together=("dray", "marsh"))
    table.give(c.Measured("tanaka", "tolle", 300)).dice(20, 20, 20, 20)
    assert in_zone(table) == []


@pytest.mark.rule("N-206")
def test_a_roll_through_a_servant_counts_where_its_controller_is() -> None:
    table = ready().zone("one", LETHAL).put("marsh", zones=("one",)).put("silva", states=("unconscious",), lost=1)
    heal = c.Declare("marsh", "doctor", targets=(Target("silva"),), through="mule")
    act(table, heal, servant=c.Declare("mule", "move"))
    assert in_zone(table.dice(20)) == [("marsh", "one")]


@pytest.mark.rule("N-207")
@pytest.mark.parametrize(("zones", "saves"), [((), []), (("one",), [("orrin", "one")])])
def test_a_jump_is_judged_where_it_lands(zones: tuple[str, ...], saves: list[tuple[str, str]]) -> None:
    table = ready(side=1).zone("one", LETHAL)
    table.give(c.Activate("orrin"), c.Declare("orrin", "combat_jump"), c.NoReactions()).dice(17)
    assert in_zone(table.give(c.Place("orrin", zones))) == saves


@pytest.mark.rule("N-208", "N-209")
def test_who_falls_still_saves_against_the_zone_and_after_the_hits() -> None:
    table = ready().zone("one", LETHAL).put("tolle", zones=("one",))
    act(table, bs("ruiz", "carbine", ("tolle", 3)), c.React("tolle", "dodge"))
    table.give(c.Measured("ruiz", "tolle", 300)).dice(2, 19, 19).dice(17)
    assert [save[:4] for save in table.saves()] == [("tolle", "arm", 1, 13), ("tolle", "arm", 1, 11)]
    table.dice(1)
    assert table.troop("tolle").null
    (asked,) = table.state.asked
    assert (asked.kind, asked.about) == ("save", "tolle")


@pytest.mark.rule("N-208")
def test_the_dead_save_no_more_against_hits_or_zones() -> None:
    table = ready().zone("one", LETHAL).put("tolle", zones=("one",))
    act(table, bs("ruiz", "carbine", ("tolle", 3)), c.React("tolle", "dodge"))
    table.give(c.Measured("ruiz", "tolle", 300)).dice(2, 3, 19).dice(17).dice(1, 1)
    assert table.troop("tolle").states == ("dead",)
    assert (table.troop("tolle").lost, table.state.order) == (2, None)


@pytest.mark.rule("N-210")
@pytest.mark.parametrize(("guts", "asked"), [("no", 0), ("yes", 1)])
def test_the_environment_asks_for_guts_only_by_the_option(guts: str, asked: int) -> None:
    table = ready(switches={"guts_by_zone": guts}).zone("one", LETHAL).put("ruiz", zones=("one",))
    fired(table, 20, 4, 4).put("tolle", states=("dead",)).dice(20, 20).dice(20)
    found = [one for event in table.of(e.GutsAsked) for one in event.troops if one == "ruiz"]
    assert len(found) == asked


@pytest.mark.rule("N-211")
def test_equal_numbers_and_criticals_on_both_sides_cancel_everything() -> None:
    assert kept((7,), 13, [((7,), 11)]) == ((), 0)
    assert kept((13, 4), 13, [((11,), 11)]) == ((), 0)


@pytest.mark.rule("N-212")
def test_hacking_meets_the_profile_and_not_the_symbiomate() -> None:
    table = Table("bench").put("thorn", mate="ivo")
    exchange(table, c.Exchange("okafor", "hack", "thorn", "lockdown")).dice(2)
    assert table.saves() == [("thorn", "bts", 6, 13, 2, 0)]


@pytest.mark.rule("N-213", "N-214")
@pytest.mark.parametrize(("die", "copied"), [(4, False), (5, True)])
def test_a_reset_against_a_scan_is_a_normal_roll_and_saves_it_for_later(die: int, copied: bool) -> None:
    table = ready(side=1)
    act(table, c.Declare("wisp", "morpho_scan", targets=(Target("ruiz"),)), c.React("ruiz", "reset"))
    (roll,) = table.rolls()
    assert (roll.sv, roll.dice) == (13 - 9, 1)
    table.dice(die)
    wisp = table.troop("wisp")
    assert (bool(wisp.copied), wisp.used.get("morpho_scan", 0)) == (copied, int(copied))
    table.give(c.EndTurn())
    assert bool(table.troop("wisp").copied) == copied


@pytest.mark.rule("N-215")
def test_a_hatch_that_fails_leaves_the_embryo_and_its_profile() -> None:
    table = ready()
    act(table, bs("ruiz", "carbine", ("sedge", 3)), c.React("sedge", "hatch"))
    table.give(c.Measured("ruiz", "sedge", 300)).dice(2, 19, 19).dice(14)
    assert table.saves() == [("sedge", "arm", 3, 13, 1, 0)]
    table.dice(20)
    assert table.troop("sedge").form == "seed"


@pytest.mark.rule("N-218")
def test_a_dazer_works_from_the_next_order_on() -> None:
    table = act(ready(side=1), c.Declare("tolle", "dazer"))
    zone = table.state.zones["dazer_1"]
    assert zone.since == table.state.orders + 1


@pytest.mark.rule("N-220")
def test_a_shot_beyond_the_last_band_may_be_declared_and_misses() -> None:
    table = ready(side=1)
    act(table, bs("vex", "phero_booster", ("fen", 1), mode="hit"))
    table.give(c.Measured("vex", "fen", 1300))
    (roll,) = table.rolls()
    assert (roll.sv, roll.dice) == (0, 0)
    assert table.saves() == []
