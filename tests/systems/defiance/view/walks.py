"""What a person does in one sitting: the guided first Round by mouse, three Rounds of Extraction by keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.core.port.lessons import LessonProgress
from defiance_qt.core.session import Session as AnySession
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.panels.guide import GuideDock
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation, Deployment
from defiance_qt.systems.defiance.view.table import DefianceView
from tests.systems.defiance.view.hands import Hands, defiance_view, deploy, play_round
from tests.texts import defiance_words
from tests.waiting import at_rest

DOOR = 7  # the number of the guide's step, from 0


def progress(session: AnySession) -> LessonProgress:
    assert isinstance(session, Session)
    found = session.lesson_progress(defiance_words())
    assert found is not None
    return found


def done(session: AnySession) -> int:
    return sum(step.done for step in progress(session).steps)


def is_open(session: AnySession) -> bool:
    return progress(session).steps[DOOR].done


def open_a_door(hands: Hands) -> bool:
    """Walk whoever acts next to a closed door, and click the door. Return whether something was clicked."""
    session, presenter = hands.table.session, hands.view.presenter
    for one in session.legal():
        if isinstance(one, c.Interact) and one.element in session.state.doors:
            hands.space(one.element)
            return True
    reach = {space for space, _ in presenter.view.board.reach}
    for id, spaces in presenter._doors.items():
        door = session.state.doors[id]
        beside = reach & set(spaces)
        if beside and not door.open and not door.security:
            hands.space(min(beside))
            return True
    return False


def play_guide(hands: Hands) -> None:
    """Play the guided first Round from its first step to its last."""
    table = hands.table
    QApplication.processEvents()
    card = table.sheets.guide
    assert isinstance(card, GuideDock)
    assert card.isVisible()
    deploy(hands)
    assert done(table.session) == 1
    assert card.view is not None
    assert card.view.next is not None
    assert "acts first" in card.view.next.text
    opened: list[bool] = []

    def meanwhile() -> bool:
        if not is_open(table.session) and isinstance(hands.state.agenda[-1], Activation):
            opened.append(open_a_door(hands))
            return opened[-1]
        return False

    play_round(hands, meanwhile=meanwhile)
    assert is_open(table.session)
    assert done(table.session) == 10
    assert card.view.done
    assert table.session.state.round == 2


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
        self.send(key, held)
        if self.window.table is not None:
            self.view.board.skip()
        QApplication.processEvents()

    def send(self, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
        QTest.keyClick(QApplication.activePopupWidget() or QApplication.focusWidget() or self.window, key, held)

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


def play_three_rounds(fingers: Fingers) -> None:
    """Begin a game and play its first three Rounds, by keys alone."""
    fingers.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    at_rest(fingers.window)
    fingers.press(Qt.Key.Key_Space)
    at_rest(fingers.window)
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
