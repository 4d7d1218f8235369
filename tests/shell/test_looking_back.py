"""Looking at earlier steps: what is saved is where the game stands, never where one looks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.window import ENDING, Window
from tests.waiting import eventually

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_end_says_which_step_undo_takes_back(window: Window) -> None:
    """The button kept the name that the action had when the table was opened."""
    window.saves.folder.mkdir(parents=True, exist_ok=True)
    path = window.saves.folder / "won.defiance"
    shutil.copy(ROOT / "saves/extraction-en-victory.defiance", path)
    window.open(path)
    table = window.table
    assert table is not None
    button = table.ending.findChild(QPushButton, "ending:time.undo")
    assert isinstance(button, QPushButton)
    before = button.text()
    table.presenter.undo()
    assert button.text() == table.named_actions["time.undo"].text() != before


def test_a_finished_game_stays_finished_when_it_is_looked_at(window: Window) -> None:
    """A click on the timeline made it a game to continue, and Replays was empty."""
    window.saves.folder.mkdir(parents=True, exist_ok=True)
    path = window.saves.folder / "won.defiance"
    shutil.copy(ROOT / "saves/extraction-en-victory.defiance", path)
    window.open(path)
    assert window.session is not None
    table = window.table
    assert table is not None
    end = table.session.head
    buttons = [button.objectName() for button in table.ending.findChildren(QPushButton)]
    assert buttons == [f"ending:{id}" for id in ENDING]
    assert table.presenter.frame.ending is not None
    assert table.presenter.frame.ending.reason.endswith("Activation.")
    table.timeline.track.sought.emit(40)
    bar = table.top
    assert table.session.head != end
    assert bar.property("looking")
    assert bar.accessibleName().startswith("You look at step 40 of")
    assert table.edge.isVisible()
    assert not table.named_actions["time.undo"].isEnabled()
    window.named_actions["turn.cancel"].trigger()
    assert table.session.head == end
    assert not bar.property("looking")
    assert not table.edge.isVisible()
    table.timeline.track.sought.emit(40)
    window.close_game()
    (listed,) = window.saves.recent()
    assert listed.result == "victory"
    with open_save(path, read_only=True) as session:
        assert session.head == end
        assert session.result == "victory"


def test_an_earlier_step_is_shown_by_the_game_that_decided_it(window: Window) -> None:
    """A Unit and a State of a plugin that the game goes on without were not found in the cards that there are now."""
    window.saves.folder.mkdir(parents=True, exist_ok=True)
    path = window.saves.folder / "angler.defiance"
    shutil.copy(ROOT / "saves/plugin-angler.defiance", path)
    window.open(path)
    assert window.session is not None
    assert window.table is not None
    session, look = window.session, window.table.presenter.look
    hooked = next(step for step in session.timeline.steps() if "hooked" in str(session.timeline.state_at(step.number)))
    session.host.switch_off("angler")
    session.host.switch_on("iron_team")
    now = session.game
    end = session.head
    for step in (0, hooked.number):
        look(step)
        assert window.table.presenter.frame.look is not None
        assert session.game is not now
    window.named_actions["time.go_on"].trigger()
    assert session.looking
    assert "cannot go on from step" in window.table.message.text
    look(end)
    assert session.game is now
    with pytest.raises(Illegal, match="angler is not a Unit") as refused:
        session.jump(0)
    assert refused.value.code == "unfit"
    assert session.head == end


def test_the_last_sitting_is_told_and_gone_through(window: Window) -> None:
    window.saves.folder.mkdir(parents=True, exist_ok=True)
    path = window.saves.folder / "game.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        for _ in range(5):
            session.submit(session.legal()[0])
    window.open(path)
    table = window.table
    assert table is not None
    assert table.message.text == "Your last sitting: 5 steps, Setup to Round 1. Alt+Up shows what happened."
    window.named_actions["time.sitting"].trigger()
    assert (table.session.head, table.session.stands) == (0, 5)
    assert "P plays it" in table.message.text
    window.named_actions["turn.cancel"].trigger()
    assert not table.session.looking


def test_the_log_follows_a_dragged_head_once_it_rests(window: Window) -> None:
    window.saves.folder.mkdir(parents=True, exist_ok=True)
    path = window.saves.folder / "won.defiance"
    shutil.copy(ROOT / "saves/extraction-en-victory.defiance", path)
    window.open(path)
    table = window.table
    assert table is not None
    track, log = table.timeline.track, table.log_model
    end = log.line(log.rowCount() - 1).step
    QTest.mousePress(track, Qt.MouseButton.LeftButton, pos=QPoint(track.width() - 20, 8))
    middle = QPoint(track.width() // 2, 8)
    QTest.mouseMove(track, middle)
    head = table.session.head
    assert head < end
    assert log.line(log.rowCount() - 1).step == end
    assert log.older(), "lines above are those before the ones that are shown"
    assert log.line(log.rowCount() - 1).step == end
    eventually(lambda: log.line(log.rowCount() - 1).step <= head, "the log")
    QTest.mouseRelease(track, Qt.MouseButton.LeftButton, pos=middle)
    assert table.session.head == head
