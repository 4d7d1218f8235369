"""The banner for turns of the story, offscreen: what it says, how long, and how it leaves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from defiance_qt.core.port import EventContext, Moment
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.panels import banner as module
from defiance_qt.shell.panels.banner import Banner
from defiance_qt.shell.present.values import MessageView
from defiance_qt.shell.theme import DARK
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine.events import ReserveChanged, RoundBegan
from defiance_qt.systems.defiance.view.present.names import rules_of
from tests.systems.defiance.view.campaigns import begun, campaign, lose
from tests.systems.defiance.view.hands import Hands, at_instant, begin, defiance_view, deploy
from tests.systems.defiance.view.positions import deployed, until

# The offscreen platform says so of every window with a smallest size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

ALARM, ROUND = Moment("alarm", "The bell rings", "Two guards wake"), Moment("chapter", "Round 2 begins")


@pytest.fixture
def over(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    return made


@pytest.mark.parametrize("motion", [0.0, 1.0])
def test_it_shows_one_moment_after_the_other_and_leaves(
    over: QWidget, qtbot, monkeypatch: pytest.MonkeyPatch, motion: float
) -> None:
    monkeypatch.setattr(module, "STANDS", 60)
    monkeypatch.setattr(module, "IN", 20)
    monkeypatch.setattr(module, "OUT", 20)
    banner = Banner(DARK, over)
    banner.set_motion(motion)
    banner.tell((ALARM, ROUND))
    assert banner.isVisible()
    assert banner.text == "The bell rings. Two guards wake"
    assert banner.accessibleName() == banner.text
    qtbot.waitUntil(lambda: banner.text == "Round 2 begins")
    qtbot.waitUntil(lambda: not banner.isVisible())


def test_without_motion_it_is_there_at_once(over: QWidget) -> None:
    banner = Banner(DARK, over)
    banner.set_motion(0.0)
    banner.tell((ALARM,))
    assert banner.y() == DARK.px(module.TOP)
    moving = Banner(DARK, over)
    moving.tell((ALARM,))
    assert moving.y() < 0


def test_esc_and_a_click_end_it_with_what_waits(over: QWidget) -> None:
    banner = Banner(DARK, over)
    banner.tell((ALARM, ROUND))
    QTest.mouseClick(banner, Qt.MouseButton.LeftButton)
    assert not banner.isVisible()
    assert not banner.dismiss()


def test_a_round_that_is_over_is_not_told_any_more(over: QWidget) -> None:
    """ "Round 2 begins" stood over the board while Round 3 was played, and after a mission was lost."""
    banner = Banner(DARK, over)
    banner.set_motion(0.0)
    banner.tell((ROUND,))
    banner.tell((ALARM,))
    banner.tell((Moment("chapter", "Round 3 begins"),))
    assert banner.text == "The bell rings. Two guards wake"
    banner.tell((Moment("chapter", "Round 4 begins"),))
    assert [moment.title for moment in banner._waiting] == ["Round 4 begins"]
    banner.end_chapter()
    assert not banner._waiting
    assert banner.isVisible()
    banner.dismiss()
    banner.tell((ROUND,))
    banner.end_chapter()
    assert not banner.isVisible()


def test_a_round_is_over_whatever_tells_of_the_next(window: Window) -> None:
    """The Round in which an alarm goes off begins with the banner of the alarm; that of the Round before stayed."""
    table = begin(window)
    deploy(at_instant(table))
    session = table.session
    assert isinstance(session, Session)
    until(session, lambda one: one.state.round == 2)
    assert table.banner.text.startswith("Round 2 begins")
    until(session, lambda one: one.state.round == 3)
    assert table.banner.text.startswith("The Cadmus patrol comes back")


def test_what_a_mission_told_does_not_stay_over_the_ship(window: Window) -> None:
    table = campaign(window)
    begun(table.session)
    table.banner.tell((ALARM,))
    lose(table.session)
    assert table.session.state.between
    assert not table.banner.isVisible()
    assert not table.banner._waiting


def test_it_fits_a_narrow_surface(over: QWidget) -> None:
    banner = Banner(DARK, over)
    banner.set_motion(0.0)
    banner.cover(500)
    banner.tell((ALARM,))
    assert banner.geometry().right() <= 400


def test_a_new_round_is_told_on_the_table_and_the_log_keeps_it(window: Window) -> None:
    """Story moments passed in silence."""
    table = begin(window)
    hands = at_instant(table)
    deploy(hands)
    assert table.banner.isVisible()
    assert table.banner.text.startswith("Round 1 begins")
    assert "Open the laboratory at Console 1" in table.banner.text
    lines = [table.log_model.line(row) for row in range(table.log_model.rowCount())]
    assert [line.text for line in lines if line.tone == "chapter"][-1:] == ["Round 1"]
    QTest.keyClick(defiance_view(table).board, Qt.Key.Key_Escape)
    assert not table.banner.isVisible()
    table.presenter.to_depth(0)
    QApplication.processEvents()
    assert not table.banner.isVisible()


def test_a_refusal_stays_below_the_banner(window: Window) -> None:
    table = begin(window)
    deploy(Hands(table))
    at_instant(table)
    table.banner.tell((ALARM,))
    table.banner.set_motion(0.0)
    table.banner.place()
    table.message.tell(MessageView("This is not possible.", "refusal"))
    assert table.message.geometry().top() > table.banner.geometry().bottom() or not table.banner.isVisible()


def test_the_alarm_and_who_enters_are_moments_and_the_setup_is_none() -> None:
    session: Session = deployed()
    game, words = session.game, session.words("en")
    told = [game.moment(tuple(session.event_contexts((step,))), words) for step in session.timeline.path]
    assert told[0] is None
    assert [moment.title for moment in told if moment is not None] == ["Round 1 begins"]
    until(session, lambda one: one.state.round >= 3)
    kinds: dict[str, list[str]] = {}
    for step in session.timeline.path:
        moment = game.moment(tuple(session.event_contexts((step,))), words)
        if moment is not None:
            kinds.setdefault(moment.kind, []).append(f"{moment.title}. {moment.text}")
    assert any("The Cadmus patrol comes back" in text and "Cadmus enters play" in text for text in kinds["alarm"])
    assert any(text.startswith("Round 2 begins. 10 Rounds after this one") for text in kinds["chapter"])
    assert rules_of(session).mission.id == "extraction"


def test_a_new_round_says_what_the_end_phase_has_made_of_the_reserve() -> None:
    """The End Phase passes within the step, without a stop."""
    session = until(deployed(seed=3), lambda one: one.state.round > 1)
    game, words, state = session.game, session.words("en"), session.state
    began = EventContext(0, 1, RoundBegan(2), state, state)
    told = game.moment((began,), words)
    assert told is not None
    assert "Enemy Reserve" not in told.text
    grown = EventContext(0, 0, ReserveChanged(2, 3, "alert"), state, state)
    told = game.moment((grown, began), words)
    assert told is not None
    assert told.text.endswith(" · Enemy Reserve 3")


def test_a_refusal_stands_below_the_banner_also_while_that_slides_in(window: Window) -> None:
    """It lay over the words of the banner."""
    table = begin(window)
    table.banner.set_motion(1.0)
    table.banner.tell((ALARM,))
    message, surface = table.message, table.view.surface
    foot = QPoint(surface.width() // 2, surface.height() - 20)
    message.tell(MessageView("Not now", "refusal"), [foot])
    QApplication.processEvents()
    assert message.isVisible()
    assert message.y() > table.banner.bottom > 0
    table.banner.dismiss()
    assert message.y() < module.HIGH
    table.banner.tell((ROUND,))
    assert message.y() > table.banner.bottom
    message.tell(MessageView("Not now", "refusal"))
    assert message.y() > surface.height() // 2
