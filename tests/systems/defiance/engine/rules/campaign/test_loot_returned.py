"""Loot after a mission (R-285).

Spans `rules.equip`, `rules.campaign.entered` and `rules.campaign.shop`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.tell import narrate
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import DEPLOY, WIN, embark, pass_by, voyage
from tests.texts import defiance_words


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


EN = defiance_words("en")
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


GRENADE = Carried("grenade", "light")
LOOTED = Carried("grenade", "light", loot=True)


@pytest.mark.rule("R-285")
def test_only_the_copies_that_came_from_loot_go_back_from_whoever_has_them() -> None:
    """What somebody had besides stays, and cards that brought no Equipment go back too."""
    knife = Carried("knife", "0")
    team: dict[str, dict[str, Any]] = {id: {"carried": ()} for id in ("uma", "cadin", "qiang", "jazz")}
    team |= {
        "cadin": {"carried": (knife, GRENADE)},
        "jazz": {"carried": (GRENADE, LOOTED, replace(knife, loot=True))},
    }
    play = voyage("briefing", team=team, more=KIT).do("begin_mission", *DEPLOY)
    draw(play, "intel_pack", "kit", "grenade")
    play.do(*WIN)
    assert play.one("cadin").carried == (knife, GRENADE)
    assert play.one("jazz").carried == (GRENADE,)
    assert play.state.loot == ()
    assert returned(play).returned == {"jazz": ("grenade", "knife")}


def looter(own: str, item: str = "grenade") -> Play:
    """Uma finds a card; the named Character has a copy of its own."""
    box = k.MissionContainer("crate", "A2", 1)
    team = {own: {"carried": (Carried(item, "light"),)}}
    play = voyage("briefing", team=team, missions={"two": {"containers": (box,)}}).do("begin_mission", *DEPLOY)
    return play.do("activate uma", "interact uma crate", loot=item)


def has(play: Play, id: str, item: str = "grenade") -> list[bool]:
    """For each copy of a card that a Character has: whether it came from Loot."""
    return [bool(held.loot) for held in play.one(id).carried if held.item == item]


def returned(play: Play) -> e.LootReturned:
    """What went back in the last `do`."""
    (event,) = (event for event in play.events if isinstance(event, e.LootReturned))
    return event


@pytest.mark.rule("R-285")
def test_loot_used_up_is_not_looked_for_with_who_owns_the_same_card() -> None:
    play = looter("cadin", "stimulant").do("finish_equip", "use_card uma stimulant.inject uma")
    assert (has(play, "uma", "stimulant"), has(play, "cadin", "stimulant")) == ([], [False])
    play.do("end_activation uma")
    assert has(play, "cadin", "stimulant") == [False]
    event = returned(play)
    assert (event.cards, event.team, event.returned) == (("stimulant",), {}, {})


@pytest.mark.rule("R-285")
def test_loot_handed_on_leaves_its_holder_and_not_the_finder() -> None:
    play = looter("uma").do("give uma cadin grenade", "finish_equip")
    assert (has(play, "uma"), has(play, "cadin")) == ([False], [True]), "what was found is handed on first"
    play.do("end_activation uma")
    assert (has(play, "uma"), has(play, "cadin")) == ([False], [])
    assert returned(play).returned == {"cadin": ("grenade",)}


@pytest.mark.rule("R-285")
def test_of_two_copies_the_one_from_loot_is_used_up_first() -> None:
    play = looter("uma", "stimulant").do("finish_equip")
    assert has(play, "uma", "stimulant") == [False, True]
    assert has(play.do("use_card uma stimulant.inject uma"), "uma", "stimulant") == [False]


@pytest.mark.rule("R-285")
def test_the_log_says_who_gives_back_what() -> None:
    play = looter("cadin").do("finish_equip", "end_activation uma")
    text = narrate(returned(play), play.state, EN)
    assert text == "The Loot cards go back to their deck, with the Equipment they brought: Uma (Grenade)"
    alone = e.LootReturned(("intel_pack",), {}, ("R-285",))
    assert narrate(alone, play.state, EN) == "The Loot cards go back to their deck"


@pytest.mark.rule("R-285")
def test_loot_that_brought_no_equipment_goes_back_alone() -> None:
    play = voyage("briefing").do("begin_mission", *DEPLOY)
    before = {id: one.carried for id, one in play.state.team.items()}
    draw(play, "intel_pack")
    play.do(*WIN)
    assert (play.state.loot, len(play.told("loot_returned"))) == ((), 1)
    assert {id: play.one(id).carried for id in before} == before
    assert voyage("briefing").do("begin_mission", *DEPLOY, *WIN).told("loot_returned") == []
