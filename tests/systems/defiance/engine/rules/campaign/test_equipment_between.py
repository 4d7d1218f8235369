"""Check Equipment and Upgrade Specialties (R-307…R-309).

Spans `rules.campaign.shop`, `rules.campaign.entered` and `rules.equip`.
"""

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


@pytest.mark.rule("R-108", "R-308")
@pytest.mark.parametrize(
    "other",
    [
        Carried("hacking_device", "0", ("picklock", "geist_aid", "skullbuster")),
        Carried("hacking_device", "0", ("blackout",)),
        Carried("heavy_device", "0", ()),
    ],
    ids=["a full one", "one that has it", "another device"],
)
def test_the_copy_of_a_device_that_can_take_the_program_takes_it(other: Carried) -> None:
    free = Carried("hacking_device", "1", ("picklock",))
    play = voyage("equipment", team={"jazz": {"carried": (other, free)}}, programs=("blackout",))
    play.do("load jazz blackout hacking_device")
    assert [held.software for held in play.one("jazz").carried] == [other.software, ("picklock", "blackout")]


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


@pytest.mark.rule("R-114", "R-307")
def test_programs_move_between_the_devices_of_all_four() -> None:
    team = {
        "uma": {"carried": (Carried("heavy_device", "0", ("spike",)),)},
        "jazz": {"carried": (Carried("hacking_device", "0", ("veil",)),)},
    }
    play = voyage("equipment", team=team)
    assert play.options("install") == [
        "install jazz spike uma/heavy_device hacking_device",
        "install uma veil jazz/hacking_device heavy_device",
    ]
    play.do("install uma veil jazz/hacking_device heavy_device")
    assert [play.one(id).carried[0].software for id in ("uma", "jazz")] == [("spike", "veil"), ()]


@pytest.mark.rule("R-108", "R-308")
@pytest.mark.parametrize(
    ("held", "free"), [((), True), (("spike", "trace"), True), (("spike", "trace", "deadhand"), False)]
)
def test_a_device_takes_programs_as_long_as_it_has_room(held: tuple[str, ...], free: bool) -> None:
    """Three in this one. One that was given too many by a correction takes none either."""
    for software in (held, (*held, "firewall") if not free else held):
        team = {"jazz": {"carried": (Carried("hacking_device", "0", software),)}}
        assert voyage("equipment", team=team, programs=("veil",)).can("load jazz veil hacking_device") == free


@pytest.mark.rule("R-308")
@pytest.mark.parametrize("item", ["pistol", "grenade"])
def test_what_is_fetched_joins_what_is_carried(item: str) -> None:
    play = voyage("equipment", team=BARE, store=(Carried(item, ""),)).do(f"fetch uma {item}")
    assert [held.item for held in play.one("uma").carried] == ["knife", item]
    assert at(play).store == ()


@pytest.mark.rule("R-114", "R-308")
def test_of_two_devices_alike_the_one_with_room_for_the_program_takes_it() -> None:
    """The first is full, the second has the program already. What is carried stays in its order."""
    full = Carried("heavy_device", "0", ("spike", "trace", "deadhand", "firewall"))
    carried = (full, Carried("heavy_device", "0", ("veil",)), Carried("heavy_device", "1", ("spike",)))
    others = (Carried("knife", "0"), Carried("automedikit", "light"))
    jazz = {"carried": (others[0], *carried, others[1]), "tabs": ("head", "head", "hand", "hand")}
    play = voyage("equipment", team={"jazz": jazz}, programs=("veil", "trace"))
    play.do("load jazz veil heavy_device")
    loaded = Carried("heavy_device", "1", ("spike", "veil"))
    assert play.one("jazz").carried == (others[0], *carried[:2], loaded, others[1])
    assert at(play).programs == ("trace",)


@pytest.mark.rule("R-308", "R-026")
def test_what_is_put_away_stays_among_the_other_cards_in_its_first_place() -> None:
    held = (Carried("knife", "0"), Carried("combi_rifle", ""), Carried("knife", ""), Carried("grenade", "light"))
    tabs = ("hand", "hand", "hand", "hand", "backpack")
    play = voyage("equipment", team={"uma": {"carried": held, "tabs": tabs}}).do("finish_step")
    assert play.one("uma").carried == (held[0], Carried("combi_rifle", "0"), Carried("knife", "0"), held[3])
    assert at(play).store == ()


