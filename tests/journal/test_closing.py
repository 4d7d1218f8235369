"""Closing a save that was harmed since the last step: what is not ours is left alone, what is in no file is said."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal.store import StoredJournal, create
from tests.core.same import assert_same
from tests.core.toy import PigGame, Roll, SetAnswer, pig_setup
from tests.journal.games import HEADER, play, play_on, reopened, saved
from tests.journal.test_beside import files

GONE = "is no longer there: it was deleted or moved"
REPLACED = "was replaced or changed by another program"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder with a save that has an older copy and another game beside it, a folder above."""
    (tmp_path / "room").mkdir()
    path = tmp_path / "room" / "a game.defiance"
    saved(path)
    shutil.copyfile(path, tmp_path / "older")
    with reopened(path) as session:
        session.play([SetAnswer(True)] * 5)
    saved(tmp_path / "other", play_on)
    return path.parent


def later(path: Path) -> None:
    """Change the time of change, which may otherwise be that of the last step: clocks tick slowly."""
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))


def write_over(path: Path, name: str) -> None:
    with path.open("r+b") as file:
        file.write((path.parent.parent / name).read_bytes())
        file.truncate()
    later(path)


def older_written_over(path: Path) -> None:
    write_over(path, "older")


def other_written_over(path: Path) -> None:
    write_over(path, "other")


def older_moved_over(path: Path) -> None:
    (path.parent.parent / "older").rename(path)


def other_moved_over(path: Path) -> None:
    (path.parent.parent / "other").rename(path)


def zeros_written_over(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))
    later(path)


def deleted(path: Path) -> None:
    path.unlink()


def deleted_with_its_logs(path: Path) -> None:
    for one in path.parent.iterdir():
        one.unlink()


def folder_in_its_place(path: Path) -> None:
    path.unlink()
    path.mkdir()


HARMS: dict[Callable[[Path], None], str] = {
    older_written_over: REPLACED,
    other_written_over: REPLACED,
    older_moved_over: REPLACED,
    other_moved_over: REPLACED,
    zeros_written_over: REPLACED,
    deleted: GONE,
    deleted_with_its_logs: GONE,
    folder_in_its_place: REPLACED,
}


@pytest.mark.parametrize("tried", [False, True], ids=["at once", "after a step was refused"])
@pytest.mark.parametrize("harm", HARMS)
def test_what_is_not_ours_is_left_alone_and_said(
    room: Path, tmp_path: Path, harm: Callable[[Path], None], tried: bool
) -> None:
    path = room / "a game.defiance"
    session = reopened(path)
    session.play([SetAnswer(False)] * 3)
    harm(path)
    there = path.read_bytes() if path.is_file() else None
    if tried:
        with pytest.raises(SaveError, match=HARMS[harm]):
            session.undo()
    with pytest.raises(SaveError, match=rf"^a game\.defiance {HARMS[harm]}"):
        session.close()
    assert files(room) == ({} if there is None else {path.name: there})
    # The whole game is still in memory.
    journal = session.journal
    assert isinstance(journal, StoredJournal)
    journal.copy_to(tmp_path / "again.defiance")
    assert_same(reopened(tmp_path / "again.defiance").timeline, session.timeline)
    session.close()


def test_a_log_that_was_restored_with_the_save_is_left_alone(room: Path, tmp_path: Path) -> None:
    """A backup of a game in play, written over the files of this one."""
    path = room / "a game.defiance"
    backup = Session.start(PigGame(), pig_setup(), create(tmp_path / "backup", HEADER))
    play(backup)
    session = reopened(path)
    session.play([SetAnswer(False)] * 3)
    for suffix in ("", "-wal"):
        with Path(f"{path}{suffix}").open("r+b") as file:
            file.write(Path(f"{tmp_path / 'backup'}{suffix}").read_bytes())
            file.truncate()
        later(Path(f"{path}{suffix}"))
    before = files(room)
    with pytest.raises(SaveError, match=REPLACED):
        session.close()
    after = files(room)
    assert {name: after[name] for name in after if not name.endswith("-shm")} == {
        name: before[name] for name in before if not name.endswith("-shm")
    }
    assert_same(reopened(path).timeline, backup.timeline)


