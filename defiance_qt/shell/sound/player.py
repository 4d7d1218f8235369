"""What plays a file: a program that the system has, or Windows itself. Qt's own module for sound is no part of
PySide6-Essentials."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

PROGRAMS = (
    ("pw-play", "--latency=40ms"), ("paplay", "--latency-msec=40"), ("aplay", "-q"), ("afplay",),
)  # fmt: skip
"""Programs of PipeWire, PulseAudio, ALSA and macOS, with their arguments before the file."""

AT_ONCE = 4
"""The most sounds at a time."""

LONGEST = 2000
"""Milliseconds after the last sound at which all that still runs is ended: a device that waits would make it late."""

SILENT = ("offscreen", "minimal")
"""The platforms of Qt without a screen."""


class Player(Protocol):
    """Plays sounds without waiting for them."""

    def play(self, file: Path) -> None: ...
    def stop(self) -> None: ...


def system_player(parent: QObject) -> Player | None:
    """Return what plays sounds here, None if nothing does."""
    if QGuiApplication.platformName() in SILENT:
        return None
    if sys.platform == "win32":
        return Windows()
    found = [(path, *arguments) for name, *arguments in PROGRAMS if (path := shutil.which(name))]
    return Programs(parent, found) if found else None


class Windows:
    """Windows plays a file by itself; a sound ends the one before it."""

    def play(self, file: Path) -> None:
        import winsound

        system: Any = winsound
        flags = system.SND_FILENAME | system.SND_ASYNC | system.SND_NODEFAULT
        try:
            system.PlaySound(str(file), flags)
        except RuntimeError:
            # There is no device.
            return

    def stop(self) -> None:
        """Do nothing: Windows ends a sound with its program."""


class Programs:
    """The first of several programs that plays. One that fails, as without a device, gives way to the next; without
    one left there is silence."""

    def __init__(self, parent: QObject, commands: Sequence[tuple[str, ...]]) -> None:
        self.commands = list(commands)
        self._running: list[tuple[tuple[str, ...], subprocess.Popen[bytes]]] = []
        self._timer = QTimer(parent, singleShot=True, interval=LONGEST)
        self._timer.timeout.connect(self.stop)

    def play(self, file: Path) -> None:
        self._look()
        if not self.commands or len(self._running) >= AT_ONCE:
            return
        command = self.commands[0]
        try:
            process = subprocess.Popen(
                [*command, str(file)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            self.commands.remove(command)
            return
        self._running.append((command, process))
        self._timer.start()

    def stop(self) -> None:
        self._look()
        for _, process in self._running:
            process.kill()
            process.wait()
        self._running = []

    def _look(self) -> None:
        """Look which programs have ended, and which of them have failed."""
        ended = [(command, process) for command, process in self._running if process.poll() is not None]
        self._running = [one for one in self._running if one not in ended]
        for command, process in ended:
            if process.returncode and command in self.commands:
                self.commands.remove(command)
