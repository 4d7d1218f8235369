"""The course of a campaign: the team, one mission after another, victory and both ways on after a defeat."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.content import Condition
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.rules.campaign.course import foreseen, mission_ahead
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.positions import SYSTEM, position
from tests.systems.defiance.engine.voyages import DEPLOY, LOSE, TEAM, WIN, at, embark, pass_by, sail, step, voyage

GAINS = (k.Gain("tech", amount=2), k.Gain("record", "door_opened"))


@pytest.mark.rule("R-280", "R-281")
def test_four_of_the_characters_make_the_team_for_the_whole_campaign() -> None:
    play = embark({"size": 3})
    assert play.options() == [f"enlist {id}" for id in TEAM]
    play.do("enlist jazz", "enlist uma")
    assert step(play) == "team"
    play.do("enlist qiang")
    assert (step(play), at(play).team) == ("briefing", ("jazz", "uma", "qiang"))
    assert set(at(play).crew) == {"billie", "jazz", "uma", "qiang"}
    starting = play.game.rules.catalog.characters["jazz"].equipment
    assert {held.item for held in play.one("jazz").carried} >= set(starting)
    assert all(play.one(id).specialties == () for id in at(play).team), "nothing is acquired at the start"
    play.do("begin_mission")
    assert list(play.state.team) == ["jazz", "uma", "qiang"]


@pytest.mark.rule("R-152", "R-283")
@pytest.mark.parametrize("jazz", [True, False])
def test_an_ally_without_its_controller_stays_aboard(jazz: bool) -> None:
    """Unless the mission puts it on a space of its own: then it is the mission's, whoever is there."""
    team = ["uma", "cadin", "jazz" if jazz else "qiang"]
    missions = {"one": {"allies": ("billie", "mule"), "fixed": (k.Fixed("mule", "F1"),)}}
    play = embark({"size": 3}, missions).do(*(f"enlist {id}" for id in team), "begin_mission")
    assert list(play.state.team) == [*team, *(["billie"] if jazz else []), "mule"]
    waiting = [id for id in play.state.team if id != "mule"]
    play.do(*(f"deploy {id} {space}" for id, space in zip(waiting, ("A1", "B1", "C1", "D1"), strict=False)))
    assert play.state.round == 1


@pytest.mark.rule("R-280")
def test_where_only_four_are_named_nobody_is_asked() -> None:
    play = embark()
    assert (step(play), at(play).team, play.options()) == ("briefing", TEAM, ["begin_mission"])


@pytest.mark.rule("R-282", "R-310")
def test_missions_come_in_their_order_and_the_last_one_ends_the_campaign() -> None:
    play = embark({"missions": ("one", "two"), "jump": ""})
    sail(play)
    pass_by(play, "briefing")
    assert (at(play).number, [one.mission for one in at(play).played]) == (1, ["one"])
    sail(play)
    assert (play.state.result, play.state.agenda) == ("victory", ())
    assert [(one.mission, one.result) for one in at(play).played] == [("one", "victory"), ("two", "victory")]
    assert play.refused("finish_step") == "game_over R-045"


@pytest.mark.rule("R-310")
def test_a_campaign_whose_last_mission_is_lost_for_good_is_lost() -> None:
    play = embark({"missions": ("one",), "jump": ""})
    sail(play, LOSE).do("accept_defeat")
    assert (play.state.result, play.state.because) == ("defeat", "gone")


@pytest.mark.rule("R-283")
def test_a_mission_begins_with_everybody_as_they_are_aboard() -> None:
    held = (Carried("knife", "0"),)
    team = {"uma": {"carried": held, "specialties": ("orders",), "consequences": ("deep_cut",), "intel": 4}}
    play = voyage("briefing", team=team).do("begin_mission")
    uma = play.one("uma")
    assert (uma.carried, uma.specialties, uma.consequences, uma.intel) == (held, ("orders",), ("deep_cut",), 4)
    copies = play.game.rules.catalog.consequences["deep_cut"].copies
    assert play.state.decks["consequence"].count("deep_cut") == copies - 1, "it is not in the deck"


