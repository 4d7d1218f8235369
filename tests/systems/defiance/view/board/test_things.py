from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from defiance_qt.shell.surface.stamps import Stamps
from defiance_qt.shell.theme import DARK, LIGHT, Theme
from defiance_qt.systems.defiance.view.board.looks import Thing, things
from defiance_qt.systems.defiance.view.board.things import Placed, Things, paint_glow, paint_thing, placed
from tests.systems.defiance.view.board.pictures import difference, painted
from tests.systems.defiance.view.board.table import make_board, make_state

KINDS = [
    Thing("d", "door", "I3:e"),
    Thing("d", "door", "I3:e", True),
    Thing("s", "security_door", "I3:e"),
    Thing("s", "security_door", "I3:e", True),
    Thing("c", "container", "G5"),
    Thing("c", "container", "G5", True),
    Thing("c", "container", "G5", False, "2"),
    Thing("k", "console", "L1", False, "1"),
    Thing("k", "console", "L1", False, "2"),
    Thing("k", "console", "L1", True, "1"),
    Thing("n", "neutral", "P5", False, "G"),
]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_thing_is_told_without_colours(qapp, theme: Theme) -> None:
    pictures = [painted(partial(paint_thing, one=placed(make_board(), [thing])[0]), 28, theme=theme) for thing in KINDS]
    for a, b in combinations(pictures, 2):
        assert difference(a, b, by=12) >= 20


def test_doors_lie_on_their_side_and_turn_with_it() -> None:
    gate, slanting = placed(make_board(), [Thing("a", "door", "I3:e"), Thing("b", "door", "E3:sw")])
    assert gate.angle % 180 == pytest.approx(90)
    assert slanting.angle % 180 == pytest.approx(30)
    assert gate.near(gate.x, gate.y + 14)
    assert not gate.near(gate.x + 10, gate.y)


def test_a_thing_makes_room_for_who_stands_there() -> None:
    alone, shared = (placed(make_board(), [KINDS[4]], held)[0] for held in (frozenset(), frozenset({"G5"})))
    assert (shared.x, shared.y) != (alone.x, alone.y)


def test_only_what_is_asked_for_is_found(qapp) -> None:
    item = Things(Stamps(DARK))
    item.lay_out(placed(make_board(), things(make_state())), QRectF(-100, -100, 1500, 900))
    crate = next(one for one in item.all if one.thing.id == "crate")
    assert item.at(crate.x + 3, crate.y, frozenset({"crate", "gate"})) == "crate"
    assert item.at(crate.x + 3, crate.y, frozenset({"gate"})) == ""


def test_a_target_glows(qapp) -> None:
    for one in placed(make_board(), [KINDS[0], KINDS[4]]):
        assert difference(painted(partial(paint_glow, one=one)), painted(lambda p, t: None)) >= 50


def test_what_changes_is_drawn_again(qapp) -> None:
    item = Things(Stamps(DARK))
    rect = QRectF(-100, -100, 1500, 900)
    item.lay_out(placed(make_board(), [KINDS[0]]), rect)
    assert isinstance(item.all[0], Placed)
    item.lay_out(placed(make_board(), [KINDS[1]]), rect)
    assert item.all[0].thing.used
    assert item.boundingRect() == rect
