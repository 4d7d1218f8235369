"""Abilities of Equipment cards beyond the rulebook's keywords (R-212)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.abilities import Ability

ITEMS = (Ability("burden", cites=("R-212",), speed=-1),)
