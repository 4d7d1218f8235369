"""Interrupts code of a plugin that Qt has called directly, a slot or a timer, and that keeps the window from answering.

No call goes through the gate there, so nothing is timed. Instead the window beats while its event loop turns; if it has
not for a while, and all that time one and the same function of the plugin has been running, that is interrupted. A
dialog that such a function opens turns the event loop, however long it is open.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Collection
from types import CodeType, FrameType

from defiance_qt.core.errors import Message
from defiance_qt.extend import guard
from defiance_qt.extend.importing import PREFIX

SECONDS = guard.PATIENCE
"""The longest time that the event loop may stand still for code of a plugin."""

_TICK = 0.25

_Call = tuple[int, CodeType]
"""The outermost call of a plugin on a stack: the identity of its frame, with its code."""


class Stuck:
    """The watch over one window. All methods are for the main thread."""

    def __init__(self) -> None:
        self._plugins: frozenset[str] = frozenset()
        self._beat = 0.0
        self._target: _Call | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._main = threading.get_ident()
        self._by_signal = False

    def watch(self, plugins: Collection[str]) -> None:
        """Watch over the functions of these plugins until `stop`."""
        self.stop()
        self._plugins, self._main = frozenset(plugins), threading.get_ident()
        if not self._plugins:
            return
        self._by_signal = guard.can_signal(self._main)
        guard.strays.append(self._hit)
        self.beat()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, args=(self._ended,), name="plugin-beat", daemon=True)
        self._thread.start()

    def beat(self) -> None:
        """Tell that the event loop turns."""
        self._beat = time.monotonic()

    def stop(self) -> None:
        """End the watch."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            guard.strays.remove(self._hit)
        self._target = None

    def _look(self, ended: threading.Event) -> None:
        seen: _Call | None = None
        since = 0.0
        while not ended.wait(_TICK):
            now = time.monotonic()
            call = None if now - self._beat < SECONDS / 2 or guard.busy(self._main) else self._call()
            if call != seen:
                seen, since = call, now
            elif call is not None and now - self._beat >= SECONDS and now - since >= SECONDS / 2:
                self._target = call
                guard.interrupt(self._main, self._by_signal)
                since = now

    def _call(self) -> _Call | None:
        """Return the outermost call of a plugin that the main thread is in, None if it is in none."""
        return self._outermost(sys._current_frames().get(self._main))

    def _outermost(self, frame: FrameType | None) -> _Call | None:
        found: _Call | None = None
        while frame is not None:
            package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
            if package.startswith(PREFIX) and package.removeprefix(PREFIX).rpartition("_")[0] in self._plugins:
                found = id(frame), frame.f_code
            frame = frame.f_back
        return found

    def _hit(self, frame: FrameType | None) -> bool:
        """Return whether the interrupted call is still the one that was meant."""
        target, self._target = self._target, None
        return target is not None and self._outermost(frame) == target


def slow() -> Message:
    """Return why an interrupted function was interrupted."""
    return Message("fault.slow", "it took longer than {seconds} s", seconds=f"{SECONDS:g}")
