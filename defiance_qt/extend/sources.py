"""Reads the files of plugins: the only way to their manifests, texts, content and code.

A plugin's folder may hold anything. Only regular files are read, within limits, and every fault becomes a message.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli

from defiance_qt.core.errors import Message, SaveError
from defiance_qt.journal import disk

MANIFEST = 256 << 10
"""The limit in bytes of a manifest."""

TABLE = 4 * disk.MIB
"""The limit in bytes of any other TOML file."""

DOTS = 500
"""The limit of dots in one line of TOML: the reader's time for a dotted key grows with their square."""

MOST_FILES = 2000
"""The limit of the number of files and folders in a plugin's folder."""

LARGEST = 64 * disk.MIB
"""The limit in bytes of all files of a plugin."""


class Unreadable(Exception):
    """A file of a plugin that cannot be read, with the reason as a message."""

    def __init__(self, why: Message | str) -> None:
        super().__init__(why)
        self.why = why


def table(source: bytes) -> dict[str, Any]:
    """Return the table of a TOML file. Raises `Unreadable`."""
    if len(source) > TABLE:
        raise Unreadable(Message("fault.too_large", "it is larger than {limit} MiB", limit=TABLE // disk.MIB))
    if too_deep(source):
        raise Unreadable(Message("save.too_deep", "it is nested too deeply"))
    if source.startswith(codecs.BOM_UTF8):
        raise Unreadable(Message("fault.bom", "it begins with a byte order mark: save it as UTF-8 without one"))
    try:
        return tomli.loads(source.decode())
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise Unreadable(Message("fault.not_utf8", "it is not UTF-8 text, see line {line}", line=line)) from error
    except tomli.TOMLDecodeError as error:
        raise Unreadable(str(error)) from error
    except (RecursionError, ValueError, OverflowError) as error:
        # Deep nesting; a date or a number that Python cannot hold.
        deep = isinstance(error, RecursionError)
        raise Unreadable(Message("save.too_deep", "it is nested too deeply") if deep else str(error)) from error


def too_deep(source: bytes) -> bool:
    """Return whether a line of TOML has so many dots that reading it as a dotted key would take minutes."""
    return any(line.count(b".") > DOTS for line in source.splitlines())


def manifest_source(path: Path) -> bytes:
    """Return the bytes of a manifest. Raises `SaveError`."""
    return disk.read_file(path, MANIFEST)


def folders(place: Path) -> list[Path]:
    """Return the folders in a folder, sorted; none if it cannot be listed."""
    try:
        return sorted(one for one in place.iterdir() if one.is_dir())
    except OSError:
        return []


def left_out(name: str) -> bool:
    """Return whether a file or a folder is no part of a plugin: hidden ones, and Python's caches."""
    return name.startswith(".") or name == "__pycache__"


def plugin_files(folder: Path) -> dict[str, bytes]:
    """Return the files of a plugin, relative path to bytes, sorted. Hidden files and Python's caches are left out.

    Raises `Unreadable` naming the file that cannot be read, or the limit.
    """
    found: dict[str, bytes] = {}
    room = LARGEST
    for count, path in enumerate(_walk(folder)):
        if count >= MOST_FILES:
            raise Unreadable(Message("fault.too_many_files", "it has more than {limit} files", limit=MOST_FILES))
        name = path.relative_to(folder).as_posix()
        try:
            found[name] = disk.read_file(path, room)
        except SaveError as error:
            raise Unreadable(error.message) from error
        room -= len(found[name])
    return dict(sorted(found.items()))


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, without following links to folders."""
    waiting = [folder]
    while waiting:
        try:
            entries = sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name)
        except OSError as error:
            raise Unreadable(disk.unreadable(folder, error).message) from error
        for entry in entries:
            if left_out(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
                if len(waiting) > MOST_FILES:
                    raise Unreadable(
                        Message("fault.too_many_files", "it has more than {limit} files", limit=MOST_FILES)
                    )
            elif not _leads_to_folder(entry):
                yield Path(entry.path)


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link to itself: reading it says so.
        return False
