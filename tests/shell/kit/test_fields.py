"""Forms in the tray: what their fields hold, keys, and what is refused beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox, QToolButton, QWidget

from defiance_qt.core.port import Field
from defiance_qt.shell.kit.editors import ChoiceEditor, FlagEditor, NumberEditor, SetEditor, TextEditor
from defiance_qt.shell.kit.fields import FieldBox
from defiance_qt.shell.panels.fields import FieldsEntry
from defiance_qt.shell.present.values import FormView, RefusedView
from defiance_qt.shell.theme import DARK
from tests.systems.defiance.view.positions import english
from tests.waiting import eventually

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

FIELDS = (
    Field("weapon", "Weapon", "choice", 2, (("carbine", "Carbine"), ("2", "Sidearm"))),
    Field("distance", "Distance", "number", 30, high=240, unit="cm"),
    Field("cover", "Cover", "flag", False),
    Field("extras", "Extras", "set", ("rest",), (("rest", "Rest"), ("scope", "Scope"))),
    Field("note", "Note", "text", "", high=9),
)
SHOT, SCORE = FormView("shot", "The shot", FIELDS, 3), FormView("score", "Score", (FIELDS[1],), 3)
GIVEN = {"weapon": 2, "distance": 30, "cover": False, "extras": ["rest"], "note": ""}


class Hands:
    """A form, and what it gave."""

    def __init__(self, entry: FieldsEntry) -> None:
        self.entry = entry
        self.given: list[tuple[str, dict[str, Any]]] = []
        entry.filled.connect(lambda id, values: self.given.append((id, values)))

    def box(self, path: str) -> FieldBox:
        return next(box for box in self.entry.boxes if box.field.path == path)

    def type_distance(self, number: int) -> None:
        spin = self.input("distance")
        assert isinstance(spin, QSpinBox)
        spin.setValue(number)

    def input(self, path: str) -> QWidget:
        return self.box(path).inputs[0]


def focused() -> QWidget:
    """The widget that has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


@pytest.fixture
def hands(qtbot) -> Hands:
    entry = FieldsEntry(DARK, english())
    qtbot.addWidget(entry)
    entry.resize(660, 140)
    entry.show_forms((SHOT,))
    entry.show()
    entry.activateWindow()
    eventually(entry.isActiveWindow, "the form has the keyboard")
    return Hands(entry)


def test_every_kind_of_field_begins_with_its_value_and_gives_it(hands: Hands) -> None:
    kinds = [type(box.editor) for box in hands.entry.boxes]
    assert kinds == [ChoiceEditor, NumberEditor, FlagEditor, SetEditor, TextEditor]
    hands.entry.take.click()
    assert hands.given == [("shot", GIVEN)]


