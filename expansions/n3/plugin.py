"""The game as a plugin: contributes the game system.

`engine` holds the rules as pure functions, `content` the weapons, troops and scenarios, `locale` and `rules` the
texts, `bots` who plays when nobody does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defiance_qt.api import port

from .system import TableSystem


def contribute_system() -> port.GameSystem:
    return TableSystem()


def show_table() -> Mapping[str, Callable[..., Any]]:
    # Import Qt only when a table is shown: bots and the command line do not need it.
    def view(table: Any) -> Any:
        from .view.table import OrderView

        return OrderView(table)

    return {TableSystem.id: view}
