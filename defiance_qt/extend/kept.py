"""Copies of plugins as the user trusted or installed them: a game can stay with the version it was made with, and what
has changed since can be read by line.

A copy is found by its digest, and is that version or nothing: one whose files were changed is not used.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from defiance_qt.extend.found import Found, digest
from defiance_qt.extend.manifest import read
from defiance_qt.extend.sources import Unreadable, plugin_files
from defiance_qt.journal import disk

FOLDER = "kept"

MOST = 4
"""The number of versions that are kept of one plugin."""


def folder() -> Path:
    """Return the folder of the copies. It may not exist."""
    return Path(platformdirs.user_data_dir("defiance-qt", appauthor=False)) / FOLDER


def keep(id: str, files: Mapping[str, bytes]) -> None:
    """Keep these files of a plugin, as the last ones, beside those of earlier versions. Without room nothing is
    kept."""
    place = folder() / digest(files)
    part = folder() / f".new-{os.urandom(8).hex()}"
    if Path(id).name != id or id.startswith("."):
        return
    try:
        if place.is_dir():
            os.utime(place)
            return
        for name, source in files.items():
            file = part / id / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(source)
        part.rename(place)
        _prune(id)
    except OSError:
        # A game then goes on with the version that is installed, and says so.
        shutil.rmtree(part, ignore_errors=True)


def kept(id: str, sha256: str) -> Found | None:
    """Return the copy of a plugin with this digest, None if there is none."""
    place = folder() / sha256 / id
    if not sha256.isalnum() or Path(id).name != id or not place.is_dir():
        return None
    try:
        files = plugin_files(place)
    except Unreadable:
        return None
    found = Found(place, *read(place))
    return found if found.manifest is not None and digest(files) == sha256 else None


def is_kept(found: Found) -> bool:
    """Return whether a plugin is such a copy."""
    return found.folder.parent.parent == folder()


def copies(id: str) -> tuple[Found, ...]:
    """Return the copies of a plugin, the one kept last first."""
    return tuple(copy for place in _places(id) if (copy := kept(id, place.name)) is not None)


def forget(id: str) -> None:
    """Delete the copies of a plugin."""
    for place in _places(id):
        shutil.rmtree(place, ignore_errors=True)


def _places(id: str) -> list[Path]:
    """Return the folders that hold a copy of the plugin, the one kept last first."""
    found: list[Path] = []
    with contextlib.suppress(OSError):
        found = [one for one in folder().iterdir() if (one / disk.printable(id)).is_dir()]
        found.sort(key=lambda one: one.stat().st_mtime_ns, reverse=True)
    return found


def _prune(id: str) -> None:
    for place in _places(id)[MOST:]:
        shutil.rmtree(place, ignore_errors=True)
