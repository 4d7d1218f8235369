"""Where games are kept, and what the window remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.system import Summary
from defiance_qt.shell import settings as stored
from defiance_qt.shell.saves import INDEX, Saves
from defiance_qt.shell.settings import Settings


def test_a_new_path_says_mission_and_date_and_is_never_taken(tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves", lambda: 1_700_000_000.0)
    first = saves.new_path("Extraction")
    assert first.name.startswith("Extraction 2023-11-1")
    first.touch()
    assert saves.new_path("Extraction") != first


def test_the_latest_game_stands_first_and_lost_ones_are_left_out(tmp_path: Path) -> None:
    now = [1_700_000_000.0]
    saves = Saves(tmp_path, lambda: now[0])
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.defiance").touch()
        saves.remember(tmp_path / f"{name}.defiance", "chess", Summary("duel.name", "turn.number", {"n": 2}))
        now[0] += 60
    (tmp_path / "b.defiance").unlink()
    assert [Path(one.path).stem for one in saves.recent()] == ["c", "a"]
    latest = saves.recent()[0]
    assert (latest.system, latest.title, latest.progress, latest.values) == (
        "chess",
        "duel.name",
        "turn.number",
        {"n": 2},
    )


def test_a_damaged_index_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / "a.defiance").touch()
    (tmp_path / INDEX).write_bytes(b"{")
    assert [one.title for one in Saves(tmp_path).recent()] == [""]


def test_a_save_that_the_index_does_not_know_is_listed_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "x.defiance"
    path.write_bytes(b"no save")
    (known,) = Saves(tmp_path).recent()
    assert (known.path, known.system, known.title) == (str(path), "", "")
    assert known.at == pytest.approx(path.stat().st_mtime)


def test_how_far_a_game_has_come_is_kept_with_its_result(tmp_path: Path) -> None:
    path = tmp_path / "x.defiance"
    path.touch()
    saves = Saves(tmp_path)
    saves.remember(path, "chess", Summary("duel.name", "turn.number", {"n": 2}))
    saves.remember(path, "chess", Summary("duel.name", "turn.number", {"n": 40}, result="victory"))
    (known,) = Saves(tmp_path).recent()
    assert (known.values, known.result) == ({"n": 40}, "victory")


def test_settings_are_kept(tmp_path: Path) -> None:
    assert stored.load(tmp_path) == Settings()
    stored.store(tmp_path / "config", Settings(theme="light", speed="fast", size=(900, 700)))
    assert stored.load(tmp_path / "config") == Settings(theme="light", speed="fast", size=(900, 700))


def test_settings_nobody_can_read_are_those_of_a_new_program(tmp_path: Path) -> None:
    (tmp_path / stored.FILE).write_bytes(b'{"theme": "pink"}')
    assert stored.load(tmp_path) == Settings()


def test_settings_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(SaveError):
        stored.store(tmp_path / "taken", Settings())
