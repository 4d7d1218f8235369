"""Reads a save without side effects: rejects what is not one, merges no log, waits for no lock.

Whatever is read may be hostile. So a save is read whole from a connection that cannot change it, and, while a
write-ahead log beside it holds entries, from a copy of both.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk
from defiance_qt.journal.beside import LOG, StrayFile, judged

APPLICATION_ID = 0x44464E43
"""SQLite's application id of a save, "DFNC"."""

MAGIC = b"SQLite format 3\x00"

HEAD = 100
"""The bytes of SQLite's header."""

SCHEMA = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB, "
    "PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID"
)
"""The only table of a save, as the library creates it. Anything else in a file could run code of its author."""

LONGEST = 65 * disk.MIB
"""The limit in bytes of one stored value: an entry of `mapper.LARGEST` that cannot be compressed is a little longer."""

LOCK_SECONDS = 1
"""How long a step, or reading, waits for another program that has locked the file."""

PIECE = 1 << 20
"""The bytes of a file that are copied and compared at once."""


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


UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged database raises. SQLite quotes its schema in messages, which need not be text then."""


def read_file(path: Path, format: int, *, alone: bool = False) -> Saved:
    """Return what a save of at most this format holds, with the write-ahead log beside it; `alone`, what the file
    itself holds. Raises `SaveError`; the file and its folder are as before."""
    check_start(path)
    log = None if alone else judged(path)
    with _damage(path):
        if log is None:
            return read_alone(path, format)
        try:
            room = tempfile.TemporaryDirectory(prefix="defiance-")
        except OSError as error:
            raise disk.unreadable(path, error) from error
        with room as folder:
            copy = Path(folder) / "save"
            try:
                _copy(path, log, copy)
            except SaveError:
                if os.path.lexists(log):
                    raise
                # Another window has just closed the save.
                return read_file(path, format)
            with closing(connect(copy.as_uri())) as connection:
                saved = read_rows(connection, path, format)
                if _id_alone(path) not in ("", saved.id) or not _merges(connection, copy):
                    raise StrayFile(log, path)
    return saved._replace(log=True)


def read_alone(path: Path, format: int) -> Saved:
    """Return what the file itself holds. Raises `SaveError`, and what SQLite raises."""
    with closing(connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1")) as connection:
        return read_rows(connection, path, format)


def check_start(path: Path) -> None:
    """Check that the file starts like a save. Raises `SaveError`."""
    descriptor = disk.open_regular(path)
    with os.fdopen(descriptor, "rb") as file:
        if os.fstat(descriptor).st_size > disk.LARGEST:
            raise disk.too_large(path, disk.LARGEST)
        try:
            start = file.read(HEAD)
        except OSError as error:
            raise disk.unreadable(path, error) from error
    if not start.startswith(MAGIC):
        raise SaveError("save.foreign", "{file} is not a save of this program.", file=disk.shown(path))
    if len(start) < HEAD:
        raise broken(path)
    if int.from_bytes(start[68:72], "big") != APPLICATION_ID:
        raise SaveError("save.foreign", "{file} is not a save of this program.", file=disk.shown(path))


def connect(place: str) -> sqlite3.Connection:
    """Open a file that may be hostile: nothing in its schema runs, no value is longer than the limit."""
    # A session is handed from thread to thread, whole.
    connection = sqlite3.connect(place, uri=True, isolation_level=None, timeout=LOCK_SECONDS, check_same_thread=False)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def broken(path: Path) -> SaveError:
    return SaveError("save.damaged", "{file} is damaged or cut off.", file=disk.shown(path))


def read_rows(connection: sqlite3.Connection, path: Path, format: int) -> Saved:
    """Return what a connection to a save shows, once nothing in it can run. Raises `SaveError`, and what SQLite
    raises."""
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
    # The first and the last, which SQLite finds without reading all rows.
    first, last = connection.execute(
        "SELECT (SELECT min(originator_id) FROM stored_events), (SELECT max(originator_id) FROM stored_events)"
    ).fetchone()
    if first is None or first != last:
        (count,) = connection.execute("SELECT count(DISTINCT originator_id) FROM stored_events").fetchone()
        raise SaveError("save.games", "{file} holds {count} games instead of one.", file=name, count=count)
    query = "SELECT originator_version, topic, state FROM stored_events ORDER BY originator_id, originator_version"
    rows = connection.execute(query).fetchall()
    check_rows(rows, name)
    return Saved(str(first), rows, digest(rows), version >> 8, False)


def _id_alone(path: Path) -> str:
    """Return the id of the game in the file itself, without the log beside it; "" if that cannot be read."""
    try:
        with closing(connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1")) as connection:
            found = connection.execute("SELECT originator_id FROM stored_events LIMIT 1").fetchone()
    except UNREADABLE:
        # It may be half merged.
        return ""
    return str(found[0]) if found else ""


def _merges(connection: sqlite3.Connection, copy: Path) -> bool:
    """Return whether the log of a copy can be merged into it. One of another time may be read with the file, and no
    step after it could ever be merged; one of another game may touch no page that the file knows of, and only make it
    longer."""
    connection.execute("PRAGMA query_only=OFF")
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        return False
    return found == "ok" and copy.stat().st_size == int(pages) * int(size)


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


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Turn whatever SQLite raises while reading into one sentence."""
    try:
        yield
    except (*UNREADABLE, OverflowError, MemoryError) as error:
        raise broken(path) from error


def _copy(path: Path, log: Path, copy: Path) -> None:
    """Copy a save and its log as they are at one moment, although another program may write to them."""
    places = ((path, copy), (log, copy.with_name(copy.name + LOG)))
    for _ in range(20):
        for source, target in places:
            _compare(source, target, write=True)
        # By content: a log can be overwritten from its start without a change of size, and clocks tick slowly.
        if all(_compare(source, target) for source, target in places):
            return
    raise SaveError("save.busy", "{file} is being written; try again.", file=disk.shown(path))


def _compare(source: Path, target: Path, *, write: bool = False) -> bool:
    """Return whether two files hold the same; with `write`, copy the first to the second instead. Raises
    `SaveError`."""
    descriptor = disk.open_regular(source)
    try:
        with os.fdopen(descriptor, "rb") as file, target.open("wb" if write else "rb") as other:
            if os.fstat(descriptor).st_size > disk.LARGEST:
                raise disk.too_large(source, disk.LARGEST)
            return _copied(file, other) if write else _same(file, other)
    except OSError as error:
        raise disk.unreadable(source, error) from error


def _copied(file: BinaryIO, other: BinaryIO) -> bool:
    while piece := file.read(PIECE):
        other.write(piece)
    return True


def _same(file: BinaryIO, other: BinaryIO) -> bool:
    while (piece := file.read(PIECE)) == other.read(PIECE):
        if not piece:
            return True
    return False
