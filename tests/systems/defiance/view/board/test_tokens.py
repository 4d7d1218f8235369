from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from defiance_qt.shell.surface.stamps import MOST, Stamps
from defiance_qt.shell.theme import DARK, LIGHT, Theme
from defiance_qt.systems.defiance.view.board.looks import Look
from defiance_qt.systems.defiance.view.board.tokens import (
    PLATE,
    Token,
    paint_active,
    paint_flash,
    paint_plate,
    paint_selected,
    paint_target,
    paint_token,
    state_icon,
)
from defiance_qt.systems.defiance.view.drawings import Sign, figure_drawings
from tests.systems.defiance.view.board.pictures import difference, painted

SIGN = Sign("CF")
PLAIN = Look("team", SIGN, 0, 0, 8)


def token(look: Look, theme: Theme = DARK) -> QImage:
    def paint(painter: QPainter, theme: Theme) -> None:
        paint_token(painter, theme, look)
        painter.translate(0, PLATE)
        paint_plate(painter, theme, look)

    return painted(paint, theme=theme)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize(
    "other",
    [
        Look("ally", SIGN, 0, 0, 8),
        Look("enemy", SIGN, 0, 0, 8),
        PLAIN._replace(down=True),
        PLAIN._replace(activated=True),
        PLAIN._replace(damage=3),
        PLAIN._replace(states=("stunned",)),
        PLAIN._replace(number=2),
        PLAIN._replace(rank=1),
        PLAIN._replace(sign=Sign("QG")),
        PLAIN._replace(sign=Sign("CF", figure_drawings()["cadin"])),
        PLAIN._replace(wounds=11),
        PLAIN._replace(wounds=4),
        PLAIN._replace(losing=2),
    ],
    ids=[
        "ally",
        "enemy",
        "down",
        "activated",
        "damage",
        "state",
        "number",
        "rank",
        "initials",
        "drawing",
        "wounds",
        "few",
        "losing",
    ],
)
def test_what_matters_is_seen_without_colours(qapp, theme: Theme, other: Look) -> None:
    assert difference(token(PLAIN, theme), token(other, theme)) >= 25


def test_states_have_signs_of_their_own(qapp) -> None:
    states = [
        "stunned",
        "suppressed",
        "focused",
        "hidden",
        "hackable",
        "poisoned",
        "burning",
        "pinned",
        "marked",
        "shielded",
    ]
    pictures = [token(PLAIN._replace(states=(state,))) for state in states]
    for a, b in combinations(pictures, 2):
        assert difference(a, b) >= 8


def test_a_state_nobody_drew_gets_the_general_sign() -> None:
    assert state_icon("stunned") == "state_stunned"
    assert state_icon("bewildered") == "state_other"


def test_many_states_are_counted(qapp) -> None:
    four = token(PLAIN._replace(states=("stunned", "hidden", "focused", "suppressed")))
    five = token(PLAIN._replace(states=("stunned", "hidden", "focused", "suppressed", "hackable")))
    assert difference(four, five) >= 3


def test_every_mark_shows(qapp) -> None:
    marks = [painted(paint) for paint in (paint_active, paint_selected, paint_target, paint_flash)]
    marks.append(painted(lambda p, t: None))
    for a, b in combinations(marks, 2):
        assert difference(a, b, by=6) >= 60


def test_a_token_of_nobodys_wounds_can_be_drawn(qapp) -> None:
    assert difference(token(PLAIN), token(PLAIN._replace(wounds=0))) >= 25


def test_marks_change_only_what_changes(qapp) -> None:
    item = Token("cadin", PLAIN, Stamps(DARK))
    item.mark(active=True, selected=False, target=False)
    assert (item.active, item.selected, item.target) == (True, False, False)
    raised = item.zValue()
    item.mark(active=False, selected=False, target=False)
    assert item.zValue() < raised


def test_stamps_are_painted_once_a_scale(qapp) -> None:
    calls: list[str] = []
    stamps = Stamps(DARK)
    paint = partial(lambda calls, p, t: calls.append(t.name), calls)
    first = stamps.get("x", (10, 5), paint)
    assert stamps.get("x", (10, 5), paint) is first
    stamps.set_scale(2.0, 1.0)
    second = stamps.get("x", (10, 5), paint)
    assert (second.pixmap.width(), second.pixmap.height(), second.scale) == (40, 20, 2.0)
    stamps.set_theme(LIGHT)
    stamps.get("x", (10, 5), paint)
    assert calls == ["dark", "dark", "light"]


def test_a_long_game_does_not_keep_every_look(qapp) -> None:
    stamps = Stamps(DARK)
    for i in range(3 * MOST):
        stamps.get(i, (1, 1), lambda p, t: None)
        assert len(stamps._stamps) <= MOST


def test_a_plate_lies_over_every_token_and_goes_with_its_own(qapp) -> None:
    scene = QGraphicsScene()
    one, other = Token("cadin", PLAIN, Stamps(DARK)), Token("uma", PLAIN, Stamps(DARK))
    for item in (one, other):
        scene.addItem(item)
    other.mark(active=True, selected=True, target=True)
    assert one.plate.zValue() > other.zValue()
    one.setPos(40, 60)
    one.setOpacity(0.25)
    assert (one.plate.pos().x(), one.plate.pos().y(), one.plate.opacity()) == (40, 60, 0.25)
    scene.removeItem(one)
    assert one.plate.scene() is None
    assert other.plate.scene() is scene


@pytest.mark.parametrize(("wounds", "few"), [(5, True), (6, False)])
def test_up_to_five_health_are_pips_and_more_a_number(qapp, wounds: int, few: bool) -> None:
    """Pips of 3 px could not be counted."""
    look = Look("team", SIGN, 0, 1, wounds)
    one = painted(lambda p, t: paint_plate(p, t, look))
    same_left = painted(lambda p, t: paint_plate(p, t, look._replace(damage=2, wounds=wounds + 1)))
    # A number says only what is left; pips also show what is lost.
    assert (difference(one, same_left) == 0) == (not few)
