"""What is no sound save is refused in one sentence and left alone."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal import mapper
from defiance_qt.journal.store import create, open_journal
from tests.core.toy import PigGame, Roll, pig_setup
from tests.journal.games import HEADER, play, play_on, reopened, saved


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
    refused(save, "holds no game")


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


def test_a_save_parted_from_its_log_is_refused(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    other = path.with_name("other.defiance")
    shutil.copy(path, other)
    session.close()
    refused(other, r"other\.defiance holds no game")
