"""The pad of whole numbers, and the entry of dice that have them."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from defiance_qt.core.port import Die, Entry, Face
from defiance_qt.shell.kit.boxes import Scroll
from defiance_qt.shell.kit.dice import DicePad, FaceButton
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.panels.chance import ChanceEntry
from defiance_qt.shell.theme import DARK
from tests.systems.defiance.view.positions import english
from tests.waiting import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def die(faces: int, hits: int = 0) -> Die:
    """A die whose first faces hit."""
    made = (
        Face((str(n),), "hits" if n <= hits else "misses", "team" if n <= hits else "") for n in range(1, faces + 1)
    )
    return Die(f"d{faces}", f"d{faces}", chr(96 + faces % 26), tuple(made), numbers=True)


D20, D10, D6 = die(20, hits=9), die(10, hits=4), die(6)


@pytest.fixture
def entry(qtbot) -> ChanceEntry:
    made = ChanceEntry(DARK, english())
    qtbot.addWidget(made)
    made.resize(600, 124)
    return made


def pad_of(entry: ChanceEntry) -> DicePad:
    found = entry.findChildren(DicePad)
    return found[-1]


def click(entry: ChanceEntry, number: int) -> None:
    pad_of(entry).buttons[number - 1].click()


def test_a_click_fills_the_next_die_and_the_field_has_whole_numbers(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's dice", (D20, D20)))
    assert len(pad_of(entry).buttons) == 20
    click(entry, 9)
    click(entry, 17)
    assert (entry.faces, entry.field.text()) == ([9, 17], "9 17")
    assert entry.take.isEnabled()


def test_two_dice_may_show_the_same_and_a_full_pad_clears(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's dice", (D20, D20)))
    click(entry, 9)
    click(entry, 9)
    assert entry.faces == [9, 9]
    assert [button.isEnabled() for button in pad_of(entry).buttons].count(True) == 1
    click(entry, 9)
    assert entry.faces == [9, 0]
    assert not entry.take.isEnabled()


def test_typed_numbers_are_read_whole_and_marked(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's dice", (D20, D20)))
    QTest.keyClicks(entry.field, "9, 17")
    assert entry.faces == [9, 17]
    assert [number for number, button in enumerate(pad_of(entry).buttons, 1) if button.isChecked()] == [9, 17]
    entry.field.clear()
    QTest.keyClicks(entry.field, "21")
    assert "20" in entry.problem


def test_dice_of_other_kinds_follow_each_other(entry: ChanceEntry) -> None:
    """Two d10 for the shots, and a d6 for the cover."""
    entry.show_entry(Entry("Roa's dice", (D10, D10, D6)))
    click(entry, 8)
    click(entry, 10)
    assert len(pad_of(entry).buttons) == 6
    click(entry, 5)
    assert entry.faces == [8, 10, 5]
    given: list[tuple[int, ...]] = []
    entry.answered.connect(given.append)
    entry.take.click()
    assert given == [(7, 9, 4)]


def test_what_the_numbers_mean_is_said_in_words(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's dice", (D20,)))
    assert pad_of(entry).buttons[8].accessibleName() == "9: hits"
    assert "9: hits" in pad_of(entry).buttons[8].toolTip()
    assert pad_of(entry).meanings == ("1–9 hits", "10–20 misses")


def test_the_pad_and_what_is_below_it_fit_into_the_tray(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's dice", (D20,) * 5))
    entry.show()
    assert entry.minimumSizeHint().height() <= entry.height()
    pad, field = pad_of(entry).geometry(), entry.field.geometry()
    assert pad.bottom() < field.top()
    assert field.bottom() < entry.height()


def test_the_app_rolls_what_is_not_entered(entry: ChanceEntry) -> None:
    given: list[tuple[int | None, ...]] = []
    entry.answered.connect(given.append)
    entry.show_entry(Entry("Ruiz's dice", (D20, D20, D20)))
    whole = entry.roll.text()
    click(entry, 9)
    assert entry.roll.text() != whole
    entry.roll.click()
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    QTest.keyClick(entry.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert given == [(8, None, None)] * 2
    QTest.keyClicks(entry.field, " ? 17")
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    assert given[2:] == [(8, 16, None)]
    click(entry, 3)
    assert not entry.roll.isEnabled()


def test_a_wrong_number_is_told_where_there_is_room(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's dice", (D20, D20)))
    entry.show()
    QTest.keyClicks(entry.field, "9 21")
    assert entry.problem
    assert not entry.roll.isEnabled()
    assert entry.findChildren(Elided)[0].whole == entry.problem
    assert entry.minimumSizeHint().height() <= entry.height()


def test_backspace_takes_a_whole_number_back(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's dice", (D20, D20, D20)))
    click(entry, 17)
    QTest.keyClicks(entry.field, ", 12")
    for faces in ([17, 0, 0], [0, 0, 0], [0, 0, 0]):
        QTest.keyClick(entry.field, Qt.Key.Key_Backspace)
        assert entry.faces == faces
    QTest.keyClicks(entry.field, "12 3")
    entry.field.setCursorPosition(2)
    QTest.keyClick(entry.field, Qt.Key.Key_Backspace)
    assert (entry.field.text(), entry.faces) == ("1 3", [1, 3, 0])


def test_the_same_roll_at_a_later_step_begins_empty(entry: ChanceEntry) -> None:
    entry.show_entry(Entry("Ruiz's save", (D20,)), 3)
    click(entry, 5)
    entry.show_entry(Entry("Ruiz's save", (D20,)), 3)
    assert entry.faces == [5]
    entry.show_entry(Entry("Ruiz's save", (D20,)), 4)
    assert (entry.faces, entry.field.text()) == ([0], "")


@pytest.mark.parametrize("high", [110, 124, 148, 180])
@pytest.mark.parametrize("wide", [560, 600, 640])
def test_faces_stand_side_by_side_in_the_height_that_there_is(qtbot, wide: int, high: int) -> None:
    entry = ChanceEntry(DARK, english())
    area = Scroll(entry)
    qtbot.addWidget(area)
    area.resize(300, 100)
    area.show()
    settle()
    plain = msgspec.structs.replace(D6, numbers=False)
    entry.show_entry(Entry("Uma's dice", (plain, plain)))
    settle()
    area.resize(wide, high)
    settle()
    entry.set_face(0, 2)
    settle()
    for left, right in pairwise(entry.findChildren(FaceButton)):
        if left.parentWidget() is right.parentWidget():
            assert right.x() - left.geometry().right() <= 4
    assert entry.field.geometry().bottom() < high
