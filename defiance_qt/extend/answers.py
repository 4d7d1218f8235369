"""The parameters and valid return values of hooks: the entry type of the table ANSWERS in a module of hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from defiance_qt.extend.guard import Guard


class Answer(NamedTuple):
    """A hook's parameter names, the check of its return value, and the value that means no answer.

    `check(answer, *arguments)` returns the value to use, or raises. `ids` returns the ids of a contribution, for hooks
    whose contributions must have unique ids. `guarded` returns a contribution with its own functions guarded.
    """

    arguments: tuple[str, ...]
    check: Callable[..., Any]
    nothing: Any
    ids: Callable[[Any], Sequence[str]] | None = None
    guarded: Callable[[Any, Guard], Any] | None = None


MOST = 1000
"""The most parts of one answer: a plugin can return an iterator without an end."""


def parts(answer: Iterable[Any]) -> tuple[Any, ...]:
    """Return the parts of an answer. Raises `ValueError` if there are more than `MOST`."""
    found = tuple(islice(answer, MOST + 1))
    if len(found) > MOST:
        raise ValueError(f"more than {MOST} parts")
    return found


def decoded(value: Any, kind: Any) -> Any:
    """Re-decode the value as its own type to find invalid fields. Raises `TypeError` for another type, and
    `msgspec.ValidationError`."""
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not what the hook returns")
    return msgspec.convert(msgspec.to_builtins(value), type(value))
