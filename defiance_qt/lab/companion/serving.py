"""The start of the process that serves phones: takes what comes through the pipe at once, then imports the rest."""

from __future__ import annotations

import os
import queue
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

NICE = 5
"""By how much the process gives way to the window."""


def serve(pipe: Connection) -> None:
    """Serve the game that comes through the pipe until its other end is closed."""
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    # The window never waits for a slow import here.
    threading.Thread(target=_listen, args=(pipe, inbox), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    # Drawings need Qt, but no display.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from defiance_qt.lab.companion.process import run

    with suppress(OSError, KeyboardInterrupt):
        run(pipe, inbox)


def _listen(pipe: Connection, inbox: queue.SimpleQueue[Any]) -> None:
    """Put every message into the inbox, and None at the end."""
    try:
        while True:
            inbox.put(pipe.recv_bytes())
    except (EOFError, OSError):
        inbox.put(None)
