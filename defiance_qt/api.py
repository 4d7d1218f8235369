"""The public API for plugins and scripts, versioned semantically (see `API_VERSION`).

It holds what every game shares. A game's own names are in the module `api` of its system, which `game("pig")` returns;
those of the built-in game (`Ability`, `commands`, `events`, the contexts and answers of its hooks) are in
`defiance_qt.systems.defiance.api`. Plugins that were written earlier take them from here: they are looked up there on
first use, without types.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from defiance_qt.core import port
from defiance_qt.core.chance import Request
from defiance_qt.core.errors import ContentError, DefianceError, Illegal, NotationError, PluginError, SaveError
from defiance_qt.core.filling import filled
from defiance_qt.core.port import GameSystem
from defiance_qt.core.session import Change
from defiance_qt.extend.answers import Answer
from defiance_qt.extend.bots import BotMaker
from defiance_qt.extend.hookspecs import (
    CardPainter,
    ContributeContext,
    Language,
    MapPainter,
    MenuEntry,
    PanelMaker,
    PicturesMaker,
    PositionsMaker,
    ShowContext,
    TableFactory,
    TableHost,
    ThemeColours,
    TokenLook,
)
from defiance_qt.extend.manifest import API_VERSION
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, systems
from defiance_qt.extend.systems import DEFAULT, system_module
from defiance_qt.lab.tools import SystemTools

__all__ = [
    "API_VERSION",
    "Answer",
    "BotMaker",
    "CardPainter",
    "Change",
    "ContentError",
    "ContributeContext",
    "DefianceError",
    "GameSystem",
    "Illegal",
    "Language",
    "MapPainter",
    "MenuEntry",
    "NotationError",
    "PanelMaker",
    "PicturesMaker",
    "PluginError",
    "PositionsMaker",
    "Request",
    "SaveError",
    "Session",
    "ShowContext",
    "SystemTools",
    "TableFactory",
    "TableHost",
    "ThemeColours",
    "TokenLook",
    "filled",
    "game",
    "open_save",
    "port",
    "systems",
]
_own = tuple(__all__)
del __all__  # `__getattr__` gives it, with the names of the built-in game


def game(system: str) -> ModuleType:
    """Return the names of a game that its packs use: the module `api` of its system.

    Raises `PluginError` for a system that cannot be used, and `ImportError` for one without such a module.
    """
    return system_module(system, "api")


def __getattr__(name: str) -> Any:
    # Python asks for names of its own at each import.
    built_in = system_module(DEFAULT, "api") if name == "__all__" or not name.startswith("__") else None
    if built_in is not None and name == "__all__":
        return [*_own, *built_in.__all__]
    if built_in is None or name not in built_in.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(built_in, name)
