"""The opponent's turn at its pace, or all of it at once: both are offered where the turn is shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine.commands import Proceed
from tests.systems.defiance.view.hands import Hands, begin, defiance_view, deploy
from tests.systems.defiance.view.positions import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def at_the_enemy(window: Window) -> Hands:
    table = begin(window)
    table.timeline.sped.emit("instant")
    hands = Hands(table)
    deploy(hands)
    table.timeline.sped.emit("step")
    until(table.session, lambda one: any(isinstance(each, Proceed) for each in one.legal()))  # type: ignore[arg-type]
    QApplication.processEvents()
    return hands


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_rest_of_the_turn_runs_without_a_pause_and_the_pace_stays(window: Window, qtbot, by: str) -> None:
    hands = at_the_enemy(window)
    table, question = hands.table, hands.table.question
    assert question.whole.isVisible()
    assert question.speed.text().startswith("Step by step")
    before = table.session.head
    if by == "key":
        QTest.keyClick(window, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    else:
        hands.press(question.whole)
    assert defiance_view(table).board._speed == 0
    qtbot.waitUntil(lambda: not table.presenter.autoplay.pending)
    assert table.session.head > before
    assert table.presenter.speed == "step"
    assert defiance_view(table).board._speed == 1
    assert not question.whole.isVisible()
    assert not window.named_actions["turn.whole"].isEnabled()


def test_an_undo_stops_a_turn_in_a_hurry(window: Window) -> None:
    hands = at_the_enemy(window)
    hands.table._hurry()
    hands.table.presenter.undo()
    assert not hands.table.presenter.autoplay.hurried
    assert not hands.table.presenter.moving


def test_the_pace_is_chosen_beside_the_turn(window: Window) -> None:
    hands = at_the_enemy(window)
    menu = hands.table.question.speed.menu()
    assert menu is not None
    next(one for one in menu.actions() if one.data() == "slow").trigger()
    assert hands.table.presenter.speed == "slow"
    assert hands.table.question.speed.text().startswith("Slow")
