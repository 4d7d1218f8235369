"""The one module that plugins and scripts import. Semantic versioning: see `API_VERSION`."""

from __future__ import annotations

from defiance_qt.core.errors import ContentError, DefianceError, Illegal, PluginError, SaveError
from defiance_qt.core.session import Change
from defiance_qt.extend.hookspecs import ContributeContext, ShowContext
from defiance_qt.extend.manifest import API_VERSION
from defiance_qt.extend.sessions import Session, open_save, systems
from defiance_qt.systems.defiance.engine import commands, events
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import PlayContext, RollModifier, SetupContext, SightRule, Veto

__all__ = [
    "API_VERSION",
    "Ability",
    "Change",
    "ContentError",
    "ContributeContext",
    "DefianceError",
    "Illegal",
    "PlayContext",
    "PluginError",
    "RollModifier",
    "SaveError",
    "Session",
    "SetupContext",
    "ShowContext",
    "SightRule",
    "Veto",
    "commands",
    "events",
    "open_save",
    "systems",
]
