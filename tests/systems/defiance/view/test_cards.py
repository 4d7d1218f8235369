"""The cards of the team in a rail: what an inactive figure wears is shown where there is room for it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from defiance_qt.shell.theme import DARK
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.view.panels.cards import ROOMY, CardColumn
from defiance_qt.systems.defiance.view.table import DefianceView
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.hands import begin

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_a_scroll_bar_does_not_make_the_cards_change_for_ever(window: Window, qtbot: QtBot) -> None:
    """What is worn made them too high, the scroll bar too narrow for it, and without it they had the room again: the
    window crashed."""
    table = begin(window)
    assert isinstance(table.view, DefianceView)
    views = table.view.presenter.view.cards
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    column = CardColumn(DARK, table.words)
    area.setWidget(column)
    column.show_cards(views)
    area.resize(ROOMY + 2 * area.frameWidth(), 2000)
    area.show()
    QApplication.processEvents()
    assert column.roomy
    high = column.minimumSizeHint().height()
    seen = set()
    for height in range(high + 30, high - 200, -2):
        area.resize(area.width(), height)
        QApplication.processEvents()
        seen.add(area.verticalScrollBar().isVisible())
    assert seen == {True, False}


def test_the_pointer_in_the_rail_and_a_key_show_what_a_character_is(window: Window) -> None:
    table = begin(window)
    view = table.view
    assert isinstance(view, DefianceView)
    rail, person = view.cards, view.person
    card = rail.card("jazz")
    card.entered.emit("jazz")
    assert rail.linger.isActive()
    assert person.view is None
    rail.linger.timeout.emit()
    assert person.view is not None
    assert (person.view.id, person.kept) == ("jazz", False)
    assert person.accessibleName() == person.view.spoken
    assert view.board.rect().contains(person.geometry())
    card.left.emit()
    assert person.view is None
    assert not rail.linger.isActive()
    window.named_actions.do("look.person")
    assert person.view is not None
    assert person.kept
    card.entered.emit("qiang")
    rail.linger.timeout.emit()
    assert person.view.id == "uma"
    window.named_actions.do("look.person")
    assert person.view is None
    window.named_actions.do("look.person")
    view.board.spaceClicked.emit("A1")
    assert person.view is None
    window.named_actions.do("look.person")
    table.cancel()
    assert person.view is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_the_card_of_a_character_is_cut(window: Window, language: str) -> None:
    window.resize(1280, 800)
    window.change(language=language)
    table = begin(window)
    view = table.view
    assert isinstance(view, DefianceView)
    for id in table.session.state.team:
        view.person.show_person(view.presenter.person(id), 200)
        QApplication.processEvents()
        inside = view.person.rect()
        for part in (one for one in view.person.findChildren(QLabel) if one.isVisible()):
            box = part.geometry().translated(part.parentWidget().mapTo(view.person, QPoint(0, 0)))
            assert inside.contains(box), (id, part.text())
            needed = part.heightForWidth(part.width()) if part.wordWrap() else part.sizeHint().height()
            assert part.height() >= needed, (id, part.text())
