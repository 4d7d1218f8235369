"""What events of the agenda, of chance, of the course and of corrections do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.api import port

from .. import events as e
from ..paths import corrected
from ..state import ACTIONS, Pile, State


def _opened(state: State, event: e.FrameOpened) -> State:
    return replace(state, agenda=(*state.agenda, event.frame))


def _set(state: State, event: e.FrameSet) -> State:
    return replace(state, agenda=(*state.agenda[:-1], event.frame))


def _closed(state: State, event: e.FrameClosed) -> State:
    return replace(state, agenda=state.agenda[:-1])


def _rolled(state: State, event: e.DiceRolled) -> State:
    return replace(state, agenda=state.agenda[:-1], chance=state.chance + 1)


def with_pile(state: State, deck: str, **changes: Any) -> State:
    """Return the state with changes of one deck."""
    return replace(state, decks={**state.decks, deck: replace(state.decks.get(deck, Pile()), **changes)})


def without(cards: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    """Return the cards without one copy of each of the others."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def discarded(state: State, deck: str, *cards: str) -> State:
    """Return the state with cards on the discards of a deck."""
    return with_pile(state, deck, discards=(*state.decks.get(deck, Pile()).discards, *cards))


def _drawn(state: State, event: e.Drawn) -> State:
    state = replace(state, agenda=state.agenda[:-1], chance=state.chance + event.asked)
    if event.deck == "cup":
        if not event.token:
            return state
        cup = dict(state.cup)
        for number in event.cards:
            cup[number] -= 1
        return replace(state, cup=cup)
    pile = state.decks[event.deck]
    if event.asked:
        return with_pile(state, event.deck, left=without(pile.left, event.cards))
    return with_pile(state, event.deck, top=pile.top[len(event.cards) :])


def _shuffled(state: State, event: e.Shuffled) -> State:
    pile = state.decks[event.deck]
    return with_pile(state, event.deck, left=tuple(sorted((*pile.left, *pile.discards))), discards=())


def _returned(state: State, event: e.Returned) -> State:
    pile = state.decks[event.deck]
    if event.top:
        return with_pile(state, event.deck, top=(*event.cards, *pile.top))
    return with_pile(state, event.deck, left=tuple(sorted((*pile.left, *event.cards))))


def _turn_began(state: State, event: e.TurnBegan) -> State:
    team = {
        number: replace(
            one,
            acts=ACTIONS,
            moved=0,
            quiet=False,
            spent=tuple(skill for skill in one.spent if skill not in event.renewed),
            weapons=tuple(replace(weapon, quiet=False) for weapon in one.weapons),
        )
        for number, one in state.team.items()
    }
    conditions = replace(state.conditions, entered={}, placed=False)
    supports = tuple(replace(one, used=False) for one in state.supports)
    return replace(state, turn=event.turn, team=team, conditions=conditions, supports=supports)


def _hostile_turn_ended(state: State, event: e.HostileTurnEnded) -> State:
    team = {number: replace(one, engaged="") for number, one in state.team.items()}
    fog = 0 if state.conditions.fog <= state.turn else state.conditions.fog
    return replace(state, team=team, conditions=replace(state.conditions, fog=fog, smoke=()))


def _condition(state: State, event: e.ConditionSet) -> State:
    now = state.conditions
    if event.name in ("smoke", "stores"):
        spaces = (*getattr(now, event.name), event.value)
        return replace(state, conditions=replace(now, **{event.name: spaces}))
    value: Any = bool(event.value) if event.name == "old_map" else event.value
    return replace(state, conditions=replace(now, **{event.name: value}))


def _ended(state: State, event: e.GameEnded) -> State:
    return replace(state, result=event.result, because=event.because, agenda=())


def _overruled(state: State, event: e.Overruled) -> State:
    for path, value in event.values.items():
        state = corrected(state, path, value)
    return state


def _same(state: State, event: msgspec.Struct) -> State:
    return state


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    e.FrameOpened: _opened,
    e.FrameSet: _set,
    e.FrameClosed: _closed,
    e.DiceRolled: _rolled,
    e.Drawn: _drawn,
    e.Shuffled: _shuffled,
    e.Returned: _returned,
    e.TurnBegan: _turn_began,
    e.TurnEnded: _same,
    e.HostileTurnBegan: _same,
    e.StepBegan: _same,
    e.HostileTurnEnded: _hostile_turn_ended,
    e.TimerMoved: lambda state, event: replace(state, time=event.time),
    e.EnvironmentRolled: _same,
    e.ConditionSet: _condition,
    e.GameEnded: _ended,
    e.Overruled: _overruled,
    port.AnswerSet: lambda state, event: replace(state, answers={**state.answers, event.key: event.who}),
}
