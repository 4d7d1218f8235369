"""State changes by a mission's own rules."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS
from defiance_qt.systems.defiance.engine.evolve.parts import Table, minus, put, with_figure, without
from defiance_qt.systems.defiance.engine.state import MissionState, State


def mission_of(state: State) -> MissionState:
    """Return what the mission's own rules keep, for missions that have kept nothing so far too."""
    return state.mission or MissionState(state.mission_id)


def with_mission(state: State, **changes: Any) -> State:
    return replace(state, mission=replace(mission_of(state), **changes))


def _fact_noted(state: State, event: e.FactNoted) -> State:
    return with_mission(state, happened=(*mission_of(state).happened, event.fact))


def _counter_changed(state: State, event: e.CounterChanged) -> State:
    return with_mission(state, counters=put(mission_of(state).counters, event.counter, event.value))


def _door_closed(state: State, event: e.DoorClosed) -> State:
    return replace(state, doors=put(state.doors, event.door, replace(state.doors[event.door], open=False)))


def _element_sealed(state: State, event: e.ElementSealed) -> State:
    sealed = minus(mission_of(state).sealed, event.element)
    return with_mission(state, sealed=(*sealed, event.element) if event.on else sealed)


def _console_reset(state: State, event: e.ConsoleReset) -> State:
    console = state.consoles[event.console]
    empty = tuple(NO_SYMBOLS if i in event.inputs else one for i, one in enumerate(console.assigned))
    left = tuple(i for i in console.completed if i not in event.inputs)
    return replace(state, consoles=put(state.consoles, event.console, replace(console, assigned=empty, completed=left)))


def _respawn_moved(state: State, event: e.RespawnMoved) -> State:
    return with_mission(state, respawn=event.spaces)


def _neutral_appeared(state: State, event: e.NeutralAppeared) -> State:
    return replace(state, neutrals=put(state.neutrals, event.neutral.ally.id, event.neutral))


def _ally_appeared(state: State, event: e.AllyAppeared) -> State:
    state = replace(state, team=put(state.team, event.ally.id, event.ally))
    return with_mission(state, gone=minus(mission_of(state).gone, event.ally.id))


def _figure_left(state: State, event: e.FigureLeft) -> State:
    """One of the team keeps its card: what it carries and has suffered still counts, but for a Remote, which is without
    Damage and States off the board."""
    if event.figure in state.neutrals:
        return replace(state, neutrals=without(state.neutrals, event.figure))
    if state.team[event.figure].remote:
        state = with_figure(state, event.figure, space="", aggro=0, damage=0, states=())
    else:
        state = with_figure(state, event.figure, space="", aggro=0)
    return with_mission(state, gone=(*mission_of(state).gone, event.figure))


def _figure_moved(state: State, event: e.FigureMoved) -> State:
    if event.figure in state.neutrals:
        moved = replace(state.neutrals[event.figure], space=event.space)
        return replace(state, neutrals=put(state.neutrals, event.figure, moved))
    return with_figure(state, event.figure, space=event.space)


def _effects_picked(state: State, event: e.EffectsPicked) -> State:
    drawn = mission_of(state).drawn
    return with_mission(state, drawn=put(drawn, event.source, (*drawn.get(event.source, ()), event.picked)))


def _token_revealed(state: State, event: e.TokenRevealed) -> State:
    mission = mission_of(state)
    return with_mission(
        state,
        tokens=put(mission.tokens, event.hidden, minus(mission.tokens.get(event.hidden, ()), event.token)),
        revealed=put(mission.revealed, f"{event.hidden} {event.place}", event.token),
        last_revealed=event.place,
    )


def _zone_rule_set(state: State, event: e.ZoneRuleSet) -> State:
    zones = mission_of(state).zones
    others = minus(zones.get(event.zone, ()), event.rule)
    return with_mission(state, zones=put(zones, event.zone, (*others, event.rule) if event.on else others))


def _gained(state: State, event: e.Gained) -> State:
    return with_mission(state, gained=(*mission_of(state).gained, (event.what, event.id, event.amount)))


def _result_reached(state: State, event: e.ResultReached) -> State:
    return with_mission(state, results=(*mission_of(state).results, event.result))


BY_TYPE: Table = {
    e.FactNoted: _fact_noted,
    e.CounterChanged: _counter_changed,
    e.DoorClosed: _door_closed,
    e.ElementSealed: _element_sealed,
    e.ConsoleReset: _console_reset,
    e.RespawnMoved: _respawn_moved,
    e.NeutralAppeared: _neutral_appeared,
    e.AllyAppeared: _ally_appeared,
    e.FigureLeft: _figure_left,
    e.FigureMoved: _figure_moved,
    e.EffectsPicked: _effects_picked,
    e.TokenRevealed: _token_revealed,
    e.ZoneRuleSet: _zone_rule_set,
    e.Gained: _gained,
    e.ResultReached: _result_reached,
}
