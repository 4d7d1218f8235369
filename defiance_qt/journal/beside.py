"""The files that SQLite would open beside a save: judges them, keeps new saves clear of them, sets them aside.

SQLite merges such a file into the save, or follows what it names, without asking whose it is. So every door that opens
a save, or gives a new one its name, asks here first. A save of this program has at most a write-ahead log and its
index; a rollback journal is never its own.
"""

from __future__ import annotations

import contextlib
import os
import stat
from itertools import count
from pathlib import Path

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk

LOG, INDEX, JOURNAL = "-wal", "-shm", "-journal"

SUFFIXES = (LOG, JOURNAL, INDEX)
"""The suffixes of all files that SQLite opens beside a save."""

LOG_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The beginnings of a write-ahead log. SQLite takes a file with another one for an empty log."""


class StrayFile(SaveError):
    """A file beside a save that does not belong to it. `path` is that file; `put_aside` renames it."""

    def __init__(self, path: Path, save: Path) -> None:
        super().__init__(
            "save.stray",
            "{beside} lies beside {file} and does not belong to it: set it aside (defiance-qt aside FILE), "
            "which only renames it.",
            beside=disk.shown(path),
            file=disk.shown(save),
        )
        self.path = path


class LeftOver(SaveError):
    """A file beside a name that a new save is to have. `path` is that file."""

    def __init__(self, path: Path, save: Path) -> None:
        super().__init__(
            "save.left_over",
            "{beside} is left from another save of the name {file}: set it aside (defiance-qt aside FILE), "
            "which only renames it, or choose another name.",
            beside=disk.shown(path),
            file=disk.shown(save),
        )
        self.path = path


def neighbour(save: Path, suffix: str) -> Path:
    """Return the path of a file beside a save. It is beside the file itself, not beside a link to it."""
    place = resolved(save)
    return place.with_name(place.name + suffix)


def resolved(path: Path) -> Path:
    """Return the path without symbolic links; unchanged if it cannot be one."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def judged(save: Path) -> Path | None:
    """Check every file that SQLite would open beside a save, without opening any that is not a file.

    Returns the write-ahead log if it may hold entries, None if there is no such log. Whose entries they are is judged
    when they are read. Raises `StrayFile`.
    """
    found = None
    for suffix in SUFFIXES:
        place = neighbour(save, suffix)
        try:
            status = place.lstat()
        except (OSError, ValueError):
            continue
        # With a second name, it would be changed under that name, too.
        own = stat.S_ISREG(status.st_mode) and status.st_nlink == 1
        if not own or (suffix == JOURNAL and status.st_size) or (suffix == LOG and status.st_size > disk.LARGEST):
            raise StrayFile(place, save)
        if suffix == LOG and disk.read_start(place, 4) in LOG_MAGIC:
            found = place
    return found


def check_free(save: Path) -> None:
    """Check that nothing is left beside the name of a new save. Raises `LeftOver`."""
    for suffix in SUFFIXES:
        place = neighbour(save, suffix)
        with contextlib.suppress(ValueError):
            if os.path.lexists(place):
                raise LeftOver(place, save)


def put_aside(place: Path) -> Path:
    """Rename a file to an unused name, NAME.old, and return that. Raises `SaveError`."""
    names = (place.with_name(f"{place.name}.old{number or ''}") for number in count())
    target = next(name for name in names if not os.path.lexists(name))
    try:
        if place.is_file() and not place.is_symlink():
            disk.publish(place, target)
        else:
            place.rename(target)
    except OSError as error:
        raise disk.unwritable(place, error) from error
    disk.sync_folder(target.parent)
    return target
