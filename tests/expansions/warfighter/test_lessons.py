"""The lessons of Warfighter: each leads to its end by its steps, and what it says comes out."""

from __future__ import annotations

import pytest

from defiance_qt.core.port import LessonProgress
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import load_system
from defiance_qt.words.languages import LANGUAGES

SYSTEM = load_system("warfighter").rules
LESSONS = {one.id: one for one in SYSTEM.lessons(SYSTEM.content())}


def followed(session: Session) -> LessonProgress:
    """Give the commands of the steps, let run what runs by itself, and return how far that leads."""
    for _ in range(60):
        progress = session.lesson_progress()
        assert progress is not None
        if progress.done or progress.astray:
            return progress
        legal, step = session.legal(), progress.next
        assert step is not None
        automatic = bool(legal) and session.game.automatic(legal[0])
        session.submit(legal[0] if automatic else session.game.parse(step.command))
    raise AssertionError(step)


@pytest.mark.rule("W-049", "W-116", "W-112", "W-141")
@pytest.mark.parametrize("id", LESSONS)
def test_what_a_lesson_says_comes_out(id: str) -> None:
    with Session.lesson(id, "warfighter") as session:
        progress = followed(session)
    assert progress.done
    assert not progress.astray
    assert progress.findings
    assert [one for one in progress.findings if not one.agrees] == []


def test_another_command_leads_astray_and_undo_back() -> None:
    with Session.lesson("fire", "warfighter") as session:
        session.submit(session.game.parse("cycle 1"))
        progress = session.lesson_progress()
        assert progress is not None
        assert progress.astray
        session.undo()
        progress = session.lesson_progress()
        assert progress is not None
        assert not progress.astray


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_has_all_its_texts(language: str) -> None:
    with Session.lesson("place", "warfighter") as session:
        words = session.words(language)
    for id, lesson in LESSONS.items():
        course = SYSTEM.lesson(SYSTEM.content(), id)
        assert course is not None
        keys = [lesson.title, lesson.text, lesson.brief, f"lesson.{id}.reason"]
        keys += [f"lesson.{id}.{at + 1}" for at in range(len(course.steps))]  # type: ignore[attr-defined]
        assert [key for key in keys if words.lacks(key)] == []
