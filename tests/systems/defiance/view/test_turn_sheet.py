"""The sheet that explains the turn of a Unit, through the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QMenu, QToolButton, QWidget

from defiance_qt.shell.panels.account import title_of
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.relayout import reveal
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import events as e
from tests.bounds import repeat
from tests.systems.defiance.view.hands import Hands, at_instant, begin, defiance_view, deploy

# The offscreen platform says so of windows with a smallest size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def table(window: Window) -> Table:
    made = begin(window)
    deploy(at_instant(made))
    return made


def enemy_acts(table: Table, kind: type = e.UnitActivationEnded) -> LineView:
    """Play on until a step holds such an event. The line of the log that says that the Unit is activated."""
    presenter = defiance_view(table).presenter
    for _ in repeat(
        lambda: (
            not any(isinstance(one, kind) for one in presenter.session.timeline.step(presenter.session.head).events)
        ),
        presenter.session.legal,
    ):
        presenter.table.submit(presenter.session.legal()[-1])
        defiance_view(table).board.skip()
    lines = (line for step in reversed(presenter.session.timeline.path) for line in presenter.table.log.lines(step))
    return next(line for line in lines if presenter.table.reader.opens_account(line))


def test_the_line_of_an_activation_opens_the_whole_turn(table: Table) -> None:
    line = enemy_acts(table)
    model, view = table.log_model, table.log.findChild(QListView)
    assert view is not None
    row = next(
        row
        for row in range(model.rowCount())
        if (model.line(row).step, model.line(row).index) == (line.step, line.index)
    )
    view.scrollTo(model.index(row, 0))
    QApplication.processEvents()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(model.index(row, 0)).center())
    sheet = table.sheets.account
    assert sheet.isVisible()
    assert not table.sheets.reasons.isVisible()
    assert sheet.view is not None
    assert len(sheet.cards) == sum(bool(one.heading) for one in sheet.view.passages) >= 2
    assert sheet.cards[0].accessibleName().startswith("Instruction 1")
    chip = next(one for one in sheet.findChildren(QToolButton) if one.objectName().startswith("rule:"))
    Hands(table).press(chip)
    assert table.sheets.reference.isVisible()
    table.cancel()
    assert not table.sheets.reference.isVisible()
    assert sheet.isVisible(), "Esc takes away one sheet at a time"
    table.cancel()
    assert not sheet.isVisible()


def test_any_line_of_a_turn_leads_to_the_whole_of_it(table: Table) -> None:
    enemy_acts(table)
    presenter = defiance_view(table).presenter
    acting = [one for one in presenter.session.event_contexts() if isinstance(one.event, e.InstructionChosen)]
    line = next(line for line in presenter.table.log.lines(acting[-1].step) if line.index == acting[-1].index)
    table.sheets.why(line)
    assert table.sheets.reasons.turn.isVisible()
    Hands(table).press(table.sheets.reasons.turn)
    assert table.sheets.account.isVisible()
    first = next(line for step in presenter.session.timeline.path for line in presenter.table.log.lines(step))
    table.sheets.why(first)
    assert not table.sheets.reasons.turn.isVisible()


def test_the_turn_goes_on_while_its_sheet_is_open(table: Table) -> None:
    line = enemy_acts(table, e.UnitActivated)
    table.sheets.why(line)
    sheet = table.sheets.account
    assert sheet.view is not None
    assert sheet._where.text() == table.words("ui.account.so_far", chapter=sheet.view.chapter)
    for _ in repeat(lambda: len(sheet.cards) < 2, table.session.legal):
        table.presenter.submit(table.session.legal()[-1])
        defiance_view(table).board.skip()
    before = sheet.cards
    enemy_acts(table)
    assert len(sheet.cards) > len(before)
    assert sheet.cards[: len(before) - 1] == before[:-1], "what is told already is not made anew"
    assert [one.accessibleName() for one in sheet.cards] == [
        title_of(one) for one in sheet.view.passages if one.heading
    ]
    assert sheet._where.text() == table.words("ui.account.over", chapter=sheet.view.chapter)
    table.presenter.to_depth(0)
    assert not sheet.isVisible(), "what has been undone is not explained"


def test_the_menu_of_a_unit_explains_its_turn(table: Table) -> None:
    unit = next(iter(table.session.state.units))
    card = next(
        one for one in defiance_view(table).enemies.findChildren(QWidget) if one.property("subject") == f"unit:{unit}"
    )
    place = card.mapTo(table, card.rect().center())
    QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.mapToGlobal(place)))
    action = next(one for menu in table.findChildren(QMenu) for one in menu.actions() if one.objectName() == "account")
    action.trigger()
    assert not table.sheets.account.isVisible()
    assert table.message.text == table.words("ui.account.none")
    enemy_acts(table)
    acted = next(one for one in table.session.event_contexts() if isinstance(one.event, e.UnitActivated)).event.unit
    table.sheets.explain_subject(acted)
    assert table.sheets.account.view is not None
    assert table.sheets.account.view.name == defiance_view(table).presenter.names.unit(acted)


def test_the_button_on_the_card_of_a_unit_explains_its_turn(table: Table) -> None:
    enemy_acts(table)
    acted = next(one for one in table.session.event_contexts() if isinstance(one.event, e.UnitActivated)).event.unit
    button = defiance_view(table).enemies.findChild(QToolButton, f"turn:{acted}")
    assert isinstance(button, QToolButton)
    reveal(button)
    Hands(table).press(button)
    assert table.sheets.account.isVisible()
    assert table.sheets.account.view is not None
    assert table.sheets.account.view.name == defiance_view(table).presenter.names.unit(acted)


def test_shift_w_explains_the_last_turn_of_all(table: Table) -> None:
    QTest.keyClick(defiance_view(table).board, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert table.message.text == table.words("ui.account.none")
    enemy_acts(table)
    QTest.keyClick(defiance_view(table).board, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    sheet = table.sheets.account
    assert sheet.isVisible()
    assert QApplication.focusWidget() is sheet.area
    bar = sheet.area.verticalScrollBar()
    QTest.keyClick(sheet.area, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    QTest.keyClick(sheet.area, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert QApplication.focusWidget() is defiance_view(table).board
