"""The sounds of the table: what is played of what a view names, how loud, and whether at all.

The files in `wav` are made by `make sounds`. A view names sounds by events (`Names`); the player of the system is in
`player`.
"""

from __future__ import annotations

import struct
import wave
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, QTemporaryDir

from defiance_qt.shell import motion
from defiance_qt.shell.sound.player import Player, system_player

FOLDER = Path(__file__).parent / "wav"
RANKS = ("lost", "won", "alarm", "fall", "hit", "shot", "hack", "door", "heal", "dice", "card", "step")
"""The sounds, the gravest first. Of what happens at once only that one is played."""

LOUD = {"silent": 0.0, "quiet": 0.25, "normal": 0.55, "loud": 1.0}
APART = 0.09
"""Seconds between two sounds: what comes sooner is left out, for it would be late."""

Names = Mapping[type, str | Callable[[Any], str]]
"""What events sound like, by their types: a name of `RANKS`, or a function that returns one, or ""."""


def gravest(events: Iterable[object], names: Names) -> str:
    """Return the sound of what matters most among events, "" for silence."""
    found = set()
    for event in events:
        name = names.get(type(event), "")
        found.add(name if isinstance(name, str) else name(event))
    return next((name for name in RANKS if name in found), "")


class Sounds(QObject):
    """Plays sounds. `volume` is a setting: "auto" is usual loudness, and silence where the screen is read aloud."""

    def __init__(
        self, parent: QObject, volume: str, player: Callable[[QObject], Player | None] = system_player
    ) -> None:
        super().__init__(parent)
        self._find_player = player
        self._player: Player | None = None
        self._found = False
        self._folder: QTemporaryDir | None = None
        self._last = -APART
        self.set_volume(volume)

    def set_volume(self, volume: str) -> None:
        """Set how loud sounds are. A device that was missing is looked for again."""
        self._volume, self._found, self._folder = volume, False, None

    @property
    def loudness(self) -> float:
        """How loud sounds are now, from 0 to 1."""
        if self._volume == "auto":
            return LOUD["silent" if motion.aloud() else "normal"]
        return LOUD[self._volume]

    def play(self, name: str) -> None:
        """Play a sound at once or not at all."""
        loud, now = self.loudness, monotonic()
        if not name or not loud or now - self._last < APART:
            return
        if not self._found:
            self._player, self._found = self._find_player(self), True
        if self._player is None:
            return
        self._last = now
        if self._folder is None:
            self._folder = QTemporaryDir()
        if self._folder.isValid():
            self._player.play(_scaled(name, loud, Path(self._folder.path())))

    def close(self) -> None:
        """End what still sounds."""
        if self._player is not None:
            self._player.stop()


def _scaled(name: str, loud: float, folder: Path) -> Path:
    """Return the file of a sound at a loudness, made when it is first needed: not every player has a volume."""
    target = folder / f"{name}.wav"
    if not target.exists():
        with wave.open(str(FOLDER / f"{name}.wav")) as source, wave.open(str(target), "wb") as file:
            form = f"<{source.getnframes()}h"
            values = struct.unpack(form, source.readframes(source.getnframes()))
            file.setparams(source.getparams())
            file.writeframes(struct.pack(form, *(round(value * loud) for value in values)))
    return target
