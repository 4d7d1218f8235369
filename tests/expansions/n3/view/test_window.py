"""Whole exchanges and a whole Order in the real window, typed on the keyboard alone and given with the mouse alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.kit.choice import Choice
from defiance_qt.shell.kit.dice import DicePad
from defiance_qt.shell.open_table import OpenTable
from expansions.n3.engine.state import State

pytestmark = pytest.mark.qt_log_ignore("does not support")

PEOPLE = {"answers": {"team.dice": "person", "enemy.dice": "person", "saves": "person"}}
DEPLOYED = (
    "ready", 'initiative {"side": 1}', 'deploy_rest {"side": 1}', 'deploy_rest {"side": 0}', "ready", "proceed",
)  # fmt: skip
MOST_KEYS = 12
"""The most keys of an Order, besides the numbers that are typed."""


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Any]:
    tables: list[OpenTable] = []

    def show(mission: str, *commands: str) -> OpenTable:
        session = Session.new("n3", mission=mission, seed=3, options=PEOPLE)
        for command in commands:
            session.submit(session.game.parse(command))
        tables.append(OpenTable(session, tmp_path / f"{len(tables)}", "en", "dark", (1280, 800)))
        return tables[-1]

    yield show
    for table in tables:
        table.close()
    assert [error for table in tables for error in table.failed] == []


class Keyboard:
    """Types where the focus is. `pressed` counts the keys that are not part of a number."""

    def __init__(self, table: OpenTable) -> None:
        self.table = table
        self.pressed = 0

    def keys(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self._focused(), key)
            self.pressed += 1

    def shifted(self, key: Qt.Key) -> None:
        """Press a key with Shift."""
        QTest.keyClick(self._focused(), key, Qt.KeyboardModifier.ShiftModifier)
        self.pressed += 1

    def text(self, text: str) -> None:
        QTest.keyClicks(self._focused(), text)

    def answer(self, start: str) -> None:
        """Press the key of the answer, or of the group of answers, whose text begins so."""
        found = next(one for one in rows(self.table) if one.view.text.startswith(start))
        keys = {"⏎": Qt.Key.Key_Space, **{str(n): Qt.Key(Qt.Key.Key_0 + n) for n in range(1, 10)}}
        self.keys(keys[found.view.key])

    def numbers(self, text: str) -> None:
        """Type numbers, and Enter."""
        self.text(text)
        self.keys(Qt.Key.Key_Return)

    def find(self, letters: str) -> None:
        """Type letters in a box of choices, and go on to the next field."""
        QTest.keyClicks(self._focused(), letters)
        self.keys(Qt.Key.Key_Tab)

    def _focused(self) -> Any:
        return QApplication.focusWidget()


def rows(table: OpenTable) -> list[Choice]:
    """Return the answers that are shown, from top to bottom."""
    window = table.surface.window()
    return [one for one in window.findChildren(Choice) if one.isVisible()]


def asked(table: OpenTable) -> str:
    state: State = table.session.state
    return state.asked[0].kind if state.asked else state.step or state.phase


def test_an_order_with_a_reaction_takes_few_keys(opened: Any) -> None:
    table = opened("free", *DEPLOYED)
    typing = Keyboard(table)
    typing.answer("Order: Tolle")
    typing.answer("Tolle: Move")
    typing.answer("Brandt")
    typing.answer("Brandt: BS Attack with Scattergun")
    typing.answer("No more reactions")
    typing.answer("BS Attack")
    # Who reacts is the first target on offer.
    typing.answer("Tolle: BS Attack with Scattergun → Brandt")
    typing.answer("No more reactions")
    assert asked(table) == "measure"
    typing.numbers("30")
    typing.numbers("5 20")
    typing.numbers("19")
    assert asked(table) == "save"
    typing.numbers("18")
    assert asked(table) == "turn"
    assert typing.pressed <= MOST_KEYS


def test_the_tenth_answer_has_a_key_and_the_app_rolls_what_is_left(opened: Any) -> None:
    table = opened("free", *DEPLOYED)
    assert rows(table)[9].view.key == "Ctrl+1"
    acting = rows(table)[9].view.text
    table.press("Ctrl+1")
    state: State = table.session.state
    assert state.order is not None
    assert acting == f"Order: {state.order.troops[0].capitalize()}"
    table = opened("bench", 'exchange {"one": "ruiz", "skill": "bs", "other": "tolle", "weapon": "carbine"}')
    typing = Keyboard(table)
    typing.numbers("30")
    typing.text("17")
    typing.shifted(Qt.Key.Key_Return)
    rolls = table.session.state.order.rolls
    assert rolls[0].natural[0] == 17
    assert len(rolls[0].natural) == 3


def test_a_troop_of_ones_own_is_typed_by_keys_alone(opened: Any) -> None:
    table = opened("free")
    typing = Keyboard(table)
    table.press("F3")
    typing.shifted(Qt.Key.Key_Backtab)
    typing.keys(Qt.Key.Key_Space)
    typing.text("Ash Vane")
    typing.keys(*(Qt.Key.Key_Tab,) * 6)
    typing.numbers("19")
    troop = table.session.state.troops["Ash_Vane"]
    assert (troop.profile.cc, troop.side) == (19, 0)
    # The next one begins with the same values, in the same form.
    typing.keys(Qt.Key.Key_Return)
    assert table.refused == {"name": "Choose another name: Ash Vane is taken."}
    typing.numbers("Bell")
    assert table.session.state.troops["Bell"].profile == troop.profile


def test_an_exchange_by_keys_alone_and_one_by_the_mouse_alone(opened: Any) -> None:
    table = opened("bench")
    typing = Keyboard(table)
    # The form has the keyboard from the first frame on.
    for letters in ("ru", "", "", "to", "bs", "sc"):
        typing.find(letters)
    typing.keys(Qt.Key.Key_Return)
    assert asked(table) == "measure"
    typing.numbers("30")
    typing.numbers("16 9 18")
    typing.numbers("20")
    assert table.view.page.ladders[0].parts.view.dice[0].tone == "critical"
    while table.session.state.asked:
        step = table.session.head
        typing.numbers("20 " * table.session.state.asked[0].dice)
        assert table.session.head > step
    # The page of what is over shows the dice that ended it.
    view = table.view.page.view
    assert (view.title, view.note) == ("Exchange 1", "this exchange is over")
    assert any(chip.text.startswith("Saves: 20") for chip in view.ladders[0].chips)
    # Enter has given the dice and nothing else: no list is open. The next exchange begins with the last one.
    assert asked(table) == "bench"
    assert QApplication.activePopupWidget() is None
    assert isinstance(QApplication.focusWidget(), QComboBox)
    fields = table._table.question.fields
    assert (fields.values["one"], fields.values["other"]) == ("ruiz", "tolle")

    table.click(fields.take)
    ruler = table.view.page.ruler
    scale = ruler._scale()
    table.click(ruler, (scale.left() + scale.width() / 3, scale.center().y()))
    assert fields.values["distance"] == 40
    table.click(fields.take)
    while table.session.state.asked:
        step = table.session.head
        pad = next(one for one in table.surface.window().findChildren(DicePad) if one.isVisible())
        for _ in range(table.session.state.asked[0].dice):
            table.click(pad.buttons[4])
        table.click(table._table.question.entry.take)
        assert table.session.head > step
    assert (asked(table), table.session.state.orders) == ("bench", 2)
