"""A save as one SQLite file: creates it, checks it before use, and reads it without side effects.

The recorder belongs to the eventsourcing library. This module only configures its connections and rejects foreign or
damaged files.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteFactory
from eventsourcing.utils import Environment

from defiance_qt.core.errors import SaveError
from defiance_qt.journal.upgrade import FORMAT

APPLICATION_ID = 0x44464E43
"""SQLite's application id of a save, "DFNC"."""

MAGIC = b"SQLite format 3\x00"


class SavePool(SQLiteConnectionPool):
    """A pool with one connection for one thread, and full sync regardless of SQLite's default."""

    def __init__(self, db_name: str, *, read_only: bool) -> None:
        super().__init__(db_name=db_name, pool_size=1, max_overflow=0)
        # The library enables the write-ahead log unless this flag is set.
        self.is_journal_mode_wal = read_only
        self._only: SQLiteConnection | None = None

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        # A session uses one thread. The library's queue for several threads would take a sixth of every step.
        if self._only is None or self.closed:
            self._only = super().get_connection(timeout)
            super().put_connection(self._only)
        return self._only

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Do nothing: the connection stays in the pool, which closes it."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        connection.cursor().execute("PRAGMA synchronous=FULL")
        return connection


class SaveFactory(SQLiteFactory):
    """The library's factory for one save. `place` is a path, or a URI for reading without writing."""

    def __init__(self, place: str, *, read_only: bool = False) -> None:
        table = "no" if read_only else "yes"
        super().__init__(
            Environment(
                env={self.SQLITE_DBNAME: place, self.CREATE_TABLE: table, self.ORIGINATOR_ID_TYPE: "text"},
            )
        )
        self.datastore.pool.close()
        self.datastore.pool = SavePool(place, read_only=read_only)
        self.read_only = read_only
        self.closing = ExitStack()

    def originators(self) -> tuple[str, ...]:
        """Return the ids of the games in the file: none, one, or two of several."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT MIN(originator_id), MAX(originator_id) FROM stored_events")
            row = cursor.fetchone()
        return tuple(sorted({id for id in tuple(row) if id is not None}))

    def set_format(self, format: int) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(f"PRAGMA user_version={format:d}")

    def close(self) -> None:
        """Close and merge the write-ahead log into the file, unless another window still has it open."""
        try:
            if not self.datastore.pool.closed and not self.read_only:
                with self.datastore.get_connection(commit=True) as connection:
                    connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            super().close()
            self.closing.close()


def make(path: Path, format: int = FORMAT) -> SaveFactory:
    """Create an empty save with its application id and format. Raises `SaveError` if the path exists."""
    try:
        path.open("xb").close()
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # Before the write-ahead log is enabled, so that they are in the file itself from the start.
            connection.execute(f"PRAGMA application_id={APPLICATION_ID:d}")
            connection.execute(f"PRAGMA user_version={format:d}")
    except FileExistsError:
        raise SaveError("save.exists", "{file} exists already.", file=path.name) from None
    except (OSError, sqlite3.Error) as error:
        raise unwritable(path.name, error) from error
    return SaveFactory(str(path.absolute()))


def find(path: Path, format: int = FORMAT, *, read_only: bool = False) -> tuple[SaveFactory, str]:
    """Open an existing save that passes `check`, and return it with the id of its game.

    With `read_only` the file and its folder are not modified. Raises `SaveError`.
    """
    check(path, format)
    with ExitStack() as stack:
        place = stack.enter_context(untouched(path)) if read_only else str(path.absolute())
        factory = SaveFactory(place, read_only=read_only)
        factory.closing = stack.pop_all()
    try:
        games = factory.originators()
    except (PersistenceError, sqlite3.Error) as error:
        factory.close()
        raise broken(path.name) from error
    if len(games) != 1:
        factory.close()
        raise SaveError("save.games", "{file} holds {count} games instead of one.", file=path.name, count=len(games))
    return factory, games[0]


def unwritable(name: str, error: Exception) -> SaveError:
    return SaveError("save.unwritable", "{file} could not be written: {why}", file=name, why=error)


def broken(name: str) -> SaveError:
    return SaveError("save.damaged", "{file} is damaged or cut off.", file=name)


def check(path: Path, format: int = FORMAT) -> None:
    """Check that the file is a valid save of this format or an older one. Does not modify it. Raises `SaveError`."""
    _check_start(path)
    with untouched(path) as place, _sqlite_errors(path), closing(sqlite3.connect(place, uri=True)) as connection:
        if connection.execute("PRAGMA user_version").fetchone()[0] > format:
            raise SaveError("save.newer", "{file} was written by a newer version of the program.", file=path.name)
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise broken(path.name)
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name='stored_events'").fetchone():
            raise SaveError("save.no_game", "{file} holds no game.", file=path.name)


def _check_start(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(100)
    except FileNotFoundError:
        raise SaveError("save.missing", "{file} does not exist.", file=path.name) from None
    except OSError as error:
        raise SaveError("save.unreadable", "{file} could not be read: {why}", file=path.name, why=error) from error
    if not start.startswith(MAGIC):
        raise SaveError("save.foreign", "{file} is not a save of this program.", file=path.name)
    if len(start) < 100:
        raise broken(path.name)
    if int.from_bytes(start[68:72], "big") != APPLICATION_ID:
        raise SaveError("save.foreign", "{file} is not a save of this program.", file=path.name)


@contextmanager
def _sqlite_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise broken(path.name) from error


@contextmanager
def untouched(path: Path) -> Iterator[str]:
    """Yield a URI from which SQLite reads the save without leaving files beside it.

    This is the file opened as immutable. While its write-ahead log still holds steps, it is a copy; the save is then
    open elsewhere, or the program was killed.
    """
    with ExitStack() as stack:
        log = _log(path)
        if not _size(log):
            yield f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            return
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="defiance-")))
        yield _copy(path, log, folder / path.name).absolute().as_uri()


def _copy(path: Path, log: Path, copy: Path) -> Path:
    try:
        for _ in range(20):
            before = _stamp(path), _stamp(log)
            shutil.copyfile(path, copy)
            if _size(log):
                shutil.copyfile(log, _log(copy))
            else:
                _log(copy).unlink(missing_ok=True)
            if before == (_stamp(path), _stamp(log)):
                return copy
    except OSError as error:
        raise SaveError("save.unreadable", "{file} could not be read: {why}", file=path.name, why=error) from error
    raise SaveError("save.busy", "{file} is being written; try again.", file=path.name)


def _log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
