"""The facet of players: which figures the people at the table play, and whose a command is.

A phone at the table shows its player's figure and takes that player's commands. A game without it is one that all play
together: every command is anybody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from defiance_qt.core.port.rules import Command, State
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game


class Player(msgspec.Struct, frozen=True):
    """What one person plays: a figure, or a side of the game.

    It has `left` of its full strength; without one `of` is 0. `drawing` is the id of its drawing, as in
    `SummaryFigure`, and `initials` are its letters. `facts` are short texts, each with a tone of the theme, "" for a
    plain one. `cards` are names of what it has, each with a remark.
    """

    id: str
    name: str
    left: int = 0
    of: int = 0
    initials: str = ""
    drawing: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    cards: tuple[tuple[str, str], ...] = ()


class Players(Protocol):
    """Who plays what. By default all play everything together."""

    def players(self, state: State, words: Words) -> Sequence[Player]:
        """Return what people play, in the order of the table; empty where all play everything together."""
        return ()

    def owner(self: Game, state: State, command: Command | None) -> str:
        """Return the id of the player whose command this is, "" for one that anybody at the table gives. Without a
        command return who enters the chance that is asked for: by default the figure that rolls or draws. An id that
        is no player's counts as ""."""
        request = None if command is not None else self.request(state)
        return "" if request is None else request.who
