"""The examples of the supplement, each as a position with the printed dice and what it comes to."""

from __future__ import annotations

import pytest

from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.content import Hostile
from expansions.n3.engine.state import Target
from tests.expansions.n3.tables import Table, act, bs, cc, exchange, ready, shot

AGGRESSIVE = Hostile(17, "arm", 11)


@pytest.mark.rule("N-116", "N-027")
def test_a_table_is_configured_and_its_variable_area_rolled_again_in_each_round() -> None:
    table = Table(zones="agreed", rounds=2)
    table.zone("band", Hostile(18, "arm", 10)).zone("one", Hostile(17, "ph")).zone("two", Hostile(17, "ph"))
    table.zone("area", variable=True)
    table.give(c.Ready()).dice(12, 9)
    levels = {id: (zone.hostile.level, zone.hostile.damage) for id, zone in table.state.zones.items() if zone.hostile}
    assert levels == {"band": (18, 10), "one": (17, 0), "two": (17, 0), "area": (18, 10)}
    table.give(c.Initiative(0), c.DeployRest(0), c.DeployRest(1), c.Ready(), c.EndTurn(), c.EndTurn()).dice(20, 2)
    assert table.state.round == 2
    area = table.state.zones["area"].hostile
    assert area == Hostile(14, "ph")
    assert table.state.zones["band"].hostile == Hostile(18, "arm", 10)
    assert table.state.zones["one"].hostile == Hostile(17, "ph")
    assert table.cites("N-017", "N-018", "N-027")


@pytest.mark.rule("N-117", "N-028")
def test_crossing_a_zone_is_enough() -> None:
    table = ready().zone("unsafe", Hostile(20, "arm", 10))
    act(table, c.Declare("ruiz", "move", crosses=("unsafe",)), second=bs("ruiz", "carbine", ("tolle", 3)))
    table.give(c.Measured("ruiz", "tolle", 300)).dice(20, 8, 3)
    assert table.saves() == [("tolle", "arm", 1, 13, 2, 0), ("ruiz", "arm", 2, 10, 1, 0)]


@pytest.mark.rule("N-118", "N-032", "N-035", "N-205")
def test_each_waking_die_asks_a_roll_and_who_does_not_roll_is_safe() -> None:
    table = ready(side=1).zone("waste", AGGRESSIVE).put("nahl", zones=("waste",)).put("thurible", zones=("waste",))
    flame = c.Declare("thurible", "bs", "heavy_flame", targets=(Target("brandt", 1),))
    act(table, bs("nahl", "carbine", ("brandt", 3)), servant=flame)
    table.give(c.Measured("nahl", "brandt", 300), c.Measured("thurible", "brandt", 100)).dice(9, 17, 19)
    assert table.saves() == [
        ("brandt", "arm", 4, 13, 1, 0),
        ("brandt", "arm", 4, 14, 1, 0),
        ("nahl", "arm", 1, 11, 2, 0),
    ]


@pytest.mark.rule("N-119", "N-016")
def test_both_who_fight_are_judged_by_their_own_dice() -> None:
    table = ready().zone("lethal", Hostile(16, "arm", 11)).put("fen", zones=("lethal",)).put("kael", zones=("lethal",))
    act(table, cc("fen", "blade", "kael"), c.React("kael", "cc", "claws", "", "fen"))
    table.dice(17).dice(18)
    zones = [save for save in table.of(e.SaveAsked) if save.save.zone]
    assert [(one.save.troop, one.save.rolls, one.save.damage) for one in zones] == [("fen", 1, 11), ("kael", 1, 11)]


@pytest.mark.rule("N-120", "N-033", "N-012")
def test_cover_helps_against_hits_and_not_against_the_zone() -> None:
    table = ready().zone("unsafe", Hostile(20, "arm", 10)).put("tolle", zones=("unsafe",))
    act(table, bs("adeyemi", "carbine", ("tolle", 3)), shot("tolle", "scattergun", "adeyemi"))
    table.give(c.Measured("adeyemi", "tolle", 300, ("tolle",))).dice(5, 9, 19).dice(20)
    assert table.saves() == [("tolle", "arm", 4, 13, 2, 0), ("tolle", "arm", 1, 10, 1, 0)]
    assert [event.save.cover for event in table.of(e.SaveAsked)] == [3, 0]


@pytest.mark.rule("N-121", "N-035", "N-206")
def test_a_roll_through_a_servant_counts_where_its_controller_is() -> None:
    table = ready().zone("adverse", Hostile(19, "arm", 10)).put("mule", zones=("adverse",))
    table.put("silva", states=("unconscious",), lost=1)
    heal = c.Declare("marsh", "doctor", targets=(Target("silva"),), through="mule")
    act(table, heal, servant=c.Declare("mule", "move"))
    table.dice(20)
    assert table.saves() == []
    assert table.troop("silva").null


@pytest.mark.rule("N-122", "N-207")
def test_a_jump_that_lands_outside_wakes_nothing() -> None:
    assert _landing(17, ()).saves() == []


