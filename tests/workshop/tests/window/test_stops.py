"""What keeps the window from stopping between two screens: work of its own turns, garbage left for a quiet moment."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from defiance_qt.core.errors import SaveError
from defiance_qt.extend import systems
from defiance_qt.extend.sessions import Session
from defiance_qt.shell import background, collector, jobs
from defiance_qt.shell import window as shell
from defiance_qt.shell.background import Flow
from defiance_qt.shell.saves import Saves
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.words.catalogue import Words
from tests.systems.defiance.view.hands import begin
from tests.waiting import at_rest, eventually

pytestmark = [pytest.mark.in_turns, pytest.mark.qt_log_ignore("does not support propagateSizeHints")]


class Painted(QObject):
    """Notes when a widget is painted on the screen, and whether another still exists then."""

    def __init__(self, window: Window, other: QObject) -> None:
        super().__init__(window)
        self._other = other
        self.there: list[bool] = []
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.there.append(isValid(self._other))
        return False


def test_a_screen_is_destroyed_after_the_next_was_painted(window: Window, qtbot: QtBot) -> None:
    old = begin(window)
    painted = Painted(window, old)
    window.change(language="es")
    at_rest(window)
    assert window.table is not None
    assert old is not window.table
    assert window.stack.count() == 1
    painted.there.clear()
    qtbot.waitUntil(lambda: bool(painted.there))
    assert set(painted.there) == {True}
    qtbot.waitUntil(lambda: not isValid(old))


def test_the_list_of_saves_has_its_texts_after_a_change_of_language(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were read on the window's thread when the game was closed."""
    # Before the game begins: a timer remembers it half a second later, which may be in the middle of the change.
    monkeypatch.setattr(window, "remember", lambda: None)
    begin(window)
    on_main: list[bool] = []
    read = systems.words_of

    def words_of(system: str, language: str) -> Words:
        on_main.append(threading.current_thread() is threading.main_thread())
        return read(system, language)

    monkeypatch.setattr(systems, "words_of", words_of)
    window.change(language="es")
    at_rest(window)
    assert on_main == [False]
    assert window.session is not None
    assert window.texts(window.session.setup.system).language == "es"
    assert on_main == [False]


def test_a_game_is_put_away_for_the_next_in_several_turns(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "next.defiance"
    Session.new(mission="extraction", seed=2, path=path).close()
    begin(window)
    waited: list[bool] = []
    away = window.part

    def part(listed: bool = True) -> Flow[None]:
        for _ in away(listed):
            waited.append(window.background.waiting)
            yield None

    window.part = part  # type: ignore[method-assign]
    window.open(path)
    at_rest(window)
    assert waited[:3] == [True, True, True]
    assert window.path == path


def test_a_window_that_is_closed_between_two_games_closes_the_next(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "next.defiance"
    Session.new(mission="extraction", seed=2, path=path).close()
    begin(window)
    before = window.session
    opened: list[Session] = []
    open_game = jobs.open_game

    def noted(path: Path, copies: Saves | None, opening: None) -> Session:
        opened.append(open_game(path, copies, opening))
        return opened[0]

    monkeypatch.setattr(jobs, "open_game", noted)

    def part() -> Flow[None]:
        window.background.stop()
        yield None

    with monkeypatch.context() as patched:
        patched.setattr(window, "part", part)
        window.open(path)
        at_rest(window)
        assert window.path != path
    assert window.session is before
    with pytest.raises(SaveError, match="is closed"):
        opened[0].submit(next(one for one in opened[0].legal() if isinstance(one, c.Deploy)))


def test_full_collections_are_rare_and_wait_until_no_game_is_open(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One in the middle of a Round stopped the window for 50 ms and found nothing."""
    before = gc.get_threshold()
    collected: list[bool] = []
    monkeypatch.setattr(shell, "QUIET", 20)
    monkeypatch.setattr(collector, "collect", lambda: collected.append(window.session is None))
    try:
        collector.defer()
        assert gc.get_threshold() == (*before[:2], collector.SELDOM)
    finally:
        gc.set_threshold(*before)
    begin(window)
    assert not collected
    window.close_game()
    at_rest(window)
    qtbot.waitUntil(lambda: collected == [True])


def test_nothing_is_collected_while_a_thread_works(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    work = background.Background()
    done: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: done.append(1))
    # A test that starts the program without its end has left the collector off.
    monkeypatch.setattr(collector, "_pauses", collector._Pauses())
    was_on = gc.isenabled()
    gc.enable()
    try:
        collector.collect()
        work.start(collector.collect)
        eventually(lambda: not work._jobs)
    finally:
        if not was_on:
            gc.disable()
    work.close()
    assert done == [1]
