"""A worked example at the table: played with the mouse, compared with the book, left without a save."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT, load_system
from defiance_qt.shell.panels.lesson import LessonCard
from defiance_qt.shell.screens.start import StartScreen
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.bounds import repeat
from tests.systems.defiance.view.hands import Hands, at_instant, begin
from tests.workshop.window.legible import faults, settle

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def learn(window: Window, id: str) -> tuple[Hands, LessonCard]:
    window.games.learn(DEFAULT, id)
    table = window.table
    assert isinstance(table, Table)
    QApplication.processEvents()
    return at_instant(table), table.sheets.lesson


def texts(card: LessonCard) -> str:
    return "\n".join(label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card))


def test_an_example_is_played_with_the_mouse_and_compared_with_the_book(window: Window) -> None:
    window.show()
    hands, card = learn(window, "ex_11")
    assert card.isVisible()
    assert "Two Successes and two Blocks" in texts(card)
    assert "▸ Cadin: Activate" in texts(card)
    hands.card("cadin")
    hands.space("C2")
    assert card.view is not None
    assert card.view.done
    assert "✓ The book: Nox Spec-Ops #1: 1 Damage" in texts(card)
    assert "It came out as the book says." in texts(card)
    assert not card.show_me.isVisible()
    assert any(text.startswith("It came out as the book says. Each Block") for text in hands.table.announced)
    chip = card.findChild(QToolButton, "rule:R-093")
    assert chip is not None
    chip.click()
    assert hands.table.sheets.reference.view is not None
    assert hands.table.sheets.reference.view.id == "R-093"


def test_the_log_of_a_lesson_begins_with_its_first_step(window: Window) -> None:
    """It began with the corrections that lay the table."""
    hands, _ = learn(window, "ex_11")
    assert hands.table.log_model.rowCount() == 0
    hands.card("cadin")
    assert "Manual correction" not in hands.table.log_model.line(0).text


def test_the_next_lesson_is_offered_at_the_end(window: Window) -> None:
    session = Session.lesson("ex_11")
    assert session.course is not None
    following = session.course.following
    assert following.startswith("ex_")
    window.show()
    hands, card = learn(window, "ex_11")
    assert not card.next_lesson.isVisible()
    hands.card("cadin")
    hands.space("C2")
    card.next_lesson.click()
    QApplication.processEvents()
    assert window.session is not None
    assert window.session.course is not None
    assert window.session.course.lesson.id == following


def test_the_last_lesson_has_no_next_one() -> None:
    with Session.lesson("third_round") as session:
        assert session.course is not None
        assert session.course.following == ""
    rules = load_system(DEFAULT).rules
    last = [one.id for one in rules.lessons(rules.content())][-1]
    with Session.lesson(last) as session:
        assert session.course is not None
        assert session.course.following == ""


def test_the_card_does_the_next_step_and_starts_over(window: Window) -> None:
    window.show()
    hands, card = learn(window, "ex_14")
    for _ in repeat(card.show_me.isVisible, lambda: card.view):
        QTest.mouseClick(card.show_me, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
    assert card.view is not None
    assert card.view.done
    card.over_again.click()
    QApplication.processEvents()
    course = hands.table.session.course
    assert course is not None
    assert hands.table.session.head == course.start
    assert not card.view.done
    assert not hands.table.named_actions["time.undo"].isEnabled() or hands.table.session.undo_label() == ""


def test_another_way_is_said_and_the_undo_leads_back(window: Window) -> None:
    window.show()
    hands, card = learn(window, "ex_20")
    hands.card("uma")
    assert "You have done something else." in texts(card)
    assert not card.show_me.isEnabled()
    hands.table.presenter.undo()
    assert "You have done something else." not in texts(card)


def test_an_example_leaves_no_save(window: Window) -> None:
    window.show()
    before = list(window.saves.recent())
    _, card = learn(window, "dx_04")
    assert not window.named_actions["game.copy"].isEnabled()
    card.leave.click()
    QApplication.processEvents()
    assert isinstance(window.findChild(StartScreen), StartScreen)
    assert list(window.saves.recent()) == before


def test_the_card_survives_a_change_of_language(window: Window) -> None:
    window.show()
    learn(window, "ex_11")
    window.change(language="es")
    QApplication.processEvents()
    table = window.table
    assert isinstance(table, Table)
    assert "Dos Éxitos y dos Bloqueos" in texts(table.sheets.lesson)


def test_a_game_has_no_card(window: Window) -> None:
    assert not begin(window).sheets.lesson.isVisibleTo(window)


def test_a_lesson_that_is_not_there_is_one_sentence(window: Window) -> None:
    window.games.learn(DEFAULT, "ex_99")
    assert window.message.startswith("there is no lesson 'ex_99'")
    assert window.table is None


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.slow
def test_the_card_stands_over_the_right_rail_or_the_corner_of_the_board(window: Window, scale: float) -> None:
    """It was placed before the table was laid out: narrow, in the middle of the board."""
    window.change(scale=scale)
    window.resize(1920, 1080)
    window.show()
    settle()
    for id in ("ex_10", "ex_11"):
        hands, card = learn(window, id)
        settle()
        table = hands.table
        beside = table.layout_.beside
        corner = beside.mapTo(table, beside.rect().bottomRight())
        assert (corner - card.geometry().bottomRight()).manhattanLength() <= 24
        assert card.width() >= 280
        assert faults(card) == []
        window.close_game()
