"""Read-only views of values: what strangers' code is shown of a game that goes on with the same values.

A frozen struct can hold a dict or a list, which is not frozen. A view has a read-only mapping for every dict in it and
a tuple for every list. What holds neither is its own view, so that most values cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import msgspec

_PLAIN = frozenset((str, int, float, bool, bytes, type(None), msgspec.UnsetType, MappingProxyType))


def read_only(value: Any) -> Any:
    """Return the value with every dict in it as a read-only mapping, every list as a tuple and every set frozen."""
    return value if type(value) in _PLAIN else _view(value, read_only)


class Views:
    """Read-only views of values that come again and again, such as parts of consecutive states; each is made once."""

    MOST = 8192

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Any]] = {}

    def of(self, value: Any) -> Any:
        """Return the view of a value, the same object as long as it is remembered."""
        if type(value) in _PLAIN:
            return value
        known = self._known.get(id(value))
        if known is None:
            if len(self._known) > self.MOST:
                self._known.clear()
            # The value is kept with its view: while it lives, its id belongs to no other.
            known = self._known[id(value)] = (value, self.fresh(value))
        return known[1]

    def fresh(self, value: Any) -> Any:
        """Return a view that is not remembered itself; those of its parts are."""
        return _view(value, self.of)


def _view(value: Any, of: Callable[[Any], Any]) -> Any:
    if isinstance(value, msgspec.Struct):
        changed = {}
        for name in value.__struct_fields__:
            one = getattr(value, name)
            seen = of(one)
            if seen is not one:
                changed[name] = seen
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        parts = [of(one) for one in value]
        if all(seen is one for seen, one in zip(parts, value, strict=True)):
            return value
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    if isinstance(value, dict):
        return MappingProxyType({key: of(one) for key, one in value.items()})
    if isinstance(value, list):
        return tuple(of(one) for one in value)
    if isinstance(value, bytearray):
        return bytes(value)
    return frozenset(value) if isinstance(value, set) else value


def thawed(value: Any) -> Any:
    """Return the value with a dict for every read-only mapping in it, itself if it has none: what is kept must not
    depend on whether a view of it was seen first."""
    if isinstance(value, MappingProxyType):
        return {key: thawed(one) for key, one in value.items()}
    if isinstance(value, msgspec.Struct):
        parts = {name: (one, thawed(one)) for name in value.__struct_fields__ for one in [getattr(value, name)]}
        changed = {name: plain for name, (one, plain) in parts.items() if plain is not one}
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        plain = [thawed(one) for one in value]
        if all(one is other for one, other in zip(plain, value, strict=True)):
            return value
        return value._make(plain) if hasattr(value, "_make") else tuple(plain)
    return value
