"""Cache for view models that are made again only when their inputs change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
_PLAIN = (str, int, bool, type(None))


class Memo:
    """The last value of each name, with its inputs.

    States share unchanged parts, so inputs are compared by identity, plain text and numbers by value. Pass every input
    that the maker reads; otherwise the value goes stale.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[Any, ...], Any]] = {}

    def __call__(self, name: str, inputs: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Return the value of that name: the cached one if the inputs are the same, else a new one."""
        kept = self._kept.get(name)
        if kept is not None and _same(kept[0], inputs):
            value: T = kept[1]
            return value
        value = make()
        self._kept[name] = inputs, value
        return value


def _same(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    return len(before) == len(now) and all(
        a is b or (type(a) is type(b) and isinstance(a, _PLAIN) and a == b) for a, b in zip(before, now, strict=True)
    )
