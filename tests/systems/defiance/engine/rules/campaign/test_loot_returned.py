"""Loot after a mission (R-285)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import DEPLOY, WIN, embark, pass_by, voyage


@pytest.mark.rule("R-285", "R-124")
def test_all_loot_goes_back_with_the_equipment_it_brought() -> None:
    box = k.MissionContainer("crate", "A2", 1)
    play = embark(missions={"one": {"containers": (box,)}, "two": {}}).do("begin_mission", *DEPLOY)
    before = play.one("uma").carried
    play.do("activate uma", "interact uma crate", "finish_equip", loot="grenade")
    assert "grenade" in [held.item for held in play.one("uma").carried]
    assert play.state.loot == ("grenade",)
    play.do("end_activation uma")
    assert play.one("uma").carried == before
    assert not play.state.loot
    assert len(play.told("loot_returned")) == 1
    pass_by(play, "briefing").do("begin_mission")
    whole = sum(card.copies for card in play.game.rules.catalog.loot.values())
    assert len(play.state.decks["loot"]) == whole, "the whole deck is rebuilt"


@pytest.mark.rule("R-285")
def test_cargo_is_left_behind_and_other_equipment_stays() -> None:
    cargo = next(id for id, card in embark().game.rules.catalog.equipment.items() if card.cargo)
    play = embark().do("begin_mission", *DEPLOY)
    carried = play.one("uma").carried
    loaded = [{"item": one.item, "place": one.place} for one in carried]
    place = "light" if not play.game.rules.catalog.equipment[cargo].tabs else ""

    play.do(
        f"overrule team.uma.carried {json.dumps([*loaded, {'item': cargo, 'place': place}], separators=(',', ':'))}"
    )
    assert Carried(cargo, place) in play.one("uma").carried
    play.do(*WIN)
    assert [one.item for one in play.one("uma").carried] == [one.item for one in carried]


@pytest.mark.rule("R-285")
def test_each_card_of_loot_takes_its_own_equipment_back() -> None:
    box = k.MissionContainer("crate", "A2", 2)
    play = embark(missions={"one": {"containers": (box,)}}).do("begin_mission", *DEPLOY)
    before = play.one("uma").carried
    play.do("activate uma", "interact uma crate", loot=["stimulant", "grenade"])
    while play.can("finish_equip"):
        play.do("finish_equip")
    assert {"stimulant", "grenade"} <= {held.item for held in play.one("uma").carried}
    play.do("end_activation uma")
    assert play.one("uma").carried == before


KIT = """
    [[loot]]
    id = "kit"
    effects = [{ do = "intel", amount = 1 }, { do = "receive", item = "knife" }]
    """


def draw(play: Play, *loot: str) -> None:
    """These cards have been drawn in the mission."""
    deck = list(play.state.decks["loot"])
    for card in loot:
        deck.remove(card)
    play.state = replace(play.state, loot=loot, decks=play.state.decks | {"loot": tuple(deck)})


@pytest.mark.rule("R-285")
def test_each_card_of_loot_takes_back_one_card_that_it_brought_from_whoever_has_it() -> None:
    """What somebody had besides stays, and cards that brought no Equipment go back too."""
    knife, grenade = Carried("knife", "0"), Carried("grenade", "light")
    team: dict[str, dict[str, Any]] = {id: {"carried": ()} for id in ("uma", "cadin", "qiang", "jazz")}
    team |= {"cadin": {"carried": (knife, grenade)}, "jazz": {"carried": (grenade, grenade, knife)}}
    play = voyage("briefing", team=team, more=KIT).do("begin_mission", *DEPLOY)
    draw(play, "intel_pack", "kit", "grenade")
    play.do(*WIN)
    assert play.one("cadin").carried == ()
    assert play.one("jazz").carried == (grenade, grenade, knife)
    assert play.state.loot == ()


@pytest.mark.rule("R-285")
def test_loot_that_brought_no_equipment_goes_back_alone() -> None:
    play = voyage("briefing").do("begin_mission", *DEPLOY)
    before = {id: one.carried for id, one in play.state.team.items()}
    draw(play, "intel_pack")
    play.do(*WIN)
    assert (play.state.loot, len(play.told("loot_returned"))) == ((), 1)
    assert {id: play.one(id).carried for id in before} == before
    assert voyage("briefing").do("begin_mission", *DEPLOY, *WIN).told("loot_returned") == []


@pytest.mark.rule("R-285")
def test_loot_of_the_second_character_goes_back_alone() -> None:
    grenade = Carried("grenade", "light")
    team: dict[str, dict[str, Any]] = {
        "uma": {"carried": ()},
        "jazz": {"carried": (Carried("knife", "0"), grenade, grenade)},
    }
    play = voyage("briefing", team=team).do("begin_mission", *DEPLOY)
    draw(play, "grenade")
    assert play.do(*WIN).one("jazz").carried == (Carried("knife", "0"), grenade)
