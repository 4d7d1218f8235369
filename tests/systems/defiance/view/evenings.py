"""Two evenings of a newcomer at a real X display, by mouse: from the guided first Round into Extraction and back the
next day, and a campaign with the printed game up to its second mission.

As a program: `python -m tests.systems.defiance.view.evenings first|campaign FOLDER`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QMessageBox, QSpinBox, QWidget

from defiance_qt.core.session import Session
from defiance_qt.shell.app import application, make_window
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Deployment
from defiance_qt.systems.defiance.engine.state import CampaignState, State
from defiance_qt.systems.defiance.view.panels.between import BetweenPanels
from defiance_qt.systems.defiance.view.panels.written import WrittenDialog
from defiance_qt.systems.defiance.view.present.guide import step_now
from tests.systems.defiance.view.hands import defiance_view, play_round
from tests.systems.defiance.view.on_display import Display, MouseHands
from tests.systems.defiance.view.walks import play_guide
from tests.workshop.window.legible import settle

Kind = TypeVar("Kind", bound=QWidget)
NO_KEY = Qt.KeyboardModifier.NoModifier


class Watching(MouseHands):
    """Hands that watch what moves until all is at rest. Once they are `impatient`, a movement is skipped and the
    button for the Enemy's whole turn is pressed."""

    impatient = False

    def settle(self) -> None:
        table, whole = self.table, self.table.question.whole
        if self.impatient:
            super().settle()
            if table.presenter.autoplay.pending and whole.isVisible():
                self.display.click(whole, whole.rect().center())
        self.display.until(
            lambda: not (table.view.busy or table.holding or table.presenter.autoplay.pending), "all at rest"
        )
        super().settle()

    @property
    def ways(self) -> tuple[tuple[str, int], ...]:
        """As far as both Moves lead, in the first Round."""
        board = self.view.presenter.view.board
        return board.beyond if board.beyond and self.state.round == 1 else board.reach

    def place(self, space: str) -> None:
        self.space(space)


