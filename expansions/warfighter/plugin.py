"""The game as a plugin: contributes the game system, and how tests write its positions."""

from __future__ import annotations

from typing import Any

from defiance_qt.api import port

from .system import WarfighterSystem


def contribute_system() -> port.GameSystem:
    return WarfighterSystem()


def contribute_positions() -> Any:
    # Import pytest only for tests.
    from .positions import WarfighterPositions

    return WarfighterPositions
