"""A campaign beside the printed game: results written down, a campaign entered from paper."""

from __future__ import annotations

import json
from functools import reduce
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.extend.sessions import Session as Sessions
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.content import Condition
from defiance_qt.systems.defiance.engine.notation import format_command, parse_command
from defiance_qt.systems.defiance.engine.rules.campaign.written import faults
from defiance_qt.systems.defiance.engine.state import CampaignState, State
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.positions import Play as Positioned
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.voyages import at, step, voyage

TEAM = {"uma": c.Entered(5), "cadin": c.Entered(), "qiang": c.Entered(), "jazz": c.Entered()}


CARDS = pack("guest")


def over(result: str, figures: str) -> Positioned:
    """Uma's Activation ends, and with it the mission."""
    conditions: dict[str, Any] = {result: (Condition(id="there", standing=("uma",), zone="out"),)}
    game = position(f"U . A N .\n\nzone out A1\nneutral goldstein N\n{figures}", CARDS, **conditions)
    return game.do("activate uma", "end_activation uma")


def begin() -> Session:
    return Sessions.new("infinity-defiance", mission="defiance", seed=3, journal=False)


def state_of(session: Session) -> State:
    state: State = session.state
    return state


def campaign_of(session: Session) -> CampaignState:
    campaign = state_of(session).campaign
    assert campaign
    return campaign


def step_of(session: Session) -> str:
    frame = state_of(session).agenda[-1]
    assert isinstance(frame, f.Campaign)
    return frame.todo[0]


def refused(session: Session, command: c.Command) -> Illegal:
    before = session.state
    with pytest.raises(Illegal) as found:
        session.submit(command)
    assert session.state is before
    return found.value


@pytest.mark.rule("R-303", "R-288", "R-237", "R-239")
def test_a_written_victory_counts_like_a_played_one() -> None:
    with begin() as session:
        intel = {"uma": 4, "cadin": 3, "qiang": 3, "jazz": 3}
        written = c.WriteDown(
            result="victory",
            round=8,
            alert=2,
            intel=intel,
            consequences={"uma": ("nightmares",)},
            face_down={"billie": 1},
            tech=1,
            crew=("goldstein",),
            notes="a close one",
        )
        session.submit(written)
        state, campaign = state_of(session), campaign_of(session)
        assert {id: state.team[id].intel for id in intel} == intel
        assert state.team["uma"].consequences == ("nightmares",)
        assert len(state.team["billie"].face_down) == 1
        assert (campaign.tech, campaign.number, "goldstein" in campaign.crew) == (1, 1, True)
        played = campaign.played[-1]
        assert (played.mission, played.result, played.round, played.written) == ("extraction", "victory", 8, True)
        assert played.notes == "a close one"
        assert step_of(session) == "crew"
        assert not session.game.invariants(state)


@pytest.mark.rule("R-303", "R-282")
def test_a_written_defeat_is_accepted_at_once() -> None:
    with begin() as session:
        session.submit(c.WriteDown(result="defeat", round=8, intel={"uma": 1}))
        campaign = campaign_of(session)
        assert (campaign.number, campaign.played[-1].accepted, step_of(session)) == (1, True, "crew")
        assert "goldstein" in campaign.crew


