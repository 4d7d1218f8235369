"""Remembers the files of a plugin as the user last trusted or installed them, so that changes can be read by line.

What is remembered is shown and nothing else: whether code may run is decided by its digest alone (`trust`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
import platformdirs

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import SaveError
from defiance_qt.extend.compared import Content, contents
from defiance_qt.journal import disk

FOLDER = "remembered"

_LARGEST = 8 * disk.MIB


def folder() -> Path:
    """Return the folder of what is remembered. It may not exist."""
    return Path(platformdirs.user_data_dir("defiance-qt", appauthor=False)) / FOLDER


def remember(id: str, files: Mapping[str, bytes]) -> None:
    """Remember these files of a plugin in place of earlier ones. Files that take too much room are remembered by their
    digests."""
    found = contents(files)
    source = msgspec.json.encode(found)
    if len(source) > _LARGEST:
        source = msgspec.json.encode({name: Content(one.sha256) for name, one in found.items()})
    place = _place(id)
    # Without it, a later change is told by the names of the files.
    with contextlib.suppress(OSError, SaveError):
        place.parent.mkdir(parents=True, exist_ok=True)
        disk.replace_file(place, (source,))


def remembered(id: str) -> dict[str, Content]:
    """Return the files that are remembered of a plugin; none if there are none, or if they cannot be read."""
    try:
        source = disk.read_file(_place(id), _LARGEST)
        return msgspec.json.decode(source, type=ready(dict[str, Content]))
    except (SaveError, msgspec.MsgspecError, ValueError, RecursionError):
        return {}


def forget(id: str) -> None:
    """Forget the files of a plugin."""
    with contextlib.suppress(OSError):
        _place(id).unlink(missing_ok=True)


def _place(id: str) -> Path:
    return folder() / f"{disk.printable(id).replace('/', '_')}.json"
