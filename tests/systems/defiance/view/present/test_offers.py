"""The legal commands by kind, thing and space."""

from __future__ import annotations

from typing import get_args

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.present.offers import Offers, group, kind, thing
from tests.systems.defiance.view.positions import activated, deployed


def test_every_command_has_a_kind() -> None:
    from defiance_qt.systems.defiance.view.present import offers

    assert set(get_args(c.Command)) == set(offers._KINDS)


def test_commands_are_found_by_what_they_are_about() -> None:
    session = activated()
    offers = Offers(session.legal(), session.state, {})
    assert offers.of("move") == (c.Move("cadin"),)
    assert set(offers.commands) == set(session.legal())
    for command in offers.commands:
        found = thing(command, session.state)
        assert not found or command in offers.at(found)


def test_a_button_narrows_what_a_click_means() -> None:
    session = deployed()
    offers = Offers(session.legal(), session.state, {})
    assert offers.at("uma") == (c.Activate("uma"),)
    assert offers.at("uma", "attack") == ()
    assert set(offers.things("activate")) == {one.character for one in offers.of("activate")}


def test_card_actions_are_grouped_by_card_and_action() -> None:
    command = c.UseCard("uma", "medikit", "treat", "cadin")
    assert group(command) == "card:medikit:treat"
    assert kind(command) == "card"


def test_a_door_is_clicked_from_both_its_spaces() -> None:
    session = activated()
    door = next(iter(session.state.doors))
    offers = Offers([c.Interact("cadin", door)], session.state, {door: ("K7", "K8")})
    assert offers.on("K7") == offers.on("K8") == (c.Interact("cadin", door),)