@pytest.mark.rule("R-282", "R-288", "R-291", "R-303")
@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (c.WriteDown(result="victory", round=8, intel={"uma": 5}), "too_much_intel", "intel"),
        (c.WriteDown(result="defeat", round=8, intel={"uma": 3}), "too_much_intel", "intel"),
        (c.WriteDown(result="victory", round=8, intel={"goldstein": 1}), "not_aboard", "intel"),
        (c.WriteDown(result="victory", round=8, biological=99), "too_many_biological", "biological"),
        (c.WriteDown(result="victory", round=8, tech=99), "too_many_tech", "tech"),
        (c.WriteDown(result="victory", round=8, components=1), "too_many_components", "components"),
        (c.WriteDown(result="victory", round=-1), "below_zero", "round"),
        (c.WriteDown(result="victory", round=8, alert=-1), "below_zero", "alert"),
        (c.WriteDown(result="victory", round=8, tech=-1), "below_zero", "tech"),
        (c.WriteDown(result="victory", round=8, consequences={"uma": ("hiccups",)}), "unknown_card", "consequences"),
        (c.WriteDown(result="victory", consequences={"uma": ("nightmares",) * 3}), "no_copy_left", "consequences"),
        (c.WriteDown(result="victory", round=8, face_down={"uma": 90}), "no_cards_left", "face_down"),
        (c.WriteDown(result="victory", round=8, crew=("cho",)), "not_to_join", "crew"),
        (c.WriteDown(result="victory", round=8, records=("lantern",)), "no_such_record", "records"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_its_field(command: c.Command, code: str, field: str) -> None:
    with begin() as session:
        error = refused(session, command)
        assert (error.code, error.values["field"]) == (code, field)


def test_a_reason_keeps_what_is_beyond_the_limits() -> None:
    with begin() as session:
        session.submit(c.WriteDown(result="victory", round=8, intel={"uma": 9}, reason="our own rule"))
        assert state_of(session).team["uma"].intel == 9


@pytest.mark.rule("R-282")
def test_nothing_is_written_down_in_the_middle_of_a_mission() -> None:
    with begin() as session:
        session.submit(c.BeginMission())
        assert refused(session, c.WriteDown(result="victory", round=8)).code == "not_in_briefing"
    for later in ("crew", "sickbay", "intel"):
        play = voyage(later)
        [only] = faults(play.game.rules.of("two"), play.state, c.WriteDown(result="victory", round=-1, crew=("cho",)))
        assert only.code == "not_in_briefing"


@pytest.mark.rule("R-280", "R-282")
def test_a_campaign_under_way_is_entered() -> None:
    with begin() as session:
        team = TEAM | {"jazz": c.Entered(2, ("hacking_device", "automedikit"), ("ghost_login",), ("nightmares",))}
        entered = c.EnterCampaign(
            number=3, characters=team, lost=("dead_air",), crew={"billie": "workshop", "cho": "bridge"}, tech=2,
            components=1, upgrades=("sample_container",), store=("knife",), records=("dead_air_lost",),
        )  # fmt: skip
        session.submit(entered)
        state, campaign = state_of(session), campaign_of(session)
        assert [one.result for one in campaign.played] == ["victory", "defeat", "victory"]
        assert state.team["jazz"].specialties == ("ghost_login",)
        assert [held.item for held in state.team["jazz"].carried] == ["hacking_device", "automedikit"]
        assert campaign.kept == {"tech": 2}
        assert not session.game.invariants(state)
        session.submit(c.BeginMission())
        assert state_of(session).mission_id == "two_keys"
        assert not session.game.invariants(state_of(session))


@pytest.mark.rule("R-280", "R-282")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"characters": TEAM | {"jazz": c.Entered(-1)}}, "below_zero"),
        ({"number": 40}, "no_such_mission"),
        ({"characters": {"uma": c.Entered()}}, "team_size"),
        ({"characters": TEAM | {"uma": c.Entered(-1)}}, "below_zero"),
        ({"characters": TEAM | {"uma": c.Entered(equipment=("spoon",))}}, "unknown_card"),
        ({"characters": TEAM | {"uma": c.Entered(equipment=("heavy_machine_gun",) * 2)}}, "no_room"),
        ({"characters": TEAM | {"uma": c.Entered(specialties=("whirl",))}}, "specialty_group"),
        ({"characters": TEAM | {"uma": c.Entered(specialties=("focus_fire",))}}, "specialty_requires"),
        ({"characters": TEAM | {"uma": c.Entered(specialties=("orders", "steady_hand"))}}, "too_many_specialties"),
        ({"characters": TEAM | {"uma": c.Entered(consequences=("nightmares",) * 3)}}, "no_copy_left"),
        ({"crew": {"cho": "attic"}}, "unknown_area"),
        ({"crew": {"santa": "bridge"}}, "unknown_card"),
        ({"components": 9}, "too_many_components"),
        ({"tech": -1}, "below_zero"),
        ({"upgrades": ("fabricator",)}, "upgrade_later"),
        ({"upgrades": ("pool",)}, "unknown_card"),
        ({"lost": ("cold_wake",)}, "not_yet_played"),
        ({"records": ("dead_air_lost",)}, "no_such_record"),
        ({"crew": dict.fromkeys(("uma", "cadin", "cho"), "bridge")}, "area_full"),
        ({"tech": 1}, "too_many_stored"),
        (
            {"characters": TEAM | {"jazz": c.Entered(equipment=("hacking_device",), software=("spike",) * 2)}},
            "no_device_left",
        ),
        ({"characters": TEAM | {"uma": c.Entered(equipment=("hacking_device",))}}, "not_its_card"),
        ({"characters": TEAM | {"uma": c.Entered(specialties=("orders", "orders"))}}, "specialty_owned"),
    ],
)
def test_an_entered_campaign_that_cannot_be(changes: dict[str, object], code: str) -> None:
    with begin() as session:
        given: dict[str, object] = {"number": 1, "characters": TEAM, **changes}
        assert refused(session, c.EnterCampaign(**given)).code == code  # type: ignore[arg-type]


