"""Damage to the database around the entries: foreign triggers, views, tables and settings of SQLite."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.workshop.torture.damaged import SAVE, Damaged, kind
from tests.workshop.torture.doors import NEVER
from tests.workshop.torture.rows import TABLE, execute

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


@kind(SAVE, weight=24)
def schema_changed(file: Damaged) -> None:
    """Add triggers, views, tables, columns, indexes, or take the table away."""
    name = file.chance.choice(sorted(SCHEMAS))
    try:
        execute(file.path, *SCHEMAS[name])
    except sqlite3.OperationalError:
        execute(file.path, "CREATE TABLE more (a)")


@kind(SAVE)
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


@kind(SAVE)
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


@kind(SAVE)
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
