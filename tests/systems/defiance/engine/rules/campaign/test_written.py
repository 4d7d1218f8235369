"""A campaign beside the printed game: results written down, a campaign entered from paper."""

from __future__ import annotations

import json
from functools import reduce

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.extend.sessions import Session as Sessions
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.notation import format_command, parse_command
from defiance_qt.systems.defiance.engine.state import CampaignState, State
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import voyage

TEAM = {"uma": c.Entered(5), "cadin": c.Entered(), "qiang": c.Entered(), "jazz": c.Entered()}


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
        session.submit(c.WriteDown(result="defeat", intel={"uma": 1}))
        campaign = campaign_of(session)
        assert (campaign.number, campaign.played[-1].accepted, step_of(session)) == (1, True, "crew")
        assert "goldstein" in campaign.crew


@pytest.mark.rule("R-282", "R-288", "R-291", "R-303")
@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (c.WriteDown(result="victory", intel={"uma": 5}), "too_much_intel", "intel"),
        (c.WriteDown(result="defeat", intel={"uma": 3}), "too_much_intel", "intel"),
        (c.WriteDown(result="victory", intel={"goldstein": 1}), "not_aboard", "intel"),
        (c.WriteDown(result="victory", biological=99), "too_many_biological", "biological"),
        (c.WriteDown(result="victory", tech=99), "too_many_tech", "tech"),
        (c.WriteDown(result="victory", components=1), "too_many_components", "components"),
        (c.WriteDown(result="victory", round=-1), "below_zero", "round"),
        (c.WriteDown(result="victory", alert=-1), "below_zero", "alert"),
        (c.WriteDown(result="victory", tech=-1), "below_zero", "tech"),
        (c.WriteDown(result="victory", consequences={"uma": ("hiccups",)}), "unknown_card", "consequences"),
        (c.WriteDown(result="victory", consequences={"uma": ("nightmares",) * 3}), "no_copy_left", "consequences"),
        (c.WriteDown(result="victory", face_down={"uma": 90}), "no_cards_left", "face_down"),
        (c.WriteDown(result="victory", crew=("cho",)), "not_to_join", "crew"),
        (c.WriteDown(result="victory", records=("lantern",)), "no_such_record", "records"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_its_field(command: c.Command, code: str, field: str) -> None:
    with begin() as session:
        error = refused(session, command)
        assert (error.code, error.values["field"]) == (code, field)


def test_a_reason_keeps_what_is_beyond_the_limits() -> None:
    with begin() as session:
        session.submit(c.WriteDown(result="victory", intel={"uma": 9}, reason="our own rule"))
        assert state_of(session).team["uma"].intel == 9


def test_nothing_is_written_down_in_the_middle_of_a_mission() -> None:
    with begin() as session:
        session.submit(c.BeginMission())
        assert refused(session, c.WriteDown(result="victory")).code == "not_in_briefing"


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
        session.submit(c.EnterCampaign(number=2, characters=team, crew=crew, notes="rain on the window"))
        campaign = campaign_of(session)
        assert campaign.active == ("billie workshop", "cho bridge")
        assert campaign.crew["jazz"] == "bridge"
        assert [one.notes for one in campaign.played] == ["", "rain on the window"]
        assert {held.item: held.software for held in state_of(session).team["jazz"].carried} == {
            "pistol": (), "hacking_device": ("spike", "veil"),
        }  # fmt: skip


def test_a_campaign_is_entered_before_its_first_mission() -> None:
    with begin() as session:
        session.submit(c.WriteDown(result="victory"))
        assert refused(session, c.EnterCampaign(number=1, characters=TEAM)).code == "campaign_begun"


def test_both_have_a_text_form() -> None:
    for command in (
        c.WriteDown(result="victory", intel={"uma": 3}, consequences={"uma": ("limp",)}, notes='he said "run"'),
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


ODDS = k.Result(id="odds", effects=(k.GainIntel(2, "characters"), k.Gain("component", amount=1)))


def written(**given: object) -> tuple[c.WriteDown, Play]:
    """What is written down of a mission with two Units that leave Samples, and with a component."""
    fields = {"selected": ("thresher",), "available": ("void_boarder",), "results": (ODDS,), "intel": 3}
    return c.WriteDown(**{"result": "victory", **given}), voyage("briefing", missions={"two": fields})  # type: ignore[arg-type]


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
        session.submit(c.WriteDown(result="victory"))
        session.submit(c.FinishStep())
        while step_of(session) != "briefing":
            session.submit(c.FinishStep())
        session.submit(c.WriteDown(result="victory", consequences={"uma": ("nightmares", "limp")}))
        assert state_of(session).team["uma"].consequences == ("nightmares", "limp")
    fields = {"results": (k.Result(id="x", effects=(k.Gain("record", "door"), k.Gain("record", "gate"))),)}
    play = voyage("briefing", missions={"two": fields})
    given = c.WriteDown(result="victory", records=("door", "gate"))
    state = reduce(play.game.evolve, play.game.decide(play.state, given), play.state)
    assert state.campaign
    assert state.campaign.records == ("door", "gate")
