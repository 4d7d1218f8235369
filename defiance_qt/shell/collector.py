"""Python's cyclic garbage collector, kept from stopping the window.

It is off while the program starts and while a thread works. A full collection looks at everything alive, with a long
game open for 40 ms; so what much work has left is frozen, which means that it is not looked at any more. `thaw` lets it
be collected once the game is closed.
"""

from __future__ import annotations

import gc

MUCH = 20_000
"""New objects from which on they are frozen."""


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
