"""Saves on disk: what is written comes back, and what is no sound save is refused in one sentence and left alone."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from defiance_qt.core.errors import Illegal, SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal import file, mapper, store
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import passport
from defiance_qt.journal.store import StoredJournal, create, open_journal
from tests.conftest import ROOT
from tests.core.same import assert_same
from tests.core.toy import EnterDice, Hold, PigGame, Roll, SetAnswer, pig_setup

CONTENT = {"dice.toml": b"faces = 6\n" * 50, "logo.bin": b"\xff\x00\xfe"}
HEADER = Header(pig_setup(), passport("1.2.3", CONTENT), CONTENT)


def play(session: Session) -> None:
    """A short game with a move of every kind."""
    session.submit(Roll(1))
    session.checkpoint("first")
    session.submit(Roll(2))
    session.undo()
    session.submit(Roll(3))
    session.note("bold")
    session.fork(1, "careful")
    session.submit(SetAnswer(False))
    session.dice_after_undo = "fresh"
    session.update(PigGame(), Header(pig_setup(), passport("1.2.4", {}), {}))
    session.submit(SetAnswer(True))
    session.undo()


def play_on(session: Session) -> None:
    """Steps enough for several pages."""
    session.play([SetAnswer(True)] * 100)


def saved(path: Path, moves: Callable[[Session], None] = play) -> Session:
    """A game played into a file and closed; the session still shows what was."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    moves(session)
    session.close()
    return session


def reopened(path: Path, *, read_only: bool = False) -> Session:
    return Session.resume(PigGame(), open_journal(path, read_only=read_only))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a game.defiance"


@pytest.fixture
def save(path: Path) -> Path:
    saved(path)
    return path


def test_a_reopened_game_is_the_game(path: Path) -> None:
    session = saved(path)
    again = reopened(path)
    assert_same(again.timeline, session.timeline)
    journal = again.journal
    assert isinstance(journal, StoredJournal)
    assert (journal.header, journal.setup) == (HEADER, HEADER.setup)
    assert again.verify().ok
    again.redo()
    again.submit(Roll(1))
    again.close()
    third = reopened(path)
    assert_same(third.timeline, again.timeline)
    third.close()


def test_an_update_is_recorded_with_what_it_brought(path: Path) -> None:
    """Steps before it are decided by the old rules and steps after it by the new ones, also after reopening."""
    richer = Header(pig_setup(bonus=10), passport("2.0", {"new.toml": b"x"}), {"new.toml": b"x"})

    def bind(header: Header) -> PigGame:
        return PigGame(header.setup.options.get("bonus", 0))

    def moves(session: Session) -> None:
        session.play([SetAnswer(False), Roll(1), EnterDice((5,)), Hold()])
        session.update(bind(richer), richer)
        session.play([Roll(1), EnterDice((5,)), Hold()])

    assert saved(path, moves).state.scores == (5, 15)
    session = Session.resume(PigGame(), open_journal(path, read_only=True), bind)
    assert session.timeline.updates == [(5, richer)]
    assert isinstance(session.game, PigGame)
    assert session.game.bonus == 10
    assert session.verify().words == "ok"
    session.close()
    old = reopened(path, read_only=True)
    assert old.verify().step == 7
    old.close()


def test_nothing_is_on_disk_before_the_game_begins(path: Path) -> None:
    class Impossible(PigGame):
        def start(self, setup: object) -> list[object]:
            raise Illegal("no", "", "No such mission.")

    with create(path, HEADER) as journal, pytest.raises(Illegal):
        Session.start(Impossible(), pig_setup(), journal)
    assert list(path.parent.iterdir()) == []


def test_a_closed_save_is_one_file_that_says_what_it_is(save: Path) -> None:
    assert list(save.parent.iterdir()) == [save]
    start = save.read_bytes()[:100]
    assert int.from_bytes(start[68:72], "big") == file.APPLICATION_ID
    with closing(sqlite3.connect(save)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        topics = {row[0] for row in connection.execute("SELECT topic FROM stored_events")}
    assert topics == {"started", "step", "named", "moved", "noted", "forked", "setting", "updated"}


def test_a_save_is_written_with_full_sync_and_a_log(path: Path) -> None:
    journal = create(path, HEADER)
    Session.start(PigGame(), pig_setup(), journal)
    factory = journal._factory
    assert isinstance(factory, file.SaveFactory)
    with factory.datastore.get_connection(commit=False) as connection:
        cursor = connection.cursor()
        for pragma, value in (("synchronous", 2), ("journal_mode", "wal")):
            cursor.execute(f"PRAGMA {pragma}")
            assert cursor.fetchone()[0] == value
    journal.close()


def test_an_existing_file_is_never_overwritten(save: Path) -> None:
    before = save.read_bytes()
    with pytest.raises(SaveError, match="exists already"):
        create(save, HEADER)
    with pytest.raises(SaveError, match="exists already"):
        file.make(save)
    assert save.read_bytes() == before


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"x\.defiance could not be written: No such file"):
        Session.start(PigGame(), pig_setup(), create(tmp_path / "none" / "x.defiance", HEADER))


