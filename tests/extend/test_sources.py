"""A plugin's folder that holds anything: named, and no trouble for anything else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from defiance_qt.extend import sources
from defiance_qt.extend.found import available
from defiance_qt.extend.loader import load
from defiance_qt.extend.manifest import FILE
from tests.extend.plugins import plugin


def deep(place: Path) -> None:
    (place / FILE).write_text("x = " + "[" * 5000, encoding="utf-8")


def deep_tables(place: Path) -> None:
    (place / FILE).write_text("x = " + "{a = " * 5000, encoding="utf-8")


def huge(place: Path) -> None:
    (place / FILE).write_bytes(b"#" * (sources.MANIFEST + 1))


def sparse(place: Path) -> None:
    with (place / FILE).open("wb") as file:
        file.truncate(1 << 40)


def fifo(place: Path) -> None:
    (place / FILE).unlink()
    os.mkfifo(place / FILE)


def device(place: Path) -> None:
    (place / FILE).unlink()
    (place / FILE).symlink_to("/dev/zero")


def folder(place: Path) -> None:
    (place / FILE).unlink()
    (place / FILE).mkdir()


def loop(place: Path) -> None:
    (place / FILE).unlink()
    (place / FILE).symlink_to(place / FILE)


def bytes_that_are_no_text(place: Path) -> None:
    (place / FILE).write_bytes(b'id = "\xff"')


def an_impossible_date(place: Path) -> None:
    (place / FILE).write_text("x = 2024-02-31", encoding="utf-8")


def a_name_with_nul(place: Path) -> None:
    text = (place / FILE).read_text(encoding="utf-8")
    (place / FILE).write_text(text + 'replaces = ["a\\u0000.toml"]\n', encoding="utf-8")


MANIFESTS = (
    deep, deep_tables, huge, sparse, fifo, device, folder, loop, bytes_that_are_no_text, an_impossible_date,
    a_name_with_nul,
)  # fmt: skip


@pytest.mark.parametrize("damage", MANIFESTS)
def test_a_manifest_that_cannot_be_read_is_named_and_the_others_are_found(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(plugin(tmp_path, "bad"))
    plugin(tmp_path, "good")
    found = {one.id: one for one in available([tmp_path])}
    assert found["good"].manifest is not None
    assert found["bad"].manifest is None
    assert found["bad"].faults
    assert load([], found=tuple(found.values())).failures == ()


def many_files(place: Path) -> None:
    for number in range(sources.MOST_FILES + 1):
        (place / f"{number}.txt").touch()


def a_fifo_inside(place: Path) -> None:
    os.mkfifo(place / "pipe.txt")


def a_device_inside(place: Path) -> None:
    (place / "zero.txt").symlink_to("/dev/zero")


def a_link_to_itself(place: Path) -> None:
    (place / "ring.txt").symlink_to(place / "ring.txt")


def a_huge_file(place: Path) -> None:
    with (place / "huge.bin").open("wb") as file:
        file.truncate(1 << 40)


def deep_words(place: Path) -> None:
    (place / "locale").mkdir()
    (place / "locale" / "words.toml").write_text("x = " + "[" * 5000, encoding="utf-8")


def deep_content(place: Path) -> None:
    (place / "content").mkdir()
    (place / "content" / "units.toml").write_text("x = " + "[" * 5000, encoding="utf-8")


@pytest.mark.parametrize(
    "damage", [many_files, a_fifo_inside, a_device_inside, a_link_to_itself, a_huge_file, deep_words, deep_content]
)
def test_files_that_cannot_be_read_refuse_their_plugin_alone(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    damage(plugin(tmp_path, "bad"))
    plugin(tmp_path, "good")
    loaded = load(["bad", "good"], found=available([tmp_path]))
    (failure,) = loaded.failures
    assert str(failure).startswith("The plugin 'bad' cannot be used: ")
    assert [stamp.id for stamp in loaded.stamps] == ["good"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    place = plugin(tmp_path, "ring", "x = 1")
    (place / "again").symlink_to(place)
    assert sorted(sources.plugin_files(place)) == ["hooks.py", FILE]
