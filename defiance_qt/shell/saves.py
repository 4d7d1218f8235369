"""The folder of saves, names for new games, and the list of games.

The list is a separate index next to the saves, made of what the saves hold. Showing it opens no save and imports no
game's rules. An index that cannot be read is set aside; the saves are then listed by their names until `inspected` has
looked into them.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from defiance_qt.core.errors import DefianceError, Message, SaveError
from defiance_qt.core.port import Summary, SummaryFigure, SummaryLine
from defiance_qt.journal import disk
from defiance_qt.journal.beside import SUFFIXES
from defiance_qt.shell.settings import make_folder, read_set_aside

SUFFIX = ".defiance"
INDEX = "recent.json"
MOST = 2000
"""The most games in the index. With a summary each has about one KiB. Others are listed by their names."""

INDEX_LARGEST = 32 * disk.MIB
"""The limit in bytes of the index: a note can be long."""

Stamp = tuple[int, int, int]
"""When a save was changed, in nanoseconds, its size, and the size of the log beside it."""


class Recent(msgspec.Struct, frozen=True):
    """A save as listed on the start screen: its system, and the summary of its last state as text keys of that system.
    `at` is seconds since 1970. `name` and `note` are the user's own. `stamp` is of the file that the entry describes. A
    save that is not in the index has only `path` and `at`; a `missing` one is in the index and not on disk."""

    path: str
    system: str = ""
    title: str = ""
    progress: str = ""
    values: dict[str, int | str] = {}
    at: float = 0.0
    result: str = ""
    name: str = ""
    note: str = ""
    chapter: int = 0
    last: int = 0
    lines: tuple[SummaryLine, ...] = ()
    figures: tuple[SummaryFigure, ...] = ()
    stamp: Stamp = (0, 0, 0)
    missing: bool = False
    whole: str = ""
    side: str = ""

    @property
    def known(self) -> bool:
        """Whether somebody has looked into the save."""
        return bool(self.system)


class Inspected(msgspec.Struct, frozen=True):
    """What was found in a save: its entry for the list, or why it cannot be opened. `locked`: it can be opened, and
    another program keeps it from being written to."""

    path: str
    entry: Recent | None = None
    fault: Message | None = None
    locked: bool = False


class Saves:
    """The folder of the user's saves."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.error: SaveError | None = None
        self.faults: dict[str, Inspected] = {}
        """The saves in which something was found wrong, by path."""
        self._clock = clock

    def now(self) -> float:
        return self._clock()

    def new_path(self, title: str) -> Path:
        """Return a path for a new game, made from its title and the date: unused, and nothing is left beside it. Raises
        `SaveError`."""
        make_folder(self.folder)
        title = "".join(" " if sign in '/\\:*?"<>|' or sign < " " else sign for sign in title)[:60].strip(" .")
        stem = f"{title} {time.strftime('%Y-%m-%d %H-%M', time.localtime(self._clock()))}"
        path = self.folder / f"{stem}{SUFFIX}"
        number = 2
        while any(map(os.path.lexists, bin_files(path))):
            path = self.folder / f"{stem} ({number}){SUFFIX}"
            number += 1
        return path

    def recent(self) -> tuple[Recent, ...]:
        """Return the games, newest first. Opens no save. A game in the index whose file is gone is `missing`."""
        known: dict[str, Recent] = {}
        for one in self._index():
            found = _found(Path(one.path))
            if found is not None:
                known[one.path] = replace(one, missing=not found)
        for path in _listed(self.folder):
            name = str(path)
            # The index is JSON, which cannot hold a name that is not UTF-8.
            if name not in known and _found(path):
                known[name] = Recent(name, at=_changed(path))
        return tuple(sorted(known.values(), key=lambda one: one.at, reverse=True))

    def doubtful(self) -> list[str]:
        """Return the saves of the list that have changed since they were looked into, or never were."""
        return [one.path for one in self.recent() if not one.missing and one.stamp != stamp(Path(one.path))]

    def remember(self, path: Path, system: str, summary: Summary, name: str = "", note: str = "") -> None:
        """Store the progress of a game in the index. Write errors are ignored, because the index can be made again from
        the saves."""
        path = path.absolute()
        self._put(entry(path, system, summary, name, note, self._clock()))

    def describe(self, path: Path, name: str | None = None, note: str | None = None) -> None:
        """Store a name or a note in the index, after it was stored in the save."""
        for one in self._index():
            if one.path == str(path):
                self._put(
                    replace(
                        one,
                        name=one.name if name is None else name,
                        note=one.note if note is None else note,
                        stamp=stamp(path),
                    )
                )

    def forget(self, path: Path) -> None:
        """Take a game off the list."""
        self.faults.pop(str(path), None)
        self._store([one for one in self._index() if one.path != str(path)])

    def learn(self, found: Sequence[Inspected]) -> None:
        """Take what was found in saves into the list."""
        self.faults = {one.path: one for one in found if one.fault is not None or one.locked}
        news = {one.path: one.entry for one in found if one.entry is not None}
        if not news:
            return
        index = self._index()
        listed = {one.path: one for one in index}
        for path, one in news.items():
            # It is as old as the list says: looking into it is no play.
            listed[path] = replace(one, at=listed[path].at) if path in listed else one
        self._store(sorted(listed.values(), key=lambda one: one.at, reverse=True))

    def _put(self, entry: Recent) -> None:
        self._store([entry, *(one for one in self._index() if one.path != entry.path)])

    def _store(self, entries: Sequence[Recent]) -> None:
        try:
            make_folder(self.folder)
            disk.replace_file(self.folder / INDEX, (msgspec.json.encode(entries[:MOST]),))
        except (SaveError, UnicodeEncodeError):
            return

    def _index(self) -> list[Recent]:
        found, error = read_set_aside(self.folder / INDEX, list[Recent], INDEX_LARGEST)
        self.error = error or self.error
        return found or []


