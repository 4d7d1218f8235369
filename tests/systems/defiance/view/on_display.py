"""The mouse and the keyboard of a real X display, at a window in a process of its own.

As a program: `python -m tests.systems.defiance.view.on_display guide|keys FOLDER`. Every press goes through the X
server, as a person's would: Qt is given nothing that it has not received from there.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from defiance_qt.shell.app import application, make_window
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import Hands, at_instant
from tests.systems.defiance.view.walks import Fingers, play_guide, play_three_rounds
from tests.waiting import at_rest, eventually

KEYS = {
    Qt.Key.Key_Return: "Return",
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_PageDown: "Next",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
}


class Seen(QObject):
    """Counts what arrives at the application."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[QEvent.Type, int] = {}

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.spontaneous():
            self.counts[event.type()] = self.counts.get(event.type(), 0) + 1
        return False


class Display:
    """The devices of the display."""

    def __init__(self, window: Window) -> None:
        self.window, self.seen = window, Seen()
        QApplication.instance().installEventFilter(self.seen)  # type: ignore[union-attr]  # there is one

    def until(self, true: Callable[[], object], what: str) -> None:
        eventually(true, what)

    def _do(self, kind: QEvent.Type, *arguments: str) -> None:
        """Give the devices a command, and wait until the window has received it."""
        before = self.seen.counts.get(kind, 0)
        subprocess.run(["xdotool", *arguments], check=True, timeout=20)
        self.until(lambda: self.seen.counts.get(kind, 0) > before, " ".join(arguments))
        QTest.qWait(10)

    def click(self, widget: QWidget, place: QPoint) -> None:
        spot = widget.mapToGlobal(place)
        moved = ["mousemove", str(spot.x()), str(spot.y())]
        self._do(QEvent.Type.MouseButtonRelease, *moved, "click", "1")

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
        self.focus()
        name = KEYS.get(key) or chr(key.value).lower()
        self._do(QEvent.Type.KeyRelease, "key", f"ctrl+{name}" if held == Qt.KeyboardModifier.ControlModifier else name)

    def focus(self) -> None:
        """Without a window manager nobody gives a window the focus, or gives it back after a dialog."""
        if QApplication.activeWindow() is None and QApplication.activePopupWidget() is None:
            top = QApplication.activeModalWidget() or self.window
            subprocess.run(["xdotool", "windowfocus", str(int(top.winId()))], check=True, timeout=20)
            self.until(lambda: QApplication.activeWindow() is not None, "the window has the focus")


class MouseHands(Hands):
    """Hands at the mouse of the display."""

    def __init__(self, table: Table, display: Display) -> None:
        super().__init__(table)
        self.display = display

    def click(self, widget: QWidget, place: QPoint) -> None:
        self.display.click(widget, place)
        self.settle()


class KeyFingers(Fingers):
    """Fingers on the keyboard of the display."""

    def __init__(self, window: Window, display: Display) -> None:
        super().__init__(window)
        self.display = display

    def send(self, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
        self.display.press(key, held)


def guide(window: Window, display: Display) -> None:
    """Begin the guided first Round on the start screen, and play it."""

    def row() -> QWidget | None:
        found = window.findChild(QWidget, "lesson:first_round")
        return found if isinstance(found, QWidget) and found.isVisible() else None

    window.warm()
    display.until(row, "the guide is offered")
    QTest.qWait(200)
    button = row()
    assert button is not None
    display.click(button, button.rect().center())
    display.until(lambda: isinstance(window.table, Table), "the table of the guide")
    table = window.table
    assert isinstance(table, Table)
    at_instant(table)
    QTest.qWait(200)
    play_guide(MouseHands(table, display))


def keys(window: Window, display: Display) -> None:
    window.change(speed="step")
    at_rest(window)
    play_three_rounds(KeyFingers(window, display))


def main(walk: str, folder: Path) -> None:
    app = application(sys.argv[:1])
    window = make_window(folder / "data", folder / "config")
    window.resize(1280, 800)
    window.show()
    assert QTest.qWaitForWindowExposed(window)
    {"guide": guide, "keys": keys}[walk](window, Display(window))
    window.close()
    sys.stdout.write(f"{walk} {app.platformName()}\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
