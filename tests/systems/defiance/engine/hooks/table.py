"""A table with house rules: the hooks of a plugin that a test writes as functions."""

from __future__ import annotations

from typing import Any

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.hooks import Hooks


def rules(**functions: Any) -> Hooks:
    """The built-in abilities with these hooks, each a function or several."""
    asked = {name: found if isinstance(found, tuple) else (found,) for name, found in functions.items()}
    return Hooks(abilities=tuple(builtin.contribute_abilities()), **asked)
