"""Whether the last start of the window ended well. A file beside the settings names the running process; a clean end
takes it away."""

from __future__ import annotations

import os
from pathlib import Path

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk
from defiance_qt.shell.settings import make_folder

FILE = "running"
_LONGEST = 100


def begin(folder: Path) -> bool:
    """Note that the window is open. Return whether the last one ended without a word, as after a crash."""
    path = folder / FILE
    try:
        before = disk.read_file(path, _LONGEST).decode(errors="replace").strip()
    except SaveError:
        before = ""
    if before and _runs(before):
        # Another window of the user's is open; the file is about that one.
        return False
    try:
        make_folder(folder)
        disk.replace_file(path, (str(os.getpid()).encode(),))
    except SaveError:
        # A folder that cannot be written to: nothing is offered.
        return False
    return bool(before)


def end(folder: Path) -> None:
    """Note that this process ends well."""
    path = folder / FILE
    try:
        if disk.read_file(path, _LONGEST) == str(os.getpid()).encode():
            path.unlink()
    except (SaveError, OSError):
        return


def _runs(pid: str) -> bool:
    """Return whether another process of this number runs."""
    if not pid.isdigit() or int(pid) == os.getpid() or not hasattr(os, "kill") or os.name == "nt":
        return False
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
