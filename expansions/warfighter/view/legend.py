"""The legend: each sign with the code that paints it on the table, and the terms that no sign shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from defiance_qt.api import port
from defiance_qt.shell.kit.gauges import paint_cell
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.view import LegendEntry, Term

from .layout import Box
from .row_paint import RowPainter
from .values import Figure, HostileView, Line, MoveView, SpaceView, TokenView

Draw = Callable[[QPainter, Theme], None]
HALF = 30.0

FIGURES: tuple[Figure, ...] = ("up", "suppressed", "killed")
PLACE = SpaceView(1, "location", "", (), "2–6", "3", "1")
GOAL = SpaceView(1, "objective", "", (Line(""),), progress=(1, 3), locked=True)
NEXT = SpaceView(1, "next", "")
CARD = HostileView("", "", FIGURES, "4", "2", "1")


def _figure(figure: Figure, painter: QPainter, theme: Theme) -> None:
    RowPainter(painter, theme).figures((figure,), -10, -2, 20)


def _token(view: TokenView, painter: QPainter, theme: Theme) -> None:
    RowPainter(painter, theme).token(view, Box(-18, -22, 36, 36), False)


def _space(view: SpaceView, painter: QPainter, theme: Theme) -> None:
    RowPainter(painter, theme).space(view, Box(-56, -32, 112, 64), False, False)


def _hostile(painter: QPainter, theme: Theme) -> None:
    RowPainter(painter, theme).hostile(CARD, Box(-56, -32, 112, 64), True, False, False)


def _move(painter: QPainter, theme: Theme) -> None:
    RowPainter(painter, theme).move(MoveView("1", "", "", ""), Box(-18, -18, 36, 36))


def _counters(painter: QPainter, theme: Theme) -> None:
    for place in range(3):
        paint_cell(painter, QRectF(place * 9 - 13, -6, 6, 12), theme.gold, place < 2)


def _actions(painter: QPainter, theme: Theme) -> None:
    for place in range(2):
        paint_cell(painter, QRectF(place * 14 - 13, -5, 10, 10), theme.team, place < 1, 5)


SIGNS: tuple[tuple[str, str, Draw, float], ...] = (
    ("row", "place", partial(_space, PLACE), 60),
    ("row", "next", partial(_space, NEXT), 60),
    ("row", "objective", partial(_space, GOAL), 60),
    ("row", "move", _move, HALF),
    ("hostiles", "card", _hostile, 60),
    ("hostiles", "up", partial(_figure, "up"), HALF),
    ("hostiles", "suppressed", partial(_figure, "suppressed"), HALF),
    ("hostiles", "killed", partial(_figure, "killed"), HALF),
    ("team", "soldier", partial(_token, TokenView("2", "6")), HALF),
    ("team", "active", partial(_token, TokenView("1", "6", active=True)), HALF),
    ("team", "pinned", partial(_token, TokenView("3", "4", 2)), HALF),
    ("team", "prize", partial(_token, TokenView("4", "4", prize=True)), HALF),
    ("team", "actions", _actions, HALF),
    ("team", "counters", _counters, HALF),
)


TERMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("win", ("W-145", "W-146")),
    ("goal", ("W-051", "W-129", "W-130")),
    ("destroy", ("W-130",)),
    ("xp", ("W-035", "W-126", "W-133")),
    ("level", ("W-046",)),
    ("covert", ("W-047",)),
    ("arrow", ("W-025", "W-027")),
    ("rally", ("W-024", "W-110")),
    ("roll", ("W-033", "W-035", "W-036")),
    ("empty", ("W-032", "W-044", "W-108")),
    ("fight", ("W-039", "W-120")),
    ("value", ("W-054", "W-137", "W-138")),
    ("event", ("W-128", "W-145", "W-155")),
)
"""The terms, with the rules that explain them."""


def legend(words: port.Words) -> tuple[LegendEntry, ...]:
    """Return the signs of the table, group by group, then the terms."""
    signs = tuple(
        LegendEntry(
            words(f"view.legend.{group}"),
            Term(f"warfighter.{id}", words(f"view.legend.{id}.name"), words(f"view.legend.{id}.text")),
            draw,
            half,
        )
        for group, id, draw, half in SIGNS
    )
    terms = tuple(
        LegendEntry(
            words("view.legend.terms"),
            Term(f"warfighter.{id}", words(f"view.legend.{id}.name"), words(f"view.legend.{id}.text"), rules),
        )
        for id, rules in TERMS
    )
    return (*signs, *terms)
