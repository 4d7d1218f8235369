"""Long work without stopping the window: on a thread of its own, or in slices between two turns of the event loop.

Work on a thread may use no Qt object and must own what it changes until it hands it over. While a thread works:
- Python's cyclic garbage collector is off (`collector`). It runs on whichever thread allocates, and would destroy
  timers and widgets of closed screens on the wrong one.
- Python switches threads more often, so that the window gets its turn soon.

What takes several steps is a `Flow`. No event loop turns inside it: it is resumed when its work has ended. One flow
goes on at a time; `waiting` tells whether one does.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator
from functools import partial
from inspect import GEN_RUNNING, getgeneratorstate
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar, cast

from PySide6.QtCore import QObject, QTimer, Signal

from defiance_qt.shell import collector

T = TypeVar("T")

SHOWN = 150  # milliseconds after which a new screen has been painted, so that what it can do without may begin
LASTING = 200  # milliseconds after which the user is told that something takes its time
SLICE = 0.008  # seconds of work in one turn of the event loop
POLL = 4  # milliseconds between two checks of the threads
SWITCH = 0.0005  # seconds after which a working thread gives way to the window


class Apart(NamedTuple):
    """Work for a thread. `discard` gets its result if nobody waits for it any more."""

    work: Callable[[], Any]
    discard: Callable[[Any], object] = lambda result: None


Flow = Generator[Apart | None, Any, T]
"""Long work in steps. What it yields is done on a thread, and its result is sent back or its error raised there; None
lets the window turn if the slice of time is over. Cancelled work is closed."""
Ended = Callable[[BaseException | None], object]
"""Is called at the end of a flow, with the error that it raised."""


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
    """The work of one window. `lasting` carries True once a flow lasts so long that the user should be told, and False
    at its end."""

    lasting = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job[Any]] = []
        self._quiet = False
        self._flow: Flow[Any] | None = None
        self._ended: Ended = lambda error: None
        self._job: Job[Any] | None = None
        self._cancelled = self._cancellable = False
        self._poll = QTimer(self, interval=POLL)
        self._poll.timeout.connect(self._look)
        self._patience = QTimer(self, interval=LASTING, singleShot=True)
        self._patience.timeout.connect(lambda: self.lasting.emit(True))

    @property
    def waiting(self) -> bool:
        """Whether a flow goes on."""
        return self._flow is not None

    def begin(self, flow: Flow[Any], ended: Ended = lambda error: None, cancellable: bool = False) -> None:
        """Go through a flow in the turns of the event loop. The user may cancel it if it is `cancellable`."""
        assert self._flow is None, "only one flow goes on at a time"
        self._flow, self._ended, self._cancellable, self._cancelled = flow, ended, cancellable, False
        self._patience.start()
        QTimer.singleShot(0, self, partial(self._turned, flow))

    def _arrived(self, flow: Flow[Any], job: Job[Any]) -> None:
        self._job = None
        if job.error is None:
            self._go_on(flow, partial(flow.send, job.result))
        else:
            self._go_on(flow, partial(flow.throw, job.error))

    def _go_on(self, flow: Flow[Any], resume: Callable[[], Apart | None]) -> None:
        """Go on with the flow, until it yields work for a thread or the slice of time is over."""
        until = perf_counter() + SLICE
        try:
            apart = resume()
            while apart is None and not self._cancelled and perf_counter() < until:
                apart = next(flow)
        except StopIteration:
            self._end()
        except BaseException as error:  # noqa: BLE001  handed over
            self._end(error)
        else:
            if self._cancelled:
                self._end()
            elif apart is None:
                QTimer.singleShot(0, self, partial(self._turned, flow))
            else:
                self._job = self.start(apart.work, partial(self._arrived, flow), apart.discard)

    def _turned(self, flow: Flow[Any]) -> None:
        if flow is self._flow:
            self._go_on(flow, partial(next, flow))

    def _end(self, error: BaseException | None = None) -> None:
        flow, self._flow = self._flow, None
        self._patience.stop()
        if self._job is not None:
            self._job.cancelled, self._job = True, None
        if flow is not None:
            flow.close()
        self.lasting.emit(False)
        self._ended(error)

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
        """Whether the user may cancel the flow that goes on."""
        return self.waiting and self._cancellable

    def cancel(self) -> None:
        """Cancel the flow that goes on, if the user may."""
        if self.cancellable:
            self.stop()

    def stop(self) -> None:
        """End the flow that goes on: at once between two of its steps, after it within one."""
        self._cancelled = True
        if self._flow is not None and getgeneratorstate(self._flow) != GEN_RUNNING:
            self._end()

    def close(self) -> None:
        """Cancel everything and wait for the threads."""
        self.stop()
        for job in self._jobs:
            job.cancelled = True
        self._look(wait=True)

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


def at_once(flow: Flow[T]) -> T:
    """Go through a flow without a turn of the event loop, for a window that is not on the screen yet. Returns what it
    returns, raises what it raises."""
    resume: Callable[[], Apart | None] = partial(next, flow)
    while True:
        try:
            apart = resume()
        except StopIteration as end:
            return cast(T, end.value)
        resume = partial(next, flow)
        if apart is not None:
            try:
                resume = partial(flow.send, apart.work())
            except BaseException as error:  # noqa: BLE001  raised again in the flow
                resume = partial(flow.throw, error)
