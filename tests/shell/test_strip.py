"""The objective strip, offscreen: the parts of a progress, their tips, and what a narrow window shows."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QApplication, QWidget

from defiance_qt.core.port import Gauge, Goal, Progress
from defiance_qt.shell.kit.items import GaugeItem
from defiance_qt.shell.panels.strip import ChapterItem, GoalItem, NextItem, Strip
from defiance_qt.shell.theme import DARK, icon_names
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import at_instant, begin, deploy
from tests.systems.defiance.view.positions import english

# The offscreen platform says so of every window with a smallest size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

GOALS = (
    Goal("Find the key", "done", "It is under the mat."),
    Goal("Open the door to the cellar", "current", "Interact with it."),
    Goal("Go home", "open"),
)
CALM = Gauge("Alert 1", 1, 5, "Calm.")
VIEW = Progress(2, "Round 2", 12, "Then the sun rises.", GOALS, (CALM,), "the Enemy", "1 card")


@pytest.fixture
def strip(qtbot) -> Strip:
    made = Strip(DARK, english())
    qtbot.addWidget(made)
    return made


def test_a_game_without_progress_has_no_strip(strip: Strip) -> None:
    strip.show_progress(VIEW)
    assert not strip.isHidden()
    strip.show_progress(None)
    assert strip.isHidden()


def test_each_part_says_what_it_is_to_mouse_keyboard_and_screen_reader(strip: Strip) -> None:
    strip.show_progress(VIEW)
    told = {item.accessibleName(): item.accessibleDescription() for item in strip.items}
    assert told == {
        "Round 2 of 12": "Then the sun rises.",
        "Goal 1, done: Find the key": "It is under the mat.",
        "Goal 2, now: Open the door to the cellar": "Interact with it.",
        "Goal 3, later: Go home": "",
        "Alert 1 of 5": "Calm.",
        "Next: the Enemy · 1 card": "",
    }
    for item in strip.items:
        assert item.accessibleName() in item.toolTip()
        assert item.accessibleDescription() in item.toolTip()
        assert item.focusPolicy().value
    assert strip.accessibleName().startswith("Round 2 of 12. Goal 1, done")


def test_fewer_goals_hide_the_others(strip: Strip) -> None:
    strip.show_progress(VIEW)
    strip.show_progress(Progress(3, "Round 3", goals=GOALS[:1]))
    assert [item.accessibleName() for item in strip.items] == ["Round 3", "Goal 1, done: Find the key"]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
def test_the_current_goal_is_whole_however_narrow(strip: Strip, qtbot, scale: float) -> None:
    strip = Strip(DARK.scaled(scale), english())
    qtbot.addWidget(strip)
    strip.show_progress(VIEW)
    strip.resize(1280, strip.height())
    strip.show()
    QApplication.processEvents()
    current = next(item for item in strip.findChildren(GoalItem) if item.current)
    assert current.width() >= current.wide() or scale > 2
    others: list[QWidget] = [item for item in strip.items if item is not current]
    assert all(not current.geometry().intersects(other.geometry()) for other in others)


def test_a_narrow_window_loses_remarks_first_and_never_a_part(strip: Strip) -> None:
    strip.show_progress(VIEW)
    strip.show()
    whole = sum(item.wide() for item in strip.items)
    for width in (2000, 1100, 900, 700):
        strip.resize(width, strip.height())
        QApplication.processEvents()
        assert strip.width() == width
        boxes = [item.geometry() for item in strip.items]
        assert all(one.right() < two.left() for one, two in pairwise(boxes))
        assert boxes[-1].right() <= width
        assert sum(box.width() for box in boxes) <= whole
        if width >= 1100:
            assert all(item.width() >= item.wide() for item in strip.items if isinstance(item, GoalItem)), width


def test_the_table_shows_the_mission_and_the_bar_does_not_repeat_the_round(window: Window) -> None:
    """The objective and the last Round were nowhere on the table."""
    table = begin(window)
    deploy(at_instant(table))
    for language in ("en", "es", "ru"):
        window.change(language=language)
        assert window.table is not None
        QApplication.processEvents()
        strip = window.table.strip
        assert strip.isVisible()
        names = [item.accessibleName() for item in strip.items]
        assert any("12" in name for name in names)
        assert sum(isinstance(item, GoalItem) for item in strip.items) == 3
        for item in strip.items:
            if isinstance(item, GoalItem) and not item.current:
                assert item.width() >= item.wide(), (language, item.accessibleName())
        assert window.table.presenter.frame.top.progress == ""


def painted(strip: Strip, view: Progress, qtbot) -> list[bytes]:
    """The pixels of each part of the strip."""
    strip.resize(1280, strip.height())
    strip.show_progress(view)
    strip.show()
    QApplication.processEvents()
    # Each image has a name until its bytes are copied: constBits() does not keep its image alive.
    images = [item.grab().toImage() for item in strip.items]
    return [bytes(image.constBits()) for image in images]


def test_a_gauge_of_many_units_is_a_bar_and_a_gain_has_the_teams_colour(strip: Strip, qtbot) -> None:
    """Fourteen cells had no room: the last two were not drawn. A value beyond the end fills it."""
    gauge = Gauge("Charge 7", 7, 14, "The engines.", "team", "check")
    shown = [painted(strip, replace(VIEW, gauges=(replace(gauge, value=value),)), qtbot)[4] for value in (13, 14, 15)]
    assert shown[0] != shown[1] == shown[2]
    worry = replace(VIEW, gauges=(replace(gauge, value=13, tone="gold"),))
    assert painted(strip, worry, qtbot)[4] != shown[0]


def test_a_short_goal_is_written_where_there_is_room(strip: Strip, qtbot) -> None:
    first = painted(strip, replace(VIEW, goals=(*GOALS[:2], Goal("Out", "open"))), qtbot)[3]
    other = painted(strip, replace(VIEW, goals=(*GOALS[:2], Goal("In.", "open"))), qtbot)[3]
    assert first != other


LONG = replace(VIEW, name="Round 12", chapters=12, next_note="1 card of a deck that has many of them")


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("width", [1280, 1100, 960])
def test_what_is_written_is_whole_and_no_room_is_left_for_more(strip: Strip, qtbot, scale: float, width: int) -> None:
    """ "Round 1 of …" and "1 card …" stood beside an empty gap."""
    strip = Strip(DARK.scaled(scale), english())
    qtbot.addWidget(strip)
    strip.show_progress(LONG)
    strip.resize(width, strip.height())
    strip.show()
    QApplication.processEvents()
    chapter, *_goals, gauge, after = strip.items
    assert chapter.width() >= chapter.least()
    assert isinstance(after, NextItem)
    assert after.width() in (after.wide(), after.plain()) or after.width() < after.plain()
    boxes = [item.geometry() for item in strip.items]
    empty = max(two.left() - one.right() for one, two in pairwise(boxes)) - 3 * DARK.scaled(scale).px(10)
    short = [item.wide() - item.width() for item in (gauge, after, chapter) if item.width() < item.wide()]
    assert all(missing > empty for missing in short)


def test_the_number_of_chapters_is_never_cut(strip: Strip, qtbot) -> None:
    for scale in (1.0, 1.25, 1.5, 1.75, 2.0):
        theme = DARK.scaled(scale)
        chapter = ChapterItem(theme, english())
        qtbot.addWidget(chapter)
        chapter.show_progress(VIEW)
        chapter.setFixedWidth(chapter.least())
        left = QFontMetrics(chapter._strong).horizontalAdvance("Round 2")
        text = QFontMetrics(chapter._plain).elidedText(
            " of 12", Qt.TextElideMode.ElideRight, round(chapter.width() - left)
        )
        assert text == " of 12", scale


def test_a_gauge_without_an_end_is_its_words(strip: Strip) -> None:
    """Points to spend have no most; the icon may be one that the theme does not have."""
    points = Gauge("XP 5", 5, 0, "To spend.", icon="no_such_icon")
    strip.show_progress(replace(VIEW, gauges=(points, CALM)))
    gauge, bounded = (item for item in strip.items if isinstance(item, GaugeItem))
    assert (gauge.accessibleName(), gauge.accessibleDescription()) == ("XP 5", "To spend.")
    assert gauge.wide() == gauge.least()
    assert bounded.accessibleName() == "Alert 1 of 5"
    strip.grab()


def test_every_icon_of_the_theme_stands_before_a_gauge(qapp: object) -> None:
    def picture(name: str) -> QImage:
        item = GaugeItem(DARK, english())
        item.show_gauge(Gauge("XP 7", 7, 0, icon=name))
        item.resize(item.sizeHint())
        return item.grab().toImage()

    other = picture("state_other")
    assert [name for name in icon_names() if name != "state_other" and picture(name) == other] == []
    assert picture("no_such_icon") == other
