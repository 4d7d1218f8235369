"""Readings of the campaign's rules that no step of an ordinary game tells apart.

Spans `rules.campaign.course`, `rules.campaign.written` and `rules.layout`.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS
from defiance_qt.systems.defiance.engine.rules.campaign import boons
from defiance_qt.systems.defiance.engine.state import Carried, Played
from tests.systems.defiance.engine.voyages import DEPLOY, LOSE, TEAM, WIN, at, sail, voyage

CUT = {"uma": {"consequences": ("deep_cut",)}}
NAKED: dict[str, dict[str, Any]] = {id: {"defense": ("any",), "carried": ()} for id in TEAM}


@pytest.mark.rule("R-294")
@pytest.mark.parametrize(
    ("area", "cured"), [("cabins", True), ("bridge", False), ("sickbay", False), ("workshop", False), ("", False)]
)
def test_only_a_cabin_is_a_place_to_be_treated_in(area: str, cured: bool) -> None:
    play = voyage("sickbay", crew={"uma": area}, team=CUT)
    assert play.can("cure uma deep_cut") is cured
    if not cured:
        assert play.refused("cure uma deep_cut") == "not_in_cabin R-294"


@pytest.mark.rule("R-294", "R-295")
@pytest.mark.parametrize(("figure", "kind"), [("billie", "engineering"), ("cho", "medicine"), ("uma", "medicine")])
def test_an_ally_that_is_no_remote_is_treated_by_medicine(figure: str, kind: str) -> None:
    play = voyage("sickbay", crew={figure: "cabins"}, team={figure: {"consequences": ("limp",)}})
    play.do(f"cure {figure} limp", team="S")
    assert f"roll.{kind}" in play.told("roll_opened")[0]


@pytest.mark.rule("R-290")
def test_the_stores_of_several_sources_add_up() -> None:
    cards = [
        replace(card, keeps={"tech": {"sample_container": 2, "fabricator": 1}[card.id]})
        if card.id in ("sample_container", "fabricator")
        else card
        for card in voyage("sickbay").game.rules.campaign.upgrades  # type: ignore[union-attr]
    ]
    both = ("sample_container", "fabricator")
    play = voyage("sickbay", card={"upgrades": tuple(cards)}, upgrades=both, tech=5).do("finish_step")
    assert at(play).kept == {"tech": 3}


@pytest.mark.rule("R-292")
def test_who_has_consequences_face_down_defends_in_the_jump_like_all_others() -> None:
    team = NAKED | {"cadin": {**NAKED["cadin"], "face_down": ("limp",)}}
    play = voyage("briefing", number=2, components=3, team=team)
    play.do("begin_mission", *DEPLOY, *WIN, team=["B", "B", "B", "B"])
    play_dice = [line for line in play.told("dice_rolled") if " team " in line]
    assert len(play_dice) == 4


@pytest.mark.rule("R-308")
def test_the_copy_in_the_hand_is_left_aboard_before_one_that_is_worn() -> None:
    worn, held = Carried("knife", "0"), Carried("knife", "")
    for carried in ((worn, held), (held, worn)):
        play = voyage("equipment", team={"uma": {"carried": carried}}).do("stow uma knife")
        assert play.one("uma").carried == (worn,)


@pytest.mark.rule("R-282")
def test_a_lost_mission_costs_as_many_consequences_as_it_says() -> None:
    terms = (k.Terms("two", lost=(k.Suffering(on="cadin", count=2), k.Suffering(on="uma"))),)
    play = sail(voyage("briefing", card={"terms": terms}), LOSE).do(
        "accept_defeat", consequence=["limp", "burns", "deep_cut"]
    )
    assert [len(play.one(id).consequences) for id in ("cadin", "uma", "qiang")] == [2, 1, 0]


@pytest.mark.rule("R-239", "R-154")
def test_only_a_remote_without_wounds_stays_aboard() -> None:
    """With a last Wound it is deployed; without one it is not asked where."""
    mission = {"two": {"allies": ("billie",)}}
    wounds = voyage("briefing").one("billie").wounds
    for down, asked in ((wounds - 1, True), (wounds, False)):
        cards = tuple(dict.fromkeys(voyage("briefing").state.decks["consequence"]))
        team = {"billie": {"face_down": cards[:down]}}
        play = voyage("briefing", missions=mission, team=team).do("begin_mission", *DEPLOY)
        assert bool(play.options("deploy billie")) is asked


@pytest.mark.rule("R-283")
@pytest.mark.parametrize(("components", "per", "charge"), [(4, 1, 5), (4, 2, 3), (3, 2, 2), (1, 2, 1), (0, 2, 1)])
def test_a_counter_begins_with_one_for_each_so_many_components(components: int, per: int, charge: int) -> None:
    counters = {"charge": k.Counter(1, source="components", per=per)}
    play = voyage("briefing", components=components, missions={"two": {"counters": counters}}).do("begin_mission")
    assert play.state.mission
    assert play.state.mission.counters == {"charge": charge}


@pytest.mark.rule("R-286")
def test_a_token_changes_places_with_one_that_has_none() -> None:
    play = voyage("crew", crew={"uma": "cabins"}).do("swap cadin uma")
    assert (at(play).crew["cadin"], at(play).crew["uma"]) == ("cabins", "")
    play.do("swap cadin uma")
    assert (at(play).crew["cadin"], at(play).crew["uma"]) == ("", "cabins")


@pytest.mark.rule("R-292")
def test_a_lost_jump_leaves_the_last_two_positions_free() -> None:
    for result, free in (("victory", ()), ("defeat", ("any", "B"))):
        played = (Played("three", result, "x", 5),)
        play = voyage("briefing", number=3, components=4, played=played)
        assert boons.exposed(play.game.rules, play.state) == free


@pytest.mark.rule("R-310")
def test_the_rounds_of_a_campaign_are_those_of_all_attempts() -> None:
    played = tuple(Played("one", "defeat", "x", round, accepted=False) for round in (7, 3))
    play = voyage("briefing", played=played)
    assert play.game.outcome(play.state).rounds == 10
    assert play.game.outcome(sail(play).state).rounds == 11


@pytest.mark.rule("R-298")
def test_a_recipe_for_a_card_makes_no_program() -> None:
    play = voyage("sickbay", crew={"uma": "workshop"}, upgrades=("fabricator",), tech=4)
    assert play.can("craft uma grenade")
    assert play.refused("craft uma grenade program=veil") == "unknown_program R-298"


@pytest.mark.rule("R-150", "R-286")
def test_who_is_aboard_already_does_not_join_again() -> None:
    joins = k.Result("x", (k.Gain("crew", "cho"),))
    team = {"cho": {"consequences": ("limp",)}}
    play = sail(voyage("briefing", crew={"cho": "bridge"}, team=team, missions={"two": {"results": (joins,)}}))
    assert (play.one("cho").consequences, play.told("crew_boarded")) == (("limp",), [])


@pytest.mark.rule("R-308")
def test_the_card_that_is_named_is_fetched() -> None:
    store = (Carried("knife", ""), Carried("grenade", ""), Carried("pistol", ""))
    play = voyage("equipment", team={"uma": {"carried": ()}}, store=store).do("fetch uma grenade")
    assert [held.item for held in play.one("uma").carried] == ["grenade"]
    assert [held.item for held in at(play).store] == ["knife", "pistol"]


@pytest.mark.rule("R-239", "R-282", "R-150")
def test_who_is_named_as_joining_has_suffered_face_down_alone() -> None:
    rare = k.Result("x", (k.Gain("crew", "cho"),), k.Requirement(flags=("x",)))
    sure = k.Result("y", (k.Gain("crew", "pell"),), k.Requirement(outcome="victory"))
    play = voyage("briefing", missions={"two": {"results": (rare, sure)}})
    play.do('write_down victory round=4 crew=cho face_down={"cho":1,"pell":2}')
    assert [len(play.one(id).face_down) for id in ("cho", "pell")] == [1, 2]


@pytest.mark.rule("R-233", "R-282", "R-150")
def test_every_figure_and_every_area_is_judged() -> None:
    play = voyage(
        "briefing", missions={"two": {"triggers": (k.Trigger("round_began 2", (k.Gain("wreck", "bridge"),)),)}}
    )
    assert play.refused('write_down victory round=4 face_down={"uma":1,"cadin":3}') == "too_many_face_down R-233"
    assert play.refused("write_down victory round=4 wrecked=bridge,cabins") == "not_wrecked_here R-282"


@pytest.mark.rule("R-286", "R-282")
def test_an_entry_takes_from_the_crew_those_who_leave_with_it_and_nobody_else() -> None:
    effects = (k.Gain("record", "seen"), k.Gain("record", "held"), k.Gain("crew", "cho", -1), k.Gain("crew", "pell"))
    mission = {"actions": {"cho": (k.CardAction("hold", effects),)}}
    play = voyage("briefing", crew={"cho": "", "pell": ""}, missions={"two": mission})
    play.do("write_down victory round=4 records=held")
    assert ("cho" in at(play).crew, "pell" in at(play).crew) == (False, True)


@pytest.mark.rule("R-016", "R-015", "R-024")
def test_without_the_opening_of_an_edition_the_first_one_is_laid_out() -> None:
    opening = k.Opening((k.MissionUnit("dummy", ("F1", "F2")),))
    mission = {"selected": ("dummy",), "openings": {"other": opening}}
    play = voyage("briefing", missions={"two": mission}).do("begin_mission")
    assert set(play.state.units) == {"dummy"}


@pytest.mark.rule("R-283")
def test_the_consoles_of_a_mission_begin_without_symbols() -> None:
    console = k.MissionConsole("panel", "A2", tuple(k.ConsoleInput("S", (k.SetFlag("x"),)) for _ in range(2)))
    play = voyage("briefing", missions={"two": {"consoles": (console,)}}).do("begin_mission")
    assert play.state.consoles["panel"].assigned == (NO_SYMBOLS, NO_SYMBOLS)


@pytest.mark.rule("R-152", "R-283")
def test_an_ally_without_a_controller_comes_along() -> None:
    play = voyage("briefing", crew={"cho": ""}, missions={"two": {"allies": ("cho",)}}).do("begin_mission")
    assert "cho" in play.state.team
