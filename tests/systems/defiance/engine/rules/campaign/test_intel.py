"""Intel Packs: purchases, discards and Defiance Upgrades (R-303…R-306).

Spans `rules.campaign.shop`, `rules.campaign.entered` and `rules.campaign.course`.
"""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.hooks import PlayContext
from defiance_qt.systems.defiance.engine.rules.campaign.shop import price
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.tell import narrate
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.voyages import VOYAGE, at, pass_by, sail, voyage
from tests.texts import defiance_words

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


@pytest.mark.rule("R-305")
@pytest.mark.parametrize(
    ("carried", "left"),
    [
        ((("0", ()), ("1", ("veil",))), [("1", ("veil",))]),
        ((("0", ("veil",)), ("1", ("spike", "trace"))), [("1", ("spike", "trace"))]),
        ((("", ()), ("1", ())), [("1", ())]),
        ((("0", ()), ("1", ())), [("0", ())]),
    ],
    ids=["no programs", "fewer programs", "in hand", "the last"],
)
def test_of_devices_alike_the_emptiest_is_discarded(carried: tuple[Any, ...], left: list[Any]) -> None:
    """Its programs would go with it."""
    held = tuple(Carried("heavy_device", *one) for one in carried)
    play = voyage("intel", team={"jazz": {"carried": held, "tabs": ("head", "hand", "hand")}}).do(
        "sell jazz heavy_device"
    )
    assert [(one.place, one.software) for one in play.one("jazz").carried] == left


def test_the_last_copy_is_discarded_without_a_number_as_in_older_saves() -> None:
    """They are decided again as they were recorded."""
    held = (Carried("heavy_device", "0", ("veil",)), Carried("heavy_device", "1"))
    jazz = {"carried": held, "tabs": ("head", "hand", "hand")}
    play = voyage("intel", team={"jazz": jazz}).do("sell jazz heavy_device")
    [sold] = [event for event in play.events if isinstance(event, e.CardSold)]
    assert sold.held == -1
    assert play.one("jazz").carried == held[:1]


def test_a_save_that_does_not_name_the_copy_discarded_has_lost_the_last() -> None:
    held = (Carried("heavy_device", "0"), Carried("knife", "1"), Carried("heavy_device", "2", ("veil",)))
    state = voyage("intel", team={"jazz": {"carried": held}}).state
    after = evolve(state, e.CardSold("jazz", "heavy_device", 4, 4))
    assert after.team["jazz"].carried == held[:2]


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


@pytest.mark.rule("R-286", "R-304")
@pytest.mark.parametrize(("discount", "cost"), [(1, 3), (4, 0), (9, 0)])
def test_a_discount_pays_for_a_card_at_most(discount: int, cost: int) -> None:
    goldstein = k.CrewMember("goldstein", {"bridge": k.Boon(discount=discount)})
    play = voyage("intel", crew={"goldstein": "bridge"}, card={"members": (goldstein,)}, team={"uma": {"intel": 4}})
    assert play.game.rules.catalog.equipment["boarding_carbine"].value == 4
    play.do("buy uma boarding_carbine using=goldstein")
    assert play.one("uma").intel == 4 - cost


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


CARGO = """
[[equipment]]
id = "ore"
cargo = true
value = 1

[[equipment]]
id = "lamp"
value = 1
"""


@pytest.mark.rule("R-304")
def test_only_equipment_with_a_price_that_is_no_cargo_is_on_sale() -> None:
    play = voyage("intel", team=RICH, more=CARGO)
    assert play.can("buy uma lamp")
    assert play.refused("buy uma ore") == "not_for_sale R-304"
    assert play.refused("buy cadin rippers") == "not_for_sale R-304"


@pytest.mark.rule("R-304")
def test_a_card_without_a_printed_value_shows_a_price_of_nothing() -> None:
    play = voyage("intel")
    rippers = play.game.rules.catalog.equipment["rippers"]
    assert (rippers.value, price(play.game.rules, play.state, rippers)) == (None, 0)


