"""What is called up beside the table, through the real window."""

from __future__ import annotations

from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QMenu, QPushButton, QToolButton, QWidget

from defiance_qt.shell.dialogs.keys import KeysDialog
from defiance_qt.shell.dialogs.overrule import OverruleDialog
from defiance_qt.shell.panels.editors import Editor, NumberEditor, PilesEditor, PlaceEditor, SetEditor
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.editors import CarriedEditor, InputsEditor
from tests.systems.defiance.view.hands import Hands, at_instant, begin, defiance_view, deploy

# The offscreen platform says so of windows with a smallest size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def table(window: Window) -> Table:
    made = begin(window)
    deploy(at_instant(made))
    return made


def correcting(table: Table, id: str) -> OverruleDialog:
    table.sheets.overrule(id)
    found = table.findChildren(OverruleDialog)[-1]
    assert found.subject is not None
    assert found.subject.id == id
    return found


E = TypeVar("E", bound=Editor)


def of(dialog: OverruleDialog, kind: type[E], name: str = "") -> E:
    return next(one for one in dialog.editors if isinstance(one, kind) and one.field.path.endswith(name))


def test_ctrl_e_corrects_damage_and_states_with_a_reason(window: Window, table: Table) -> None:
    QTest.keyClick(defiance_view(table).board, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    dialog = table.findChild(OverruleDialog)
    assert dialog is not None
    QTest.keyClicks(dialog.search, "cadin")
    assert dialog.subject is not None
    assert dialog.subject.id == "cadin"
    of(dialog, NumberEditor, ".damage").spin.setValue(4)
    of(dialog, SetEditor, ".states").boxes["focused"].click()
    QTest.keyClicks(dialog.reason, "miscounted")
    QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
    cadin = table.session.state.team["cadin"]
    assert (cadin.damage, cadin.states) == (4, ("focused",))
    assert any("miscounted" in text for text in table.presenter.log.sentences(table.session.head))
    window.named_actions["time.undo"].trigger()
    assert table.session.state.team["cadin"].damage == 0


def test_a_refusal_stands_in_the_dialog_and_nothing_has_happened(table: Table) -> None:
    head = table.session.head
    dialog = correcting(table, "cadin")
    of(dialog, PlaceEditor).set_place("z99")
    dialog.apply.click()
    assert dialog.isVisible()
    assert "Z99" in dialog.refused
    assert table.session.head == head
    of(dialog, PlaceEditor).set_place(table.session.state.team["cadin"].space)
    dialog.apply.click()
    assert dialog.refused == table.words("ui.overrule.nothing")
    dialog.reject()


def test_a_space_is_picked_on_the_board(table: Table) -> None:
    hands = Hands(table)
    dialog = correcting(table, "cadin")
    of(dialog, PlaceEditor).pick.click()
    assert not dialog.isVisible()
    hands.space("D2")
    assert dialog.isVisible()
    assert of(dialog, PlaceEditor).read() == "D2"
    of(dialog, PlaceEditor).pick.click()
    hands.settle()
    QTest.keyClick(defiance_view(table).board, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    dialog.apply.click()
    assert table.session.state.team["cadin"].space == "D2"


def test_alert_doors_containers_consoles_and_decks(table: Table) -> None:
    state = table.session.state
    dialog = correcting(table, "table")
    of(dialog, NumberEditor, "alert").spin.setValue(3)
    of(dialog, NumberEditor, "reserve").spin.setValue(5)
    dialog.apply.click()
    assert (table.session.state.alert, table.session.state.reserve) == (3, 5)
    for id in (next(iter(state.doors)), next(iter(state.containers))):
        dialog = correcting(table, id)
        box = dialog.editors[0].findChild(QCheckBox)
        assert box is not None
        box.click()
        dialog.apply.click()
    assert next(iter(table.session.state.doors.values())).open
    assert next(iter(table.session.state.containers.values())).empty
    dialog = correcting(table, next(iter(state.consoles)))
    of(dialog, InputsEditor).buttons[0][0].click()
    dialog.apply.click()
    assert next(iter(table.session.state.consoles.values())).assigned[0].text == "S"
    dialog = correcting(table, "units")
    piles = of(dialog, PilesEditor)
    card = piles.read()[0][0]
    piles.mark(0, 0)
    piles._over()
    dialog.apply.click()
    assert table.session.state.available[-1] == card


def test_the_order_of_a_pile(table: Table) -> None:
    dialog = correcting(table, "deck:ai")
    piles = of(dialog, PilesEditor)
    first, second = piles.read()[:2] if isinstance(piles.read()[0], str) else piles.read()[0][:2]
    piles.mark(0, 0)
    piles._shift(1)
    dialog.apply.click()
    assert table.session.state.decks["ai"][:2] == (second, first)


def test_equipment_is_added_moved_and_removed(table: Table) -> None:
    dialog = correcting(table, "qiang")
    carried = of(dialog, CarriedEditor)
    before = len(carried.rows)
    carried.more.setCurrentIndex(carried.more.findData("medikit"))
    carried.add()
    carried.remove(next(row for row, held, _, _ in carried.rows if held["item"] == "automedikit"))
    _, _, _, turned = carried.rows[-1]
    turned.setCurrentIndex(turned.findData("flip"))
    dialog.apply.click()
    items = [held.item for held in table.session.state.team["qiang"].carried]
    assert len(items) == before
    assert "medikit" in items
    assert next(held.turned for held in table.session.state.team["qiang"].carried if held.item == "medikit") == "flip"
    assert "automedikit" not in items


@pytest.mark.parametrize("what", ["cadin", "unit:", "table"])
def test_the_context_menu_of_a_card_corrects_it(table: Table, what: str) -> None:
    unit = next(iter(table.session.state.units))
    chosen = f"{what}{unit}" if what == "unit:" else what
    view = defiance_view(table)
    card = next(
        one
        for one in (view.cards.card("cadin"), *view.enemies.findChildren(QWidget))
        if one.property("subject") == chosen
    )
    place = card.mapTo(table, card.rect().center())
    QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.mapToGlobal(place)))
    actions = [action for menu in table.findChildren(QMenu) for action in menu.actions()]
    found = next(action for action in actions if action.objectName() == f"overrule:{chosen}")
    if what == "unit:":
        names = {action.objectName() for action in actions}
        assert "account" in names
        minis = [one.id for one in table.session.state.enemies.values() if one.unit == unit]
        assert minis
        assert names >= {f"overrule:{id}" for id in minis}
    found.trigger()
    dialog = table.findChildren(OverruleDialog)[-1]
    assert dialog.subject is not None
    assert dialog.subject.id == chosen
    dialog.reject()


