"""The folder of saves, names for new games, and the list of recent games.

The list of recent games is a separate index next to the saves. Showing it opens no save and imports no game's rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from defiance_qt.core.system import Summary

SUFFIX = ".defiance"
INDEX = "recent.json"
MOST = 12


class Recent(msgspec.Struct, frozen=True):
    """A save as listed on the start screen: its system, and the summary of its last state as text keys of that system.
    `at` is seconds since 1970. A save that is not in the index has only `path` and `at`."""

    path: str
    system: str = ""
    title: str = ""
    progress: str = ""
    values: dict[str, int | str] = {}
    at: float = 0.0
    result: str = ""


class Saves:
    """The folder of the user's saves."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._clock = clock

    def new_path(self, title: str) -> Path:
        """Return an unused path for a new game, made from its title and the date."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{title} {time.strftime('%Y-%m-%d %H-%M', time.localtime(self._clock()))}"
        path = self.folder / f"{stem}{SUFFIX}"
        number = 2
        while path.exists():
            path = self.folder / f"{stem} ({number}){SUFFIX}"
            number += 1
        return path

    def recent(self) -> tuple[Recent, ...]:
        """Return the most recent games, newest first, without missing files. Opens no save."""
        known = {one.path: one for one in self._index() if Path(one.path).exists()}
        if self.folder.is_dir():
            for path in self.folder.glob(f"*{SUFFIX}"):
                if str(path) not in known:
                    known[str(path)] = Recent(str(path), at=path.stat().st_mtime)
        found = sorted(known.values(), key=lambda one: one.at, reverse=True)
        return tuple(found[:MOST])

    def remember(self, path: Path, system: str, summary: Summary) -> None:
        """Store the progress of a game in the index. Write errors are ignored, because the list is only a
        convenience."""
        values = dict(summary.values)
        at, where = self._clock(), str(path.absolute())
        entry = Recent(where, system, summary.title, summary.progress, values, at, summary.result)
        others = [one for one in self._index() if one.path != entry.path]
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / INDEX).write_bytes(msgspec.json.encode([entry, *others][: 4 * MOST]))
        except OSError:
            return

    def _index(self) -> list[Recent]:
        try:
            return msgspec.json.decode((self.folder / INDEX).read_bytes(), type=list[Recent])
        except (OSError, msgspec.DecodeError):
            return []
