"""Files that get their name when they are whole, and what a killed program leaves of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from defiance_qt.journal import disk
from tests.journal.games import saved

LEFT = (".0123456789abcdef.part", ".0123456789abcdef.part-journal", ".fedcba9876543210.part")
OTHERS = (".part", ".0123456789abcdef.part-x", "0123456789abcdef.part", ".0123456789ABCDEF.part", "game.part")


def put(folder: Path, names: tuple[str, ...], ago: float) -> None:
    """Files that were last written to so many seconds before now, by the clock of the file system."""
    for name in names:
        path = folder / name
        path.write_bytes(b"x")
        at = path.stat().st_mtime - ago
        os.utime(path, (at, at))


@pytest.mark.parametrize("write", ["a file", "a save"])
def test_parts_older_than_a_day_are_deleted_when_the_next_is_made(tmp_path: Path, write: str) -> None:
    put(tmp_path, LEFT + OTHERS, disk.LEFT_FOR + 60)
    folder = tmp_path / ".0000000000000000.part"
    folder.mkdir()
    os.utime(folder, (0, 0))
    if write == "a save":
        saved(tmp_path / "new")
    else:
        disk.replace_file(tmp_path / "new", (b"content",))
    assert {path.name for path in tmp_path.iterdir()} == {*OTHERS, folder.name, "new"}


def test_a_younger_part_stays(tmp_path: Path) -> None:
    """Another program may be writing to it."""
    put(tmp_path, LEFT, disk.LEFT_FOR - 60)
    disk.replace_file(tmp_path / "new", (b"content",))
    assert {path.name for path in tmp_path.iterdir()} == {*LEFT, "new"}


def test_a_part_that_cannot_be_deleted_keeps_nothing_from_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    disk.replace_file(tmp_path / "new", (b"content",))
    assert (tmp_path / "new").read_bytes() == b"content"
