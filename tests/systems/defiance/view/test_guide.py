"""The guided first Round (F-63): ten steps at the real table, played by mouse; anything else is allowed in between."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot
from defiance_qt.systems.defiance.engine import commands as c
from tests.bounds import repeat
from tests.systems.defiance.view.hands import at_instant
from tests.systems.defiance.view.walks import DOOR, done, play_guide, progress
from tests.texts import defiance_words

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_whatever_is_played_does_its_step_in_any_order() -> None:
    session = Session.lesson("first_round")
    bot, seen = HeuristicBot(), [0]
    for _ in repeat(lambda: session.state.round < 2, session.legal):
        before = done(session)
        session.submit(bot.choose(session.game, session.state, session.legal()))  # type: ignore[arg-type]  # it is this game
        assert done(session) >= before
        seen.append(done(session))
    assert not progress(session).astray
    left = [number for number, step in enumerate(progress(session).steps) if not step.done]
    assert left in ([], [DOOR])  # the bot need not open a door


def test_an_undo_takes_the_step_back() -> None:
    session = Session.lesson("first_round")
    for _ in repeat(lambda: any(isinstance(one, c.Deploy) for one in session.legal()), session.legal):
        session.submit(session.legal()[0])
    assert done(session) == 1
    session.submit(next(one for one in session.legal() if isinstance(one, c.Activate)))
    assert done(session) == 2
    session.undo()
    assert done(session) == 1


def test_the_guide_has_ten_different_steps_and_asks_for_no_single_command() -> None:
    session = Session.lesson("first_round")
    assert done(session) == 0
    steps = progress(session).steps
    assert len(steps) == 10
    assert len({step.text for step in steps}) == 10
    assert not any(step.command for step in steps)


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_every_step_has_its_words(language: str) -> None:
    session = Session.lesson("first_round")
    found = session.lesson_progress(defiance_words(language))
    assert found is not None
    texts = (found.title, found.text, found.reason, *(step.text for step in found.steps))
    assert not [text for text in texts if "lesson." in text]


def test_the_guide_is_played_by_mouse(window: Window) -> None:
    window.show()
    window.games.learn(DEFAULT, "first_round")
    table = window.table
    assert isinstance(table, Table)
    QApplication.processEvents()
    play_guide(at_instant(table))
