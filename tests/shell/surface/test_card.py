from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.shell.present.values import BarView, HoverRow, HoverView, percent
from defiance_qt.shell.surface.card import SHADOW, WIDTH, FloatingCard
from defiance_qt.shell.theme import DARK
from tests.systems.defiance.view.board.pictures import difference


@pytest.fixture
def parent(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 600)
    return window


def view(title, lines, bars=(), where="") -> HoverView:
    return HoverView("x", title, where, (tuple(HoverRow(line) for line in lines),) if lines else (), tuple(bars))


@pytest.fixture
def card(parent):
    made = FloatingCard(DARK, parent)
    made.show_view(view("Rippers → Nox #2", ["Range 2 · in sight"], [BarView("0", 0.29, False), BarView("1", 0.71)]))
    return made


def test_possible_is_not_never_and_likely_is_not_certain() -> None:
    assert [percent(share) for share in (0, 0.0001, 0.294, 0.996, 0.9999, 1)] == [
        "0 %", "<1 %", "29 %", ">99 %", ">99 %", "100 %",
    ]  # fmt: skip


def test_it_reads_out_all_of_itself(card) -> None:
    assert card.accessibleName() == "Rippers → Nox #2. Range 2 · in sight. 0: 29 %. 1: 71 %"


def test_it_grows_with_its_words(card) -> None:
    before = card.size()
    card.show_view(view("Rippers → Nox #2", ["Range 2 · in sight", "and more"]))
    plain = card.size()
    assert plain.height() < before.height()
    card.show_view(view("x", ["a very long line " * 20]))
    assert card.width() == WIDTH + 2 * SHADOW
    assert card.height() > plain.height()


@pytest.mark.parametrize("spot", [(400, 300), (5, 5), (795, 595), (795, 5), (5, 595), (400, 2)])
def test_it_stays_inside_and_off_its_anchor(parent, card, spot) -> None:
    card.place(QPoint(*spot), 40)
    assert parent.rect().contains(card.geometry())
    assert not card.geometry().contains(QPoint(*spot))


def test_it_leaves_others_in_view(parent, card) -> None:
    other = QPoint(520, 220)
    card.place(QPoint(400, 300), 40, [other])
    assert not card.geometry().contains(other)


def test_it_hides_others_rather_than_what_it_is_about(parent, card) -> None:
    """The card of a plan covered its own space, because two Enemies stood where it would have been."""
    others = [QPoint(x, y) for x in range(180, 700, 60) for y in range(20, 600, 60)]
    card.place(QPoint(170, 300), 24, others)
    assert not card.geometry().intersects(QRect(170 - 24, 300 - 24, 48, 48))


def test_it_hides_as_few_others_as_it_can(parent, card) -> None:
    others = [QPoint(520, 220), QPoint(520, 380), QPoint(250, 220)]
    card.place(QPoint(400, 300), 40, (), others)
    assert not any(card.geometry().contains(one) for one in others)


def test_it_keeps_off_what_floats_over_its_parent(qtbot) -> None:
    """A banner lay over the title of a card."""
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(800, 400)
    inside, banner = QWidget(holder), QFrame(holder)
    inside.setGeometry(100, 50, 600, 300)
    banner.setGeometry(250, 40, 400, 80)
    banner.setProperty("role", "moment")
    holder.show()
    made = FloatingCard(DARK, inside)
    made.show_view(view("Rippers → Nox #2", ["Range 2 · in sight"]))
    made.place(QPoint(150, 80), 30)
    taken = QRect(inside.mapFrom(holder, banner.pos()), banner.size())
    assert not made.geometry().intersects(taken)
    banner.hide()
    made.place(QPoint(150, 80), 30)
    assert made.geometry().intersects(taken)


def test_bars_are_drawn(parent, card) -> None:
    parent.show()
    card.show()
    even = card.grab().toImage()
    card.show_view(view(card.view.title, card.view.lines, [BarView("0", 0.71, False), BarView("1", 0.29)]))
    assert difference(even, card.grab().toImage()) > 200
    assert QRect(QPoint(0, 0), card.sizeHint()) == card.rect()
