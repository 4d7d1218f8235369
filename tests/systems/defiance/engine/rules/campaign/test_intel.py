"""Intel Packs: purchases, discards and Defiance Upgrades (R-303…R-306)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.engine.voyages import at, pass_by, sail, voyage

RICH = {id: {"intel": 9} for id in ("uma", "cadin", "qiang", "jazz")}


@pytest.mark.rule("R-303")
def test_intel_packs_are_each_characters_own_and_are_kept() -> None:
    play = voyage("intel", team={"uma": {"intel": 5}, "cadin": {"intel": 0}})
    price = play.game.rules.catalog.equipment["grenade"].value or 0
    assert play.can("buy uma grenade")
    assert not play.can("buy cadin grenade")
    play.do("buy uma grenade")
    assert play.one("uma").intel == 5 - price
    assert play.one("cadin").intel == 0
    sail(pass_by(play, "briefing"))
    assert play.one("uma").intel == 5 - price + 3


@pytest.mark.rule("R-303")
def test_the_result_of_a_mission_pays_every_character_and_no_ally() -> None:
    play = sail(voyage("briefing"))
    assert [play.one(id).intel for id in ("uma", "cadin", "qiang", "jazz", "billie")] == [3, 3, 3, 3, 0]


@pytest.mark.rule("R-304")
def test_equipment_costs_its_printed_value_and_is_equipped_at_once() -> None:
    play = voyage("intel", team={"uma": {"intel": 9, "carried": ()}}).do("buy uma pistol")
    [held] = play.one("uma").carried
    assert (held.item, play.one("uma").intel) == (
        "pistol",
        9 - (play.game.rules.catalog.equipment["pistol"].value or 0),
    )
    assert held.place.isdigit()
    assert play.options("place uma pistol")


@pytest.mark.rule("R-304")
def test_what_does_not_fit_stays_in_the_hand_until_the_step_of_equipment() -> None:
    play = voyage("intel", team={"uma": {"intel": 9, "tabs": ("hand",), "carried": (Carried("knife", "0"),)}})
    play.do("buy uma pistol")
    assert play.one("uma").carried[-1] == Carried("pistol", "")
    pass_by(play, "briefing")
    assert [held.item for held in at(play).store] == ["pistol"]


@pytest.mark.rule("R-304")
def test_a_program_goes_to_the_stores_and_is_sold_once() -> None:
    play = voyage("intel", team=RICH).do("buy jazz blackout")
    assert at(play).programs == ("blackout",)
    assert play.refused("buy uma blackout") == "not_for_sale R-304"


@pytest.mark.rule("R-304")
def test_there_are_only_so_many_copies() -> None:
    play = voyage("intel", team=RICH, card={"copies": 1})
    play.do("buy qiang emp_grenade")
    assert play.refused("buy uma emp_grenade") == "none_left R-304"


@pytest.mark.rule("R-286")
def test_a_discount_is_for_one_purchase() -> None:
    play = voyage("intel", crew={"goldstein": "bridge"}, team={"uma": {"intel": 9}})
    price = play.game.rules.catalog.equipment["grenade"].value or 0
    play.do("buy uma grenade using=goldstein")
    assert play.one("uma").intel == 9 - max(0, price - 2)
    assert play.refused("buy uma grenade using=goldstein") == "no_discount R-286"


@pytest.mark.rule("R-305")
@pytest.mark.parametrize(("switch", "gone"), [("gone", ("combi_rifle",)), ("kept", ())])
def test_discarding_pays_half_the_price_rounded_down_switch_d37(switch: str, gone: tuple[str, ...]) -> None:
    play = voyage(
        "intel",
        team={"uma": {"intel": 1, "carried": (Carried("combi_rifle", ""), Carried("rippers", ""))}},
        options={"switches": {"discarded_equipment": switch}},
    )
    known = play.game.rules.catalog.equipment
    assert known["rippers"].value is None
    play.do("sell uma combi_rifle", "sell uma rippers")
    assert play.one("uma").intel == 1 + (known["combi_rifle"].value or 0) // 2
    assert play.one("uma").carried == ()
    assert at(play).gone[:1] == gone


@pytest.mark.rule("R-306")
def test_intel_packs_are_laid_together_for_an_upgrade() -> None:
    play = voyage("intel", team=RICH).do("pool uma fabricator 2", "pool cadin fabricator 1")
    assert (at(play).pool, at(play).pooled, at(play).upgrades) == ({"uma": 2, "cadin": 1}, "fabricator", ())
    assert not play.can("pool uma code_foundry 1")
    assert not play.can("pool qiang fabricator 3"), "two are missing"
    play.do("pool uma fabricator -2", "pool qiang fabricator 4")
    assert (at(play).upgrades, at(play).pool, at(play).pooled) == (("fabricator",), {}, "")
    assert [play.one(id).intel for id in ("uma", "cadin", "qiang", "jazz")] == [9, 8, 5, 9]


@pytest.mark.rule("R-303", "R-306")
def test_what_was_laid_together_in_vain_goes_back() -> None:
    play = voyage("intel", team=RICH).do("pool uma fabricator 2", "pool cadin fabricator 1", "finish_step")
    assert [play.one(id).intel for id in ("uma", "cadin")] == [9, 9]
    assert (at(play).pool, at(play).pooled) == ({}, "")


@pytest.mark.rule("R-306")
@pytest.mark.parametrize(("switch", "another"), [("one", False), ("several", True)])
def test_how_many_upgrades_are_built_in_a_step_switch_d51(switch: str, another: bool) -> None:
    play = voyage("intel", team=RICH, options={"switches": {"upgrades": switch}})
    play.do("pool uma fabricator 5")
    assert bool(play.options("pool cadin code_foundry")) == another
    sail(pass_by(play, "briefing"))
    assert pass_by(play, "intel").options("pool cadin code_foundry"), "in the next step one more"


@pytest.mark.rule("R-306")
def test_an_upgrade_is_known_after_its_mission() -> None:
    assert not voyage("intel", team=RICH).options("pool uma drone_cradle")
    assert voyage("intel", team=RICH, number=2).options("pool uma drone_cradle")


@pytest.mark.rule("R-304")
def test_what_is_bought_joins_what_is_carried() -> None:
    play = voyage("intel", team={"uma": {"intel": 9, "carried": (Carried("knife", "0"),)}}).do("buy uma pistol")
    assert [held.item for held in play.one("uma").carried] == ["knife", "pistol"]


@pytest.mark.rule("R-304")
def test_a_card_of_no_price_is_free() -> None:
    gift = '[[equipment]]\nid = "gift"\nvalue = 0\nspeed = 1\n'
    play = voyage("intel", more=gift).do("buy uma gift")
    assert (play.one("uma").intel, play.told("card_bought")) == (0, ["card_bought uma gift 0 0 [R-304]"])


@pytest.mark.rule("R-286")
def test_only_those_take_something_off_a_price_whose_card_says_so() -> None:
    play = voyage("intel", crew={"goldstein": "bridge", "uma": "sickbay"}, team={"uma": {"intel": 9}})
    assert play.options("buy uma grenade") == ["buy uma grenade", "buy uma grenade using=goldstein"]


@pytest.mark.rule("R-306")
def test_only_who_gave_something_can_take_it_back() -> None:
    play = voyage("intel", team=RICH).do("pool uma fabricator 2")
    back = [line for line in play.options("pool") if line.split()[3].startswith("-")]
    assert back == ["pool uma fabricator -2"]
    assert play.refused("pool cadin fabricator 20") == "wrong_amount R-306"


@pytest.mark.rule("R-306")
def test_an_upgrade_just_known_is_refused_for_its_price_alone() -> None:
    play = voyage("intel", team=RICH, number=2)
    assert play.refused("pool uma drone_cradle 7") == "wrong_amount R-306"
    assert voyage("intel", team=RICH).refused("pool uma drone_cradle 1") == "upgrade_later R-306"
