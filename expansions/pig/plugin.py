"""Pig as a plugin: its system, and its view in the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defiance_qt.api import port

from .system import Pig


def contribute_system() -> port.GameSystem:
    return Pig()


def show_table() -> Mapping[str, Callable[..., Any]]:
    # Qt is imported when a table is shown: bots and the command line need none.
    def view(table: Any) -> Any:
        from .view.table import PigView

        return PigView(table)

    return {Pig.id: view}
