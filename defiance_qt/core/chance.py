"""Chance as a request: what is asked for, and the app's answer to it.

A game never takes a random number. It stops with a `Request`; the table answers, either the app from
`(seed, counter)` or a person who types what the real dice showed.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec


class Request(msgspec.Struct, frozen=True):
    """One question to the table.

    `sizes` says what is asked: one whole number is wanted for each entry, at least 0 and below it. Three
    six-sided dice are `(6, 6, 6)`; one card of nine is `(9,)`; a shuffle of four is `(4, 3, 2, 1)`.
    `counter` is how many requests the game has answered before: with the seed it fixes the app's answer.
    """

    kind: str
    side: str
    sizes: tuple[int, ...]
    counter: int
    by_app: bool = True


def answer(seed: int, request: Request, salt: int = 0) -> tuple[int, ...]:
    """The app's answer: the same for the same (seed, counter, salt), uniform over what is asked."""
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
