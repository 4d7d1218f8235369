"""The text form: the same game when it comes back, readable, and any change found."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.record import read_record, write_record
from defiance_qt.journal.store import create, in_memory, open_journal
from defiance_qt.journal.upgrade import FORMAT
from tests.core.same import assert_same
from tests.core.toy import PigGame, pig_setup
from tests.journal.games import HEADER, play, saved

WRITTEN = b'"format":%d' % FORMAT


def pig(header: Header) -> PigGame:
    return PigGame()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    saved(tmp_path / "a.defiance")
    with open_journal(tmp_path / "a.defiance", read_only=True) as journal:
        write_record(journal, tmp_path / "a.jsonl")
    return tmp_path / "a.jsonl"


def test_the_whole_tree_goes_there_and_back(record: Path) -> None:
    first = Session.resume(PigGame(), open_journal(record.with_suffix(".defiance")))
    journal = read_record(record, pig)
    assert journal.header == HEADER
    again = Session.resume(PigGame(), journal)
    assert_same(again.timeline, first.timeline)
    journal.copy_to(record.with_name("b.defiance"))
    copy = Session.resume(PigGame(), open_journal(record.with_name("b.defiance")))
    assert_same(copy.timeline, first.timeline)
    for session in (again, copy):
        session.redo()
        session.close()
    assert_same(Session.resume(PigGame(), open_journal(record.with_name("b.defiance"))).timeline, again.timeline)
    first.close()


def test_text_of_the_text_form_is_the_same_text(record: Path) -> None:
    with read_record(record, pig) as journal:
        write_record(journal, record.with_name("b.jsonl"))
    assert record.with_name("b.jsonl").read_bytes() == record.read_bytes()


def test_it_reads_well(record: Path) -> None:
    lines = [msgspec.json.decode(line) for line in record.read_bytes().splitlines()]
    assert lines[0]["record"] == "defiance-qt record"
    assert lines[0]["format"] == FORMAT
    assert lines[0]["header"]["setup"]["mission"] == "duel"
    assert lines[0]["header"]["passport"]["version"] == "1.2.3"
    assert lines[0]["header"]["content"]["dice.toml"] == {"text": "faces = 6\n" * 50}
    assert list(lines[0]["header"]["content"]["logo.bin"]) == ["base64"]
    assert lines[2]["commands"][0] == {"command": "roll", "dice": 1}
    assert [line.get("entry") for line in lines[1:5]] == ["step", "step", "named", "step"]
    assert list(lines[-1]) == ["sha256"]


def test_other_line_ends_are_no_change(record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"\n", b"\r\n"))
    with read_record(record, pig) as journal:
        assert journal.header == HEADER


def lines_of(record: Path) -> list[bytes]:
    return record.read_bytes().splitlines(keepends=True)


def resealed(lines: list[bytes]) -> bytes:
    text = b"".join(lines[:-1])
    return text + msgspec.json.encode({"sha256": sha256(text).hexdigest()}) + b"\n"


def replaced(number: int, old: bytes, new: bytes) -> Callable[[list[bytes]], bytes]:
    def change(lines: list[bytes]) -> bytes:
        assert old in lines[number - 1]
        lines[number - 1] = lines[number - 1].replace(old, new)
        return b"".join(lines)

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (replaced(3, b'"dice":1', b'"dice":2'), "was modified: the hash in line"),
        (replaced(3, b'"dice":1', b'"dice":'), "line 3 cannot be read"),
        (replaced(3, b'"roll"', b'"rool"'), "line 3 cannot be read: .*rool"),
        (replaced(4, b'"name"', b'"nome"'), "line 4 cannot be read"),
        (replaced(1, b'"duel"', b"7"), "line 1 cannot be read"),
        (replaced(1, b'"header"', b'"hoader"'), "line 1 cannot be read"),
        (replaced(1, WRITTEN, b'"format":"x"'), "line 1 cannot be read"),
        (replaced(1, WRITTEN, b'"format":%d' % (FORMAT + 1)), "was written by a newer version"),
        (lambda lines: b"".join(lines[:5]), "is cut off after line 5"),
        (lambda lines: b"".join(lines[:5])[:-9], "is cut off after line 5"),
        (lambda lines: b"".join(lines[:4] + lines[5:]), "was modified"),
        (lambda lines: resealed([lines[0], b"[]\n", b""]), "line 2 cannot be read"),
        (lambda lines: resealed([lines[0], b""]), "holds no game"),
        (lambda lines: b"".join(lines[1:]), "is not a recorded game"),
        (lambda lines: b"", "is not a recorded game"),
        (lambda lines: b"\x00\xff\n", "is not a recorded game"),
    ],
)
def test_changes_are_found(record: Path, change: Callable[[list[bytes]], bytes], said: str) -> None:
    record.write_bytes(change(lines_of(record)))
    with pytest.raises(SaveError, match=said) as error:
        read_record(record, pig)
    assert "a.jsonl" in str(error.value)
    assert not list(record.parent.glob(".*"))


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"none\.jsonl does not exist"):
        read_record(tmp_path / "none.jsonl", pig)
    journal = in_memory(HEADER)
    session = Session.start(PigGame(), pig_setup(), journal)
    play(session)
    with pytest.raises(SaveError, match=r"out\.jsonl could not be written"):
        write_record(journal, tmp_path / "none" / "out.jsonl")


def test_a_record_never_replaces_a_save(record: Path) -> None:
    save = record.with_suffix(".defiance")
    save.write_bytes(b"a save")
    with read_record(record, pig) as journal, pytest.raises(SaveError, match=r"a\.defiance already exists"):
        journal.copy_to(save)
    assert save.read_bytes() == b"a save"


def test_an_error_names_the_file(record: Path) -> None:
    with pytest.raises(SaveError) as error:
        create(record, HEADER)
    assert str(error.value) == "a.jsonl already exists."
    assert (error.value.message.key, error.value.message.values) == ("save.exists", {"file": "a.jsonl"})
