"""Older formats: read as today's, recorded when the game goes on; newer ones refused.

`saves/format_0.*` are samples of a format that was never released: steps called their commands "orders" and setups
had no options. They prove the way that every format takes to today's, and a later one that shouts its notes proves the
way from there.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session
from defiance_qt.journal.record import read_record, write_record
from defiance_qt.journal.store import StoredJournal, open_journal
from defiance_qt.journal.upgrade import FORMAT, UPGRADES, check_format, upgraded
from tests.core.same import assert_same
from tests.core.toy import PigGame, Roll, SetAnswer
from tests.journal.games import saved

SAVES = Path(__file__).parent / "saves"


def from_0_to_1(raw: dict[str, Any]) -> dict[str, Any]:
    if raw["entry"] == "step":
        raw = {**raw, "commands": raw["orders"]}
        del raw["orders"]
    if raw["entry"] == "started":
        raw["header"]["setup"]["options"] = {"target": 30}
    return raw


def to_later(raw: dict[str, Any]) -> dict[str, Any]:
    return {**raw, "text": raw["text"].upper()} if raw["entry"] == "noted" else raw


TODAY = {0: from_0_to_1, **UPGRADES}
LATER = {**TODAY, FORMAT: to_later}


def journal(path: Path, target: int = FORMAT, upgrades: dict[int, Any] = TODAY) -> StoredJournal:
    return open_journal(path, upgrades=upgrades, target=target)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAVES / "format_0.defiance", tmp_path))


def test_an_old_save_opens_as_todays_and_stays_as_it_is(old: Path) -> None:
    before = old.read_bytes()
    session = Session.resume(PigGame(), journal(old))
    assert session.setup.options == {"target": 30}
    assert session.timeline.step(1).commands[0] == Roll(2)
    assert session.timeline.notes == {2: ("careful now",)}
    assert {step.seat for step in session.timeline.steps()} == {""}
    assert session.verify().ok
    session.close()
    assert old.read_bytes() == before


def test_going_on_with_an_old_save_records_the_format(old: Path) -> None:
    session = Session.resume(PigGame(), journal(old))
    session.submit(SetAnswer(False))
    session.submit(Roll(3))
    session.close()
    again = Session.resume(PigGame(), journal(old))
    assert_same(again.timeline, session.timeline)
    again.undo()
    again.close()
    later = Session.resume(PigGame(), journal(old, FORMAT + 1, LATER))
    assert later.timeline.notes == {2: ("CAREFUL NOW",)}
    later.note("mixed Case")
    later.close()
    latest = Session.resume(PigGame(), journal(old, FORMAT + 1, LATER))
    assert_same(latest.timeline, later.timeline)
    assert latest.timeline.notes[latest.head] == ("mixed Case",)
    latest.close()
    with pytest.raises(SaveError, match="was written by a newer version"):
        open_journal(old)


def test_an_old_text_form_reads_as_todays(old: Path, tmp_path: Path) -> None:
    record = read_record(SAVES / "format_0.jsonl", lambda header: PigGame(), upgrades=TODAY)
    read = Session.resume(PigGame(), record)
    session = Session.resume(PigGame(), journal(old))
    assert_same(read.timeline, session.timeline)
    assert isinstance(session.journal, StoredJournal)
    write_record(session.journal, tmp_path / "new.jsonl")
    session.close()
    again = Session.resume(PigGame(), read_record(tmp_path / "new.jsonl", lambda header: PigGame()))
    assert_same(again.timeline, session.timeline)


def test_a_format_without_a_way_is_refused(old: Path) -> None:
    with pytest.raises(SaveError, match=r"format_0\.defiance uses format 0, which is no longer supported"):
        open_journal(old)
    with pytest.raises(SaveError, match="no longer supported"):
        read_record(SAVES / "format_0.jsonl", lambda header: PigGame())


def test_a_newer_start_is_refused_even_if_the_file_claims_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "a.defiance"
    saved(path)
    with pytest.raises(SaveError, match="newer version"):
        journal(path, 0, {})
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=0")
    with pytest.raises(SaveError, match="newer version"):
        journal(path, 0, {})


def test_a_step_without_a_seat_gets_an_empty_one() -> None:
    """The step from format 1 to 2, and nothing else of an entry changes."""
    step = {"entry": "step", "number": 1, "parent": 0, "commands": [], "events": [], "at": 1.0}
    assert upgraded(step, 1, 2) == {**step, "seat": ""}
    note = {"entry": "noted", "step": 1, "text": "odd"}
    assert upgraded(note, 1, 2) == note


def test_upgrades_run_in_order_up_to_today() -> None:
    upgrades = {1: lambda raw: {**raw, "a": raw["a"] + "b"}, 2: lambda raw: {**raw, "a": raw["a"] + "c"}}
    assert upgraded({"a": "a"}, 1, 3, upgrades) == {"a": "abc"}
    assert upgraded({"a": "a"}, 2, 3, upgrades) == {"a": "ac"}
    assert upgraded({"a": "a"}, 3, 3, upgrades) == {"a": "a"}
    check_format(1, "x", 3, upgrades)


def test_every_format_since_the_first_has_a_way() -> None:
    assert sorted(UPGRADES) == list(range(1, FORMAT))
