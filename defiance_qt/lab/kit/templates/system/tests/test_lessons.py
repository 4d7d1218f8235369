"""The lessons: each can be followed to its end, and comes out as it says."""

from __future__ import annotations

import pytest

from defiance_qt.api import Session, port
from defiance_qt.testing import NewLesson


def progress(session: Session) -> port.LessonProgress:
    found = session.lesson_progress()
    assert found is not None
    return found


@pytest.mark.parametrize("id", ["first_turn", "a_one"])
def test_a_lesson_comes_out_as_it_says(id: str, new_lesson: NewLesson) -> None:
    session = new_lesson(id)
    while (step := progress(session).next) is not None:
        session.submit(session.game.parse(step.command))
    assert all(finding.agrees for finding in progress(session).findings)


def test_another_way_leads_astray_and_an_undo_back(new_lesson: NewLesson) -> None:
    session = new_lesson("first_turn")
    session.submit(session.game.parse("roll"))
    session.submit(session.game.parse("hold"))
    assert progress(session).astray
    session.undo()
    assert not progress(session).astray
