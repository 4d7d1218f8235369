"""The mark that a window has a save open, so that a second window on it is told. It is a lock file in the data folder,
which Qt gives up when the program that holds it has ended."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QLockFile

from defiance_qt.core.errors import SaveError
from defiance_qt.shell.settings import make_folder


class OpenMark:
    """The mark of one window."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: QLockFile | None = None

    def put(self, path: Path) -> bool:
        """Mark the save as open, in place of the one before. Return False if another window has it open. Where no mark
        can be written, there is none."""
        self.take_away()
        try:
            make_folder(self._folder)
        except SaveError:
            return True
        name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]
        lock = QLockFile(str(self._folder / f"{name}.lock"))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            self._lock = lock
            return True
        return lock.error() != QLockFile.LockError.LockFailedError

    def take_away(self) -> None:
        """Remove the mark."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
