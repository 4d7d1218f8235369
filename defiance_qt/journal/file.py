"""A save as one SQLite file: reads it without side effects, rejects what is not one, writes it through the recorder of
the eventsourcing library.

A save is read whole from a connection that cannot change it, so a rejected file stays as it is. The file is opened for
writing by the first entry (`recorder`). Before and after each entry it is checked to be the file that was read.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk

if TYPE_CHECKING:
    from defiance_qt.journal.recorder import AggregateRecorder, Factory, StoredEvent

APPLICATION_ID = 0x44464E43
"""SQLite's application id of a save, "DFNC"."""

MAGIC = b"SQLite format 3\x00"

SCHEMA = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB, "
    "PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID"
)
"""The only table of a save, as the library creates it. Anything else in a file could run code of its author."""

LONGEST = 64 * disk.MIB
"""The limit in bytes of one stored value."""

LOCK_SECONDS = 1
"""How long a step, or reading, waits for another program that has locked the file."""

LOGS = ("-wal", "-journal")
"""The suffixes of the files beside a save in which SQLite keeps what is not yet in the save itself."""

BESIDE = (*LOGS, "-shm")
"""The suffixes of all files that SQLite opens beside a save."""


class Row(NamedTuple):
    """One stored entry: its number from 1, its tag, its sealed bytes."""

    number: int
    tag: str
    sealed: bytes


# What a long save is read into: making a `Row` of each entry would take a twentieth of opening it.
Fields = tuple[int, str, bytes]


class Saved(NamedTuple):
    """Everything a save holds: the id of its game, its entries as the fields of a `Row`, their `digest`, and
    `user_version` split into format and mark.

    `log` is whether SQLite's write-ahead log was beside it.
    """

    id: str
    rows: list[Fields]
    digest: int
    mark: int
    log: bool


def digest(rows: Iterable[Fields], before: int = 0) -> int:
    """Return a checksum of all rows, from that of the rows before them and the checksums that the rows end with."""
    return zlib.crc32(b"".join([sealed[-4:] for _, _, sealed in rows]), before)


# -- the mark: `user_version` holds the format and whether the save is whole --

UNMARKED, OPEN = 0, 1
_MARKS = (1 << 23) - 2


def closing_mark(digest: int) -> int:
    """Return the mark of a save that was closed with these entries. `digest` is a checksum of all of them."""
    return 2 + digest % _MARKS


def _version(format: int, mark: int) -> int:
    return format | mark << 8


