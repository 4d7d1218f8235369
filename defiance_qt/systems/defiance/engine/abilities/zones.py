"""Abilities of zones: their ground, and what happens to each of the team whose Activation ends there (R-024)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability, Values

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

FIRE = "fire"
BURNING = "burning"
DROWNED = "drowned"
STUNNED = "stunned"
WATER_DAMAGE = 3


def _vacuum(rules: PlayRules, state: State, values: Values, user: str, target: str) -> Sequence[e.Event]:
    """Deal 1 Damage to a conscious figure without air."""
    one = state.team[target]
    return (e.DamageSuffered(target, 1, one.damage + 1, "ability.vacuum.name", ("R-024",)),) if one.conscious else ()


def _fire(rules: PlayRules, state: State, values: Values, user: str, target: str) -> Sequence[e.Event]:
    """Set one who ends its Activation in a fire alight: it is Burning until the end of its next one (R-275, R-277)."""
    one = state.team[target]
    if not one.conscious or BURNING in one.states:
        return ()
    return (e.StateGained(target, BURNING, "ability.fire.name", ("R-024", "R-275")),)


def _drowned(rules: PlayRules, state: State, values: Values, user: str, target: str) -> Sequence[e.Event]:
    """Wash a figure to the closest space above water; a conscious one suffers 3 Damage, and is Stunned if it stays
    conscious."""
    one, source, cites = state.team[target], f"ability.{DROWNED}.name", ("R-024",)
    found: list[e.Event] = []
    space = rules.closest_outside(state, target, DROWNED)
    if space:
        found.append(e.FigureMoved(target, one.space, space, cites))
    if one.conscious:
        wounds = rules.loadout(one).wounds
        damage = min(one.damage + WATER_DAMAGE, wounds)
        found.append(e.DamageSuffered(target, WATER_DAMAGE, damage, source, cites))
        if damage < wounds and STUNNED not in one.states:
            found.append(e.StateGained(target, STUNNED, source, (*cites, "R-275")))
    return found


ZONES = (
    Ability("low", cites=("R-024",), ground=("low",)),
    Ability("difficult", cites=("R-024", "R-217"), ground=("difficult",)),
    Ability("blocked", cites=("R-024",), ground=("blocked",)),
    Ability("vacuum", cites=("R-024",), apply=_vacuum),
    Ability(FIRE, cites=("R-024",), gives=(BURNING,), apply=_fire),
    Ability(DROWNED, cites=("R-024", "R-275"), gives=(STUNNED,), apply=_drowned),
)
