"""Chance as data: the request for random values and the app's answer to it.

A game never draws random numbers. It stops with a `Request`. Either the app computes the answer from `(seed, counter)`,
or the user enters the result of real dice or cards.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import msgspec


class Request(msgspec.Struct, frozen=True):
    """A request for random values.

    `sizes` holds one entry per requested number; each number is at least 0 and less than its entry. Three six-sided
    dice are `(6, 6, 6)`, one card of nine is `(9,)`, a shuffle of four is `(4, 3, 2, 1)`. `counter` is the number of
    requests the game has answered before. Together with the seed it determines the app's answer. `who` is the figure
    that rolls or draws, "" for none in particular.
    """

    kind: str
    side: str
    sizes: tuple[int, ...]
    counter: int
    by_app: bool = True
    who: str = ""

    @property
    def key(self) -> str:
        """The key of its `ChanceKind`: "team.dice"; without a side the kind alone."""
        return f"{self.side}.{self.kind}" if self.side else self.kind


def answer(seed: int, request: Request, salt: int = 0) -> tuple[int, ...]:
    """Return the app's answer: uniform over the requested values, and the same for the same (seed, counter, salt)."""
    return _uniform(b"%d|%d|%d" % (seed, request.counter, salt), request.sizes)


class ByPurpose:
    """Answers chance by what it is for, in place of by its order: the same figure rolls the same for the same purpose
    in a chapter, whatever others have rolled before. Nothing of it equals what `answer` returns for any seed.

    `chapter` is the present one, to be set by the caller.
    """

    def __init__(self, seed: int, chapter: int = 0) -> None:
        self.chapter = chapter
        self._seed = seed
        self._asked: Counter[tuple[int, str, str]] = Counter()

    def __call__(self, request: Request) -> tuple[int, ...]:
        purpose = self.chapter, request.key, request.who
        nth = self._asked[purpose]
        self._asked[purpose] += 1
        return _uniform(repr(("by purpose", self._seed, *purpose, nth)).encode(), request.sizes)


def _uniform(key: bytes, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return a number below each size, uniform, and the same for the same key."""
    values: list[int] = []
    block = 0
    pool = b""
    for size in sizes:
        limit = 65536 - 65536 % size
        while True:
            if len(pool) < 2:
                pool = blake2b(b"%b|%d" % (key, block)).digest()
                block += 1
            word = pool[0] | pool[1] << 8
            pool = pool[2:]
            if word < limit:
                values.append(word % size)
                break
    return tuple(values)
