"""Benchmarks of the window, each in processes of its own: start, stops of the event loop, memory, repaint.

Lower layers may not import the window, and a start must be measured in a fresh process. Each measurement is therefore a
program that runs in a new Python process and prints one number.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from time import perf_counter

from defiance_qt.core.errors import Message
from tests.workshop.bench.rows import STEPS, Place, Row, Unmeasured, at_most, median

STARTS = 7
GAMES = 3
PAINT_MS = 16.7
STOP_MS = 50
SCREEN_MS = 150
SCREENS = {
    "start screen",
    "New game",
    "Begin",
    "change of theme",
    "change of language",
    "open a save",
    "close the game",
}
"""The acts that change the screen, behind the curtain."""
TIMEOUT = 300

BARE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

class Bare(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        print("painted", flush=True)
        QTimer.singleShot(0, app.quit)

app = QApplication(sys.argv[:1])
window = Bare()
window.resize(1600, 1000)
window.show()
app.exec()
"""

RESIDENT = """
import gc
def resident():
    gc.collect()
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
"""

BARE_MEMORY = (
    RESIDENT
    + """
import sys
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication(sys.argv[:1])
window = QMainWindow()
window.resize(1600, 1000)
window.show()
for _ in range(20):
    app.processEvents()
print(resident(), flush=True)
"""
)

WINDOW_MEMORY = (
    RESIDENT
    + """
import sys
from pathlib import Path
from tempfile import mkdtemp
from defiance_qt.shell import app as start
app = start.application(sys.argv[:1])
window = start.make_window(Path(sys.argv[2]), None)
window.open(Path(sys.argv[1]))
assert window.session is not None
window.resize(1600, 1000)
window.show()
for _ in range(60):
    app.processEvents()
print(resident(), flush=True)
"""
)


def _environment() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "*.warning=false"}


def _needs_window() -> None:
    for module in ("PySide6", "defiance_qt.shell.app"):
        try:
            found = find_spec(module)
        except ImportError:
            found = None
        if found is None:
            raise Unmeasured("bench.no_module", "{name} cannot be imported", name=module)


def _first_line_ms(arguments: Sequence[str]) -> float:
    """Return the milliseconds from starting a process to its first line of output."""
    begun = perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        taken = (perf_counter() - begun) * 1000
        _, errors = process.communicate(timeout=TIMEOUT)
    if not line or process.returncode:
        silent = Message("bench.no_window", "the window did not open")
        raise Unmeasured("bench.failed", "the program failed: {why}", why=_last(errors) or silent)
    return taken


def _number(program: str, *arguments: str) -> float:
    """Run a program and return the last number it prints."""
    return float(_output(program, *arguments).split()[-1])


def _output(program: str, *arguments: str) -> str:
    """Run a program and return what it prints."""
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=_environment(),
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if run.returncode or not run.stdout.strip():
        silent = Message("bench.no_output", "the program printed nothing")
        raise Unmeasured("bench.failed", "the program failed: {why}", why=_last(run.stderr) or silent)
    return run.stdout


def _last(errors: str) -> str:
    """Return the last line of a traceback, without a trailing path."""
    lines = errors.strip().splitlines()
    return re.sub(r" \(\S*\)$", "", lines[-1]) if lines else ""


def start(place: Place) -> Iterator[Row]:
    """Measure the time from process start to the first painted frame against a bare window, in alternation; medians.
    Once for the start screen, once for the table of the long save."""
    _needs_window()
    yield _first_frame("window on screen, against a bare window", 2.5)
    yield _first_frame(f"table of a {STEPS:,}-step save on screen, against a bare window", 5, str(place.save(STEPS)))


def _first_frame(name: str, limit: float, *files: str) -> Row:
    own: list[float] = []
    bare: list[float] = []
    for turn in range(STARTS + 1):
        a = _first_line_ms(["-m", "defiance_qt", "--smoke", *files])
        b = _first_line_ms(["-c", BARE])
        if turn:
            own.append(a)
            bare.append(b)
    return at_most(name, median(own), median(bare), limit, "ms")


def stops(place: Place) -> Iterator[Row]:
    """Measure the longest time between two turns of the event loop in a scripted game. Each act counts with the least
    of several games, since the machine has other work too."""
    _needs_window()
    least: dict[str, float] = {}
    for _ in range(GAMES):
        for line in _output(place.tools.stops, str(place.save(STEPS))).splitlines():
            taken, _, act = line.partition(" ")
            least[act] = min(least.get(act, float(taken)), float(taken))
    for name, limit, screens in (("in play", STOP_MS, False), ("changes of screen", SCREEN_MS, True)):
        acts = sorted((act for act in least if (act in SCREENS) is screens), key=lambda act: least[act], reverse=True)
        note = "longest: " + ", ".join(f"{act} {least[act]:.0f}" for act in acts[:3])
        yield at_most(f"longest stop of the event loop, {name}", least[acts[0]], limit, 1, "ms", note=note)


def memory(place: Place) -> Iterator[Row]:
    """Measure resident memory with the long save open, against a bare window."""
    _needs_window()
    bare = _number(BARE_MEMORY) / 2**20
    own = _number(WINDOW_MEMORY, str(place.save(STEPS)), str(place.folder)) / 2**20
    yield at_most("memory, 20,000-step save open in the window", own, bare, 4, "MiB")


def repaint(place: Place) -> Iterator[Row]:
    """Measure a full repaint of the system's busiest view."""
    _needs_window()
    yield at_most("repaint, largest board, 40 miniatures", _number(place.tools.repaint), PAINT_MS, 1, "ms")
