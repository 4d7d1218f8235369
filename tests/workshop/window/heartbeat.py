"""Measures for the benchmark how long the window does not answer: the longest time between two turns of the event
loop."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QEventLoop, Qt, QTimer


class Heartbeat:
    """A timer that beats in each turn of the event loop. `stops` maps each measured act to its longest stop in ms."""

    def __init__(self) -> None:
        self.stops: dict[str, float] = {}
        self._last = self._longest = 0.0
        self._timer = QTimer(interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def _beat(self) -> None:
        now = perf_counter()
        self._longest = max(self._longest, now - self._last)
        self._last = now

    def measure(self, name: str, act: Callable[[], object], done: Callable[[], bool] = lambda: True) -> None:
        """Run an act from the event loop and note its longest stop under its name. The act is over once `done()` holds
        and the window has rested."""
        loop = QEventLoop()
        rested = QTimer(interval=REST)

        def look() -> None:
            if done():
                loop.quit()

        def begin() -> None:
            self._longest, self._last = 0.0, perf_counter()
            self._timer.start()
            act()
            rested.start()

        rested.timeout.connect(look)
        QTimer.singleShot(0, begin)
        loop.exec()
        rested.stop()
        self._timer.stop()
        self._beat()
        self.stops[name] = max(self.stops.get(name, 0.0), self._longest * 1000)


REST = 400  # milliseconds in which the window settles: timers, layouts, paints
