"""Enter activates whatever has the focus, and the wheel changes nothing that has not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.shell.focus import Dialog, activate
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine.frames import Activation
from tests.systems.defiance.view.hands import at_instant, begin, defiance_view, deploy

# The offscreen platform says so of windows with a smallest size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ENTER = Qt.Key.Key_Return


def new_game(window: Window) -> NewGameScreen:
    window.games.show()
    QApplication.processEvents()
    found = window.findChild(NewGameScreen)
    assert isinstance(found, NewGameScreen)
    return found


def enter(widget: QWidget) -> None:
    widget.setFocus()
    assert QApplication.focusWidget() is widget
    QTest.keyClick(widget, ENTER)
    QApplication.processEvents()


def turn_wheel(window: Window, widget: QWidget) -> None:
    """A turn of the wheel over a widget, as the window system reports it to the window."""
    handle = window.windowHandle()
    place = QPointF(widget.mapTo(window, widget.rect().center()))
    nothing = QPoint()
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        place,
        QPointF(handle.mapToGlobal(place.toPoint())),
        nothing,
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        phase,
        False,
    )
    QApplication.sendEvent(handle, event)
    QApplication.processEvents()


def test_enter_begins_a_game_and_opens_and_marks_boxes(window: Window) -> None:
    screen = new_game(window)
    check = next(one for one in screen.findChildren(QCheckBox) if one.isVisible() and one.isEnabled())
    before = check.isChecked()
    enter(check)
    assert check.isChecked() != before
    enter(check)
    enter(screen.edition)
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert popup.parentWidget() is screen.edition
    screen.edition.hidePopup()
    enter(screen.begin)
    assert window.table is not None


def test_enter_presses_the_focused_button_of_a_table_and_not_the_answer(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    head = table.session.head
    undo = next(
        one for one in table.findChildren(QToolButton) if one.defaultAction() is window.named_actions["time.undo"]
    )
    enter(undo)
    assert table.session.head == head - 1
    deploy(at_instant(table))
    card = defiance_view(table).cards.card("uma")
    enter(card)
    assert isinstance(table.session.state.agenda[-1], Activation)


def test_enter_activates_the_entry_of_a_list(qtbot) -> None:
    activated: list[str] = []
    entries = QListWidget()
    qtbot.addWidget(entries)
    entries.addItems(["one", "two"])
    entries.itemActivated.connect(lambda item: activated.append(item.text()))
    entries.setCurrentRow(1)
    assert activate(entries)
    assert activated == ["two"]


@pytest.mark.parametrize("make", [QWidget, QSlider])
def test_there_is_nothing_to_activate_on_other_widgets(qtbot, make: type[QWidget]) -> None:
    made = make()
    qtbot.addWidget(made)
    assert not activate(made)
    assert not activate(None)
    button = QPushButton()
    qtbot.addWidget(button)
    button.setEnabled(False)
    assert not activate(button)


def test_enter_in_a_dialog_activates_the_focused_chip_before_the_default_button(window: Window) -> None:
    dialog = Dialog(window)
    body = QVBoxLayout(dialog)
    chip, default, box = QToolButton(), QPushButton("OK"), QCheckBox("box")
    default.setDefault(True)
    pressed: list[str] = []
    chip.clicked.connect(lambda: pressed.append("chip"))
    default.clicked.connect(lambda: pressed.append("default"))
    for part in (chip, box, default):
        part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        body.addWidget(part)
    dialog.open()
    QApplication.processEvents()
    enter(chip)
    enter(box)
    enter(default)
    assert pressed == ["chip", "default"]
    assert box.isChecked()
    dialog.close()


def test_the_wheel_over_a_box_without_the_focus_scrolls_what_is_around_it(window: Window) -> None:
    inside = QWidget()
    rows = QVBoxLayout(inside)
    choice, number, slider = QComboBox(), QSpinBox(), QSlider(Qt.Orientation.Horizontal)
    choice.addItems(["one", "two", "three"])
    number.setValue(5)
    slider.setValue(50)
    for box in (choice, number, slider):
        rows.addWidget(box)
    rows.addSpacing(4000)
    area = QScrollArea(window)
    area.setWidget(inside)
    area.setGeometry(0, 0, 400, 300)
    area.show()
    area.raise_()
    QApplication.processEvents()
    bar = area.verticalScrollBar()
    for box in (choice, number, slider):
        bar.setValue(0)
        window.setFocus()
        turn_wheel(window, box)
        assert not box.hasFocus()
        assert bar.value() > 0
    assert (choice.currentIndex(), number.value(), slider.value()) == (0, 5, 50)
    bar.setValue(0)
    choice.setFocus()
    turn_wheel(window, choice)
    assert choice.currentIndex() == 1
    assert bar.value() == 0


def test_a_second_click_hits_nothing_that_has_moved_or_changed(window: Window) -> None:
    button, other = QPushButton(window), QPushButton(window)
    pressed: list[QPushButton] = []
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: button.move(104, 100),
        lambda: button.setAccessibleName("two"),
        other.raise_,
    ]
    for change in changes:
        for one in (other, button):
            one.setAccessibleName("one")
            one.setGeometry(100, 100, 80, 30)
            one.show()
            one.raise_()
        pressed.clear()
        links = [one.clicked.connect(lambda checked=False, one=one: pressed.append(one)) for one in (button, other)]
        links.append(button.clicked.connect(lambda checked=False, change=change: change()))
        QTest.mouseDClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=QPoint(120, 110))
        assert pressed == ([button, button] if change is changes[0] else [button])
        for link in links:
            QPushButton.disconnect(link)


def test_the_wheel_never_changes_the_edition(window: Window) -> None:
    screen = new_game(window)
    before = screen.chosen().edition
    screen.begin.setFocus()
    turn_wheel(window, screen.edition)
    assert screen.chosen().edition == before


def test_switches_set_one_by_one_stay_with_another_edition_and_are_counted(window: Window) -> None:
    screen = new_game(window)
    card = screen.switches.cards["rest"]
    other = next(one for one in card.wordings if not one.button.isChecked())
    other.button.click()
    usual = {one.id: one.editions for one in screen._offerings.switches}
    same = next(id for id, value in usual["rest"].items() if value == other.value)
    for edition in (same, "en"):
        screen.edition.setCurrentIndex(screen.edition.findData(edition))
        assert card.value == other.value
        others = {id: one.value for id, one in screen.switches.cards.items() if id != "rest"}
        assert others == {id: values[edition] for id, values in usual.items() if id != "rest"}
    assert screen.chosen().options == {"switches": {"rest": other.value}}
    assert screen._changes.text()
    button = screen.findChild(QAbstractButton, "reset")
    assert isinstance(button, QAbstractButton)
    button.click()
    assert screen.chosen().options == {}
