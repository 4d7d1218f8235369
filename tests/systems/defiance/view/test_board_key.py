"""The part of the rail that tells what the marks on the board mean, in a window with room for it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.present.values import MessageView
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.view.panels.board_key import KINDS
from tests.systems.defiance.view.hands import at_instant, begin, deploy

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_each_mark_on_the_board_has_its_line_while_it_is_there(window: Window) -> None:
    window.resize(1920, 1080)
    table = begin(window)
    hands = at_instant(table)
    key, board = hands.view.key, hands.view.board
    assert key.isVisible()
    assert key.shown == {"choice"}
    deploy(hands)
    hands.card("uma")
    assert "reach" in key.shown
    assert not key._hint.isHidden()
    board.set_threat(frozenset({"D5"}), frozenset({"D6"}))
    assert {"close", "far"} <= key.shown
    assert key._hint.isHidden()
    board.set_threat(frozenset(), frozenset())
    assert not {"close", "far"} & key.shown
    board.clear_marks()
    assert key.shown == frozenset()
    QApplication.processEvents()
    assert not key.grab().isNull()
    assert set(KINDS) == set(key._rows)


def test_a_narrow_window_leaves_the_room_to_the_team(window: Window) -> None:
    window.resize(1280, 800)
    table = begin(window)
    hands = at_instant(table)
    view = hands.view
    assert not view.key.isVisible()
    assert view.threat_key.isHidden()
    view.board.set_threat(frozenset({"D5"}), frozenset({"D6"}))
    assert not view.threat_key.isHidden()
    assert view.board.rect().contains(view.threat_key.geometry())
    assert "threatened" in view.threat_key.accessibleName()
    view.board.set_threat(frozenset(), frozenset())
    assert view.threat_key.isHidden()


def test_a_refusal_goes_with_the_next_act(window: Window) -> None:
    """It stood over the next decision, about the one before."""
    table = begin(window)
    hands = at_instant(table)
    table.tell(MessageView("Not there", "refusal"))
    hands.space(hands.view.presenter.view.board.choices[0])
    assert not table.message.isVisible()
