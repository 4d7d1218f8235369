"""The drawings of figures: an SVG of 64 × 64 points for each card of a figure, in `figures`.

`currentColor` is the accent of the side, "#0f1a23" the ground below. Does not import Qt.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FOLDER = Path(__file__).parent / "figures"


class Sign(NamedTuple):
    """What tells a figure from the others: its letters, and the drawing (SVG) that stands in for them, or ""."""

    letters: str
    drawing: str = ""


@cache
def figure_drawings() -> Mapping[str, str]:
    """Return the built-in drawings (SVG) by the ids of Characters, Allies and Units."""
    return MappingProxyType({path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.svg"))})
