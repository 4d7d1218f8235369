"""Modules of plugins are imported from their bytes, each copy of a plugin for itself."""

from __future__ import annotations

from pathlib import Path

from defiance_qt.core.decoding import ready
from defiance_qt.extend.importing import imported

SOURCES = {
    "one.py": b"""from __future__ import annotations
from typing import Annotated
import msgspec
from .other import LEAST

class Die(msgspec.Struct):
    faces: tuple[Annotated[int, msgspec.Meta(ge=LEAST)], ...]
""",
    "other.py": b"LEAST = 2\n",
}
SHA = "ab" * 32


def test_a_copy_in_another_folder_leaves_the_first_one_in_use_alone(tmp_path: Path) -> None:
    """The names in the first one's types are looked up when a game first reads a value of them."""
    first = imported(tmp_path / "first", "twice", "one", SHA, SOURCES)
    second = imported(tmp_path / "second", "twice", "other", SHA, SOURCES)
    assert second.__file__ == str(tmp_path / "second" / "other.py")
    assert ready(first.Die) is first.Die


def test_the_same_files_in_the_same_folder_are_shared(tmp_path: Path) -> None:
    assert imported(tmp_path, "shared", "one", SHA, SOURCES) is imported(tmp_path, "shared", "one", SHA, SOURCES)


def test_changed_files_are_imported_beside_the_ones_in_use(tmp_path: Path) -> None:
    before = imported(tmp_path, "changing", "one", SHA, SOURCES)
    after = imported(tmp_path, "changing", "one", "cd" * 32, SOURCES | {"other.py": b"LEAST = 3\n"})
    assert (before.LEAST, after.LEAST) == (2, 3)
