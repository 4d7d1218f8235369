"""The edition options, each with both of its values."""

from __future__ import annotations

import pytest

from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.content import Hostile
from expansions.n3.engine.switches import VALUES
from tests.expansions.n3.tables import Table, act, bs, exchange, ready


def switched(id: str, value: str, side: int = 0) -> Table:
    return ready(side=side, switches={id: value})


def test_every_option_has_two_values_and_a_test_here() -> None:
    tested = {mark for mark in globals() if mark.startswith("test_")}
    assert all(len(values) == 2 for values in VALUES.values())
    assert {f"test_{id}" for id in VALUES} <= tested


@pytest.mark.rule("N-029")
@pytest.mark.parametrize(("value", "dice"), [("none", 0), ("roll", 3)])
def test_hopeless(value: str, dice: int) -> None:
    table = switched("hopeless", value).zone("waste", Hostile(17, "arm", 10)).put("ruiz", zones=("waste",), bs=2)
    act(table, bs("ruiz", "carbine", ("tolle", 3))).give(c.Measured("ruiz", "tolle", 900))
    assert (table.rolls()[0].sv, table.rolls()[0].dice) == (-4, dice)
    if dice:
        table.dice(17, 1, 1)
        assert len(table.of(e.ZoneTriggered)) == 1
        assert [save[0] for save in table.saves()] == ["ruiz"]


@pytest.mark.rule("N-022")
@pytest.mark.parametrize(("value", "saves"), [("two", ["arm", "bts"]), ("worse", ["arm"])])
def test_both_attributes(value: str, saves: list[str]) -> None:
    table = switched("both_attributes", value).zone("waste", Hostile(17, "arm", 11, both=True))
    assert _woken(table) == saves


def _woken(table: Table) -> list[str]:
    table.put("fen", zones=("waste",))
    act(table, c.Declare("fen", "dodge")).dice(19)
    return [save[1] for save in table.saves()]


@pytest.mark.rule("N-034")
@pytest.mark.parametrize(("value", "lost", "states"), [("wound", 1, 1), ("immobilised", 0, 1)])
def test_ph_instead(value: str, lost: int, states: int) -> None:
    table = switched("ph_instead", value).zone("waste", Hostile(17, "ph", 11))
    assert _woken(table) == ["ph"]
    table.dice(20)
    assert table.troop("fen").lost == lost
    assert table.troop("fen").states == (("unconscious",) if lost else ("immobilised_1",))


@pytest.mark.rule("N-049", "N-103")
@pytest.mark.parametrize(("value", "arm", "mate"), [("yes", 9, ""), ("no", 3, "ivo")])
def test_immune_to_zones(value: str, arm: int, mate: str) -> None:
    table = switched("immune_to_zones", value, side=1).zone("waste", Hostile(17, "arm", 11))
    table.put("thorn", zones=("waste",))
    act(table, c.Declare("thorn", "dodge")).dice(19)
    assert table.saves() == [("thorn", "arm", arm, 11, 1, 0)]
    table.dice(20)
    assert table.troop("thorn").mate == mate


@pytest.mark.rule("N-082", "N-127")
@pytest.mark.parametrize(("value", "refused"), [("working", False), ("list", True)])
def test_tri_core_list(value: str, refused: bool) -> None:
    table = Table(switches={"tri_core_list": value})
    second = c.AddTroop("second", 0, table.troop("tanaka").profile)
    if refused:
        assert table.refused(second).rule == "N-082"
    else:
        assert "second" in table.give(second).state.troops


@pytest.mark.rule("N-067")
@pytest.mark.parametrize(("value", "form"), [("may", "seed"), ("must", "")])
def test_embryo_turn(value: str, form: str) -> None:
    table = switched("embryo_turn", value, side=1).give(c.EndTurn(), c.EndTurn())
    assert table.troop("sedge").form == form
    assert table.state.phase == ("count" if value == "may" else "turn")


@pytest.mark.rule("N-093")
@pytest.mark.parametrize(("value", "refused"), [("movement", False), ("any", True)])
def test_cloud_skill(value: str, refused: bool) -> None:
    table = switched("cloud_skill", value, side=1).give(c.Activate("nahl"), c.Declare("nahl", "cloud"), c.NoReactions())
    shoot = bs("nahl", "carbine", ("fen", 3))
    if refused:
        assert table.refused(shoot).code == "two_short"
        table.give(c.Declare("nahl", "move"))
    else:
        table.give(shoot)


@pytest.mark.rule("N-113")
@pytest.mark.parametrize(("value", "ammunition"), [("stun", "stun"), ("pheromonic", "pheromonic")])
def test_phero_stun(value: str, ammunition: str) -> None:
    table = Table("bench", switches={"phero_stun": value})
    exchange(table, c.Exchange("vex", "bs", "fen", "phero_booster", "stun")).dice(2, 20)
    assert [event.save.ammunition for event in table.of(e.SaveAsked)] == [ammunition]


@pytest.mark.rule("K-018")
@pytest.mark.parametrize(("value", "states"), [("reset", ("targeted",)), ("turn", ())])
def test_targeted_ends(value: str, states: tuple[str, ...]) -> None:
    table = ready("causeway", switches={"targeted_ends": value}).put("tolle", states=("targeted",))
    table.give(c.Score("case", 0, "fen"), c.EndTurn())
    assert table.troop("tolle").states == states
    assert table.troop("fen").states == ("targeted",)


@pytest.mark.rule("K-019", "N-210")
@pytest.mark.parametrize(("value", "asked"), [("no", False), ("yes", True)])
def test_guts_by_zone(value: str, asked: bool) -> None:
    table = switched("guts_by_zone", value).zone("waste", Hostile(17, "arm", 11))
    assert _woken(table) == ["arm"]
    table.dice(20)
    assert bool(table.state.asked) is asked