def test_the_context_menu_of_the_board_corrects_who_stands_there(table: Table) -> None:
    enemy = next(iter(table.session.state.enemies.values()))
    defiance_view(table)._context(enemy.id, table.mapToGlobal(table.rect().center()))
    menu = table._choice_menu
    assert menu is not None
    assert f"overrule:{enemy.id}" in [action.objectName() for action in menu.actions()]
    defiance_view(table)._context(
        next(iter(table.session.state.consoles.values())).space, table.mapToGlobal(table.rect().center())
    )
    names = [action.objectName() for action in table._choice_menu.actions()] if table._choice_menu else []
    assert f"overrule:{next(iter(table.session.state.consoles))}" in names


def test_a_grey_button_answers_a_click(table: Table) -> None:
    table.presenter.submit(c.Activate("cadin"))
    hands = Hands(table)
    hands.settle()
    button = next(one for one in table.findChildren(QPushButton, "action:attack") if one.isVisible())
    assert not button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "Range" in table.message.text
    assert table.message.chips.ids == ("R-069",)
    assert "R-069" in button.toolTip()


def test_f2_opens_the_rules_and_esc_closes_them(table: Table) -> None:
    QTest.keyClick(defiance_view(table).board, Qt.Key.Key_F2)
    sheet = table.sheets.reference
    assert sheet.isVisible()
    assert QApplication.focusWidget() is sheet.search
    QTest.keyClicks(sheet.search, "87")
    assert sheet.view is not None
    assert sheet.view.id == "R-087"
    assert sheet.model.rowCount() == 2
    QTest.keyClick(sheet.search, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_a_chip_opens_the_rule_and_from_there_what_cites_it(table: Table) -> None:
    hands = Hands(table)
    table.sheets.why_last()
    chip = next(one for one in table.sheets.reasons.findChildren(QToolButton) if one.objectName().startswith("rule:"))
    hands.press(chip)
    sheet = table.sheets.reference
    assert sheet.view is not None
    assert sheet.view.id == chip.text()
    assert sheet.view.cited == sheet.lines.count() > 0
    current = sheet.list.currentIndex().row()
    assert sheet.model.row(current).id == chip.text()
    table.sheets.reasons.hide()
    sheet.lines.itemClicked.emit(sheet.lines.item(0))
    assert table.sheets.reasons.isVisible()
    head = table.session.head
    sheet.open_at("R-012")
    last = sheet.lines.item(sheet.lines.count() - 1)
    sheet.lines.itemDoubleClicked.emit(last)
    assert table.session.head < head


def test_a_refusal_leads_to_its_rule(table: Table) -> None:
    table.presenter.submit(c.Activate("cadin"))
    defiance_view(table).presenter.press("attack")
    hands = Hands(table)
    chip = table.message.chips.findChild(QToolButton, "rule:R-069")
    assert isinstance(chip, QToolButton)
    hands.press(chip)
    assert table.sheets.reference.view is not None
    assert table.sheets.reference.view.id == "R-069"


@pytest.mark.parametrize("size", [(1280, 800), (1600, 1000), (1024, 700)])
@pytest.mark.slow
def test_the_corrections_fit_on_the_window(window: Window, table: Table, size: tuple[int, int]) -> None:
    window.resize(*size)
    QApplication.processEvents()
    dialog = correcting(table, "uma")
    QApplication.processEvents()
    assert dialog.width() <= size[0]
    assert dialog.height() <= size[1]
    assert dialog.rect().contains(dialog.apply.geometry())
    dialog.reject()
    dialog = correcting(table, "deck:ai")
    QApplication.processEvents()
    pile = of(dialog, PilesEditor).piles[0]
    assert pile.height() > dialog.height() // 2, "a pile takes the room there is"
    names = [dialog.list.item(row) for row in range(dialog.list.count())]
    assert all(item.toolTip() == item.text().strip() for item in names if item.flags() & Qt.ItemFlag.ItemIsEnabled)


def test_a_search_for_rules_that_finds_none_says_so(table: Table) -> None:
    table.sheets.read_rule("R-012")
    sheet = table.sheets.reference
    assert not sheet.nothing.isVisible()
    sheet.search.setText("xyzzy")
    assert sheet.nothing.isVisible()
    assert sheet.view is None
    assert not sheet._open.isVisible()
    sheet.search.setText("87")
    assert not sheet.nothing.isVisible()
    assert sheet._open.isVisible()


def test_the_rule_that_is_chosen_stays_in_sight(table: Table) -> None:
    """Though what opens below it takes room from the list."""
    sheet = table.sheets.reference
    sheet.open_at()
    QApplication.processEvents()
    view = sheet.list.viewport()
    last = sheet.list.indexAt(view.rect().bottomLeft() + QPoint(20, -4))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=sheet.list.visualRect(last).center())
    QApplication.processEvents()
    assert sheet.view is not None
    assert view.rect().contains(sheet.list.visualRect(sheet.list.currentIndex()))


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_keys_fit_on_the_window(window: Window, scale: float) -> None:
    window.resize(1280, 800)
    window.change(scale=scale, language="es")
    window.show_keys()
    dialog = window.findChildren(KeysDialog)[-1]
    QApplication.processEvents()
    assert dialog.width() <= 1280
    assert dialog.height() <= 800
    dialog.reject()


