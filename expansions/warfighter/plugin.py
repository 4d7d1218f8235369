"""The game as a plugin: contributes the game system, its view, and how tests write its positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defiance_qt.api import port

from .system import WarfighterSystem


def contribute_system() -> port.GameSystem:
    return WarfighterSystem()


def contribute_positions() -> Any:
    # Import pytest only for tests.
    from .positions import WarfighterPositions

    return WarfighterPositions


def show_table() -> Mapping[str, Callable[..., Any]]:
    # Import Qt only when a table is shown: bots and the command line do not need it.
    def view(table: Any) -> Any:
        from .view.table import WarfighterView

        return WarfighterView(table)

    return {WarfighterSystem.id: view}