@pytest.mark.rule("R-283", "R-150")
def test_who_takes_no_part_waits_aboard_and_an_ally_of_the_crew_comes_as_it_is() -> None:
    hurt = {"goldstein": {"face_down": ("torn_muscle",)}}
    play = voyage("briefing", crew={"goldstein": ""}, team=hurt, missions={"two": {"allies": ("goldstein",)}})
    play.do("begin_mission")
    assert play.one("goldstein").face_down == ("torn_muscle",)
    assert set(at(play).aboard) == {"billie"}
    play.do(*DEPLOY, "deploy goldstein E1", *WIN)
    assert set(play.state.team) == {*TEAM, "billie", "goldstein"}
    assert play.one("goldstein").space == ""


@pytest.mark.rule("R-283")
def test_who_is_met_again_in_a_mission_does_not_wait_aboard() -> None:
    fields = {"neutrals": (k.MissionNeutral("goldstein", "A2"),)}
    play = voyage("briefing", crew={"goldstein": "", "cho": ""}, missions={"two": fields}).do("begin_mission")
    assert set(play.state.neutrals) == {"goldstein"}
    assert set(at(play).aboard) == {"billie", "cho"}
    assert set(at(play).before) == {*TEAM, "billie", "goldstein", "cho"}


@pytest.mark.rule("R-283", "R-013", "R-014")
def test_a_mission_of_a_campaign_is_set_up_like_one_played_alone() -> None:
    fields = {
        "selected": ("cadmus", "gwailos", "nox_hacker"),
        "available": ("nox_hacker",),
        "alert": 2,
        "reserve": 1,
        "counters": {"power": k.Counter(2)},
        "zones": {"dock": ("E2", "F2")},
        "zone_rules": {"dock": ("difficult",)},
        "containers": (k.MissionContainer("crate", "E1", 2),),
        "triggers": (k.Trigger("set_up", (k.Count("power"),)),),
    }
    play = voyage("briefing", missions={"two": fields}).do("begin_mission")
    rules = Rules(play.game.rules.catalog, Setup(SYSTEM, "two", 1, "en", {}), Hooks())
    game = DefianceGame(rules)
    alone = reduce(game.evolve, game.start(rules.setup), game.blank())
    for state in (play.state, alone):
        assert (state.selected, state.available) == (("cadmus", "gwailos"), ("nox_hacker",))
        assert (state.alert, state.reserve, state.containers["crate"].loot) == (2, 1, 2)
        assert state.mission
        assert (state.mission.counters, state.mission.zones) == ({"power": 3}, {"dock": ("difficult",)})
        assert {id for id in state.team if id != "billie"} == set(TEAM)
    assert play.state.decks == alone.decks
    assert not alone.campaign


SEVEN = ["crew", "sickbay", "specialties", "intel", "equipment", "briefing"]


@pytest.mark.rule("R-284")
@pytest.mark.parametrize(
    ("edition", "switch", "order"),
    [
        ("en", "", SEVEN),
        ("es", "six", [one for one in SEVEN if one != "specialties"]),
        ("es", "seven", SEVEN),
        ("en", "six", [one for one in SEVEN if one != "specialties"]),
    ],
)
def test_the_steps_after_a_mission_switch_d34(edition: str, switch: str, order: list[str]) -> None:
    play = embark(edition=edition, switches={"campaign_order": switch, "crew": "may"} if switch else {"crew": "may"})
    sail(play)
    seen = [step(play)]
    while seen[-1] != "briefing":
        play.do("finish_step")
        seen.append(step(play))
    assert seen == order


@pytest.mark.rule("R-284", "R-299")
def test_the_step_of_specialties_is_passed_over_where_there_are_none_to_acquire() -> None:
    play = voyage("sickbay", participants=(), options={"switches": {"specialty_for": "participants"}})
    assert step(play.do("finish_step")) == "intel"


def missions(**more: k.Trigger) -> dict[str, dict[str, object]]:
    """The first mission costs and brings something at its start."""
    effects = (k.Suffer(2, "uma"), k.Suffering(1, "uma"), k.GainIntel(2, "user"), *GAINS, k.SetFlag("seen"))
    return {"one": {"triggers": (k.Trigger("round_began 1", effects),), "intel": 5}}


