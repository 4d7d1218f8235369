"""The parameters and valid return values of hooks: the entry type of the table ANSWERS in a module of hooks.

A check reads an answer once, copies it, and looks at the copy: what a plugin keeps can change between two readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.extend.guard import Guard


class Answer(NamedTuple):
    """A hook's parameter names, the check of its return value, and the value that means no answer.

    `check(answer, *arguments)` returns the value to use, or raises. `ids` returns the ids of a contribution, for hooks
    whose contributions must have unique ids. `guarded` returns a contribution with its own functions guarded.
    `named` says that content names what is contributed: an id that no content names is a mistake.
    """

    arguments: tuple[str, ...]
    check: Callable[..., Any]
    nothing: Any
    ids: Callable[[Any], Sequence[str]] | None = None
    guarded: Callable[[Any, Guard], Any] | None = None
    named: bool = False


MOST = 1000
"""The most parts of one answer: a plugin can return an iterator without an end."""


def named_parts(answer: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a copy of an answer that names its parts. Raises `TypeError` for a name that is not text."""
    found = {}
    for name, part in parts(answer.items()):
        if type(name) is not str:
            raise TypeError(f"{name!r} is not a name")
        found[name] = part
    return found


def parts(answer: Iterable[Any]) -> tuple[Any, ...]:
    """Return the parts of an answer. Raises `ValueError` if there are more than `MOST`."""
    found = tuple(islice(answer, MOST + 1))
    if len(found) > MOST:
        raise ValueError(f"more than {MOST} parts")
    return found


def decoded(value: Any, kind: Any) -> Any:
    """Return a copy of a struct of this type, or of one of a union, as a save would give it back.

    Raises `TypeError` for any other type, also for one derived from it, and for what cannot be stored;
    `msgspec.ValidationError` for invalid fields.
    """
    if type(value) not in (get_args(kind) or (kind,)):
        raise TypeError(f"{value!r} is not what the hook returns")
    return plain(value, type(value))


def plain(value: Any, kind: Any) -> Any:
    """Return a copy of a value of this type, as a save would give it back. Raises like `decoded`."""
    copy = msgspec.json.decode(msgspec.json.encode(value, enc_hook=_shown), type=ready(kind))
    # A save holds less than its text form: no number of more than 64 bits.
    msgspec.msgpack.encode(copy)
    return copy


def _shown(value: Any) -> Any:
    """Return a mapping that a plugin was shown and returns as a part of its answer."""
    if type(value) is MappingProxyType:
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be stored")