class Newcomer:
    """Somebody who starts the program, looks, and clicks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.start()

    def start(self) -> None:
        """Start the program, as `app.main` does."""
        self.window: Window = make_window(self._folder / "data", self._folder / "config")
        self.window.place()
        self.window.show()
        assert QTest.qWaitForWindowExposed(self.window)
        self.display = Display(self.window)
        self.window.warm()
        self.until(lambda: self.window.games.offered is not None, "the game is read")
        screen = self.window.screen().availableGeometry()
        assert screen.contains(self.window.geometry()), "the whole window is on the screen"

    def until(self, true: Callable[[], object], what: str) -> None:
        self.display.until(true, what)

    def find(self, kind: type[Kind], name: str = "") -> Kind:
        """The widget of this kind and name that is seen."""

        def seen() -> list[Kind]:
            found = self.window.findChildren(kind, name) if name else self.window.findChildren(kind)
            return [one for one in found if one.isVisible()]

        self.until(lambda: len(seen()) == 1, f"one {kind.__name__} {name}")
        return seen()[0]

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Click it once the window is ready and everything in it has its place."""
        self.until(lambda: not self.window.background.waiting, "the window is ready")
        settle()
        assert widget.isEnabled()
        spot = place if place is not None else widget.rect().center()
        assert widget.visibleRegion().contains(spot), f"{widget.objectName()} is out of sight"
        self.display.click(widget, spot)

    def does(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Click what acts in the game."""
        before = self.state
        self.click(widget, place)
        self.until(lambda: self.state is not before, "something happened")

    def press(self, name: str) -> None:
        """Click the button of this name."""
        self.click(self.find(QAbstractButton, name))

    @property
    def table(self) -> Table:
        self.until(lambda: self.window.table is not None and not self.window.background.waiting, "a table")
        table = self.window.table
        assert isinstance(table, Table)
        return table

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def state(self) -> State:
        return defiance_view(self.table).presenter.state

    def leave(self) -> None:
        self.window.close()
        self.display.seen.deleteLater()


def first(person: Newcomer) -> None:
    """The guided first Round, *Play on*, two Rounds more; the next day *Continue* is the same game."""
    person.press("lesson:first_round")
    hands = Watching(person.table, person.display)
    person.until(defiance_view(hands.table).board.isVisible, "the board")
    play_guide(hands)
    person.press("guide.play_on")
    hands.impatient = True
    for number in (3, 4):
        play_round(hands)
        assert hands.state.round == number
    steps = [person.session.timeline.step(id).events for id in person.session.timeline.path]
    assert any(sum(isinstance(one, e.ActionSpent) for one in step) == 2 for step in steps), "both Moves by one click"
    assert {e.Moved, e.AttackDeclared, e.UnitActivated} <= {type(one) for step in steps for one in step}
    state, log = person.state, log_of(person.table)
    person.leave()
    person.start()
    person.press("continue")
    assert person.state == state
    person.until(lambda: log_of(person.table) == log, "the same log")
    assert not person.window.findChild(QMessageBox)


def log_of(table: Table) -> list[str]:
    model = table.log_model
    return [model.line(row).text for row in range(model.rowCount())]


def campaign(person: Newcomer) -> None:
    """The result of the first mission is written down, every step aboard is ended, and the second mission begins."""
    person.press("campaign:paper")
    box = person.find(QMessageBox)
    person.click(box.buttons()[0])
    person.press("answer:1")
    form = person.find(WrittenDialog)
    number(person, form.numbers["round"], 8)
    number(person, form.intel["uma"], 3)
    chosen = pick(person, form.cards["cadin"].box)
    person.click(form.ok)
    person.until(lambda: step_now(person.state) == "crew", "the crew is redistributed")
    assert person.state.team["cadin"].consequences == (chosen,)
    aboard(person)


def number(person: Newcomer, spin: QSpinBox, value: int) -> None:
    """Type a number into its box."""
    field = spin.lineEdit()
    person.click(field)
    person.display.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    person.display.press(getattr(Qt.Key, f"Key_{value}"), NO_KEY)
    person.until(lambda: spin.value() == value, "the number is typed")


def pick(person: Newcomer, box: QComboBox) -> str:
    """Take the first entry of a list of cards, and return its id."""
    person.click(box)
    view = box.view()
    person.until(view.isVisible, "the list is open")
    index = box.model().index(1, 0)
    person.display.click(view.viewport(), view.visualRect(index).center())
    return str(box.itemData(1))


def aboard(person: Newcomer) -> None:
    """Everything between two missions: a place for everybody, and what is offered is bought."""
    panels = defiance_view(person.table).between
    assert panels is not None
    settle_in(person, panels)
    steps = [step_now(person.state)]
    while steps[-1] != "briefing":
        if steps[-1] == "intel":
            person.does(panels.market.comparison.buy)
        finish(person, panels)
        steps.append(step_now(person.state))
    assert {"crew", "sickbay", "specialties", "intel"} <= set(steps)
    person.press("answer:0")
    person.until(lambda: isinstance(person.state.agenda[-1], Deployment), "the team is placed")
    assert person.state.mission_id == "dead_air"
    assert defiance_view(person.table).board.isVisible()


def settle_in(person: Newcomer, panels: BetweenPanels) -> None:
    """Take the tokens from the ramp, one after the other, to rooms that have a place."""
    rooms = iter(("cabins", "workshop", "sickbay", "training", "bridge", "cabins", "workshop", "sickbay"))
    for member, area in crew(person).items():
        if not area:
            place_aboard(person, panels, member, next(rooms))


def place_aboard(person: Newcomer, panels: BetweenPanels, member: str, room: str) -> None:
    """Take a token, and drop it in a room."""
    person.click(panels.ship.token(member), QPoint(20, 20))
    person.until(lambda: panels.ship.hand == member, "the token is in the hand")
    area = panels.ship.area(room)
    person.does(area, QPoint(area.width() // 2, area.height() - 10))
    assert crew(person)[member] == room


def crew(person: Newcomer) -> dict[str, str]:
    """The members of the crew, each with the area of its token."""
    campaign = person.state.campaign
    assert isinstance(campaign, CampaignState)
    return campaign.crew


def finish(person: Newcomer, panels: BetweenPanels) -> None:
    """End the step: once more where something is named that will be lost."""
    now = step_now(person.state)
    for _ in range(3):  # the second of two quick clicks is a double click, which answers nothing
        person.click(panels.guide.finish.button)
        if step_now(person.state) != now:
            return
    assert step_now(person.state) != now


def main(evening: str, folder: Path) -> None:
    app = application(sys.argv[:1])
    person = Newcomer(folder)
    {"first": first, "campaign": campaign}[evening](person)
    person.leave()
    sys.stdout.write(f"{evening} {app.platformName()}\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
