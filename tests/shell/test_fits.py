"""Nothing is cut off, at any size and in any language: words have their room, or end in an ellipsis with a tip."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton
from pytestqt.qtbot import QtBot

from defiance_qt.core.port import Command
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.gauges import Pips
from defiance_qt.shell.kit.pictures import Portrait
from defiance_qt.shell.layout import sizes
from defiance_qt.shell.panels.timeline import Track
from defiance_qt.shell.present.values import BranchView, Chip, MarkView, TimelineView
from defiance_qt.shell.table import Table
from defiance_qt.shell.theme import DARK
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from tests.bounds import repeat
from tests.systems.defiance.view.hands import at_instant, begin, defiance_view, deploy
from tests.systems.defiance.view.positions import english, until
from tests.workshop.window.legible import faults, settle

# The offscreen platform says so of windows with a smallest size.
pytestmark = [pytest.mark.qt_log_ignore("does not support propagateSizeHints"), pytest.mark.slow]

SIZES = ((1280, 800), (1600, 1000), (1920, 1080))
LANGUAGES = ("en", "es", "ru")


def at_every_size(window: Window, session: Session) -> None:
    """The same moment in every language and size."""
    assert window.session is session
    for language in LANGUAGES:
        window.change(language=language)
        table = window.table
        assert isinstance(table, Table)
        for width, height in (SIZES[0], SIZES[-1]):
            window.resize(width, height)
            assert faults(table) == [], f"{language} {width}x{height}"
    window.change(language="en")


def attacked(session: Session) -> bool:
    top = session.state.agenda[-1]
    return isinstance(top, f.Roll) and top.enemy is not None and len(session.legal()) > 1


def explained(session: Session) -> bool:
    return isinstance(session.state.agenda[-1], f.EnemyActivation) and session.state.round > 0


def another(session: Session) -> list[Command]:
    """The legal commands that were not given after the step that is shown; none at the end of the line."""
    following = session.timeline.following
    given = session.legal() if following is None else session.timeline.step(following).commands
    return [command for command in session.legal() if command not in given]


def searching(session: Session) -> bool:
    return isinstance(session.state.agenda[-1], f.Activation) and any(
        isinstance(one, c.Equip) for one in session.legal()
    )


@pytest.mark.parametrize("chosen", [searching, attacked, explained])
def test_nothing_is_cut_in_the_middle_of_a_game(window: Window, chosen: Callable[[Session], bool]) -> None:
    table = begin(window)
    deploy(at_instant(table))
    table.timeline.sped.emit("step")
    session = table.session
    assert isinstance(session, Session)
    until(session, chosen)
    at_every_size(window, session)


def test_nothing_is_cut_while_equipment_changes_hands(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    session = table.session
    assert isinstance(session, Session)
    until(session, searching)
    session.submit(next(one for one in session.legal() if isinstance(one, c.Equip)))
    at_every_size(window, session)


def test_nothing_is_cut_at_the_set_up(window: Window) -> None:
    session = begin(window).session
    assert isinstance(session, Session)
    at_every_size(window, session)


def test_what_is_cut_in_the_bar_stands_in_its_tip(window: Window) -> None:
    table = begin(window)
    window.resize(1280, 800)
    deploy(at_instant(table))
    QApplication.processEvents()
    button = next(
        one for one in table.findChildren(QToolButton) if one.defaultAction() is window.named_actions["time.undo"]
    )
    assert table.presenter.frame.top.undo in button.toolTip()
    ask = next(one for one in table.top.findChildren(Elided))
    assert ask.text() == ask.whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_undone_action_is_named_whole_or_not_at_all(window: Window, language: str) -> None:
    """The button said half of it: Undo: Uma: Attack Nox Spec-…"""
    window.change(language=language)
    table = begin(window)
    deploy(at_instant(table))
    session = table.session
    assert isinstance(session, Session)
    plain = table.words("ui.undo")
    button = next(
        one for one in table.findChildren(QToolButton) if one.defaultAction() is window.named_actions["time.undo"]
    )
    named = []
    for found in (searching, attacked):
        until(session, found)
        whole = table.words("ui.undo.what", what=table.presenter.frame.top.undo)
        for width in range(1000, 2000, 100):
            window.resize(width, 800)
            QApplication.processEvents()
            assert button.text() in (plain, whole)
            assert button.width() >= button.sizeHint().width()
            named.append(button.text() == whole)
    assert any(named)
    assert not all(named)


def test_a_chip_too_long_for_its_line_breaks_within_itself(qtbot) -> None:
    chips = Chips(DARK)
    qtbot.addWidget(chips)
    chips.set_chips([Chip("Short"), Chip("One long thing · and another long thing · and a third")])
    one, two = chips.heightForWidth(500), chips.heightForWidth(180)
    assert one == Chips.HIGH
    assert two > 2 * Chips.HIGH + Chips.GAP
    assert all(box.right() <= 180 for box in chips._boxes(180))


def names(track: Track) -> list[tuple[str, float, float]]:
    """The name of each Round that is shown, with its left and right edge."""
    return [(text, left, left + track._metrics.horizontalAdvance(text)) for _, left, text in track.segments() if text]


def test_a_line_without_chapters_is_drawn(qtbot) -> None:
    """A game whose system is missing marks none: the window crashed when it was painted."""
    track = Track(DARK, english())
    qtbot.addWidget(track)
    track.resize(500, 28)
    track.show_timeline(TimelineView(2, 2, ""))
    assert track.segments() == []
    assert not track.grab().isNull()


def test_a_part_without_a_step_is_at_the_end_of_the_game_not_at_its_beginning(qtbot) -> None:
    """After a lost mission the knob stood at the left, beside "step 188 of 188"."""
    track = Track(DARK, english())
    qtbot.addWidget(track)
    track.resize(500, 28)
    track.show_timeline(TimelineView(0, 0, ""))
    beginning = track._x(0)
    marks = (MarkView(0, "part", "Extraction"), MarkView(188, "part", "Aboard"))
    track.show_timeline(TimelineView(188, 188, "", marks))
    track.set_zoom("part")
    assert track._x(188) > beginning + 400


def test_the_names_of_rounds_stay_inside_and_apart_and_the_latest_is_there(qtbot) -> None:
    track = Track(DARK, english())
    qtbot.addWidget(track)
    track.resize(500, 28)
    marks = tuple(MarkView(0 if n == 0 else 60 + 10 * n, "chapter", f"Round {n}") for n in range(15))
    track.show_timeline(TimelineView(200, 200, "", marks))
    shown = sorted(names(track), key=lambda name: name[1])
    assert all(left >= 0 and right <= 500 for _, left, right in shown)
    assert all(one[2] < two[1] for one, two in pairwise(shown))
    assert {"Round 0", "Round 14"} <= {text for text, _, _ in shown}


def test_the_last_round_at_the_very_end_is_not_cut(qtbot) -> None:
    track = Track(DARK, english())
    qtbot.addWidget(track)
    track.resize(400, 28)
    track.show_timeline(
        TimelineView(50, 50, "", (MarkView(0, "chapter", "Setup"), MarkView(50, "chapter", "Round 12")))
    )
    right = next(right for text, _, right in names(track) if text == "Round 12")
    assert right <= 400


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
def test_the_head_covers_no_letter_of_a_name_that_ends_at_it(qtbot, scale: float) -> None:
    """Large words have a large head: it lay over the last letter of "Aboard" after a lost mission."""
    theme = DARK.scaled(scale)
    track = Track(theme, english())
    qtbot.addWidget(track)
    track.resize(600, 42)
    track.show_timeline(
        TimelineView(50, 50, "", (MarkView(0, "chapter", "Setup"), MarkView(50, "chapter", "Round 12")))
    )
    right = next(right for text, _, right in names(track) if text == "Round 12")
    assert right + theme.px(8) <= track._x(50)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_branches_have_a_lane_inside_the_track_and_a_pointer_on_one_tells_it(qtbot, scale: float) -> None:
    theme = DARK.scaled(scale)
    track = Track(theme, english())
    qtbot.addWidget(track)
    track.resize(400, theme.px(28))
    branches = tuple(BranchView(depth, 12, f"way {depth}", depth, True, "12 steps") for depth in (1, 20, 49))
    track.show_timeline(TimelineView(50, 50, "", (), branches))
    rows = track.branch_rows()
    assert [branch for branch, _, _ in rows] == list(branches)
    low = theme.px(28) - 3
    for branch, start, stop in rows:
        assert 0 <= start < stop <= 400
        pointed = track._at(QPointF(int(stop) - 1, low))
        assert (pointed.tip, pointed.marks) == (branch.tip, (branch.text, "12 steps"))
        assert track._at(QPointF(int(stop) - 1, 4)).tip == -1
    with qtbot.waitSignal(track.branched) as found:
        qtbot.mouseClick(track, Qt.MouseButton.LeftButton, pos=QPoint(int(rows[1][2]) - 1, low))
    assert found.args == [20]


def test_a_checkpoint_shows_its_name_and_a_round_gives_way(qtbot) -> None:
    """It was a dot below the name of a Round."""
    track = Track(DARK, english())
    qtbot.addWidget(track)
    track.resize(400, 28)
    chapters = tuple(MarkView(n * 10, "chapter", f"Round {n}") for n in range(5))
    flags = (MarkView(21, "checkpoint", "Before the laboratory"), MarkView(22, "checkpoint", "Here"))
    track.show_timeline(TimelineView(50, 50, "", (*chapters, *flags)))
    (first, cut), (second, name) = track.flags()
    assert (cut, name) == ("", "Here")
    assert first < second
    assert not track.grab().isNull()
    for _, left, right in names(track):
        assert right <= second - 8 or left >= second + track._flag_wide(name)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
def test_the_board_has_most_of_the_window_and_the_rest_grows_with_the_words(scale: float) -> None:
    """A quarter of the height went to an empty timeline; columns did not widen with the text."""
    for width, height in SIZES:
        left, right, tray = sizes(width, height, scale)
        assert (width - left - right) * (height - tray) >= 0.3 * width * height
        assert tray >= 148 * min(scale, 1.5)
        assert left >= 276 * min(scale, 1.5)
    assert sizes(1280, 800) == (276, 0, 148)
    # A low window is not given the second rail that one a step wider lacks.
    assert sizes(960, 531, 1.0, lambda width: 2000).right == 0
    assert sizes(1280, 800, 1.0, lambda width: 2000).right == 276
    assert sizes(1920, 1080) == (312, 320, 160)


def test_there_are_two_rails_in_a_wide_window_and_their_widths_are_kept(window: Window) -> None:
    table = begin(window)
    layout = table.layout_
    window.resize(1280, 800)
    settle()
    assert layout.left.isVisible()
    assert not layout.right.isVisible()
    assert layout.left.isAncestorOf(table.log)
    window.resize(1700, 1000)
    settle()
    assert layout.right.isAncestorOf(table.log)
    assert layout.across.sizes()[0] == 312
    layout.across.setSizes([400, 1000, 300])
    layout.across.splitterMoved.emit(400, 1)
    window.resize(1900, 1080)
    settle()
    assert abs(layout.across.sizes()[0] - 400) < 3
    window.resize(1280, 800)
    settle()
    assert layout.left.isAncestorOf(table.log)
    assert layout.across.sizes()[0] == 276


def test_a_second_rail_takes_what_the_surface_leaves_empty() -> None:
    """With large words in a wide window the board stood between two empty margins, the Enemy below the edge of the only
    rail."""

    def flat(width: int) -> int:
        return round(width * 0.6)

    assert sizes(1920, 1080, 1.5, flat) == (414, 414, 222)
    assert sizes(1280, 800, 1.0, flat) == (276, 0, 148)
    assert sizes(1920, 1080, 1.5, lambda width: -1).right == 0


def test_large_words_in_a_wide_window_have_two_rails_and_nothing_is_cut(window: Window) -> None:
    begin(window)
    window.resize(1920, 1080)
    for language in LANGUAGES:
        window.change(language=language, scale=1.5)
        table = window.table
        assert isinstance(table, Table)
        settle()
        assert table.layout_.right.isAncestorOf(table.log)
        assert table.tray.width() > table.view.surface.width() + table.layout_.right.width()
        assert faults(table) == [], language


def test_a_rail_with_room_has_no_scroll_bar(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    session = table.session
    assert isinstance(session, Session)
    until(session, searching)
    window.resize(1920, 1080)
    settle()
    settle()
    for rail in (table.layout_.left, table.layout_.right):
        bar = rail.area.verticalScrollBar()
        assert bar.maximum() == 0
        inside = rail.area.widget()
        assert inside is not None
        assert rail.area.height() == inside.height()


def test_the_parts_of_a_rail_have_one_width_with_a_scroll_bar_and_without(window: Window) -> None:
    """They were 10 or 16 pixels narrower beside a bar, as it came: what was on them broke otherwise."""
    table = begin(window)
    deploy(at_instant(table))
    widths, scrolled = set(), []
    for height, theme in ((800, "dark"), (440, "dark"), (440, "light"), (800, "light")):
        window.change(theme=theme)
        window.resize(1280, height)
        settle()
        assert isinstance(window.table, Table)
        area = window.table.layout_.left.area
        cards = defiance_view(window.table).cards
        widths.add(cards.width())
        assert cards.mapTo(area, QPoint(cards.width(), 0)).x() <= area.viewport().width()
        scrolled.append(area.verticalScrollBar().maximum() > 0)
    assert scrolled == [False, True, True, False]
    assert len(widths) == 1


def test_the_board_never_jumps(window: Window) -> None:
    """The tray has its height whatever is asked, and the first branch takes no room from the board."""
    table = begin(window)
    window.resize(1280, 800)
    deploy(at_instant(table))
    session, board = table.session, defiance_view(table).board
    assert isinstance(session, Session)
    places = set()

    def look() -> None:
        settle()
        places.add((board.mapTo(window, QPoint(0, 0)), board.size().toTuple(), board.zoom, table.tray.height()))

    for found in (searching, attacked, explained):
        until(session, found)
        look()
    assert not table.timeline.track.branch_rows()
    for _ in repeat(lambda: not another(session), lambda: session.head):
        session.undo()
    session.submit(another(session)[0])
    look()
    assert table.timeline.track.branch_rows()
    assert len(places) == 1


def test_the_log_stands_at_its_end_whatever_happens_to_the_window(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    session = table.session
    assert isinstance(session, Session)
    until(session, lambda one: one.head > 120)
    window.change(language="ru")
    assert isinstance(window.table, Table)
    for width, height in SIZES:
        window.resize(width, height)
        settle()
        bar = window.table.log.view.verticalScrollBar()
        assert bar.maximum() > 0
        assert bar.value() == bar.maximum()


def test_the_last_line_of_the_log_is_whole(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    window.change(language="ru")
    assert isinstance(window.table, Table)
    view = window.table.log.view
    for width, height in SIZES:
        window.resize(width, height)
        settle()
        last = view.model().index(view.model().rowCount() - 1, 0)
        rect = view.visualRect(last)
        assert rect.bottom() <= view.viewport().height()
        assert rect.height() >= view.sizeHintForIndex(last).height()


def test_more_wounds_than_any_screen_can_show_are_a_long_row_and_no_more(qtbot) -> None:
    """A forged save had 25 thousand million, for which Qt has no width: the program ended."""
    pips = Pips(DARK)
    qtbot.addWidget(pips)
    pips.set_value(2**40, 2**40, 3)
    assert len(pips.states()) == Pips.MOST
    assert 0 < pips.minimumSizeHint().width() <= pips.sizeHint().width() < 2000


def test_pips_count_what_is_left_and_show_what_is_at_stake(qtbot) -> None:
    """0/9 read as no health."""
    pips = Pips(DARK)
    qtbot.addWidget(pips)
    pips.set_value(3, 5, 2)
    assert pips.states() == ("left", "losing", "losing", "lost", "lost")
    pips.set_value(5, 5)
    assert pips.states() == ("left",) * 5
    pips.set_value(1, 3, 4)
    assert pips.states() == ("losing", "lost", "lost")


def test_pips_and_portraits_grow_with_the_words(qtbot) -> None:
    """At 150 % only the words grew."""
    for scale in (1.5, 2.5):
        theme = DARK.scaled(scale)
        small, large = Pips(DARK), Pips(theme)
        for pips in (small, large):
            qtbot.addWidget(pips)
            pips.set_value(6, 9)
        assert large.sizeHint().width() >= small.sizeHint().width() * scale * 0.9
        assert large.sizeHint().height() > small.sizeHint().height()
        faces = [Portrait(one, "CF", one.team, 36) for one in (DARK, theme)]
        for face in faces:
            qtbot.addWidget(face)
        assert faces[1].width() == round(faces[0].width() * scale)


def test_dice_that_were_entered_before_are_gone(window: Window) -> None:
    table = begin(window, answers={"team.dice": "person"})
    deploy(at_instant(table))
    table.session.submit(c.Activate("jazz"))
    for _ in range(2):
        table.presenter.submit(next(one for one in table.session.legal() if isinstance(one, c.Hack)))
        settle()
        entry = table.question.entry
        faces = [one for one in entry.findChildren(QAbstractButton) if one.objectName().startswith("face:")]
        assert len([one for one in faces if one.isVisible()]) == 6 * len(entry.faces)
        table.presenter.submit(c.EnterDice((6,) * len(entry.faces)))
        settle()


def test_faces_are_as_large_as_the_dice_have_room(window: Window) -> None:
    """They had 30 pixels in a tray of 160."""
    table = begin(window, answers={"team.dice": "person"})
    deploy(at_instant(table))
    table.session.submit(c.Activate("jazz"))
    table.presenter.submit(next(one for one in table.session.legal() if isinstance(one, c.Hack)))
    sizes, entry = [], table.question.entry
    for width, height in ((1920, 1080), (760, 560), (1920, 1080)):
        window.resize(width, height)
        settle()
        faces = [one for one in entry.findChildren(QAbstractButton) if one.objectName().startswith("face:")]
        sizes.append({one.height() for one in faces if one.isVisible()})
        assert faults(table.question) == []
        if width > 760:
            assert table.tray.area.verticalScrollBar().maximum() == 0
    assert sizes[0] == sizes[2] == {44}


def test_a_long_log_lets_old_lines_go_and_stays_at_its_end(
    window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("defiance_qt.shell.panels.log.TOO_MANY", 16)
    monkeypatch.setattr("defiance_qt.shell.panels.log.KEPT", 8)
    table = begin(window)
    window.resize(1000, 640)
    deploy(at_instant(table))
    session = table.session
    assert isinstance(session, Session)
    until(session, lambda one: one.head > 60)
    for _ in range(3):
        table.presenter.submit(max(table.session.legal(), key=repr))
        settle()
    log, view = table.log, table.log.view
    model = view.model()
    assert 8 <= model.rowCount() <= 30
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum()
    before = model.rowCount()
    bar.setValue(bar.minimum())
    qtbot.waitUntil(lambda: model.rowCount() > before)
    assert log.isVisible()


def squeezed(table: Table) -> list[str]:
    """The cards at the sides that are lower than what is in them, without a turn of the event loop."""
    view = defiance_view(table)
    cards = {**view.cards._cards, **view.enemies._units}
    return [id for id, one in cards.items() if one.isVisible() and one.height() < one.heightForWidth(one.width())]


@pytest.mark.parametrize(("width", "scale"), [(1280, 1.0), (1920, 1.0), (1920, 1.5)])
def test_cards_are_as_high_as_what_is_in_them_at_once(window: Window, width: int, scale: float) -> None:
    """On a busy machine their words lay over each other for a while."""
    window.resize(width, 800)
    window.change(scale=scale)
    table = begin(window)
    deploy(at_instant(table))
    table.timeline.sped.emit("step")
    settle()
    for _ in range(60):
        legal = table.session.legal()
        table.presenter.submit(max(legal, key=lambda one: (isinstance(one, (c.Attack, c.UseSwitch)), repr(one))))
        assert squeezed(table) == []


def test_where_a_name_has_no_room_its_short_form_stands(qtbot) -> None:
    """Of a campaign's missions the timeline named two or three."""
    marks = tuple(MarkView(10 * n, "part", f"A mission with a name {n}", short=str(n)) for n in range(12))
    track = Track(DARK, english())
    qtbot.addWidget(track)
    track.resize(700, 28)
    track.show_timeline(TimelineView(65, 130, "", marks))
    track.set_zoom("whole")
    shown = names(track)
    assert len(shown) >= 9
    assert {text for text, _, _ in shown} >= {"1", "2", "5", "A mission with a name 11"}
    assert all(one[2] <= two[1] for one, two in pairwise(sorted(shown, key=lambda one: one[1])))


@pytest.mark.parametrize("scale", [2.0, 2.5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_words_do_not_make_the_table_wider_than_a_small_screen(
    window: Window, language: str, scale: float
) -> None:
    """Timeline and Actions made it up to 1605 pixels wide, and a hint stood as a column of cut words."""
    window.change(language=language, scale=scale)
    window.resize(1280, 800)
    window.show()
    table = begin(window)
    hands = at_instant(table)
    deploy(hands)
    assert table.tray.area.isVisible()
    hands.card("uma")
    settle()
    assert window.width() == 1280
    assert not table.tray.area.isVisible()
    assert table.tray.width() == defiance_view(table).actions.width()
