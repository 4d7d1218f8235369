"""What is no sound save is refused in one sentence and left alone."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.core.timeline import Moved, Noted
from defiance_qt.journal import mapper, reading
from defiance_qt.journal.file import is_locked
from defiance_qt.journal.mapper import Started
from defiance_qt.journal.store import StoredJournal, create, open_journal
from defiance_qt.journal.upgrade import FORMAT
from tests.core.same import assert_same
from tests.core.toy import Pig, PigGame, Roll, pig_setup
from tests.journal.games import CONTENT, HEADER, play, play_on, reopened, saved


def refused(path: Path, sentence: str) -> None:
    """Opening, for writing and for reading, says this, and neither the file nor its folder is touched."""
    before = {entry: (entry.read_bytes(), entry.stat().st_mtime_ns) for entry in path.parent.iterdir()}
    for read_only in (False, True):
        with pytest.raises(SaveError, match=sentence) as error:
            reopened(path, read_only=read_only)
        assert path.name in str(error.value)
    assert {entry: (entry.read_bytes(), entry.stat().st_mtime_ns) for entry in path.parent.iterdir()} == before


def test_a_missing_file(tmp_path: Path) -> None:
    for read_only in (False, True):
        with pytest.raises(SaveError, match=r"none\.defiance does not exist"):
            open_journal(tmp_path / "none.defiance", read_only=read_only)
    with pytest.raises(SaveError, match="could not be read"):
        open_journal(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"hello", b"PNG" * 500])
def test_foreign_bytes(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, "is not a save of this program")


def test_a_database_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE stored_events (a)")
        connection.commit()
    refused(path, "is not a save of this program")


def test_a_newer_format(save: Path) -> None:
    with closing(sqlite3.connect(save)) as connection:
        connection.execute("PRAGMA user_version=99")
    refused(save, "was written by a newer version")


@pytest.mark.parametrize("keep", [20, 90, 1000, 5000, -4096, -1])
def test_a_file_cut_off(path: Path, keep: int) -> None:
    saved(path, play_on)
    content = path.read_bytes()
    path.write_bytes(content[:keep])
    refused(path, "is damaged")


def test_pages_overwritten(path: Path) -> None:
    saved(path, play_on)
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 16] = b"\xaa" * 16
    path.write_bytes(content)
    refused(path, "is damaged or cut off")


def altered(save: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(save, isolation_level=None)) as connection:
        assert connection.execute(statement, values).rowcount
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_bit_flipped_in_an_entry_is_found(save: Path) -> None:
    with closing(sqlite3.connect(save)) as connection:
        (state,) = connection.execute("SELECT state FROM stored_events WHERE originator_version=4").fetchone()
    place = len(state) // 2
    altered(
        save,
        "UPDATE stored_events SET state=? WHERE originator_version=4",
        state[:place] + bytes([state[place] ^ 1]) + state[place + 1 :],
    )
    refused(save, "is damaged: entry 4 cannot be read")


def test_an_entry_of_the_wrong_type_is_found(save: Path) -> None:
    altered(save, "UPDATE stored_events SET state=NULL WHERE originator_version=5")
    refused(save, "is damaged: entry 5 cannot be read")


def test_entries_swapped_are_found(save: Path) -> None:
    altered(save, "UPDATE stored_events SET originator_version=1000 WHERE originator_version=3")
    altered(save, "UPDATE stored_events SET originator_version=3 WHERE originator_version=5")
    altered(save, "UPDATE stored_events SET originator_version=5 WHERE originator_version=1000")
    refused(save, "entry 3 cannot be read")


def test_a_missing_entry_is_found(save: Path) -> None:
    altered(save, "DELETE FROM stored_events WHERE originator_version=3")
    refused(save, "entry 3 is missing")


def test_a_missing_start_is_found(save: Path) -> None:
    altered(save, "DELETE FROM stored_events WHERE originator_version=1")
    refused(save, "entry 1 is missing")


def test_a_save_without_a_game(save: Path) -> None:
    altered(save, "DELETE FROM stored_events")
    refused(save, "holds 0 games")
    with closing(sqlite3.connect(save)) as connection:
        connection.execute("DROP TABLE stored_events")
    refused(save, "holds no game")


def test_events_of_another_game_do_not_fit(save: Path) -> None:
    class Other(PigGame):
        event_type = Roll

    for read_only in (False, True):
        journal = open_journal(save, read_only=read_only)
        with pytest.raises(SaveError, match="entry 2 does not fit this game"):
            Session.resume(Other(), journal)
        journal.close()


@pytest.mark.parametrize("sealed", [b"", b"\0" * 4, b"x\x9c not zlib"])
def test_an_entry_that_cannot_be_unpacked(save: Path, sealed: bytes) -> None:
    altered(save, "UPDATE stored_events SET state=? WHERE originator_version=4", sealed)
    refused(save, "entry 4 cannot be read")
    body = sealed[:-4] or b"x"
    whole = body + zlib.crc32(body, 4).to_bytes(4, "big")
    altered(save, "UPDATE stored_events SET state=? WHERE originator_version=4", whole)
    refused(save, "entry 4 ")


def test_an_entry_sealed_but_not_messagepack(save: Path) -> None:
    altered(save, "UPDATE stored_events SET state=? WHERE originator_version=4", mapper.seal(b"\xc1", 4))
    refused(save, "entry 4 does not fit")
    with open_journal(save, read_only=True) as journal, pytest.raises(SaveError, match="entry 4 cannot be read"):
        list(journal.raw())


def doubted(path: Path, sentence: str) -> None:
    """It opens, and says that something may be missing."""
    session = reopened(path, read_only=True)
    assert isinstance(session.journal, StoredJournal)
    assert session.journal.doubt is not None
    assert re.search(sentence, str(session.journal.doubt))
    session.close()


def test_a_save_parted_from_its_log_is_noticed(path: Path) -> None:
    """Copied while it was open, without the write-ahead log that holds its last steps."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    other = path.with_name("other.defiance")
    shutil.copy(path, other)
    shutil.copy(path.with_name(path.name + "-wal"), other.with_name(other.name + "-wal"))
    whole = reopened(other, read_only=True)
    assert isinstance(whole.journal, StoredJournal)
    assert whole.journal.doubt is None
    assert_same(whole.timeline, session.timeline)
    other.with_name(other.name + "-wal").unlink()
    session.close()
    doubted(other, r"^other\.defiance was copied while it was open.*may be missing")
    assert reopened(path, read_only=True).timeline.entries == session.timeline.entries
    # A game that goes on and is closed is whole again, with what there is.
    rest = reopened(other)
    rest.submit(Roll(1))
    rest.close()
    again = reopened(other, read_only=True)
    assert isinstance(again.journal, StoredJournal)
    assert again.journal.doubt is None