@pytest.mark.rule("R-282")
def test_a_lost_mission_played_again_begins_as_it_did_and_the_attempt_is_remembered() -> None:
    play = embark(missions=missions())
    before = play.state
    sail(play, LOSE, consequence="torn_muscle")
    assert (step(play), play.options()) == ("verdict", ["play_again", "accept_defeat"])
    assert play.one("uma").consequences == ("torn_muscle",)
    play.do("play_again")
    assert [play.one(id) for id in TEAM] == [before.team[id] for id in TEAM]
    assert (play.state.flags, play.state.loot, play.state.facts) == ((), (), {})
    [lost] = at(play).played
    assert (lost.mission, lost.result, lost.accepted, at(play).attempt) == ("one", "defeat", False, 2)
    play.do(*DEPLOY, *WIN, consequence="torn_muscle")
    assert [(one.result, one.accepted) for one in at(play).played] == [("defeat", False), ("victory", True)]
    assert (at(play).number, at(play).attempt, at(play).tech) == (1, 1, 2), "what the lost attempt brought is gone"


@pytest.mark.rule("R-286")
def test_a_mission_played_again_has_the_help_of_the_crew_again() -> None:
    play = voyage("briefing", crew={"cho": "training"})
    play.do("begin_mission", *DEPLOY, "ready uma", *LOSE, "play_again", *DEPLOY)
    assert play.options() == [f"ready {id}" for id in TEAM]
    play.do("ready cadin", *LOSE, "accept_defeat")
    assert at(play).active == ()


@pytest.mark.rule("R-282", "R-303")
def test_a_defeat_that_is_accepted_brings_half_the_intel_packs_and_what_follows_it() -> None:
    lost = (k.Gain("crew", "goldstein"), k.Suffering(1, "goldstein"))
    play = embark({"terms": (k.Terms("one", lost=lost),)}, missions=missions())
    sail(play, LOSE, consequence="torn_muscle").do("accept_defeat", consequence="deep_cut")
    assert [play.one(id).intel for id in TEAM] == [4, 2, 2, 2], "half of five, and the two that Uma found"
    assert play.one("goldstein").consequences == ("deep_cut",)
    assert at(play).crew["goldstein"] == ""
    assert (at(play).tech, at(play).records, step(play)) == (2, ("door_opened",), "crew")
    assert (at(play).number, at(play).played[-1].accepted) == (1, True)


@pytest.mark.rule("R-303")
def test_a_result_of_the_campaign_counts_beside_those_of_the_mission() -> None:
    quick = k.Result(id="quick", effects=(k.GainIntel(1, "characters"),), needs=k.Requirement(outcome="victory"))
    card = {"terms": (k.Terms("one", results=(quick,)),)}
    assert sail(embark(card)).one("uma").intel == 4
    assert sail(embark(card), LOSE).one("uma").intel == 0


@pytest.mark.rule("R-150", "R-286")
def test_who_a_mission_brings_joins_the_crew_and_other_allies_go_their_way() -> None:
    gains = k.Result(id="x", effects=(k.Gain("crew", "cho"),))
    fields = {"allies": ("goldstein",), "results": (gains,)}
    play = embark(missions={"one": fields}).do("begin_mission", *DEPLOY, "deploy goldstein E1", *WIN)
    assert set(play.state.team) == {*TEAM, "billie", "cho"} == set(at(play).crew)


def test_nothing_of_a_mission_stays_for_the_next_one() -> None:
    """Its table, and what abilities noted about it; who answers chance, and its count, go on."""
    play = embark(answers={"team.loot": "person"})
    play.do("begin_mission", *DEPLOY, 'overrule flags ["seen"]', "overrule reserve 2")
    play.state = replace(play.state, facts={"weather.wind": 3})
    count = play.state.chance
    play.do(*WIN)
    state = play.state
    assert (state.facts, state.flags, state.reserve, state.round, state.enemies) == ({}, (), 0, 0, {})
    pass_by(play, "briefing").do("begin_mission")
    assert (play.state.facts, play.state.flags) == ({}, ())
    assert (play.state.answers["team.loot"], play.state.chance) == ("person", count)


@pytest.mark.rule("R-286", "R-278")
def test_characters_start_focused_before_round_1() -> None:
    play = voyage("briefing", crew={"cho": "training"}, upgrades=("training_simulator",))
    play.do("begin_mission", *DEPLOY)
    assert isinstance(play.state.agenda[-1], f.Readying)
    assert play.options() == [f"ready {id}" for id in TEAM]
    play.do("ready uma")
    assert play.options() == [f"ready {id}" for id in TEAM if id != "uma"]
    play.do("ready cadin", "ready jazz")
    assert (play.state.round, play.state.reserve) == (1, 0)
    assert [id for id in TEAM if "focused" in play.one(id).states] == ["uma", "cadin", "jazz"]


