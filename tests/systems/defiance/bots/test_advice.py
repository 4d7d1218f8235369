"""Hints: the bot's choice, with the part of its own value that decided."""

from __future__ import annotations

import re
from functools import cache

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import advise, make_bot
from defiance_qt.systems.defiance.bots.advice import _number
from defiance_qt.systems.defiance.bots.evaluator import Evaluator
from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.chances import command_odds
from defiance_qt.systems.defiance.engine.events import DoorOpened
from defiance_qt.systems.defiance.engine.legal import check
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.words.languages import LANGUAGES
from tests.bounds import repeat
from tests.lab.games import active
from tests.systems.defiance.bots.test_planning import placed
from tests.systems.defiance.engine.positions import position
from tests.texts import defiance_words

WORDS = {language: defiance_words(language) for language in LANGUAGES}
KEY = re.compile(r"\b(advice|command|event|mission|state)\.[a-z_.]+|[{}]|  ")


def hint(session: Session, state: State, language: str = "en") -> str:
    found = advise(HeuristicBot(), session.game, state, WORDS[language])
    assert found is not None
    return found.text


def test_work_for_the_mission_is_told_with_its_goal() -> None:
    session = active("jazz")
    text = hint(session, placed(session, jazz={"space": "J6"}))
    assert text == (
        "Jazz: Interact with Console 1 using Hacking device, because Console 1 is the next step of the mission."
    )


def test_a_walk_is_told_with_its_end_and_not_as_a_move() -> None:
    session = active("cadin")
    text = hint(session, placed(session, enemies=True))
    assert re.match(r"Cadin: go to [A-Z]\d+(, then .+)?, because that is the way to Goldstein[,.]", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_for_a_later_goal_names_the_present_one(language: str) -> None:
    """It sent a Character to Goldstein while the strip asked for the Console."""
    session = active("cadin")
    state = placed(session, enemies=True)
    goal = WORDS[language]("mission.extraction.step.1")
    assert hint(session, state, language).endswith(f"{goal}.")
    opened = session.game.evolve(state, DoorOpened("lab_door", "jazz"))
    assert goal not in hint(session, opened, language)


def test_whoever_is_recruited_has_their_name() -> None:
    session = active("cadin")
    opened = session.game.evolve(placed(session, cadin={"space": "P2"}), DoorOpened("lab_door", "jazz"))
    assert hint(session, opened) == "Cadin: Recruit Goldstein, because Goldstein is the next step of the mission."


def test_health_is_what_is_left() -> None:
    session = active("uma")
    state = placed(session, 1, uma={"damage": 7})
    found = advise(HeuristicBot(), session.game, state, WORDS["en"])
    assert found is not None
    assert isinstance(found.command, c.UseCard | c.Rest)
    assert found.text.endswith("because Uma has 2 of 9 left.")


@cache
def game() -> Session:
    """A game by the bot, to Round 4."""
    session = Session.new(mission="extraction", seed=7)
    bot = HeuristicBot()
    for _ in repeat(lambda: session.state.round < 4, session.legal, 1000):
        session.submit(bot.choose(session.game, session.state, session.legal()))  # type: ignore[arg-type]
    return session


def test_the_advice_is_the_bots_own_choice_and_its_chances_are_exact() -> None:
    session, blows = game(), 0
    for step in session.timeline.path[5:130:2]:
        state = session.timeline.state_at(step)
        legal = session.game.legal(state)
        found = advise(HeuristicBot(), session.game, state, WORDS["en"])
        assert found is not None
        assert found.command == HeuristicBot().choose(session.game, state, legal)  # type: ignore[arg-type]
        kills = re.search(r"kills .+ with a chance of (\d+)%", found.text)
        if kills is not None and isinstance(found.command, c.Attack):
            odds = command_odds(session.game.rules, state, found.command)  # type: ignore[attr-defined]
            assert odds is not None
            assert any(round(100 * chance) == int(kills[1]) for chance in odds.chances.values()), odds.chances
            blows += 1
    assert blows


def test_a_space_is_called_safe_where_nobody_can_attack() -> None:
    session, safe, unsafe = game(), 0, 0
    for step in session.timeline.path[5:130:2]:
        state = session.timeline.state_at(step)
        found = advise(HeuristicBot(), session.game, state, WORDS["en"])
        assert found is not None
        walk = re.search(r"^(?:Activate )?(\w+)\b.* go to ([A-Z]\d+)", found.text)
        if walk is None or not state.enemies:
            continue
        rules = session.game.rules  # type: ignore[attr-defined]
        one = state.team[walk[1].lower()]
        view = rules.view(state)
        blockers = view.blockers & ~(1 << view.cells[one.id])
        danger = Evaluator(rules, state).danger(one.id, rules.board.by_name[walk[2]], blockers)
        assert ("no Enemy sees" in found.text) == (danger == 0), found.text
        safe, unsafe = safe + (danger == 0), unsafe + (danger > 0)
    assert safe
    assert unsafe


def test_averages_have_one_decimal_in_the_manner_of_the_language() -> None:
    assert [_number(amount, WORDS["en"]) for amount in (1.44, 1.96, 0.5)] == ["1.4", "2.0", "0.5"]
    assert _number(1.44, WORDS["ru"]) == "1,4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_is_one_sentence_in_every_language(language: str) -> None:
    session = game()
    for step in session.timeline.path[:200:7]:
        found = advise(make_bot("", 1), session.game, session.timeline.state_at(step), WORDS[language])
        assert found is not None
        assert not KEY.search(found.text), found.text
        assert found.text.endswith(".")
        assert "“" not in found.text


def test_no_advice_where_nobody_decides() -> None:
    session = Session.new(mission="extraction", seed=7, options={"answers": {"team.dice": "person"}})
    bot = HeuristicBot()
    for _ in repeat(lambda: session.prompt.seat == "team", session.legal):
        session.submit(bot.choose(session.game, session.state, session.legal()))  # type: ignore[arg-type]
    assert session.prompt.seat == "table"
    assert advise(HeuristicBot(), session.game, session.state, WORDS["en"]) is None


@pytest.mark.rule("R-152")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_partner_that_has_to_follow_is_the_reason(language: str) -> None:
    play = position("J B U\n\njazz activated\nbillie\numa\nblock billie")
    found = advise(HeuristicBot(), play.game, play.state, WORDS[language])
    assert found is not None
    assert found.command == c.Activate("billie")
    assert found.rules == ("R-152",)
    assert found.about == ("billie",)
    assert not KEY.search(found.text)
    if language == "en":
        assert found.text == "Activate Billie now, because that follows the Activation of Jazz at once."


@pytest.mark.rule("R-152")
def test_any_other_is_refused_with_the_same_reason() -> None:
    play = position("J B U\n\njazz activated\nbillie\numa\nblock billie")
    illegal = check(play.game.rules, play.state, c.Activate("uma"))
    assert illegal is not None
    text = play.game.refusal(illegal, play.state, WORDS["en"])
    assert text == "Billie must be activated next: that follows the Activation of Jazz at once"