def test_a_save_with_a_log_needs_a_folder_for_its_copy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The save and its log are read as a copy; without a folder for that it is a sentence, and nothing is touched."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    other = path.with_name("other.defiance")
    shutil.copy(path, other)
    shutil.copy(path.with_name(path.name + "-wal"), other.with_name(other.name + "-wal"))
    session.close()
    monkeypatch.setattr("tempfile.tempdir", str(path.with_name("nowhere")))
    with pytest.raises(SaveError, match=r"^other\.defiance could not be read: "):
        reopened(other, read_only=True)
    monkeypatch.undo()
    assert_same(reopened(other, read_only=True).timeline, session.timeline)


def test_entries_cut_off_the_end_are_noticed(path: Path) -> None:
    saved(path, play_on)
    altered(path, "DELETE FROM stored_events WHERE originator_version > 90")
    doubted(path, "does not hold the entries with which it was closed")


def test_a_program_killed_before_it_marked_its_first_step_leaves_a_whole_save(path: Path, tmp_path: Path) -> None:
    """The mark is that of the last closing; all entries of then are there, and one more."""
    saved(path, play_on)
    session = reopened(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        session.submit(Roll(1))
        connection.execute(f"PRAGMA user_version={version:d}")
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{path}{suffix}", tmp_path / f"killed{suffix}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copyfile(path, tmp_path / "merged")
    again = reopened(tmp_path / "killed", read_only=True)
    assert isinstance(again.journal, StoredJournal)
    assert again.journal.doubt is None
    assert_same(again.timeline, session.timeline)
    doubted(tmp_path / "merged", "holds entries that were added after it was closed")


def test_an_entry_forged_with_a_right_checksum_is_noticed(save: Path) -> None:
    with open_journal(save, read_only=True) as journal:
        number = next(number for number, raw in enumerate(journal.raw(), 2) if raw["entry"] == "noted")
        raw = {"entry": "noted", "step": 0, "text": "forged"}
    altered(
        save,
        f"UPDATE stored_events SET state=? WHERE originator_version={number:d}",
        mapper.seal(msgspec.msgpack.encode(raw), number),
    )
    doubted(save, "does not hold the entries")


def test_content_changed_with_a_right_checksum_is_refused(save: Path) -> None:
    """The passport holds a digest of the content."""
    started = mapper.encode(Started(FORMAT, msgspec.structs.replace(HEADER, content={**CONTENT, "dice.toml": b"7"})))
    altered(save, "UPDATE stored_events SET state=? WHERE originator_version=1", mapper.seal(started, 1))
    refused(save, "its content does not match its passport")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON stored_events BEGIN DELETE FROM stored_events; END",
        "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n",
        "CREATE TABLE other (a)",
        "CREATE INDEX i ON stored_events (topic)",
        "ALTER TABLE stored_events ADD COLUMN extra",
    ],
)
def test_a_foreign_schema_is_refused_before_it_runs(save: Path, statement: str) -> None:
    with closing(sqlite3.connect(save)) as connection:
        connection.execute(statement)
        connection.commit()
    refused(save, "tables or programs that are not part of a save")