@pytest.mark.rule("R-286")
def test_more_help_than_characters_is_no_hindrance() -> None:
    play = voyage("briefing", card={"upgrades": (k.Upgrade(id="drill", value=1, focused=9),)}, upgrades=("drill",))
    play.do("begin_mission", *DEPLOY, *(f"ready {id}" for id in TEAM))
    assert play.state.round == 1


@pytest.mark.rule("R-286")
def test_effects_of_the_crew_happen_before_round_1() -> None:
    play = voyage("briefing", crew={"cadin": "training"}).do("begin_mission", *DEPLOY)
    assert (play.one("cadin").aggro, play.state.round) == (1, 1)
    assert play.told("aggro_changed")[0].endswith("[R-286]")


@pytest.mark.rule("R-286")
def test_the_first_token_of_the_reserve_is_lost() -> None:
    raised = k.Trigger("round_began 1", (k.Reinforce(1), k.Reinforce(2)))
    play = voyage("briefing", crew={"cho": "bridge"}, missions={"two": {"triggers": (raised,)}})
    play.do("begin_mission", *DEPLOY)
    assert play.state.reserve == 2
    idle = voyage("briefing", crew={"cho": ""}, missions={"two": {"triggers": (raised,)}})
    assert idle.do("begin_mission", *DEPLOY).state.reserve == 3


def test_events_alone_lead_through_a_whole_campaign() -> None:
    play = embark({"missions": ("one", "two"), "jump": ""})
    events = [*play.events]
    for line in ("begin_mission", *DEPLOY, *LOSE, "accept_defeat", "station uma cabins", *["finish_step"] * 5):
        events += play.do(line).events
    assert reduce(play.game.evolve, events, play.game.blank()) == play.state


@pytest.mark.rule("R-282")
def test_the_defeat_that_is_accepted_is_that_of_the_last_mission() -> None:
    play = sail(voyage("briefing", card={"jump": ""}))
    assert [one.mission for one in at(play).played] == ["two"]
    sail(pass_by(play, "briefing"), LOSE).do("accept_defeat")
    assert [line.split()[:2] for line in play.told("defeat_accepted")] == [["defeat_accepted", "three"]]
    assert play.state.result is None
    assert [(one.mission, one.accepted) for one in at(play).played] == [("two", True), ("three", True)]


@pytest.mark.rule("R-282")
def test_what_follows_a_lost_mission_follows_no_won_one() -> None:
    """Each line of its terms counts."""
    terms = (
        k.Terms("one", lost=(k.Gain("crew", "goldstein"),)),
        k.Terms("one", lost=(k.Gain("crew", "cho"),)),
        k.Terms("two", lost=(k.Gain("crew", "pell"),)),
    )
    assert set(at(sail(embark({"terms": terms}))).crew) == {*TEAM, "billie"}
    lost = sail(embark({"terms": terms}), LOSE).do("accept_defeat")
    assert set(at(lost).crew) == {*TEAM, "billie", "goldstein", "cho"}


@pytest.mark.rule("R-282", "R-286")
@pytest.mark.parametrize("id", ["billie", "goldstein"], ids=["of the crew", "not of the crew"])
def test_a_lost_mission_may_take_a_member_from_the_crew(id: str) -> None:
    terms = (k.Terms("one", lost=(k.Gain("crew", id, amount=-1),)),)
    play = sail(embark({"terms": terms}), LOSE).do("accept_defeat")
    assert set(at(play).crew) == {*TEAM, "billie"} - {id}


@pytest.mark.rule("R-283")
def test_where_a_mission_allows_it_one_of_the_crew_comes_too() -> None:
    """None of the team, who come in any case, and no Remote."""
    card = {"terms": (k.Terms("two", companion=True),)}
    play = voyage("briefing", crew={"goldstein": "", "cho": "bridge"}, card=card)
    assert play.options() == ["begin_mission companion=goldstein", "begin_mission companion=cho"]
    play.do("begin_mission companion=cho")
    assert play.told("companion_chosen") == ["companion_chosen cho [R-283]"]
    assert at(play).records == ("companion_cho",)
    assert voyage("briefing", crew={"cho": ""}).options() == ["begin_mission"], "the terms of this mission allow none"


