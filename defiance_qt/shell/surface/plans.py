"""How the plans that are compared are told from one another, on their cards and on a surface: by color, line and
number."""

from __future__ import annotations

from PySide6.QtCore import Qt

from defiance_qt.shell.theme import Theme

STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
"""The lines of the plans, in the order of their numbers."""


def ink(theme: Theme, tone: str) -> str:
    """Return the color of a plan by its tone."""
    return str(getattr(theme, tone))


def style(number: int) -> Qt.PenStyle:
    """Return the line of a plan by its number, which begins with 1."""
    return STYLES[(number - 1) % len(STYLES)]