def test_a_view_in_place_of_the_table_is_refused(save: Path) -> None:
    """A recursive view would never end."""
    with closing(sqlite3.connect(save)) as connection:
        connection.execute("DROP TABLE stored_events")
        connection.execute(
            "CREATE VIEW stored_events AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
            "SELECT x AS originator_id, x AS originator_version, x AS topic, x AS state FROM n"
        )
        connection.commit()
    refused(save, "tables or programs")


def test_the_schema_is_the_librarys(save: Path) -> None:
    statements = SQLiteAggregateRecorder(SQLiteDatastore(":memory:")).construct_create_table_statements()
    assert [" ".join(one.replace("IF NOT EXISTS ", "").split()) for one in statements] == [reading.SCHEMA]


@pytest.mark.parametrize("size", [3_000, 40 << 20], ids=["at once", "piece by piece"])
def test_an_entry_that_is_cut_off_inside_its_seal_is_refused(size: int) -> None:
    """Whether it is short enough to be decompressed at once or not."""
    body = zlib.compress(bytes(size), 9)
    assert (len(body) <= mapper.SMALL) is (size == 3_000)
    for part, sound in ((body, True), (body[:-6], False)):
        sealed = part + zlib.crc32(part, 7).to_bytes(4, "big")
        if sound:
            assert mapper.unseal(sealed, 7, "game") == bytes(size)
            continue
        with pytest.raises(SaveError):
            mapper.unseal(sealed, 7, "game")


def test_what_is_decompressed_at_once_stays_within_the_limit() -> None:
    most = zlib.compress(bytes(mapper.LARGEST), 9)
    assert len(most) > mapper.SMALL


def test_an_entry_that_inflates_without_end_is_refused(save: Path) -> None:
    """64 KiB that would become more than 64 MiB."""
    body = zlib.compress(bytes(mapper.LARGEST + 1), 9)
    sealed = body + zlib.crc32(body, 4).to_bytes(4, "big")
    altered(save, "UPDATE stored_events SET state=? WHERE originator_version=4", sealed)
    refused(save, "entry 4 cannot be read")


