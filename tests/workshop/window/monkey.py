"""Clicks, drags and types at random in the real window, and tells what breaks: `make monkey MINUTES=5`.

Each seed is a process of its own with empty folders, which a crash or a hang cannot take others down with. What counts
as broken: an exception, a warning of Qt, a hang, a game whose invariants do not hold or whose save does not verify.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QTextEdit, QWidget

from defiance_qt.extend.opening import open_save
from defiance_qt.shell.app import application, make_window
from defiance_qt.shell.window import Window
from tests.waiting import at_rest
from tests.workshop.window.probe import listening

SECONDS = 60
"""How long a process plays at the window."""
HANG = 120
"""Seconds beyond that, after which it hangs."""
REMEMBERED = 12
PAUSE = 15  # milliseconds between two acts

Key = Qt.Key
KEYS = (
    Key.Key_Tab, Key.Key_Backtab, Key.Key_Return, Key.Key_Space, Key.Key_Escape, Key.Key_Left, Key.Key_Right,
    Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Delete,
    Key.Key_Backspace, Key.Key_F1, Key.Key_F2, Key.Key_F5, Key.Key_F6, Key.Key_F11,
    *map(Key, range(Key.Key_0, Key.Key_9 + 1)),
    *map(Key, range(Key.Key_A, Key.Key_Z + 1)),
)  # fmt: skip
CONTROL = "ZYNOSFGLTPEBDHJKRMUIVXCA,.+-0"
SIZES = ((1280, 800), (1600, 1000), (1920, 1080), (1024, 700))


class Monkey:
    """Acts at one window until its time is over. `broken` says what went wrong."""

    def __init__(self, window: Window, seed: int, seconds: float) -> None:
        self.window = window
        self.random = random.Random(seed)
        self.until = time.monotonic() + seconds
        self.acts = 0
        self.last: deque[str] = deque(maxlen=REMEMBERED)
        self.broken: list[str] = []
        self.modal = 0
        self.wait()

    def wait(self) -> None:
        # One timer for each act: what opens a dialog returns when that closes, and no timer is told twice at a time.
        QTimer.singleShot(PAUSE, self.act)

    def act(self) -> None:
        if time.monotonic() > self.until or self.broken:
            self.leave()
            return
        self.wait()
        self.acts += 1
        target = self.target()
        if isinstance(target, QFileDialog) or self.modal > 60:
            self.modal = 0
            self.tell("Escape", target)
            QTest.keyClick(target, Key.Key_Escape)
            return
        weights = (46, 6, 6, 8, 5, 16, 6, 4, 1, 2)
        acts = (
            self.click, self.double_click, self.right_click, self.drag, self.wheel, self.key, self.shortcut, self.hover,
            self.resize, self.type,
        )  # fmt: skip
        self.random.choices(acts, weights)[0](target)
        if not self.window.isVisible():
            self.window.show()

    def target(self) -> QWidget:
        """Return what takes input now: the innermost popup or dialog, else the window."""
        above = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        self.modal = self.modal + 1 if above is not None else 0
        if above is not None:
            return above
        others = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.isWindow()]
        windows = [one for one in others if one.windowType() in (Qt.WindowType.Window, Qt.WindowType.Dialog)]
        return self.random.choice(windows) if windows and self.random.random() < 0.3 else self.window

    def leave(self) -> None:
        while (above := QApplication.activePopupWidget() or QApplication.activeModalWidget()) is not None:
            above.close()
            if above.isVisible():
                break
        QApplication.exit()

    def tell(self, act: str, widget: QWidget, more: object = "") -> None:
        name = widget.accessibleName() or widget.objectName() or getattr(widget, "text", lambda: "")()
        self.last.append(f"{act} {type(widget).__name__} {str(name)[:40]!r} {more}".strip())

    # ---- acts ----

    def inside(self, target: QWidget) -> tuple[QWidget, QPoint]:
        """Return something visible in the target, and a point in it; what can be pressed more often."""
        found = [
            one
            for one in target.findChildren(QWidget)
            if one.isVisible() and one.isEnabled() and one.window() is target.window() and not _area(one).isEmpty()
        ]
        pressable = [one for one in found if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
        one = self.random.choice(pressable if pressable and self.random.random() < 0.7 else [*found, target])
        area = _area(one) if one is not target else one.rect()
        return one, QPoint(
            self.random.randrange(area.left(), area.right() + 1), self.random.randrange(area.top(), area.bottom() + 1)
        )

    def click(self, target: QWidget) -> None:
        one, where = self.inside(target)
        self.tell("click", one, where.toTuple())
        QTest.mouseClick(one, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)

    def double_click(self, target: QWidget) -> None:
        one, where = self.inside(target)
        self.tell("double click", one, where.toTuple())
        QTest.mouseDClick(one, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)

    def right_click(self, target: QWidget) -> None:
        one, where = self.inside(target)
        self.tell("right click", one, where.toTuple())
        QTest.mouseClick(one, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, where)

    def drag(self, target: QWidget) -> None:
        one, begin = self.inside(target)
        end = QPoint(begin.x() + self.random.randrange(-300, 301), begin.y() + self.random.randrange(-300, 301))
        self.tell("drag", one, (begin.toTuple(), end.toTuple()))
        nothing = Qt.KeyboardModifier.NoModifier
        QTest.mousePress(one, Qt.MouseButton.LeftButton, nothing, begin)
        for part in (0.1, 0.5, 1.0):
            # Dropping runs a loop of its own where the platform drags; the timer goes on in it.
            QTest.mouseMove(one, begin + (end - begin) * part)
        QTest.mouseRelease(one, Qt.MouseButton.LeftButton, nothing, end)

    def wheel(self, target: QWidget) -> None:
        one, where = self.inside(target)
        turn = QPoint(0, self.random.choice((-360, -120, 120, 360)))
        self.tell("wheel", one, turn.y())
        event = QWheelEvent(
            QPointF(where), QPointF(one.mapToGlobal(where)), QPoint(), turn, Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(one, event)

    def key(self, target: QWidget) -> None:
        one = QApplication.focusWidget() or target
        key = self.random.choice(KEYS)
        modifier = self.random.choice((Qt.KeyboardModifier.NoModifier,) * 5 + (Qt.KeyboardModifier.ShiftModifier,))
        self.tell("key", one, key.name)
        QTest.keyClick(one, key, modifier)

    def shortcut(self, target: QWidget) -> None:
        one = QApplication.focusWidget() or target
        key = self.random.choice(CONTROL)
        modifier = Qt.KeyboardModifier.ControlModifier
        if self.random.random() < 0.3:
            modifier |= Qt.KeyboardModifier.ShiftModifier
        self.tell("Ctrl", one, key)
        QTest.keyClick(one, Key(ord(key)), modifier)

    def hover(self, target: QWidget) -> None:
        one, where = self.inside(target)
        self.tell("hover", one, where.toTuple())
        QTest.mouseMove(one, where)

    def resize(self, target: QWidget) -> None:
        size = self.random.choice(SIZES)
        self.tell("resize", self.window, size)
        self.window.resize(*size)

    def type(self, target: QWidget) -> None:
        one = QApplication.focusWidget()
        if isinstance(one, QLineEdit | QTextEdit):
            text = self.random.choice(("7", "-1", "999999999999", "uma", "Ünï → 字", "'; drop", " "))
            self.tell("type", one, text)
            # Not by keys: QTest ends the process at a letter that no keyboard has.
            one.insert(text) if isinstance(one, QLineEdit) else one.insertPlainText(text)


def _area(widget: QWidget) -> QRect:
    """Return the part of a widget that is not covered by its parents' edges."""
    return widget.visibleRegion().boundingRect()


