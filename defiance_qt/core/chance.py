"""Chance as data: the request for random values and the app's answer to it.

A game never draws random numbers. It stops with a `Request`. Either the app computes the answer from `(seed, counter)`,
or the user enters the result of real dice or cards.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec


class Request(msgspec.Struct, frozen=True):
    """A request for random values.

    `sizes` holds one entry per requested number; each number is at least 0 and less than its entry. Three six-sided
    dice are `(6, 6, 6)`, one card of nine is `(9,)`, a shuffle of four is `(4, 3, 2, 1)`. `counter` is the number of
    requests the game has answered before. Together with the seed it determines the app's answer.
    """

    kind: str
    side: str
    sizes: tuple[int, ...]
    counter: int
    by_app: bool = True

    @property
    def key(self) -> str:
        """The key of its `ChanceKind`: "team.dice"; without a side the kind alone."""
        return f"{self.side}.{self.kind}" if self.side else self.kind


def answer(seed: int, request: Request, salt: int = 0) -> tuple[int, ...]:
    """Return the app's answer: uniform over the requested values, and the same for the same (seed, counter, salt)."""
    values: list[int] = []
    block = 0
    pool = b""
    for size in request.sizes:
        limit = 65536 - 65536 % size
        while True:
            if len(pool) < 2:
                pool = blake2b(b"%d|%d|%d|%d" % (seed, request.counter, salt, block)).digest()
                block += 1
            word = pool[0] | pool[1] << 8
            pool = pool[2:]
            if word < limit:
                values.append(word % size)
                break
    return tuple(values)
