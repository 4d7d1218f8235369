"""What lies beside a save and is not its own: never merged, copied or followed; set aside on demand."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal import beside, disk, reading
from defiance_qt.journal.beside import LeftOver, StrayFile
from defiance_qt.journal.store import create, open_journal, set_aside
from tests.core.same import assert_same
from tests.core.toy import PigGame, SetAnswer, pig_setup
from tests.journal.games import HEADER, play, play_on, reopened, saved

PAGE = 4096


def files(folder: Path) -> dict[str, bytes]:
    """The regular files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def killed(path: Path, into: Path) -> None:
    """Leave in a folder what a killed program leaves of this game: the save and its log."""
    into.mkdir(exist_ok=True)
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{path}{suffix}", into / f"{path.name}{suffix}")


def forged_journal(save: Path, victim: Path) -> bytes:
    """A rollback journal that names a super-journal, which SQLite deletes when it recovers."""
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"".join(
        number.to_bytes(4, "big") for number in (0, 1, save.stat().st_size // PAGE, 512, PAGE)
    )
    name = os.fsencode(victim)
    total = sum(name) % 2**32
    tail = (1).to_bytes(4, "big") + name + len(name).to_bytes(4, "big") + total.to_bytes(4, "big")
    return head.ljust(512, b"\0") + tail + head[:8]


def play_long(session: Session) -> None:
    """Steps enough for more pages than the log of the other game holds."""
    session.play([SetAnswer(True)] * 400)


def fifo(place: Path) -> None:
    os.mkfifo(place)


def folder(place: Path) -> None:
    place.mkdir()
    (place / "file").write_bytes(b"x")


def link_outside(place: Path) -> None:
    place.symlink_to(place.parent.parent / "outside")


def second_name(place: Path) -> None:
    place.hardlink_to(place.parent.parent / "outside")


def link_to_nothing(place: Path) -> None:
    place.symlink_to("not-there")


def rubbish(place: Path) -> None:
    place.write_bytes(b"rubbish" * 1000)


def endless(place: Path) -> None:
    place.symlink_to("/dev/zero")


SORTS = (fifo, folder, link_outside, second_name, link_to_nothing, endless)


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder for saves, with a file outside of it that nothing may touch."""
    (tmp_path / "outside").write_bytes(b"precious" * 1000)
    (tmp_path / "room").mkdir()
    return tmp_path / "room"


@pytest.mark.parametrize("suffix", beside.SUFFIXES)
@pytest.mark.parametrize("put", SORTS)
def test_what_is_no_file_beside_a_save_is_refused_and_can_be_set_aside(
    room: Path, put: Callable[[Path], None], suffix: str
) -> None:
    save = room / "a game.defiance"
    session = saved(save)
    put(Path(f"{save}{suffix}"))
    before = files(room.parent)
    for read_only in (False, True):
        with pytest.raises(StrayFile, match=rf"^a game\.defiance{suffix} lies beside a game\.defiance and"):
            reopened(save, read_only=read_only)
    assert files(room.parent) == before
    assert set_aside(save) == [(Path(f"{save}{suffix}"), Path(f"{save}{suffix}.old"))]
    assert os.path.lexists(f"{save}{suffix}.old")
    again = reopened(save)
    again.submit(SetAnswer(True))
    again.close()
    assert_same(reopened(save).timeline, again.timeline)
    assert again.timeline.entries == session.timeline.entries + 1
    assert (room.parent / "outside").read_bytes() == b"precious" * 1000


def test_a_forged_rollback_journal_deletes_nothing(room: Path) -> None:
    """SQLite would delete the file that its last record names."""
    save = room / "a game.defiance"
    session = saved(save)
    journal = Path(f"{save}-journal")
    journal.write_bytes(forged_journal(save, room.parent / "outside"))
    before = files(room.parent)
    with pytest.raises(StrayFile, match=r"a game\.defiance-journal lies beside"):
        reopened(save)
    assert files(room.parent) == before
    set_aside(save)
    assert_same(reopened(save).timeline, session.timeline)


def test_a_forged_rollback_journal_that_comes_later_is_not_followed(room: Path) -> None:
    save = room / "a game.defiance"
    saved(save)
    session = reopened(save)
    Path(f"{save}-journal").write_bytes(forged_journal(save, room.parent / "outside"))
    before = files(room.parent)
    with pytest.raises(StrayFile):
        session.submit(SetAnswer(True))
    session.close()
    assert files(room.parent) == before


@pytest.mark.parametrize("suffix", beside.SUFFIXES)
@pytest.mark.parametrize("put", [*SORTS, rubbish])
def test_a_name_with_something_left_beside_it_takes_no_new_save(
    room: Path, put: Callable[[Path], None], suffix: str
) -> None:
    save = room / "new.defiance"
    other = saved(room / "other.defiance")
    put(Path(f"{save}{suffix}"))
    before = files(room.parent)
    journal = open_journal(room / "other.defiance")
    for attempt in (lambda: create(save, HEADER), lambda: journal.copy_to(save), lambda: journal.move_to(save)):
        with pytest.raises(LeftOver, match=rf"^new\.defiance{suffix} is left from another save of the name"):
            attempt()
    journal.close()
    assert files(room.parent) == before
    assert set_aside(save) == [(Path(f"{save}{suffix}"), Path(f"{save}{suffix}.old"))]
    with open_journal(room / "other.defiance") as journal:
        journal.copy_to(save)
    assert_same(reopened(save).timeline, other.timeline)


def test_a_new_game_does_not_take_in_the_log_of_a_deleted_one(path: Path, tmp_path: Path) -> None:
    """The save of a killed program was deleted, and its log left."""
    old = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(old)
    killed(path, tmp_path / "room")
    save = tmp_path / "room" / path.name
    save.unlink()
    with pytest.raises(LeftOver):
        create(save, HEADER)
    assert set_aside(save)
    assert list(files(save.parent)) == [f"{path.name}-wal.old"]
    session = saved(save)
    assert_same(reopened(save).timeline, session.timeline)


def test_a_log_that_comes_while_a_save_is_open_is_not_merged(path: Path, tmp_path: Path) -> None:
    old = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(old)
    save = tmp_path / "room" / path.name
    save.parent.mkdir()
    saved(save)
    session = reopened(save)
    shutil.copyfile(f"{path}-wal", f"{save}-wal")
    before = files(save.parent)
    with pytest.raises(SaveError, match="was replaced or changed"):
        session.submit(SetAnswer(True))
    session.close()
    assert files(save.parent) == before


@pytest.mark.parametrize("other", ["another game", "another game past the pages of the save", "the same game"])
def test_a_good_save_opens_without_the_log_of_another(path: Path, tmp_path: Path, other: str) -> None:
    """Restored over one that was lost in play."""
    save = tmp_path / "room" / path.name
    if other == "another game":
        lost = Session.start(PigGame(), pig_setup(), create(path, HEADER))
        lost.play([SetAnswer(True)] * 60)
        good = saved(tmp_path / "good", play_long)
    elif other.startswith("another game past"):
        lost = Session.start(PigGame(), pig_setup(), create(path, HEADER))
        play_long(lost)
        good = Session.start(PigGame(), pig_setup(), create(tmp_path / "good", HEADER))
        play_on(good)
        for place in (path, tmp_path / "good"):
            with closing(sqlite3.connect(place)) as connection:
                connection.execute("PRAGMA wal_checkpoint(RESTART)")
        lost.submit(SetAnswer(False))
    else:
        good = saved(path)
        shutil.copyfile(path, tmp_path / "good")
        lost = reopened(path)
        lost.play([SetAnswer(True)] * 800)
        lost.close()
        lost = reopened(path)
        lost.play([SetAnswer(False)] * 2)
    killed(path, save.parent)
    shutil.copyfile(tmp_path / "good", save)
    before = files(save.parent)
    for read_only in (True, False):
        with pytest.raises(StrayFile, match=r"-wal lies beside"):
            reopened(save, read_only=read_only)
        assert files(save.parent) == before
    assert set_aside(save) == [(Path(f"{save}-wal"), Path(f"{save}-wal.old"))]
    assert_same(reopened(save).timeline, good.timeline)
    assert set_aside(save) == []


def test_what_is_set_aside_overwrites_nothing(save: Path) -> None:
    for number, expected in enumerate(("-journal.old", "-journal.old1", "-journal.old2")):
        Path(f"{save}-journal").write_bytes(b"%d" % number)
        assert set_aside(save) == [(Path(f"{save}-journal"), Path(f"{save}{expected}"))]
    assert [Path(f"{save}-journal.old{end}").read_bytes() for end in ("", "1", "2")] == [b"0", b"1", b"2"]


def test_a_damaged_save_is_damaged_with_and_without_its_log(path: Path, tmp_path: Path) -> None:
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    play(session)
    killed(path, tmp_path / "room")
    save = tmp_path / "room" / path.name
    content = save.read_bytes()
    save.write_bytes(content[:100] + bytes(len(content) - 100))
    shutil.copyfile(save, tmp_path / "alone")
    with pytest.raises(SaveError) as error:
        set_aside(tmp_path / "alone")
    assert error.value.message.key == "save.damaged"
    Path(f"{save}-wal").write_bytes(Path(f"{save}-wal").read_bytes()[:40])
    with pytest.raises(SaveError, match=r"a game\.defiance is damaged or cut off"):
        reopened(save)


def test_a_log_is_read_to_the_limit_of_a_save(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Path(f"{save}-wal")
    log.write_bytes(beside.LOG_MAGIC[0])
    os.truncate(log, disk.LARGEST + 1)
    with pytest.raises(StrayFile):
        reopened(save)
    log.unlink()
    monkeypatch.setattr(reading, "PIECE", 3)
    log.write_bytes(beside.LOG_MAGIC[0] + bytes(28))
    reopened(save).close()
    monkeypatch.setattr(disk, "LARGEST", save.stat().st_size - 1)
    with pytest.raises(SaveError, match=r"a game\.defiance is larger than"):
        reopened(save)


def test_what_holds_no_entries_is_no_log(save: Path) -> None:
    """SQLite takes it for an empty one: a program can be killed before it has written the beginning."""
    Path(f"{save}-wal").write_bytes(bytes(5000))
    session = reopened(save)
    session.submit(SetAnswer(True))
    session.close()
    assert_same(reopened(save).timeline, session.timeline)
    assert list(save.parent.iterdir()) == [save]
