"""The public API for plugins and scripts, versioned semantically (see `API_VERSION`).

It holds what every game shares. A game's own names are in the module `api` of its system, which `game("pig")` returns;
those of the built-in game (`Ability`, `commands`, `events`, the contexts and answers of its hooks) can be had from here
too, and are taken from it on first use. A plugin with another game system therefore does not load the built-in rules.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

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
from defiance_qt.lab.coverage.sources import RuleSources
from defiance_qt.lab.tools import SystemTools

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine import commands, events
    from defiance_qt.systems.defiance.engine.abilities import Ability, Values
    from defiance_qt.systems.defiance.engine.changes import NumberChange
    from defiance_qt.systems.defiance.engine.commands import Command
    from defiance_qt.systems.defiance.engine.content import CardAction, effects
    from defiance_qt.systems.defiance.engine.dice import Symbols
    from defiance_qt.systems.defiance.engine.events import Event
    from defiance_qt.systems.defiance.engine.frames import Effects, Roll, TeamOrEnemy
    from defiance_qt.systems.defiance.engine.hooks import (
        AlertEffect,
        CampaignNumber,
        EnemyAction,
        PlayContext,
        RollModifier,
        SetupContext,
        SightRule,
        SymbolChange,
        TerrainMoment,
        Veto,
    )
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import Character, Enemy, MissionState, State, Unit

__all__ = [
    "API_VERSION",
    "Ability",
    "AlertEffect",
    "Answer",
    "BotMaker",
    "CampaignNumber",
    "CardAction",
    "CardPainter",
    "Change",
    "Character",
    "Command",
    "ContentError",
    "ContributeContext",
    "DefianceError",
    "Effects",
    "Enemy",
    "EnemyAction",
    "Event",
    "GameSystem",
    "Illegal",
    "Language",
    "MapPainter",
    "MenuEntry",
    "MissionState",
    "NotationError",
    "NumberChange",
    "PanelMaker",
    "PlayContext",
    "PlayRules",
    "PluginError",
    "PositionsMaker",
    "Request",
    "Roll",
    "RollModifier",
    "RuleSources",
    "SaveError",
    "Session",
    "SetupContext",
    "ShowContext",
    "SightRule",
    "State",
    "SymbolChange",
    "Symbols",
    "SystemTools",
    "TableFactory",
    "TableHost",
    "TeamOrEnemy",
    "TerrainMoment",
    "ThemeColours",
    "TokenLook",
    "Unit",
    "Values",
    "Veto",
    "commands",
    "effects",
    "events",
    "filled",
    "game",
    "open_save",
    "port",
    "systems",
]


def game(system: str) -> ModuleType:
    """Return the names of a game that its packs use: the module `api` of its system.

    Raises `PluginError` for a system that cannot be used, and `ImportError` for one without such a module.
    """
    return system_module(system, "api")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(system_module(DEFAULT, "api"), name)
