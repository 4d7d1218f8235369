"""The table at the window: an exchange by keys, the other side where there is no room, and what can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.kit.dice import DicePad
from defiance_qt.shell.open_table import OpenTable
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("does not support")

PEOPLE = {"answers": {"team.dice": "person", "enemy.dice": "person", "saves": "person"}}
SHOT = (
    'exchange {"one": "ruiz", "skill": "bs", "other": "tolle", "weapon": "carbine", "answer": "bs",'
    ' "answer_weapon": "scattergun"}'
)
MEASURED = 'measured {"one": "ruiz", "other": "tolle", "distance": 300}'


def bench(**options: object) -> Session:
    return Session.new("n3", mission="bench", seed=3, options={**PEOPLE, **options})


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Any]:
    """Open windows with a game; each is closed at the end, and an error in what Qt calls fails the test."""
    tables: list[OpenTable] = []

    def show(session: Session, language: str = "en", size: tuple[int, int] = (1280, 800)) -> OpenTable:
        tables.append(OpenTable(session, tmp_path / f"{len(tables)}", language, "dark", size))
        return tables[-1]

    yield show
    for table in tables:
        table.close()
    assert [error for table in tables for error in table.failed] == []


def typed(table: OpenTable, numbers: str) -> None:
    """Type numbers where the keyboard is, and Return."""
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClicks(field, numbers)
    QTest.keyClick(field, Qt.Key.Key_Return)
    table.settle()


def test_an_exchange_at_the_window(opened: Any) -> None:
    table = opened(bench())
    view = table.view
    # The other side is low beside the log: nobody reacts, so all are tokens.
    assert all(token.isVisible() for token in view.sides[1].tokens.values())
    table.submit(SHOT)
    assert [card.view.id for card in view.sides[1].cards.values() if card.isVisible()] == ["tolle"]
    # The form has the keyboard once it is asked for; a user who leaves it is not turned back.
    fields = table._table.question.fields
    assert fields.isAncestorOf(QApplication.focusWidget())
    table.press("Escape")
    table.press("1")
    assert any("30 cm" in choice for choice in table.choices)
    assert not fields.isAncestorOf(QApplication.focusWidget())
    table.press("Escape")
    table.submit(MEASURED)
    assert [ladder.parts.view.success[1] for ladder in view.page.ladders] == ["16", "11"]
    assert view.page.ruler.view.at == 30
    assert view.page.odds.isVisible()
    # Ruiz's dice on the pad, Tolle's typed.
    window = view.page.window()
    for number in (16, 9, 18):
        table.click(window.findChild(DicePad).buttons[number - 1])
    typed(table, "")
    assert [die.text for die in view.page.ladders[0].parts.view.dice] == ["16", "9", "18"]
    table.press("Ctrl+D")
    typed(table, "20")
    assert [die.tone for die in view.page.ladders[1].parts.view.dice] == ["miss"]
    assert table.session.state.step == "saves"
    # Whoever is clicked has a menu, and nothing is spent by it.
    head = table.session.head
    table.click(view.sides[0].cards["ruiz"])
    assert table.session.head == head
    assert faults(window) == []
    assert view.subject == "ruiz"
    assert all(card.accessibleName() for card in view.sides[0].cards.values())
    assert QAccessible.queryAccessibleInterface(view.page).role() == QAccessible.Role.Document
    assert any("Ruiz: BS Attack" in line for line in view.page.told())


def test_a_wide_window_has_a_rail_for_each_side(opened: Any) -> None:
    table = opened(Session.new("n3", mission="free", seed=3), size=(1920, 1080))
    view = table.view
    assert all(card.isVisible() for card in view.sides[1].cards.values())
    assert not any(token.isVisible() for token in view.sides[1].tokens.values())


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.parametrize("steps", [(), (SHOT,), (SHOT, MEASURED)])
def test_everything_can_be_read_in_every_language(opened: Any, language: str, steps: tuple[str, ...]) -> None:
    table = opened(bench(), language)
    for step in steps:
        table.submit(step)
    assert faults(table.view.page.window()) == []
