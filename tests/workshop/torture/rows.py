"""Damage to the rows of a save: entries removed, swapped, repeated, of another type or another game."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from defiance_qt.journal import mapper
from tests.workshop.torture.damaged import SAVE, Damaged, kind
from tests.workshop.torture.doors import FORGED, FREE, NEVER, SHORTER

TABLE = "stored_events"


def execute(path: Path, *statements: str) -> None:
    """Run SQL statements on a save and leave one file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def update(path: Path, statement: str, *given: object) -> None:
    """Run one SQL statement with values."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, given)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def rows(path: Path) -> list[tuple[int, str, bytes]]:
    """Return number, topic and bytes of every row."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(f"SELECT originator_version, topic, state FROM {TABLE} ORDER BY 1").fetchall()
    return [(number, topic, bytes(state)) for number, topic, state in found]


def some_row(file: Damaged, first: int = 1) -> tuple[int, str, bytes]:
    found = [row for row in rows(file.path) if row[0] >= first]
    return file.chance.choice(found)


@kind(SAVE, weight=6)
def rows_removed(file: Damaged) -> None:
    """Delete entries, but not the last."""
    count = len(rows(file.path))
    for number in file.chance.sample(range(1, count), min(count - 1, file.chance.choice((1, 1, 2, 9)))):
        update(file.path, f"DELETE FROM {TABLE} WHERE originator_version=?", number)


@kind(SAVE, expects=SHORTER)
def last_rows_removed(file: Damaged) -> None:
    """Delete the last entries: the file is then as it once was."""
    count = len(rows(file.path))
    update(file.path, f"DELETE FROM {TABLE} WHERE originator_version>?", file.chance.randint(2, max(2, count - 1)))


@kind(SAVE, weight=6)
def rows_swapped(file: Damaged) -> None:
    """Swap the numbers of two entries."""
    one, two = (some_row(file)[0] for _ in range(2))
    statement = f"UPDATE {TABLE} SET originator_version=? WHERE originator_version=?"
    for new, old in ((-5, one), (one, two), (two, -5)):
        update(file.path, statement, new, old)


@kind(SAVE)
def row_again(file: Damaged) -> None:
    """Store an entry a second time under the next number."""
    found = rows(file.path)
    _number, topic, state = file.chance.choice(found)
    append(file, topic, state)


def append(file: Damaged, topic: str, state: bytes) -> None:
    update(
        file.path,
        f"INSERT INTO {TABLE} (originator_id, originator_version, topic, state) "
        f"SELECT originator_id, MAX(originator_version) + 1, ?, ? FROM {TABLE}",
        topic,
        state,
    )


@kind(SAVE)
def row_of_another(file: Damaged) -> None:
    """Replace an entry with the one of the same number in another game."""
    theirs = {number: (topic, state) for number, topic, state in rows(file.other(SAVE).path)}
    number = file.chance.choice([number for number, *_ in rows(file.path) if number in theirs])
    topic, state = theirs[number]
    statement = f"UPDATE {TABLE} SET topic=?, state=? WHERE originator_version=?"
    own = next(tag for one, tag, _ in rows(file.path) if one == number)
    # A jump or a name depends on nothing; steps and the start do.
    file.expects = FORGED if {own, topic} & {"step", "started"} else FREE
    update(file.path, statement, topic, state, number)


@kind(SAVE, expects=NEVER)
def two_games(file: Damaged) -> None:
    """Store the entries of a second game in the same file."""
    update(
        file.path,
        f"INSERT INTO {TABLE} SELECT 'other', originator_version, topic, state FROM {TABLE} WHERE originator_version<?",
        file.chance.choice((2, 3, 99)),
    )


@kind(SAVE)
def row_of_wrong_type(file: Damaged) -> None:
    """Store text, a number, a fraction or nothing where another type belongs."""
    number, *_ = some_row(file)
    column = file.chance.choice(("state", "topic", "originator_version", "originator_id"))
    value = file.chance.choice((None, "text", 7, -1, 2.5, b"\0\xff", "Ω" * 9, 2**63 - 1, "", b""))
    if value is None and column != "state":
        value = "nothing"
    update(file.path, f"UPDATE OR REPLACE {TABLE} SET {column}=? WHERE originator_version=?", value, number)


@kind(SAVE)
def topic_changed(file: Damaged) -> None:
    """Give an entry the topic of another kind."""
    number, *_ = some_row(file)
    topic = file.chance.choice((*mapper.TAGS.values(), "stepped", "", "step\0"))
    update(file.path, f"UPDATE {TABLE} SET topic=? WHERE originator_version=?", topic, number)


@kind(SAVE, weight=8)
def entry_rubbish(file: Damaged) -> None:
    """Change a byte of an entry, in an otherwise sound database."""
    number, _, state = some_row(file)
    data = bytearray(state)
    data[file.chance.randrange(len(data))] ^= 1 << file.chance.randrange(8)
    update(file.path, f"UPDATE {TABLE} SET state=? WHERE originator_version=?", bytes(data), number)