@pytest.mark.rule("N-123")
@pytest.mark.parametrize(("die", "saves"), [(17, 1), (13, 0)])
def test_a_jump_that_lands_inside_is_judged_by_its_die(die: int, saves: int) -> None:
    table = _landing(die, ("lethal",))
    assert len(table.saves()) == saves
    assert table.troop("orrin").where == "table"


def _landing(die: int, zones: tuple[str, ...]) -> Table:
    table = ready(side=1).zone("lethal", Hostile(16, "arm", 11))
    table.give(c.Activate("orrin"), c.Declare("orrin", "combat_jump"), c.NoReactions()).dice(die)
    told = table.told
    table.give(c.Place("orrin", zones))
    table.told = told + table.told
    return table


@pytest.mark.rule("N-124", "N-024", "N-026")
def test_da_or_dt_asks_two_rolls_on_the_attribute_that_was_agreed() -> None:
    table = ready().zone("vault", Hostile(19, "bts", 12, 0, 2)).put("brandt", zones=("vault",))
    act(table, bs("brandt", "scattergun", ("tolle", 2)))
    table.give(c.Measured("brandt", "tolle", 300)).dice(20, 19)
    assert table.saves() == [("brandt", "bts", 3, 12, 4, 0)]


# ---- Immunity, Vulnerability, SymbioMate ----


def hit(table: Table, weapon: str, target: str, skill: str = "bs", die: int = 2, cover: tuple[str, ...] = ()) -> Table:
    """One hit of a weapon on a troop of either side, at the bench."""
    one = "ruiz" if table.troop(target).side else "nahl"
    exchange(table, c.Exchange(one, skill, target, weapon), cover=cover)
    dice = table.state.asked[0].dice
    return table.dice(die, *(20,) * (dice - 1))


@pytest.mark.rule("N-125", "N-050", "N-054")
@pytest.mark.parametrize("weapon", ["test_ap", "test_da", "pulse_thrower"])
def test_immunity_makes_special_ammunition_normal(weapon: str) -> None:
    table = hit(Table("bench"), weapon, "kael")
    assert table.saves() == [("kael", "arm", 2, 13, 1, 0)]
    assert table.order().saves[0].choices == (("arm", 2), ("bts", 0))
    table.give(c.ChooseSave("bts")).dice(13)
    assert table.troop("kael").lost == 1
    assert "isolated" not in table.troop("kael").states


@pytest.mark.rule("N-126", "N-052", "N-055")
def test_immunity_does_not_cover_adhesive_observers_and_programs() -> None:
    table = hit(Table("bench"), "glue_thrower", "kael")
    assert table.saves() == [("kael", "ph", 9, 0, 1, 0)]
    table.dice(10)
    assert table.troop("kael").states == ("immobilised_2",)
    hit(table, "", "kael", "observe")
    assert table.troop("kael").states == ("targeted",)
    hit(table, "lockdown", "kael", "hack")
    assert table.saves() == [("kael", "bts", 0, 13, 2, 0)]


@pytest.mark.rule("N-127", "N-083", "N-084", "N-085", "N-086")
def test_a_triad_with_tri_core_has_the_bonuses_of_larger_fireteams() -> None:
    table = ready()
    table.give(c.Activate("tanaka", ("dray", "marsh")))
    assert table.bonuses() == (3, 4, 5)
    table.give(bs("tanaka", "carbine", ("vex", 4)), c.NoReactions(), c.Declare("tanaka", "move"), c.NoReactions())
    table.give(c.Measured("tanaka", "vex", 300))
    (roll,) = table.rolls()
    assert (roll.sv, roll.dice) == (12 + 3 + 3, 4)
    table.put("marsh", states=("unconscious",), lost=1).dice(20, 20, 20, 20)
    assert table.state.tri_core == ("", "")
    assert table.cites("N-084", "N-085")
    table.give(c.Activate("tanaka", ("dray",)))
    assert table.bonuses() == ()


@pytest.mark.rule("N-127", "N-082", "N-086", "N-217")
def test_of_two_triads_one_has_the_marker_and_then_the_other() -> None:
    table = ready()
    for id in ("fen", "silva", "okafor"):
        table.put(id, fireteam="triad_two", leader=id == "fen")
    table.put("fen", skills=("tri_core",))
    _idle(table, "tanaka", ("dray", "marsh"))
    assert table.state.tri_core == ("triad", "")
    assert table.refused(c.MoveMarker("triad_two")).code == "tri_core_works"
    table.give(c.Activate("fen", ("silva", "okafor")))
    assert table.bonuses() == (3,)
    _rest(table, "fen")
    table.put("tanaka", states=("isolated",))
    _idle(table, "ruiz", ())
    assert table.state.tri_core == ("", "")
    table.give(c.MoveMarker("triad_two"), c.Activate("fen", ("silva", "okafor")))
    assert table.bonuses() == (3, 4, 5)