@pytest.mark.rule("R-286", "R-108")
def test_an_entered_campaign_has_its_crew_at_work_and_its_software_loaded() -> None:
    with begin() as session:
        team = TEAM | {"jazz": c.Entered(2, ("pistol", "hacking_device"), software=("spike", "veil"))}
        crew = {"billie": "workshop", "cho": "bridge", "jazz": "bridge"}
        session.submit(c.EnterCampaign(number=3, characters=team, crew=crew, notes="rain on the window"))
        campaign = campaign_of(session)
        assert campaign.active == ("billie workshop", "cho bridge")
        assert campaign.crew["jazz"] == "bridge"
        assert [one.notes for one in campaign.played] == ["", "", "rain on the window"]
        assert {held.item: held.software for held in state_of(session).team["jazz"].carried} == {
            "pistol": (), "hacking_device": ("spike", "veil"),
        }  # fmt: skip


def test_a_campaign_is_entered_before_its_first_mission() -> None:
    with begin() as session:
        session.submit(c.WriteDown(result="victory", round=8))
        assert refused(session, c.EnterCampaign(number=1, characters=TEAM)).code == "campaign_begun"


def test_both_have_a_text_form() -> None:
    for command in (
        c.WriteDown(
            result="victory", round=8, intel={"uma": 3}, consequences={"uma": ("limp",)}, notes='he said "run"'
        ),
        c.EnterCampaign(number=2, characters=TEAM, crew={"billie": "workshop"}),
    ):
        line = format_command(command)
        assert parse_command(line) == command
        assert json.dumps(line)


@pytest.mark.rule("R-280", "R-282")
def test_all_that_is_entered_is_aboard() -> None:
    """Everybody, all of the stores, and after the jump the market that it opens."""
    entered = c.EnterCampaign(
        number=9, characters=TEAM, crew={"billie": "", "cho": "bridge", "pell": ""}, store=("knife", "grenade"),
    )  # fmt: skip
    with begin() as session:
        session.submit(entered)
        state, campaign = state_of(session), campaign_of(session)
        assert set(state.team) == {*TEAM, "billie", "cho", "pell"} == set(campaign.crew)
        assert state.team["pell"].ally
        assert [held.item for held in campaign.store] == ["knife", "grenade"]
        assert campaign.market == "x"
    with begin() as session:
        session.submit(replace(entered, number=8))
        assert campaign_of(session).market == ""


ODDS = k.Result(
    id="odds", effects=(k.GainIntel(2, "characters"), k.Gain("component", amount=1)), needs=k.Requirement(flags=("x",))
)


def written(**given: object) -> tuple[c.WriteDown, Play]:
    """What is written down of a mission with two Units that leave Samples, and with a component."""
    fields = {"selected": ("thresher",), "available": ("void_boarder",), "results": (ODDS,), "intel": 3}
    return c.WriteDown(**{"result": "victory", "round": 8, **given}), voyage("briefing", missions={"two": fields})  # type: ignore[arg-type]


def allowed(**given: object) -> str:
    """The code of the refusal, "" without one."""
    command, play = written(**given)
    try:
        play.game.decide(play.state, command)
    except Illegal as error:
        return error.code
    return ""


@pytest.mark.rule("R-303")
def test_the_lines_of_a_result_count_towards_the_most_that_a_mission_pays() -> None:
    assert allowed(intel={"uma": 5}) == ""
    assert allowed(intel={"uma": 6}) == "too_much_intel"
    assert allowed(result="defeat", intel={"uma": 4}) == "too_much_intel"
    assert allowed(result="defeat", intel={"uma": 3}) == "", "half of three, and two by the result"


@pytest.mark.rule("R-288", "R-291")
def test_samples_of_each_unit_and_of_the_loot_count_towards_the_most() -> None:
    """The thresher leaves two Biological Samples, the boarder one, and two cards of the Loot deck one each."""
    assert allowed(biological=5) == ""
    assert allowed(biological=6) == "too_many_biological"
    assert allowed(tech=2) == ""
    assert allowed(tech=3) == "too_many_tech"
    assert allowed(components=1) == ""
    assert allowed(components=2) == "too_many_components"


