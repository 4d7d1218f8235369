"""The processes that play games for a window: begun with the first question about a game, ready for those after it.

One owner at a time asks them. Another one that takes them gets them at once; what they were doing is dropped.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from defiance_qt.lab.what_if.workers import Workers
    from defiance_qt.shell.table import Table
    from defiance_qt.shell.window import Window

MOST_WORKERS = 2


class Players:
    """The processes of a window. `workers` are those of its game, None before a question; `owner` asks them now."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._for: tuple[object, int] = (None, 0)
        self.workers: Workers | None = None
        self.owner: object = None
        self.make: Callable[[Any, int, bool], Workers] = _workers
        """Begins processes; takes what `Workers` takes."""

    def kept(self, table: Table) -> Workers | None:
        """Return the processes that are ready for the game of a table, None without any."""
        return self.workers if self._for == _key(table) else None

    def begin(self, host: Any) -> Workers:
        """Begin processes for the game of a host. May be called on a thread."""
        return self.make(host.header, min(MOST_WORKERS, os.cpu_count() or 1), host.stay)

    def keep(self, workers: Workers, table: Table) -> bool:
        """Keep the processes for a table, in place of those before. Return False, and end them, if the table is
        gone."""
        if workers is not self.workers:
            self.close()
            self.workers, self._for = workers, _key(table)
            if self._window.table is not table:
                self.close()
        return self.workers is not None

    def leave(self, owner: object) -> None:
        """End what an owner asks. The processes stay ready."""
        if self.owner is owner:
            self.owner = None

    def close(self) -> None:
        """End the processes, without waiting for them."""
        if self.workers is not None:
            self.workers.close()
        self.workers = self.owner = None


def _workers(header: Any, count: int, stay: bool) -> Workers:
    from defiance_qt.lab.what_if.workers import Workers

    return Workers(header, count, stay)


def _key(table: Table) -> tuple[object, int]:
    """Return what the processes of a game are good for: its session, until it takes an update."""
    return table.session, len(table.session.timeline.updates)