def test_escape_hides_the_sheet_on_top(window: Window) -> None:
    """It hid the rules below an open legend."""
    table = begin(window)
    deploy(at_instant(table))
    table.sheets.read_rule("R-087")
    table.sheets.read_legend()
    assert table.sheets.put_away()
    assert table.sheets.reference.isVisible()
    assert table.sheets.put_away()
    assert not table.sheets.put_away()


def test_where_a_sheet_leaves_no_room_the_reasons_lie_over_it(window: Window) -> None:
    """At 150 % they had no width at all."""
    window.resize(1280, 800)
    window.change(scale=1.5)
    table = begin(window)
    deploy(at_instant(table))
    table.sheets.read_legend()
    table.sheets.why_last()
    QApplication.processEvents()
    assert table.sheets.reasons.width() > 300


def test_the_name_of_a_field_of_one_line_stands_beside_it(table: Table) -> None:
    """It clung to the top edge of the field."""
    dialog = correcting(table, "cadin")
    QApplication.processEvents()
    damage = of(dialog, NumberEditor, ".damage")
    name = next(one for one in dialog.findChildren(QLabel) if one.text() == "Damage")
    assert abs(name.geometry().center().y() - damage.geometry().center().y()) <= 2
    states = of(dialog, SetEditor, ".states")
    first = next(one for one in dialog.findChildren(QLabel) if one.text() == "States")
    assert abs(first.geometry().top() - states.geometry().top()) <= 2
    dialog.reject()
