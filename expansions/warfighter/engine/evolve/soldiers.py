"""What events of Soldiers, their kit and their attacks do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from .. import events as e
from ..state import Dropped, KitInPlay, Soldier, State, WeaponInPlay, with_soldier, with_tokens, with_weapon
from .table import discarded


def _suppressed(state: State, event: e.Suppressed) -> State:
    now = state.team[event.soldier].suppression
    return with_soldier(state, event.soldier, suppression=now + event.tokens)


def _rallied(state: State, event: e.Rallied) -> State:
    now = state.team[event.soldier].suppression
    return with_soldier(state, event.soldier, suppression=now - event.tokens)


def _moved(state: State, event: e.Moved) -> State:
    entered = state.conditions.entered
    count = entered.get(str(event.to), 0) + 1
    conditions = replace(state.conditions, entered={**entered, str(event.to): count})
    moved = state.team[event.soldier].moved + 1
    return replace(with_soldier(state, event.soldier, space=event.to, moved=moved), conditions=conditions)


def _xp_paid(state: State, event: e.XPPaid) -> State:
    for number, amount in event.shares.items():
        state = with_soldier(state, number, xp=state.team[number].xp - amount)
    return state


def _gone(state: State, number: str) -> State:
    """Return the state without a Soldier: cards to the discards, tokens out of the game, the prize on the ground."""
    soldier = state.team[number]
    laid = tuple(one.card for one in soldier.laid)
    state = discarded(state, "actions", *soldier.hand, *laid)
    team = {id: one for id, one in state.team.items() if id != number}
    cup = {id: tokens for id, tokens in state.cup.items() if id != number}
    hostiles = {
        id: replace(one, target="", token=False) if one.target == number else one for id, one in state.hostiles.items()
    }
    return replace(state, team=team, cup=cup, hostiles=hostiles)


def _downed(state: State, event: e.SoldierDowned) -> State:
    soldier = state.team[event.soldier]
    dropped = state.dropped
    weapons = tuple(replace(one, quiet=False) for one in soldier.weapons if not one.away)
    if weapons or soldier.kit:
        dropped = (*dropped, Dropped(soldier.space, weapons, soldier.kit))
    return replace(_gone(state, event.soldier), dropped=dropped, downed=(*state.downed, soldier.card))


def _left(state: State, event: e.SoldierLeft) -> State:
    card = state.team[event.soldier].card
    return replace(_gone(state, event.soldier), left=(*state.left, card))


def _passed(state: State, event: e.Passed) -> State:
    """Move a card of kit, or counters of a Weapon ("ammo:smg")."""
    kind, _, weapon = event.item.partition(":")
    if weapon:
        return _counters(state, event, weapon)
    if event.giver:
        soldier = state.team[event.giver]
        taken: WeaponInPlay | KitInPlay | None = soldier.weapon(kind) or soldier.item(kind)
        weapons = tuple(one for one in soldier.weapons if one.id != kind)
        kit = tuple(one for one in soldier.kit if one.id != kind)
        state = with_soldier(state, event.giver, weapons=weapons, kit=kit)
    else:
        state, taken = _picked_up(state, state.team[event.to].space, kind)
    if not event.to:
        return state
    to = state.team[event.to]
    if isinstance(taken, WeaponInPlay):
        return with_soldier(state, event.to, weapons=(*to.weapons, replace(taken, quiet=False)))
    assert taken is not None
    return with_soldier(state, event.to, kit=(*to.kit, taken))


def _counters(state: State, event: e.Passed, weapon: str) -> State:
    """Move counters of a Weapon. A batch that is discarded goes with them."""
    own = state.team[event.giver].weapon(weapon)
    assert own is not None
    changes: dict[str, Any] = {"live": own.live - event.counters}
    if not event.to:
        changes |= {"batches": own.batches - 1, "extra": own.extra + event.batch - event.counters}
    else:
        changes["extra"] = own.extra - event.counters
    state = with_weapon(state, event.giver, weapon, **changes)
    if event.to:
        other = state.team[event.to].weapon(weapon)
        assert other is not None
        live, extra = other.live + event.counters, other.extra + event.counters
        state = with_weapon(state, event.to, weapon, live=live, extra=extra)
    return state


def _picked_up(state: State, space: int, item: str) -> tuple[State, WeaponInPlay | KitInPlay | None]:
    """Return the state without a card of kit on the ground of a space, and the card."""
    for at, pile in enumerate(state.dropped):
        found = pile.find(item)
        if pile.space != space or found is None:
            continue
        rest = Dropped(
            space,
            tuple(one for one in pile.weapons if one is not found),
            tuple(one for one in pile.kit if one is not found),
        )
        piles = [*state.dropped[:at], *([rest] if rest.weapons or rest.kit else []), *state.dropped[at + 1 :]]
        return replace(state, dropped=tuple(piles)), found
    return state, None


def _weapon(state: State, soldier: str, weapon: str) -> WeaponInPlay:
    found = state.team[soldier].weapon(weapon)
    assert found is not None
    return found


def _emptied(state: State, event: e.CounterEmptied) -> State:
    own = _weapon(state, event.soldier, event.weapon)
    return with_weapon(state, event.soldier, event.weapon, live=own.live - 1, empty=own.empty + 1)


def _spent(state: State, event: e.CounterSpent) -> State:
    own = state.team[event.soldier].weapon(event.item)
    if own is not None:
        return with_weapon(state, event.soldier, event.item, live=own.live - 1)
    item = state.team[event.soldier].item(event.item)
    assert item is not None
    return with_tokens(state, event.soldier, event.item, item.tokens - 1)


def _supplied(state: State, event: e.Supplied) -> State:
    own = _weapon(state, event.soldier, event.weapon)
    changes = {"live": own.live + own.empty + event.added, "empty": 0, "extra": own.extra + event.added}
    return with_weapon(state, event.soldier, event.weapon, **changes)


def _thrown(state: State, event: e.WeaponThrown) -> State:
    return with_weapon(state, event.soldier, event.weapon, thrown=event.hostile, lies=event.space)


def _fired(state: State, event: e.Fired) -> State:
    """Note that the first attack of a quiet Weapon is over."""
    if not event.soldier or event.kind not in ("fire", "armed", "overwatch"):
        return state
    if event.weapon:
        return with_weapon(state, event.soldier, event.weapon, quiet=True)
    return with_soldier(state, event.soldier, quiet=True)


def _acts(state: State, soldier: str, change: int) -> State:
    return with_soldier(state, soldier, acts=state.team[soldier].acts + change)


def _health(state: State, soldier: str, change: int) -> State:
    return with_soldier(state, soldier, health=max(0, state.team[soldier].health + change))


def _skill(state: State, event: e.SkillUsed) -> State:
    soldier: Soldier = state.team[event.soldier]
    return with_soldier(state, event.soldier, spent=(*soldier.spent, event.skill))


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    e.ActionsSpent: lambda state, event: _acts(state, event.soldier, -event.count),
    e.ActionReadied: lambda state, event: _acts(state, event.soldier, event.count),
    e.Rallied: _rallied,
    e.Suppressed: _suppressed,
    e.Moved: _moved,
    e.SkillUsed: _skill,
    e.XPPaid: _xp_paid,
    e.XPGained: lambda state, event: with_soldier(state, event.soldier, xp=state.team[event.soldier].xp + event.amount),
    e.WoundsSuffered: lambda state, event: _health(state, event.soldier, -event.wounds),
    e.WoundsCancelled: lambda state, event: state,
    e.Healed: lambda state, event: _health(state, event.soldier, event.wounds),
    e.SoldierDowned: _downed,
    e.SoldierLeft: _left,
    e.Passed: _passed,
    e.CounterEmptied: _emptied,
    e.CounterSpent: _spent,
    e.Reloaded: lambda state, event: with_weapon(state, event.soldier, event.weapon, empty=0),
    e.Supplied: _supplied,
    e.WeaponThrown: _thrown,
    e.WeaponBack: lambda state, event: with_weapon(state, event.soldier, event.weapon, thrown="", lies=-1),
    e.Fired: _fired,
    e.Engaged: lambda state, event: with_soldier(state, event.soldier, engaged=event.hostile),
}
