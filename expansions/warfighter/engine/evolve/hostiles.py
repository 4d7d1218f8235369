"""What events of Hostile cards do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from .. import events as e
from ..state import OBJECTIVE, Hostile, State, with_hostile
from .table import discarded


def _drawn(state: State, event: e.HostileDrawn) -> State:
    if not event.kept:
        return discarded(state, "hostiles", event.card)
    came = Hostile(event.hostile, event.card, event.space, guard=event.cause == "objective")
    numbers = {**state.numbers, event.card: state.numbers.get(event.card, 0) + 1}
    return replace(state, hostiles={**state.hostiles, event.hostile: came}, numbers=numbers)


def _target(state: State, event: e.TargetDrawn) -> State:
    """Give a card its Target. The token that it held goes back to the cup."""
    state = _token_back(state, event.hostile)
    if event.chosen and event.token:
        state = replace(state, cup={**state.cup, event.soldier: state.cup[event.soldier] - 1})
    return with_hostile(state, event.hostile, target=event.soldier, token=event.token)


def _token_back(state: State, hostile: str) -> State:
    held = state.hostiles[hostile]
    if not held.token or held.target not in state.cup:
        return state
    return replace(state, cup={**state.cup, held.target: state.cup[held.target] + 1})


def _gone(state: State, event: e.HostileGone) -> State:
    """Take a card out of play: its token to the cup, Weapons that lie with it into its space."""
    gone = state.hostiles[event.hostile]
    state = _token_back(state, event.hostile)
    hostiles = {id: one for id, one in state.hostiles.items() if id != event.hostile}
    team = {}
    for number, one in state.team.items():
        weapons = tuple(
            replace(weapon, thrown="", lies=gone.space) if weapon.thrown == event.hostile else weapon
            for weapon in one.weapons
        )
        engaged = "" if one.engaged == event.hostile else one.engaged
        team[number] = replace(one, weapons=weapons, engaged=engaged)
    killed = state.killed
    if event.killed:
        killed = {**killed, event.soldier: killed.get(event.soldier, 0) + 1}
    state = replace(state, hostiles=hostiles, team=team, killed=killed)
    return discarded(state, "hostiles", gone.card)


def _resolved(state: State, event: e.ShotsResolved) -> State:
    if event.target == OBJECTIVE or not (event.killed or event.suppressed):
        return state
    one = state.hostiles[event.target]
    kia, suppressed = one.kia + event.killed, one.suppressed - event.freed + event.suppressed
    return with_hostile(state, event.target, kia=kia, suppressed=suppressed)


def _tokens(state: State, hostile: str, change: int) -> State:
    return with_hostile(state, hostile, suppressed=state.hostiles[hostile].suppressed + change)


def _figures(state: State, event: e.HostileKilled) -> State:
    one = state.hostiles[event.hostile]
    return with_hostile(state, event.hostile, kia=one.kia + event.figures, suppressed=one.suppressed - event.freed)


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    e.ShotsResolved: _resolved,
    e.HostileKilled: _figures,
    e.HostileSuppressed: lambda state, event: _tokens(state, event.hostile, event.tokens),
    e.HostileRecovered: lambda state, event: _tokens(state, event.hostile, -event.tokens),
    e.HostileGone: _gone,
    e.HostileDrawn: _drawn,
    e.TargetDrawn: _target,
    e.HostileFired: lambda state, event: state,
    e.HostileHit: lambda state, event: state,
    e.HostileIdle: lambda state, event: state,
    e.HostileMoved: lambda state, event: with_hostile(state, event.hostile, space=event.to),
}