@pytest.mark.rule("R-239", "R-303")
def test_a_component_that_is_written_down_is_fitted() -> None:
    command, play = written(components=1, biological=2, tech=1)
    state = reduce(play.game.evolve, play.game.decide(play.state, command), play.state)
    assert state.campaign
    assert (state.campaign.components, state.campaign.biological, state.campaign.tech) == (1, 2, 1)


@pytest.mark.rule("R-237", "R-239", "R-282")
def test_every_consequence_and_every_entry_that_is_written_down_counts() -> None:
    with begin() as session:
        session.submit(c.WriteDown(result="victory", round=8))
        session.submit(c.FinishStep())
        while step_of(session) != "briefing":
            session.submit(c.FinishStep())
        session.submit(c.WriteDown(result="victory", round=8, consequences={"uma": ("nightmares", "limp")}))
        assert state_of(session).team["uma"].consequences == ("nightmares", "limp")
    fields = {"results": (k.Result(id="x", effects=(k.Gain("record", "door"), k.Gain("record", "gate"))),)}
    play = voyage("briefing", missions={"two": fields})
    given = c.WriteDown(result="victory", round=8, records=("door", "gate"))
    state = reduce(play.game.evolve, play.game.decide(play.state, given), play.state)
    assert state.campaign
    assert state.campaign.records == ("door", "gate")


@pytest.mark.rule("R-286", "R-282")
@pytest.mark.parametrize(
    ("records", "crew"),
    [((), ("billie", "cho", "pell")), (("held",), ("billie", "pell")), (("seen", "held"), ("billie", "pell"))],
)
def test_who_leaves_the_crew_with_an_entry_leaves_it_when_that_is_written_down(
    records: tuple[str, ...], crew: tuple[str, ...]
) -> None:
    stays = (k.Gain("crew", "pell", -1), k.SetFlag("gone"))
    holds = (k.Gain("record", "held"), k.Gain("crew", "cho", -1))
    actions = {"cho": (k.CardAction("hold", holds), k.CardAction("look", (k.Gain("record", "seen"),)))}
    play = voyage("briefing", missions={"two": {"actions": actions, "triggers": (k.Trigger("set_up", stays),)}})
    assert play.state.campaign
    aboard = replace(play.state.campaign, crew={"billie": "", "cho": "", "pell": ""})
    state = replace(play.state, campaign=aboard)
    state = reduce(
        play.game.evolve, play.game.decide(state, c.WriteDown(result="victory", round=8, records=records)), state
    )
    assert state.campaign
    assert tuple(state.campaign.crew) == crew
    assert state.campaign.records == records


def wrong(mission: dict[str, Any], card: dict[str, Any] | None = None, **given: Any) -> list[tuple[str, str]]:
    """The refusal of every entry that cannot be, with its field."""
    play = voyage("briefing", missions={"two": mission}, card=card)
    there = play.game.rules.of("two")
    found = faults(there, play.state, c.WriteDown(**{"result": "victory", "round": 8, **given}))
    return [(one.code, str(one.values["field"])) for one in found]


def gains(*effects: k.Effect) -> dict[str, Any]:
    """A mission with a line of its result."""
    return {"results": (k.Result(id="x", effects=effects),)}


@pytest.mark.rule("R-282", "R-287", "R-150")
def test_everything_wrong_in_a_result_is_named_at_once() -> None:
    """In the order of the fields. With somebody who is not aboard nothing else is judged."""
    below: dict[str, Any] = {"round": -1, "alert": -1, "biological": -1, "tech": -1, "components": -1}
    amounts = {"intel": {"uma": 0, "cadin": -1}, "face_down": {"uma": 0, "cadin": -1, "jazz": -2}}
    fields = (*below, "intel", "face_down", "face_down")
    assert wrong({}, **below, **amounts) == [("below_zero", field) for field in fields]
    assert wrong({}, crew=("cho", "ghost"), records=("door",)) == [
        *[("not_to_join", "crew")] * 2, ("no_such_record", "records"),
    ]  # fmt: skip
    for field, given in (("intel", 1), ("consequences", ("limp",)), ("face_down", 1)):
        assert wrong({}, **{field: {"uma": given, "ghost": given}}, crew=("cho",)) == [("not_aboard", field)]
    assert wrong({}, intel={"uma": 1, "billie": 1}) == [("not_aboard", "intel")], "Allies get none"
    assert wrong({}, consequences={"billie": ("limp",)}, face_down={"billie": 1}) == []


