"""Redistribute Crew: tokens on spaces of the ship (R-286, R-287)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.voyages import VOYAGE, at, step, voyage

ALL = {"uma": "sickbay", "cadin": "sickbay", "qiang": "workshop", "jazz": "workshop", "billie": "training"}


@pytest.mark.rule("R-287")
def test_a_token_moves_to_a_free_space_or_changes_places() -> None:
    play = voyage("crew", crew={"uma": "cabins", "billie": "bridge"})
    assert not play.can("station cadin cabins"), "one space"
    assert not play.can("station uma cabins")
    play.do("station uma sickbay", "station cadin cabins", "swap cadin uma", 'station billie ""')
    assert at(play).crew == {"uma": "cabins", "cadin": "sickbay", "qiang": "", "jazz": "", "billie": ""}
    assert play.can("swap qiang uma")
    assert not play.can("swap qiang jazz"), "neither has a place"


@pytest.mark.rule("R-287")
def test_an_upgrade_adds_spaces() -> None:
    play = voyage("crew", crew={"uma": "cabins"}, upgrades=("recovery_cabins",))
    play.do("station cadin cabins")
    assert not play.can("station qiang cabins")


@pytest.mark.rule("R-287")
@pytest.mark.parametrize("other", ["sickbay", "specialties", "intel", "equipment", "briefing"])
def test_tokens_move_only_in_their_step(other: str) -> None:
    assert voyage(other).options("station", "swap") == []


@pytest.mark.rule("R-286")
@pytest.mark.parametrize(("edition", "switch", "must"), [("en", "may", False), ("es", "must", True)])
def test_whether_crew_must_be_assigned_switch_d35(edition: str, switch: str, must: bool) -> None:
    play = voyage("crew", crew={**ALL, "billie": ""}, options={"edition": edition, "switches": {"crew": switch}})
    assert play.can("finish_step") != must
    play.do("station billie training")
    assert play.can("finish_step")


@pytest.mark.rule("R-286")
def test_whoever_finds_no_room_may_be_left_out() -> None:
    card = {"areas": VOYAGE.areas[:1], "members": (), "upgrades": (), "recipes": ()}
    play = voyage("crew", card=card, options={"switches": {"crew": "must"}})
    assert not play.can("finish_step")
    assert play.do("station uma bridge").can("finish_step")


@pytest.mark.rule("R-286")
def test_at_the_end_of_the_step_those_in_an_area_of_their_profile_are_at_work() -> None:
    play = voyage("crew", crew={**ALL, "goldstein": "bridge", "cho": "cabins"}, active=())
    play.do("finish_step")
    assert at(play).active == ("uma sickbay", "jazz workshop", "goldstein bridge")
    assert play.told("crew_active") == ['crew_active active="uma sickbay","jazz workshop","goldstein bridge" [R-286]']
    assert step(play) == "sickbay"
