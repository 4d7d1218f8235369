"""The log and the marks of the timeline, made one step at a time."""

from __future__ import annotations

import pytest

from defiance_qt.shell.present import timeline
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.timeline import TimelineMarks
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.systems.defiance.engine import events as e
from tests.systems.defiance.view.positions import Notes, activated, deployed, english, until


def test_a_step_is_told_with_round_and_place() -> None:
    session = activated()
    lines = LogLines(session, english()).lines(session.head)
    assert [line.text for line in lines] == ["Cadin is activated, 2 Actions"]
    assert lines[0].where.startswith("R1·")


def test_the_place_counts_from_the_start_of_the_round() -> None:
    session = until(deployed(), lambda one: one.state.round == 2 and one.head > 0)
    log = LogLines(session, english())
    assert log.where(session.head).startswith("R2·1")


def test_places_are_the_same_in_whatever_order_they_are_asked_for() -> None:
    session = until(deployed(), lambda one: one.state.round == 2 and one.head > 0)
    session.jump(session.timeline.path[-6])
    until(session, lambda one: one.state.round == 3)
    asked = LogLines(session, english())
    before = {step: asked.where(step) for step in reversed(session.timeline.line)}
    session.travel(-40)
    session.submit(session.legal()[-1])
    found = before | {step: asked.where(step) for step in session.timeline.path}
    assert found == before | {step: LogLines(session, english()).where(step) for step in session.timeline.path}


def test_notes_follow_the_lines_of_their_step() -> None:
    session = activated()
    log = LogLines(session, english())
    log.lines(session.head)
    session.note("mind the door")
    assert [line.text for line in log.lines(session.head) if line.note] == ["mind the door"]


def test_lines_have_the_category_and_the_side_of_their_events() -> None:
    session = until(deployed(), lambda one: one.state.round == 2)
    log = LogLines(session, english())
    lines = [line for step in session.timeline.path for line in log.lines(step)]
    assert {line.category for line in lines} <= set(session.game.log_categories)
    for line in lines:
        event = session.timeline.step(line.step).events[line.index]
        assert line.category == session.game.category(event)
        assert line.side == session.game.side(event)


def test_chapters_are_marked_along_the_line() -> None:
    session = until(deployed(), lambda one: one.state.round == 3)
    view = TimelineMarks(session, english()).view()
    assert [mark.text for mark in view.marks if mark.kind == "chapter"] == ["Setup", "Round 1", "Round 2", "Round 3"]
    assert view.head == view.end == session.timeline.depth(session.head)


def test_marks_grow_with_the_game_as_if_looked_for_anew() -> None:
    session = deployed()
    kept = TimelineMarks(session, english())
    for _ in range(6):
        kept.view()
        until(session, lambda one, head=session.head: one.head > head + 30)  # type: ignore[misc]
    assert kept.view() == TimelineMarks(session, english()).view()
    session.jump(12)
    session.submit(session.legal()[-1])
    assert kept.view() == TimelineMarks(session, english()).view()


def test_only_what_a_new_line_does_not_share_is_examined_again() -> None:
    session = until(deployed(), lambda one: one.head > 120)
    kept = TimelineMarks(session, english())
    kept.view()
    session.jump(100)
    session.submit(session.legal()[-1])
    examined = list(kept.prepare())
    assert len(examined) <= 2
    assert kept.view() == TimelineMarks(session, english()).view()


def test_the_marks_of_a_long_line_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    # A save of 20,000 steps was on the screen 0.1 s later for them, and a jump to another of its branches stopped.
    session = until(deployed(), lambda one: one.head > 120)
    whole = TimelineMarks(session, english()).view()
    monkeypatch.setattr(timeline, "MOST", timeline.AT_ONCE)
    late = TimelineMarks(session, english())
    first = late.view()
    assert late.behind
    assert first.marks == tuple(mark for mark in whole.marks if mark.depth < timeline.AT_ONCE)
    assert (first.head, first.end) == (whole.head, whole.end)
    steps = late.prepare()
    next(steps)
    again = late.view()
    assert len(again.marks) >= len(first.marks)
    assert list(steps) == [], "the view has gone on"
    for _ in late.prepare():
        pass
    assert not late.behind
    assert late.view() == whole
    assert TimelineMarks(session, english()).view(whole=True) == whole


def test_a_frame_gets_its_late_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    session = until(deployed(), lambda one: one.head > 120)
    monkeypatch.setattr(timeline, "MOST", timeline.AT_ONCE)
    screen = Notes()
    presenter = TablePresenter(session, english(), screen)
    presenter.refresh()
    assert presenter.marks.behind
    for _ in presenter.late_marks():
        assert screen.late == []
    assert screen.late == [presenter.frame.timeline] == [TimelineMarks(session, english()).view(whole=True)]
    assert list(presenter.late_marks()) == []


def test_who_died_is_marked_and_who_retreated_is_not() -> None:
    session = until(deployed(), lambda one: one.state.round == 8)
    view = TimelineMarks(session, english()).view()
    died = [event for told in session.event_contexts() if isinstance(event := told.event, e.MiniatureDied)]
    assert died
    assert sum(mark.count for mark in view.marks if mark.kind == "gain") == len(died)


def test_every_exact_line_belongs_to_one_sentence_of_the_story() -> None:
    session = until(deployed(), lambda one: one.state.round == 3)
    log = LogLines(session, english())
    path = list(session.timeline.path)
    parts: list[tuple[int, int, str]] = []
    while path:
        steps = log.stretch(path[-1])
        assert steps == tuple(path[-len(steps) :])
        del path[-len(steps) :]
        parts[:0] = [(part.step, part.index, part.text) for line in log.story(steps) for part in line.parts]
    assert parts == [(one.step, one.index, one.text) for step in session.timeline.path for one in log.lines(step)]


def test_notes_follow_the_story_of_their_steps() -> None:
    session = activated()
    log = LogLines(session, english())
    log.story(log.stretch(session.head))
    session.note("mind the door")
    told = log.story(log.stretch(session.head))
    assert [(line.text, line.note) for line in told] == [("Cadin acts.", False), ("mind the door", True)]
