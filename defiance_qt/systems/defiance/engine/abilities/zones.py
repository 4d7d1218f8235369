"""Abilities of zones: what happens to each of the team whose Activation ends there (R-024)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

FIRE = "fire"
BURNING = "burning"


def _vacuum(rules: PlayRules, state: State, values: dict[str, Any], user: str, target: str) -> Sequence[e.Event]:
    """Deal 1 Damage to a conscious figure without air."""
    one = state.team[target]
    return (e.DamageSuffered(target, 1, one.damage + 1, "ability.vacuum.name", ("R-024",)),) if one.conscious else ()


def _fire(rules: PlayRules, state: State, values: dict[str, Any], user: str, target: str) -> Sequence[e.Event]:
    """Set one who ends its Activation in a fire alight: it is Burning until the end of its next one (R-275, R-277)."""
    one = state.team[target]
    if not one.conscious or BURNING in one.states:
        return ()
    return (e.StateGained(target, BURNING, "ability.fire.name", ("R-024", "R-275")),)


ZONES = (Ability("vacuum", cites=("R-024",), apply=_vacuum), Ability(FIRE, cites=("R-024",), apply=_fire))