@pytest.mark.rule("R-283", "R-012")
def test_who_takes_part_only_by_an_entry_stays_away_without_it() -> None:
    needs = k.Requirement(record=("door_opened",))
    fields = {"allies": ("goldstein",), "fixed": (k.Fixed("goldstein", "F1", needs=needs),)}

    def there(*records: str) -> bool:
        play = voyage("briefing", records=records, missions={"two": fields}).do("begin_mission", *DEPLOY)
        return "goldstein" in play.state.team

    assert there("door_opened")
    assert not there("door_closed")


@pytest.mark.rule("R-283")
def test_who_comes_in_the_middle_of_a_mission_comes_as_aboard() -> None:
    """Also one who was met, left, and comes again."""
    hurt = {"goldstein": {"face_down": ("torn_muscle",)}, "cho": {"face_down": ("deep_cut",)}}
    arrives = (k.Leave(("cho",)), k.Appear("goldstein", "E2"), k.Appear("cho", "F2"))
    fields = {
        "triggers": (k.Trigger("round_began 1", arrives),),
        "neutrals": (k.MissionNeutral("cho", "E1"),),
        "deployment": ("A1", "B1", "C1", "D1"),
    }
    play = voyage("briefing", crew={"goldstein": "", "cho": ""}, team=hurt, missions={"two": fields})
    play.do("begin_mission", *DEPLOY)
    assert (play.one("goldstein").face_down, play.one("cho").face_down) == (("torn_muscle",), ("deep_cut",))


@pytest.mark.rule("R-283")
def test_what_a_mission_lets_somebody_do_ends_with_it() -> None:
    pry = k.CardAction("pry", (k.Calm(1),))
    play = voyage("briefing", missions={"two": {"actions": {"uma": (pry,)}}}).do(
        "begin_mission", *DEPLOY, "activate uma"
    )
    assert play.can("use_card uma uma.pry uma")
    play.do("end_activation uma")
    pass_by(play, "briefing").do("begin_mission", *DEPLOY, "activate uma")
    assert play.one("uma").actions == play.game.rules.catalog.characters["uma"].actions
    assert not play.options("use_card uma uma.pry")


@pytest.mark.rule("R-283", "R-155")
def test_what_the_own_card_lets_somebody_do_stays_in_every_mission() -> None:
    pry = k.CardAction("pry", (k.Calm(1),))
    play = voyage("briefing", missions={"two": {"actions": {"jazz": (pry,)}}}).do("begin_mission")
    own = play.game.rules.catalog.characters["jazz"].actions
    assert own
    assert play.one("jazz").actions == (*own, pry)
    play.do(*DEPLOY, *WIN)
    pass_by(play, "briefing").do("begin_mission")
    assert play.one("jazz").actions == own


@pytest.mark.rule("R-303")
def test_a_mission_that_pays_nothing_pays_nobody() -> None:
    play = sail(embark(missions={"one": {"intel": 0}}))
    assert play.told("intel_gained") == []
    assert [play.one(id).intel for id in TEAM] == [0, 0, 0, 0]


@pytest.mark.rule("R-303")
def test_a_line_of_the_result_pays_every_character() -> None:
    quick = k.Result(id="quick", effects=(k.GainIntel(2, "characters"),))
    play = sail(embark(missions={"one": {"intel": 1, "results": (quick,)}}))
    assert [play.one(id).intel for id in TEAM] == [3, 3, 3, 3]


@pytest.mark.rule("R-284", "R-293")
def test_the_steps_follow_each_other_in_a_game_without_abilities() -> None:
    """Nothing but the steps themselves leads from one to the next."""
    play = sail(without_abilities(embark()), LOSE).do("accept_defeat")
    assert step(play) == "crew"
    play.do("finish_step")
    assert (step(play), play.options("finish_step")) == ("sickbay", ["finish_step"])
    play.do("finish_step", "finish_step", "finish_step", "finish_step")
    assert step(play) == "briefing"


