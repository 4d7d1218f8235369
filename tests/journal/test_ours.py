"""A save that is deleted, replaced or locked during play: no step is shown that would be lost, and the whole game can
be written elsewhere."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal import disk, recorder
from defiance_qt.journal.beside import StrayFile
from defiance_qt.journal.record import write_record
from defiance_qt.journal.store import StoredJournal, create, set_aside
from tests.core.same import assert_same
from tests.core.toy import PigGame, SetAnswer, pig_setup
from tests.journal.games import HEADER, play, reopened, saved


def delete(path: Path) -> None:
    path.unlink()


def move_away(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def replace(path: Path) -> None:
    other = path.with_name("other")
    saved(other)
    other.replace(path)


def replace_by_a_copy(path: Path) -> None:
    other = path.with_name("other")
    shutil.copy(path, other)
    other.replace(path)


def overwrite(path: Path) -> None:
    other = path.with_name("other")
    saved(other)
    path.write_bytes(other.read_bytes())
    other.unlink()


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 4096 // 2 * 4096)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def delete_the_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


HAPPENINGS: dict[Callable[[Path], None], str] = {
    delete: "is no longer there: it was deleted or moved",
    move_away: "is no longer there: it was deleted or moved",
    replace: "was replaced or changed by another program",
    replace_by_a_copy: "was replaced or changed by another program",
    overwrite: "was replaced or changed by another program",
    empty: "was replaced or changed by another program",
    cut: "was replaced or changed by another program",
}


@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize("happens", HAPPENINGS)
def test_no_step_is_shown_once_the_file_is_not_ours(
    path: Path, tmp_path: Path, happens: Callable[[Path], None], played: bool
) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    # Long enough for many pages, so that the write-ahead log does not hold all of them.
    session.note(Random(1).randbytes(3_000_000).hex())
    session.submit(SetAnswer(True))
    if played:
        play(session)
    else:
        session.close()
        session = reopened(path)
    shown: list[object] = []
    session.subscribe(shown.append)
    before = session.head, session.state, session.timeline.entries
    happens(path)
    for attempt in (lambda: session.submit(SetAnswer(False)), session.undo, lambda: session.note("?")):
        with pytest.raises(SaveError, match=rf"^a game\.defiance {HAPPENINGS[happens]}"):
            attempt()
    assert (session.head, session.state, session.timeline.entries, shown) == (*before, [])

    # The whole game, written elsewhere, goes on there.
    there = path.read_bytes() if path.exists() else None
    journal = session.journal
    assert isinstance(journal, StoredJournal)
    new = tmp_path / "new.defiance"
    journal.move_to(new)
    assert journal.name == "new.defiance"
    session.submit(SetAnswer(False))
    session.close()
    again = reopened(new)
    assert_same(again.timeline, session.timeline)
    again.close()
    assert (path.read_bytes() if path.exists() else None) == there


def test_a_log_that_is_deleted_is_noticed(path: Path) -> None:
    """The steps in it would be lost, although the save is still there."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    delete_the_log(path)
    with pytest.raises(SaveError, match=r"is no longer there|was replaced"):
        session.submit(SetAnswer(True))


def test_a_save_deleted_while_a_step_is_written_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    head = session.head
    journal = session.journal
    assert isinstance(journal, StoredJournal)
    own = journal._backend._writer.recorder  # type: ignore[attr-defined]
    insert = own.insert_events

    def slow(events: object) -> object:
        done = insert(events)
        path.unlink()
        return done

    monkeypatch.setattr(own, "insert_events", slow)
    with pytest.raises(SaveError, match="is no longer there"):
        session.submit(SetAnswer(True))
    assert session.head == head


