"""What a hook may be given and may return: the form of each hook's entry in the table ANSWERS of a module of hooks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec


class Answer(NamedTuple):
    """The names of a hook's parameters, the check of what it returns, and what stands for no answer.

    The check returns the value to use, or raises. `ids` gives the ids of what is contributed, for hooks whose
    contributions must differ in them.
    """

    arguments: tuple[str, ...]
    check: Callable[[Any], Any]
    nothing: Any
    ids: Callable[[Any], Sequence[str]] | None = None


def decoded(value: Any, kind: Any) -> Any:
    """The value decoded anew as its own type, so that wrongly filled fields are found. Raises `TypeError` for another
    type and `msgspec.ValidationError`."""
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not what the hook returns")
    return msgspec.convert(msgspec.to_builtins(value), type(value))
