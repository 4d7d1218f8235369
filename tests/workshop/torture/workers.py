"""Worker processes that run cases: killed when they hang, replaced when they die or grow.

A worker is forked, so that it starts warm. It announces each stage; one that is silent for longer than the stage may
take is killed. On a busy machine a worker that wants to run gets more time; one that waited is tried once more.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from tests.workshop.torture.cases import DIED, HANG, HANGS, MEMORY, RAW, SKIPPED, Case, Fault, Result, Skip, Work

ADDRESSES = 2 << 30
"""The bytes of address space that a worker may add to what it begins with."""

GROWTH = 500 << 20
"""The bytes by which the peak of a case may lie above the worker as it was when it began, unless the part says less."""

MOST_CASES = 400
"""The number of cases after which a worker is replaced, so that nothing piles up."""

PATIENCE = 6
"""How often a worker gets its time once more because others keep the machine busy."""

LINES, WIDTH = 12, 300
"""The lines of a traceback that are kept, and the characters of each."""


def run(cases: Iterable[Case], work: Work, jobs: int = 1, limit: float = HANG) -> Iterator[Result]:
    """Run the cases and yield their results as they come."""
    waiting = iter(cases)
    again: set[Case] = set()
    workers = [_Worker(work, limit) for _ in range(jobs)]
    try:
        idle = list(workers)
        for worker in idle:
            worker.take(next(waiting, None))
        while busy := [worker for worker in workers if worker.case is not None]:
            wait([worker.pipe for worker in busy], timeout=min(worker.left() for worker in busy))
            for worker in busy:
                result = worker.result()
                if result is None:
                    continue
                if result.outcome == HANGS and not worker.busy and result.case not in again:
                    again.add(result.case)
                    worker.take(result.case)
                    continue
                yield result
                worker.take(next(waiting, None))
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """One worker process and the case that it runs."""

    def __init__(self, work: Work, limit: float) -> None:
        self.work, self.limit = work, limit
        self.case: Case | None = None
        self.stage = ""
        self.until = self.seconds = 0.0
        self.more = self._done = 0
        self.busy = False
        self._used: _Used | None = None
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, there = context.Pipe()
        self.process = context.Process(target=_serve, args=(there, self.work), daemon=True)
        self.process.start()
        there.close()

    def take(self, case: Case | None) -> None:
        """Run this case; None for no more."""
        self.case = case
        if case is None:
            return
        if self._done >= MOST_CASES or not self.process.is_alive():
            self.end()
            self._start()
            self._done = 0
        self._done += 1
        self._stage("start", self.limit)
        self.pipe.send(case)

    def _stage(self, stage: str, seconds: float) -> None:
        self.stage, self.seconds, self.more, self.busy = stage, seconds, 0, False
        self.until = time.monotonic() + seconds
        self._used = _used(self.process.pid)

    def _starved(self) -> bool:
        """Return whether the worker wants to run and the machine does not let it; then it gets more time."""
        now = _used(self.process.pid)
        if now is None or self._used is None or self.more >= PATIENCE:
            return False
        self.busy = now.seconds - self._used.seconds >= self.seconds * 0.8
        running = now.running and not self.busy
        if running:
            self.more += 1
            self.until = time.monotonic() + self.seconds
        return running

    def left(self) -> float:
        """Return the seconds that the stage may still take."""
        return max(0.0, self.until - time.monotonic())

    def result(self) -> Result | None:
        """Return the result of the case, None while it runs on."""
        assert self.case is not None
        try:
            while self.pipe.poll():
                told = self.pipe.recv()
                if isinstance(told, Result):
                    if told.outcome == MEMORY:
                        self._done = MOST_CASES
                    return told
                stage, seconds = told
                self._stage(stage, seconds or self.limit)
        except (EOFError, OSError):
            self.process.join(1)
            return self._gone(DIED, f"the process ended with {self.process.exitcode}")
        if self.left() or self._starved():
            return None
        return self._gone(HANGS, f"no answer after {self.limit:g} s")

    def _gone(self, outcome: str, why: str) -> Result:
        assert self.case is not None
        self.end()
        return Result(self.case, outcome, self.stage, why)

    def end(self) -> None:
        """Kill the process."""
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.pipe.close()


class _Used(NamedTuple):
    """The processor time of a process in seconds, and whether it wants more."""

    seconds: float
    running: bool


def _used(pid: int | None) -> _Used | None:
    """Return the processor time of a process; None where it cannot be seen."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return _Used((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), fields[0] in "RD")


def _mapped() -> int:
    """Return the addresses that this process has, in bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def _serve(pipe: Connection, work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What the parent has already is no case's: in the middle of a test suite that is more than a gigabyte.
    resource.setrlimit(resource.RLIMIT_AS, (_mapped() + ADDRESSES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The fork shares the parent's objects; leave their pages alone.
    gc.freeze()
    growth = getattr(work, "growth", GROWTH)
    while True:
        try:
            case = pipe.recv()
        except EOFError:
            return
        _forget_peak()
        # What earlier cases have left is not this one's: a game of 200,000 steps leaves hundreds of megabytes.
        before = _peak()
        stages = [""]

        def tell(stage: str, seconds: float = 0.0, stages: list[str] = stages) -> None:
            stages[0] = stage
            pipe.send((stage, seconds))

        result = attempt(case, work, tell, stages)
        if result.outcome != MEMORY and (grown_by := _peak() - before) > growth:
            grown = f"the peak of memory rose by {grown_by >> 20} MiB; {result.outcome}: {result.detail}"
            result = Result(case, MEMORY, result.stage, grown, result.base)
        pipe.send(result)


def attempt(case: Case, work: Work, tell: Any, stages: Sequence[str] = ("",)) -> Result:
    """Run one case here; whatever it raises becomes its result."""
    try:
        return work(case, tell)
    except Fault as fault:
        return Result(case, fault.outcome, stages[0], fault.detail)
    except Skip as reason:
        return Result(case, SKIPPED, stages[0], str(reason))
    except MemoryError:
        return Result(case, MEMORY, stages[0], ending(traceback.format_exc()))
    except BaseException:  # noqa: BLE001  a worker goes on after anything that a case raises
        return Result(case, RAW, stages[0], ending(traceback.format_exc()))


def ending(text: str) -> str:
    """Return the last lines of a traceback."""
    return "\n".join(line[:WIDTH] for line in text.rstrip().splitlines()[-LINES:])


def _forget_peak() -> None:
    """Let the peak begin at what is used now, where the system can: else it is that of all cases so far."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
