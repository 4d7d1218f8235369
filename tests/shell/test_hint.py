"""Hints on request: a key asks the system's best bot, on a thread; the message bar tells what it would do and why."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.adviser import Adviser
from defiance_qt.shell.window import Window
from tests.bounds import repeat
from tests.systems.defiance.view.hands import Hands, begin, deploy
from tests.systems.defiance.view.positions import activated, english

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_an_adviser_thinks_with_a_game_of_its_own() -> None:
    session = activated("cadin")
    adviser = Adviser(session)
    first = adviser.hint(session.state, english())
    assert first.rank == "hint"
    assert first.text.startswith("Cadin: ")
    assert ", because " in first.text
    assert first.about[0] == "cadin"
    assert adviser.hint(session.state, english()) == first
    game = adviser._game
    assert game is not None
    assert game is not session.game
    assert game.rules is not session.game.rules  # type: ignore[attr-defined]


def test_a_bot_without_reasons_gives_its_choice_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot

    session = activated("cadin")
    monkeypatch.delattr(HeuristicBot, "advise")
    text = Adviser(session).hint(session.state, english()).text
    assert text.startswith("Cadin: ")
    assert "because" not in text
    assert text.endswith(".")


def test_when_nobody_decides_it_says_so() -> None:
    session = Session.new(mission="extraction", seed=7, options={"answers": {"enemy.initiative": "person"}})
    for _ in repeat(lambda: session.prompt.seat == "team", session.legal):
        session.submit(session.legal()[-1])
    assert Adviser(session).hint(session.state, english()).text == "There is nothing to decide now."


def test_the_key_tells_a_hint_and_does_nothing(window: Window, qtbot) -> None:
    table = begin(window)
    deploy(Hands(table))
    head = table.session.head
    action = window.named_actions["turn.advice"]
    assert action in table._menu.actions()
    assert action.shortcut().toString() == "?"
    for _ in range(2):
        table.message.hide()
        action.trigger()
        assert not table.message.isVisible(), "it thinks on a thread"
        qtbot.waitUntil(table.message.isVisible)
        assert table.message.text.startswith("Activate ")
        assert ", because " in table.message.text
    assert table.session.head == head


def test_a_hint_that_comes_too_late_is_dropped(window: Window, qtbot) -> None:
    table = begin(window)
    deploy(Hands(table))
    window.named_actions.do("turn.advice")
    table.presenter.submit(table.session.legal()[0])
    table.message.hide()
    qtbot.waitUntil(lambda: not window.hints.thinking)
    assert not table.message.isVisible()
