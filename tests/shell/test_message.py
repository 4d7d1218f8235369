"""The message bar: its ranks, its place, and the time until it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.panels.message import STANDS, MessageBar
from defiance_qt.shell.present.values import MessageView, Rank
from defiance_qt.shell.theme import DARK, LIGHT, Theme
from defiance_qt.shell.theme.stylesheet import stylesheet
from tests.systems.defiance.view.positions import activated, english, table

RANKS: tuple[Rank, ...] = get_args(Rank)
LONG = "H7 costs 11 movement points. With every Action left spent on a Move, Jazz has 8: 3 too few."


@pytest.fixture(params=[DARK, LIGHT, DARK.scaled(1.5)], ids=["dark", "light", "large"])
def theme(request: pytest.FixtureRequest) -> Theme:
    found: Theme = request.param
    return found


@pytest.fixture
def bar(qtbot, theme: Theme) -> Iterator[MessageBar]:
    over = QWidget()
    qtbot.addWidget(over)
    over.setStyleSheet(stylesheet(theme))
    over.resize(1000, 520)
    yield MessageBar(theme, english(), over)
    over.close()


def ground(bar: MessageBar) -> str:
    return bar.grab().toImage().pixelColor(bar.width() // 2, 4).name()


def test_each_rank_has_its_colour_in_every_theme(bar: MessageBar, theme: Theme) -> None:
    told = {}
    for rank in RANKS:
        bar.tell(MessageView("This is how it is.", rank))
        told[rank] = ground(bar)
        assert [one.isHidden() for other, one in bar._icons.items() if other == rank] == [False]
        assert sum(not one.isHidden() for one in bar._icons.values()) == 1
    assert told == {"hint": theme.team_fill, "note": theme.raised, "refusal": theme.danger_fill}


@pytest.mark.parametrize("width", [360, 420, 520, 640, 1000])
@pytest.mark.parametrize("rules", [(), ("R-051", "R-052")])
def test_a_long_text_wraps_and_is_never_cut(bar: MessageBar, width: int, rules: tuple[str, ...]) -> None:
    bar._over.resize(width, 520)
    bar.tell(MessageView(LONG, "refusal", rules))
    bar._over.show()
    bar._row.activate()
    text = bar._text
    assert text.height() >= text.heightForWidth(text.width())
    assert bar._over.rect().contains(bar.geometry())


def test_it_stays_off_what_it_speaks_of(bar: MessageBar) -> None:
    over = bar._over
    bar.tell(MessageView("Not there.", "refusal"))
    assert bar.y() > over.height() // 2
    bar.tell(MessageView("Not there.", "refusal"), [QPoint(over.width() // 2, over.height() - 30)])
    assert bar.y() < over.height() // 2
    assert bar.rect().height() < 60


def test_only_a_hint_stays_until_its_cause_is_over(bar: MessageBar) -> None:
    for rank in RANKS:
        bar.tell(MessageView("This is how it is.", rank))
        assert bar._timer.isActive() == (rank != "hint")
        assert bar._timer.interval() == STANDS[rank] or rank == "hint"


def test_what_it_points_at_leaves_with_it(bar: MessageBar, qtbot) -> None:
    bar._over.show()
    bar.tell(MessageView("Not there.", "refusal"))
    with qtbot.waitSignal(bar.left, timeout=0, raising=False) as left:
        bar.hide()
    assert left.signal_triggered


def test_the_next_roll_is_announced_until_that_is_taken_back() -> None:
    presenter, notes = table(activated("uma"))
    presenter.table.type_next()
    assert notes.messages[-1].rank == "note"
    assert notes.messages[-1].text
    assert len(notes.frames) == 2
    presenter.table.type_next()
    assert notes.messages[-1].text == ""
