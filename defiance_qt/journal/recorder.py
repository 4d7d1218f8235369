"""How a save is written: the SQLite recorder of the eventsourcing library, set up for one file and one thread.

Imported with the first entry that is written. Reading a save needs neither this nor the library, whose import takes
longer than reading a short game.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack
from pathlib import Path

from eventsourcing.persistence import AggregateRecorder, IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteFactory
from eventsourcing.utils import Environment

from defiance_qt.journal.beside import LOG, neighbour
from defiance_qt.journal.reading import LOCK_SECONDS, connect


class _Pool(SQLiteConnectionPool):
    """A pool with one connection for one thread, and full sync regardless of SQLite's default."""

    def __init__(self, db_name: str, *, log: bool) -> None:
        super().__init__(db_name=db_name, pool_size=1, max_overflow=0, lock_timeout=LOCK_SECONDS)
        # The library enables the write-ahead log unless this flag is set.
        self.is_journal_mode_wal = not log
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
        """Return a connection. Unlike the library's, one that cannot be set up is closed: an open one would keep the
        log beside the save."""
        connection = sqlite3.connect(
            self.db_name, uri=True, check_same_thread=False, isolation_level=None, timeout=LOCK_SECONDS
        )
        try:
            if not self.is_journal_mode_wal and connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                # A rollback journal in a file could be left behind, and none beside a save is ever its own.
                connection.execute("PRAGMA journal_mode=MEMORY")
                connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA trusted_schema=OFF")
        except BaseException:
            connection.close()
            raise
        self.is_journal_mode_wal = True
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(sqlite_conn=connection, max_age=self.max_age)


class Factory(SQLiteFactory):
    """The library's factory for one file. `log`: use the write-ahead log."""

    def __init__(self, path: Path, *, log: bool, create: bool) -> None:
        place = path.absolute().as_uri() if "?" in str(path) or str(path).startswith("file:") else str(path.absolute())
        super().__init__(
            Environment(
                env={
                    self.SQLITE_DBNAME: place,
                    self.CREATE_TABLE: "yes" if create else "no",
                    self.ORIGINATOR_ID_TYPE: "text",
                }
            )
        )
        self.datastore.pool.close()
        self.datastore.pool = _Pool(place, log=log)

    def execute(self, statement: str) -> None:
        with self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute(statement)


class Writer:
    """A save that is open for writing, whatever becomes of its name.

    `handle` is a descriptor of the file, `log` the path of its write-ahead log. `reader` is a second connection, which
    cannot write: as long as it is open, SQLite does not merge the log when the connection that writes is closed, nor
    delete files by their names.
    """

    def __init__(self, path: Path) -> None:
        self.log = neighbour(path, LOG)
        with ExitStack() as stack:
            # Closed last: the system drops all locks of the process on a file with any descriptor of it.
            self.handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            stack.callback(os.close, self.handle)
            self.factory = Factory(path, log=True, create=False)
            stack.callback(self.factory.close)
            self.recorder: AggregateRecorder = self.factory.aggregate_recorder()
            # The first statement makes the connection.
            self.execute("PRAGMA user_version")
            self.reader = connect(f"{path.absolute().as_uri()}?mode=ro")
            stack.callback(self.reader.close)
            # SQLite takes its lock when it reads, and keeps it.
            self.reader.execute("SELECT 1 FROM stored_events LIMIT 1").fetchone()
            self._closing = stack.pop_all()

    def execute(self, statement: str) -> None:
        self.factory.execute(statement)

    def last(self) -> int:
        """Return the number of the last entry in the file."""
        with self.factory.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT MAX(originator_version) FROM stored_events")
            (number,) = cursor.fetchone()
        return int(number or 0)

    def named(self) -> bool:
        """Return whether the file still has a name."""
        return os.fstat(self.handle).st_nlink > 0

    def close(self) -> None:
        """Close the file. SQLite merges the log, and deletes it, if no other program has the file open."""
        self._closing.close()

    def close_apart(self) -> None:
        """Close the file without merging the log, and without changing or deleting any file."""
        self.factory.close()
        self._closing.close()


__all__ = ["AggregateRecorder", "Factory", "IntegrityError", "PersistenceError", "StoredEvent", "Writer"]
