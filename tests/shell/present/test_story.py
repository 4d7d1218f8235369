"""The log and the timeline, told a step at a time."""

from __future__ import annotations

from defiance_qt.shell.present.story import Story, kind_of
from defiance_qt.shell.present.times import Times
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from tests.systems.defiance.view.positions import activated, deployed, english, until


def test_a_step_is_told_with_round_and_place() -> None:
    session = activated()
    lines = Story(session, english()).lines(session.head)
    assert [line.text for line in lines] == ["Cadin is activated, 2 Actions"]
    assert lines[0].where.startswith("R1·")


def test_the_place_counts_from_the_start_of_the_round() -> None:
    session = until(deployed(), lambda one: one.state.round == 2 and one.head > 0)
    story = Story(session, english())
    assert story.where(session.head).startswith("R2·1")


def test_notes_follow_the_lines_of_their_step() -> None:
    session = activated()
    story = Story(session, english())
    story.lines(session.head)
    session.note("mind the door")
    assert [line.text for line in story.lines(session.head) if line.note] == ["mind the door"]


def test_events_have_a_kind_for_the_filter() -> None:
    assert kind_of(e.Moved("cadin", "A1", ("A2",), 1)) == "moves"
    assert kind_of(e.RoundBegan(1)) == "table"
    assert kind_of(e.Overruled("reserve", 1, 2)) == "hand"


def test_rounds_and_deaths_are_marked_along_the_line() -> None:
    session = until(deployed(), lambda one: one.state.round == 3)
    names = Names(english(), rules_of(session).catalog)
    times = Times(session, names)
    view = times.view()
    assert [mark.text for mark in view.marks if mark.kind == "round"] == ["Set-up", "Round 1", "Round 2", "Round 3"]
    assert view.head == view.end == session.timeline.depth(session.head)


def test_marks_grow_with_the_game_as_if_looked_for_anew() -> None:
    session = deployed()
    names = Names(english(), rules_of(session).catalog)
    kept = Times(session, names)
    for _ in range(6):
        kept.view()
        until(session, lambda one, head=session.head: one.head > head + 30)  # type: ignore[misc]
    assert kept.view() == Times(session, names).view()
    session.jump(12)
    session.submit(session.legal()[-1])
    assert kept.view() == Times(session, names).view()


def test_who_died_is_marked_and_who_retreated_is_not() -> None:
    session = until(deployed(), lambda one: one.state.round == 8)
    view = Times(session, Names(english(), rules_of(session).catalog)).view()
    died = [event for told in session.tell() if isinstance(event := told.event, e.MiniatureDied)]
    assert died
    assert sum(mark.count for mark in view.marks if mark.kind == "death") == len(died)