@pytest.mark.rule("R-305")
def test_a_sale_cites_the_house_rule_that_changes_it() -> None:
    def dear(context: PlayContext, number: str, subject: str, amount: int) -> NumberChange | None:
        return NumberChange("equipment.medikit.name", 1, ("x-1",)) if number == "sale" else None

    team = {"uma": {"intel": 1, "carried": (Carried("combi_rifle", ""),)}}
    play = voyage("intel", team=team, hooks=rules(modify_campaign=(dear,))).do("sell uma combi_rifle")
    half = (play.game.rules.catalog.equipment["combi_rifle"].value or 0) // 2
    [sold] = play.told("card_sold")
    assert sold.endswith("[R-305 x-1]")
    assert play.one("uma").intel == 1 + half + 1
    worthless = {"uma": {"carried": (Carried("rippers", ""),)}}
    given = voyage("intel", team=worthless, hooks=rules(modify_campaign=(dear,))).do("sell uma rippers")
    assert given.one("uma").intel == 1, "nothing, and what the house rule adds"
    plain = voyage("intel", team=team).do("sell uma combi_rifle")
    assert plain.told("card_sold")[0].endswith("[R-305]")


@pytest.mark.rule("R-306")
def test_who_has_no_intel_packs_lays_none_together() -> None:
    """What it gave before it can take back, and no more; whoever gave nothing has nothing to take."""
    team = RICH | {"uma": {"intel": 0}, "cadin": {"intel": 1}}
    play = voyage("intel", team=team)
    assert play.options("pool uma") == []
    assert set(play.options("pool cadin")) == {f"pool cadin {one.id} 1" for one in VOYAGE.upgrades if one.after < 2}
    play.do("pool cadin fabricator 1")
    assert (play.options("pool uma"), play.options("pool cadin")) == ([], ["pool cadin fabricator -1"])


@pytest.mark.rule("R-305")
def test_only_what_leaves_its_character_can_be_discarded() -> None:
    """No cargo, and no card that stays with its Character."""
    heirloom = '[[equipment]]\nid = "heirloom"\npersonal = true\nvalue = 4\n' + CARGO
    held = tuple(Carried(item, "light") for item in ("heirloom", "ore", "lamp"))
    play = voyage("intel", team={"uma": {"carried": held}}, more=heirloom)
    assert play.options("sell uma") == ["sell uma lamp"]


@pytest.mark.rule("R-304", "R-298")
def test_a_program_that_is_aboard_is_neither_sold_nor_made_again() -> None:
    """Wherever it is: among the programs, in a device, in a device of the stores."""

    def offered(**aboard: Any) -> bool:
        team = {"uma": {"intel": 20, "carried": aboard.pop("carried", ())}, "jazz": {"carried": ()}}
        crew = {"cadin": "workshop"}
        made = voyage("sickbay", team=team, crew=crew, upgrades=("code_foundry",), tech=9, biological=9, **aboard)
        sold = voyage("intel", team=team, **aboard)
        buys, makes = sold.can("buy uma veil"), any("veil" in one for one in made.options("craft cadin"))
        assert buys == makes
        return buys

    device = Carried("hacking_device", "0", ("veil",))
    assert offered()
    assert not offered(programs=("veil",))
    assert not offered(carried=(device,))
    assert not offered(store=(device,))


@pytest.mark.rule("R-305")
def test_the_programs_of_a_device_that_is_discarded_go_with_it_and_are_named() -> None:
    team = {"jazz": {"carried": (Carried("hacking_device", "0", ("veil", "spike")),)}}
    play = voyage("intel", team=team).do("sell jazz hacking_device")
    (event,) = (one for one in play.events if isinstance(one, e.CardSold))
    assert event.software == ("veil", "spike")
    assert narrate(event, play.state, defiance_words("en")).startswith(
        "Jazz discards Hacking device (Veil, Spike) for "
    )