# -- one save, two windows --


def test_the_second_window_is_told_and_nothing_is_lost(save: Path) -> None:
    one, two = reopened(save), reopened(save)
    one.submit(SetAnswer(True))
    state, head = two.state, two.head
    with pytest.raises(SaveError, match="is open in another window"):
        two.submit(SetAnswer(False))
    assert (two.state, two.head) == (state, head)
    with pytest.raises(SaveError, match="is open in another window"):
        two.undo()
    two.close()
    one.submit(Roll(1))
    one.close()
    again = reopened(save)
    assert_same(again.timeline, one.timeline)
    again.close()
    assert list(save.parent.iterdir()) == [save]


def test_a_window_that_closes_leaves_its_steps_in_the_file_itself(save: Path) -> None:
    other, session = reopened(save), reopened(save)
    session.submit(SetAnswer(True))
    session.close()
    assert save.with_name(save.name + "-wal").stat().st_size == 0
    reader = reopened(save, read_only=True)
    assert_same(reader.timeline, session.timeline)
    reader.close()
    other.close()


def test_a_full_disk_is_said_and_nothing_is_shown(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play_on(session)
    assert isinstance(session.journal, StoredJournal)
    factory = session.journal._factory
    assert isinstance(factory, file.SaveFactory)

    def limit(pages: int) -> None:
        with factory.datastore.get_connection(commit=False) as connection:
            connection.cursor().execute(f"PRAGMA max_page_count={pages}")

    limit(1)
    told: list[object] = []
    session.subscribe(told.append)
    with pytest.raises(SaveError, match=r"a game\.defiance could not be written: .*full"):
        session.play([SetAnswer(True)] * 200)
    assert len(told) == session.head - 100
    shown = session.head
    limit(10**6)
    session.submit(SetAnswer(False))
    assert session.head == shown + 1
    session.close()
    again = reopened(path)
    assert_same(again.timeline, session.timeline)
    again.close()


def test_long_games_are_read_in_parts(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reopened(save, read_only=True)
    for size in (1, 2, 7, whole.timeline.entries, whole.timeline.entries + 1):
        monkeypatch.setattr(store, "AT_ONCE", size)
        parts = reopened(save, read_only=True)
        assert_same(parts.timeline, whole.timeline)
        parts.close()
    whole.close()


def test_a_closed_journal_says_so(save: Path) -> None:
    session = reopened(save)
    session.close()
    with pytest.raises(SaveError, match="is closed"):
        session.submit(SetAnswer(True))
    with pytest.raises(SaveError, match="is closed"):
        list(session.journal.read())  # type: ignore[union-attr]


# -- reading without a trace --


def test_reading_only_leaves_the_file_and_its_folder_as_they_are(save: Path) -> None:
    save.chmod(0o444)
    save.parent.chmod(0o555)
    before = save.read_bytes(), save.stat().st_mtime_ns
    try:
        session = reopened(save, read_only=True)
        assert list(save.parent.iterdir()) == [save]
        with pytest.raises(SaveError, match="reading only"):
            session.submit(SetAnswer(True))
        session.close()
        assert list(save.parent.iterdir()) == [save]
    finally:
        save.parent.chmod(0o755)
    assert (save.read_bytes(), save.stat().st_mtime_ns) == before


def test_reading_only_sees_what_still_stands_in_the_log(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    names = {entry.name: entry.read_bytes() for entry in path.parent.iterdir() if entry.suffix != ".defiance-shm"}
    assert f"{path.name}-wal" in names
    reader = reopened(path, read_only=True)
    assert_same(reader.timeline, session.timeline)
    reader.close()
    assert {name: (path.parent / name).read_bytes() for name in names} == names
    session.submit(SetAnswer(True))
    session.close()


def test_a_save_written_to_while_it_is_copied_is_copied_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    plain = shutil.copyfile
    left = 3

    def slow(source: Path, target: Path) -> None:
        nonlocal left
        plain(source, target)
        if left:
            left -= 1
            session.submit(SetAnswer(True))

    monkeypatch.setattr(shutil, "copyfile", slow)
    reader = reopened(path, read_only=True)
    assert_same(reader.timeline, session.timeline)
    reader.close()
    left = 10**6
    with pytest.raises(SaveError, match="is being written; try again"):
        open_journal(path, read_only=True)
    session.close()


# -- what is no sound save --


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


def test_long_entries_are_stored_compressed(path: Path) -> None:
    saved(path, lambda session: session.note("again and again " * 100))
    with closing(sqlite3.connect(path)) as connection:
        lengths = [row[0] for row in connection.execute("SELECT length(state) FROM stored_events")]
    assert max(lengths) < 700
    session = reopened(path, read_only=True)
    assert session.timeline.notes == {0: ("again and again " * 100,)}
    session.close()


def test_an_entry_sealed_but_not_messagepack(save: Path) -> None:
    altered(save, "UPDATE stored_events SET state=? WHERE originator_version=4", mapper.seal(b"\xc1", 4))
    refused(save, "entry 4 does not fit")
    with open_journal(save, read_only=True) as journal, pytest.raises(SaveError, match="entry 4 cannot be read"):
        list(journal.raw())


# -- killed at any moment --

PLAYER = """
import sys
from pathlib import Path
from defiance_qt.core.session import Session
from defiance_qt.journal.store import create, open_journal
from tests.core.toy import PigGame, SetAnswer
from tests.journal.test_store import HEADER
path = Path(sys.argv[1])
if path.exists():
    session = Session.resume(PigGame(), open_journal(path))
else:
    session = Session.start(PigGame(), HEADER.setup, create(path, HEADER))
print("shown", session.head, flush=True)
while True:
    print("shown", session.submit(SetAnswer(session.head % 2 == 0)).step, flush=True)
"""


def test_no_step_that_was_shown_is_lost_when_the_program_is_killed(path: Path) -> None:
    shown = -1
    for life in range(4):
        player = subprocess.Popen([sys.executable, "-c", PLAYER, str(path)], stdout=subprocess.PIPE, cwd=ROOT)
        assert player.stdout is not None
        lines = [player.stdout.readline() for _ in range(3 + 17 * life)]
        player.kill()
        lines += player.stdout.read().splitlines(keepends=True)
        player.stdout.close()
        player.wait()
        last = max(int(line.split()[1]) for line in lines if line.endswith(b"\n"))
        reader = reopened(path, read_only=True)
        assert reader.head >= last > shown
        assert reader.verify().ok
        shown = reader.head
        reader.close()
    session = reopened(path)
    assert session.head == shown
    session.close()
    assert list(path.parent.iterdir()) == [path]


def test_a_save_parted_from_its_log_is_refused(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    other = path.with_name("other.defiance")
    shutil.copy(path, other)
    session.close()
    refused(other, r"other\.defiance holds no game")


# -- any recorder of the library --


def test_memory_and_other_recorders(tmp_path: Path) -> None:
    journal = store.in_memory(HEADER)
    session = Session.start(PigGame(), pig_setup(), journal)
    play(session)
    assert_same(Session.resume(PigGame(), journal).timeline, session.timeline)
    environment = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(tmp_path / "many.db")}
    journals = [store.create_in(environment, HEADER) for _ in range(2)]
    for one in journals:
        other = Session.start(PigGame(), pig_setup(), one)
        other.play([Roll(1)])
        one.close()
    with store.open_in(environment, journals[0].id, "many") as again:
        assert Session.resume(PigGame(), again).head == 1
    with pytest.raises(SaveError, match="many holds no game"):
        store.open_in(environment, "nobody", "many")
    with pytest.raises(SaveError, match="could not be opened"):
        store.open_in({"PERSISTENCE_MODULE": "no.such.module"}, "x")


def test_illegal_commands_store_nothing(save: Path) -> None:
    session = reopened(save)
    before = session.timeline.entries
    with pytest.raises(Illegal):
        session.submit(Hold() if not session.state.pot else Roll(9))
    session.close()
    again = reopened(save, read_only=True)
    assert again.timeline.entries == before
    again.close()
