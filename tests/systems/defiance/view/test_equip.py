"""The Equip panel in the real window: cards and Software by click, by key and by drag, and what is found."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Equipping
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.view.panels.equip import MIME, ItemButton, Row
from defiance_qt.systems.defiance.view.present.equip import EquipView, HolderView, ItemView, RowView
from tests.systems.defiance.view.hands import Hands, at_instant, begin, defiance_view, deploy
from tests.workshop.window.legible import faults, settle

# The offscreen platform says so of windows with a smallest size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture
def table(window: Window) -> Table:
    """Jazz redistributes beside Uma, who holds a second hacking device with one program in it."""
    made = begin(window)
    deploy(at_instant(made))
    session = made.session
    session.submit(c.Activate("jazz"))
    session.submit(next(one for one in session.legal() if isinstance(one, c.Equip)))
    state = session.state
    uma = state.team["uma"]
    more = (*uma.carried, Carried("hacking_device", "", ("geist_aid",)))
    session.timeline._states[session.head] = replace(state, team={**state.team, "uma": replace(uma, carried=more)})
    made.presenter.refresh()
    QApplication.processEvents()
    return made


def item(table: Table, text: str, holder: str = "") -> ItemButton:
    return next(
        one
        for row in defiance_view(table).equip.rows()
        for one in row.items
        if one.view.text == text and row.id.startswith(holder)
    )


def row(table: Table, id: str) -> Row:
    return next(one for one in defiance_view(table).equip.rows() if one.id == id)


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def software(table: Table, holder: str) -> tuple[str, ...]:
    carried = table.session.state.team[holder].carried
    return next(one.software for one in carried if one.item == "hacking_device")


def test_software_is_installed_with_two_clicks(table: Table) -> None:
    hands = Hands(table)
    assert [one.view.text for one in row(table, "uma/device:hacking_device").items] == ["Geist-Aid"]
    hands.press(item(table, "Skullbuster", "jazz"))
    opened = [one.id for one in defiance_view(table).equip.rows() if one.open]
    assert opened == ["uma/device:hacking_device"]
    hands.press(row(table, "uma/device:hacking_device").here)
    assert software(table, "uma") == ("geist_aid", "skullbuster")
    assert "skullbuster" not in software(table, "jazz")


def test_software_is_installed_with_keys(table: Table) -> None:
    item(table, "Picklock", "jazz").setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_Space)
    assert QApplication.focusWidget() is row(table, "uma/device:hacking_device").here
    QTest.keyClick(focused(), Qt.Key.Key_Space)
    QApplication.processEvents()
    assert software(table, "uma") == ("geist_aid", "picklock")
    # The focus stays in the panel.
    assert defiance_view(table).equip.isAncestorOf(focused())


def test_a_program_that_is_there_already_cannot_be_installed(table: Table) -> None:
    Hands(table).press(item(table, "Geist-Aid", "uma"))
    assert not any(one.open for one in defiance_view(table).equip.rows())


def test_tab_leads_from_the_board_into_the_panel(table: Table) -> None:
    defiance_view(table).board.setFocus()
    first = next(one for one in defiance_view(table).equip.rows() if one.items).items[0]
    table.focusNextChild()
    assert QApplication.focusWidget() is first


def test_a_card_is_dropped_on_a_location(table: Table) -> None:
    carbine = item(table, "Boarding carbine", "jazz")
    carbine.lifted.emit(carbine.view.key)
    target = row(table, "uma/in_hand")
    assert target.open
    mime = QMimeData()
    mime.setData(MIME, carbine.view.key.encode())
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    # Qt delivers these only while a drag of its own is under way.
    entered = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.MoveAction, mime, left, none)
    target.dragEnterEvent(entered)
    assert entered.isAccepted()
    target.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.MoveAction, mime, left, none))
    QApplication.processEvents()
    assert "boarding_carbine" in [one.item for one in table.session.state.team["uma"].carried]
    assert "Boarding carbine" in defiance_view(table).equip._lost.text()


def test_done_ends_the_action(table: Table) -> None:
    Hands(table).press(defiance_view(table).equip._finish)
    assert not isinstance(table.session.state.agenda[-1], Equipping)
    assert not defiance_view(table).equip.isVisible()


@pytest.mark.parametrize("size", [(1280, 800), (1600, 1000)])
def test_the_titles_of_what_was_found_are_not_cut(window: Window, table: Table, size: tuple[int, int]) -> None:
    window.resize(*size)
    found = tuple(
        (f"A rather long title of a card, the {n}th", "And what it is good for, in a sentence or two.")
        for n in range(3)
    )
    holder = HolderView("jazz", "Jazz", (RowView("jazz/0", "Head"),))
    defiance_view(table).equip.show_equip(EquipView("Equip", (holder,), None, (), found))
    assert faults(table) == []
    shown = [one.text() for one in defiance_view(table).equip.findChildren(QLabel) if one.isVisible()]
    assert all(title in shown for title, _ in found)


def slots(id: str, *items: str) -> HolderView:
    """A Character with seven locations, the last of which has these cards."""
    rows = [RowView(f"{id}/{n}", f"Location {n}") for n in range(6)]
    cards = tuple(ItemView(f"{id}/{one}/6", one) for one in items)
    return HolderView(id, id.title(), (*rows, RowView(f"{id}/6", "Unassigned", cards)))


def test_the_panel_of_one_character_leaves_the_tray_free(window: Window, table: Table) -> None:
    """It lay over half of the button that ends the Action."""
    window.resize(1280, 800)
    view = defiance_view(table)
    found = (("Grenade", "The pin is still in."), ("Combi rifle", "Well kept."))
    view.equip.show_equip(EquipView("Equip", (slots("jazz", "Grenade"),), None, (), found))
    settle()
    bottom = view.board.mapTo(table, QPoint(0, view.board.height())).y()
    assert view.equip.geometry().bottom() <= bottom
    assert view.equip._scroll.verticalScrollBar().maximum() == 0
    assert faults(table) == []


def test_a_card_without_room_beside_the_panel_stays_away(window: Window, table: Table) -> None:
    window.resize(1280, 800)
    view = defiance_view(table)
    found = (("Grenade", "The pin is still in."), ("Combi rifle", "Well kept."))
    view.equip.show_equip(EquipView("Equip", (slots("jazz", "Grenade"),), None, (), found))
    settle()
    view.board.lingered.emit("B5", "")
    assert not view.board.card.isVisible()
    assert faults(table) == []
    view.equip.show_equip(None)
    view.board.lingered.emit("B5", "")
    assert view.board.card.isVisible()


def test_a_panel_that_goes_over_the_tray_covers_all_of_its_width(window: Window, table: Table) -> None:
    window.resize(1280, 800)
    view = defiance_view(table)
    long = "A card with a name that is longer than half of the panel is wide, and by far"
    for holders in ((slots("jazz"), slots("uma"), slots("qiang")), (slots("jazz", long), slots("uma"), slots("qiang"))):
        view.equip.show_equip(EquipView("Equip", holders, None, ()))
        QApplication.processEvents()
        place, tray = view.equip.geometry(), table.tray
        left = tray.mapTo(table, QPoint(0, 0)).x()
        assert place.bottom() > tray.mapTo(table, QPoint(0, 0)).y()
        assert place.left() - left <= 6
        assert left + tray.width() - place.right() <= 8
        assert faults(table) == []