def play(seed: int, seconds: float, save: Path | None = None) -> int:
    """Play in this process; with a save, in a copy of it from a random step on. Prints what broke, and what was done
    before. Returns the exit code."""
    faulthandler.enable()
    app = application(sys.argv[:1])
    with TemporaryDirectory() as home:
        folder = Path(home)
        window = make_window(folder / "data", folder / "config")
        window.resize(1600, 1000)
        window.show()
        nowhere = Nowhere()
        QDesktopServices.setUrlHandler("https", nowhere, "open")  # type: ignore[arg-type]  # the stub says bytes
        if save is not None:
            _open(window, Path(shutil.copy(save, folder)), seed)
        monkey = Monkey(window, seed, seconds)
        with listening(monkey.broken):
            app.exec()
            while not monkey.broken and time.monotonic() < monkey.until:  # somebody pressed Quit
                window.show()
                app.exec()
            monkey.broken += _faults(window, folder)
            window.close()
        QDesktopServices.unsetUrlHandler("https")
    for line in (*monkey.broken, *(f"  {act}" for act in monkey.last if monkey.broken)):
        print(line)
    print(f"seed {seed}: {monkey.acts} acts" + (f", {len(monkey.broken)} faults" if monkey.broken else ""), flush=True)
    return 1 if monkey.broken else 0


def _open(window: Window, save: Path, seed: int) -> None:
    window.open(save)
    at_rest(window)
    if window.table is not None:
        session = window.table.session
        session.jump(random.Random(seed).randrange(len(session.timeline)))


class Nowhere(QObject):
    """Opens no page outside the program."""

    @Slot(QUrl)
    def open(self, url: QUrl) -> None: ...


def _faults(window: Window, folder: Path) -> Iterator[str]:
    """Yield what is wrong with the game on the table and with the saves."""
    if window.table is not None:
        session = window.table.session
        for fault in session.game.invariants(session.state):
            yield f"invariant: {fault}"
        window.close_game()
        at_rest(window)
    for save in sorted(folder.rglob("*.defiance")):
        with open_save(save, read_only=True) as session:
            verdict = session.verify()
            if not verdict.ok:
                yield f"{save.name}: {verdict.message}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, metavar="MINUTES")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--save", type=Path, help="a game to begin with, from a random step on; it is not changed")
    parser.add_argument("--here", action="store_true", help="one seed, in this process")
    chosen = parser.parse_args()
    if chosen.here:
        return play(chosen.seed, chosen.minutes * 60, chosen.save)
    end, seed, found = time.monotonic() + chosen.minutes * 60, chosen.seed, 0
    while (left := end - time.monotonic()) > 0:
        seconds = min(SECONDS, left)
        command = [sys.executable, "-m", "tests.workshop.window.monkey", f"{seconds / 60}", str(seed), "--here"]
        command += ["--save", str(chosen.save)] if chosen.save else []
        try:
            code = subprocess.run(command, timeout=seconds + HANG, check=False, env=os.environ).returncode
        except subprocess.TimeoutExpired:
            print(f"seed {seed}: hangs", flush=True)
            code = 1
        if code not in (0, 1):
            print(f"seed {seed}: ended with {code}", flush=True)
        found += code != 0
        seed += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
