"""Helpers for the event functions. Nothing is changed in place: all of them return new values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.frames import Frame
from defiance_qt.systems.defiance.engine.state import State

K = TypeVar("K")
V = TypeVar("V")

# For each type of event, the function that gives the state after it.
Table = dict[type, Callable[[State, Any], State]]


def put(table: dict[K, V], key: K, value: V) -> dict[K, V]:
    fresh = table.copy()
    fresh[key] = value
    return fresh


def without(table: dict[K, V], key: K) -> dict[K, V]:
    fresh = table.copy()
    del fresh[key]
    return fresh


def minus(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards without one copy of the card; unchanged if the card is absent."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def agenda_with(state: State, kind: type[Frame], change: Callable[[Any], Frame]) -> tuple[Frame, ...]:
    """Return the agenda with its innermost frame of that kind changed."""
    agenda = state.agenda
    at = len(agenda) - 1
    while not isinstance(agenda[at], kind):
        at -= 1
    return (*agenda[:at], change(agenda[at]), *agenda[at + 1 :])


def with_top(state: State, frame: Frame) -> State:
    return replace(state, agenda=(*state.agenda[:-1], frame))


def with_figure(state: State, id: str, **changes: Any) -> State:
    if id in state.team:
        return replace(state, team=put(state.team, id, replace(state.team[id], **changes)))
    return replace(state, enemies=put(state.enemies, id, replace(state.enemies[id], **changes)))


def states_of(state: State, id: str) -> tuple[str, ...]:
    return (state.team.get(id) or state.enemies[id]).states


def same(state: State, event: Any) -> State:
    """Return the same state, for events that only record something."""
    return state
