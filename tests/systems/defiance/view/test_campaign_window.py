"""The window of a campaign: from one mission to the next, and back along the timeline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

from defiance_qt.shell.panels.timeline import SIDE
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.briefing import BriefingPage
from defiance_qt.systems.defiance.view.panels.written import WrittenDialog
from defiance_qt.systems.defiance.view.present.guide import step_now
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.campaigns import at_once, begun, campaign, lose, win_extraction
from tests.systems.defiance.view.hands import defiance_view
from tests.workshop.window.campaign_shots import entered
from tests.workshop.window.legible import settle

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def through(table: object) -> None:
    """Finish every step until the next mission can begin."""
    session = table.session  # type: ignore[attr-defined]
    for _ in range(60):
        legal = session.legal()
        if c.BeginMission() in legal:
            return
        first = c.FinishStep() if c.FinishStep() in legal else legal[0]
        session.submit(first)
        QApplication.processEvents()


@pytest.mark.rule("R-282")
def test_the_board_follows_the_mission_and_the_timeline(window: Window) -> None:
    """From the first mission to the second, and back by the timeline, with the right board under every state."""
    table = campaign(window)
    session, view = table.session, defiance_view(table)
    first = rules_of(session).board
    assert view.board.board is first
    win_extraction(session)
    assert session.state.between
    between = session.head
    through(table)
    begun(session)
    assert session.state.mission_id == "dead_air"
    second = rules_of(session).board
    assert view.board.board is second is not first
    assert set(view.board.tokens) >= {one.id for one in session.state.team.values() if one.space}
    settle()
    last = session.head
    table.presenter.look(between)
    assert view.board.board is first
    assert not view.board.tokens
    table.presenter.look(last)
    assert view.board.board is second
    for _ in range(3):
        table.presenter.undo()
    table.presenter.to_depth(0)
    assert view.board.board is first
    window.change(theme="light", language="es")
    QApplication.processEvents()


@pytest.mark.rule("R-284")
def test_a_step_without_a_page_has_a_plain_button_for_every_command(window: Window) -> None:
    """The end of the step stands in the guide."""
    table = campaign(window)
    at_once(table, win_extraction)
    while c.BeginMission() not in table.session.legal():
        question = table.presenter.frame.question
        if question is not None and question.title:
            assert {choice.command for choice in question.choices} == set(table.session.legal()) - {c.FinishStep()}
        assert defiance_view(table).presenter.between.view is not None
        table.session.submit(c.FinishStep() if c.FinishStep() in table.session.legal() else table.session.legal()[0])


def test_a_lost_mission_asks_what_follows(window: Window) -> None:
    table = campaign(window)
    at_once(table, lose)
    view = defiance_view(table).presenter.between.view
    assert view is not None
    assert view.briefing is not None
    assert [answer.command for answer in view.briefing.answers] == [c.PlayAgain(), c.AcceptDefeat()]
    board = defiance_view(table).board
    again = table.findChild(QPushButton, "answer:0")
    assert again is not None
    again.click()
    assert board.board is rules_of(table.session).board
    assert table.session.state.round == 0


def test_the_road_leads_back_to_a_mission(window: Window) -> None:
    """A mission that was played is a button; the timeline then stands at its beginning."""
    table = campaign(window)
    at_once(table, win_extraction)
    panels = defiance_view(table).between
    assert panels is not None
    stop = panels.road.stop(0)
    assert stop.isEnabled()
    assert not panels.road.stop(1).isEnabled()
    stop.click()
    assert not table.session.state.between
    assert table.session.state.mission_id == "extraction"
    assert panels.road.isHidden()


def test_what_would_be_lost_is_asked_once_more(window: Window) -> None:
    """Specialties lapse with their step: the first Ctrl+Enter names who would go without, the second ends the step."""
    table = campaign(window)
    at_once(table, win_extraction)
    session, view = table.session, defiance_view(table)
    while step_now(session.state) != "specialties":
        view.presenter.end()
    head = session.head
    view.presenter.end()
    assert session.head == head
    assert view.between is not None
    button = view.between.guide.finish.button
    assert button.property("role") == "danger"
    assert "Uma" in " ".join(table.announced)
    view.presenter.cancel()
    assert button.property("role") == "primary"
    button.click()
    button.click()
    assert step_now(session.state) == "intel"


def test_a_step_that_began_by_itself_is_not_ended_unasked(window: Window) -> None:
    """The last Specialty ended its step; the key meant for that one skipped the Intel Packs."""
    table = campaign(window)
    at_once(table, win_extraction)
    session, view = table.session, defiance_view(table)
    while step_now(session.state) != "specialties":
        view.presenter.end()
    while step_now(session.state) == "specialties":
        table.presenter.submit(next(one for one in session.legal() if isinstance(one, c.Acquire)))
    head = session.head
    view.presenter.end()
    assert (session.head, step_now(session.state)) == (head, "intel")
    assert "only just begun" in " ".join(table.announced)
    view.presenter.end()
    assert step_now(session.state) == "equipment"
    head = session.head
    view.presenter.end()
    assert session.head > head, "a step that the user has come to by ending one is ended at once"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_the_crew_and_the_road_fit_the_smallest_window(window: Window, language: str) -> None:
    """At 1280 × 800 the last token of the ramp was below the fold, and the road cut how missions ended."""
    window.resize(1280, 800)
    window.change(language=language)
    table = campaign(window)
    session, panels = table.session, defiance_view(table).between
    assert panels is not None
    team = {id: c.Entered() for id in ("uma", "cadin", "qiang", "jazz")}
    crew = {"billie": "workshop", "goldstein": "bridge", "cho": "bridge", "okonjo": "sickbay", "pell": ""}
    session.submit(c.EnterCampaign(number=10, characters=team, lost=("dead_air",), crew=crew))
    session.submit(c.WriteDown(result="victory", round=10))
    settle()
    assert step_now(session.state) == "crew"
    assert panels.ship._area.verticalScrollBar().maximum() == 0
    for place in range(12):
        stop = panels.road.stop(place)
        assert stop.view is not None
        lines, face = stop.name_lines()
        assert "".join(lines) == stop.view.name
        assert face.pixelSize() >= 11
        assert stop._face(12).horizontalAdvance(stop.view.note) <= stop.width()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_the_road_cuts_no_name_in_large_words(window: Window, language: str) -> None:
    """At 150 % its missions were "Эваку…", "Мёрт…", "Холод…"; it is scrolled to where the campaign is instead."""
    window.change(language=language, scale=1.5)
    window.resize(1280, 800)
    table = campaign(window)
    panels = defiance_view(table).between
    assert panels is not None
    team = {id: c.Entered() for id in ("uma", "cadin", "qiang", "jazz")}
    table.session.submit(c.EnterCampaign(number=10, characters=team))
    settle()
    stops = [panels.road.stop(place) for place in range(12)]
    assert [text for stop in stops for text in stop.unread()] == []
    now = stops[10]
    assert now.view is not None
    assert now.view.state == "next"
    assert now.visibleRegion().boundingRect().width() == now.width()


def test_the_timeline_zooms_from_the_campaign_to_a_mission_and_a_round(window: Window) -> None:
    """One timeline: a mission fills it, the campaign shows all missions, a Round its steps."""
    table = campaign(window)
    at_once(table, win_extraction)
    session, panel = table.session, table.timeline
    track = panel.track
    named = {action.text(): action for action in panel.zooms.actions()}
    assert list(named) == ["Campaign", "Mission", "Round"]
    button = panel.findChild(QToolButton, "zoom")
    assert button is not None
    assert button.isVisible()
    assert button.accessibleName() == "Timeline shows: Mission"
    named["Campaign"].trigger()
    assert button.accessibleName() == "Timeline shows: Campaign"
    assert [mark.text for mark in track._marks] == ["Extraction"]
    end = table.presenter.frame.timeline.end
    QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=QPoint(int(track._x(end // 2)), track.height() // 2))
    assert abs(table.presenter.frame.timeline.head - end // 2) <= 1
    named["Mission"].trigger()
    begins, ends = track._reach
    assert 0 < begins < table.presenter.frame.timeline.head < ends <= end
    assert "Round 1" in [mark.text for mark in track._marks]
    assert (round(track._x(begins)), round(track._x(ends))) == (SIDE, track.width() - SIDE)
    named["Round"].trigger()
    first, last = track._reach
    assert begins <= first <= table.presenter.frame.timeline.head <= last <= ends
    assert last - first < ends - begins
    table.presenter.to_depth(begins - 1)
    assert track._reach[1] <= begins
    assert session.state.between


def test_a_mission_has_a_second_rail_that_the_ship_does_not(window: Window) -> None:
    """With large words the board leaves the width of a rail empty; the rooms of the ship use it."""
    window.resize(1920, 1080)
    window.change(scale=1.5)
    table = campaign(window)
    assert not table.layout_.right.isVisible()
    at_once(table, begun)
    QApplication.processEvents()
    assert table.layout_.right.isAncestorOf(table.log)
    at_once(table, lose)
    QApplication.processEvents()
    assert table.layout_.left.isAncestorOf(table.log)
    assert not table.layout_.right.isVisible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_the_mission_can_be_begun_without_scrolling_in_large_words(window: Window, language: str) -> None:
    """At 150 % the button lay below the edge; the card stayed narrow."""
    window.resize(1280, 800)
    window.change(language=language, scale=1.5)
    campaign(window)
    QApplication.processEvents()
    (briefing,) = window.findChildren(BriefingPage)
    button = next(one for one in briefing.findChildren(QPushButton) if one.objectName() == "answer:0")
    shown = briefing.viewport().rect()
    assert shown.contains(QRect(button.mapTo(briefing.viewport(), QPoint(0, 0)), button.size()))


def test_a_form_is_as_high_as_what_is_in_it(window: Window) -> None:
    """Its last lines were cut though the window had room."""
    window.resize(1280, 800)
    table = campaign(window)
    table.session.submit(entered(4))
    defiance_view(table).write_down()
    (form,) = window.findChildren(WrittenDialog)
    settle()
    assert form.area.verticalScrollBar().maximum() == 0
    assert form.height() < 800
    form.reject()


def test_a_form_keeps_what_was_typed_after_an_undo(window: Window) -> None:
    table = campaign(window)
    view = defiance_view(table)
    view.write_down()
    (form,) = window.findChildren(WrittenDialog)
    form.numbers["round"].setValue(8)
    form.notes.setText("rain")
    form.given.emit(c.WriteDown(result="defeat", round=8, notes="rain"))
    form.accept()
    assert step_now(table.session.state) != "briefing"
    table.session.undo()
    view.write_down()
    shown = [one for one in window.findChildren(WrittenDialog) if one.isVisible()]
    assert [(one.numbers["round"].value(), one.notes.text()) for one in shown] == [(8, "rain")]
    shown[0].reject()


def test_a_campaign_is_called_so_in_every_mission(window: Window) -> None:
    """In the title of the window, in Continue and among the saves; who has Consequences is not unhurt."""
    table = campaign(window)
    at_once(table, win_extraction)
    assert window.windowTitle() == "The Defiance campaign – Defiance"
    while c.BeginMission() not in table.session.legal():
        table.session.submit(c.FinishStep())
    at_once(table, begun)
    assert window.windowTitle() == "The Defiance campaign – Defiance"
    window.close_game()
    assert window.start is not None
    going = window.start.going.view
    assert going is not None
    assert (going.title, going.where) == ("The Defiance campaign", "Dead Air")
