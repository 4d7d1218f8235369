"""Equipment slots, being equipped, the Backpack (R-025 … R-034; switches D11 and D12).

Spans `rules.equip`, `loadouts` and `rules.activation`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, opening, position
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    pack("whistle")
    + """
    [[equipment]]
    id = "harness"
    tabs = [["torso", "hand"]]
    hackable = true
    biotech = ["any"]
    modifiers = [{ rolls = ["defense"], dice = ["black"] }]

    [[equipment]]
    id = "lens"
    tabs = [["head"], ["hand"]]

    [[equipment]]
    id = "horn"
    tabs = [["hand"]]
    actions = [{ id = "blow", effects = [{ do = "calm", amount = 1 }] }]

    [[equipment]]
    id = "bugle"
    tabs = [["hand"]]
    actions = [{ id = "blow", effects = [{ do = "calm", amount = 1 }] }]

    # In both hands, or strapped to the chest.
    [[equipment]]
    id = "shield"
    tabs = [["hand", "hand"], ["torso"]]
    """
)


GUNS = (
    orders("attack least_distance")
    + """
    [[equipment]]
    id = "satchel_gun"
    tabs = [["hand"], ["backpack"]]
    attacks = [{ id = "shoot", dice = ["any"], range = [1, 8] }]
    hackable = true

    [[equipment]]
    id = "light_gun"
    attacks = [{ id = "shoot", dice = ["any"], range = [1, 8] }]
    biotech = ["black"]
    """
)


def equipping(words: str, more: str = CARDS) -> Play:
    return position(f"U . 1\n\numa {words}\ndummy 1 -", more).do("activate uma", "equip uma")


def place_of(game: Play, item: str) -> str:
    return next(held.place for held in game.one("uma").carried if held.item == item)


@pytest.mark.rule("R-025")
def test_locations_are_head_torso_two_hands_and_backpack() -> None:
    game = opening()
    for id in ("uma", "cadin", "qiang", "jazz"):
        tabs = game.one(id).tabs
        assert set(tabs) == {"head", "torso", "hand", "backpack"}
        assert tabs.count("hand") == 2


@pytest.mark.rule("R-026")
def test_every_icon_of_a_tab_needs_a_free_tab_of_its_kind() -> None:
    free = equipping("tabs=torso,hand carries=harness@-")
    assert free.can("place uma harness 0")
    for words in ("tabs=torso carries=harness@-", "tabs=hand,hand carries=harness@-"):
        assert not equipping(words).can("place uma harness 0")
    taken = equipping("tabs=torso,hand carries=pistol,harness@-")
    assert not taken.can("place uma harness 0")
    taken.do('place uma pistol ""', "place uma harness 0")
    assert not taken.can("place uma pistol 0")


@pytest.mark.rule("R-026")
def test_two_icons_of_a_kind_need_two_tabs() -> None:
    assert not equipping("tabs=hand carries=combi_rifle@-").can("place uma combi_rifle 0")
    assert equipping("tabs=hand,hand carries=combi_rifle@-").can("place uma combi_rifle 0")


@pytest.mark.rule("R-027")
def test_the_tabs_of_a_card_are_alternatives() -> None:
    game = equipping("tabs=head,hand carries=lens@-,pistol@-")
    assert [line.split()[-1] for line in game.options("place uma lens")] == ["0", "1"]
    game.do("place uma lens 0")
    assert game.can("place uma pistol 0"), "the unused tab takes nothing"
    assert not equipping("tabs=torso carries=lens@-").options("place uma lens")


@pytest.mark.rule("R-028")
def test_light_equipment_takes_no_slot() -> None:
    game = equipping("tabs=hand carries=whistle,medikit,pistol@-")
    assert game.options("place uma whistle") == []
    assert game.can("place uma pistol 0")
    assert place_of(game.do("place uma pistol 0", "finish_equip"), "whistle") == "light"


@pytest.mark.rule("R-029", "R-032")
def test_what_lies_in_the_backpack_is_not_equipped() -> None:
    """No Attack, no Action, no dice, no Biotech Protection, no Hackable."""
    worn = position("U . 1\n\numa carries=harness,horn\ndummy 1 -", CARDS)
    stored = position("U . 1\n\numa tabs=backpack,backpack,backpack carries=harness@backpack,horn@backpack", CARDS)
    on, off = (game.game.rules.loadout(game.one("uma")) for game in (worn, stored))
    assert on.hackable
    assert not off.hackable
    assert [pool.die for pool in on.biotech] == ["any"]
    assert off.biotech == ()
    assert "defense" in on.modifiers
    assert off.modifiers == {}
    assert worn.do("activate uma").can("use_card uma horn.blow uma")
    assert stored.do("activate uma").options("use_card") == []


@pytest.mark.rule("R-032", "R-073")
def test_a_weapon_in_the_backpack_does_not_attack() -> None:
    text = "U . 1\n\numa carries=pistol{}\ndummy 1 -"
    assert position(text.format("")).do("activate uma").can("attack uma pistol.shot dummy.1")
    stored = position(text.format("@backpack")).do("activate uma")
    assert stored.refused("attack uma pistol.shot dummy.1") == "in_backpack R-032"


@pytest.mark.rule("R-032", "R-107")
def test_a_device_in_the_backpack_runs_no_programs() -> None:
    text = "J U\n\njazz carries=hacking_device{}"
    assert position(text.format("")).do("activate jazz").can("hack jazz geist_aid uma")
    stored = position(text.format("@backpack")).do("activate jazz")
    assert stored.refused("hack jazz geist_aid uma") == "no_program R-107"


@pytest.mark.rule("R-030", "R-048")
@pytest.mark.parametrize(
    ("usable", "usable_cards"),
    [("light", {"horn", "whistle"}), ("carried", {"horn", "whistle", "bugle"}), ("equipped", {"horn"})],
)
def test_from_where_a_card_offers_its_actions_is_switch_d12(usable: str, usable_cards: set[str]) -> None:
    game = position(f"U\n\numa carries=horn,whistle,bugle@backpack\nswitch usable={usable}", CARDS).do("activate uma")
    assert {line.split()[2].partition(".")[0] for line in game.options("use_card")} == usable_cards


@pytest.mark.rule("R-031")
@pytest.mark.parametrize(("backpack", "fits"), [("icon", False), ("tab", True)])
def test_what_the_backpack_costs_is_switch_d11(backpack: str, fits: bool) -> None:
    """A two-handed weapon takes two Backpack tabs, or one."""
    text = f"U\n\numa tabs=backpack carries=combi_rifle@-,pistol@-\nswitch backpack={backpack}"
    game = position(text).do("activate uma", "equip uma")
    assert game.can("place uma pistol backpack")
    assert game.can("place uma combi_rifle backpack") == fits


@pytest.mark.rule("R-031")
def test_one_backpack_tab_holds_one_icon() -> None:
    game = equipping("tabs=backpack,backpack carries=combi_rifle@-,pistol@-")
    game.do("place uma combi_rifle backpack")
    assert not game.can("place uma pistol backpack")
    assert position("U\n\numa tabs=hand carries=pistol@-").do("activate uma", "equip uma").options("place") == [
        "place uma pistol 0"
    ]


@pytest.mark.rule("R-033")
def test_what_finds_no_place_leaves_the_game() -> None:
    game = equipping("tabs=hand carries=pistol,knife@-").do("finish_equip")
    assert [held.item for held in game.one("uma").carried] == ["pistol"]
    assert game.told("carried_changed")[0].startswith("carried_changed uma")
    assert "dropped knife" in game.told("carried_changed")[0]


@pytest.mark.rule("R-034")
def test_the_automedikit_is_never_exchanged() -> None:
    game = position("U C\n\numa carries=medikit,automedikit").do("activate uma", "equip uma")
    assert "give uma cadin medikit" in game.options("give")
    assert not [line for line in game.options("give") if "automedikit" in line]
    assert game.refused("give uma cadin automedikit").endswith("R-034")


@pytest.mark.rule("R-031")
@pytest.mark.parametrize(("edition", "fits"), [("en", False), ("es", False), ("en-print", True)])
def test_to_the_letter_a_long_weapon_takes_one_tab_of_the_backpack(edition: str, fits: bool) -> None:
    """Else each of its icons needs a Backpack icon."""
    game = position(f"U\n\numa tabs=backpack carries=combi_rifle@-,pistol@-\nedition {edition}")
    game.do("activate uma", "equip uma")
    assert game.can("place uma pistol backpack")
    assert game.can("place uma combi_rifle backpack") == fits


@pytest.mark.rule("R-031", "R-027")
def test_what_can_be_carried_in_two_ways_is_packed_by_the_smaller() -> None:
    game = position("U\n\numa tabs=backpack carries=shield@-", CARDS).do("activate uma", "equip uma")
    assert game.options("place") == ["place uma shield backpack"]


@pytest.mark.rule("R-030", "R-048")
@pytest.mark.parametrize(
    ("edition", "cards"), [("en", {"whistle"}), ("es", {"bugle", "whistle"}), ("en-print", set[str]())]
)
def test_what_is_usable_is_a_matter_of_the_edition(edition: str, cards: set[str]) -> None:
    """The bugle is packed; the whistle needs no tab."""
    game = position(f"U\n\numa carries=bugle@backpack,whistle\nedition {edition}", CARDS).do("activate uma")
    assert {line.split()[2].partition(".")[0] for line in game.options("use_card")} == cards


@pytest.mark.rule("R-029", "R-031")
@pytest.mark.parametrize(("place", "armed"), [("0", True), ("1", False), ("backpack", False)])
def test_what_is_matched_to_a_backpack_icon_alone_is_not_equipped(place: str, armed: bool) -> None:
    game = position(f"U . 1\n\numa carries=satchel_gun@{place}\ndummy 1 -", GUNS).do("activate uma")
    assert game.can("attack uma satchel_gun.shoot dummy.1") == armed
    assert game.game.rules.loadout(game.one("uma")).hackable == armed
    if place == "1":
        assert game.refused("attack uma satchel_gun.shoot dummy.1") == "not_equipped R-073"


@pytest.mark.rule("R-028", "R-029", "R-030")
@pytest.mark.parametrize(("reading", "armed"), [("light", True), ("carried", True), ("equipped", False)])
def test_to_the_letter_a_light_item_is_not_equipped_for_anything(reading: str, armed: bool) -> None:
    game = position(f"U . 1\n\numa carries=light_gun\ndummy 1 -\nswitch usable={reading}", GUNS).do("activate uma")
    assert game.can("attack uma light_gun.shoot dummy.1") == armed
    assert bool(game.game.rules.loadout(game.one("uma")).biotech) == armed
    if not armed:
        assert game.refused("attack uma light_gun.shoot dummy.1") == "not_equipped R-073"
        assert (
            position("U\n\numa carries=medikit damage=1\nswitch usable=equipped")
            .do("activate uma")
            .refused("use_card uma medikit.treat uma")
            == "not_equipped R-030"
        )
