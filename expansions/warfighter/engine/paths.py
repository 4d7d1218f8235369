"""The paths of values that can be corrected by hand: "team.1.health", "hostiles.picket.1.kia", "decks.actions.left"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from .state import Pile, State, with_hostile, with_soldier, with_tokens, with_weapon

TABLE = ("time", "goal.progress")
SOLDIER = ("health", "suppression", "xp", "acts", "space", "name")
HOSTILE = ("kia", "suppressed", "target", "space")
PILES = ("left", "top", "discards")


def corrected(state: State, path: str, value: Any) -> State:
    """Return the state with another value. Several paths, comma-separated, take a list. Raises `KeyError` or
    `TypeError` for a path or value that is not there."""
    paths = path.split(",")
    if len(paths) > 1:
        for one, part in zip(paths, value, strict=True):
            state = corrected(state, one, part)
        return state
    kind, _, rest = path.partition(".")
    if kind == "time":
        return replace(state, time=int(value))
    return _WITHIN[kind](state, rest, value)


def _goal(state: State, rest: str, value: Any) -> State:
    if rest != "progress":
        raise KeyError(rest)
    return replace(state, goal=replace(state.goal, progress=int(value)))


def _team(state: State, rest: str, value: Any) -> State:
    number, field, *more = rest.split(".")
    soldier = state.team[number]
    if field == "hand" and not more:
        return with_soldier(state, number, hand=tuple(map(str, value)))
    if field == "weapons":
        weapon, counter = more
        if soldier.weapon(weapon) is None or counter not in ("live", "empty"):
            raise KeyError(rest)
        return with_weapon(state, number, weapon, **{counter: int(value)})
    if field == "kit":
        (item,) = more
        if soldier.item(item) is None:
            raise KeyError(rest)
        return with_tokens(state, number, item, int(value))
    if field not in SOLDIER or more:
        raise KeyError(rest)
    return with_soldier(state, number, **{field: str(value) if field == "name" else int(value)})


def _hostiles(state: State, rest: str, value: Any) -> State:
    id, _, field = rest.rpartition(".")
    if field not in HOSTILE:
        raise KeyError(rest)
    if field != "target":
        return with_hostile(state, id, **{field: int(value)})
    return _target(state, id, str(value))


def _target(state: State, id: str, number: str) -> State:
    """Give a Hostile card another Target, with a token of the cup if there is one."""
    held = state.hostiles[id]
    cup = dict(state.cup)
    if number not in state.team:
        raise KeyError(number)
    if held.token and held.target in cup:
        cup[held.target] += 1
    token = cup.get(number, 0) > 0
    if token:
        cup[number] -= 1
    return with_hostile(replace(state, cup=cup), id, target=number, token=token)


def _decks(state: State, rest: str, value: Any) -> State:
    deck, name = rest.split(".")
    if name not in PILES:
        raise KeyError(rest)
    pile: Pile = replace(state.decks[deck], **{name: tuple(map(str, value))})
    return replace(state, decks={**state.decks, deck: pile})


_WITHIN: dict[str, Callable[[State, str, Any], State]] = {
    "goal": _goal,
    "team": _team,
    "hostiles": _hostiles,
    "decks": _decks,
}