class SaveFile:
    """One save on disk. `read` it or `create` it first. Every method raises `SaveError`."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.name = disk.shown(path)
        self._log_path = _log(path)
        self.read_only = read_only
        self._id = ""
        self._count = 0
        self._digest = 0
        self._stamp: _Stamp | None = None
        self._log: _Stamp | None = None
        self._factory: Factory | None = None
        self._recorder: AggregateRecorder | None = None
        self._leftover = False
        self._accepted = False
        self._marked = False
        self._written = False
        self._lost = False

    def read(self, format: int) -> Saved:
        """Return what the file holds. Does not modify the file or its folder."""
        self._stamp = _check_start(self.path)
        log = self._leftover = _size(self._log_path) is not None
        with untouched(self.path) as place, _damage(self.path), closing(_connect(place)) as connection:
            saved = _read(connection, self.path, format)
        if any(_size(one) for one in _logs(self.path)) and _id_alone(self.path) not in ("", saved.id):
            raise SaveError(
                "save.foreign_log",
                "{file} and the file {log} beside it are of two games.",
                file=self.name,
                log=f"{self.name}-wal",
            )
        self._id, self._count, self._digest = saved.id, len(saved.rows), saved.digest
        return saved._replace(log=log)

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
                disk.publish(part, self.path)
            finally:
                part.unlink(missing_ok=True)
            disk.sync_folder(self.path.parent)
            self._stamp = _Stamp.of(self.path)
        except FileExistsError:
            raise disk.exists(self.path) from None
        except (OSError, ValueError, PersistenceError, sqlite3.Error) as error:
            raise disk.unwritable(self.path, error) from error
        self._id = id
        self._count_in(rows)

    def insert(self, rows: Sequence[Row], format: int) -> None:
        """Append entries, all or none; they are on disk when this returns."""
        from defiance_qt.journal.recorder import IntegrityError, PersistenceError

        if self.read_only:
            raise SaveError("save.read_only", "{file} is open for reading only.", file=self.name)
        self._check_ours()
        try:
            self._open().insert_events(_events(self._id, rows))
        except IntegrityError:
            raise elsewhere(self.name) from None
        except (PersistenceError, sqlite3.Error) as error:
            self._give_up_opening()
            raise self._refusal(error) from error
        self._written = True
        self._mark_open(format)
        self._count_in(rows)
        self._remember()

    def _mark_open(self, format: int) -> None:
        """Mark the file itself as open: a copy of it without the write-ahead log then shows that it is not whole."""
        from defiance_qt.journal.recorder import PersistenceError

        if self._marked or self._factory is None:
            return
        # The entry is stored already: a mark that cannot be written now is written with the next one.
        with contextlib.suppress(PersistenceError, sqlite3.Error):
            self._factory.execute(f"PRAGMA user_version={_version(format, OPEN):d}")
            self._factory.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._marked = True

    def execute(self, pragma: str) -> None:
        """Execute a pragma on the connection that writes; for benchmarks."""
        self._open()
        assert self._factory is not None
        self._factory.execute(pragma)

    def _open(self) -> AggregateRecorder:
        from defiance_qt.journal.recorder import Factory

        if self._recorder is None:
            check_beside(self.path)
            self._check_leftover()
            self._factory = Factory(self.path, log=True, create=False)
            self._recorder = self._factory.aggregate_recorder()
        return self._recorder

    def _check_leftover(self) -> None:
        """Merge a copy of the leftover log, and raise sqlite3's error if that fails: a log of another time may be read
        with the file, and no step after it could ever be merged."""
        if not self._leftover:
            return
        with untouched(self.path) as place, closing(_connect(place)) as connection:
            connection.execute("PRAGMA query_only=OFF")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found.splitlines()[0])
        self._leftover = False

    def accept(self) -> None:
        """Note that what was read makes a game, so that closing may merge the log that a killed program has left."""
        self._accepted = True

    def close(self, format: int, mark: int) -> None:
        """Close the file and merge the write-ahead log into it, unless another window still has it open."""
        factory, self._factory, self._recorder = self._factory, None, None
        if factory is None:
            self._merge_leftover(format, mark)
            return
        from defiance_qt.journal.recorder import PersistenceError

        try:
            if not self._lost and self._is_last(factory):
                factory.execute(f"PRAGMA user_version={_version(format, mark):d}")
                factory.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (PersistenceError, sqlite3.Error) as error:
            raise disk.unwritable(self.path, error) from error
        finally:
            factory.close()

    def _merge_leftover(self, format: int, mark: int) -> None:
        """Merge the log that a killed program has left, if this is the file that was accepted and can be written."""
        if not (self._leftover and self._accepted) or self.read_only:
            return
        from defiance_qt.journal.recorder import Factory, PersistenceError

        # If it fails, the file is as whole as before: it stays in two parts, or is not there any more.
        with contextlib.suppress(SaveError, OSError, PersistenceError, sqlite3.Error):
            if _Stamp.of(self.path) == self._stamp:
                check_beside(self.path)
                self._check_leftover()
                self._factory = Factory(self.path, log=True, create=False)
                self.close(format, mark)

    def _is_last(self, factory: Factory) -> bool:
        """Return whether the last entry written here is the last one in the file."""
        with factory.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT MAX(originator_version) FROM stored_events")
            row = cursor.fetchone()
        return tuple(row) == (self._count,)

    def _count_in(self, rows: Sequence[Row]) -> None:
        self._count += len(rows)
        self._digest = digest(rows, self._digest)

    def _give_up_opening(self) -> None:
        """Close a connection that has never written, so that the next entry opens the file again."""
        if not self._written and self._factory is not None:
            self._factory.close()
            self._factory, self._recorder = None, None

    def _refusal(self, error: Exception) -> SaveError:
        cause = error.__cause__ or error
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return SaveError(
                "save.locked", "{file} is locked by another program; the step was not stored.", file=self.name
            )
        return disk.unwritable(self.path, cause if isinstance(cause, Exception) else error)

    def _check_ours(self) -> None:
        """Check that the file on disk is still the one that was read or created."""
        try:
            now = _Stamp.of(self.path)
            log = _Stamp.of(self._log_path) if self._log is not None else None
        except FileNotFoundError:
            self._lost = True
            raise SaveError(
                "save.gone", "{file} is no longer there: it was deleted or moved.", file=self.name
            ) from None
        except OSError as error:
            raise disk.unreadable(self.path, error) from error
        before = self._stamp
        if self._lost or before is None or now.file != before.file or _file(log) != _file(self._log):
            self._lost = True
            raise self._replaced()
        if now != before or log != self._log:
            # Another window may have added to the log, or closed the save; that merges the log into it.
            # It never shrinks by that.
            if now.size < before.size or not self._holds_game():
                self._lost = True
                if self._log is not None:
                    # SQLite would merge this game's log into what is there now when the connection is closed.
                    with contextlib.suppress(OSError):
                        os.truncate(self._log_path, 0)
                raise self._replaced()
            self._stamp, self._log = now, log

    def _replaced(self) -> SaveError:
        return SaveError("save.replaced", "{file} was replaced or changed by another program.", file=self.name)

    def _holds_game(self) -> bool:
        """Return whether SQLite still finds in the file all entries that are known here, unchanged."""
        try:
            _check_start(self.path)
            with closing(_connect(f"{self.path.absolute().as_uri()}?mode=ro")) as connection:
                saved = _read(connection, self.path, 0xFF)
        except (SaveError, *_UNREADABLE):
            return False
        return saved.id == self._id and digest(saved.rows[: self._count]) == self._digest

    def _remember(self) -> None:
        """Note the file as it is after this program wrote to it, unless it is another file by now."""
        log = self._log
        try:
            now = _Stamp.of(self.path)
            self._log = _Stamp.of(self._log_path)
        except OSError:
            # It was moved or deleted during the write: the same sentence as before the next entry.
            self._check_ours()
            raise self._replaced() from None
        if self._stamp is None or now.file != self._stamp.file or (log is not None and log.file != self._log.file):
            self._lost = True
            raise self._replaced()
        self._stamp = now


class _Stamp(NamedTuple):
    """The identity of a file (device, inode), and its size and time of change, which differ after a change."""

    file: tuple[int, int]
    size: int
    changed: int

    @classmethod
    def of(cls, path: Path | int) -> _Stamp:
        found = path.stat() if isinstance(path, Path) else os.fstat(path)
        return cls((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)


def _file(stamp: _Stamp | None) -> tuple[int, int] | None:
    return None if stamp is None else stamp.file


def _events(id: str, rows: Sequence[Row]) -> list[StoredEvent]:
    from defiance_qt.journal.recorder import StoredEvent

    return [StoredEvent(id, row.number, row.tag, row.sealed) for row in rows]


def resolved(path: Path) -> Path:
    """Return the path without symbolic links; unchanged if it cannot be one."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def is_locked(path: Path) -> bool:
    """Return whether another program keeps a save from being written to. Changes nothing.

    A save with a log beside it is not tried, because SQLite would merge the log: it is open elsewhere, or the program
    was killed.
    """
    if any(_size(log) for log in _logs(path)):
        return False
    try:
        check_beside(path)
    except SaveError:
        return True
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0)) as connection:
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
    except _UNREADABLE as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOCKS
    return False


