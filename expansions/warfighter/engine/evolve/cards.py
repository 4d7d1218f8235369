"""What events of Action cards, Locations, the Objective, Events and Supports do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from .. import events as e
from ..state import Laid, State, SupportInPlay, with_soldier
from .table import discarded, without


def _paid(state: State, event: e.CardsPaid) -> State:
    hand = without(state.team[event.soldier].hand, event.cards)
    return discarded(with_soldier(state, event.soldier, hand=hand), "actions", *event.cards)


def _drawn(state: State, event: e.HandDrawn) -> State:
    return with_soldier(state, event.soldier, hand=(*state.team[event.soldier].hand, *event.cards))


def _played(state: State, event: e.CardPlayed) -> State:
    state = with_soldier(state, event.soldier, hand=without(state.team[event.soldier].hand, (event.card,)))
    if not event.laid:
        return discarded(state, "actions", event.card)
    laid = Laid(event.card, event.level, event.soldier)
    return with_soldier(state, event.target, laid=(*state.team[event.target].laid, laid))


def _laid_used(state: State, event: e.LaidUsed) -> State:
    laid = list(state.team[event.soldier].laid)
    at = next(at for at, one in enumerate(laid) if one.card == event.card)
    if event.kept:
        laid[at] = replace(laid[at], uses=laid[at].uses + 1)
        return with_soldier(state, event.soldier, laid=tuple(laid))
    del laid[at]
    return discarded(with_soldier(state, event.soldier, laid=tuple(laid)), "actions", event.card)


def _placed(state: State, event: e.LocationPlaced) -> State:
    conditions = replace(state.conditions, placed=True, old_map=False)
    return replace(state, row=(*state.row, event.location), conditions=conditions)


def _refused(state: State, event: e.LocationRefused) -> State:
    state = discarded(state, "locations", event.location)
    return replace(state, conditions=replace(state.conditions, placed=True, old_map=False))


def _goal(state: State, **changes: Any) -> State:
    return replace(state, goal=replace(state.goal, **changes))


def _called(state: State, event: e.SupportCalled) -> State:
    state = replace(state, on_call=without(state.on_call, (event.support,)))
    if event.once:
        return discarded(state, "supports", event.support)
    return replace(state, supports=(*state.supports, SupportInPlay(event.support)))


def _support_used(state: State, event: e.SupportUsed) -> State:
    supports = tuple(replace(one, used=True) if one.id == event.support else one for one in state.supports)
    return replace(state, supports=supports)


def _support_gone(state: State, event: e.SupportDiscarded) -> State:
    supports = tuple(one for one in state.supports if one.id != event.support)
    return discarded(replace(state, supports=supports), "supports", event.support)


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    e.CardsPaid: _paid,
    e.HandDrawn: _drawn,
    e.CardPlayed: _played,
    e.LaidUsed: _laid_used,
    e.LocationsSeen: lambda state, event: state,
    e.LocationPlaced: _placed,
    e.LocationRefused: _refused,
    e.ObjectiveActivated: lambda state, event: _goal(state, active=True),
    e.Progressed: lambda state, event: _goal(state, progress=event.progress),
    e.PrizeTaken: lambda state, event: _goal(state, carrier=event.soldier, lies=-1),
    e.PrizeDropped: lambda state, event: _goal(state, carrier="", lies=event.space),
    e.EventDrawn: lambda state, event: discarded(state, "events", event.card),
    e.SupportCalled: _called,
    e.SupportUsed: _support_used,
    e.SupportKept: lambda state, event: state,
    e.SupportDiscarded: _support_gone,
}
