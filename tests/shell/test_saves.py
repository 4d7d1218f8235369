"""Where games are kept, and what the window remembers."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.port import Summary, SummaryFigure, SummaryLine
from defiance_qt.core.timeline import Setting
from defiance_qt.extend.opening import describe_save, open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.journal.store import open_journal
from defiance_qt.shell import settings as stored
from defiance_qt.shell.saves import INDEX, Saves, inspected
from defiance_qt.shell.settings import Settings


def test_a_new_path_says_mission_and_date_and_is_never_taken(tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves", lambda: 1_700_000_000.0)
    first = saves.new_path("Extraction")
    assert first.name.startswith("Extraction 2023-11-1")
    first.touch()
    assert saves.new_path("Extraction") != first


def test_the_latest_game_stands_first_and_lost_ones_are_marked(tmp_path: Path) -> None:
    now = [1_700_000_000.0]
    saves = Saves(tmp_path, lambda: now[0])
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.defiance").touch()
        saves.remember(tmp_path / f"{name}.defiance", "chess", Summary("duel.name", "turn.number", {"n": 2}))
        now[0] += 60
    (tmp_path / "b.defiance").unlink()
    assert [(Path(one.path).stem, one.missing) for one in saves.recent()] == [("c", False), ("b", True), ("a", False)]
    saves.forget(tmp_path / "b.defiance")
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


SUMMARY = Summary(
    "duel.name",
    "turn.number",
    {"n": 2},
    2,
    last=9,
    lines=(SummaryLine("duel.alarm", {"n": 3}, tone="gold"),),
    figures=(SummaryFigure(("duel.knight",), 3, 8, "duel.knight.initials"),),
)


def test_who_is_hurt_is_listed_without_opening_the_save(tmp_path: Path) -> None:
    path = tmp_path / "x.defiance"
    path.touch()
    Saves(tmp_path).remember(path, "chess", SUMMARY, "Friday", "who opened the door?")
    (known,) = Saves(tmp_path).recent()
    assert (known.name, known.note) == ("Friday", "who opened the door?")
    assert (known.chapter, known.last, known.lines, known.figures) == (2, 9, SUMMARY.lines, SUMMARY.figures)


def test_a_save_is_doubtful_until_it_was_looked_into_and_once_it_has_changed(tmp_path: Path) -> None:
    """A save from elsewhere is not listed by its file name for ever, and a damaged one is noticed."""
    path = tmp_path / "x.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.submit(session.legal()[0])
    saves = Saves(tmp_path)
    assert saves.doubtful() == [str(path)]
    saves.learn([inspected(one) for one in saves.doubtful()])
    assert saves.doubtful() == []
    (known,) = saves.recent()
    assert known.title == "mission.extraction.name"
    assert known.figures
    path.write_bytes(path.read_bytes()[:5000])
    assert saves.doubtful() == [str(path)]
    saves.learn([inspected(str(path))])
    fault = saves.faults[str(path)].fault
    assert fault is not None
    assert fault.key == "save.damaged"


def test_a_name_and_a_note_are_in_the_save_and_go_with_a_copy(tmp_path: Path) -> None:
    """Not in a file beside it."""
    path, copy = tmp_path / "x.defiance", tmp_path / "copy.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.submit(session.legal()[0])
        state = session.state
    describe_save(path, "Friday", "two doors left")
    describe_save(path, comment="one door left")
    shutil.copyfile(path, copy)
    found = inspected(str(copy)).entry
    assert found is not None
    assert (found.name, found.note) == ("Friday", "one door left")
    with open_save(copy) as session:
        assert session.state == state
        session.describe(title="")
    with open_save(copy, read_only=True) as session:
        assert (session.title, session.comment) == ("", "one door left")
        assert session.verify().ok


@pytest.mark.parametrize("value", [7, None, ["x"]])
def test_a_name_that_is_no_text_is_none(tmp_path: Path, value: object) -> None:
    path = tmp_path / "x.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.submit(session.legal()[0])
    with open_journal(path) as journal:
        journal.extend([Setting("title", value)])
    found = inspected(str(path)).entry
    assert found is not None
    assert found.name == ""


def test_a_locked_save_is_told_from_one_that_is_free(tmp_path: Path) -> None:
    path = tmp_path / "x.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.submit(session.legal()[0])
    before = path.read_bytes()
    assert not inspected(str(path)).locked
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = inspected(str(path))
        assert found.locked
        assert found.entry is not None
        other.rollback()
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["x.defiance"]


def test_settings_are_kept(tmp_path: Path) -> None:
    assert stored.load(tmp_path) == (Settings(), None)
    stored.store(tmp_path / "config", Settings(theme="light", speed="fast", size=(900, 700)))
    assert stored.load(tmp_path / "config") == (Settings(theme="light", speed="fast", size=(900, 700)), None)


def test_settings_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    (tmp_path / stored.FILE).write_bytes(b'{"theme": "dark", "weather": {"rain": 7}}')
    settings, error = stored.load(tmp_path)
    assert (settings, error) == (Settings(theme="dark"), None)
    stored.store(tmp_path, Settings(theme="light"))
    found = msgspec.json.decode((tmp_path / stored.FILE).read_bytes())
    assert (found["theme"], found["weather"]) == ("light", {"rain": 7})
    assert stored.load(tmp_path) == (Settings(theme="light"), None)


def test_every_save_is_listed(tmp_path: Path) -> None:
    saves = Saves(tmp_path, lambda: 1_700_000_000.0)
    for number in range(205):
        (tmp_path / f"{number}.defiance").touch()
    assert len(saves.recent()) == 205


DAMAGED = {
    "a wrong value": b'{"speed": "warp"}',
    "a theme that no plugin can have": b'{"theme": "Pink!"}',
    "a language that is none": b'{"language": "the usual one"}',
    "a byte that is not UTF-8": b'{"language": "\xff"}',
    "a text cut off": b'{"theme": "da',
    "nothing": b"",
    "deep nesting": b"[" * 100_000,
    "a huge window": b'{"size": [1000000, 1000000]}',
    "no size": b'{"size": [0, -5]}',
    "a scale that is no number": b'{"scale": 1e999}',
    "a tiny scale": b'{"scale": 0.0}',
    "more than a settings file holds": b" " * (stored.LARGEST + 1),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_damaged_settings_are_set_aside_and_told_once(tmp_path: Path, content: bytes) -> None:
    (tmp_path / stored.FILE).write_bytes(content)
    settings, error = stored.load(tmp_path)
    assert settings == Settings()
    assert str(error).startswith(f"{stored.FILE}.damaged could not be read and was set aside: ")
    assert (tmp_path / f"{stored.FILE}.damaged").read_bytes() == content
    assert stored.load(tmp_path) == (Settings(), None)


@pytest.mark.parametrize("content", [b"{", b'[{"path": "\xff"}]', b'[{"path": 7}]', b"[" * 100_000])
def test_a_damaged_index_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / INDEX).write_bytes(content)
    (tmp_path / "a.defiance").touch()
    saves = Saves(tmp_path)
    assert [one.title for one in saves.recent()] == [""]
    assert str(saves.error).startswith(f"{INDEX}.damaged could not be read")
    assert (tmp_path / f"{INDEX}.damaged").read_bytes() == content


def test_a_save_whose_name_is_not_utf_8_is_listed(tmp_path: Path) -> None:
    """It cannot stand in the index, so it is listed by its name."""
    path = tmp_path / os.fsdecode(b"caf\xe9.defiance")
    path.touch()
    saves = Saves(tmp_path)
    saves.remember(path, "chess", Summary("duel.name", "turn.number", {"n": 2}))
    assert [one.path for one in saves.recent()] == [str(path)]


def test_an_index_with_impossible_paths_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_bytes(msgspec.json.encode([{"path": "a\0b"}, {"path": "x" * 5000}, {"path": "/dev/zero"}]))
    assert Saves(tmp_path).recent() == ()


def test_settings_are_replaced_and_never_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk leaves the old settings."""
    stored.store(tmp_path, Settings(theme="light"))

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match=r"window\.json could not be written: No space left"):
        stored.store(tmp_path, Settings(theme="dark"))
    assert stored.load(tmp_path) == (Settings(theme="light"), None)
    assert [path.name for path in tmp_path.iterdir()] == [stored.FILE]


def test_a_title_makes_a_name_that_every_platform_takes(tmp_path: Path) -> None:
    name = Saves(tmp_path, lambda: 1_700_000_000.0).new_path('A/B: "C"\\' + "x" * 300).name
    assert name.startswith("A B   C")
    assert len(name) < 100


def test_settings_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(SaveError):
        stored.store(tmp_path / "taken", Settings())


def test_a_forged_save_that_makes_its_game_raise_is_listed_with_its_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file must not empty the list of all."""

    def forged(*arguments: object, **named: object) -> None:
        raise IndexError("tuple index out of range")

    monkeypatch.setattr("defiance_qt.extend.opening.open_save", forged)
    found = inspected(str(tmp_path / "x.defiance"))
    assert str(found.fault) == "x.defiance does not fit this game: IndexError: tuple index out of range"
