"""Python's cyclic garbage collector, kept from stopping the window.

It is off while the program starts and while a thread works. A full collection looks at everything alive, with a long
game open for 40 ms; so what much work has left is frozen, which means that it is not looked at any more. `thaw` lets it
be collected once the game is closed. Full collections are rare, and wait for a moment in which no game is open.
"""

from __future__ import annotations

import gc

MUCH = 20_000
"""New objects from which on they are frozen."""


SELDOM = 200
"""Collections of the middle generation before a full one; Python's own setting is 10."""


class _Pauses:
    """How often the collector has been paused, and whether it was on before."""

    def __init__(self) -> None:
        self.count = 0
        self.collecting = False


_pauses = _Pauses()


def pause() -> None:
    """Turn the collector off until `resume` has been called as often."""
    if not _pauses.count:
        _pauses.collecting = gc.isenabled()
        gc.disable()
    _pauses.count += 1


def resume() -> None:
    """Turn the collector on again, if it was on before the first `pause`."""
    _pauses.count -= 1
    if not _pauses.count and _pauses.collecting:
        if gc.get_count()[0] >= MUCH:
            gc.freeze()
        gc.enable()


def thaw() -> None:
    """Have the collector look at everything again."""
    gc.unfreeze()


def defer() -> None:
    """Make full collections rare. For programs that show the window; `collect` makes up for it."""
    youngest, middle, _ = gc.get_threshold()
    gc.set_threshold(youngest, middle, SELDOM)


def collect() -> None:
    """Collect everything, unless the collector is paused."""
    if gc.isenabled():
        gc.collect()