@pytest.mark.rule("R-150", "R-282")
def test_only_who_can_join_and_what_can_be_left_is_written_down() -> None:
    """Who leaves the crew in this mission does not join it, nor does who bears the name of an entry."""
    mission = gains(k.Gain("crew", "cho"), k.Gain("crew", "billie", amount=-1), k.Gain("record", "goldstein"))
    mission["results"] += (k.Result(id="y", effects=(k.Gain("crew", "hollow", 0),)),)
    mission |= {"neutrals": (k.MissionNeutral("okonjo", "A2"), k.MissionNeutral("rue", "B2"))}
    card = {"terms": (k.Terms("two", lost=(k.Gain("crew", "pell"),)), k.Terms("one", lost=(k.Gain("crew", "mule"),)))}
    everybody = ("cho", "pell", "okonjo", "rue")
    assert wrong(mission, card, result="defeat", crew=everybody, records=("goldstein",)) == []
    assert wrong(mission, card, crew=everybody, records=("goldstein",)) == [("not_to_join_so", "crew")], "only if lost"
    for id in ("goldstein", "billie", "mule", "hollow"):
        assert wrong(mission, card, crew=("cho", id)) == [("not_to_join", "crew")]
    assert wrong(mission, card, records=("goldstein", "cho")) == [("no_such_record", "records")]


@pytest.mark.rule("R-237", "R-240")
def test_all_consequences_of_the_deck_and_no_more_are_written_down() -> None:
    deck = voyage("briefing").state.decks["consequence"]
    two = {"uma": ("deep_cut",), "cadin": ("deep_cut",)}
    assert deck.count("deep_cut") == 2
    left = len(deck) - 2
    assert wrong({}, consequences=two, face_down={"billie": left - 1, "jazz": 1}) == []
    assert wrong({}, consequences=two, face_down={"billie": left, "jazz": 1}) == [("no_cards_left", "face_down")]
    three = two | {"jazz": ("deep_cut", "limp")}
    assert wrong({}, consequences=three, face_down={"billie": left - 1}) == [("no_copy_left", "consequences")]
    unknown = {"uma": ("ghost", "deep_cut"), "cadin": ("deep_cut", "ghoul", "deep_cut")}
    codes = ["unknown_card", "unknown_card", "no_copy_left"]
    assert wrong({}, consequences=unknown) == [(code, "consequences") for code in codes]


@pytest.mark.rule("R-303", "R-288", "R-291")
@pytest.mark.parametrize(("pays", "half"), [(5, 2), (4, 2), (1, 0), (0, 0)])
def test_everybody_brings_home_what_the_mission_pays_at_most_and_half_of_it_after_a_defeat(
    pays: int, half: int
) -> None:
    """Half is rounded down."""
    for result, most in (("victory", pays), ("defeat", half)):
        everybody = dict.fromkeys(("uma", "cadin", "qiang", "jazz"), most)
        assert wrong({"intel": pays}, result=result, intel=everybody) == []
        more = everybody | {"cadin": most + 1, "jazz": most + 1}
        assert wrong({"intel": pays}, result=result, intel=more) == [("too_much_intel", "intel")] * 2
        assert wrong({"intel": pays}, result=result, intel=more, reason="our own rule") == []


@pytest.mark.rule("R-288", "R-291", "R-303")
def test_everything_beyond_a_mission_is_named_with_its_kind() -> None:
    """Every line that gives something counts, in the mission and in the deck of Loot, which has two Samples of each."""
    mission = gains(k.Gain("biological", amount=2), k.Gain("tech"), k.Gain("component", amount=2), k.Gain("component"))
    assert wrong(mission, biological=4, tech=3, components=3) == []
    fields = ("biological", "tech", "components")
    assert wrong(mission, biological=5, tech=4, components=4) == [(f"too_many_{field}", field) for field in fields]


