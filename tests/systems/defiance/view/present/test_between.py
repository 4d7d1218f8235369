"""Between missions, without Qt: the guide in the order of the edition, the stores, the road, the briefing."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.rules.campaign import written
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of
from defiance_qt.systems.defiance.engine.state import CampaignState, Played, State
from defiance_qt.systems.defiance.view.present.between_view import BetweenView
from defiance_qt.systems.defiance.view.present.entered import entered_form
from defiance_qt.systems.defiance.view.present.guide import guide_view, losses, order, sample_losses, store_room
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.road import ENTER, briefing_view
from defiance_qt.systems.defiance.view.present.stores import stores_view
from defiance_qt.systems.defiance.view.present.written import written_faults, written_form
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from tests.systems.defiance.view.campaigns import CAMPAIGN, begun, lose, win_extraction
from tests.systems.defiance.view.positions import english, table
from tests.workshop.window.campaign_shots import entered


def new_campaign(**options: Any) -> Session:
    return Session.new(mission=CAMPAIGN, seed=7, **options)


def won(**options: Any) -> Session:
    """After the first mission."""
    session = new_campaign(**options)
    win_extraction(session)
    return session


def shown(session: Session) -> tuple[BoardPresenter, BetweenView]:
    presenter, _ = table(session)
    view = presenter.between.view
    assert view is not None
    return presenter, view


def names(session: Session) -> Names:
    return Names(english(), rules_of(session).catalog)


def with_campaign(state: State, **changes: Any) -> State:
    assert isinstance(state.campaign, CampaignState)
    return replace(state, campaign=replace(state.campaign, **changes))


def test_during_a_mission_there_is_nothing_between() -> None:
    session = new_campaign()
    presenter, view = shown(session)
    assert view.page == "briefing"
    begun(session)
    presenter.refresh()
    assert presenter.between.view is None
    assert presenter.between.finish() == (None, "")
    # The Round lies on top of the campaign.
    assert presenter.table.frame.top.phase == "Activations"


@pytest.mark.rule("R-284")
def test_the_guide_has_the_steps_of_the_edition() -> None:
    english_, spanish = won(), won(edition="es")
    assert order(rules_of(english_), english_.state).index("specialties") == 3
    assert "specialties" not in order(rules_of(spanish), spanish.state)
    _, view = shown(english_)
    assert [step.state for step in view.guide.steps][:3] == ["done", "now", "later"]
    assert view.guide.present is not None
    assert view.guide.present.id == "crew"


@pytest.mark.rule("R-286")
def test_the_step_opens_when_everyone_who_must_has_a_space() -> None:
    """In the reading in which crew must be assigned the end of the step is locked, and says who is waiting."""
    session = won(options={"switches": {"crew": "must"}})
    presenter, view = shown(session)
    assert view.guide.finish is None
    assert "Goldstein" in view.guide.locked
    assert presenter.between.finish() == (None, view.guide.locked)
    for member, area in (
        ("uma", "cabins"),
        ("cadin", "training"),
        ("qiang", "workshop"),
        ("jazz", "cabins"),
        ("billie", "workshop"),
        ("goldstein", "bridge"),
    ):
        session.submit(c.Station(member, area))
    presenter.refresh()
    assert presenter.between.view is not None
    assert presenter.between.view.guide.finish == c.FinishStep()
    assert presenter.between.finish() == (c.FinishStep(), "")


@pytest.mark.rule("R-287")
def test_a_step_with_members_without_a_place_is_asked_once_more() -> None:
    session = won()
    presenter, view = shown(session)
    assert view.step == "crew"
    assert view.guide.finish == c.FinishStep()
    assert "No place aboard: Uma" in view.guide.losses[0].text
    assert presenter.between.finish() == (None, "")
    session.submit(c.Station("uma", "cabins"))
    presenter.refresh()
    assert presenter.between.view is not None
    assert not presenter.between.view.asking, "something has changed since"
    assert "Uma" not in presenter.between.view.guide.losses[0].text


@pytest.mark.rule("R-294", "R-295")
def test_who_could_be_treated_is_named_before_the_step_ends() -> None:
    session = won()
    state = session.state
    team = {**state.team, "uma": replace(state.team["uma"], face_down=("nightmares",))}
    crew = dict.fromkeys(campaign_of(state).crew, "bridge")
    hurt = replace(with_campaign(state, crew=crew), team=team)
    rules, texts = rules_of(session), names(session)
    (lost,) = losses(hurt, rules, texts, "crew")
    assert lost.text.startswith("Not in a Cabin: Uma")
    assert list(losses(hurt, rules, texts, "sickbay")) == []
    treated = with_campaign(hurt, crew={**crew, "uma": "cabins"})
    assert list(losses(treated, rules, texts, "crew")) == []
    (lost,) = losses(treated, rules, texts, "sickbay")
    assert lost.text.startswith("Can still be treated: Uma")
    assert lost.rule == "R-294"


@pytest.mark.rule("R-290")
def test_samples_beyond_the_stores_are_named_with_what_would_keep_them() -> None:
    session = won()
    rules, texts = rules_of(session), names(session)
    state = with_campaign(session.state, biological=3, tech=5)
    lost = list(sample_losses(state, rules, texts))
    assert [one.text.split()[0] for one in lost] == ["3", "5"]
    assert "Cryopreservation Tank" in lost[0].saved
    stored = with_campaign(state, upgrades=("sample_container", "cryopreservation_tank"))
    assert [one.text.split()[0] for one in sample_losses(stored, rules, texts)] == ["1"]
    assert "R-290" not in [one.rule for one in losses(stored, rules, texts, "crew")]
    view = stores_view(stored, rules, texts)
    assert [(line.value, line.tone) for line in view.cards[0].lines[:2]] == [("3", ""), ("5", "danger")]
    assert len(view.losses) == 1
    chip = next(step for step in guide_view(stored, rules, texts, ()).steps if step.id == "sickbay")
    assert (chip.chip, chip.tone) == ("1 at risk", "danger")


@pytest.mark.rule("R-299", "R-302")
def test_a_specialty_that_lapses_is_asked_once_more() -> None:
    session = won()
    for _ in range(2):
        session.submit(c.FinishStep())
    presenter, view = shown(session)
    assert view.page == "specialties"
    assert len(view.guide.losses) == 4
    assert presenter.between.finish() == (None, "")
    presenter.refresh()
    assert presenter.between.view is not None
    assert presenter.between.view.asking
    assert presenter.between.cancel()
    assert not presenter.between.cancel()
    presenter.refresh()
    assert presenter.between.finish() == (None, "")
    presenter.refresh()
    assert presenter.between.finish() == (c.FinishStep(), "")


@pytest.mark.rule("R-282")
def test_the_road_and_the_briefing_name_the_next_mission() -> None:
    session = won()
    _, view = shown(session)
    assert [stop.state for stop in view.road.stops][:3] == ["won", "next", "later"]
    assert view.briefing is None
    while c.BeginMission() not in session.legal():
        session.submit(c.FinishStep())
    _, view = shown(session)
    assert view.briefing is not None
    assert view.briefing.title == "Dead Air"
    assert [answer.command for answer in view.briefing.answers if answer.primary] == [c.BeginMission()]


@pytest.mark.rule("R-306")
@pytest.mark.parametrize(
    ("number", "told"),
    [
        (7, "Signals Mast, Round 4: A ship calls from orbit."),  # The Quarry: a Round is known
        (2, "Signals Mast: At 4 power the breach seal fails, and the Nox Leader"),  # Cold Wake: the first arrival
        (10, "Signals Mast: The ring of the core goes under"),  # Undertow: nobody arrives
    ],
)
def test_a_signals_mast_tells_the_first_event_of_the_next_mission(number: int, told: str) -> None:
    """It could be built, and told nothing."""
    entered = {id: c.Entered() for id in ("uma", "cadin", "qiang", "jazz")}
    for upgrades, begins in ((("signals_mast",), told), ((), "")):
        session = new_campaign()
        session.submit(c.EnterCampaign(number=number, characters=entered, upgrades=upgrades))
        _, view = shown(session)
        assert view.briefing is not None
        assert view.briefing.foreseen.startswith(begins) if begins else not view.briefing.foreseen


def test_after_a_defeat_both_ways_say_what_they_mean() -> None:
    session = new_campaign()
    lose(session)
    _, view = shown(session)
    assert view.briefing is not None
    assert [answer.command for answer in view.briefing.answers] == [c.PlayAgain(), c.AcceptDefeat()]
    assert "half" in view.briefing.answers[1].means
    session.submit(c.AcceptDefeat())
    _, view = shown(session)
    assert view.road.stops[0].state == "lost"


@pytest.mark.rule("R-310")
def test_a_campaign_that_is_over_shows_the_ship_and_the_whole_road() -> None:
    """The briefing of the last mission stood there with its buttons, and the road gave way to the result."""
    session = new_campaign()
    session.submit(entered(11))
    session.submit(c.WriteDown(result="victory", round=9))
    presenter, view = shown(session)
    assert (view.page, view.briefing) == ("ship", None)
    assert {stop.state for stop in view.road.stops} == {"won", "lost"}
    assert not presenter.asked
    ending = presenter.table.frame.ending
    assert ending is not None
    assert ending.reason == "As written down from the printed game."
    assert ("Missions", "12") in ending.numbers


@pytest.mark.rule("R-284")
def test_the_guide_counts_what_is_left_of_each_step() -> None:
    session = won()
    for member, area in (("uma", "cabins"), ("jazz", "cabins"), ("qiang", "workshop")):
        session.submit(c.Station(member, area))
    rules, texts = rules_of(session), names(session)
    cards = {"consequences": ("limp", "limp", "burns"), "face_down": ("rattled",)}
    team = {id: replace(one, **cards) if id in ("uma", "jazz") else one for id, one in session.state.team.items()}
    state = with_campaign(replace(session.state, team=team), biological=0, tech=0, programs=("veil",))
    chips = {step.id: (step.chip, step.tone) for step in guide_view(state, rules, texts, ()).steps}
    assert chips == {
        "loot": ("", ""),
        "crew": ("3 left", "gold"),
        "sickbay": ("8 left", ""),
        "specialties": ("4 left", ""),
        "intel": ("16 IP", ""),
        "equipment": ("1 left", ""),
        "straighten": ("automatic", ""),
        "briefing": ("", ""),
    }


def test_the_guide_counts_who_is_still_missing_from_the_team() -> None:
    session = new_campaign()
    state = with_campaign(session.state, team=("uma",))
    state = replace(state, agenda=(Campaign(("team", "briefing")),))
    rules = copy(rules_of(session))
    rules.campaign = replace(card_of(rules), characters=(*card_of(rules).characters, "billie"))
    (team, _) = guide_view(state, rules, names(session), ()).steps
    assert (team.id, team.chip, team.tone) == ("team", "3 left", "gold")


@pytest.mark.rule("R-286")
def test_who_must_be_assigned_is_listed_first_and_how_many_are() -> None:
    session = won(options={"switches": {"crew": "must"}})
    session.submit(c.Station("cadin", "training"))
    rules, texts = rules_of(session), names(session)
    present = guide_view(session.state, rules, texts, session.legal()).present
    assert present is not None
    assert [(one.text, one.done) for one in present.todos] == [
        *((f"{name} has no space", False) for name in ("Uma", "Qiang", "Jazz", "Billie", "Goldstein")),
        ("1 of 6 stand in an area", False),
    ]


@pytest.mark.rule("R-286")
def test_the_sickbay_lists_who_can_be_treated_and_the_samples_that_are_offered() -> None:
    session = won()
    cards = {"uma": ("limp", "burns"), "qiang": ("limp",)}
    team = {id: replace(one, consequences=cards.get(id, ())) for id, one in session.state.team.items()}
    state = with_campaign(
        replace(session.state, team=team), active=("okonjo sickbay",), crew={"uma": "cabins", "okonjo": "sickbay"}
    )
    state = replace(state, agenda=(Campaign(("sickbay", "briefing")),))
    rules, texts = rules_of(session), names(session)
    present = guide_view(state, rules, texts, ()).present
    assert present is not None
    assert [(one.text, one.done) for one in present.todos] == [
        ("Uma: Consequences to treat, 2", None),
        ("Okonjo offers a Biological Sample in place of dice", None),
    ]


@pytest.mark.rule("R-289", "R-290")
def test_samples_that_just_fit_are_not_lost() -> None:
    session = won()
    rules, texts = rules_of(session), names(session)
    upgrades = ("sample_container", "cryopreservation_tank")
    full = with_campaign(session.state, upgrades=upgrades)
    rooms = {kind: store_room(rules, full, kind) for kind in ("biological", "tech")}
    assert min(rooms.values()) > 0
    assert list(sample_losses(with_campaign(full, **rooms), rules, texts)) == []
    more = with_campaign(full, **{kind: room + 1 for kind, room in rooms.items()})
    assert [one.text.split()[0] for one in sample_losses(more, rules, texts)] == ["1", "1"]


def test_the_jump_is_a_step_of_the_guide_while_a_lost_mission_is_played_again() -> None:
    session = won()
    rules = rules_of(session)
    state = replace(session.state, agenda=(Campaign(("briefing",)),))
    moored = Played(card_of(rules).jump, "victory", "", 5)
    again = Played("faces", "defeat", "", 5, accepted=False)
    other = Played("faces", "defeat", "", 5)
    found = [order(rules, with_campaign(state, played=played))[0] for played in ((moored, again), (moored, other), ())]
    assert found == ["jump", "loot", "loot"]


def test_the_form_of_a_campaign_knows_the_programs_of_every_device_that_comes_with_a_character() -> None:
    session = new_campaign()
    rules = copy(rules_of(session))
    known = rules.catalog
    jazz = replace(known.characters["jazz"], equipment=("pistol", "hacking_device", "heavy_device"))
    rules.catalog = replace(known, characters={**known.characters, "jazz": jazz})
    (person,) = (one for one in entered_form(session.state, rules, names(session)).people if one.id == "jazz")
    both = (*known.equipment["hacking_device"].software, *known.equipment["heavy_device"].software)
    assert person.software == both
    assert both


def test_the_choice_of_a_team_names_each_who_may_come() -> None:
    session = new_campaign()
    state = with_campaign(session.state, team=("uma",))
    state = replace(state, agenda=(Campaign(("team", "briefing")),))
    legal = (c.Enlist("cadin"), c.Enlist("jazz"))
    view = briefing_view(state, rules_of(session), names(session), legal)
    assert view is not None
    assert [(one.text, one.command) for one in view.answers[:-1]] == [
        ("Cadin “Firststrike”", c.Enlist("cadin")),
        ("Jazmín “Jazz”", c.Enlist("jazz")),
    ]
    assert (view.head, view.story) == ("Characters still to choose: 3", "Uma")
    assert view.answers[-1].command == ENTER


def test_the_form_of_a_mission_offers_everybody_who_can_join_and_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    session = won()
    rules = rules_of(session)
    monkeypatch.setattr(written, "possible_crew", lambda there: ("goldstein", "cho", "okonjo"))
    form = written_form(with_campaign(session.state, crew={"goldstein": ""}), rules, names(session))
    assert form.joins == (("cho", "Cho"), ("okonjo", "Okonjo"))


@pytest.mark.rule("R-045", "R-291")
def test_the_form_of_a_result_opens_with_numbers_that_can_be() -> None:
    """Before every mission. One can be won in its last Round only, one brings a component in any case."""
    session = new_campaign()
    rules, opens = rules_of(session), {}
    for number, mission in enumerate(campaign_of(session.state).missions):
        state = with_campaign(session.state, number=number)
        least = opens[mission] = written_form(state, rules, names(session)).least
        result = c.WriteDown(result="victory", round=least["round"], components=least["components"])
        assert written_faults(state, rules, result, english()) == ()
    assert (opens["boarders"]["round"], opens["two_keys"]["components"]) == (9, 1)
