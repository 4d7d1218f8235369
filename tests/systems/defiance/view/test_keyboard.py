"""The table by keyboard alone: every key goes to whatever has the focus, as a person's would."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine.frames import Activation, Deployment
from defiance_qt.systems.defiance.view.table import DefianceView
from tests.systems.defiance.view.hands import defiance_view

# The offscreen platform says so of windows with a smallest size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ACTIONS = {"attack": Qt.Key.Key_A, "hack": Qt.Key.Key_H, "interact": Qt.Key.Key_I, "move": Qt.Key.Key_M}


class Fingers:
    """A person at a window who has no mouse."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.acted: set[tuple[str, str, int]] = set()

    @property
    def table(self) -> Table:
        assert isinstance(self.window.table, Table)
        return self.window.table

    @property
    def view(self) -> DefianceView:
        return defiance_view(self.table)

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.activePopupWidget() or QApplication.focusWidget() or self.window, key, held)
        if self.window.table is not None:
            self.view.board.skip()
        QApplication.processEvents()

    def go_to(self, goal: str) -> None:
        """The cursor from who acts to a space, by arrows."""
        board = self.view.board
        self.press(Qt.Key.Key_Home)
        for _ in range(60):
            here = board.cursor_space
            if here == goal:
                return
            up_or_down = Qt.Key.Key_Down if int(goal[1:]) > int(here[1:]) else Qt.Key.Key_Up
            aside = Qt.Key.Key_Right if goal[0] > here[0] else Qt.Key.Key_Left
            self.press(up_or_down if goal[1:] != here[1:] else aside)
        raise AssertionError(f"the cursor never came to {goal}")

    def act(self) -> None:
        """One sensible thing at the present prompt."""
        presenter = self.view.presenter
        frame, question = presenter.state.agenda[-1], presenter.table.frame.question
        if QApplication.activePopupWidget() is not None:
            self.press(Qt.Key.Key_Down)
            self.press(Qt.Key.Key_Return)
        elif isinstance(frame, Deployment):
            self.press(Qt.Key.Key_PageDown)
            self.press(Qt.Key.Key_Return)
        elif isinstance(frame, Activation) and not presenter.picked:
            self._play(frame)
        else:
            assert question is not None
            key = question.choices[0].key
            self.press(Qt.Key.Key_Return if key == "⏎" else getattr(Qt.Key, f"Key_{key}"))

    def _play(self, frame: Activation) -> None:
        presenter = self.view.presenter
        reach = presenter.view.board.reach
        done = (frame.character, "walk", presenter.state.round)
        chosen = next((one for one in ("attack", "hack", "interact") if one in presenter.offers.by_group), "")
        if reach and frame.points and done not in self.acted:
            self.acted.add(done)
            self.go_to(max(reach, key=lambda way: (way[0][0], way[0]))[0])
            self.press(Qt.Key.Key_Return)
        elif chosen:
            self.press(ACTIONS[chosen])
        elif "move" in presenter.offers.by_group and done not in self.acted:
            self.press(ACTIONS["move"])
        else:
            self.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_three_rounds_by_keyboard_alone(window: Window) -> None:
    window.change(speed="step")
    fingers = Fingers(window)
    fingers.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    fingers.press(Qt.Key.Key_Space)
    session = fingers.table.session
    idle = 0
    for _ in range(400):
        state = fingers.table.session.state
        if state.round >= 4 or state.result is not None:
            break
        head, picked = session.head, fingers.view.presenter.picked
        fingers.act()
        idle = 0 if (session.head, fingers.view.presenter.picked) != (head, picked) else idle + 1
        assert idle < 4, f"no key does anything at {state.agenda[-1]}"
    assert fingers.table.session.state.round >= 4
