"""What packs for Infinity Defiance use of it: the types of its states, commands and events, the contexts and answers of
its hooks, abilities and effects."""

from __future__ import annotations

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
    "Ability",
    "AlertEffect",
    "CampaignNumber",
    "CardAction",
    "Character",
    "Command",
    "Effects",
    "Enemy",
    "EnemyAction",
    "Event",
    "MissionState",
    "NumberChange",
    "PlayContext",
    "PlayRules",
    "Roll",
    "RollModifier",
    "SetupContext",
    "SightRule",
    "State",
    "SymbolChange",
    "Symbols",
    "TeamOrEnemy",
    "TerrainMoment",
    "Unit",
    "Values",
    "Veto",
    "commands",
    "effects",
    "events",
]
