"""Damage by SQL: rows removed, swapped, repeated, of another type or game; triggers, views, tables, settings."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from defiance_qt.journal import mapper
from tests.workshop.torture.damaged import Damaged
from tests.workshop.torture.doors import FORGED, FREE, NEVER
from tests.workshop.torture.games import SAVE

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


def rows_removed(file: Damaged) -> None:
    """Delete entries, but not the last."""
    count = len(rows(file.path))
    for number in file.chance.sample(range(1, count), min(count - 1, file.chance.choice((1, 1, 2, 9)))):
        update(file.path, f"DELETE FROM {TABLE} WHERE originator_version=?", number)


def last_rows_removed(file: Damaged) -> None:
    """Delete the last entries: the file is then as it once was."""
    count = len(rows(file.path))
    update(file.path, f"DELETE FROM {TABLE} WHERE originator_version>?", file.chance.randint(2, max(2, count - 1)))


def rows_swapped(file: Damaged) -> None:
    """Swap the numbers of two entries."""
    one, two = (some_row(file)[0] for _ in range(2))
    statement = f"UPDATE {TABLE} SET originator_version=? WHERE originator_version=?"
    for new, old in ((-5, one), (one, two), (two, -5)):
        update(file.path, statement, new, old)


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


def two_games(file: Damaged) -> None:
    """Store the entries of a second game in the same file."""
    update(
        file.path,
        f"INSERT INTO {TABLE} SELECT 'other', originator_version, topic, state FROM {TABLE} WHERE originator_version<?",
        file.chance.choice((2, 3, 99)),
    )


def row_of_wrong_type(file: Damaged) -> None:
    """Store text, a number, a fraction or nothing where another type belongs."""
    number, *_ = some_row(file)
    column = file.chance.choice(("state", "topic", "originator_version", "originator_id"))
    value = file.chance.choice((None, "text", 7, -1, 2.5, b"\0\xff", "Ω" * 9, 2**63 - 1, "", b""))
    if value is None and column != "state":
        value = "nothing"
    update(file.path, f"UPDATE OR REPLACE {TABLE} SET {column}=? WHERE originator_version=?", value, number)


def topic_changed(file: Damaged) -> None:
    """Give an entry the topic of another kind."""
    number, *_ = some_row(file)
    topic = file.chance.choice((*mapper.TAGS.values(), "stepped", "", "step\0"))
    update(file.path, f"UPDATE {TABLE} SET topic=? WHERE originator_version=?", topic, number)


def entry_rubbish(file: Damaged) -> None:
    """Change a byte of an entry, in an otherwise sound database."""
    number, _, state = some_row(file)
    data = bytearray(state)
    data[file.chance.randrange(len(data))] ^= 1 << file.chance.randrange(8)
    update(file.path, f"UPDATE {TABLE} SET state=? WHERE originator_version=?", bytes(data), number)


# ---- the database around the rows -----------------------------------------------------------------------------------


RECURSIVE = "WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) "

SCHEMAS = {
    "trigger deletes": (
        f"CREATE TRIGGER t AFTER INSERT ON {TABLE} BEGIN DELETE FROM {TABLE} WHERE originator_version=2; END",
    ),
    "trigger changes": (
        f"CREATE TRIGGER t AFTER INSERT ON {TABLE} BEGIN UPDATE {TABLE} SET topic='x' WHERE originator_version=3; END",
    ),
    "trigger ignores": (f"CREATE TRIGGER t BEFORE INSERT ON {TABLE} BEGIN SELECT RAISE(IGNORE); END",),
    "trigger aborts": (f"CREATE TRIGGER t BEFORE INSERT ON {TABLE} BEGIN SELECT RAISE(ABORT, 'no'); END",),
    "trigger is endless": (
        f"CREATE TRIGGER t AFTER INSERT ON {TABLE} BEGIN {RECURSIVE} SELECT COUNT(*) FROM endless; END".replace(
            "BEGIN WITH", "BEGIN INSERT INTO log WITH"
        ),
        "CREATE TABLE log (n)",
    ),
    "endless view": (
        f"ALTER TABLE {TABLE} RENAME TO hidden",
        (
            f"CREATE VIEW {TABLE} AS {RECURSIVE} SELECT originator_id, n AS originator_version, topic, state "
            "FROM endless JOIN hidden"
        ),
    ),
    "view": (
        f"ALTER TABLE {TABLE} RENAME TO hidden",
        f"CREATE VIEW {TABLE} AS SELECT * FROM hidden",
    ),
    "changing view": (
        f"ALTER TABLE {TABLE} RENAME TO hidden",
        (
            f"CREATE VIEW {TABLE} AS SELECT originator_id, originator_version, topic, "
            "substr(state, 1, length(state) - (random() % 2 = 0)) AS state FROM hidden"
        ),
    ),
    "extra table": ("CREATE TABLE more (a, b)", "INSERT INTO more VALUES (1, zeroblob(100000))"),
    "extra column": (f"ALTER TABLE {TABLE} ADD COLUMN more TEXT DEFAULT 'x'",),
    "generated column": (f"ALTER TABLE {TABLE} ADD COLUMN more TEXT AS (topic || 'x')",),
    "index": (f"CREATE INDEX more ON {TABLE} (topic)",),
    "index of an expression": (f"CREATE INDEX more ON {TABLE} (length(state) + 1)",),
    "no table": (f"DROP TABLE {TABLE}",),
    "no rows": (f"DELETE FROM {TABLE}",),
    "no key": (
        "CREATE TABLE copy (originator_id, originator_version, topic, state)",
        f"INSERT INTO copy SELECT originator_id, originator_version, topic, state FROM {TABLE}",
        f"DROP TABLE {TABLE}",
        f"ALTER TABLE copy RENAME TO {TABLE}",
    ),
    "virtual table": ("CREATE VIRTUAL TABLE more USING fts5(a)",),
}


def schema_changed(file: Damaged) -> None:
    """Add triggers, views, tables, columns, indexes, or take the table away."""
    name = file.chance.choice(sorted(SCHEMAS))
    try:
        execute(file.path, *SCHEMAS[name])
    except sqlite3.OperationalError:
        execute(file.path, "CREATE TABLE more (a)")


def schema_text_forged(file: Damaged) -> None:
    """Write strange text into the stored schema."""
    text = file.chance.choice(
        (
            "CREATE TABLE stored_events (a)",
            "CREATE TABLE stored_events (originator_id, originator_version, topic, state, CHECK (load_extension('x')))",
            "nonsense",
            "",
            "CREATE TABLE stored_events (" + ", ".join(f"c{number}" for number in range(1900)) + ")",
            "CREATE VIEW stored_events AS SELECT 1",
        )
    )
    with closing(sqlite3.connect(file.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET sql=? WHERE name=?", (text, TABLE))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def pragmas_changed(file: Damaged) -> None:
    """Change the format number, the application id, the journal mode, the page size, or the vacuum mode."""
    statements, expects = file.chance.choice(
        (
            (("PRAGMA user_version=99",), NEVER),
            (("PRAGMA user_version=-1",), ""),
            (("PRAGMA user_version=0",), ""),
            (("PRAGMA application_id=1",), NEVER),
            (("PRAGMA application_id=0",), NEVER),
            (("PRAGMA journal_mode=DELETE",), ""),
            (("PRAGMA journal_mode=DELETE", "PRAGMA page_size=512", "VACUUM"), ""),
            (("PRAGMA journal_mode=DELETE", "PRAGMA page_size=65536", "VACUUM"), ""),
            (("PRAGMA journal_mode=DELETE", "PRAGMA auto_vacuum=FULL", "VACUUM"), ""),
        )
    )
    execute(file.path, *statements)
    file.expects = expects or file.expects


def another_encoding(file: Damaged) -> None:
    """Copy the save into a database that stores its text as UTF-16."""
    with closing(sqlite3.connect(file.path)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        schema = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]
        found = connection.execute(f"SELECT * FROM {TABLE}").fetchall()
    for path in (file.path, file.log):
        path.unlink(missing_ok=True)
    with closing(sqlite3.connect(file.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA encoding='UTF-16le'")
        connection.execute(f"PRAGMA application_id={application}")
        connection.execute(f"PRAGMA user_version={version}")
        for sql in schema:
            connection.execute(sql)
        marks = ", ".join("?" * len(found[0]))
        connection.executemany(f"INSERT INTO {TABLE} VALUES ({marks})", found)
