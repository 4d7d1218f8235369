"""The table of this game in the real window: a Round with the mouse, keys, the board and the cards."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

from defiance_qt.shell.present.values import MessageView
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation, Equipping, Round
from defiance_qt.words.languages import LANGUAGES
from tests.shell.test_fits import SIZES
from tests.systems.defiance.view.hands import at_instant, begin, defiance_view, deploy, play_round
from tests.workshop.window.legible import settle

# The offscreen platform says so of every window with a smallest size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_the_board_fills_its_room_until_it_is_zoomed(window: Window) -> None:
    table = begin(window)
    board = defiance_view(table).board

    def filled() -> float:
        QApplication.processEvents()
        shown, home = board.visible_rect(), board.home_rect()
        return max(home.width() / shown.width(), home.height() / shown.height())

    for width, height in (*SIZES, (1280, 800)):
        window.resize(width, height)
        assert filled() == pytest.approx(1.0, abs=0.01)
    board.zoom_by(2.2)
    zoom = board.zoom
    window.resize(1600, 1000)
    assert filled() > 1.1
    assert board.zoom == zoom
    board.fit()
    window.resize(1900, 1000)
    assert filled() == pytest.approx(1.0, abs=0.01)


def test_nothing_that_appears_during_play_moves_the_board(window: Window) -> None:
    """The first branch made the timeline higher, and a second click hit another figure."""
    table = begin(window)
    window.resize(1280, 800)
    hands = at_instant(table)
    deploy(hands)
    board, timeline = defiance_view(table).board, table.timeline

    def where() -> tuple[object, ...]:
        settle()
        return board.mapTo(window, QPoint(0, 0)), board.size(), board.zoom, timeline.geometry()

    before = where()
    table.tell(MessageView("Something is not possible here.", "refusal", ("R-056",)))
    assert where() == before
    table.session.checkpoint("before the door")
    for way in ("with Uma", "with Uma again"):
        table.session.fork(table.session.head, way)
        table.session.submit(c.Activate("uma"))
        table.session.undo()
    # Without a branch of its own this would go on in the last one, whose only act was taken back.
    table.session.fork(table.session.head, "without Uma")
    table.session.submit(c.Activate("cadin"))
    assert len(table.presenter.frame.timeline.branches) == 2
    button = timeline.findChild(QToolButton, "branches")
    assert isinstance(button, QToolButton)
    assert button.text().startswith("2 branches")
    assert where() == before
    table.sheets.why_last()
    assert where() == before


def test_the_card_of_who_acts_is_in_view_and_its_buttons_in_the_tray(window: Window) -> None:
    """Every Action is on the table without scrolling, in every language."""
    table = begin(window)
    window.resize(1280, 800)
    deploy(at_instant(table))
    table.session.submit(c.Activate("jazz"))
    for language in LANGUAGES:
        window.change(language=language)
        assert isinstance(window.table, Table)
        settle()
        view = defiance_view(window.table)
        end = window.table.findChild(QPushButton, "action:end")
        assert end is not None
        inside = view.actions.area.viewport()
        assert end.mapTo(inside, QPoint(0, end.height())).y() <= inside.height()
        rail = window.table.layout_.left.area.viewport()
        card = view.cards.card("jazz")
        assert card.mapTo(rail, QPoint(0, 0)).y() >= 0
        assert card.mapTo(rail, QPoint(0, card.height())).y() <= rail.height()


def test_a_whole_round_with_the_mouse(window: Window) -> None:
    hands = at_instant(begin(window))
    deploy(hands)
    assert hands.state.round == 1
    for _ in range(60):
        play_round(hands)
        if hands.state.round == 2:
            break
        hands.settle()
    assert hands.state.round == 2
    assert all(one.space for one in hands.state.team.values())


def test_keys_move_act_and_travel(window: Window) -> None:
    table = begin(window)
    hands = at_instant(table)
    deploy(hands)

    def key(key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for one in modifiers:
            held |= one
        QTest.keyClick(defiance_view(table).board, key, held)
        hands.settle()

    key(Qt.Key.Key_1)
    frame = hands.state.agenda[-1]
    assert isinstance(frame, Activation)
    key(Qt.Key.Key_M)
    moved = hands.state.agenda[-1]
    assert isinstance(moved, Activation)
    assert moved.points == 4
    head = table.session.head
    key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.session.head < head
    key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier)
    assert table.session.head == head
    key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    key(Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert table.session.head == 0
    key(Qt.Key.Key_End, Qt.KeyboardModifier.AltModifier)
    assert table.session.head == head
    key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not isinstance(hands.state.agenda[-1], Activation) or hands.state.agenda[-1] != moved


def test_the_equip_panel_opens_and_takes_a_card_off(window: Window) -> None:
    table = begin(window)
    hands = at_instant(table)
    deploy(hands)
    hands.card("uma")
    hands.button("action:equip")
    assert isinstance(hands.state.agenda[-1], Equipping)
    assert defiance_view(table).equip.isVisible()
    helmet = next(item for row in defiance_view(table).equip.rows() for item in row.items if item.view.text == "Helmet")
    hands.press(helmet)
    open_rows = [row for row in defiance_view(table).equip.rows() if row.property("state") == "drop"]
    assert open_rows
    hands.press(next(row for row in open_rows if row.id.endswith("in_hand")))
    held = next(one for one in hands.state.team["uma"].carried if one.item == "helmet")
    assert held.place == ""
    table.presenter.undo()
    hands.settle()
    assert next(one for one in hands.state.team["uma"].carried if one.item == "helmet").place == "0"


def test_the_round_frame_is_what_the_cards_answer(window: Window) -> None:
    hands = at_instant(begin(window))
    deploy(hands)
    assert isinstance(hands.state.agenda[-1], Round)
    hands.card("cadin")
    assert hands.table.announced


def test_an_idle_table_works_sight_out_ahead_and_then_rests(window: Window, qtbot) -> None:
    view = defiance_view(begin(window))
    assert view._ahead.isActive()
    view._ahead.start(0)
    for _ in view._tasks:
        pass
    qtbot.waitUntil(lambda: not view._ahead.isActive())
