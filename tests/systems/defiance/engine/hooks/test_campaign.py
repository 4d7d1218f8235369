"""`modify_campaign`: prices, what a sale brings, and the Intel Packs of a mission.

Spans `hooks` and `rules.economy`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.chances import cure_chance
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.commands import Cure
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.hooks import ModifyCampaign, PlayContext, RollModifier
from defiance_qt.systems.defiance.engine.rules.campaign.shop import price
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.tell.reasons import explain
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.positions import Play
from tests.systems.defiance.engine.voyages import LOSE, sail, voyage
from tests.texts import defiance_words

SOURCE = "equipment.medikit.name"
TEAM = ("uma", "cadin", "qiang", "jazz")


def by(number: str, amount: int, source: str = SOURCE) -> ModifyCampaign:
    def modify(context: object, asked: str, subject: str, was: int) -> NumberChange | None:
        return NumberChange(source, amount, ("x-1",)) if asked == number else None

    return modify


def market(*functions: ModifyCampaign, intel: int = 20) -> Play:
    team = {"uma": {"intel": intel, "carried": (Carried("combi_rifle", ""),)}}
    return voyage("intel", team=team, hooks=rules(modify_campaign=functions))


@pytest.mark.rule("R-304")
@pytest.mark.parametrize("card", ["grenade", "blackout"])
def test_a_price_holds_for_the_offer_the_refusal_and_the_purchase(card: str) -> None:
    catalog = market().game.rules.catalog
    value = (catalog.equipment.get(card) or catalog.software[card]).value or 0
    poor = market(by("price", 2), intel=value + 1)
    assert not poor.can(f"buy uma {card}")
    assert poor.refused(f"buy uma {card}") == "too_dear R-304"
    rich = market(by("price", 2), intel=value + 2)
    before = rich.state
    rich.do(f"buy uma {card}")
    assert rich.one("uma").intel == 0
    bought = next(one for one in rich.events if isinstance(one, e.CardBought))
    assert (bought.price, bought.rules) == (value + 2, ("R-304", "x-1"))
    lines = explain(bought, before, evolve(before, bought), defiance_words("en"), rich.game.rules)
    assert lines[-1] == "MediKit: +2"


def test_a_price_never_falls_below_nothing() -> None:
    play = market(by("price", -20), intel=0)
    assert price(play.game.rules, play.state, play.game.rules.catalog.equipment["grenade"]) == 0
    assert play.do("buy uma grenade").one("uma").intel == 0


@pytest.mark.rule("R-304")
def test_what_a_house_rule_adds_counts_from_nothing_for_a_card_of_no_price() -> None:
    play = market(by("price", 2))
    assert price(play.game.rules, play.state, play.game.rules.catalog.equipment["rippers"]) == 2


def test_what_a_sale_brings() -> None:
    half = (market().game.rules.catalog.equipment["combi_rifle"].value or 0) // 2
    play = market(by("sale", 1), intel=0).do("sell uma combi_rifle")
    assert play.one("uma").intel == half + 1
    assert market(by("sale", -20), intel=0).do("sell uma combi_rifle").one("uma").intel == 0


@pytest.mark.rule("R-303")
@pytest.mark.parametrize(("change", "gained"), [(2, 5), (-1, 2), (-9, 0)])
def test_the_intel_packs_of_a_mission(change: int, gained: int) -> None:
    play = sail(voyage("briefing", hooks=rules(modify_campaign=(by("intel", change),))))
    assert [play.one(id).intel for id in TEAM] == [gained] * 4
    for event in play.events:
        if isinstance(event, e.IntelGained):
            assert event.changes == (NumberChange(SOURCE, change, ("x-1",)),)
            assert event.rules == ("R-303", "x-1")


@pytest.mark.rule("R-282", "R-303")
@pytest.mark.parametrize(("pays", "change", "gained"), [(1, 2, 2), (0, 1, 1), (5, 0, 2), (5, -1, 1), (1, 0, 0)])
def test_the_intel_packs_of_an_accepted_defeat(pays: int, change: int, gained: int) -> None:
    """Half of what the mission pays, and what a house rule adds to it, even to nothing."""
    hooks = rules(modify_campaign=(by("intel", change),))
    lost = sail(voyage("briefing", missions={"two": {"intel": pays}}, hooks=hooks), LOSE).do("accept_defeat")
    assert [lost.one(id).intel for id in TEAM] == [gained] * 4


def test_a_result_that_is_written_down_may_have_them_too() -> None:
    line = 'write_down victory round=8 intel={"uma":5}'
    assert voyage("briefing").refused(line) == "too_much_intel R-303"
    play = voyage("briefing", hooks=rules(modify_campaign=(by("intel", 2),)))
    assert play.do(line).one("uma").intel == 5
    assert voyage("briefing", hooks=rules(modify_campaign=(by("intel", 1),))).refused(line) == "too_much_intel R-303"


def test_the_order_of_plugins_does_not_matter() -> None:
    functions = (by("price", 2, "b.name"), by("price", -1, "a.name"))
    found = {
        next(one for one in market(*order).do("buy uma grenade").events if isinstance(one, e.CardBought))
        for order in (functions, functions[::-1])
    }
    assert len(found) == 1


def test_the_rolls_of_the_sickbay_are_asked_for_too() -> None:
    """One die more for a cure, in the roll and in its chance."""

    def nurse(context: PlayContext, roll: Roll) -> tuple[RollModifier, ...]:
        return (RollModifier(SOURCE, "team", dice=("any",)),) if roll.purpose == "cure" else ()

    found = []
    for functions in ((), (nurse,)):
        team = {"uma": {"consequences": ("deep_cut",)}}
        play = voyage("sickbay", crew={"uma": "cabins"}, team=team, hooks=rules(modify_roll=functions))
        found.append(cure_chance(play.game.rules, play.state, Cure("uma", "deep_cut")))
        play.do("cure uma deep_cut", team="S")
        assert len(play.dice("team")) == 1 + len(functions)
    assert found[0] < found[1]


@pytest.mark.rule("R-303")
@pytest.mark.parametrize(("result", "change", "most"), [("victory", -3, 2), ("defeat", -3, 0), ("defeat", 1, 3)])
def test_what_a_house_rule_takes_off_the_intel_packs_cannot_be_written_down(
    result: str, change: int, most: int
) -> None:
    """The mission pays five, and two after a defeat."""
    hooks = rules(modify_campaign=(by("intel", change),))
    play = voyage("briefing", missions={"two": {"intel": 5}}, hooks=hooks)
    assert play.refused(f'write_down {result} round=8 intel={{"uma":{most + 1}}}') == "too_much_intel R-303"
    assert play.do(f'write_down {result} round=8 intel={{"uma":{most}}}').one("uma").intel == most
