"""State changes of figures: Damage and States, Aggro, and leaving the board."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.evolve.parts import (
    Table,
    agenda_with,
    put,
    same,
    states_of,
    with_figure,
    without,
)
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, State


def _damage(state: State, event: e.DamageSuffered | e.DamageHealed) -> State:
    """Set Damage per figure: that of an Enemy on the tab of one Miniature (R-006)."""
    return with_figure(state, event.figure, damage=event.damage)


def _state_gained(state: State, event: e.StateGained) -> State:
    """Add a State per figure: those of an Enemy on the tab of one Miniature (R-006, R-276)."""
    return with_figure(state, event.figure, states=(*states_of(state, event.figure), event.state))


def _state_lost(state: State, event: e.StateLost) -> State:
    left = tuple(one for one in states_of(state, event.figure) if one != event.state)
    return with_figure(state, event.figure, states=left)


def _fell_unconscious(state: State, event: e.FellUnconscious) -> State:
    return with_figure(state, event.character, states=(UNCONSCIOUS,), aggro=0)


def _remote_disabled(state: State, event: e.RemoteDisabled) -> State:
    return with_figure(state, event.character, space="", damage=0, states=(), aggro=0)


def _remote_redeployed(state: State, event: e.RemoteRedeployed) -> State:
    return with_figure(state, event.character, space=event.space)


def _aggro_changed(state: State, event: e.AggroChanged) -> State:
    changed = with_figure(state, event.character, aggro=event.aggro)
    if not event.for_damage:
        return changed
    return replace(changed, agenda=agenda_with(state, Activation, lambda frame: replace(frame, dealt=True)))


def _enemy_gone(state: State, event: e.MiniatureDied | e.MiniatureRetreated) -> State:
    return replace(state, enemies=without(state.enemies, event.enemy))


def _enemy_died(state: State, event: e.MiniatureDied) -> State:
    """Count the dead, where the mission has rules of its own."""
    if not state.mission:
        return _enemy_gone(state, event)
    unit = state.enemies[event.enemy].unit
    died = put(state.mission.died, unit, state.mission.died.get(unit, 0) + 1)
    return replace(_enemy_gone(state, event), mission=replace(state.mission, died=died))


def _unit_eliminated(state: State, event: e.UnitEliminated) -> State:
    units = without(state.units, event.unit)
    card = state.units[event.unit].ai_card
    held = state.discards.get("ai_held", ())
    discards = put(state.discards, "ai_held", (*held, card)) if card else state.discards
    if event.available:
        state = replace(state, faces=put(state.faces or {}, event.unit, event.face)) if event.face else state
        return replace(state, units=units, discards=discards, available=(*state.available, event.unit))
    return replace(state, units=units, discards=discards, removed=(*state.removed, event.unit))


BY_TYPE: Table = {
    e.DamageSuffered: _damage,
    e.Unaffected: same,
    e.DamageHealed: _damage,
    e.StateGained: _state_gained,
    e.StateLost: _state_lost,
    e.FellUnconscious: _fell_unconscious,
    e.RemoteDisabled: _remote_disabled,
    e.RemoteRedeployed: _remote_redeployed,
    e.AggroChanged: _aggro_changed,
    e.MiniatureDied: _enemy_died,
    e.MiniatureRetreated: _enemy_gone,
    e.UnitEliminated: _unit_eliminated,
}
