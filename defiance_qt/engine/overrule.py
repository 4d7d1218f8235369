"""Values corrected by hand: `path` to a value of the State, and the State with another value there (law 4).

A path is text: "reserve", "team.cadin.damage", "doors.lab.open". Only what a table could change is reached.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.engine.state import State

_WHOLE = {"round", "alert", "reserve", "high_face", "selected", "available", "initiative", "flags"}
_TABLES = {"team", "enemies", "units", "doors", "containers", "consoles", "decks", "discards", "facts"}


def value_at(state: State, path: str) -> Any:
    """The value that a path names. Raises `Illegal` with code "unknown_path"."""
    parts = path.split(".")
    if len(parts) == 1 and path in _WHOLE:
        return getattr(state, path)
    if parts[0] not in _TABLES or len(parts) < 2:
        raise Illegal("unknown_path", "", f"nothing at the table is called {path!r}")
    table = getattr(state, parts[0])
    key, field = _key(table, parts[1:])
    if key not in table:
        raise Illegal("unknown_path", "", f"nothing at the table is called {path!r}")
    if not field:
        return table[key]
    if field not in getattr(table[key], "__struct_fields__", ()):
        raise Illegal("unknown_path", "", f"{path!r} names no value that can be changed")
    return getattr(table[key], field)


def _key(table: dict[str, Any], parts: list[str]) -> tuple[str, str]:
    """Ids of Miniatures hold a dot ("cadmus.2"), so the longest key that fits is taken."""
    whole = ".".join(parts)
    if whole in table or len(parts) == 1:
        return whole, ""
    return ".".join(parts[:-1]), parts[-1]


def overruled(state: State, path: str, value: Any) -> State:
    """The State with that value at the path, decoded as the kind of value that stood there."""
    parts = path.split(".")
    if len(parts) == 1:
        return replace(state, **{path: _like(getattr(state, path), value)})
    table = getattr(state, parts[0])
    key, field = _key(table, parts[1:])
    fresh = table.copy()
    fresh[key] = (
        replace(table[key], **{field: _like(getattr(table[key], field), value)}) if field else _like(table[key], value)
    )
    return replace(state, **{parts[0]: fresh})


def _like(old: Any, value: Any) -> Any:
    return tuple(value) if isinstance(old, tuple) and not hasattr(old, "_fields") else msgspec.convert(value, type(old))
