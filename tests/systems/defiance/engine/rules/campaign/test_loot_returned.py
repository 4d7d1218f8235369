"""Loot after a mission (R-285)."""

from __future__ import annotations

import json

import pytest

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.engine.voyages import DEPLOY, WIN, embark, pass_by


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
