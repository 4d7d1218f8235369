"""What events of the set-up and the muster do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from .. import events as e
from ..state import TOKENS, KitInPlay, Pile, Soldier, State, WeaponInPlay, with_soldier, with_weapon


def _began(state: State, event: e.GameBegan) -> State:
    return replace(
        state,
        setup=event.setup,
        hostiles_set=event.hostiles,
        space=event.space,
        time=event.time,
        last=event.time,
        decks={deck: Pile(left=cards) for deck, cards in event.decks.items()},
        answers=event.answers,
    )


def _objective(state: State, event: e.ObjectiveChosen) -> State:
    goal = replace(state.goal, id=event.id)
    return replace(state, goal=goal, time=state.time + event.time, last=state.last + event.time)


def _joined(state: State, event: e.SoldierJoined) -> State:
    soldier = Soldier(
        event.number,
        event.card,
        event.health,
        weapons=event.weapons,
        kit=tuple(KitInPlay(id, tokens) for id, tokens in event.kit),
        skills=event.skills,
    )
    cup = {**state.cup, event.number: TOKENS}
    return replace(state, team={**state.team, event.number: soldier}, cup=cup)


def _item(state: State, event: e.ItemBought) -> State:
    soldier = state.team[event.soldier]
    if event.to:
        weapon = soldier.weapon(event.to)
        assert weapon is not None
        changes = {"live": weapon.live + event.counters, "batches": weapon.batches + 1}
        return with_weapon(state, event.soldier, event.to, **changes)
    if event.weapon:
        weapons = (*soldier.weapons, WeaponInPlay(event.item, event.counters))
        return with_soldier(state, event.soldier, weapons=weapons)
    return with_soldier(state, event.soldier, kit=(*soldier.kit, KitInPlay(event.item, event.counters)))


def _unbought(state: State, event: e.Unbought) -> State:
    soldier = state.team[event.soldier]
    if not event.item:
        return _renumbered(state, event.soldier)
    item, _, to = event.item.partition(":")
    if to:
        weapon = soldier.weapon(to)
        assert weapon is not None
        changes = {"live": weapon.live - event.counters, "batches": weapon.batches - 1}
        return with_weapon(state, event.soldier, to, **changes)
    return with_soldier(
        state,
        event.soldier,
        weapons=tuple(one for one in soldier.weapons if one.id != item),
        kit=tuple(one for one in soldier.kit if one.id != item),
        skills=tuple(one for one in soldier.skills if one != item),
    )


def _renumbered(state: State, gone: str) -> State:
    """Return the state without a Soldier; those after it move up by one."""
    left = [one for number, one in state.team.items() if number != gone]
    team = {str(at): replace(one, number=str(at)) for at, one in enumerate(left, 1)}
    return replace(state, team=team, cup=dict.fromkeys(team, TOKENS))


def _taught(state: State, event: e.SkillBought) -> State:
    return with_soldier(state, event.soldier, skills=(*state.team[event.soldier].skills, event.skill))


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    e.GameBegan: _began,
    e.ObjectiveChosen: _objective,
    e.NationChosen: lambda state, event: replace(state, nation=event.nation),
    e.SoldierJoined: _joined,
    e.ItemBought: _item,
    e.SkillBought: _taught,
    e.Unbought: _unbought,
    e.MusterEnded: lambda state, event: state,
    e.SupportsOnCall: lambda state, event: replace(state, on_call=(*state.on_call, *event.supports)),
}
