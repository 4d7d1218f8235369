"""Copies of saves that the program makes by itself: a save is copied when it is opened for play, as it is then.

The copies are listed like saves, in a folder and an index of their own. The last ones of each game are kept.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from defiance_qt.journal import disk
from defiance_qt.shell.saves import SUFFIX, Saves

if TYPE_CHECKING:
    from defiance_qt.extend.sessions import Session

FOLDER = "copies"
"""The folder within that of the saves."""

OF_A_GAME = 5
"""The most copies of one game."""

DAY = 24 * 60 * 60
DAYS = 30
"""The days after which a copy is deleted."""

ROOM = 256 * disk.MIB
"""The limit in bytes of all copies."""


def keep(copies: Saves, session: Session, save: Path) -> None:
    """Copy the save of a session that was just opened, unless nothing was played since its last copy, and delete the
    copies that are too many. A copy that cannot be written is left out."""
    if session.readable_only or save.suffix != SUFFIX or save.parent == copies.folder:
        return
    mark = f" {session.stored_id[:8]} "
    # A forged save that opens can make its game raise anything; the table says so.
    with contextlib.suppress(Exception):
        if session.result:
            return
        made = [path for path in _copies(copies.folder) if mark in path.name]
        if made and made[0].stat().st_mtime_ns >= save.stat().st_mtime_ns:
            return
        copy = copies.new_path(f"{save.stem[:40]}{mark}")
        session.copy_to(copy)
        copies.remember(copy, session.setup.system, session.game.summary(session.state), session.title, session.comment)
        _delete_old(copies, mark)


def _delete_old(copies: Saves, mark: str) -> None:
    """Delete copies: of one game all but the last, those that are too old, and those for which there is no room."""
    of_game, room = OF_A_GAME, ROOM
    for path in _copies(copies.folder):
        found = path.stat()
        room -= found.st_size
        own = mark in path.name
        of_game -= own
        if room < 0 or (own and of_game < 0) or found.st_mtime < copies.now() - DAYS * DAY:
            room += found.st_size
            path.unlink()
            copies.forget(path)


def _copies(folder: Path) -> list[Path]:
    """Return all copies, newest first. Raises `OSError`."""
    if not folder.is_dir():
        return []
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
