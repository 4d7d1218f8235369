"""A game told in sentences."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.playing import play
from defiance_qt.lab.story import story, tale
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.words.languages import LANGUAGES
from tests.lab.games import active, begun
from tests.texts import defiance_words


@pytest.fixture(scope="module")
def game() -> Session:
    session = begun(6)
    play(session, make_bot("heuristic", 6))
    return session


def test_the_story_begins_with_the_mission_and_ends_with_the_result(game: Session) -> None:
    lines = list(story(game, defiance_words("en")))
    assert lines[0] == "Mission set up: Extraction"
    assert lines.count("Round 1 begins") == 1
    assert lines[-1].startswith(("Victory: ", "Defeat: "))
    assert len(lines) > game.head


def test_why_adds_the_rules_and_an_enemys_candidates(game: Session) -> None:
    lines = list(story(game, defiance_words("en"), why=True))
    assert "Round 1 begins  [R-039 R-021]" in lines
    assert "Round 2 begins  [R-039 R-045]" in lines
    assert any(line.startswith("      ") and "Aggro" in line for line in lines)
    assert not any("[" in line for line in story(game, defiance_words("en")))


def test_why_explains_each_units_turn_once(game: Session) -> None:
    lines = list(story(game, defiance_words("en"), why=True))
    opened = [place for place, line in enumerate(lines) if "turn explained" in line]
    activated = sum(" is activated  [" in line for line in lines)
    assert len(opened) == activated > 1
    turn = "\n".join(lines[opened[0] : opened[1]])
    assert "Instruction 1:" in turn
    assert "> " in turn
    one = next(line.strip() for line in lines if line.lstrip().startswith("> "))
    assert one[2:] not in [line.strip() for line in lines]
    cut = list(story(game, defiance_words("en"), to=_first_activation(game), why=True))
    assert any("turn so far" in line for line in cut)


def _first_activation(session: Session) -> int:
    return next(told.step for told in session.event_contexts() if isinstance(told.event, e.UnitActivated))


def test_the_story_up_to_a_step_is_its_beginning(game: Session) -> None:
    whole = list(story(game, defiance_words("en")))
    some = list(story(game, defiance_words("en"), to=40))
    assert 0 < len(some) < len(whole)
    assert whole[: len(some)] == some


def test_another_branch_is_told_along_its_own_line() -> None:
    session = active("cadin")
    parted = session.head
    session.submit(session.legal()[0])
    other = session.head
    session.jump(parted)
    session.submit(session.legal()[-1])
    told = "\n".join(story(session, defiance_words("en"), to=other))
    assert "gains 6 movement points" in told
    assert "gains 6 movement points" not in "\n".join(story(session, defiance_words("en")))


def test_a_step_that_is_not_there_is_refused(game: Session) -> None:
    with pytest.raises(Illegal, match="no step 99999"):
        list(story(game, defiance_words("en"), to=99999))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_its_words(game: Session, language: str) -> None:
    lines = list(story(game, defiance_words(language), why=True))
    assert not [line for line in lines if "event." in line or "reason." in line]


def test_the_story_is_told_to_a_step_with_its_chapters_apart(game: Session) -> None:
    whole = list(tale(game, defiance_words("en")))
    assert whole[:2] == ["", "Extraction"]
    chapters = [whole[at + 1] for at, line in enumerate(whole) if not line]
    assert chapters[:3] == ["Extraction", "Round 1", "Round 2"]
    assert len(whole) < len(list(story(game, defiance_words("en")))) / 2
    assert list(tale(game, defiance_words("en"), to=0))[-1].startswith("Nox Spec-Ops arrives")
    with pytest.raises(Illegal):
        list(tale(game, defiance_words("en"), to=9999))