@pytest.mark.rule("R-239", "R-282", "R-303")
def test_a_written_result_is_told_line_by_line() -> None:
    mission = gains(k.Gain("component"), k.Gain("crew", "cho"), k.Gain("crew", "pell"), k.Gain("record", "door"))
    play = voyage("briefing", missions={"two": mission})
    deck = play.state.decks["consequence"]
    play.do(
        'write_down victory round=7 alert=3 intel={"uma":2,"cadin":0,"jazz":1} consequences={"qiang":["limp"]}'
        ' face_down={"uma":2,"billie":1} biological=1 tech=2 components=1 crew=cho,pell records=door'
        ' notes="a close one"'
    )
    assert play.told("intel_gained") == ["intel_gained uma 2 [R-303]", "intel_gained jazz 1 [R-303]"]
    assert [line.split()[1] for line in play.told("consequence_written")] == ["qiang", "uma", "uma", "billie"]
    hidden = (*play.one("uma").face_down, *play.one("billie").face_down)
    without = list(deck)
    without.remove("limp")
    assert hidden == tuple(without[:3])
    assert (len(play.one("uma").face_down), play.one("qiang").consequences) == (2, ("limp",))
    now = at(play)
    assert (now.biological, now.tech, now.components, now.records) == (1, 2, 1, ("door",))
    assert {"cho", "pell"} <= set(now.crew)
    last = now.played[-1]
    assert (last.mission, last.result, last.round, last.alert, last.written) == ("two", "victory", 7, 3, True)
    assert (last.notes, step(play)) == ("a close one", "crew")


@pytest.mark.rule("R-282", "R-303")
def test_only_what_was_gained_is_written_down() -> None:
    assert voyage("briefing").do("write_down victory round=8").told("mission_written") == [
        "mission_written two victory 8 0 [R-282 R-303]"
    ]
    mission = gains(k.Gain("crew", "cho"), k.Gain("record", "door"), k.Gain("component"))
    play = voyage("briefing", missions={"two": mission}).do(
        "write_down victory round=8 components=1 crew=cho records=door"
    )
    event = next(one for one in play.events if isinstance(one, e.MissionWritten))
    assert event.gained == (("component", "", 1), ("crew", "cho", 1), ("record", "door", 1))


@pytest.mark.rule("R-239", "R-282", "R-303")
def test_what_all_have_suffered_is_written_down_and_what_a_lost_mission_brings_follows() -> None:
    terms = (k.Terms("two", lost=(k.Gain("crew", "pell"),), wrecks=1), k.Terms("one", lost=(k.Gain("crew", "cho"),)))
    play = voyage("briefing", card={"terms": terms})
    play.do('write_down defeat round=8 consequences={"uma":["limp"],"cadin":["burns","deep_cut"]}')
    assert [play.one(id).consequences for id in ("uma", "cadin")] == [("limp",), ("burns", "deep_cut")]
    assert set(at(play).crew) == {"uma", "cadin", "qiang", "jazz", "billie", "pell"}
    assert at(play).wrecked == ("bridge",)


# ---- what the printed missions can leave ----


def judged(mission: str, result: str, crew: dict[str, str] | None = None, **given: Any) -> list[tuple[str, str]]:
    """What cannot be in a result of a mission of the built-in campaign, with its field."""
    with begin() as session:
        state, number = state_of(session), campaign_of(session).missions.index(mission)
        campaign = replace(campaign_of(session), number=number, crew=campaign_of(session).crew | (crew or {}))
        game = session.game
        assert isinstance(game, DefianceGame)
        usual: dict[str, Any] = {"result": result, "round": 9}
        found = faults(game.rules.of(mission), replace(state, campaign=campaign), c.WriteDown(**{**usual, **given}))
        return [(one.code, str(one.values["field"])) for one in found]