def test_all_entries_together_have_a_limit(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = mapper.seal(mapper.encode(Noted(0, "again and again " * 100)), 4)
    altered(save, "UPDATE stored_events SET state=?, topic='noted' WHERE originator_version=4", long)
    monkeypatch.setattr(mapper, "MOST", 1600)
    refused(save, "entry 4 cannot be read")


@pytest.mark.parametrize("tag", ["", "noted", "started", "upgraded", "rubbish"])
def test_an_entry_with_the_wrong_tag_is_refused(save: Path, tag: str) -> None:
    altered(save, "UPDATE stored_events SET topic=? WHERE originator_version=2", tag)
    refused(save, "entry 2 cannot be read")


def test_deep_nesting_is_refused(save: Path) -> None:
    """MessagePack of 100,000 lists in each other."""
    altered(
        save,
        "UPDATE stored_events SET state=? WHERE originator_version=4",
        mapper.seal(b"\x91" * 100_000 + b"\xc0", 4),
    )
    refused(save, "entry 4 ")


def test_an_event_that_the_game_cannot_apply_is_refused(save: Path) -> None:
    """Whatever `evolve` raises becomes a sentence with the place."""

    class Fragile(PigGame):
        def evolve(self, state: Pig, event: object) -> Pig:
            raise KeyError("nobody")

    for read_only in (False, True):
        with pytest.raises(SaveError, match=r"^a game\.defiance: what follows step -1 is not possible.*KeyError"):
            Session.resume(Fragile(), open_journal(save, read_only=read_only))


def test_a_jump_to_a_step_that_is_not_there_names_the_file(save: Path) -> None:
    with open_journal(save, read_only=True) as journal:
        number = next(number for number, raw in enumerate(journal.raw(), 2) if raw["entry"] == "moved")
    altered(
        save,
        f"UPDATE stored_events SET state=? WHERE originator_version={number:d}",
        mapper.seal(mapper.encode(Moved(10_000)), number),
    )
    refused(save, r"^a game\.defiance: There is no step 10000")


# -- what is no file --


def test_a_fifo_is_refused_at_once(path: Path) -> None:
    """It would wait for a writer."""
    os.mkfifo(path)
    with pytest.raises(SaveError, match=r"a game\.defiance could not be read: it is not a file"):
        open_journal(path)


def test_a_device_is_refused(path: Path) -> None:
    path.symlink_to("/dev/zero")
    with pytest.raises(SaveError, match="it is not a file"):
        open_journal(path)


@pytest.mark.parametrize("name", ["x" * 300 + ".defiance", "a\0b.defiance"])
def test_impossible_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(SaveError, match="could not be read"):
        open_journal(tmp_path / name)
    with pytest.raises(SaveError, match="could not be written"):
        Session.start(PigGame(), pig_setup(), create(tmp_path / name, HEADER))
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_not_utf_8(tmp_path: Path) -> None:
    """Such a file is played like any other, and its name can be printed."""
    path = tmp_path / os.fsdecode(b"caf\xe9.defiance")
    saved(path)
    session = reopened(path)
    session.submit(Roll(1))
    session.close()
    path.write_bytes(b"rubbish")
    with pytest.raises(SaveError) as error:
        reopened(path)
    assert str(error.value).encode() == "caf\ufffd.defiance is not a save of this program.".encode()


def test_another_journal_mode_is_left_as_it_is(path: Path) -> None:
    """A save that is refused is not rewritten to the write-ahead log."""
    saved(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("DELETE FROM stored_events WHERE originator_version=4")
        connection.commit()
    refused(path, "entry 4 is missing")


# -- values that the text form cannot hold --


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00", "nan cannot be stored"),
        (b"\x91\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00", "inf cannot be stored"),
        (b"\xd8\x01" + bytes(16), "a value of the foreign type 1"),
        (b"\x81\xa1x\xd6\xff" + bytes(4), "1970"),
        (b"\xc4\x01\xff", "cannot be stored"),
        (b"\x81\x01\x02", "1 is not a text"),
    ],
    ids=["nan", "inf", "type", "time", "bytes", "key"],
)
def test_a_setting_of_a_foreign_type_is_refused(save: Path, value: bytes, why: str) -> None:
    """It would be lost, or changed, when the game is exported."""
    with open_journal(save, read_only=True) as journal:
        number = len(list(journal.raw())) + 2
    altered(
        save,
        "INSERT INTO stored_events SELECT originator_id, MAX(originator_version) + 1, 'setting', ? FROM stored_events",
        mapper.seal(b"\x83\xa5entry\xa7setting\xa4name\xa1x\xa5value" + value, number),
    )
    refused(save, f"entry {number} does not fit this game: .*{why}")


def test_a_step_without_a_time_is_refused(save: Path) -> None:
    with open_journal(save, read_only=True) as journal:
        number, raw = next((number, raw) for number, raw in enumerate(journal.raw(), 2) if raw["entry"] == "step")
    altered(
        save,
        f"UPDATE stored_events SET state=? WHERE originator_version={number:d}",
        mapper.seal(mapper.encode({**raw, "at": float("nan")}), number),
    )
    refused(save, f"entry {number} does not fit this game: nan is not a time")


@pytest.mark.parametrize("suffix", ["-wal", "-journal", "-shm"])
def test_a_fifo_beside_a_save_is_not_waited_for(save: Path, suffix: str) -> None:
    """SQLite opens its other files without asking what they are."""
    beside = save.with_name(save.name + suffix)
    session = reopened(save)
    os.mkfifo(beside)
    before = save.read_bytes()
    for attempt in (lambda: session.note("x"), lambda: reopened(save)):
        with pytest.raises(SaveError, match=f"^a game.defiance{suffix} lies beside|was replaced or changed"):
            attempt()
    assert is_locked(save)
    session.close()
    assert save.read_bytes() == before
    beside.unlink()
    session = reopened(save)
    session.note("x")
    session.close()
    assert list(save.parent.iterdir()) == [save]


def test_a_schema_that_is_not_text_is_refused(save: Path) -> None:
    """SQLite quotes it in its message, which Python cannot read then either."""
    with closing(sqlite3.connect(save, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET name=CAST(? AS TEXT), sql=?", (b"stored\xd8(", "CREATE TABLE ("))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    refused(save, "is damaged or cut off")
