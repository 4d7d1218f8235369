"""Damaged settings: whatever the program reads when it starts, in every state a disk or an editor can leave it in.

Most cases call the functions that read and write the files; some start the whole program without a screen.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from defiance_qt.core.port import Summary
from defiance_qt.shell import settings
from defiance_qt.shell.saves import Saves
from tests.workshop.torture import edits, values
from tests.workshop.torture.cases import HELD, LOST, RAW, REFUSED, SENTENCE, Case, Fault, Tell, by_turns
from tests.workshop.torture.doors import raw_is_a_fault
from tests.workshop.torture.parts import Part
from tests.workshop.torture.places import NAMES, PLACES, Harmed, as_nobody, put
from tests.workshop.torture.workers import ending

START = 60.0
"""The seconds that a start may take on a busy machine."""

Damage = Callable[[Harmed, Path], None]

WINDOW: dict[str, Any] = {"theme": "dark", "language": "es", "speed": "fast", "scale": 1.3, "size": [1400, 900]}
GAME: dict[str, Any] = {
    "path": "/nowhere/game.defiance",
    "system": "x",
    "title": "t",
    "progress": "p",
    "values": {"a": 1, "b": "c"},
    "at": 1.7e9,
    "result": "",
}

BROKEN: tuple[bytes, ...] = (
    b"",
    b"nonsense",
    b"\xff\xfe\x00",
    b"null",
    b"[]",
    b"{}",
    b'"text"',
    b"[" * values.DEEP,
    b'{"a":' * values.DEEP,
    b"[" * values.DEEP + b"]" * values.DEEP,
    b'{"size": [1e999, NaN]}',
    b'{"theme": "\xed\xa0\x80"}',
    b'{"theme": "\\ud800"}',
    b'{"size": [' + b"9" * 5000 + b", 1]}",
    b'{"theme": "dark", "theme": "light"}',
    b'\xef\xbb\xbf{"theme": "dark"}',
    b"\0" * 4096,
    b" " * 5_000_000,
    b'{"theme": "dark"}' * 2,
    json.dumps([{"path": "x"}] * 20_000).encode(),
    json.dumps([{"path": "\0"}, {"path": "a" * 9000}, {"path": "\udcff" * 2}]).encode(),
    json.dumps([{"path": "/dev/zero", "at": 1e300}, {"path": "/", "at": -1e300}]).encode(),
)


def _bytes(harmed: Harmed, path: Path) -> None:
    """Bits flipped, ranges zeroed or overwritten, the end missing."""
    edits.edit(path, harmed.chance, edits.any_of_these)


def _recoded(harmed: Harmed, path: Path) -> None:
    """Sound settings in another encoding or with other line ends, as an editor leaves them."""
    text = json.dumps({**WINDOW, "language": "ñ Ж"}) if path.name == "window.json" else path.read_text(encoding="utf-8")
    encodings = ("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1251", "utf-8-sig", "utf-7", "cp500")
    data = text.encode(harmed.chance.choice(encodings), "replace")
    path.write_bytes(harmed.chance.choice((data, data.replace(b"{", b"{\r"), data + b"\x1a", data.replace(b'"', b"'"))))


def _values(harmed: Harmed, path: Path) -> None:
    """Values of other types, absurd numbers, unknown keys, missing ones."""
    table = json.loads(path.read_text(encoding="utf-8"))
    for _ in range(harmed.chance.choice((1, 1, 3))):
        table = values.change(table, harmed.chance)
    path.write_bytes(msgspec.json.encode(table))


def _broken(harmed: Harmed, path: Path) -> None:
    """No JSON, or far too much of it."""
    path.write_bytes(harmed.chance.choice(BROKEN))


def _no_file(harmed: Harmed, path: Path) -> None:
    """Something else than a file."""
    path.unlink()
    put(path, harmed.chance.choice((*PLACES, "/dev/zero", "/dev/urandom", "/dev/full", "/dev/null")))


def _huge(harmed: Harmed, path: Path) -> None:
    """A file that pretends to be many gigabytes long."""
    os.truncate(path, harmed.chance.choice((3 << 30, 80 << 30)))


def _folder(harmed: Harmed, path: Path) -> None:
    """Something else than a folder around the file, or one that may not be read or written."""
    folder = path.parent
    if harmed.chance.random() < 0.5:
        as_nobody(harmed)
        mode = folder.stat().st_mode
        folder.chmod(harmed.chance.choice((0o555, 0o000, 0o444)))
        harmed.closing.callback(folder.chmod, mode)
        return
    shutil.rmtree(folder)
    place = harmed.chance.choice(("fifo", "nothing", "itself", "loop", "/dev/null", "file"))
    if place == "file":
        folder.write_bytes(b"x")
    else:
        put(folder, place)


def _neighbours(harmed: Harmed, path: Path) -> None:
    """Strange files in the folder of saves."""
    folder = path.parent
    for name in harmed.chance.sample(NAMES, 5):
        place = Path(os.fsdecode(os.fsencode(folder) + b"/" + name + b".defiance"))
        if harmed.chance.random() < 0.5:
            place.write_bytes(harmed.chance.randbytes(100))
        else:
            put(place, harmed.chance.choice((*PLACES, "/dev/zero")))


DAMAGES: dict[str, Damage] = {
    "bytes": _bytes,
    "values": _values,
    "recoded": _recoded,
    "broken": _broken,
    "no_file": _no_file,
    "huge": _huge,
    "folder": _folder,
    "neighbours": _neighbours,
}

WEIGHTS = {"bytes": 8, "values": 12, "recoded": 4, "broken": 6, "no_file": 3, "huge": 1, "folder": 3, "neighbours": 3}

STARTS = 60
"""One of so many cases starts the whole program."""


class SettingsPart(Part):
    """Runs cases of damaged settings."""

    weights: ClassVar = {f"{how}_{name}": weight for how in ("window", "recent") for name, weight in WEIGHTS.items()}

    def kinds(self) -> tuple[str, ...]:
        return (*self.weights, *(f"start_{name}" for name in WEIGHTS))

    def cases(self, count: int, first: int) -> Iterator[Case]:
        starts = by_turns({f"start_{name}": weight for name, weight in WEIGHTS.items()}, count, first)
        for number, (start, case) in enumerate(zip(starts, super().cases(count, first), strict=True)):
            yield start if number % STARTS == STARTS - 1 else case

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        how, _, self.base = case.kind.partition("_")
        harmed = Harmed(room, chance)
        with harmed.closing:
            self._make(harmed, room, how, self.base)
            if how == "start":
                # Another process cannot become the other user.
                harmed.closing.close()
            outcome, detail = self._judged(harmed, how, room, tell)
        return detail, outcome

    @staticmethod
    def _make(harmed: Harmed, room: Path, how: str, name: str) -> None:
        """Write sound settings, and damage one of the two files."""
        config, saves = room / "xdg_config_home" / "defiance-qt", room / "xdg_data_home" / "defiance-qt" / "saves"
        for folder in (config, saves):
            folder.mkdir(parents=True)
        window, recent = config / "window.json", saves / "recent.json"
        window.write_bytes(msgspec.json.encode(WINDOW))
        recent.write_bytes(msgspec.json.encode([GAME, {**GAME, "path": str(saves / "x.defiance")}]))
        of_saves = how == "recent" or name == "neighbours" or (how == "start" and harmed.chance.random() < 0.5)
        which = recent if of_saves else window
        harmed.folder = which.parent
        DAMAGES[name](harmed, which)

    def leave(self, case: Case, folder: Path) -> None:
        """Make the damaged settings once more in the folder, to be looked at."""
        how, _, name = case.kind.partition("_")
        shutil.rmtree(folder, ignore_errors=True)
        harmed = Harmed(folder, case.chance())
        with harmed.closing:
            self._make(harmed, folder, how, name)

    @staticmethod
    def _judged(harmed: Harmed, how: str, room: Path, tell: Tell) -> tuple[str, str]:
        if how == "start":
            tell("start", START)
            return _started(room)
        return (_window if how == "window" else _recent)(harmed, tell)


def _window(harmed: Harmed, tell: Tell) -> tuple[str, str]:
    """The settings can be read, stored, and read again."""
    tell("load")
    with raw_is_a_fault():
        found = settings.load(harmed.folder)
    tell("store")
    with raw_is_a_fault() as refused:
        settings.store(harmed.folder, settings.Settings(theme="light"))
    if refused:
        return REFUSED, refused[0]
    tell("load again")
    with raw_is_a_fault():
        again = settings.load(harmed.folder)
    if again[0].theme != "light":
        raise Fault(LOST, f"settings were stored, and {again} is read")
    return HELD, str(found)[:200]


def _recent(harmed: Harmed, tell: Tell) -> tuple[str, str]:
    """The recent games can be listed, and one be remembered."""
    saves = Saves(harmed.folder)
    tell("recent")
    with raw_is_a_fault():
        found = saves.recent()
    for one in found:
        if not isinstance(one.path, str):
            raise Fault(SENTENCE, f"{one.path!r} is no path")
    tell("a new path")
    with raw_is_a_fault() as refused:
        path = saves.new_path("title")
    if refused:
        return REFUSED, refused[0]
    tell("remember")
    with raw_is_a_fault() as refused:
        if harmed.folder.is_dir() and os.access(harmed.folder, os.W_OK):
            # Not every folder that says so can be written to.
            with suppress(OSError):
                path.write_bytes(b"x")
        saves.remember(path, "system", Summary("title"))
    tell("recent again")
    with raw_is_a_fault():
        saves.recent()
    return (REFUSED, refused[0]) if refused else (HELD, f"{len(found)} games")


def _started(room: Path) -> tuple[str, str]:
    """The program starts, shows its first frame and leaves."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    try:
        run = subprocess.run(
            [sys.executable, "-m", "defiance_qt", "--smoke"],
            env={
                **os.environ,
                "QT_QPA_PLATFORM": "offscreen",
                "XDG_CONFIG_HOME": str(room / "xdg_config_home"),
                "XDG_DATA_HOME": str(room / "xdg_data_home"),
            },
            capture_output=True,
            text=True,
            errors="replace",
            timeout=START - 5,
            check=False,
        )
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    if "Traceback" in run.stderr or run.returncode not in (0, 2) or (run.returncode and not run.stderr.strip()):
        raise Fault(RAW, f"exit code {run.returncode}\n{ending(run.stderr)}")
    if run.returncode:
        raise Fault(SENTENCE, f"the window does not start: {run.stderr.strip()[:300]}")
    return HELD, run.stdout.strip()