@pytest.mark.rule("R-282")
@pytest.mark.parametrize(
    ("mission", "result", "given", "found"),
    [
        ("lantern", "victory", {"records": ("lantern_lost",)}, [("record_not_so", "records")]),
        ("lantern", "victory", {"records": ("stayed_uma", "stayed_cadin")}, []),
        ("lantern", "victory", {"records": ("all_home", "stayed_uma", "stayed_jazz")},
         [("contradicting_records", "records")] * 2),
        ("moorings", "victory", {"records": ("moorings_lost",)}, [("record_not_so", "records")]),
        ("moorings", "defeat", {"records": ("moorings_lost",)}, []),
        ("faces", "victory", {"records": ("hollow_fled",)}, [("record_not_so", "records")]),
        ("undertow", "victory", {"records": ("anchor_1", "anchor_2", "anchor_3")}, []),
        ("undertow", "defeat", {"records": ("anchor_1", "undertow_lost")}, [("record_not_so", "records")]),
    ],
)  # fmt: skip
def test_entries_go_with_the_result_and_with_each_other(
    mission: str, result: str, given: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    assert judged(mission, result, **given) == found
    assert judged(mission, result, **given, reason="our own rule") == []


@pytest.mark.rule("R-282", "R-283", "R-287")
def test_one_companion_who_is_aboard_holds_the_door() -> None:
    both = {"cho": "", "okonjo": ""}
    assert judged("undertow", "victory", both, records=("cho_held_the_door", "door_held")) == []
    two = ("cho_held_the_door", "okonjo_held_the_door")
    assert judged("undertow", "victory", both, records=two) == [("one_companion", "records")]
    assert judged("undertow", "victory", {"cho": ""}, records=two) == [("not_aboard", "records")]


@pytest.mark.rule("R-291", "R-303")
def test_lines_for_a_victory_alone_do_not_count_after_a_defeat() -> None:
    assert judged("extraction", "defeat", intel={"uma": 1}) == []
    assert judged("extraction", "defeat", intel={"uma": 2}) == [("too_much_intel", "intel")]
    assert judged("two_keys", "victory", components=2) == []
    assert judged("two_keys", "victory", components=3) == [("too_many_components", "components")]
    assert judged("two_keys", "defeat", components=2) == [("too_many_components", "components")]
    for result in ("victory", "defeat"):
        assert judged("two_keys", result, components=0) == [("too_few_components", "components")]


@pytest.mark.rule("R-303")
def test_a_line_with_its_round_counts_in_time_only() -> None:
    """The Quarry pays one more by the end of Round 8."""
    assert judged("quarry", "victory", round=8, intel={"uma": 6}) == []
    assert judged("quarry", "victory", round=9, intel={"uma": 6}) == [("too_much_intel", "intel")]
    assert judged("dead_air", "victory", alert=0, intel={"uma": 5}) == []
    assert judged("dead_air", "victory", alert=1, intel={"uma": 5}) == [("too_much_intel", "intel")]


@pytest.mark.rule("R-045", "R-260")
@pytest.mark.parametrize(
    ("mission", "result", "given", "found"),
    [
        ("extraction", "victory", {"round": 0}, [("round_too_early", "round")]),
        ("extraction", "victory", {"round": 1}, []),
        ("extraction", "victory", {"round": 12}, []),
        ("extraction", "victory", {"round": 13}, [("round_too_late", "round")]),
        ("boarders", "victory", {"round": 8}, [("round_too_early", "round")]),
        ("boarders", "victory", {"round": 9}, []),
        ("boarders", "defeat", {"round": 4}, []),
        ("extraction", "defeat", {"alert": 5}, []),
        ("extraction", "defeat", {"alert": 6}, [("alert_too_high", "alert")]),
    ],
)
def test_a_mission_ends_in_a_round_and_at_an_alert_level_that_there_is(
    mission: str, result: str, given: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    assert judged(mission, result, **given) == found
    assert judged(mission, result, **given, reason="our own rule") == []


@pytest.mark.rule("R-233")
def test_a_mission_ends_with_two_consequences_face_down_at_most() -> None:
    assert judged("extraction", "victory", face_down={"uma": 2, "billie": 5}) == [], "a Remote falls again and again"
    assert judged("extraction", "victory", face_down={"uma": 3}) == [("too_many_face_down", "face_down")]


@pytest.mark.rule("R-150", "R-282")
def test_what_is_certain_follows_without_being_named() -> None:
    """Goldstein joins by every victory of Extraction, Cho by every end of Cold Wake."""
    with begin() as session:
        session.submit(c.WriteDown(result="victory", round=8))
        assert "goldstein" in campaign_of(session).crew
    mission = {
        "results": (
            k.Result("lost", (k.Gain("record", "shut"),), k.Requirement(outcome="defeat")),
            k.Result("won", (k.Gain("crew", "cho"), k.Gain("record", "open")), k.Requirement(outcome="victory")),
            k.Result("more", (k.Gain("record", "rare"),), k.Requirement(outcome="victory", flags=("x",))),
        )
    }
    for result, records, crew in (("victory", ("open",), {"cho"}), ("defeat", ("shut",), set[str]())):
        play = voyage("briefing", missions={"two": mission}).do(f"write_down {result} round=3")
        assert (at(play).records, {"cho"} & set(at(play).crew)) == (records, crew)


@pytest.mark.rule("R-237", "R-239", "R-150")
def test_who_joins_in_this_mission_can_have_suffered_in_it() -> None:
    with begin() as session:
        session.submit(
            c.WriteDown(result="victory", round=8, consequences={"goldstein": ("limp",)}, face_down={"goldstein": 1})
        )
        one = state_of(session).team["goldstein"]
        assert (one.consequences, len(one.face_down)) == (("limp",), 1)
        assert list(campaign_of(session).crew).count("goldstein") == 1
    with begin() as session:
        error = refused(session, c.WriteDown(result="victory", round=8, consequences={"cho": ("limp",)}))
        assert (error.code, error.values["field"]) == ("not_aboard", "consequences")


@pytest.mark.rule("R-282")
def test_the_wrecked_areas_of_the_ship_are_written_down() -> None:
    def areas(line: str) -> tuple[str, ...]:
        wrecks = tuple(k.Gain("wreck", id) for id in ("bridge", "sickbay", "cabins", "engine_room"))
        mission = {"triggers": (k.Trigger("round_began 3", wrecks),)}
        play = voyage("briefing", missions={"two": mission}, card={"terms": (k.Terms("two", wrecks=3),)})
        return at(play.do(line)).wrecked

    assert areas("write_down victory round=3") == ()
    assert areas("write_down victory round=3 wrecked=cabins,bridge") == ("bridge", "cabins"), "as on the ship"
    assert areas("write_down defeat round=3 wrecked=cabins") == ("cabins", "bridge", "sickbay"), "the first ones too"
    assert judged("boarders", "victory", wrecked=("bridge", "cabins", "training")) == [("too_many_wrecked", "wrecked")]
    assert judged("boarders", "victory", wrecked=("engine_room",)) == [("not_wrecked_here", "wrecked")]
    assert judged("extraction", "victory", wrecked=("bridge",))[0] == ("not_wrecked_here", "wrecked")


SAMPLED = """
    [[loot]]
    id = "vial"
    effects = [{ do = "gain", what = "tech", amount = 3 }]
    copies = 2

    [[units]]
    id = "hydra"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 4
      biological_samples = 5

      [[units.faces]]
      colour = "red"
      number = 1
      speed = 4
      wounds = 4
      biological_samples = 1
    """


@pytest.mark.rule("R-288")
def test_a_unit_leaves_what_its_last_face_shows_and_every_copy_of_the_loot_counts() -> None:
    """Two Samples of each kind lie in the deck of Loot without these cards."""
    play = voyage("briefing", missions={"two": {"selected": ("hydra",)}}, more=SAMPLED)
    there = play.game.rules.of("two")

    def codes(biological: int, tech: int) -> list[str]:
        command = c.WriteDown(result="victory", round=8, biological=biological, tech=tech)
        return [one.code for one in faults(there, play.state, command)]

    assert codes(3, 8) == []
    assert codes(4, 9) == ["too_many_biological", "too_many_tech"]


@pytest.mark.rule("R-233", "R-145", "R-239")
@pytest.mark.parametrize("result", ["victory", "defeat"])
@pytest.mark.parametrize(("figures", "cards"), [("guest A damage=6 unconscious", 2), ("guest A damage=5", 0)])
def test_an_ally_that_ends_the_mission_unconscious_takes_two_consequences(
    result: str, figures: str, cards: int
) -> None:
    game = over(result, f"{figures}\nqiang damage=10 unconscious")
    assert game.state.result == result
    assert (len(game.one("guest").face_down), game.one("guest").consequences) == (cards, ())
    assert len(game.one("qiang").face_down) == 2
    assert game.one("uma").face_down == ()


@pytest.mark.rule("R-233", "R-239", "R-045")
def test_everybody_who_ends_the_mission_unconscious_takes_two_face_down() -> None:
    figures = "cadin damage=10 unconscious\nqiang damage=10 unconscious"
    done = Condition(id="done", flags=("bell",))
    game = position(f"U C Q\n\n{figures}\nflags bell", victory=(done,)).do("activate uma", "end_activation uma")
    assert game.state.result == "victory"
    assert {id: len(game.one(id).face_down) for id in ("uma", "cadin", "qiang")} == {"uma": 0, "cadin": 2, "qiang": 2}
    assert all(line.endswith("no [R-233 R-239]") for line in game.told("consequence_suffered"))
    assert game.told("game_ended") == ["game_ended victory done [R-045]"]