def test_a_log_that_came_with_another_save_is_left_alone_within_one_tick_of_the_clock(
    room: Path, tmp_path: Path
) -> None:
    """Its size and time are those of the log that was written here."""
    path = room / "a game.defiance"
    backup = Session.start(PigGame(), pig_setup(), create(tmp_path / "backup", HEADER))
    backup.play([SetAnswer(True)])
    session = reopened(path)
    session.play([SetAnswer(True)])
    log = Path(f"{path}-wal")
    status = log.stat()
    with log.open("r+b") as file:
        file.write(Path(f"{tmp_path / 'backup'}-wal").read_bytes().ljust(status.st_size, b"x")[: status.st_size])
    os.utime(log, ns=(status.st_atime_ns, status.st_mtime_ns))
    (tmp_path / "other").rename(path)
    before = files(room)
    with pytest.raises(SaveError, match=REPLACED):
        session.close()
    after = files(room)
    assert after[log.name] == before[log.name]
    assert after[path.name] == before[path.name]


def rename(path: Path) -> Path:
    return path.rename(path.with_name("b2.defiance"))


def move_the_folder(path: Path) -> Path:
    return path.parent.rename(path.parent.with_name("moved")) / path.name


def replace_by_another(path: Path) -> Path:
    there = rename(path)
    (path.parent.parent / "other").rename(path)
    return there


def second_name(path: Path) -> Path:
    there = path.with_name("second")
    there.hardlink_to(path)
    path.unlink()
    return there


def delete_the_log(path: Path) -> Path:
    Path(f"{path}-wal").unlink()
    return path


@pytest.mark.parametrize("tried", [False, True], ids=["at once", "after a step was refused"])
@pytest.mark.parametrize("move", [rename, move_the_folder, replace_by_another, second_name, delete_the_log])
def test_a_file_that_is_still_ours_is_made_whole_where_it_is(
    room: Path, move: Callable[[Path], Path], tried: bool
) -> None:
    path = room / "a game.defiance"
    session = reopened(path)
    session.play([SetAnswer(False)] * 5)
    there = move(path)
    if tried:
        with pytest.raises(SaveError):
            session.undo()
    session.close()
    left = {one.name for one in there.parent.iterdir() if one.stat().st_size and not one.name.endswith("-shm")}
    assert left == {there.name, *([path.name] if path.exists() else [])}
    again = reopened(there)
    assert isinstance(again.journal, StoredJournal)
    assert again.journal.doubt is None
    assert_same(again.timeline, session.timeline)


def test_a_lock_while_a_save_is_closed_loses_nothing_and_is_not_said(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        session.close()
    assert_same(reopened(path).timeline, session.timeline)


def test_a_save_that_was_only_read_is_closed_without_a_word(path: Path) -> None:
    saved(path)
    session = reopened(path)
    path.unlink()
    session.close()


def test_a_game_goes_on_under_the_name_of_the_save_that_was_deleted(path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    path.unlink()
    with pytest.raises(SaveError, match=GONE):
        session.undo()
    journal = session.journal
    assert isinstance(journal, StoredJournal)
    journal.move_to(path)
    session.submit(SetAnswer(True))
    session.close()
    assert_same(reopened(path).timeline, session.timeline)
    assert list(path.parent.iterdir()) == [path]


def test_a_save_that_a_thread_has_written_is_closed_on_another(path: Path) -> None:
    """The window begins games on a thread."""
    with ThreadPoolExecutor(1) as pool:
        session = pool.submit(Session.start, PigGame(), pig_setup(), create(path, HEADER)).result()
        pool.submit(session.submit, Roll(1)).result()
        pool.submit(session.submit, Roll(2)).result()
    session.close()
    assert not path.with_name(f"{path.name}-wal").exists()
    with reopened(path) as again:
        assert again.head == session.head
