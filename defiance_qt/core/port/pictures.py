"""The facet of pictures: a state as drawings at places, for what shows a board without the window.

It is optional, and lies with a system's view, since drawing needs Qt: a plugin brings it by the hook `show_pictures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from defiance_qt.core.port.rules import State
from defiance_qt.core.port.words import Words


class Piece(msgspec.Struct, frozen=True):
    """Something on a board: a figure, a door, a mark.

    `id` is the same in every state. `drawings` are the ids of what is drawn there, one over the other, around the point
    (`x`, `y`) of the ground's own measure, `scale` times as large. Pieces of a higher `layer` lie over others. `name`
    says what it is, "" for a part of another piece; `note` says without words where it is and how it does: "K7 · 3/4".
    """

    id: str
    drawings: tuple[str, ...]
    x: float
    y: float
    name: str = ""
    note: str = ""
    layer: int = 0
    scale: float = 1.0


class Pictures(Protocol):
    """What draws the states of one game."""

    def ground(self, state: State) -> str:
        """Return the id of the drawing under the pieces, "" for a state without a board."""

    def pieces(self, state: State, words: Words) -> Sequence[Piece]:
        """Return what lies on the ground."""

    def draw(self, drawing: str, theme: Literal["dark", "light"]) -> str:
        """Return a drawing as an SVG document. Its id is one that `ground` or `pieces` has returned. Both themes have
        the same shapes."""