def test_another_window_that_closes_the_save_does_not_disturb(path: Path) -> None:
    """It merges the log into the file, which changes the file but not the game."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    session.submit(SetAnswer(True))
    session.close()
    assert_same(reopened(path).timeline, session.timeline)


@pytest.mark.parametrize("played", [False, True])
def test_a_locked_save_is_said_and_read(path: Path, played: bool) -> None:
    """The sentence comes within two seconds, and the step can be repeated."""
    saved(path)
    session = reopened(path)
    if played:
        session.submit(SetAnswer(True))
    head = session.head
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        reader = reopened(path, read_only=True)
        assert_same(reader.timeline, session.timeline)
        with pytest.raises(SaveError, match=r"a game\.defiance is locked by another program"):
            session.submit(SetAnswer(False))
        assert session.head == head
        other.execute("ROLLBACK")
    session.submit(SetAnswer(False))
    session.close()
    assert_same(reopened(path).timeline, session.timeline)


def test_a_copy_is_whole_while_the_game_goes_on(path: Path, tmp_path: Path) -> None:
    """Every branch, name and note, without the log that a copy of the file would lack."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    copy = tmp_path / "copy.defiance"
    journal = session.journal
    assert isinstance(journal, StoredJournal)
    journal.copy_to(copy)
    assert_same(reopened(copy).timeline, session.timeline)
    session.submit(SetAnswer(True))
    assert reopened(copy).timeline.entries == session.timeline.entries - 1
    session.close()


def test_a_failed_creation_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "publish", full)
    with pytest.raises(SaveError, match=r"a game\.defiance could not be written: No space left"):
        Session.start(PigGame(), pig_setup(), create(path, HEADER))
    assert list(path.parent.iterdir()) == []


def test_a_failed_export_leaves_the_old_record(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = saved(path)
    record = path.with_suffix(".jsonl")
    record.write_bytes(b"the good one")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    journal = reopened(path).journal
    assert isinstance(journal, StoredJournal)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SaveError, match="No space left"):
            write_record(journal, record, replace=True)
    assert record.read_bytes() == b"the good one"
    assert sorted(path.parent.iterdir()) == [path, record]
    write_record(journal, record, replace=True)
    assert len(record.read_bytes().splitlines()) == session.timeline.entries + 2


@pytest.mark.parametrize("value", [{"step": "zero"}, 5, object(), 10**30])
def test_nothing_is_stored_that_cannot_be_read_again(path: Path, value: Any) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    entries = session.timeline.entries
    for attempt in (session.note, session.checkpoint, lambda value: session.fork(0, value)):
        with pytest.raises(SaveError, match=r"^This cannot be stored: "):
            attempt(value)
    assert session.timeline.entries == entries
    session.close()
    assert reopened(path).timeline.entries == entries


def test_a_step_that_is_stored_is_shown_even_if_its_mark_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the next step would find its number taken. The mark is written with the next one."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    execute = recorder.Writer.execute

    def busy(writer: recorder.Writer, statement: str) -> None:
        if "=" in statement:
            raise sqlite3.OperationalError("database is locked")
        execute(writer, statement)

    with monkeypatch.context() as patch:
        patch.setattr(recorder.Writer, "execute", busy)
        session.submit(SetAnswer(True))
    assert recorder.Writer.execute is execute
    session.submit(SetAnswer(False))
    session.close()
    assert_same(reopened(path).timeline, session.timeline)


