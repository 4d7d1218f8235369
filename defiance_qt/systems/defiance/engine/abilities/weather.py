"""Abilities of zones: what the weather does to those of the team that end their Activation there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability, Values

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

STORM_DAMAGE = 1


def _storm(rules: PlayRules, state: State, values: Values, user: str, target: str) -> Sequence[e.Event]:
    """Deal 1 Damage; an Unconscious figure suffers none (R-225)."""
    one = state.team[target]
    if not one.conscious:
        return ()
    damage = min(one.damage + STORM_DAMAGE, rules.loadout(one).wounds)
    return (e.DamageSuffered(target, STORM_DAMAGE, damage, "ability.storm.name", ("R-024",)),)


WEATHER = (Ability("storm", cites=("R-024",), apply=_storm),)
