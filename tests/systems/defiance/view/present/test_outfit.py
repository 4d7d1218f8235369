"""What the step in which Equipment is checked says of a made state: places, moves, what becomes of cards in hand."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.view.present.equip import ItemView
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.outfit import GONE, PROGRAMS, STORE, OutfitView, outfit_view
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from tests.systems.defiance.view.aboard import aboard, campaign, carrying
from tests.systems.defiance.view.positions import english


def seen(session: Session) -> OutfitView:
    rules = rules_of(session)
    names = Names(english(), rules.catalog)
    return outfit_view(session.state, rules, names, session.legal(), WhyNot(session, names, {}).command)


def item(view: OutfitView, key: str) -> ItemView:
    rows = [row for holder in view.holders for row in holder.rows] + [view.store, view.programs]
    return next(one for row in rows for one in row.items if one.key == key)


def moves(view: OutfitView, key: str) -> dict[str, object]:
    return {row: command for row, command, _ in item(view, key).moves}


def why(view: OutfitView, key: str) -> tuple[str, ...]:
    return next(one.why for one in view.notes if one.key == key)


@pytest.fixture
def stored() -> Session:
    """A combi rifle, two grenades and a program lie in the ship's stores."""
    store = (Carried("combi_rifle", ""), Carried("grenade", ""), Carried("grenade", ""))
    return campaign(aboard("equipment"), store=store, programs=("veil",))


def test_the_four_stand_with_their_locations_by_name(stored: Session) -> None:
    uma, *_, jazz = seen(stored).holders
    assert [row.name for row in uma.rows] == ["Head", "Torso", "Hand", "Hand", "Backpack", "Light", "In hand"]
    assert (jazz.rows[-1].name, jazz.rows[-1].tip) == ("Slots 3/3", "Hacking device: 3 of 3")


@pytest.mark.rule("R-307", "R-308")
def test_a_card_goes_to_the_others_to_the_ship_or_out_of_the_game(stored: Session) -> None:
    assert moves(seen(stored), "uma/pistol/0") == {
        "uma/4": c.Place("uma", "pistol", "backpack"),
        "uma/in_hand": c.Place("uma", "pistol", ""),
        "cadin/in_hand": c.Give("uma", "cadin", "pistol"),
        "qiang/in_hand": c.Give("uma", "qiang", "pistol"),
        "jazz/in_hand": c.Give("uma", "jazz", "pistol"),
        STORE: c.Stow("uma", "pistol"),
        GONE: c.Scrap("pistol", "uma"),
    }


def test_a_light_card_arrives_beside_the_card_of_the_other(stored: Session) -> None:
    found = moves(seen(stored), "uma/medikit/light")
    assert found["jazz/light"] == c.Give("uma", "jazz", "medikit")
    assert "jazz/in_hand" not in found


@pytest.mark.rule("R-307")
def test_a_card_that_stays_with_its_character_says_so(stored: Session) -> None:
    view = seen(stored)
    assert moves(view, "uma/automedikit/light") == {}
    assert why(view, "uma/automedikit/light")[0].endswith("[R-307]")


@pytest.mark.rule("R-308")
def test_a_stored_card_arrives_where_it_fits_else_in_hand(stored: Session) -> None:
    found = moves(seen(stored), "ship/combi_rifle/0")
    # Uma and Jazz have no two free Hands.
    assert found["uma/in_hand"] == c.Fetch("uma", "combi_rifle")
    free = carrying(stored, "uma")
    assert {row for row in moves(seen(free), "ship/combi_rifle/0") if row.startswith("uma")} == {"uma/2", "uma/3"}
    assert moves(seen(free), "ship/grenade/1")["uma/light"] == c.Fetch("uma", "grenade")
    assert moves(seen(free), "ship/grenade/2")[GONE] == c.Scrap("grenade")


@pytest.mark.rule("R-114", "R-308")
def test_a_program_goes_into_a_device_with_room(stored: Session) -> None:
    view = seen(stored)
    assert (moves(view, "ship/veil/program"), why(view, "ship/veil/program")) == (
        {},
        ("No hacking device has a free slot for it.",),
    )
    room = carrying(stored, "jazz", Carried("hacking_device", "0", ("picklock",)))
    assert moves(seen(room), "ship/veil/program") == {
        "jazz/device:hacking_device": c.Load("jazz", "veil", "hacking_device")
    }
    assert view.programs.id == PROGRAMS


def test_a_place_that_is_taken_says_why() -> None:
    session = carrying(aboard("equipment"), "uma", Carried("pistol", "0"), Carried("combi_rifle", ""))
    assert why(seen(session), "uma/combi_rifle/") == ("Uma has no free slot there for Combi rifle.  [R-026]",)


@pytest.mark.rule("R-308")
def test_what_becomes_of_cards_in_hand_is_told() -> None:
    cards = (Carried("combi_rifle", ""), Carried("heavy_machine_gun", ""), Carried("helmet", ""))
    view = seen(carrying(aboard("equipment"), "uma", *cards))
    # Both Hands and the Backpack's one tab: a rifle takes the Hands, the gun finds no place.
    assert view.fitting == ("Combi rifle", "Helmet")
    assert view.stowed == ("Heavy machine gun",)


def test_the_same_state_gives_the_same_value(stored: Session) -> None:
    assert seen(stored) == seen(stored)


def test_a_card_of_two_locations_says_why_it_does_not_fit_one() -> None:
    full = ("Uma has no free slot there for Hacking device.  [R-026]",)
    hands = (Carried("pistol", "0"), Carried("knife", "0"), Carried("hacking_device", "backpack"))
    helmet = Carried("helmet", "0")
    for worn, told in (((helmet, *hands), full), (hands, full), (hands[2:], ())):
        view = seen(carrying(aboard("equipment"), "uma", *worn))
        assert why(view, "uma/hacking_device/backpack") == told


def test_a_light_card_in_hand_goes_beside_its_holder_or_another() -> None:
    view = seen(carrying(aboard("equipment"), "uma", Carried("grenade", "")))
    assert moves(view, "uma/grenade/") == {
        "uma/light": c.Place("uma", "grenade", "light"),
        "cadin/light": c.Give("uma", "cadin", "grenade"),
        "qiang/light": c.Give("uma", "qiang", "grenade"),
        "jazz/light": c.Give("uma", "jazz", "grenade"),
        STORE: c.Stow("uma", "grenade"),
        GONE: c.Scrap("grenade", "uma"),
    }
