"""The game as a plugin: contributes the game system.

`engine` holds the rules as pure functions, `content` the weapons, troops and scenarios, `locale` and `rules` the
texts, `bots` who plays when nobody does.
"""

from __future__ import annotations

from defiance_qt.api import port

from .system import TableSystem


def contribute_system() -> port.GameSystem:
    return TableSystem()