def test_a_save_with_a_leftover_log_can_be_deleted_before_it_is_closed(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    session.submit(SetAnswer(True))
    other = reopened(path)
    path.unlink()
    other.close()


@pytest.mark.parametrize("harm", ["emptied", "zeroed"])
def test_a_log_that_another_program_writes_into_is_noticed(path: Path, harm: str) -> None:
    """The file and its name are the same; the steps in the log would be lost when it is merged."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    head, entries = session.head, session.timeline.entries
    log = path.with_name(path.name + "-wal")
    size = log.stat().st_size
    assert size
    if harm == "emptied":
        os.truncate(log, 0)
    else:
        with log.open("r+b") as file:
            file.write(bytes(size))
    with pytest.raises(SaveError, match="was replaced or changed"):
        session.submit(SetAnswer(True))
    assert (session.head, session.timeline.entries) == (head, entries)


def test_a_refused_save_keeps_the_log_that_a_killed_program_has_left(path: Path, tmp_path: Path) -> None:
    """Its log is merged only once all of it has been replayed. What was refused is left as it is."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    session.submit(SetAnswer(True))
    killed = tmp_path / "killed" / path.name
    killed.parent.mkdir()
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{path}{suffix}", f"{killed}{suffix}")
    session.close()
    with closing(sqlite3.connect(killed, isolation_level=None)) as other:
        other.execute("PRAGMA wal_autocheckpoint=0")
        other.execute("UPDATE stored_events SET topic='noted' WHERE originator_version=2")
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{killed}{suffix}", f"{killed}{suffix}-copy")
    for suffix in ("", "-wal"):
        Path(f"{killed}{suffix}-copy").replace(f"{killed}{suffix}")
    before = {one.name: one.read_bytes() for one in killed.parent.iterdir()}
    assert set(before) == {killed.name, f"{killed.name}-wal"}
    with pytest.raises(SaveError, match="entry 2 cannot be read"):
        reopened(killed)
    assert {one.name: one.read_bytes() for one in killed.parent.iterdir()} == before


def test_a_log_of_another_time_is_not_read(path: Path, tmp_path: Path) -> None:
    """It could be read with an old copy of the save but never be merged into it: a step after it would be lost."""
    first = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    first.submit(SetAnswer(True))
    first.close()
    old = tmp_path / "old" / path.name
    old.parent.mkdir()
    shutil.copyfile(path, old)
    later = reopened(path)
    later.play([SetAnswer(True)] * 800)
    later.close()
    later = reopened(path)
    # The first step is merged at once, with the mark of an open save. The second alone is left in the log.
    later.submit(SetAnswer(False))
    later.submit(SetAnswer(True))
    shutil.copyfile(f"{path}-wal", f"{old}-wal")
    later.close()
    before = {one.name: one.read_bytes() for one in old.parent.iterdir()}
    for read_only in (False, True):
        with pytest.raises(StrayFile, match=rf"^{old.name}-wal lies beside {old.name} and does not belong to it"):
            reopened(old, read_only=read_only)
    assert {one.name: one.read_bytes() for one in old.parent.iterdir()} == before
    assert set_aside(old) == [(Path(f"{old}-wal"), Path(f"{old}-wal.old"))]
    assert reopened(old).head == 1


def test_a_connection_that_cannot_be_set_up_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk SQLite cannot make its index. A connection left open would keep the log beside the save."""
    saved(path)
    session = reopened(path)
    made: list[sqlite3.Connection] = []

    class Full(sqlite3.Cursor):
        def execute(self, sql: str, *given: Any) -> Any:
            return full(super().execute, sql, *given)

    class Disk(sqlite3.Connection):
        def execute(self, sql: str, *given: Any) -> Any:
            made.append(self)
            return full(super().execute, sql, *given)

        def cursor(self, *given: Any) -> Any:
            made.append(self)
            return super().cursor(Full)

    def full(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        if "synchronous" in sql or "journal_mode" in sql:
            raise sqlite3.OperationalError("disk I/O error")
        return execute(sql, *given)

    with monkeypatch.context() as patch:
        connect = sqlite3.connect
        patch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, factory=Disk, **named))
        with pytest.raises(SaveError, match="disk I/O error"):
            session.submit(SetAnswer(True))
    assert made
    for one in tuple(made):
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            one.execute("SELECT 1")
    session.submit(SetAnswer(True))
    session.close()
    assert list(path.parent.iterdir()) == [path]


def test_a_game_moves_on_although_the_old_file_is_locked(path: Path, tmp_path: Path) -> None:
    saved(path)
    session = reopened(path)
    session.submit(SetAnswer(True))
    journal = session.journal
    assert isinstance(journal, StoredJournal)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        journal.move_to(tmp_path / "new.defiance")
    session.submit(SetAnswer(False))
    session.close()
    assert_same(reopened(tmp_path / "new.defiance").timeline, session.timeline)


def test_while_a_save_is_written_to_its_links_are_followed_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session.start(PigGame(), pig_setup(), create(path, HEADER)) as session:
        session.submit(SetAnswer(True))
        followed: list[Path] = []
        monkeypatch.setattr("defiance_qt.journal.beside.resolved", followed.append)
        session.submit(SetAnswer(False))
        monkeypatch.undo()
    assert followed == []
