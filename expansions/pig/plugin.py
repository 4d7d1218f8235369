"""Pig as a plugin: contributes the game system and its view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defiance_qt.api import port

from .system import Pig


def contribute_system() -> port.GameSystem:
    return Pig()


def show_table() -> Mapping[str, Callable[..., Any]]:
    # Import Qt only when a table is shown: bots and the command line do not need it.
    def view(table: Any) -> Any:
        from .view.table import PigView

        return PigView(table)

    return {Pig.id: view}
