"""What the timeline shows of a long game: the whole, a part, a chapter."""

from __future__ import annotations

import pytest

from defiance_qt.shell.present.timeline import reach, shown_marks, zooms
from defiance_qt.shell.present.values import MarkView, TimelineView

MARKS = (
    MarkView(0, "part", "Aboard"),
    MarkView(4, "part", "Extraction", short="1"),
    MarkView(10, "chapter", "Round 1"),
    MarkView(15, "gain", "Cadmus"),
    MarkView(30, "chapter", "Round 2"),
    MarkView(40, "checkpoint", "Before the door"),
    MarkView(50, "part", "Aboard"),
    MarkView(60, "part", "Dead Air", short="2"),
    MarkView(70, "chapter", "Round 1"),
)


def at(head: int, marks: tuple[MarkView, ...] = MARKS) -> TimelineView:
    return TimelineView(head, 90, "", marks)


@pytest.mark.parametrize(
    ("head", "zoom", "first", "last"),
    [
        (20, "whole", 0, 90),
        (20, "part", 4, 50),
        (20, "chapter", 10, 30),
        (6, "chapter", 4, 10),  # the set-up, before the first chapter
        (50, "part", 50, 60),
        (90, "part", 60, 90),
        (90, "chapter", 70, 90),
        (0, "part", 0, 4),
    ],
)
def test_a_zoom_reaches_over_the_part_or_chapter_with_the_head(head: int, zoom: str, first: int, last: int) -> None:
    assert reach(at(head), zoom) == (first, last)


def test_the_whole_shows_parts_and_what_the_user_named() -> None:
    assert [mark.text for mark in shown_marks(at(20), "whole")] == [
        "Extraction", "Before the door", "Dead Air",
    ]  # fmt: skip
    assert [mark.text for mark in shown_marks(at(20), "part")] == [
        "Extraction", "Round 1", "Cadmus", "Round 2", "Before the door", "Aboard",
    ]  # fmt: skip


def test_a_game_without_parts_is_one_part() -> None:
    marks = (MarkView(0, "chapter", "Setup"), MarkView(10, "chapter", "Round 1"), MarkView(12, "gain", "x"))
    assert zooms(at(5, marks)) == ("part", "chapter")
    assert reach(at(20, marks), "part") == (0, 90)
    assert shown_marks(at(20, marks), "whole") == shown_marks(at(20, marks), "part") == marks
    assert zooms(at(5, marks[:1])) == zooms(at(5, ())) == ()
    assert zooms(at(5)) == ("whole", "part", "chapter")
