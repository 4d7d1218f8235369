"""A save as one SQLite file: writes it through the recorder of the eventsourcing library, and closes it.

The file is opened for writing by the first entry (`recorder`). Before and after each entry, and before it is closed, it
is checked to be the file that was read (`reading`). One that is not is written to no more; whatever is still needed of
it is in memory, and can be written elsewhere.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk
from defiance_qt.journal.beside import INDEX, LOG, check_free, judged, neighbour
from defiance_qt.journal.reading import (
    APPLICATION_ID,
    UNREADABLE,
    Fields,
    Row,
    Saved,
    digest,
    read_alone,
    read_file,
    read_rows,
)

if TYPE_CHECKING:
    from defiance_qt.journal.recorder import StoredEvent, Writer

PAGE = 4096
"""The bytes of a page of SQLite."""

# -- the mark: `user_version` holds the format and whether the save is whole --

UNMARKED, OPEN = 0, 1
_MARKS = (1 << 23) - 2


def closing_mark(digest: int) -> int:
    """Return the mark of a save that was closed with these entries. `digest` is a checksum of all of them."""
    return 2 + digest % _MARKS


def closed_with(rows: Sequence[Fields], mark: int) -> bool:
    """Return whether the save was closed with these rows, or with the first of them."""
    found = 0
    for row in rows:
        found = digest((row,), found)
        if closing_mark(found) == mark:
            return True
    return False


def _version(format: int, mark: int) -> int:
    return format | mark << 8


class SaveFile:
    """One save on disk. `read` it or `create` it first. Every method raises `SaveError`.

    `alone`: what lies beside the file is not read.
    """

    def __init__(self, path: Path, *, read_only: bool = False, alone: bool = False) -> None:
        self.path = path
        self.name = disk.shown(path)
        self.read_only = read_only
        self._alone = alone
        self._id = ""
        self._format = 0
        self._count = 0
        self._digest = 0
        self._stamp: _Stamp | None = None
        self._log: _Stamp | None = None
        self._log_head = b""
        self._writer: Writer | None = None
        self._leftover = False
        self._accepted = False
        self._marked = False
        self._merged = 0  # the number of entries that the file itself holds, at least
        self._lost: Callable[[], SaveError] | None = None
        self._owes = False  # whether entries that were written here may be in no file

    def read(self, format: int) -> Saved:
        """Return what the file holds. Does not modify the file or its folder."""
        # Before it is read: what changes meanwhile is noticed by the first entry.
        stamps = _stamp(self.path), _stamp(neighbour(self.path, LOG))
        saved = read_file(self.path, format, alone=self._alone)
        self._stamp, self._log = stamps
        self._leftover = saved.log
        self._id, self._format = saved.id, format
        self._count, self._digest = len(saved.rows), saved.digest
        return saved

    def create(self, id: str, rows: Sequence[Row], format: int, mark: int) -> None:
        """Write a new save, which appears under its name once it is whole."""
        from defiance_qt.journal.recorder import Factory, PersistenceError

        check_new(self.path)
        try:
            part, descriptor = disk.new_part(self.path.parent)
            os.close(descriptor)
            try:
                with closing(sqlite3.connect(part, isolation_level=None)) as connection:
                    connection.execute(f"PRAGMA application_id={APPLICATION_ID:d}")
                    connection.execute(f"PRAGMA user_version={_version(format, mark):d}")
                factory = Factory(part, log=False, create=True)
                try:
                    factory.aggregate_recorder().insert_events(_events(id, rows))
                finally:
                    factory.close()
                if part.stat().st_size > disk.LARGEST:
                    raise disk.full(self.name, disk.LARGEST)
                disk.publish(part, self.path)
            finally:
                part.unlink(missing_ok=True)
            disk.sync_folder(self.path.parent)
            self._stamp = _Stamp.of(self.path)
        except FileExistsError:
            raise disk.exists(self.path) from None
        except (OSError, ValueError, PersistenceError, sqlite3.Error) as error:
            raise disk.unwritable(self.path, error) from error
        self._id, self._format = id, format
        self._count_in(rows)

    def insert(self, rows: Sequence[Row], format: int) -> None:
        """Append entries, all or none; they are on disk when this returns."""
        from defiance_qt.journal.recorder import IntegrityError, PersistenceError

        if self.read_only:
            raise SaveError("save.read_only", "{file} is open for reading only.", file=self.name)
        self._check_ours()
        self._check_room(rows)
        writer = self._writer
        try:
            writer = writer or self._opened()
            writer.recorder.insert_events(_events(self._id, rows))
            self._writer = writer
        except IntegrityError:
            raise elsewhere(self.name) from None
        except (OSError, PersistenceError, sqlite3.Error) as error:
            raise self._refusal(error) from error
        finally:
            if writer is not None and self._writer is None:
                # It has not written: the next entry opens the file again.
                writer.close()
        self._format, self._owes = format, True
        self._count_in(rows)
        self._mark_open()
        self._remember()

    def _check_room(self, rows: Sequence[Row]) -> None:
        """Check that the file, with its log and these entries in it, will not be too large to be read."""
        held = sum(stamp.size for stamp in (self._stamp, self._log) if stamp is not None)
        # A short value can take a page that is split, and a long one the rest of a page.
        if held + sum(len(row.sealed) + 2 * PAGE for row in rows) > disk.LARGEST:
            raise disk.full(self.name, disk.LARGEST)

    def _opened(self) -> Writer:
        from defiance_qt.journal.recorder import Writer

        judged(self.path)
        return Writer(self.path)

    def _mark_open(self) -> None:
        """Mark the file itself as open: a copy of it without the write-ahead log then shows that it is not whole."""
        from defiance_qt.journal.recorder import PersistenceError

        if self._marked or self._writer is None:
            return
        # The entry is stored already: a mark that cannot be written now is written with the next one.
        with contextlib.suppress(PersistenceError, sqlite3.Error):
            self._writer.execute(f"PRAGMA user_version={_version(self._format, OPEN):d}")
            self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._marked = True
            self._merged = self._count

    def execute(self, pragma: str) -> None:
        """Execute a pragma on the connection that writes; for benchmarks."""
        if self._writer is None:
            self._writer = self._opened()
        self._writer.execute(pragma)

    def accept(self) -> None:
        """Note that what was read makes a game, so that closing may merge the log that a killed program has left."""
        self._accepted = True

    # -- closing --

    def close(self, format: int, mark: int) -> None:
        """Close the file and merge the write-ahead log into it, unless another window still has it open.

        A file that was moved is closed where it is now; one that is not the one that was written is left alone. Raises
        `SaveError` if entries that were written here are then in no file.
        """
        if self._writer is not None:
            self._close_writer()
        else:
            self._merge_leftover()
        if self._owes and self._lost is not None:
            raise self._lost()

    def _close_writer(self) -> None:
        from defiance_qt.journal.recorder import PersistenceError

        try:
            self._check_ours()
            self._finish()
        except SaveError:
            self._part()
            if self._owes and self._lost is None:
                raise
        except (PersistenceError, sqlite3.Error) as error:
            if not _is_busy(error):
                raise disk.unwritable(self.path, error) from error
            # The entries are in the log, which is merged when the save is closed the next time.
        finally:
            writer, self._writer = self._writer, None
            if writer is not None:
                writer.close()

    def _finish(self) -> None:
        """Mark the save as closed and merge the log, unless another window has stored newer entries."""
        writer = self._writer
        assert writer is not None
        if writer.last() == self._count:
            writer.execute(f"PRAGMA user_version={_version(self._format, closing_mark(self._digest)):d}")
            writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._owes = False

    def _merge_leftover(self) -> None:
        """Merge the log that a killed program has left, if this is the file that was accepted and can be written."""
        if not (self._leftover and self._accepted) or self.read_only or self._lost is not None:
            return
        from defiance_qt.journal.recorder import PersistenceError

        # If it fails, the file is as whole as before: it stays in two parts, or is not there any more.
        with contextlib.suppress(SaveError, OSError, PersistenceError, sqlite3.Error):
            if (_stamp(self.path), _stamp(neighbour(self.path, LOG))) == (self._stamp, self._log):
                self._writer = self._opened()
                self._close_writer()

    def _part(self) -> None:
        """Let go of a file that is not the one that was read, or not under its name.

        If it is as it was written, under another name, it is made whole. The log is removed if it is the one written
        here, and nothing else is touched.
        """
        from defiance_qt.journal.recorder import PersistenceError

        writer = self._writer
        if writer is None:
            return
        log = neighbour(self.path, LOG)
        # By its head, too: within a tick of the clock another log can have the same stamp.
        ours = _stamp(log) == self._log and _head(log) == self._log_head
        try:
            if writer.named() and _Stamp.of(writer.handle) == self._stamp:
                self._known_rows(writer.reader)
                self._finish()
        except (OSError, SaveError, PersistenceError, *UNREADABLE):
            pass  # the caller says already that the file is not ours; making it whole was only tried
        finally:
            self._writer = None
            writer.close_apart()
        if (ours or not self._owes) and self._log is not None and _file(_stamp(log)) == self._log.file:
            with contextlib.suppress(OSError):
                log.unlink()
                neighbour(self.path, INDEX).unlink()

    # -- whose file it is --

    @property
    def _log_path(self) -> Path:
        """The path of the write-ahead log, which stays the same while the file is open for writing."""
        return neighbour(self.path, LOG) if self._writer is None else self._writer.log

    def _check_ours(self) -> None:
        """Check that the file on disk is still the one that was read or created."""
        if self._lost is not None:
            raise self._lost()
        log_path = self._log_path
        try:
            now = _Stamp.of(self.path)
            log = _stamp(log_path) if self._writer is None or self._log is None else _Stamp.of(log_path)
        except FileNotFoundError:
            raise self._lose(self._gone) from None
        except OSError as error:
            raise disk.unreadable(self.path, error) from error
        before = self._stamp
        if before is None or now.file != before.file:
            raise self._lose(self._replaced)
        if self._writer is not None and self._log is not None and _file(log) != self._log.file:
            raise self._lose(self._replaced)
        if now != before or log != self._log:
            # Another window may have added to the log, or closed the save; that merges the log into it.
            # It never shrinks by that.
            if now.size < before.size or not self._still_holds_game():
                raise self._lose(self._replaced)
            self._stamp, self._log = now, log

    def _lose(self, why: Callable[[], SaveError]) -> SaveError:
        self._lost = why
        self._part()
        return why()

    def _gone(self) -> SaveError:
        return SaveError("save.gone", "{file} is no longer there: it was deleted or moved.", file=self.name)

    def _replaced(self) -> SaveError:
        return SaveError("save.replaced", "{file} was replaced or changed by another program.", file=self.name)

    def _still_holds_game(self) -> bool:
        """Return whether the file holds all entries that are known here, unchanged, and has not become another one
        below the log, which would hide that."""
        try:
            if self._writer is None:
                return self._holds(read_file(self.path, 0xFF))
            alone = read_alone(self.path, 0xFF)
            count = len(alone.rows)
            rows = alone.rows[: self._count]
            known = self._known_rows(self._writer.reader)
            return alone.id == self._id and count >= self._merged and rows == known[:count]
        except (SaveError, *UNREADABLE):
            return False

    def _known_rows(self, connection: sqlite3.Connection) -> list[Fields]:
        """Return all entries that are known here. Raises what SQLite raises, and `SaveError` unless the connection
        finds them unchanged."""
        # Pages that SQLite has kept say nothing of the file.
        connection.execute("PRAGMA shrink_memory")
        saved = read_rows(connection, self.path, 0xFF)
        if not self._holds(saved):
            raise self._replaced()
        return saved.rows[: self._count]

    def _holds(self, saved: Saved) -> bool:
        return saved.id == self._id and digest(saved.rows[: self._count]) == self._digest

    def _count_in(self, rows: Sequence[Row]) -> None:
        self._count += len(rows)
        self._digest = digest(rows, self._digest)

    def _remember(self) -> None:
        """Note the file as it is after this program wrote to it, unless it is another file by now."""
        log, log_path = self._log, self._log_path
        try:
            now = _Stamp.of(self.path)
            self._log = _Stamp.of(log_path)
            self._log_head = _head(log_path)
        except OSError:
            # It was moved or deleted during the write: the same sentence as before the next entry.
            self._check_ours()
            raise self._replaced() from None
        if self._stamp is None or now.file != self._stamp.file or (log is not None and log.file != self._log.file):
            raise self._lose(self._replaced)
        self._stamp = now

    def _refusal(self, error: Exception) -> SaveError:
        if _is_busy(error):
            return SaveError(
                "save.locked", "{file} is locked by another program; the step was not stored.", file=self.name
            )
        cause = error.__cause__ or error
        return disk.unwritable(self.path, cause if isinstance(cause, Exception) else error)


class _Stamp(NamedTuple):
    """The identity of a file (device, inode), and its size and time of change, which differ after a change."""

    file: tuple[int, int]
    size: int
    changed: int

    @classmethod
    def of(cls, path: Path | int) -> _Stamp:
        found = path.stat() if isinstance(path, Path) else os.fstat(path)
        return cls((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)


def _stamp(path: Path) -> _Stamp | None:
    """Return the stamp of a file, None if there is none."""
    try:
        return _Stamp.of(path)
    except (OSError, ValueError):
        return None


def _head(log: Path) -> bytes:
    """Return the head of a write-ahead log, which has random numbers of its own; nothing if it cannot be read."""
    try:
        descriptor = os.open(log, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError:
        return b""
    try:
        return os.read(descriptor, 32)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def _file(stamp: _Stamp | None) -> tuple[int, int] | None:
    return None if stamp is None else stamp.file


def _events(id: str, rows: Sequence[Row]) -> list[StoredEvent]:
    from defiance_qt.journal.recorder import StoredEvent

    return [StoredEvent(id, row.number, row.tag, row.sealed) for row in rows]


_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_LOCKS = (*_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def _is_busy(error: Exception) -> bool:
    """Return whether SQLite, or the library around it, was refused because another program has locked the file."""
    return getattr(error.__cause__ or error, "sqlite_errorcode", 0) & 0xFF in _BUSY


def is_locked(path: Path) -> bool:
    """Return whether a save cannot be written to, because another program keeps it, or because of what lies beside it.
    Changes nothing.

    A save with a log beside it is not tried, because SQLite would merge the log: it is open elsewhere, or the program
    was killed.
    """
    try:
        if judged(path) is not None:
            return False
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0)) as connection:
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
    except SaveError:
        return True
    except UNREADABLE as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOCKS
    return False


def check_new(path: Path) -> None:
    """Check that there is no file with this name, and nothing left of one. Raises `SaveError`."""
    try:
        taken = os.path.lexists(path)
    except ValueError as error:
        raise disk.unwritable(path, error) from error
    if taken:
        raise disk.exists(path)
    check_free(path)


def elsewhere(name: str) -> SaveError:
    return SaveError("save.elsewhere", "{file} is open in another window that has saved newer steps.", file=name)
