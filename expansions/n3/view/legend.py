"""The legend: each sign and color of the page and the rails with the code that paints it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from defiance_qt.api import port
from defiance_qt.shell.kit.gauges import paint_cell
from defiance_qt.shell.kit.labels import chip_colours
from defiance_qt.shell.kit.lists import write
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.view import LegendEntry, Term

from ..engine.state import STATES
from .ladder import paint_die
from .ruler import paint_mark
from .values import DieView

Draw = Callable[[QPainter, Theme], None]
HALF = 30.0
CENTRE = int(Qt.AlignmentFlag.AlignCenter)


def _die(view: DieView, painter: QPainter, theme: Theme) -> None:
    paint_die(painter, theme, view, QRectF(-19, -19, 38, 38))


def _band(text: str, tone: str, painter: QPainter, theme: Theme) -> None:
    fill, ink = chip_colours(theme, tone)
    painter.setPen(QPen(QColor(ink if tone else theme.raised_border), 1))
    painter.setBrush(QColor(fill))
    painter.drawRoundedRect(QRectF(-26, -11, 52, 22), 4, 4)
    write(painter, QRectF(-26, -11, 52, 22), text, font(theme, theme.size_small, 600), theme.text_strong, CENTRE)


def _mark(painter: QPainter, theme: Theme) -> None:
    _band("", "team", painter, theme)
    paint_mark(painter, theme, 0, -11, 11)


def _side(tone: str, painter: QPainter, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.enemy if tone == "enemy" else theme.team), 2))
    painter.setBrush(QColor(theme.card))
    painter.drawRoundedRect(QRectF(-26, -16, 52, 32), 6, 6)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    disc = QRectF(-7, -7, 14, 14)
    painter.drawRect(disc) if tone == "enemy" else painter.drawEllipse(disc)


def _wounds(painter: QPainter, theme: Theme) -> None:
    for place in range(2):
        paint_cell(painter, QRectF(place * 14 - 13, -5, 11, 10), theme.danger, place < 1)


def _success(painter: QPainter, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.team), 1.5))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(QRectF(-22, -18, 44, 36), 7, 7)
    write(painter, QRectF(-22, -18, 44, 36), "13", font(theme, theme.size_heading, 700), theme.text_strong, CENTRE)


def _down(painter: QPainter, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.faint), 2))
    painter.drawEllipse(QPointF(-12, 0), 6, 6)
    write(painter, QRectF(-2, -10, 30, 20), "…", font(theme, theme.size_text, 600), theme.danger_ink, CENTRE)


SIGNS: tuple[tuple[str, str, Draw], ...] = (
    ("sides", "own", partial(_side, "team")),
    ("sides", "other", partial(_side, "enemy")),
    ("sides", "wounds", _wounds),
    ("sides", "down", _down),
    ("ruler", "better", partial(_band, "+3", "team")),
    ("ruler", "plain", partial(_band, "0", "")),
    ("ruler", "worse", partial(_band, "−3", "gold")),
    ("ruler", "worst", partial(_band, "−6", "danger")),
    ("ruler", "mark", _mark),
    ("dice", "success", _success),
    ("dice", "open", partial(_die, DieView())),
    ("dice", "hit", partial(_die, DieView("9", "hit"))),
    ("dice", "critical", partial(_die, DieView("13", "critical"))),
    ("dice", "miss", partial(_die, DieView("17", "miss"))),
    ("dice", "wakes", partial(_die, DieView("18", "miss", wakes=True))),
)


def legend(words: port.Words) -> tuple[LegendEntry, ...]:
    """Return the signs of the table, group by group, and what each State means."""
    signs = (
        (group, Term(f"n3.{id}", words(f"view.legend.{id}.name"), words(f"view.legend.{id}.text")), draw)
        for group, id, draw in SIGNS
    )
    states = (
        LegendEntry(words("view.legend.states"), Term(f"n3.{id}", words(f"state.{id}"), words(f"state.{id}.text")))
        for id in STATES
    )
    return (*(LegendEntry(words(f"view.legend.{group}"), term, draw, HALF) for group, term, draw in signs), *states)
