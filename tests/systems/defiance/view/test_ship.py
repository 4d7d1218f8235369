"""The ship in the window: tokens moved by the mouse and by keys, and the whole way between two missions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import CampaignState
from defiance_qt.systems.defiance.view.panels.between import BetweenPanels
from defiance_qt.systems.defiance.view.panels.ship import ShipPage
from defiance_qt.systems.defiance.view.present.guide import step_now
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.campaigns import at_once, campaign, win_extraction
from tests.systems.defiance.view.hands import LEFT, defiance_view
from tests.workshop.window.legible import faults, settle

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def panels(table: Table) -> BetweenPanels:
    found = defiance_view(table).between
    assert found is not None
    return found


def crew(table: Table) -> dict[str, str]:
    state: object = table.session.state.campaign
    assert isinstance(state, CampaignState)
    return state.crew


@pytest.fixture
def aboard(window: Window) -> Table:
    """After the first mission, where the crew is redistributed."""
    table = campaign(window)
    at_once(table, win_extraction)
    table.banner.dismiss()
    QApplication.processEvents()
    return table


def drag(ship: ShipPage, member: str, target: QPoint) -> None:
    """Drag a token to a place of the screen."""
    token = ship.token(member)
    start = QPoint(token.width() // 2, 20)
    QTest.mousePress(token, LEFT, pos=start)
    for part in (0.3, 0.6, 1.0):
        way = token.mapFromGlobal(target) - start
        QTest.mouseMove(token, start + QPoint(round(way.x() * part), round(way.y() * part)))
    QTest.mouseRelease(token, LEFT, pos=token.mapFromGlobal(target))
    QApplication.processEvents()


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def middle(ship: ShipPage, area: str) -> QPoint:
    widget = ship.area(area)
    return widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() - 12))


@pytest.mark.rule("R-287")
def test_a_token_is_dragged_to_an_area_and_back_to_the_ramp(aboard: Table) -> None:
    ship = panels(aboard).ship
    drag(ship, "qiang", middle(ship, "workshop"))
    assert crew(aboard)["qiang"] == "workshop"
    drag(ship, "qiang", middle(ship, ""))
    assert crew(aboard)["qiang"] == ""
    head = aboard.session.head
    drag(ship, "qiang", ship.mapToGlobal(QPoint(-200, 40)))
    assert aboard.session.head == head
    assert ship.hand == ""


@pytest.mark.rule("R-287")
def test_a_token_dropped_on_another_exchanges_both(aboard: Table) -> None:
    ship = panels(aboard).ship
    for member, area in (("qiang", "workshop"), ("jazz", "cabins")):
        aboard.session.submit(c.Station(member, area))
    QApplication.processEvents()
    token = ship.token("qiang")
    drag(ship, "jazz", token.mapToGlobal(QPoint(token.width() // 2, 20)))
    assert (crew(aboard)["jazz"], crew(aboard)["qiang"]) == ("workshop", "cabins")


def test_a_click_takes_a_token_and_a_click_drops_it(aboard: Table) -> None:
    ship = panels(aboard).ship
    QTest.mouseClick(ship.token("uma"), LEFT, pos=QPoint(20, 20))
    assert ship.hand == "uma"
    area = ship.area("sickbay")
    QTest.mouseClick(area, LEFT, pos=QPoint(area.width() // 2, area.height() - 10))
    assert crew(aboard)["uma"] == "sickbay"


@pytest.mark.rule("R-287")
def test_keys_move_a_token_and_say_what_it_changes(aboard: Table) -> None:
    """The key of an area aims, Enter drops, Esc puts back, ? says why not; none of them reaches the window."""
    ship = panels(aboard).ship
    ship.token("qiang").setFocus()
    QTest.keyClick(ship.token("qiang"), Qt.Key.Key_W)
    assert ship.hand == "qiang"
    assert ship.move_ahead is not None
    assert ship.move_ahead.command == c.Station("qiang", "workshop")
    assert ship.move_ahead.gains
    QTest.keyClick(ship.token("qiang"), Qt.Key.Key_Escape)
    assert ship.hand == ""
    for member, key in (("qiang", Qt.Key.Key_W), ("billie", Qt.Key.Key_W), ("jazz", Qt.Key.Key_C)):
        ship.token(member).setFocus()
        QTest.keyClick(ship.token(member), key)
        QTest.keyClick(ship.token(member), Qt.Key.Key_Return)
        assert QApplication.focusWidget() is ship.token(member)
    assert {crew(aboard)[id] for id in ("qiang", "billie")} == {"workshop"}
    token = ship.token("jazz")
    QTest.keyClick(token, Qt.Key.Key_W)
    QTest.keyClick(token, Qt.Key.Key_W)
    assert isinstance(ship.move_ahead.command, c.Swap)
    QTest.keyClick(token, Qt.Key.Key_Question)
    assert "⇄" in aboard.announced[-1]
    QTest.keyClick(token, Qt.Key.Key_Return)
    assert crew(aboard)["jazz"] == "workshop"
    QTest.keyClick(token, Qt.Key.Key_Backspace)
    QTest.keyClick(token, Qt.Key.Key_Return)
    assert crew(aboard)["jazz"] == ""


@pytest.mark.rule("R-294")
def test_a_consequence_is_treated_by_its_button_and_the_roll_shows_in_the_tray(aboard: Table) -> None:
    session = aboard.session
    deck = list(session.state.decks["consequence"])
    path = "team.uma.consequences,team.uma.face_down,decks.consequence"
    session.submit(c.Overrule(path, [deck[:2], [], deck[2:]]))
    session.submit(c.Station("uma", "cabins"))
    session.submit(c.FinishStep())
    QApplication.processEvents()
    page = panels(aboard).sickbay
    assert page.isVisible()
    command = c.Cure("uma", deck[0])
    assert command in session.legal()
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert command not in session.legal()
    body = defiance_view(aboard).body
    assert body.isVisible()
    assert body.view.roll is not None
    assert panels(aboard).road.isHidden()
    QTest.mouseClick(page.button(c.Cure("uma", deck[1])), LEFT)
    assert not [one for one in session.legal() if isinstance(one, c.Cure)]


def test_tab_goes_from_token_to_token(aboard: Table) -> None:
    ship = panels(aboard).ship
    ship.token("uma").setFocus()
    seen = []
    for _ in range(5):
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    assert seen == [ship.token(id) for id in ("cadin", "qiang", "jazz", "billie", "goldstein")]


def test_the_way_from_one_mission_to_the_next_by_mouse(aboard: Table) -> None:
    finish = panels(aboard).guide.finish.button
    for _ in range(30):
        if step_now(aboard.session.state) == "briefing":
            break
        QTest.mouseClick(finish, LEFT)
        QApplication.processEvents()
    begin = aboard.findChild(QPushButton, "answer:0")
    assert begin is not None
    QTest.mouseClick(begin, LEFT)
    assert aboard.session.state.mission_id == "dead_air"
    assert aboard.view.surface.isAncestorOf(defiance_view(aboard).board)
    assert defiance_view(aboard).board.isVisible()


def test_the_button_that_ends_a_step_stays_where_it_is_and_a_double_click_ends_one(aboard: Table) -> None:
    """It moved below the next step, under the pointer of a second click."""
    guide = panels(aboard).guide
    finish, places, steps = guide.finish.button, set(), []
    for _ in range(4):
        QApplication.processEvents()
        places.add(finish.mapTo(guide, QPoint(0, 0)).y())
        steps.append(step_now(aboard.session.state))
        QTest.mouseClick(finish, LEFT)
        QTest.mouseDClick(finish, LEFT)
        QApplication.processEvents()
    assert len(places) == 1
    assert len(steps) > 1


def test_the_way_from_one_mission_to_the_next_by_keys(aboard: Table) -> None:
    for _ in range(30):
        if step_now(aboard.session.state) == "briefing":
            break
        QTest.keyClick(aboard, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        QApplication.processEvents()
    aboard.view.surface.setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert aboard.session.state.mission_id == "dead_air"
    for _ in range(3):
        QTest.keyClick(aboard, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert aboard.session.state.between


def test_undo_leads_back_over_the_end_of_the_mission(aboard: Table) -> None:
    assert defiance_view(aboard).board.isHidden()
    for _ in range(6):
        QTest.keyClick(aboard, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        QApplication.processEvents()
        if not aboard.session.state.between:
            break
    assert not aboard.session.state.between
    assert defiance_view(aboard).board.isVisible()
    QTest.keyClick(aboard, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert aboard.session.state.between
    assert panels(aboard).ship.isVisible()


@pytest.mark.parametrize("language", ["es", "ru"])
def test_language_and_theme_change_between_missions(window: Window, aboard: Table, language: str) -> None:
    window.change(language=language, theme="light")
    table = window.table
    assert isinstance(table, Table)
    window.resize(1280, 800)
    assert panels(table).ship.isVisible()
    assert not [fault for fault in faults(window) if not fault.startswith("floating")]


def test_tokens_grow_with_the_rooms_of_a_large_window(window: Window, aboard: Table) -> None:
    """They kept the size of a small one, in rooms that were two thirds empty."""
    ship = panels(aboard).ship
    sizes, heads = [], []
    for wide, high in ((1280, 800), (1920, 1080), (1280, 800)):
        window.resize(wide, high)
        settle()
        assert faults(window) == []
        sizes.append(ship.token("uma")._disc.width())
        assert all(one.width() >= one._disc.width() for one in ship._tokens.values())
        heads.append({ship.area(id)._free[0][1].width() for id in ("workshop", "cabins", "training")})
    small, large, again = sizes
    assert small == again < large
    assert heads[1] == {large}
    assert heads[0] == heads[2] == {small}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ship_fits_a_window_on_a_small_screen_and_stays_while_a_token_is_moved(
    window: Window, aboard: Table, language: str
) -> None:
    """A screen of 1280 × 800 points has no more for a window with its frame. What a token would do pushed the areas
    that one aims at out of sight, and "Goldstein" was cut."""
    window.change(language=language)
    window.resize(1272, 756)
    settle()
    table = window.table
    assert isinstance(table, Table)
    ship = panels(table).ship

    def places() -> list[QRect]:
        return [ship.area(id).geometry() for id in ("", "sickbay", "workshop", "training", "bridge", "cabins")]

    assert ship._area.verticalScrollBar().maximum() == 0
    assert faults(ship) == []
    assert [one.text() for one in ship.findChildren(Elided) if one.text() != one.whole] == []
    before = places()
    for member in ("uma", "goldstein"):
        ship.take(member)
        settle()
        assert places() == before
        ship.aim("sickbay")
        settle()
        assert places() == before
        ship.put_back()
