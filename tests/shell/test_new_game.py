"""The new-game screen: where the editions differ, and what is chosen of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from defiance_qt.extend.sessions import offered
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.window import Window
from tests.waiting import at_rest
from tests.workshop.window.legible import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def screen(window: Window) -> NewGameScreen:
    window.games.show()
    at_rest(window)
    QApplication.processEvents()
    found = window.findChild(NewGameScreen)
    assert isinstance(found, NewGameScreen)
    return found


def choose_edition(screen: NewGameScreen, id: str) -> None:
    screen.edition.setCurrentIndex(screen.edition.findData(id))


def test_every_switch_shows_its_name_and_all_wordings_with_their_editions(screen: NewGameScreen) -> None:
    words, offerings = screen._words, screen._offerings
    assert list(screen.switches.cards) == [switch.id for switch in offerings.switches]
    assert offerings.switches
    short = {variant.id: words(variant.short) for variant in offerings.variants}
    for switch in offerings.switches:
        card = screen.switches.cards[switch.id]
        shown = [one.text() for one in card.findChildren(QLabel)]
        assert words(switch.title) in shown
        for key in switch.values.values():
            assert words(key) in shown
        for edition in switch.editions:
            assert any(short[edition] in text for text in shown)


@pytest.mark.parametrize("edition", ["en", "es", "en-print"])
def test_an_edition_sets_every_switch(screen: NewGameScreen, edition: str) -> None:
    choose_edition(screen, edition)
    values = {switch.id: switch.editions[edition] for switch in screen._offerings.switches}
    assert {name: card.value for name, card in screen.switches.cards.items()} == values
    assert screen.chosen().options == {}
    assert screen.chosen().edition == edition
    assert not screen.reset.isEnabled()


def test_what_a_plugin_sets_is_chosen_and_said_and_the_editions_stay(screen: NewGameScreen) -> None:
    found = offered("infinity-defiance", ("spanish_edition",), None, "en")
    screen.set_offerings(found.offerings, found.words)
    choose_edition(screen, "en")
    card = screen.switches.cards["console_extra"]
    assert card.value == "roll"
    assert not card.differs
    assert screen.chosen().options == {}
    wordings = {one.value: [part.text() for part in one.findChildren(QLabel)] for one in card.wordings}
    preset = screen._words("ui.new.preset")
    assert preset in wordings["roll"][-1]
    assert preset not in wordings["interaction"][-1]
    english = next(one for one in found.offerings.variants if one.id == "en")
    assert screen._words(english.short) in wordings["interaction"][-1]
    card.choose("interaction")
    assert screen.chosen().options == {"switches": {"console_extra": "interaction"}}


def test_what_differs_is_marked_counted_given_and_taken_back(screen: NewGameScreen) -> None:
    card = screen.switches.cards["rest"]
    other = next(one for one in card.wordings if not one.button.isChecked())
    QTest.mouseClick(other, Qt.MouseButton.LeftButton, pos=other.rect().center())
    assert card.differs
    assert card.property("state") == "differs"
    assert screen.chosen().options == {"switches": {"rest": other.value}}
    assert "1" in screen._changes.text()
    screen.reset.click()
    assert not card.differs
    assert card.property("state") == ""
    assert screen._changes.text() == ""
    assert screen.chosen().options == {}


def test_a_game_goes_by_the_switches_that_were_chosen(window: Window, screen: NewGameScreen) -> None:
    choose_edition(screen, "en-print")
    card = screen.switches.cards["rest"]
    next(one for one in card.wordings if one.value == "yes").button.click()
    screen.begin.click()
    assert window.session is not None
    assert window.session.setup.edition == "en-print"
    assert window.session.state.switches["rest"] == "yes"


def test_a_high_window_shows_more_missions_and_lets_headings_scroll(window: Window, screen: NewGameScreen) -> None:
    """Seven of thirteen were listed above half a column of nothing; "Dice and cards" stood over the house rules."""
    window.resize(1280, 800)
    settle()
    low = screen.missions.height()
    window.resize(1920, 1080)
    settle()
    assert screen.missions.height() > low
    assert screen.missions.verticalScrollBar().maximum() == 0
    heading = next(one for one in screen.findChildren(QLabel) if one.text() == "Dice and cards")
    box = next(iter(screen._chances.values()))
    assert heading.parentWidget() is box.parentWidget()


@pytest.mark.in_turns
def test_to_leave_it_twice_at_once_leaves_it_once(window: Window, screen: NewGameScreen) -> None:
    window.show()
    QApplication.processEvents()
    # The second press comes while the start screen is laid out, in turns of the event loop.
    QTimer.singleShot(0, screen.left.emit)
    screen.left.emit()
    at_rest(window)
    settle()
    assert window.start is not None
    assert window.stack.currentWidget() is window.start
    assert not window.background.waiting
