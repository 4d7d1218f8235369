"""The cards of the team in a rail: what an inactive figure wears is shown where there is room for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.table import Table
from defiance_qt.shell.theme import DARK
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.cards import FULL, ROOMY, CardColumn, CharacterCard
from defiance_qt.systems.defiance.view.panels.enemies import UnitCard
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.team import cards
from defiance_qt.systems.defiance.view.table import DefianceView
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.systems.defiance.view.hands import at_instant, begin, deploy
from tests.systems.defiance.view.positions import deployed
from tests.texts import defiance_words
from tests.workshop.window.legible import settle

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


def test_the_pointer_in_the_rail_and_a_key_show_what_a_character_is(window: Window, strays: list[str]) -> None:
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
    assert strays == []


def test_there_is_one_tip_at_a_time(window: Window) -> None:
    """The card of the Character and the tip of one of its parts stood over each other."""
    table = begin(window)
    view = table.view
    assert isinstance(view, DefianceView)
    rail, card = view.cards, view.cards.card("jazz")
    assert card.toolTip() == ""
    card.entered.emit("jazz")
    rail.linger.timeout.emit()
    assert view.person.view is not None
    QApplication.sendEvent(card._health, QEvent(QEvent.Type.Enter))
    assert view.person.view is None
    assert not rail.linger.isActive()
    QApplication.sendEvent(card._health, QEvent(QEvent.Type.Leave))
    assert rail.linger.isActive(), "the pointer is still on the card"
    card.left.emit()
    assert not rail.linger.isActive()


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


def test_whoever_has_acted_is_one_line_with_what_troubles_it(window: Window, qtbot: QtBot) -> None:
    window.resize(1280, 800)
    table = begin(window)
    assert isinstance(table.view, DefianceView)
    views = table.view.presenter.view.cards
    column = CardColumn(DARK, table.words)
    qtbot.addWidget(column)
    column.setFixedWidth(252)
    stunned = Chip("Stunned", "gold")
    acted = replace(views[0], activated=True, chosen=False, selectable=False, states=(stunned,))
    active = replace(views[1], active=True, on_board=True)
    waiting = replace(views[2], chosen=False, on_board=True)
    column.show_cards((acted, active, waiting))
    column.show()
    first, second, third = (column.card(one.id) for one in (acted, active, waiting))
    assert [one.folded for one in (first, second, third)] == [True, False, False]
    assert first.sizeHint().height() <= 30
    assert third.sizeHint().height() <= 50
    assert first._state.whole == "Stunned · not on the board" or "Stunned" in first._state.whole
    assert first._health.isVisible()
    column.set_tight(FULL)
    assert [one.folded for one in (first, second, third)] == [True, False, True]
    column.set_tight(1)
    assert not third.folded
    column.setFixedWidth(ROOMY + 20)
    QApplication.processEvents()
    assert not first.folded


def test_a_card_of_one_line_says_its_state_in_words_where_they_fit(window: Window) -> None:
    """While the team was placed, a yellow dot stood for "off the board": the whole name had taken the room of both."""
    window.resize(1272, 756)
    table = begin(window)
    assert isinstance(table.view, DefianceView)
    settle()
    folded = [one for one in table.view.cards.findChildren(CharacterCard) if one.folded]
    assert len(folded) == 4
    assert {one._state.text() for one in folded} == {"off the board"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_down_is_said_in_words_where_there_is_one_line(qtbot: QtBot, language: str) -> None:
    """Unconscious was a yellow dot, as any State."""
    words = defiance_words(language)
    session = deployed()
    names, rules = Names(words, rules_of(session).catalog), rules_of(session)
    down = replace(session.state.team["cadin"], states=("unconscious",), activated=True)
    state = replace(session.state, team={**session.state.team, "cadin": down})
    view = next(one for one in cards(state, rules, names, Offers(session.legal(), state, {})) if one.id == "cadin")
    column = CardColumn(DARK, words)
    qtbot.addWidget(column)
    column.setFixedWidth(252)
    column.show_cards((view,))
    column.show()
    QApplication.processEvents()
    card = column.card("cadin")
    assert card.folded
    assert card._state.text() == words("state.unconscious.name")
    assert card._state.property("tone") == "danger"
    assert card._done.isHidden()


@pytest.mark.parametrize("more", [1, 2, 3])
def test_at_1280_the_enemy_and_six_lines_of_the_log_stay_in_sight(window: Window, more: int) -> None:
    """With three or four Units the last ones were cut."""
    window.resize(1280, 800)
    table = begin(window)
    view = table.view
    assert isinstance(view, DefianceView)
    deploy(at_instant(table))
    table.presenter.submit(c.Activate("jazz"))
    view.board.skip()
    state = table.session.state
    unit = next(iter(state.units.values()))
    others = {f"more_{n}": replace(unit, id=f"more_{n}") for n in range(more)}
    table.session.timeline._states[table.session.head] = replace(
        state,
        units={**state.units, **others},
        team={id: replace(one, states=("stunned",)) for id, one in state.team.items()},
    )
    table.presenter.refresh()
    QApplication.processEvents()
    rail = table.layout_.left
    assert not view.cards.roomy
    assert rail.lacking <= 0
    QApplication.processEvents()
    assert rail.area.verticalScrollBar().maximum() == 0
    six = 6 * table.log.fontMetrics().lineSpacing()
    assert table.log.view.viewport().height() >= six
    units = view.enemies._units.values()
    assert len(units) == 1 + more
    assert all(one.visibleRegion().boundingRect().height() == one.height() for one in units)
    assert any(one.folded for one in units) == (more > 1), "they fold only where it is needed"


def test_a_rail_full_of_units_comes_to_rest(window: Window, tmp_path: Path) -> None:
    """Units of one line made the rail wider, which unfolded them, and so on: the window crashed."""
    window.resize(1280, 800)
    window.open(Path(shutil.copy(ROOT / "saves/extraction-en-victory.defiance", tmp_path)))
    settle()
    table = window.table
    assert isinstance(table, Table)
    assert isinstance(table.view, DefianceView)
    units = table.view.enemies.findChildren(UnitCard)
    assert any(one.folded for one in units)
    assert not table.view.enemies.roomy
    assert {one.minimumSizeHint().width() <= table.view.enemies.width() for one in units} == {True}