@pytest.mark.rule("R-282")
def test_no_mission_follows_the_last_one() -> None:
    play = sail(voyage("briefing", card={"missions": ("one", "two"), "jump": ""}))
    assert play.state.result == "victory"
    assert mission_ahead(play.game.rules, play.state) == "two"


@pytest.mark.rule("R-150", "R-303")
def test_who_was_met_joins_once_and_every_line_of_the_result_counts() -> None:
    lines = tuple(k.Result(id=id, effects=(k.GainIntel(1, "characters"),)) for id in ("a", "b"))
    fields = {"neutrals": (k.MissionNeutral("goldstein", "A2"),), "results": lines, "intel": 0}
    new = embark(missions={"one": fields}).do("begin_mission", *DEPLOY)
    new.do("activate uma", "interact uma goldstein", "end_activation uma")
    assert len(new.told("crew_joined")) == 1
    assert "goldstein" in at(new).crew
    assert [new.one(id).intel for id in TEAM] == [2, 2, 2, 2]
    old = voyage("briefing", crew={"goldstein": ""}, missions={"two": fields}).do("begin_mission", *DEPLOY)
    old.do("activate uma", "interact uma goldstein", "end_activation uma")
    assert old.told("crew_joined") == []


def without_abilities(play: Play) -> Play:
    """The same game, with nothing but the rules to lead from one step to the next."""
    play.game = DefianceGame(Rules(play.game.rules.catalog, play.game.rules.setup, Hooks()))
    return play


@pytest.mark.rule("R-233", "R-284")
@pytest.mark.parametrize("alone", [False, True])
def test_who_ends_a_won_mission_unconscious_takes_two_consequences_before_the_steps_begin(alone: bool) -> None:
    play = voyage("briefing")
    if alone:
        without_abilities(play)
    play.do("begin_mission", *DEPLOY)
    play.do(f"overrule team.jazz.damage {play.one('jazz').wounds}", *WIN)
    assert {id: len(play.one(id).face_down) for id in TEAM} == {"uma": 0, "cadin": 0, "qiang": 0, "jazz": 2}
    assert (step(play), play.can("finish_step")) == ("crew", True)


@pytest.mark.rule("R-284", "R-292")
@pytest.mark.parametrize("defense", [("any",), ()])
def test_from_the_jump_to_the_next_mission_each_step_follows_the_other(defense: tuple[str, ...]) -> None:
    """Nothing is rolled where all positions are covered and a Character has no dice."""
    team = {id: {"defense": defense, "carried": ()} for id in TEAM}
    play = without_abilities(voyage("briefing", number=2, components=4, team=team)).do("begin_mission", *DEPLOY)
    play.do(*WIN, **({"team": ["-"] * 4} if defense else {}))
    assert [line.split()[2] for line in play.told("roll_succeeded")] == ["yes"] * 4
    assert (step(play), at(play).market) == ("crew", "x")
    play.do("finish_step", "finish_step", "finish_step", "finish_step", "finish_step")
    assert step(play) == "briefing"


@pytest.mark.rule("R-150", "R-286")
def test_a_mission_takes_away_only_who_is_of_the_crew() -> None:
    """An entry that bears a name takes nobody away, and nobody joins by an amount of nothing."""
    lost = tuple(k.Gain("crew", id, amount=-1) for id in ("goldstein", "cho"))
    fields = {"results": (k.Result(id="x", effects=(*lost, k.Gain("record", "billie"), k.Gain("crew", "pell", 0))),)}
    play = sail(voyage("briefing", crew={"goldstein": "bridge"}, missions={"two": fields}))
    assert play.told("crew_left") == ["crew_left goldstein [R-286]"]
    assert set(at(play).crew) == {*TEAM, "billie"}


@pytest.mark.rule("R-286", "R-289")
def test_areas_that_a_mission_wrecked_have_no_effect_until_the_next_one_ends() -> None:
    """A Sample or an entry of the same name wrecks nothing."""
    wrecked = (k.Gain("wreck", "workshop"), k.Gain("wreck", "bridge"), k.Gain("record", "sickbay"))
    fields = {"results": (k.Result(id="x", effects=wrecked),)}
    crew = {"uma": "sickbay", "jazz": "workshop", "goldstein": "bridge"}
    play = sail(voyage("briefing", crew=crew, card={"jump": ""}, missions={"two": fields}))
    assert at(play).wrecked == ("bridge", "workshop")
    assert at(play.do("finish_step")).active == ("uma sickbay",)
    sail(pass_by(play, "briefing"))
    assert at(play).wrecked == ()


