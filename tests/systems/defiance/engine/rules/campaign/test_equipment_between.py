"""Check Equipment and Upgrade Specialties (R-307…R-309)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.engine.voyages import at, pass_by, sail, step, voyage

KNIFE = Carried("knife", "")
BARE = {"uma": {"carried": (Carried("knife", "0"),)}, "cadin": {"carried": (Carried("rippers", "0"),)}}


@pytest.mark.rule("R-307")
def test_the_four_trade_freely_but_for_cards_with_a_name() -> None:
    play = voyage("equipment", team=BARE)
    assert set(play.options("give uma")) == {f"give uma {id} knife" for id in ("cadin", "qiang", "jazz")}
    assert play.options("give cadin") == [], "the rippers are tagged with Cadin's name"
    play.do("give uma qiang knife")
    assert "knife" in [held.item for held in play.one("qiang").carried]
    assert play.one("uma").carried == ()


@pytest.mark.rule("R-307")
def test_a_card_with_a_name_goes_back_to_its_owner() -> None:
    play = voyage("equipment", team={"uma": {"carried": (Carried("rippers", "0"),)}, "cadin": {"carried": ()}})
    assert play.options("give uma") == ["give uma cadin rippers"]


@pytest.mark.rule("R-308")
def test_what_is_left_aboard_is_taken_after_a_later_mission() -> None:
    play = voyage("equipment", team=BARE).do("stow uma knife", "finish_step")
    assert at(play).store == (KNIFE,)
    sail(play)
    assert at(play).store == (KNIFE,)
    pass_by(play, "equipment").do("fetch qiang knife")
    assert (at(play).store, "knife" in [held.item for held in play.one("qiang").carried]) == ((), True)


@pytest.mark.rule("R-308")
def test_equipment_can_be_removed_from_the_game() -> None:
    play = voyage("equipment", team=BARE, store=(KNIFE,)).do("scrap knife", "scrap knife owner=uma")
    assert (at(play).store, at(play).gone, play.one("uma").carried) == ((), ("knife", "knife"), ())


@pytest.mark.rule("R-114", "R-308")
def test_a_program_of_the_stores_is_installed_in_a_device_with_a_free_slot() -> None:
    device = Carried("hacking_device", "0", ())
    play = voyage("equipment", team={"jazz": {"carried": (device,)}}, programs=("blackout", "veil"))
    play.do("load jazz blackout hacking_device")
    assert (play.one("jazz").carried[0].software, at(play).programs) == (("blackout",), ("veil",))


@pytest.mark.rule("R-308", "R-026")
def test_what_is_in_the_hand_is_equipped_or_left_aboard_at_the_end() -> None:
    held = (KNIFE, Carried("combi_rifle", ""))
    play = voyage("equipment", team={"uma": {"carried": held, "tabs": ("hand",)}}).do("finish_step")
    assert play.one("uma").carried == (Carried("knife", "0"),)
    assert [one.item for one in at(play).store] == ["combi_rifle"]


@pytest.mark.rule("R-309", "R-315")
def test_all_cards_are_face_up_and_straight_for_the_next_mission() -> None:
    turned = {"carried": (Carried("knife", "0", (), "flip"),), "flipped": ("orders",), "tapped": ("uma",)}
    play = voyage("equipment", team={"uma": turned}, store=(Carried("grenade", "", (), "flip"),)).do("finish_step")
    uma = play.one("uma")
    assert (uma.flipped, uma.tapped, uma.carried[0].turned) == ((), (), "")
    assert at(play).store == (Carried("grenade", ""),)
    assert step(play) == "briefing"
    assert play.told("cards_renewed") == ["cards_renewed [R-309]"]


@pytest.mark.rule("R-308")
def test_the_stores_keep_what_was_in_them() -> None:
    play = voyage("equipment", team=BARE, store=(Carried("grenade", ""),)).do("stow uma knife")
    assert [held.item for held in at(play).store] == ["grenade", "knife"]
    play.do("scrap knife")
    assert [held.item for held in at(play).store] == ["grenade"]


@pytest.mark.rule("R-308")
@pytest.mark.parametrize(("item", "place"), [("knife", "0"), ("grenade", "light")])
def test_what_is_fetched_is_placed_where_it_fits(item: str, place: str) -> None:
    bare = {"qiang": {"carried": ()}}
    play = voyage("equipment", team=bare, store=(Carried(item, ""),)).do(f"fetch qiang {item}")
    assert play.one("qiang").carried == (Carried(item, place),)


@pytest.mark.rule("R-308")
def test_no_device_has_a_program_twice() -> None:
    device = Carried("hacking_device", "0", ("blackout",))
    play = voyage("equipment", team={"jazz": {"carried": (device,)}}, programs=("blackout", "veil"))
    assert play.options("load") == ["load jazz veil hacking_device"]


@pytest.mark.rule("R-114", "R-308")
def test_a_program_goes_into_the_device_that_is_named() -> None:
    devices = (Carried("hacking_device", "0", ()), Carried("heavy_device", "1", ()))
    play = voyage("equipment", team={"jazz": {"carried": devices}}, programs=("blackout",))
    play.do("load jazz blackout heavy_device")
    assert [held.software for held in play.one("jazz").carried] == [(), ("blackout",)]


@pytest.mark.rule("R-307")
def test_nothing_is_handed_to_who_cannot_carry_it() -> None:
    play = voyage("equipment", team=BARE | {"jazz": {"tabs": (), "carried": ()}})
    assert set(play.options("give uma")) == {f"give uma {id} knife" for id in ("cadin", "qiang")}


@pytest.mark.rule("R-308", "R-026")
def test_at_the_end_all_of_the_team_put_away_what_is_in_the_hand() -> None:
    full = {"carried": (Carried("knife", ""), Carried("combi_rifle", "")), "tabs": ("hand",)}
    play = voyage("equipment", team={"uma": full, "jazz": full}).do("finish_step")
    assert [play.one(id).carried for id in ("uma", "jazz")] == [(Carried("knife", "0"),)] * 2
    assert [one.item for one in at(play).store] == ["combi_rifle", "combi_rifle"]


@pytest.mark.rule("R-308")
def test_it_is_told_whether_a_card_went_from_the_stores_or_from_somebody() -> None:
    play = voyage("equipment", team=BARE, store=(KNIFE,))
    assert "scrapped" in play.do("scrap knife").told("store_changed")[0]
    assert "removed" in play.do("scrap knife owner=uma").told("store_changed")[0]
