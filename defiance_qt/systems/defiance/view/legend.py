"""The legend of the table: each sign with the code that draws it on the table, on a small board of its own, and the
glossary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.dice import DieFace
from defiance_qt.shell.kit.gauges import Pips
from defiance_qt.shell.kit.pictures import paint_symbol
from defiance_qt.shell.present.values import DieView
from defiance_qt.shell.surface.stamps import Stamps
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.view import LegendEntry
from defiance_qt.systems.defiance.engine.board.laying import SideKind
from defiance_qt.systems.defiance.engine.board.tiles import Board, Placement, Tile
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.lines import Between, Line, Lines, Way
from defiance_qt.systems.defiance.view.board.looks import Look, Thing
from defiance_qt.systems.defiance.view.board.overlay import (
    Marks,
    paint_beyond,
    paint_choice,
    paint_cursor,
    paint_price,
    paint_reach,
)
from defiance_qt.systems.defiance.view.board.scenery import Scenery, scenery, scenery_rect
from defiance_qt.systems.defiance.view.board.things import Placed, paint_thing
from defiance_qt.systems.defiance.view.board.tokens import (
    PLATE,
    paint_active,
    paint_plate,
    paint_selected,
    paint_target,
    paint_token,
)
from defiance_qt.systems.defiance.view.drawings import Sign, figure_drawings
from defiance_qt.systems.defiance.view.present.terms import TERMS, term

Draw = Callable[[QPainter, Theme], None]
NEAR, WIDE, FAR, RING = 30.0, 38.0, 62.0, 92.0
"""Half the width of a picture: a sign, a space, several spaces in a row, a space and its neighbors."""
SPOTS = {
    "space": "A1",
    "blocked_space": "C1",
    "low_visibility": "E1",
    "difficult": "G1",
    "mission_space": "I1",
    "zone": "K1",
    "respawn_space": "M1",
}
SIDES = {"wall": "B3:e", "purple_side": "D3:e", "red_side": "F3:e", "difficult_side": "H3:e"}
_KINDS: dict[str, SideKind] = {
    "wall": "wall",
    "purple_side": "violet",
    "red_side": "red",
    "difficult_side": "difficult",
}
_DRAWN = figure_drawings()
_TOKEN = Look("team", Sign("UM", _DRAWN["uma"]), wounds=5)
_ALLY = Look("ally", Sign("BI", _DRAWN["billie"]), wounds=5)
_ENEMY = Look("enemy", Sign("NS", _DRAWN["nox_spec_ops"]), number=2, wounds=3)


@cache
def _board() -> Board:
    """Return a board that has each kind of space and side once."""
    sides: dict[SideKind, tuple[str, ...]] = {_KINDS[id]: (side,) for id, side in SIDES.items()}
    tile = Tile("legend", ("..#.~.%.!....", *(".............",) * 5), sides)
    return Board((tile,), (Placement("legend"),))


@cache
def _ground(theme: Theme) -> Scenery:
    return scenery(_board(), theme, {"zone": (SPOTS["zone"],)}, (SPOTS["respawn_space"],))


def _ground_at(x: float, y: float, half: float, painter: QPainter, theme: Theme) -> None:
    painter.translate(-x, -y)
    for _ in _ground(theme).strokes(painter, QRectF(x - half, y - half, 2 * half, 2 * half)):
        pass


def _space(id: str) -> Draw:
    board = _board()
    return partial(_ground_at, *geometry.centre(board.hex(board.space(SPOTS[id]))), WIDE)


def _side(id: str) -> Draw:
    board = _board()
    cell, direction = board.side(SIDES[id])
    (ax, ay), (bx, by) = geometry.side(board.hex(cell), direction)
    return partial(_ground_at, (ax + bx) / 2, (ay + by) / 2, WIDE)


def _thing(kind: str, used: bool = False, label: str = "", drawing: str = "") -> Draw:
    one = Placed(Thing("", kind, "", used, label, drawing), 0, 0, 90.0 if "door" in kind else 0.0)
    return lambda painter, theme: paint_thing(painter, theme, one)


def _token(look: Look) -> Draw:
    def draw(painter: QPainter, theme: Theme) -> None:
        paint_token(painter, theme, look)
        painter.translate(0, PLATE)
        paint_plate(painter, theme, look)
        painter.translate(0, -PLATE)

    return draw


def _marked(mark: Draw, look: Look) -> Draw:
    def draw(painter: QPainter, theme: Theme) -> None:
        mark(painter, theme)
        paint_token(painter, theme, look)

    return draw


def _between(item: Callable[[Stamps], Between | Marks], space: str = "F5", half: float = FAR) -> Draw:
    """Return the drawing of an item of the board, around a space."""

    def draw(painter: QPainter, theme: Theme) -> None:
        stamps = Stamps(theme)
        stamps.set_scale(2.0, 1.0)
        board = _board()
        x, y = geometry.centre(board.hex(board.space(space)))
        painter.save()
        _ground_at(x, y, half, painter, theme)
        option = QStyleOptionGraphicsItem()
        option.exposedRect = scenery_rect(board)
        item(stamps).paint(painter, option, None)
        painter.restore()

    return draw


def _way(stamps: Stamps) -> Way:
    way = Way(stamps)
    way.set_board(_board(), scenery_rect(_board()))
    way.set_way(("E5", "F5", "G5"), 2, (("F5", 1),))
    return way


def _beyond(painter: QPainter, theme: Theme) -> None:
    paint_beyond(painter, theme)
    paint_price(painter, theme, 6)


def _line(stamps: Stamps, clear: bool) -> Lines:
    lines = Lines(stamps)
    lines.set_board(_board(), scenery_rect(_board()))
    lines.set_line(Line("E5", "G5", True) if clear else Line("A3", "C3", False, (SIDES["wall"],)))
    return lines


def _range(stamps: Stamps) -> Marks:
    marks = Marks(stamps)
    marks.set_board(_board(), scenery_rect(_board()))
    marks.set_range(("F5", 0, 1))
    return marks


def _symbol(name: str) -> Draw:
    return lambda painter, theme: paint_symbol(painter, QRectF(-16, -16, 32, 32), name, theme.text_strong)


def _widget(make: Callable[[Theme], QWidget]) -> Draw:
    """Return the drawing of a widget of the table."""

    def draw(painter: QPainter, theme: Theme) -> None:
        widget = make(theme)
        widget.resize(widget.sizeHint().expandedTo(widget.minimumSize()))
        painter.drawPixmap(QPointF(-widget.width() / 2, -widget.height() / 2), widget.grab())

    return draw


def _die(theme: Theme) -> QWidget:
    die = DieFace(theme)
    die.show_die(DieView("red", "", "", ("success", "special")), "")
    return die


def _pips(theme: Theme) -> QWidget:
    pips = Pips(theme)
    pips.set_value(2, 4)
    return pips


def legend(words: Words) -> tuple[LegendEntry, ...]:
    """Return the entries: what is drawn, group by group, then the other terms of the glossary."""
    drawn = tuple(_drawn(words))
    told = {entry.term.id for entry in drawn}
    group = words("legend.group.glossary")
    return (*drawn, *(LegendEntry(group, term(words, id)) for id in TERMS if id not in told))


def _drawn(words: Words) -> Iterator[LegendEntry]:
    for group, entries in _groups().items():
        heading = words(f"legend.group.{group}")
        for id, (draw, half) in entries.items():
            yield LegendEntry(heading, term(words, id), draw, half)


def _groups() -> dict[str, dict[str, tuple[Draw, float]]]:
    symbols = ("success", "critical", "block", "critical_block", "special")
    return {
        "dice": {**{id: (_symbol(id), NEAR) for id in symbols}, "die": (_widget(_die), NEAR)},
        "ground": {**{id: (_space(id), WIDE) for id in SPOTS}, **{id: (_side(id), WIDE) for id in SIDES}},
        "things": {
            "door": (_thing("door"), NEAR),
            "security_door": (_thing("security_door"), NEAR),
            "open_door": (_thing("door", used=True), NEAR),
            "container": (_thing("container", label="2"), NEAR),
            "console": (_thing("console", label="1"), NEAR),
            "neutral": (_thing("neutral", label="GO", drawing=_DRAWN["goldstein"]), NEAR),
        },
        "tokens": {
            "character": (_token(_TOKEN), NEAR),
            "ally": (_token(_ALLY), NEAR),
            "miniature": (_token(_ENEMY), NEAR),
            "face": (_token(_ENEMY._replace(rank=1)), NEAR),
            "damage": (_token(_TOKEN._replace(damage=2)), NEAR),
            "state": (_token(_TOKEN._replace(states=("focused", "stunned"))), NEAR),
            "activated": (_token(_TOKEN._replace(activated=True)), NEAR),
            "unconscious": (_token(_TOKEN._replace(damage=5, down=True)), NEAR),
            "wounds": (_widget(_pips), WIDE),
        },
        "marks": {
            "acting": (_marked(paint_active, _TOKEN), WIDE),
            "selected": (_marked(paint_selected, _TOKEN), WIDE),
            "target": (_marked(paint_target, _ENEMY), WIDE),
            "reach": (paint_reach, WIDE),
            "beyond": (_beyond, WIDE),
            "choice": (paint_choice, WIDE),
            "path": (_between(_way), FAR),
            "range": (_between(_range, half=RING), RING),
            "line_of_sight": (_between(partial(_line, clear=True)), FAR),
            "sight_cut": (_between(partial(_line, clear=False), "B3"), FAR),
            "cursor": (paint_cursor, WIDE),
        },
    }
