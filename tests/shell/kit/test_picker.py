"""Cards chosen by name: one, or several in their order."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from defiance_qt.core.port import Card, Entry
from defiance_qt.shell.panels.chance import ChanceEntry
from defiance_qt.shell.theme import DARK
from tests.systems.defiance.view.positions import english

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

DECK = tuple(Card(name.casefold(), name) for name in ("Gust", "Gust", "Lull", "Glare", "Echo"))


@pytest.fixture
def entry(qtbot) -> ChanceEntry:
    made = ChanceEntry(DARK, english())
    qtbot.addWidget(made)
    made.resize(700, 136)
    return made


def listed(entry: ChanceEntry) -> list[str]:
    return [entry.list.item(row).text() for row in range(entry.list.count())]


def chosen(entry: ChanceEntry) -> list[str]:
    return [button.text() for button in entry.chosen.buttons]


def test_several_cards_are_chosen_by_keys(entry: ChanceEntry) -> None:
    given: list[tuple[int, ...]] = []
    entry.answered.connect(given.append)
    entry.show_entry(Entry("Weather", cards=DECK, count=2))
    assert listed(entry) == ["Echo", "Glare", "Gust  ×2", "Lull"]
    QTest.keyClicks(entry.field, "gu")
    assert listed(entry) == ["Gust  ×2"]
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    assert (chosen(entry), entry.field.text(), entry.take.isEnabled()) == (["Gust"], "", False)
    assert listed(entry) == ["Echo", "Glare", "Gust", "Lull"]
    QTest.keyClick(entry.field, Qt.Key.Key_Down)
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    assert (chosen(entry), listed(entry), entry.problem) == (["Gust", "Glare"], [], "")
    QTest.keyClick(entry.field, Qt.Key.Key_Backspace)
    assert chosen(entry) == ["Gust"]
    QTest.keyClicks(entry.field, "nothing")
    assert entry.problem
    entry.field.clear()
    entry.list.search("")
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    assert given == []
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    assert given == [(0, 3)]


def test_several_cards_are_chosen_and_taken_back_by_clicks(entry: ChanceEntry) -> None:
    given: list[tuple[int, ...]] = []
    entry.answered.connect(given.append)
    entry.show_entry(Entry("Weather", cards=DECK, count=2))
    entry.show()
    for name in ("Lull", "Echo"):
        item = entry.list.findItems(name, Qt.MatchFlag.MatchExactly)[0]
        place = entry.list.visualItemRect(item).center()
        QTest.mouseClick(entry.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen(entry) == ["Lull", "Echo"]
    button = entry.chosen.buttons[0]
    assert button.accessibleName() == "Take back: Lull"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chosen(entry) == ["Echo"]
    assert not entry.take.isEnabled()
    entry.list.choose()
    entry.take.click()
    assert given == [(4, 3)]


def test_one_card_is_marked_and_taken(entry: ChanceEntry) -> None:
    given: list[tuple[int, ...]] = []
    entry.answered.connect(given.append)
    entry.show_entry(Entry("Weather", cards=DECK))
    QTest.keyClicks(entry.field, "lu")
    assert chosen(entry) == []
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    assert given == [(2,)]
    entry.show()
    assert entry.minimumSizeHint().height() <= entry.height()
    assert entry.field.geometry().bottom() < entry.height()
