"""Copies that the program makes of saves by itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell import copies as made
from defiance_qt.shell.copies import DAY, OF_A_GAME, keep
from defiance_qt.shell.saves import Saves
from defiance_qt.shell.window import Window

NOW = 1_700_000_000.0


class Copying:
    """Saves in a folder, whose copies are kept at a time that the test sets."""

    def __init__(self, folder: Path) -> None:
        self.now = NOW
        self.folder = folder
        self.copies = Saves(folder / made.FOLDER, lambda: self.now)

    def save(self, name: str = "game") -> Path:
        path = self.folder / f"{name}.defiance"
        with Session.new("pig", mission="duel", seed=3, path=path) as session:
            session.submit(session.legal()[0])
        os.utime(path, (self.now - 1, self.now - 1))
        return path

    def open(self, path: Path, *, play: bool = True) -> int:
        """Open a save as the window does, perhaps play on, and return the steps that there were."""
        with open_save(path) as session:
            keep(self.copies, session, path)
            steps = len(session.timeline)
            for copy in self.names():
                place = self.copies.folder / copy
                if place.stat().st_mtime > NOW * 1.01:
                    os.utime(place, (self.now, self.now))
            if play:
                session.submit(session.legal()[0])
        self.now += 60
        if play:
            os.utime(path, (self.now - 1, self.now - 1))
        return steps

    def names(self) -> list[str]:
        if not self.copies.folder.exists():
            return []
        return sorted(path.name for path in self.copies.folder.glob("*.defiance"))


@pytest.fixture
def copying(tmp_path: Path) -> Copying:
    return Copying(tmp_path)


def test_a_save_that_is_opened_is_copied_as_it_is_and_listed(copying: Copying) -> None:
    path = copying.save()
    steps = copying.open(path)
    (name,) = copying.names()
    assert name.startswith("game ")
    with open_save(copying.copies.folder / name, read_only=True) as session:
        assert len(session.timeline) == steps
    (listed,) = copying.copies.recent()
    assert (listed.system, listed.title, listed.at) == ("pig", "scenario.duel.name", NOW)


def test_a_save_that_was_only_looked_at_is_not_copied_again(copying: Copying) -> None:
    path = copying.save()
    copying.open(path, play=False)
    copying.open(path, play=False)
    assert len(copying.names()) == 1


def test_the_last_copies_of_a_game_are_kept_and_those_of_others_stay(copying: Copying) -> None:
    other = copying.save("other")
    copying.open(other)
    path = copying.save()
    for _ in range(OF_A_GAME + 2):
        steps = copying.open(path)
    names = [name for name in copying.names() if name.startswith("game ")]
    assert len(names) == OF_A_GAME
    assert len(copying.names()) == OF_A_GAME + 1
    assert [one.missing for one in copying.copies.recent()] == [False] * (OF_A_GAME + 1)
    with open_save(copying.copies.folder / names[-1], read_only=True) as last:
        assert len(last.timeline) == steps


def test_old_copies_go(copying: Copying) -> None:
    path = copying.save()
    copying.open(path)
    copying.now += 31 * DAY
    copying.open(path)
    assert len(copying.names()) == 1


def test_copies_take_no_more_room_than_there_is(copying: Copying, monkeypatch: pytest.MonkeyPatch) -> None:
    path = copying.save()
    copying.open(path)
    (first,) = copying.names()
    monkeypatch.setattr(made, "ROOM", (copying.copies.folder / first).stat().st_size * 3 // 2)
    copying.open(path)
    assert len(copying.names()) == 1
    assert copying.names() != [first]


def test_a_copy_that_cannot_be_written_is_left_out(copying: Copying) -> None:
    path = copying.save()
    copying.copies.folder.write_text("no folder")
    copying.open(path)
    assert copying.copies.folder.read_text() == "no folder"


def test_neither_a_finished_game_nor_a_record_nor_a_copy_is_copied(
    copying: Copying, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, record = copying.save(), copying.folder / "game.jsonl"
    copying.open(path)
    (name,) = copying.names()
    copying.open(copying.copies.folder / name, play=False)
    with open_save(path) as session:
        session.export(record)
    copying.open(record, play=False)
    os.utime(path)
    monkeypatch.setattr(Session, "result", "victory")
    copying.open(path, play=False)
    assert copying.names() == [name]


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_a_copy_is_restored_beside_the_save(window: Window) -> None:
    path = window.saves.folder / "game.defiance"
    path.parent.mkdir(parents=True)
    with Session.new("pig", mission="duel", seed=3, path=path) as session:
        session.submit(session.legal()[0])
    window.open(path)
    assert window.session is not None
    assert window.session is not None
    before = window.session.head
    window.session.submit(window.session.legal()[0])
    window.close_game()
    after = path.read_bytes()
    window.desk.show_list("copies")
    found = window.desk.list
    assert found is not None
    assert found.model.rowCount() == 1
    assert [name for name, button in found.buttons.items() if button.isVisible()] == ["restore", "folder", "delete"]
    found.buttons["restore"].click()
    assert window.session is not None
    assert window.path != path
    assert window.session.head == before
    assert path.read_bytes() == after
    window.close_game()


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_no_copies_are_made_where_the_user_wants_none(window: Window) -> None:
    path = window.saves.folder / "game.defiance"
    path.parent.mkdir(parents=True)
    with Session.new("pig", mission="duel", seed=3, path=path) as session:
        session.submit(session.legal()[0])
    window.change(copies="never")
    window.open(path)
    assert window.session is not None
    assert not window.copies.folder.exists()
    window.close_game()