_LOCKS = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def check_beside(path: Path) -> None:
    """Check that whatever SQLite opens beside a save for writing is a file: it would wait for a FIFO for ever. Raises
    `SaveError`."""
    place = resolved(path)
    for suffix in BESIDE:
        beside = place.with_name(place.name + suffix)
        try:
            regular = stat.S_ISREG(beside.lstat().st_mode)
        except OSError:
            continue
        if not regular:
            raise SaveError("save.no_file", "{file} could not be read: it is not a file.", file=disk.shown(beside))


def check_new(path: Path) -> None:
    """Check that there is no file with this name. Raises `SaveError`."""
    try:
        taken = os.path.lexists(path)
    except ValueError as error:
        raise disk.unwritable(path, error) from error
    if taken:
        raise disk.exists(path)


def elsewhere(name: str) -> SaveError:
    return SaveError("save.elsewhere", "{file} is open in another window that has saved newer steps.", file=name)


def broken(path: Path) -> SaveError:
    return SaveError("save.damaged", "{file} is damaged or cut off.", file=disk.shown(path))


def _check_start(path: Path) -> _Stamp:
    """Check that the file starts like a save, and return its stamp."""
    descriptor = disk.open_regular(path)
    with os.fdopen(descriptor, "rb") as file:
        stamp = _Stamp.of(descriptor)
        if stamp.size > disk.LARGEST:
            raise disk.too_large(path, disk.LARGEST)
        try:
            start = file.read(100)
        except OSError as error:
            raise disk.unreadable(path, error) from error
    if not start.startswith(MAGIC):
        raise SaveError("save.foreign", "{file} is not a save of this program.", file=disk.shown(path))
    if len(start) < 100:
        raise broken(path)
    if int.from_bytes(start[68:72], "big") != APPLICATION_ID:
        raise SaveError("save.foreign", "{file} is not a save of this program.", file=disk.shown(path))
    return stamp


