"""The folder of saves, names for new games, and the list of recent games.

The list of recent games is a separate index next to the saves. Showing it opens no save and imports no game's rules.
An index that cannot be read is set aside; the saves are then listed by their names.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.core.system import Summary
from defiance_qt.journal import disk
from defiance_qt.shell.settings import make_folder, read_set_aside

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
        self.error: SaveError | None = None
        self._clock = clock

    def new_path(self, title: str) -> Path:
        """Return an unused path for a new game, made from its title and the date. Raises `SaveError`."""
        make_folder(self.folder)
        title = "".join(" " if sign in '/\\:*?"<>|' or sign < " " else sign for sign in title)[:60].strip(" .")
        stem = f"{title} {time.strftime('%Y-%m-%d %H-%M', time.localtime(self._clock()))}"
        path = self.folder / f"{stem}{SUFFIX}"
        number = 2
        while os.path.lexists(path):
            path = self.folder / f"{stem} ({number}){SUFFIX}"
            number += 1
        return path

    def recent(self) -> tuple[Recent, ...]:
        """Return the most recent games, newest first, without missing files. Opens no save."""
        known = {one.path: one for one in self._index() if _changed(Path(one.path)) is not None}
        for path in _listed(self.folder):
            name = str(path)
            at = _changed(path)
            # The index is JSON, which cannot hold a name that is not UTF-8.
            if name not in known and at is not None:
                known[name] = Recent(name, at=at)
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
            make_folder(self.folder)
            disk.replace_file(self.folder / INDEX, (msgspec.json.encode([entry, *others][: 4 * MOST]),))
        except (SaveError, UnicodeEncodeError):
            return

    def _index(self) -> list[Recent]:
        found, error = read_set_aside(self.folder / INDEX, list[Recent])
        self.error = error or self.error
        return found or []


def _listed(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.name.endswith(SUFFIX)]
    except OSError:
        return []


def _changed(path: Path) -> float | None:
    """Return when a file was changed, None if there is no such file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime if stat.S_ISREG(found.st_mode) else None
