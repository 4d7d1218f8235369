"""The sheet that explains the turn of a Unit, through the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QMenu, QToolButton

from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.view.present.values import LineView
from defiance_qt.systems.defiance.view.table import Table
from tests.shell.hands import Hands, begin
from tests.shell.test_window import at_instant, deploy

# The offscreen platform says so of windows with a smallest size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def table(window: Window) -> Table:
    made = begin(window)
    deploy(at_instant(made))
    return made


def enemy_acts(table: Table, kind: type = e.UnitActivationEnded) -> LineView:
    """Play on until a step holds such an event. The line of the log that says that the Unit is activated."""
    bridge = table.bridge
    while not any(isinstance(one, kind) for one in bridge.session.timeline.step(bridge.session.head).events):
        bridge.submit(bridge.session.legal()[-1])
        table.board.skip()
    lines = (line for step in reversed(bridge.session.timeline.path) for line in bridge.story.lines(step))
    return next(line for line in lines if bridge.reader.opens_turn(line))


def test_the_line_of_an_activation_opens_the_whole_turn(table: Table) -> None:
    line = enemy_acts(table)
    model, view = table.log_model, table.log.findChild(QListView)
    assert view is not None
    row = next(row for row in range(model.rowCount()) if model.line(row) == line)
    view.scrollTo(model.index(row, 0))
    QApplication.processEvents()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(model.index(row, 0)).center())
    sheet = table.sheets.turn
    assert sheet.isVisible()
    assert not table.reasons.isVisible()
    assert sheet.view is not None
    assert len(sheet.cards) == sum(bool(one.title) for one in sheet.view.passages) >= 2
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
    bridge = table.bridge
    acting = [one for one in bridge.session.tell() if isinstance(one.event, e.InstructionChosen)]
    line = next(line for line in bridge.story.lines(acting[-1].step) if line.index == acting[-1].place)
    table.sheets.why(line)
    assert table.reasons.turn.isVisible()
    Hands(table).press(table.reasons.turn)
    assert table.sheets.turn.isVisible()
    first = next(line for step in bridge.session.timeline.path for line in bridge.story.lines(step))
    table.sheets.why(first)
    assert not table.reasons.turn.isVisible()


def test_the_turn_goes_on_while_its_sheet_is_open(table: Table) -> None:
    line = enemy_acts(table, e.UnitActivated)
    table.sheets.why(line)
    sheet = table.sheets.turn
    assert sheet.view is not None
    assert sheet.view.where == table.words("ui.turn.so_far", round=1)
    while len(sheet.cards) < 2:
        table.bridge.submit(table.bridge.session.legal()[-1])
        table.board.skip()
    before = sheet.cards
    enemy_acts(table)
    assert len(sheet.cards) > len(before)
    assert sheet.cards[: len(before) - 1] == before[:-1], "what is told already is not made anew"
    assert [one.accessibleName() for one in sheet.cards] == [one.title for one in sheet.view.passages if one.title]
    assert sheet.view.where == table.words("ui.turn.over", round=1)
    table.bridge.to_depth(0)
    assert not sheet.isVisible(), "what has been undone is not explained"


def test_the_menu_of_a_unit_explains_its_turn(table: Table) -> None:
    unit = next(iter(table.bridge.state.units))
    table.sheets.menu_for(f"unit:{unit}", table.mapToGlobal(table.rect().center()))
    action = next(one for menu in table.findChildren(QMenu) for one in menu.actions() if one.objectName() == "turn")
    action.trigger()
    assert not table.sheets.turn.isVisible()
    assert "not been activated yet" in table.message.text
    enemy_acts(table)
    acted = next(one for one in table.bridge.session.tell() if isinstance(one.event, e.UnitActivated)).event.unit
    table.sheets.explain_unit(acted)
    assert table.sheets.turn.view is not None
    assert table.sheets.turn.view.unit == table.bridge.names.unit(acted)


def test_the_button_on_the_card_of_a_unit_explains_its_turn(table: Table) -> None:
    enemy_acts(table)
    acted = next(one for one in table.bridge.session.tell() if isinstance(one.event, e.UnitActivated)).event.unit
    button = table.foes.findChild(QToolButton, f"turn:{acted}")
    assert isinstance(button, QToolButton)
    table.foes.ensureWidgetVisible(button)
    Hands(table).press(button)
    assert table.sheets.turn.isVisible()
    assert table.sheets.turn.view is not None
    assert table.sheets.turn.view.unit == table.bridge.names.unit(acted)


def test_shift_w_explains_the_last_turn_of_all(table: Table) -> None:
    QTest.keyClick(table.board, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert "No Enemy Unit" in table.message.text
    enemy_acts(table)
    QTest.keyClick(table.board, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    sheet = table.sheets.turn
    assert sheet.isVisible()
    assert QApplication.focusWidget() is sheet.area
    bar = sheet.area.verticalScrollBar()
    QTest.keyClick(sheet.area, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    QTest.keyClick(sheet.area, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert QApplication.focusWidget() is table.board