def entry(path: Path, system: str, summary: Summary, name: str, note: str, at: float) -> Recent:
    """Return the entry of a save for the list."""
    return Recent(
        str(path),
        system,
        summary.title,
        summary.progress,
        dict(summary.values),
        at,
        summary.result,
        name,
        note,
        summary.chapter,
        summary.last,
        summary.lines,
        summary.figures,
        stamp(path),
        whole=summary.whole,
        side=summary.side,
    )


def inspected(path: str) -> Inspected:
    """Look into a save. Imports its game's rules: call it on a thread."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.journal.file import is_locked

    place = Path(path)
    before = stamp(place)
    try:
        with open_save(place, read_only=True) as session:
            summary = session.game.summary(session.state)
            found = entry(place, session.setup.system, summary, session.title, session.comment, _changed(place))
        return Inspected(path, replace(found, stamp=before), locked=is_locked(place))
    except DefianceError as error:
        return Inspected(path, fault=error.message)
    except OSError as error:
        return Inspected(path, fault=disk.unreadable(place, error).message)
    except Exception as error:  # noqa: BLE001  a forged save that opens can make its game raise anything
        why = f"{type(error).__name__}: {error}"
        return Inspected(
            path, fault=Message("save.unfit", "{file} does not fit this game: {why}", file=disk.shown(place), why=why)
        )


def bin_files(path: Path) -> list[Path]:
    """Return a save with the files beside it that belong to it, in the order in which they may go."""
    beside = (path.with_name(path.name + suffix) for suffix in SUFFIXES)
    return [path, *(one for one in beside if os.path.lexists(one))]


def stamp(path: Path) -> Stamp:
    """Return the stamp of a save, zeros if there is no such file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return (0, 0, 0)
    try:
        log = path.with_name(f"{path.name}-wal").stat().st_size
    except OSError:
        log = 0
    return (found.st_mtime_ns, found.st_size, log)


def _listed(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.name.endswith(SUFFIX)]
    except OSError:
        return []


def _found(path: Path) -> bool | None:
    """Return whether there is such a file; None if there is something else, or the name is impossible."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return None
    return True if stat.S_ISREG(mode) else None


def _changed(path: Path) -> float:
    """Return when a file was changed, 0 if there is no such file."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
