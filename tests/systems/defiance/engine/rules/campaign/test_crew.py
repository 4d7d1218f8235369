"""Redistribute Crew: tokens on spaces of the ship (R-286, R-287).

Spans `soundness.aboard`, `rules.campaign.ship` and `rules.campaign.written`.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import frames as f
from tests.systems.defiance.engine.voyages import DEPLOY, VOYAGE, at, step, voyage

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
    first = voyage("crew", crew={"uma": "cabins"}, options={"edition": edition, "switches": {"crew": switch}})
    assert first.can("finish_step") != must, "four have no place, and there is room"


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


@pytest.mark.rule("R-287")
def test_every_area_has_spaces_of_its_own_whatever_is_built() -> None:
    crew = {"uma": "bridge", "cadin": "sickbay", "qiang": "sickbay", "billie": "workshop"}
    play = voyage("crew", crew=crew, upgrades=("fabricator",))
    free = {line.split()[2] for line in play.options("station jazz")}
    assert free == {"workshop", "training", "cabins"}, "one of one taken, two of two, one of two"


@pytest.mark.rule("R-286")
def test_tokens_of_the_reserve_are_lost_one_by_one_as_long_as_the_crew_can() -> None:
    """Cho hides two: the first of the first event, the first of the second, none of the third."""
    cho = replace(next(one for one in VOYAGE.members if one.id == "cho"), areas={"bridge": k.Boon(intercepts=2)})

    def reserve(*amounts: int) -> int:
        raised = k.Trigger("round_began 1", tuple(map(k.Reinforce, amounts)))
        play = voyage(
            "briefing", crew={"cho": "bridge"}, card={"members": (cho,)}, missions={"two": {"triggers": (raised,)}}
        )
        return play.do("begin_mission", *DEPLOY).state.reserve

    assert (reserve(1), reserve(1, 1), reserve(1, 2), reserve(1, 2, 3)) == (0, 0, 1, 4)
    assert (reserve(2, 1), reserve(3, 1)) == (1, 2)


@pytest.mark.rule("R-286")
def test_a_wrecked_area_has_no_effect() -> None:
    play = voyage("crew", crew={**ALL, "goldstein": "bridge"}, active=(), wrecked=("bridge",)).do("finish_step")
    assert at(play).active == ("uma sickbay", "jazz workshop")


@pytest.mark.rule("R-286")
def test_only_who_takes_part_can_start_focused() -> None:
    play = voyage("briefing", crew={"cho": "training"}).do("begin_mission", *DEPLOY[:3])
    play.state = replace(play.state, agenda=(play.state.agenda[0], f.Readying(1)))
    assert play.options("ready") == ["ready uma", "ready cadin", "ready qiang"], "Jazz is not on the board yet"


@pytest.mark.rule("R-287")
def test_nobody_is_assigned_to_the_area_where_the_token_is_already() -> None:
    """One of its two spaces is free, for all the others."""
    play = voyage("crew", crew={"uma": "sickbay"})
    assert [line.split()[1] for line in play.options("station") if line.endswith(" sickbay")] == [
        "cadin", "qiang", "jazz", "billie",
    ]  # fmt: skip
    assert [line.split()[2] for line in play.options("station uma")] == [
        "bridge",
        "workshop",
        "training",
        "cabins",
        '""',
    ]


@pytest.mark.rule("R-286", "R-287")
def test_every_upgrade_and_every_member_at_work_adds_its_spaces() -> None:
    """Once Cho is not at work any more, nobody follows into the space that is gone."""
    cho = k.CrewMember("cho", {"bridge": k.Boon(spaces={"cabins": 1})})
    card = {"members": (cho,)}
    crew = {"uma": "cabins", "cadin": "cabins", "cho": "bridge"}
    play = voyage("crew", crew=crew, card=card, upgrades=("drone_cradle", "recovery_cabins"))
    assert play.can("station qiang cabins")
    assert not play.do("station qiang cabins").can("station jazz cabins")
    assert not voyage("crew", crew=crew, card=card, active=()).can("station jazz cabins")
