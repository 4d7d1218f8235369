"""Long work without stopping the window: on a thread of its own, or in slices between two turns of the event loop.

Work on a thread may use no Qt object and must own what it changes until it hands it over. While a thread works:
- Python's cyclic garbage collector is off (`collector`). It runs on whichever thread allocates, and would destroy
  timers and widgets of closed screens on the wrong one.
- Python switches threads more often, so that the window gets its turn soon.
Only one piece of work is waited for at a time; `waiting` tells whether one is.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from defiance_qt.shell import collector

T = TypeVar("T")

SHOWN = 150  # milliseconds after which a new screen has been painted, so that what it can do without may begin
LASTING = 200  # milliseconds after which the user is told that something takes its time
SLICE = 0.008  # seconds of work in one turn of the event loop
POLL = 4  # milliseconds between two checks of the threads
SWITCH = 0.0005  # seconds after which a working thread gives way to the window


class Cancelled(Exception):
    """The user, or the end of the window, cancelled the work that was waited for."""


class Job(Generic[T]):
    """Work on a thread. `result` and `error` are valid once it has ended; a cancelled job delivers neither."""

    def __init__(
        self, work: Callable[[], T], ended: Callable[[Job[T]], object], discard: Callable[[T], object]
    ) -> None:
        self._work, self._ended, self._discard = work, ended, discard
        self.result: T | None = None
        self.error: BaseException | None = None
        self.cancelled = False
        self._thread = threading.Thread(target=self._run, name="background", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as error:  # noqa: BLE001  raised again where the work is waited for
            self.error = error

    def is_working(self) -> bool:
        return self._thread.is_alive()

    def finish(self) -> None:
        """Wait for the thread, then hand the result over, or discard that of a cancelled job."""
        self._thread.join()
        if not self.cancelled:
            self._ended(self)
        elif self.error is None:
            self._discard(cast(T, self.result))


class _Quiet:
    """The interpreter's settings while a thread of any window works."""

    def __init__(self) -> None:
        self._windows = 0
        self._interval = 0.0

    def enter(self) -> None:
        self._windows += 1
        if self._windows == 1:
            self._interval = sys.getswitchinterval()
            collector.pause()
            sys.setswitchinterval(SWITCH)

    def leave(self) -> None:
        self._windows -= 1
        if not self._windows:
            sys.setswitchinterval(self._interval)
            collector.resume()


_quiet = _Quiet()


class Background(QObject):
    """The work of one window. `lasting` carries True once awaited work lasts so long that the user should be told, and
    False at its end."""

    lasting = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job[Any]] = []
        self._quiet = False
        self._loop: QEventLoop | None = None
        self._ended = self._cancelled = self._cancellable = False
        self._poll = QTimer(self, interval=POLL)
        self._poll.timeout.connect(self._look)
        self._patience = QTimer(self, interval=LASTING, singleShot=True)
        self._patience.timeout.connect(lambda: self.lasting.emit(True))

    @property
    def waiting(self) -> bool:
        """Whether `run` or `in_slices` waits for its work."""
        return self._loop is not None

    def run(
        self, work: Callable[[], T], discard: Callable[[T], object] = lambda result: None, cancellable: bool = False
    ) -> T:
        """Do the work on a thread and return its result or raise its error; the window stays alive meanwhile.

        Raises `Cancelled` when the window is closed or the application ends, or by `cancel` if `cancellable`. `discard`
        then gets the result.
        """
        self._cancellable = cancellable
        ended: list[Job[T]] = []

        def end(job: Job[T]) -> None:
            ended.append(job)
            self._quit()

        self._wait(lambda: self.start(work, end, discard))
        job = ended[0]
        if job.error is not None:
            raise job.error
        return cast(T, job.result)

    def in_slices(self, steps: Iterable[object], seconds: float | None = None) -> None:
        """Run the steps on the window's thread, a few milliseconds in each turn of the event loop; with `seconds` 0 one
        step. Raises the error of a step, or `Cancelled` when the window is closed."""
        self._cancellable = False
        left: Iterator[object] = iter(steps)
        errors: list[BaseException] = []
        timer = QTimer(self, interval=0)

        def go() -> None:
            until = perf_counter() + (SLICE if seconds is None else seconds)
            try:
                for _ in left:
                    if perf_counter() >= until:
                        return
            except BaseException as error:  # noqa: BLE001  raised again below
                errors.append(error)
            self._quit()

        timer.timeout.connect(go)
        try:
            self._wait(timer.start)
        finally:
            timer.stop()
            timer.deleteLater()
        if errors:
            raise errors[0]

    def start(
        self,
        work: Callable[[], T],
        ended: Callable[[Job[T]], object] = lambda job: None,
        discard: Callable[[T], object] = lambda result: None,
    ) -> Job[T]:
        """Begin work on a thread and return at once. `ended` is called on the window's thread, unless the job was
        cancelled."""
        if not self._quiet:
            self._quiet = True
            _quiet.enter()
        job = Job(work, ended, discard)
        self._jobs.append(job)
        self._poll.start()
        return job

    @property
    def cancellable(self) -> bool:
        """Whether the user may cancel the work that is waited for."""
        return self.waiting and self._cancellable

    def cancel(self) -> None:
        """Cancel the work that is waited for, if the user may."""
        if self._cancellable:
            self._cancel()

    def _cancel(self) -> None:
        if self._loop is not None:
            self._cancelled = True
            self._quit()

    def close(self) -> None:
        """Cancel everything and wait for the threads."""
        self._cancel()
        for job in self._jobs:
            job.cancelled = True
        self._look(wait=True)

    def _wait(self, begin: Callable[[], object]) -> None:
        assert self._loop is None, "only one piece of work is waited for at a time"
        loop = self._loop = QEventLoop(self)
        self._ended = self._cancelled = False
        self._patience.start()
        job = begin()
        try:
            loop.exec()
        finally:
            self._loop = None
            self._patience.stop()
            self.lasting.emit(False)
            loop.deleteLater()
        # The whole application may end meanwhile, and its loops with it.
        if self._cancelled or not self._ended:
            if isinstance(job, Job):
                job.cancelled = True
            raise Cancelled

    def _quit(self) -> None:
        self._ended = True
        if self._loop is not None:
            self._loop.quit()

    def _look(self, wait: bool = False) -> None:
        """Hand over what has ended."""
        done = [job for job in self._jobs if wait or not job.is_working()]
        if not done:
            return
        try:
            for job in done:
                self._jobs.remove(job)
                job.finish()
        finally:
            # What has ended may have begun the next.
            if not self._jobs:
                self._poll.stop()
                self._quiet = False
                _quiet.leave()
