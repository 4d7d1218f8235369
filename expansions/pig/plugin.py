"""The game as a plugin: contributes the game system and its view.

To make another game of this one, replace its parts in this order, and play after each: `engine/state.py`, what that
does (`engine/game.py`, `engine/evolve.py`), the words (`locale`, and the rules by number in `rules`), what is offered
(`system.py`, `content`), `bot.py`, `lessons.py`, and last the middle of the window, `view.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defiance_qt.api import PositionsMaker, port

from .system import DiceSystem


def contribute_system() -> port.GameSystem:
    return DiceSystem()


def contribute_positions() -> PositionsMaker:
    def positions() -> Any:
        from .positions import DicePositions  # needed by tests alone

        return DicePositions()

    return positions


def show_table() -> Mapping[str, Callable[..., Any]]:
    # Import Qt only when a table is shown: bots and the command line do not need it.
    def view(table: Any) -> Any:
        from .view import DiceView

        return DiceView(table)

    return {DiceSystem.id: view}
