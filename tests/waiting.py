"""Waiting for what must come: patient, because a busy machine is no fault of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.bounds import repeat

if TYPE_CHECKING:
    from defiance_qt.shell.background import Ended, Flow
    from defiance_qt.shell.window import Window

PATIENCE = 60_000
"""Milliseconds."""


def eventually(true: Callable[[], object], what: str = "this") -> None:
    """Turn the event loop until it is true. Raises AssertionError if it never is."""
    from PySide6.QtTest import QTest

    for _ in range(PATIENCE // 10):
        if true():
            return
        QTest.qWait(10)
    raise AssertionError(f"it never came to {what}")


def at_rest(window: Window) -> None:
    """Turn the event loop until no long work goes on."""
    eventually(lambda: not window.background.waiting, "the end of long work")


def settle() -> None:
    """Turn the event loop until what was posted is done: work put off to the next turn, layouts, what was put away."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    for _ in range(4):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def finish(window: Window) -> None:
    """Let the work beside the window end, with what it has begun in its turn, as that of trying plugins."""
    for _ in repeat(lambda: window.background._jobs, lambda: window.background._jobs):
        window.background._look(wait=True)
    settle()


def begin_at_once(flow: Flow[Any], ended: Ended = lambda error: None, cancellable: bool = False) -> None:
    """In place of `Background.begin`: go through the flow at once, on the window's thread. How much of it is done in
    one turn of the event loop depends on the clock otherwise, and each turn lays out and paints again."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    from defiance_qt.shell.background import at_once

    error = None
    try:
        at_once(flow)
    except BaseException as failure:  # noqa: BLE001  handed over
        error = failure
    ended(error)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
