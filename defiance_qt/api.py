"""The one module that plugins import. Semantic versioning: see `API_VERSION`."""

from __future__ import annotations

from defiance_qt.engine.hooks import PlayContext, RollModifier, SetupContext, SightRule, Veto
from defiance_qt.extend.hookspecs import ContributeContext, ShowContext
from defiance_qt.extend.manifest import API_VERSION

__all__ = [
    "API_VERSION",
    "ContributeContext",
    "PlayContext",
    "RollModifier",
    "SetupContext",
    "ShowContext",
    "SightRule",
    "Veto",
]
