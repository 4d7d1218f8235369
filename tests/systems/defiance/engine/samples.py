"""Any command, event or other struct of the engine, drawn by hypothesis from the types of its fields."""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
# Chosen from a list: to draw letters by a pattern takes ten times as long, and most texts are ids.
IDS = st.sampled_from(("a", "b_", "uma", "nox", "nox.1", "nox.2", "jazz", "a_b", "c.9", "crate", "door_1", "end.3"))


@cache
def of(kind: Any, plain: bool = False) -> st.SearchStrategy[Any]:
    """Values of a type. `plain`: texts are ids such as "nox.2" and not just anything."""
    if kind is Any:
        return JSON
    if kind is str:
        return IDS if plain else IDS | st.text(max_size=6)
    if kind is int:
        return st.integers(-3, 9)
    if kind is bool:
        return st.booleans()
    if kind is type(None):
        return st.none()
    if kind is msgspec.UnsetType:
        return st.just(msgspec.UNSET)
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(inside)
    if origin in (Union, types.UnionType):
        return st.one_of([of(one, plain) for one in inside])
    if origin is tuple:
        if inside[-1] is Ellipsis:
            return st.lists(of(inside[0], plain), max_size=2).map(tuple)
        return st.tuples(*(of(one, plain) for one in inside))
    if origin is dict:
        return st.dictionaries(of(str, plain), of(inside[1], plain), max_size=2)
    if issubclass(kind, msgspec.Struct):  # deferred, because an effect may hold effects
        fields = msgspec.structs.fields(kind)
        return st.deferred(lambda: st.builds(kind, **{field.name: of(field.type, plain) for field in fields}))
    if issubclass(kind, tuple):
        return st.builds(kind, **{name: st.integers(0, 3) for name in get_type_hints(kind)})
    raise TypeError(kind)
