"""Parts of the plugins' page: cards, lines with an icon and a note, a switch, and the shape of a fingerprint."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from defiance_qt.shell.kit.boxes import gbox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Icon, smooth
from defiance_qt.shell.present.plugins import BroughtView, FileView
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.theme.theme import MONO

CHANGES = {
    "same": ("check", "team"),
    "changed": ("branch", "gold"),
    "new": ("plus", "gold"),
    "gone": ("minus", "danger"),
}
"""The icon and tone of how a file differs."""

MOST_FILES = 12


def lines(theme: Theme, views: Sequence[BroughtView]) -> QGridLayout:
    """Return lines of an icon, a text and a note at its right."""
    grid = gbox(gap=(theme.px(10), theme.px(6)))
    grid.setColumnStretch(1, 3)
    grid.setColumnStretch(2, 2)
    for row, view in enumerate(views):
        colour = getattr(theme, view.tone) if view.tone else theme.team
        grid.addWidget(Icon(theme, view.mark, colour, 15), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(view.text, "", wrap=True), row, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(view.note, "small", view.tone, wrap=True), row, 2)
    return grid


def file_lines(theme: Theme, views: Sequence[FileView]) -> QGridLayout:
    """Return lines of files: the changed ones first, each with the beginning of its digest and how it differs."""
    grid = gbox(gap=(theme.px(10), theme.px(4)), wide=(1,))
    ordered = sorted(views, key=lambda one: one.change == "same")
    for row, one in enumerate(ordered[:MOST_FILES]):
        mark, tone = CHANGES.get(one.change, ("log", "muted"))
        grid.addWidget(Icon(theme, mark, getattr(theme, tone), 14), row, 0)
        name = label(_breakable(one.name), "strong" if one.change not in ("", "same") else "", wrap=True)
        name.setAccessibleName(one.name)
        grid.addWidget(name, row, 1)
        grid.addWidget(mono(theme, f"{one.digest[:4]} {one.digest[4:]}"), row, 2)
        if one.note:
            grid.addWidget(label(one.note, "small", tone if one.change != "same" else ""), row, 3)
    if len(ordered) > MOST_FILES:
        grid.addWidget(label(f"+{len(ordered) - MOST_FILES}", "small"), MOST_FILES, 1)
    return grid


def _breakable(name: str) -> str:
    """Return a path that can wrap after its slashes and underscores."""
    return name.replace("/", "/\u200b").replace("_", "_\u200b")


def mono(theme: Theme, text: str) -> QLabel:
    """Return a label whose signs are all of one width."""
    made = label(text, "small")
    families = ", ".join(f'"{one}"' for one in MONO)
    made.setStyleSheet(f"font-family: {families}; font-size: {theme.size_small}px; color: {theme.text};")
    return made


SPIRAL = tuple(
    (q, r) for r in range(-2, 3) for q in range(max(-2, -2 - r), min(2, 2 - r) + 1)
)  # the nineteen hexes within two steps of the middle


class Fingerprint(QWidget):
    """The first nineteen digits of a digest as hexes: empty, with a dash, with a dot, or full. A changed file gives
    another picture."""

    def __init__(self, theme: Theme, sha256: str, name: str) -> None:
        super().__init__()
        self._theme, self._digits = theme, [int(digit, 16) % 4 for digit in sha256[: len(SPIRAL)]]
        self.setFixedSize(theme.px(100), theme.px(92))
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = smooth(self)
        size = self.height() / 8.6
        for (q, r), digit in zip(SPIRAL, self._digits, strict=False):
            middle = QPointF(self.width() / 2 + size * math.sqrt(3) * (q + r / 2), self.height() / 2 + size * 1.5 * r)
            corners = [math.radians(60 * place - 30) for place in range(6)]
            outline = QPolygonF(
                [middle + QPointF(math.cos(corner), math.sin(corner)) * (size - 1) for corner in corners]
            )
            painter.setPen(QPen(QColor(theme.team), 1.2))
            painter.setBrush(QColor(theme.team) if digit == 3 else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(outline)
            painter.setBrush(QColor(theme.team))
            if digit == 1:
                painter.drawLine(middle - QPointF(size / 3, 0), middle + QPointF(size / 3, 0))
            elif digit == 2:
                painter.drawEllipse(middle, size / 4, size / 4)