def _connect(place: str) -> sqlite3.Connection:
    """Open a file that may be hostile: nothing in its schema runs, no value is longer than the limit."""
    connection = sqlite3.connect(place, uri=True, isolation_level=None, timeout=LOCK_SECONDS)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _read(connection: sqlite3.Connection, path: Path, format: int) -> Saved:
    name = disk.shown(path)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if not 0 <= version & 0xFF <= format or version < 0:
        raise SaveError("save.newer", "{file} was written by a newer version of the program.", file=name)
    # First of all: any other query would run views, triggers, checks and generated columns.
    schema = connection.execute("SELECT type, sql FROM sqlite_master").fetchall()
    if not any(isinstance(sql, str) and " stored_events " in sql for _, sql in schema):
        raise SaveError("save.no_game", "{file} holds no game.", file=name)
    if schema != [("table", SCHEMA)]:
        raise SaveError("save.schema", "{file} holds tables or programs that are not part of a save.", file=name)
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise broken(path)
    ids = connection.execute("SELECT DISTINCT originator_id FROM stored_events").fetchall()
    if len(ids) != 1:
        raise SaveError("save.games", "{file} holds {count} games instead of one.", file=name, count=len(ids))
    query = "SELECT originator_version, topic, state FROM stored_events ORDER BY originator_id, originator_version"
    rows = connection.execute(query).fetchall()
    check_rows(rows, name)
    return Saved(str(ids[0][0]), rows, digest(rows), version >> 8, False)


def _id_alone(path: Path) -> str:
    """Return the id of the game in the file itself, without the log beside it; "" if that cannot be read."""
    try:
        with closing(_connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1")) as connection:
            found = connection.execute("SELECT originator_id FROM stored_events LIMIT 1").fetchone()
    except _UNREADABLE:
        # It may be half merged.
        return ""
    return str(found[0]) if found else ""


def check_rows(rows: Sequence[Fields], name: str) -> None:
    """Check that the rows are numbered from 1 without a gap and have the right types. Raises `SaveError`."""
    numbers, *others = zip(*rows, strict=True) if rows else ((), (), ())
    if numbers == tuple(range(1, len(rows) + 1)) and [set(map(type, one)) for one in others] == [{str}, {bytes}]:
        return  # the loop, which finds the entry, takes several times as long
    for place, (number, tag, sealed) in enumerate(rows, 1):
        if number != place:
            raise SaveError(
                "save.entry_missing", "{file} is damaged: entry {entry} is missing.", file=name, entry=place
            )
        if type(tag) is not str or type(sealed) is not bytes:
            raise SaveError("save.entry", "{file} is damaged: entry {entry} cannot be read.", file=name, entry=place)


_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged database raises. SQLite quotes its schema in messages, which need not be text then."""


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Turn whatever SQLite raises while reading into one sentence."""
    try:
        yield
    except (*_UNREADABLE, OverflowError, MemoryError) as error:
        raise broken(path) from error


@contextmanager
def untouched(path: Path) -> Iterator[str]:
    """Yield a URI from which SQLite reads the save without leaving files beside it and without waiting for locks.

    This is the file opened as immutable. While a log beside it still holds steps, it is a copy; the save is then open
    elsewhere, or the program was killed.
    """
    with ExitStack() as stack:
        if not any(_size(log) for log in _logs(path)):
            yield f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            return
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="defiance-")))
        yield _copy(path, folder / "save").absolute().as_uri()


def _copy(path: Path, copy: Path) -> Path:
    places = [(path, copy), *zip(_logs(path), _logs(copy), strict=True)]
    try:
        for _ in range(20):
            for source, target in places:
                target.unlink(missing_ok=True)
                if _size(source):
                    os.close(disk.open_regular(source))
                    shutil.copyfile(source, target)
            # By content: a log can be overwritten from its start without a change of size, and clocks tick slowly.
            if all(not (_size(source) or _size(target)) or _same(source, target) for source, target in places):
                return copy
    except OSError as error:
        raise disk.unreadable(path, error) from error
    raise SaveError("save.busy", "{file} is being written; try again.", file=disk.shown(path))


def _log(path: Path) -> Path:
    return _logs(path)[0]


def _logs(path: Path) -> list[Path]:
    """Return the logs of a save. They are beside the file itself, not beside a link to it."""
    place = resolved(path)
    return [place.with_name(place.name + suffix) for suffix in LOGS]


def _same(source: Path, target: Path) -> bool:
    # Not filecmp: it trusts the time of change.
    return source.exists() and target.exists() and source.read_bytes() == target.read_bytes()


def _size(path: Path) -> int | None:
    """Return the size of a file, None if there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return None
