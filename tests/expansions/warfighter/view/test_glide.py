"""Motion in the row: pieces glide from where they were, and can be sent to the end at once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.shell.present.values import BarView, HoverRow, HoverView
from defiance_qt.shell.theme import DARK
from expansions.warfighter.engine.state import State, with_soldier
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.present.row import row
from expansions.warfighter.view.row import Row
from expansions.warfighter.view.values import RowView

from .tables import offers_of, rules, salt_road, words

pytestmark = pytest.mark.qt_log_ignore("does not support")


def view(state: State) -> RowView:
    table = rules()
    return row(state, table, Names(words()), offers_of(table, state), "1")


def moved(qtbot: QtBot, speed: float) -> tuple[Row, list[str]]:
    """A row in which Roa has just gone to the Village, and what has ended."""
    shown = Row(DARK, "Row")
    qtbot.addWidget(shown)
    shown.resize(1004, 536)
    shown.show_row(view(salt_road()))
    before = shown.glide.places()
    shown.show_row(view(with_soldier(salt_road(), "1", space=3)))
    shown.glide.set_speed(speed)
    ended: list[str] = []
    shown.glide.start(before, lambda: ended.append("ended"))
    return shown, ended


def test_a_piece_begins_where_it_was_and_ends_where_it_is(qtbot: QtBot) -> None:
    shown, ended = moved(qtbot, 1.0)
    roa, orm = shown.pieces["soldier", "1"], shown.pieces["soldier", "2"]
    assert shown.glide.running
    assert ended == []
    start = roa.geometry()
    shown.glide.skip()
    assert ended == ["ended"]
    assert not shown.glide.running
    assert roa.x() > start.x()
    assert orm.x() < roa.x()
    shown.glide.skip()
    assert ended == ["ended"]


def test_without_motion_everything_is_in_its_place_at_once(qtbot: QtBot) -> None:
    shown, ended = moved(qtbot, 0.0)
    assert ended == ["ended"]
    assert not shown.glide.running


def test_the_row_is_painted_and_tells_of_what_is_pointed_at(qtbot: QtBot) -> None:
    shown = Row(DARK, "Row")
    qtbot.addWidget(shown)
    shown.resize(1004, 536)
    shown.show_row(view(salt_road()))
    told: list[tuple[str, str]] = []
    shown.pointed.connect(lambda kind, id: told.append((kind, id)))
    shown.point_at(("hostile", "riflemen.1"))
    assert not shown.grab().isNull()
    assert told == [("hostile", "riflemen.1")]
    assert not any(piece.unread() for piece in shown.pieces.values())


def test_pieces_of_a_later_view_come_under_what_floats_over_the_row(qtbot: QtBot) -> None:
    shown = Row(DARK, "Row")
    qtbot.addWidget(shown)
    over = QWidget(shown)
    shown.show_row(view(salt_road()))
    stacked = shown.children()
    assert all(stacked.index(piece) < stacked.index(over) for piece in shown.pieces.values())


class Counted(Row):
    """A row that counts how often all of it is painted again."""

    painted = 0

    def update(self) -> None:  # type: ignore[override]
        self.painted += 1


def test_pointing_paints_the_row_again_only_if_something_changes_its_place(qtbot: QtBot) -> None:
    shown = Counted(DARK, "Row")
    qtbot.addWidget(shown)
    shown.resize(1004, 536)
    shown.show_row(view(salt_road()))
    before = shown.painted
    shown.point_at(("soldier", "1"))
    shown.point_at(("space", "2"))
    assert shown.painted == before


def test_a_card_for_which_the_row_is_too_low_leaves_out_what_explains(qtbot: QtBot) -> None:
    shown = Row(DARK, "Row")
    qtbot.addWidget(shown)
    shown.resize(1004, 300)
    shown.show_row(view(salt_road()))
    shown.point_at(("hostile", "riflemen.1"))
    told = tuple(HoverRow(f"{n}", "", "strong" if n < 4 else "") for n in range(20))
    whole = HoverView("riflemen.1", "Riflemen", "", (told,), (BarView("0 killed", 0.5),))
    shown.show_card(whole)
    assert shown.card.height() <= shown.height()
    assert shown.card.view.lines == ("0", "1", "2", "3")
    assert shown.card.accessibleName() == whole.spoken
    shown.resize(1004, 900)
    shown.show_card(whole)
    assert shown.card.view == whole
