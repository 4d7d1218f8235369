"""Saves on disk: what is written comes back, two windows, reading without a trace, killed at any moment."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from eventsourcing.sqlite import SQLiteFactory

from defiance_qt.core.errors import Illegal, SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal import reading, store
from defiance_qt.journal.file import SaveFile
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import passport
from defiance_qt.journal.record import read_record, write_record
from defiance_qt.journal.store import StoredJournal, create, open_journal
from defiance_qt.journal.upgrade import FORMAT
from tests.conftest import ROOT
from tests.core.same import assert_same
from tests.core.toy import EnterDice, Hold, PigGame, Roll, SetAnswer, pig_setup
from tests.journal.games import HEADER, play, play_on, reopened, saved


def journal_of(session: Session) -> StoredJournal:
    assert isinstance(session.journal, StoredJournal)
    return session.journal


def factory_of(journal: StoredJournal) -> SQLiteFactory:
    assert isinstance(journal._backend, SaveFile)
    assert journal._backend._writer is not None
    return journal._backend._writer.factory


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
    assert str(session.verify().message) == "ok"
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
    assert int.from_bytes(start[68:72], "big") == reading.APPLICATION_ID
    with closing(sqlite3.connect(save)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] & 0xFF == FORMAT
        topics = {row[0] for row in connection.execute("SELECT topic FROM stored_events")}
    assert topics == {"started", "step", "named", "moved", "noted", "forked", "setting", "updated"}


def test_the_seat_of_a_step_comes_back(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    session.submit(SetAnswer(True), seat="Zoë")
    session.submit(Roll(1))
    session.close()
    again = reopened(path, read_only=True)
    assert [step.seat for step in again.timeline.steps()] == ["", "Zoë", ""]
    assert isinstance(again.journal, StoredJournal)
    record = path.with_suffix(".jsonl")
    write_record(again.journal, record)
    again.close()
    read = Session.resume(PigGame(), read_record(record, lambda header: PigGame()))
    assert_same(read.timeline, again.timeline)


def test_a_save_is_written_with_full_sync_and_a_log(path: Path) -> None:
    journal = create(path, HEADER)
    Session.start(PigGame(), pig_setup(), journal).submit(Roll(1))
    with factory_of(journal).datastore.get_connection(commit=False) as connection:
        cursor = connection.cursor()
        for pragma, value in (("synchronous", 2), ("journal_mode", "wal")):
            cursor.execute(f"PRAGMA {pragma}")
            assert cursor.fetchone()[0] == value
    journal.close()


def test_an_existing_file_is_never_overwritten(save: Path) -> None:
    before = save.read_bytes()
    with pytest.raises(SaveError, match="already exists"):
        create(save, HEADER)
    with reopened(save) as session, pytest.raises(SaveError, match="already exists"):
        journal_of(session).copy_to(save)
    assert save.read_bytes() == before
    assert list(save.parent.iterdir()) == [save]


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
    other.submit(SetAnswer(True))
    session.close()
    session = reopened(save)
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
    factory = factory_of(journal_of(session))

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
    session.submit(Roll(1))
    plain = reading._compare
    left = 3

    def slow(source: Path, target: Path, *, write: bool = False) -> bool:
        nonlocal left
        same = plain(source, target, write=write)
        if write and left:
            left -= 1
            session.submit(SetAnswer(True))
        return same

    monkeypatch.setattr(reading, "_compare", slow)
    reader = reopened(path, read_only=True)
    assert_same(reader.timeline, session.timeline)
    reader.close()
    left = 10**6
    with pytest.raises(SaveError, match="is being written; try again"):
        open_journal(path, read_only=True)
    session.close()


def test_long_entries_are_stored_compressed(path: Path) -> None:
    saved(path, lambda session: session.note("again and again " * 100))
    with closing(sqlite3.connect(path)) as connection:
        ((length,),) = connection.execute("SELECT length(state) FROM stored_events WHERE topic='noted'")
    assert length < 100
    session = reopened(path, read_only=True)
    assert session.timeline.notes == {0: ("again and again " * 100,)}
    session.close()


# -- killed at any moment --

PLAYER = """
import sys
from pathlib import Path
from defiance_qt.core.session import Session
from defiance_qt.journal.store import create, open_journal
from tests.core.toy import PigGame, SetAnswer
from tests.journal.games import HEADER
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


# -- any recorder of the library --


def test_reading_a_save_does_not_load_the_library(path: Path) -> None:
    # It takes longer to import than a short game to read.
    saved(path).close()
    program = (
        "import sys; from defiance_qt.journal.store import open_journal; open_journal(sys.argv[1]).close();"
        "print(*[name for name in sys.modules if name.startswith('eventsourcing')])"
    )
    run = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


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
