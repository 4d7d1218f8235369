"""Loops of tests that end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeVar

MOST = 300
T = TypeVar("T")


def repeat(
    following: Callable[[], T | Literal[False] | None], asked: Callable[[], object], most: int = MOST
) -> Iterator[T]:
    """Yield what follows, called anew each time, until it is false. Fail after `most` times, with what is asked then.

    for line in repeat(lambda: game.options("deploy"), game.question):
        game.do(line[0])
    """
    for _ in range(most):
        if not (one := following()):
            return
        yield one
    assert not following(), f"no end after {most} times: {asked()}"
