"""Layouts written as what is in them, and widgets that follow values."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PySide6.QtCore import QMargins, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.shell.kit.boxes import Each, Keyed, Scroll, boxed, framed, gbox, hbox, holds_focus, put, vbox
from defiance_qt.shell.kit.buttons import push, tool
from defiance_qt.shell.kit.keys import OwnKeys


class Named(NamedTuple):
    id: str
    text: str = ""


def shown(texts: dict[str, QLabel] | list[QLabel]) -> list[str]:
    labels = texts.values() if isinstance(texts, dict) else texts
    return [one.text() for one in labels if not one.isHidden()]


pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_a_box_holds_its_parts_in_their_order(qtbot: QtBot) -> None:
    first, second, third = QLabel("1"), QLabel("2"), QLabel("3")
    inner = vbox(third, gap=4)
    whole = boxed(hbox(first, None, 7, (second, 2, Qt.AlignmentFlag.AlignTop), ..., inner, margins=(3, 5), gap=9))
    qtbot.addWidget(whole)
    layout = whole.layout()
    assert layout is not None
    found = [layout.itemAt(place) for place in range(layout.count())]
    assert [item.widget() for item in found if item and item.widget()] == [first, second]
    assert [item.layout() for item in found if item and item.layout()] == [inner]
    assert sum(item.spacerItem() is not None for item in found if item) == 2
    assert (layout.contentsMargins(), layout.spacing()) == (QMargins(3, 5, 3, 5), 9)
    assert third.parent() is whole


@pytest.mark.parametrize(
    ("margins", "sides"), [(2, (2, 2, 2, 2)), ((1, 2), (1, 2, 1, 2)), ((1, 2, 3, 4), (1, 2, 3, 4))]
)
def test_margins_are_for_all_sides_two_or_each(qtbot: QtBot, margins: int, sides: tuple[int, ...]) -> None:
    assert vbox(margins=margins).contentsMargins() == QMargins(*sides)
    assert gbox(margins=margins, gap=(6, 3), wide=(1,)).contentsMargins() == QMargins(*sides)


def test_a_frame_has_its_role_and_what_is_put_into_it_later(qtbot: QtBot) -> None:
    column = vbox()
    made = framed(column, "banner")
    qtbot.addWidget(made)
    late = QLabel("late")
    put(column, late, ...)
    assert (made.property("role"), late.parent(), column.count()) == ("banner", made, 2)


def test_only_an_area_with_a_name_takes_the_focus(qtbot: QtBot) -> None:
    silent, named = Scroll(QLabel("a")), Scroll(QLabel("b"), "Rules")
    for area in (silent, named):
        qtbot.addWidget(area)
    assert silent.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert named.focusPolicy() != Qt.FocusPolicy.NoFocus
    assert named.accessibleName() == "Rules"


def test_each_value_has_a_widget_and_those_left_over_are_hidden(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    rows = Each(hbox(of=holder), QLabel, QLabel.setText)
    rows.show_all(["a", "b", "c"])
    kept = list(rows)
    rows.show_all(["x"])
    assert (shown(rows), list(rows)) == (["x"], kept)


def test_widgets_follow_the_ids_of_values_and_their_order(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    box = vbox(QLabel("title"), of=holder)
    made: list[str] = []

    def make(value: Named) -> QLabel:
        made.append(value.id)
        return QLabel()

    cards = Keyed(box, make, lambda card, value: card.setText(value.text), at=1)
    cards.show_all([Named("a", "1"), Named("b", "2")])
    first = cards["b"]
    cards.show_all([Named("c", "3"), Named("b", "4")])
    assert (made, cards["b"], first.text()) == (["a", "b", "c"], first, "4")
    assert [box.indexOf(cards[id]) for id in ("c", "b")] == [1, 2]
    assert set(cards) == {"b", "c"}


def test_a_button_is_made_with_all_that_it_shows(qtbot: QtBot) -> None:
    pressed: list[int] = []
    button = push(
        "Buy", "primary", name="buy", spoken="Buy it", tip="for 2", dense=True, does=lambda: pressed.append(1)
    )
    sign = tool("+", checks=True, focus=Qt.FocusPolicy.StrongFocus, does=lambda: pressed.append(2))
    for one in (button, sign):
        qtbot.addWidget(one)
    assert (button.property("role"), button.property("dense"), button.objectName()) == ("primary", True, "buy")
    assert (button.accessibleName(), button.toolTip(), sign.isCheckable()) == ("Buy it", "for 2", True)
    button.click()
    sign.click()
    assert pressed == [1, 2]


class Digits(OwnKeys, QWidget):
    """A widget of which digits are the keys."""

    def __init__(self) -> None:
        super().__init__()
        self.typed = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def takes(self, event: QKeyEvent) -> bool:
        return event.text().isdigit()

    def press(self, event: QKeyEvent) -> None:
        self.typed += event.text()


def test_the_keys_of_a_widget_are_not_those_of_the_window(qtbot: QtBot) -> None:
    window, digits, lost = QWidget(), Digits(), QPushButton("lost")
    vbox(digits, lost, QLineEdit(), of=window)
    lost.setShortcut("4")
    lost.clicked.connect(lambda: digits.setProperty("lost", True))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    digits.setFocus()
    qtbot.waitUntil(digits.hasFocus)
    assert holds_focus(window)
    qtbot.keyClick(digits, Qt.Key.Key_4)
    assert (digits.typed, digits.property("lost")) == ("4", None)
