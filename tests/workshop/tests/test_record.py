"""Recordings: played again by one command, each ending as its name says."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend import found
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.systems import DEFAULT
from tests.workshop import record
from tests.workshop.defiance.recordings import recordings
from tests.workshop.record import NoSuchGame, Recording

pytestmark = pytest.mark.slow


def test_every_bundled_plugin_has_its_recording() -> None:
    bundled = {one.id for one in found.available(found.bundled_folders()) if one.serves(DEFAULT)}
    assert {plugin for one in recordings() for plugin in one.plugins} == bundled
    assert len({one.name for one in recordings()}) == len(list(recordings()))


def test_a_recording_is_one_file_and_ends_as_wanted(tmp_path: Path) -> None:
    path = record.record(Recording("lost", "extraction", "defeat", bot="random"), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["lost.defiance"]
    with open_save(path, read_only=True) as session:
        assert session.result == "defeat"
        assert session.verify().ok


def test_a_game_that_cannot_be_had_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_SEEDS", 2)
    with pytest.raises(NoSuchGame, match="None of 2 seeds produced the game 'drawn'") as refused:
        record.record(Recording("drawn", "extraction", "draw", bot="random"), tmp_path)
    assert refused.value.value == "drawn"
    assert list(tmp_path.iterdir()) == []


def test_all_are_recorded_anew_and_what_is_no_more_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.defiance").write_bytes(b"old")
    games = [
        Recording("one", "extraction", bot="random"),
        Recording("two", "extraction", bot="random", after=record.branch_off),
    ]
    record.record_all(games, tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.defiance", "two.defiance"]
    assert "old.defiance: removed" in capsys.readouterr().out
    with open_save(tmp_path / "two.defiance", read_only=True) as session:
        assert {branch.name for branch in session.timeline.branches} >= {"another way", "with fresh dice"}
        assert session.result is not None
        assert "the end" in session.timeline.names.values()
