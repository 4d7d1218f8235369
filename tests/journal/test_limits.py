"""Whatever can be stored can be opened again: writing has the limits of reading."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal import disk, mapper
from defiance_qt.journal.record import read_record, write_record
from defiance_qt.journal.store import StoredJournal, create, open_journal
from tests.core.toy import PigGame, Roll, SetAnswer, pig_setup
from tests.journal.games import HEADER, reopened, saved


def _journal(session: Session) -> StoredJournal:
    assert isinstance(session.journal, StoredJournal)
    return session.journal


def _noise(size: int) -> str:
    """A text that cannot be compressed by much."""
    return random.Random(size).randbytes(size).decode("latin-1")


def _notes(session: Session) -> list[str]:
    return [note for _, notes in sorted(session.timeline.notes.items()) for note in notes]


def _stored(session: Session, size: int) -> bool:
    """Add a note of this size at a new step. Returns whether it was stored."""
    try:
        session.submit(SetAnswer(True))
        session.note(_noise(size))
    except SaveError:
        return False
    return True


@settings(max_examples=25)
@given(
    sizes=st.lists(st.sampled_from((10, 600, 2000, 3500, 6000)), max_size=30),
    entry=st.sampled_from((2600, 5000, 20_000)),
    entries=st.sampled_from((20_000, 1 << 20)),
    file=st.sampled_from((60_000, 1 << 20)),
)
def test_what_was_stored_opens(sizes: list[int], entry: int, entries: int, file: int) -> None:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(mapper, "LARGEST", entry)
        patch.setattr(mapper, "MOST", entries)
        patch.setattr(disk, "LARGEST", file)
        path, copy = Path(folder) / "game.defiance", Path(folder) / "copy.defiance"
        session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
        session.submit(Roll(1))
        for size in sizes:
            _stored(session, size)
        _journal(session).copy_to(copy)
        session.close()
        for one in (path, copy):
            with reopened(one) as again:
                assert again.timeline.head == session.timeline.head
                assert _notes(again) == _notes(session)


def test_an_entry_that_is_too_large_is_refused_and_the_game_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapper, "LARGEST", 5000)
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    session.submit(Roll(1))
    with pytest.raises(SaveError, match="This cannot be stored: it is larger than 1 MiB"):
        session.note("x" * 5000)
    session.submit(Roll(2))
    session.close()
    with reopened(path) as again:
        assert again.head == session.head


def test_a_save_does_not_grow_beyond_what_is_opened(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "LARGEST", save.stat().st_size + 20_000)
    with reopened(save) as session, pytest.raises(SaveError, match=r"a game\.defiance would hold more than 1 MiB"):
        session.play([SetAnswer(True)] * 1000)
    assert save.stat().st_size <= disk.LARGEST
    with reopened(save) as again:
        assert again.head == session.head


def test_a_save_is_not_created_larger_than_it_is_opened(
    tmp_path: Path, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.defiance"
    with open_journal(save, read_only=True) as journal:
        monkeypatch.setattr(disk, "LARGEST", 4096)
        with pytest.raises(SaveError, match=r"copy\.defiance would hold more than 1 MiB"):
            journal.copy_to(copy)
    assert sorted(tmp_path.iterdir()) == [save]


def test_a_record_is_not_written_larger_than_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save, record = tmp_path / "game.defiance", tmp_path / "game.jsonl"
    saved(save)
    with reopened(save, read_only=True) as session:
        write_record(_journal(session), record)
        before = record.read_bytes()
        monkeypatch.setattr(disk, "LARGEST", len(before) - 1)
        with pytest.raises(SaveError, match=r"game\.jsonl would hold more than 1 MiB"):
            write_record(_journal(session), record, replace=True)
        assert record.read_bytes() == before
        monkeypatch.setattr(disk, "LARGEST", len(before))
        write_record(_journal(session), record, replace=True)
    assert read_record(record, lambda header: PigGame()).header == HEADER