@pytest.mark.rule("R-286", "R-282")
@pytest.mark.parametrize(
    ("wrecks", "end", "found"),
    [
        (3, LOSE, ("workshop", "bridge", "sickbay")),
        (1, LOSE, ("workshop",)),
        (0, LOSE, ("workshop",)),
        (3, WIN, ("workshop",)),
    ],
)
def test_a_lost_mission_wrecks_as_many_areas_as_it_says(
    wrecks: int, end: tuple[str, ...], found: tuple[str, ...]
) -> None:
    fields = {"results": (k.Result(id="x", effects=(k.Gain("wreck", "workshop"),)),)}
    play = sail(voyage("briefing", card={"terms": (k.Terms("two", wrecks=wrecks),)}, missions={"two": fields}), end)
    if end == LOSE:
        play.do("accept_defeat")
    assert at(play).wrecked == found


ARRIVES = (k.DeployUnits(("dummy",), ("F1",)),)
FLAG = (k.SetFlag("seen"),)
SEEN = k.Requirement(flags=("seen",))
OVER = k.EndMission("victory", "out")


@pytest.mark.rule("R-306")
@pytest.mark.parametrize(
    ("triggers", "first"),
    [
        ([], None),
        ([k.Trigger("flag a", FLAG), k.Trigger("flag b", FLAG)], 0),
        ([k.Trigger("flag a", FLAG), k.Trigger("flag b", ARRIVES)], 1),
        ([k.Trigger("flag a", FLAG), k.Trigger("flag b", (*FLAG, *ARRIVES))], 1),
        ([k.Trigger("flag a", ARRIVES), k.Trigger("round_began 4", FLAG)], 1),
        ([k.Trigger("round_ended 5", FLAG), k.Trigger("round_began 4", FLAG), k.Trigger("round_began 6", ARRIVES)], 1),
        ([k.Trigger("round_began 4", FLAG), k.Trigger("round_ended 4", ARRIVES)], 0),
        ([k.Trigger("alert 1", FLAG), k.Trigger("round_began 4", FLAG)], 1),
        ([k.Trigger("round_ended", ARRIVES), k.Trigger("round_began 9", FLAG)], 1),
        ([k.Trigger("set_up", ARRIVES), k.Trigger("flag a", FLAG)], 1),
        ([k.Trigger("round_began 1", FLAG, repeats=True), k.Trigger("flag a", FLAG)], 1),
        ([k.Trigger("round_began 1", FLAG, needs=SEEN), k.Trigger("flag a", FLAG)], 1),
        ([k.Trigger("round_began 1", FLAG, unless=SEEN), k.Trigger("flag a", FLAG)], 1),
        ([k.Trigger("round_began 1", (OVER,)), k.Trigger("flag a", FLAG)], 1),
        ([k.Trigger("round_began 1", (*FLAG, OVER)), k.Trigger("flag a", FLAG)], 1),
        ([k.Trigger("round_began 1", (OVER,))], None),
    ],
)
def test_what_is_foreseen_is_the_first_event_that_is_certain(triggers: list[k.Trigger], first: int | None) -> None:
    """By its Round, else the first arrival, else the first of all; nothing is foreseen without such an Upgrade."""
    mast = (k.Upgrade(id="drill", value=1), k.Upgrade(id="mast", value=1, foresees=True))
    for upgrades, told in ((("drill", "mast"), first), (("drill",), None)):
        play = voyage(
            "briefing", card={"upgrades": mast}, upgrades=upgrades, missions={"two": {"triggers": tuple(triggers)}}
        )
        assert foreseen(play.game.rules, play.state) == told


@pytest.mark.rule("R-150")
@pytest.mark.parametrize("result", ["victory", "defeat"])
def test_who_was_won_over_joins_the_crew_however_the_mission_ends(result: str) -> None:
    conditions: dict[str, Any] = {result: (Condition(id="there", standing=("uma",), zone="out"),)}
    game = position("U N .\n\nzone out A1\nneutral goldstein N", **conditions)
    game.do("activate uma", "interact uma goldstein", "end_activation uma")
    assert game.state.result == result
    assert game.state.crew == ("goldstein",)