@pytest.mark.rule("R-108", "R-114", "R-307")
def test_a_program_leaves_the_device_that_has_it_for_one_that_has_room() -> None:
    """Among devices alike the first one neither loses what it does not have nor takes more than it can."""
    full = ("spike", "trace", "deadhand", "firewall")
    tabs = ("head", "hand", "hand")
    jazz = tuple(Carried("heavy_device", str(at), (program,)) for at, program in enumerate(("patchwork", "veil")))
    uma = (Carried("heavy_device", "0", full), Carried("heavy_device", "1", ()))
    play = voyage("equipment", team={"jazz": {"carried": jazz, "tabs": tabs}, "uma": {"carried": uma, "tabs": tabs}})
    play.do("install uma veil jazz/heavy_device heavy_device")
    assert [held.software for held in play.one("jazz").carried] == [("patchwork",), ()]
    assert [held.software for held in play.one("uma").carried] == [full, ("veil",)]


@pytest.mark.rule("R-108", "R-114")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("install uma veil jazz/heavy_device heavy_device", "device_full R-108"),
        ("install uma trace jazz/heavy_device heavy_device", "no_program R-114"),
        ("install uma veil jazz/knife heavy_device", "no_program R-114"),
        ("install uma veil jazz/heavy_device knife", "not_a_device R-114"),
        ("install uma veil jazz/heavy_device hacking_device", "not_a_device R-114"),
        ("install jazz veil jazz/heavy_device heavy_device", "same_device R-114"),
    ],
)
def test_why_a_program_stays_in_its_device_is_said_of_all_devices_alike(line: str, code: str) -> None:
    """Jazz carries a knife before two of them, and the second has the program; Uma's is full."""
    full = Carried("heavy_device", "0", ("spike", "trace", "deadhand", "firewall"))
    devices = (Carried("heavy_device", "0", ("patchwork",)), Carried("heavy_device", "1", ("veil",)))
    jazz = {"carried": (Carried("knife", "0"), *devices), "tabs": ("head", "hand", "hand")}
    uma = {"carried": (Carried("knife", "0"), full), "tabs": ("head", "hand")}
    assert voyage("equipment", team={"jazz": jazz, "uma": uma}).refused(line) == code


@pytest.mark.rule("R-114")
@pytest.mark.parametrize("source", ["hacking_device", "heavy_device"])
def test_of_two_devices_with_the_program_the_one_that_is_named_loses_it(source: str) -> None:
    items = ("hacking_device", "heavy_device")
    jazz = tuple(Carried(item, str(at), ("veil",)) for at, item in enumerate(items))
    uma = {"carried": (Carried("heavy_device", "0", ()),)}
    play = voyage("equipment", team={"jazz": {"carried": jazz}, "uma": uma})
    play.do(f"install uma veil jazz/{source} heavy_device")
    assert {held.item: held.software for held in play.one("jazz").carried} == {
        item: () if item == source else ("veil",) for item in items
    }
    assert play.one("uma").carried[0].software == ("veil",)


def devices(*software: tuple[str, ...]) -> tuple[Carried, ...]:
    """Devices alike with these programs: the first on the head, the others in hands."""
    return tuple(Carried("heavy_device", str(min(at, 1)), ids) for at, ids in enumerate(software))


@pytest.mark.rule("R-114", "R-307")
@pytest.mark.parametrize(("line", "software"), [("", ("veil",)), (" copy=1", ())], ids=["the first", "the other"])
def test_of_devices_alike_the_one_that_is_meant_goes_to_another(line: str, software: tuple[str, ...]) -> None:
    jazz = {"carried": devices(("veil",), ()), "tabs": ("head", "hand")}
    play = voyage("equipment", team={"jazz": jazz, "uma": {"carried": ()}})
    assert play.options("give jazz uma") == ["give jazz uma heavy_device", "give jazz uma heavy_device copy=1"]
    assert play.refused("give jazz uma heavy_device copy=2") == "not_held R-116"
    play.do(f"give jazz uma heavy_device{line}")
    assert [held.software for held in play.one("uma").carried] == [software]


@pytest.mark.rule("R-308")
@pytest.mark.parametrize("software", [(("veil",), (), ("spike",)), ((), ("veil",), ("spike",))])
def test_of_devices_alike_the_emptiest_leaves_the_game(software: tuple[tuple[str, ...], ...]) -> None:
    """What is removed does not come back, and neither do its programs."""
    store = tuple(Carried("heavy_device", "", ids) for ids in software)
    jazz = {"carried": devices(*software), "tabs": ("head", "hand", "hand")}
    play = voyage("equipment", team={"jazz": jazz}, store=store)
    play.do("scrap heavy_device owner=jazz", "scrap heavy_device")
    assert [held.software for held in play.one("jazz").carried] == [("veil",), ("spike",)]
    assert [held.software for held in at(play).store] == [("veil",), ("spike",)]
