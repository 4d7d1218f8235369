"""Changes plain values - dictionaries, lists, text, numbers - as somebody would who forges an entry."""

from __future__ import annotations

import random
from typing import Any

DEEP = 100_000
"""The levels of a value that is nested too deeply."""

HUGE = (2**31, 2**63 - 1, 2**64 - 1, -(2**63), -1, 10**9, 10**18)
STRANGE = ("", "nowhere", "../../etc/passwd", "\0", "\x1b[31m", "{x}", "%s", "Ω" * 3000, "a" * 200_000)
OTHER: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    [],
    {},
    [[]],
    {"": None},
    b"\xff",
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to every value inside a value."""
    found = [way] if way else []
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list | tuple):
        inner = enumerate(value)
    for key, one in inner:
        found += places(one, (*way, key))
    return found


def at(value: Any, way: tuple[Any, ...]) -> Any:
    """Return the value at a place."""
    for key in way:
        value = value[key]
    return value


def put(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    """Return the value with another one at this place."""
    if not way:
        return new
    key, rest = way[0], way[1:]
    if isinstance(value, dict):
        return {**value, key: put(value[key], rest, new)}
    changed = list(value)
    changed[key] = put(changed[key], rest, new)
    return changed


def change(value: Any, chance: random.Random) -> Any:
    """Return the value with one place changed; text forms of JSON are kept if bytes cannot be stored."""
    ways = places(value)
    if not ways:
        return chance.choice(OTHER)
    way = chance.choice(ways)
    old = at(value, way)
    dice = chance.random()
    if dice < 0.25:
        return put(value, way, similar(old, chance))
    if dice < 0.45:
        return put(value, way, chance.choice(HUGE) if isinstance(old, int | float) else chance.choice(STRANGE))
    if dice < 0.65:
        return put(value, way, chance.choice(OTHER))
    holder = at(value, way[:-1])
    if dice < 0.8:
        return put(value, way[:-1], without(holder, way[-1]))
    if dice < 0.9:
        return put(value, way[:-1], with_more(holder, old, chance))
    return put(value, way, at(value, chance.choice(ways)))


def similar(old: Any, chance: random.Random) -> Any:
    """Return another value of the same type."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int | float):
        return old + chance.choice((-1, 1, 2, 10))
    if isinstance(old, str):
        return chance.choice((old + "x", old[1:], old[::-1], old.upper()))
    if isinstance(old, bytes):
        return old[: len(old) // 2] + b"#" + old[len(old) // 2 + 1 :]
    if isinstance(old, list | tuple):
        return chance.choice((list(old)[::-1], [*old, *old], list(old)[1:]))
    if isinstance(old, dict):
        return dict(list(old.items())[1:])
    return 0


def without(holder: Any, key: Any) -> Any:
    if isinstance(holder, dict):
        return {one: value for one, value in holder.items() if one != key}
    return [value for index, value in enumerate(holder) if index != key]


def with_more(holder: Any, old: Any, chance: random.Random) -> Any:
    if isinstance(holder, dict):
        return {**holder, chance.choice(("surprise", "", "entry", "event")): old}
    return [*holder, old]