def _idle(table: Table, troop: str, together: tuple[str, ...]) -> None:
    table.give(c.Activate(troop, together))
    _rest(table, troop)


def _rest(table: Table, troop: str) -> None:
    table.give(c.Declare(troop, "idle"), c.NoReactions(), c.Declare(troop, "idle"), c.NoReactions())


@pytest.mark.rule("N-128", "N-087")
def test_a_vulnerability_comes_before_immunity() -> None:
    table = Table("bench")
    for weapon in ("test_da", "test_shock"):
        (save,) = hit(table, weapon, "kael").of(e.SaveAsked)
        assert save.save.ammunition == "normal"
        table.give(c.ChooseSave("arm")).dice(20)
    (save,) = hit(table, "viral_carbine", "kael").of(e.SaveAsked)
    assert (save.save.ammunition, save.save.rolls, save.save.kills, save.save.choices) == ("viral", 2, True, ())
    assert table.cites("N-087")


@pytest.mark.rule("N-129", "N-094", "N-095", "N-096", "N-098")
def test_a_cloud_hinders_all_but_its_own_bearer() -> None:
    table = Table(rounds=2).give(c.Ready(), c.Initiative(0), c.Deploy("nahl", "cloud"))
    table.give(c.DeployRest(0), c.DeployRest(1), c.Ready())
    for target, through in (("nahl", ()), ("ivo", ("nahl",))):
        act(table, bs("ruiz", "carbine", (target, 3)))
        table.give(c.Measured("ruiz", target, 300, (), through))
        (roll,) = table.rolls()
        assert (roll.sv, roll.dice) == (13 + 3 - 3, 2)
        table.dice(20, 20)
    table.give(c.EndTurn()).put("vex", cloud=9)
    act(table, bs("nahl", "carbine", ("ruiz", 3)))
    table.give(c.Measured("nahl", "ruiz", 300, (), ("vex",)))
    (roll,) = table.rolls()
    assert (roll.sv, roll.dice) == (12 + 3, 3)
    table.dice(20, 20, 20).give(c.EndTurn())
    assert table.troop("nahl").cloud == 0
    assert table.of(e.CloudEnded)


@pytest.mark.rule("N-130", "N-102", "N-103", "N-104", "N-105", "N-106", "N-107", "N-108")
def test_a_symbiomate_takes_every_hit_of_the_order_and_is_gone() -> None:
    table = ready(side=1)
    table.put("brandt", weapons=("test_da",)).put("fen", weapons=("test_fire",)).put(
        "ruiz", weapons=("test_fire",), fireteam=""
    )
    table.put("dray", weapons=("glue_thrower",)).put("silva", skills=("forward_observer",))
    assert (table.troop("thorn").mate, table.troop("vex").mate) == ("ivo", "ivo")
    shots = [shot("brandt", "test_da", "thorn"), shot("fen", "test_fire", "thorn"), shot("ruiz", "test_fire", "thorn")]
    others = [
        shot("dray", "glue_thrower", "thorn"),
        c.React("silva", "observe", target="thorn"),
        c.React("okafor", "hack", "lockdown", "", "thorn"),
    ]
    act(table, c.Declare("thorn", "move"), *shots, *others)
    for one in ("brandt", "fen", "ruiz", "dray", "silva"):
        table.give(c.Measured("thorn", one, 300, ("thorn",) if one == "ruiz" else ()))
    for dice in table.state.asked:
        table.dice(2, *(20,) * (dice.dice - 1))
    assert table.saves() == [
        ("thorn", "arm", 9, 13, 1, 0),
        ("thorn", "arm", 9, 13, 1, 0),
        ("thorn", "arm", 12, 13, 1, 0),
        ("thorn", "ph", 6, 0, 1, 0),
        ("thorn", "bts", 6, 13, 2, 0),
    ]
    assert {save.save.ammunition for save in table.of(e.SaveAsked)} == {"normal", "adhesive", ""}
    table.dice(20).dice(20).dice(20).dice(1).dice(20, 20).dice(1)
    assert table.troop("thorn").mate == ""
    assert "targeted" in table.troop("thorn").states
    table.put("ivo", states=("dead",), lost=2)
    _idle(table, "tolle", ())
    assert table.troop("vex").mate == "ivo"


@pytest.mark.rule("N-131", "N-053")
def test_a_critical_on_a_symbiomate_is_a_normal_critical() -> None:
    table = Table("bench").put("thorn", mate="ivo")
    exchange(table, c.Exchange("ruiz", "bs", "thorn", "test_ap")).dice(2, 3, 20)
    assert table.saves() == [("thorn", "arm", 9, 13, 2, 0)]
    table.dice(20, 20)
    table.put("thorn", mate="ivo")
    exchange(table, c.Exchange("ruiz", "bs", "thorn", "test_da")).dice(13, 20, 20)
    assert table.saves() == [("thorn", "arm", 9, 13, 0, 1)]
    assert table.troop("thorn").lost == 1