def test_fields_are_filled_in_by_keys_and_enter_gives_them(hands: Hands) -> None:
    hands.entry.take_focus()
    assert QApplication.focusWidget() is hands.input("weapon")
    QTest.keyClick(hands.input("weapon"), Qt.Key.Key_Up)
    QTest.keyClick(focused(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is hands.input("distance")
    QTest.keyClicks(focused(), "36")
    QTest.keyClick(focused(), Qt.Key.Key_Tab)
    QTest.keyClick(focused(), Qt.Key.Key_Space)
    for _ in range(3):
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
    QTest.keyClicks(focused(), "1 far away")
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert hands.given == [("shot", {**GIVEN, "weapon": "carbine", "distance": 36, "cover": True, "note": "1 far awa"})]
    QTest.keyClick(focused(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is hands.entry.take


def test_keys_in_a_field_are_not_those_of_the_table(hands: Hands) -> None:
    def overrides(key: Qt.Key, text: str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        event = QKeyEvent(QKeyEvent.Type.ShortcutOverride, key, held, text)
        event.ignore()
        QApplication.sendEvent(hands.input("weapon"), event)
        return event.isAccepted()

    assert overrides(Qt.Key.Key_1, "1")
    assert overrides(Qt.Key.Key_Space, " ")
    assert overrides(Qt.Key.Key_Return, "\r")
    assert not overrides(Qt.Key.Key_Escape, "")
    assert not overrides(Qt.Key.Key_Z, "z", Qt.KeyboardModifier.ControlModifier)


def test_a_number_out_of_range_stays_as_it_was_typed(hands: Hands) -> None:
    spin = hands.input("distance")
    spin.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClicks(spin, "999")
    QTest.keyClick(spin, Qt.Key.Key_Return)
    assert hands.given[0][1]["distance"] == 999
    QTest.keyClick(spin, Qt.Key.Key_Down)
    assert hands.entry.values["distance"] == 240
    QTest.keyClick(spin, Qt.Key.Key_Up)
    assert hands.entry.values["distance"] == 240


def test_a_refusal_stands_beside_its_field_with_its_rule(hands: Hands) -> None:
    asked: list[str] = []
    hands.entry.ruled.connect(asked.append)
    hands.entry.refuse(RefusedView("Too far.", ("R-001",), "distance"))
    box = hands.box("distance")
    assert (box.refused, hands.box("weapon").refused) == ("Too far.", "")
    assert QApplication.focusWidget() is hands.input("distance")
    assert hands.input("distance").accessibleName() == "Distance"
    assert hands.input("distance").accessibleDescription() == "0–240 cm. Too far."
    box.findChildren(QToolButton)[0].click()
    assert asked == ["R-001"]
    hands.entry.give()
    assert box.refused == ""
    assert hands.input("distance").accessibleDescription() == "0–240 cm"


def test_what_was_typed_stays_with_the_step(hands: Hands) -> None:
    hands.type_distance(99)
    later = FormView("shot", "The shot", FIELDS, 4)
    hands.entry.show_forms((later,))
    assert hands.entry.values == GIVEN
    hands.entry.show_forms(())
    assert hands.entry.isHidden()
    hands.entry.show_forms((SHOT,))
    assert hands.entry.values == {**GIVEN, "distance": 99}


def test_one_of_several_forms_is_chosen(hands: Hands) -> None:
    hands.entry.show_forms((SHOT, SCORE))
    hands.type_distance(99)
    assert [tab.text() for tab in hands.entry.tabs] == ["The shot", "Score"]
    hands.entry.tabs[1].click()
    hands.entry.give()
    hands.entry.tabs[0].click()
    hands.entry.give()
    assert hands.given == [("score", {"distance": 30}), ("shot", {**GIVEN, "distance": 99})]


def test_a_form_that_is_asked_for_again_stays(hands: Hands) -> None:
    hands.entry.show_forms((SHOT, SCORE))
    hands.entry.turn_to("score")
    hands.entry.show_forms(tuple(FormView(one.id, one.title, one.fields, 4) for one in (SHOT, SCORE)))
    assert [tab.isChecked() for tab in hands.entry.tabs] == [False, True]
    hands.entry.show_forms((SHOT,))
    assert hands.entry.values == GIVEN


def test_the_focus_follows_the_form_and_leaves_with_it(hands: Hands) -> None:
    left: list[bool] = []
    hands.entry.left.connect(lambda: left.append(True))
    hands.entry.take_focus()
    hands.entry.show_forms((FormView("shot", "The shot", FIELDS, 4),))
    assert QApplication.focusWidget() is hands.input("weapon")
    hands.entry.show_forms(())
    assert left == [True]
    hands.entry.show_forms((SHOT,))
    hands.entry.show_forms(())
    assert left == [True]


@pytest.fixture
def patient_search(qapp: QApplication) -> Iterator[None]:
    """Letters that are typed into a box belong together, however slow the machine is."""
    usual = qapp.keyboardInputInterval()
    qapp.setKeyboardInputInterval(60_000)
    yield
    qapp.setKeyboardInputInterval(usual)


@pytest.mark.usefixtures("patient_search")
def test_space_is_a_letter_of_a_name_and_opens_no_list(hands: Hands) -> None:
    arms = (("carbine", "Carbine"), ("heavy_gun", "Heavy gun"), ("heavy_flame", "Heavy flame"))
    hands.entry.show_forms((FormView("arm", "Arm", (Field("weapon", "Weapon", "choice", "carbine", arms),), 3),))
    box = hands.input("weapon")
    assert isinstance(box, QComboBox)
    box.setFocus()
    QTest.keyClicks(box, "heavy f")
    assert hands.entry.values == {"weapon": "heavy_flame"}
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert hands.entry.values == {"weapon": "heavy_flame"}
    assert not box.view().isVisible()
    assert hands.given == []


def test_five_fields_fit_into_the_tray(hands: Hands) -> None:
    hands.entry.resize(660, 148)
    assert hands.entry.area.verticalScrollBar().maximum() == 0


def test_a_long_form_scrolls_below_its_head_to_what_has_the_keyboard(hands: Hands) -> None:
    many = tuple(Field(f"value_{n}", f"Value {n}", "number", n, high=99) for n in range(30))
    hands.entry.resize(660, 148)
    hands.entry.show_forms((FormView("many", "Many", many, 3),))
    assert hands.entry.area.verticalScrollBar().maximum() > 0
    hands.entry.take_focus()
    for path, _ in enumerate(many):
        spin = hands.input(f"value_{path}")
        assert QApplication.focusWidget() is spin
        assert not spin.visibleRegion().isEmpty()
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is hands.entry.take
    assert hands.entry.take.visibleRegion().boundingRect() == hands.entry.take.rect()
    hands.entry.refuse(RefusedView("Too low.", (), "value_0"))
    assert hands.input("value_0").visibleRegion().boundingRect() == hands.input("value_0").rect()
