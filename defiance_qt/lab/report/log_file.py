"""The log of the window: a text file in the platform's place for logs, of limited size.

It holds what was started, opened and done, what the user was told, and where an unexpected error came from. The
window begins it; commands write none.
"""

from __future__ import annotations

import faulthandler
import logging
from pathlib import Path

import platformdirs

from defiance_qt.lab.terminal import visible

LOG = logging.getLogger("defiance_qt")
FILE, CRASHES = "window.log", "crashes.log"
LARGEST = 256 << 10
"""The limit in bytes of the log. When it is reached, the file replaces the one before it, `OLDER`."""

OLDER = f"{FILE}.1"
LINE = 16 << 10
"""The most characters of an entry."""


def folder() -> Path:
    """Return the platform's folder for logs. It may not exist."""
    return Path(platformdirs.user_log_dir("defiance-qt", appauthor=False))


class _File(logging.FileHandler):
    """The file, limited in size. Python's own `logging.handlers` would take longer to import than the rest of this."""

    def emit(self, record: logging.LogRecord) -> None:
        if self.stream is not None and self.stream.tell() > LARGEST - 4 * LINE:
            self.stream.close()
            Path(self.baseFilename).replace(Path(self.baseFilename).with_name(OLDER))
            self.stream = self._open()
        super().emit(record)


class _Lines(logging.Formatter):
    """Entries of limited length without control characters: names and sentences of saves and plugins are in them."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))[:LINE]


def begin(place: Path) -> logging.Handler | None:
    """Write the log to a folder from now on. Returns what writes it, None for a folder that cannot be written to."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        handler = _File(place / FILE, encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    handler.setFormatter(_Lines("%(asctime)s %(levelname)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    # Nothing of it goes to the terminal.
    LOG.propagate = False
    return handler


def catch_crashes(place: Path) -> None:
    """Write where Python was when the process crashes below it to a file in a folder, for the rest of the process."""
    path = place / CRASHES
    large = path.is_file() and path.stat().st_size > LARGEST
    faulthandler.enable(path.open("w" if large else "a"))


def text(place: Path) -> str:
    """Return the log, the older file first and crashes last, without the path of the user's home. "" without one."""
    found = [
        (place / name).read_text("utf-8", "replace") for name in (OLDER, FILE, CRASHES) if (place / name).is_file()
    ]
    return "".join(found).replace(str(Path.home()), "~")
