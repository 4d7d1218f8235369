"""Sickbay and Workshop, without Qt: who can be treated with what chance, what can be made; and the rolls between
missions as they are drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.content import Impose
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Campaign, Roll, RollSide
from defiance_qt.systems.defiance.engine.legal import legal
from defiance_qt.systems.defiance.engine.rules.campaign import ship
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.pages import LineView, PageCardView
from defiance_qt.systems.defiance.view.present.record import RollRecord
from defiance_qt.systems.defiance.view.present.roll_view import roll_view
from defiance_qt.systems.defiance.view.present.sickbay import sickbay_view
from defiance_qt.systems.defiance.view.present.top import top
from defiance_qt.systems.defiance.view.present.values import QuestionDetails
from tests.systems.defiance.view.aboard import at
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.present.test_between import names, with_campaign, won
from tests.systems.defiance.view.present.test_ship import hurt
from tests.texts import defiance_words
from tests.workshop.window.campaign_shots import entered


def in_sickbay(*places: tuple[str, str]) -> Session:
    session = won()
    for member, area in places:
        session.submit(c.Station(member, area))
    session.submit(c.FinishStep())
    return session


class Seen(NamedTuple):
    """The cards of the patients, and the lines of what can be made of Samples or taken from the crew."""

    patients: tuple[PageCardView, ...]
    making: list[LineView]


def command(line: LineView) -> Any:
    return line.deeds[0].command if line.deeds else None


def button(line: LineView) -> str:
    return line.deeds[0].text


def seen(session: Session, state: State) -> Seen:
    rules = rules_of(session)
    patients, making = sickbay_view(state, rules, names(session), legal(rules, state))
    return Seen(patients.cards, [line for card in making.cards for line in card.lines])


@pytest.mark.rule("R-294", "R-295")
def test_only_figures_in_a_cabin_and_remotes_have_buttons() -> None:
    session = in_sickbay(("uma", "cabins"))
    state = hurt(hurt(hurt(session.state, "uma", "limp"), "qiang", "rattled"), "billie", "burns")
    view = seen(session, state)
    found = {patient.id: patient for patient in view.patients}
    assert command(found["uma"].lines[0]) == c.Cure("uma", "limp")
    assert button(found["uma"].lines[0]) == "Medicine 50 %"
    assert button(found["billie"].lines[0]).startswith("Engineering")
    assert command(found["qiang"].lines[0]) is None
    assert "Cabin" in found["qiang"].note


@pytest.mark.rule("R-294")
def test_a_consequence_that_was_tried_in_vain_says_so() -> None:
    session = in_sickbay(("uma", "cabins"))
    state = with_campaign(hurt(session.state, "uma", "limp"), used=("cure uma limp",))
    card = seen(session, state).patients[0].lines[0]
    assert (command(card), card.note) == (None, "tried in this step")


@pytest.mark.rule("R-298")
def test_a_recipe_has_a_button_for_each_maker_or_says_what_is_missing() -> None:
    session = in_sickbay(("uma", "sickbay"), ("jazz", "workshop"))
    state = with_campaign(session.state, upgrades=("surgical_suite", "fabricator"), biological=1, tech=0)
    recipes = {line.name: line for line in seen(session, state).making}
    assert command(recipes["Stimulant"]) == c.Craft("uma", "stimulant")
    assert "1 Biological Sample" in button(recipes["Stimulant"])
    assert command(recipes["Medjector"]) is None
    assert "not enough Samples" in recipes["Medjector"].note
    away = with_campaign(state, crew={**campaign_crew(state), "uma": "cabins"}, biological=3)
    assert all(command(line) is None for line in seen(session, away).making)
    assert any("Sickbay" in line.note for line in seen(session, away).making)


def campaign_crew(state: State) -> dict[str, str]:
    assert state.campaign
    return state.campaign.crew


@pytest.mark.rule("R-286")
def test_a_member_that_offers_a_sample_has_a_button() -> None:
    session = in_sickbay()
    state = with_campaign(
        session.state, crew={**campaign_crew(session.state), "okonjo": "sickbay"}, active=("okonjo sickbay",)
    )
    assert [command(line) for line in seen(session, state).making][:1] == [c.TakeSample("okonjo")]


# -- rolls


def rolled(roll: Any, state: State, team: str, enemy: str = "") -> RollRecord:
    """A roll with these symbols, over."""
    dice = roll.team.dice
    mine = replace(roll.team, faces=(0,) * len(dice), symbols=Symbols.parse(team))
    theirs = roll.enemy
    if theirs is not None:
        theirs = replace(theirs, faces=(0,) * len(theirs.dice), symbols=Symbols.parse(enemy))
    record = RollRecord(1, state, replace(roll, team=mine, enemy=theirs), None)
    record.opened = roll
    record.resolved = record.over = True
    return record


@pytest.mark.rule("R-292")
def test_the_roll_of_the_jump_names_the_engines_and_counts_consequences() -> None:
    session = won()
    rules, texts = rules_of(session), names(session)
    roll = ship.jump_roll(rules, session.state, "cadin")
    record = rolled(roll, session.state, "B S", "S S S")
    record.success = False
    view = roll_view(record, record, rules, texts)
    assert [side.name for side in view.sides] == ["Minotaur Engines", "Cadin"]
    assert len(view.columns) == 1
    assert view.columns[0].caption == "2 hit, 1 blocked"
    assert (view.results[0].amount, view.results[0].name) == ("2", "face-down Consequences")
    assert "Consequences on average" in view.note
    assert "inotaur Engines" in view.spoken
    state = replace(session.state, agenda=(*session.state.agenda, roll))
    presenter, _ = table(session)
    assert "Minotaur Engines" in top(state, presenter.session.prompt, texts, "").ask
    safe = rolled(roll, session.state, "B B B", "S")
    (result,) = roll_view(safe, safe, rules, texts).results
    assert (result.amount, result.name, result.left, result.tone) == ("0", "no Consequence", "Cadin", "")


def test_what_a_roll_without_a_target_does_is_done_to_who_rolls() -> None:
    session = won()
    side = RollSide("uma", (), symbols=Symbols.parse("S"))
    roll = Roll("simple", "uma", "", "", side, None, effects=(Impose("stunned", on="target"),))
    record = rolled(roll, session.state, "S")
    record.success = True
    (result,) = roll_view(record, record, rules_of(session), names(session)).results
    assert (result.amount, result.name, result.left) == ("✓", "succeeds", "Uma: Stunned")


@pytest.mark.rule("R-294")
def test_the_roll_of_a_cure_names_the_consequence_and_its_chance() -> None:
    session = in_sickbay(("uma", "cabins"))
    state = hurt(session.state, "uma", "limp")
    rules, texts = rules_of(session), names(session)
    roll = ship.cure_roll(rules, state, c.Cure("uma", "limp"))
    record = rolled(roll, state, "S")
    record.success = True
    view = roll_view(record, record, rules, texts)
    assert "50 %" in view.note
    assert view.results[0].left == "Limp"


@pytest.mark.parametrize(
    ("card", "language", "told"),
    [
        ("limp", "en", "against Limp: roll the dice"),
        ("limp", "es", "contra Cojera: lanzar los dados"),
        ("?", "es", "contra una Secuela boca abajo: lanzar los dados"),
        ("?", "ru", "→ последствие рубашкой вверх: бросить кубики"),
    ],
)
def test_the_top_names_the_consequence_that_a_cure_is_about(card: str, language: str, told: str) -> None:
    """It named the id of the card, or "?"."""
    session = Session.new(mission="defiance", seed=7, options={"answers": {"team.dice": "person"}})
    session.submit(entered(4))
    state = hurt(session.state, "uma", "limp")
    uma = replace(state.team["uma"], face_down=("burns",))
    rules = rules_of(session)
    roll = ship.cure_roll(rules, replace(state, team={**state.team, "uma": uma}), c.Cure("uma", card))
    state = replace(state, agenda=(*state.agenda, roll))
    prompt = session.game.prompt(state)
    shown = top(state, prompt, Names(defiance_words(language), rules.catalog), "")
    assert (shown.ask, shown.side) == (told, "team")


def test_the_roll_of_a_cure_is_shown_until_its_step_ends() -> None:
    session = in_sickbay(("uma", "cabins"))
    at(session, hurt(session.state, "uma", "limp", "burns"))
    assert table(session)[1].frame.question is None
    session.submit(c.Cure("uma", "limp"))
    while not isinstance(session.state.agenda[-1], Campaign):
        session.submit(session.legal()[-1])
    question = table(session)[1].frame.question
    assert question is not None
    assert (question.kind, question.title, question.choices) == ("campaign", "", ())
    assert isinstance(question.body, QuestionDetails)
    assert question.body.roll is not None
    assert [side.name for side in question.body.roll.sides] == ["Uma"]
    session.submit(c.FinishStep())
    assert table(session)[1].frame.question is None


def test_a_face_down_consequence_alone_makes_a_patient() -> None:
    session = in_sickbay(("uma", "cabins"))
    uma = replace(session.state.team["uma"], face_down=("burns", "limp"))
    view = seen(session, replace(session.state, team={**session.state.team, "uma": uma}))
    assert [(one.id, [card.name for card in one.lines]) for one in view.patients] == [("uma", ["Wounds −2"])]


def test_a_roll_that_was_broken_off_has_no_result() -> None:
    session = won()
    roll = Roll("simple", "uma", "", "", RollSide("uma", (), symbols=Symbols.parse("S")), None)
    record = rolled(roll, session.state, "S")
    record.resolved, record.success = False, False
    assert roll_view(record, record, rules_of(session), names(session)).results == ()
