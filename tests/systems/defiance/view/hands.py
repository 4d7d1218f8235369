"""Hands at the real window: the mouse on spaces, cards and buttons, as a person would."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.relayout import reveal
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine.frames import Activation, Deployment, Round
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.table import DefianceView
from tests.systems.defiance.view.positions import MISSION
from tests.waiting import at_rest

LEFT = Qt.MouseButton.LeftButton


def begin(window: Window, seed: int = 7, **options: object) -> Table:
    """A new game at this window."""
    title = f"mission.{MISSION}.name"
    window.games.begin(NewGame(DEFAULT, title, MISSION, seed, "en", dict(options), ()))
    at_rest(window)
    table = window.table
    assert isinstance(table, Table)
    QApplication.processEvents()
    return table


def defiance_view(table: Table) -> DefianceView:
    """This game's view at a table."""
    assert isinstance(table.view, DefianceView)
    return table.view


def at_instant(table: Table) -> Hands:
    """The Enemy's turn goes all at once."""
    table.timeline.sped.emit("instant")
    return Hands(table)


def deploy(hands: Hands) -> None:
    """Place the team on the first space that is free, one after the other, and show it once: most tests begin so, and
    with the mouse it would be a third of their time."""
    session = hands.table.session

    def place() -> None:
        while isinstance(frame := session.state.agenda[-1], Deployment):
            session.submit(next(one for one in session.legal() if getattr(one, "character", "") == frame.waiting[0]))

    hands.table.presenter.run(place)
    hands.settle()


class Hands:
    """A person at a table who uses the mouse only."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def view(self) -> DefianceView:
        return defiance_view(self.table)

    @property
    def state(self) -> State:
        return self.view.presenter.state

    @property
    def ways(self) -> tuple[tuple[str, int], ...]:
        """The spaces that are walked to, with their cost."""
        return self.view.presenter.view.board.reach

    def settle(self) -> None:
        """Let animations end and widgets find their places."""
        self.view.board.skip()
        QApplication.processEvents()

    def click(self, widget: QWidget, place: QPoint) -> None:
        QTest.mouseMove(widget, place)
        QTest.mouseClick(widget, LEFT, pos=place)
        self.settle()

    def space(self, space: str) -> None:
        board = self.view.board
        self.click(board.viewport(), board.mapFromScene(QPointF(*board.centre_of(space))))

    def place(self, space: str) -> None:
        """Place the next of the team."""
        self.view.presenter.click_space(space)

    def card(self, id: str) -> None:
        card = self.view.cards.card(id)
        reveal(card)
        QApplication.processEvents()
        self.click(card, card.rect().topLeft() + QPoint(60, 14))

    def button(self, name: str) -> None:
        shown = [one for one in self.table.findChildren(QPushButton, name) if one.isVisible()]
        assert shown, name
        self.press(shown[0])

    def press(self, button: QWidget) -> None:
        assert button.isVisible()
        self.click(button, button.rect().center())

    def answer(self, place: int) -> None:
        self.press(self.table.question.choice(place))

    def menu(self, place: int) -> bool:
        """Take an entry of the menu that a click has opened, if one is open."""
        menus = [menu for menu in self.table.findChildren(QMenu) if menu.isVisible()]
        if not menus:
            return False
        actions = [action for action in menus[-1].actions() if action.isEnabled() and not action.isSeparator()]
        self.click(menus[-1], menus[-1].actionGeometry(actions[place]).center())
        return True


def play_round(hands: Hands, most: int = 300, meanwhile: Callable[[], bool] = lambda: False) -> None:
    """Play with the mouse until the Round is over: walk, shoot, let rolls stand, end the Activations. Where `meanwhile`
    has clicked something, it returns True."""
    goal = hands.state.round + 1
    walked: set[str] = set()
    for _ in range(most):
        state = hands.state
        if state.round >= goal or state.result is not None:
            return
        if meanwhile():
            continue
        frame = state.agenda[-1]
        shown = hands.view.presenter.view
        question = hands.table.presenter.frame.question
        if isinstance(frame, Deployment):
            hands.space(shown.board.choices[len(shown.board.choices) // 2])
        elif isinstance(frame, Round):
            hands.card(next(view.id for view in shown.cards if view.selectable))
        elif isinstance(frame, Activation):
            targets = [id for id in shown.board.targets if id in state.enemies]
            if targets:
                hands.space(state.enemies[targets[0]].space)
                hands.menu(0)
            elif frame.character not in walked and hands.ways:
                walked.add(frame.character)
                hands.space(max(hands.ways, key=lambda way: way[1])[0])
            else:
                hands.button("action:end")
        elif question is not None and question.choices:
            hands.answer(0)
        else:
            raise AssertionError(f"nothing can be clicked at {frame}")
    raise AssertionError("the Round never ended")


def is_new_game(window: Window) -> bool:
    return window.findChild(NewGameScreen) is not None
