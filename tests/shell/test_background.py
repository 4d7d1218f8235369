"""Long work leaves the window alive, hands its errors over, and keeps Python's garbage collector off its thread."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QTimer

from defiance_qt.core.errors import SaveError
from defiance_qt.shell import background, collector
from defiance_qt.shell.background import Apart, Background, Flow, at_once
from tests.waiting import eventually


@pytest.fixture
def work(qapp) -> Iterator[Background]:
    made = Background()
    yield made
    made.close()


class Turns:
    """Counts the turns of the event loop within a `with`, and calls `each` in each of them."""

    def __init__(self, each: Callable[[], object] = lambda: None) -> None:
        self.count = 0
        self._each = each
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._turn)

    def __enter__(self) -> Turns:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        # A timer that runs on is part of a cycle, and would call what is being collected.
        self._timer.stop()

    def _turn(self) -> None:
        self.count += 1
        self._each()


def until(event: threading.Event) -> str:
    assert event.wait(60)
    return "done"


class Run:
    """A flow of one piece of work on a thread, and what came of it."""

    def __init__(
        self,
        background: Background,
        work: Callable[[], object],
        discard: Callable[[object], object] = lambda result: None,
        cancellable: bool = False,
    ) -> None:
        self.result: object = None
        self.closed = False
        self.errors: list[BaseException | None] = []
        background.begin(self._flow(Apart(work, discard)), self.errors.append, cancellable)

    def _flow(self, work: Apart) -> Flow[None]:
        try:
            self.result = yield work
        except GeneratorExit:
            self.closed = True
            raise


def ran(background: Background, work: Callable[[], object]) -> object:
    """Return the result of work on a thread, or raise its error, once the flow has ended."""
    run = Run(background, work)
    eventually(lambda: run.errors)
    (error,) = run.errors
    if error is not None:
        raise error
    return run.result


def test_the_window_turns_while_a_thread_works(work: Background) -> None:
    # Opening a save stopped the window for more than a second.
    gate = threading.Event()
    with Turns(lambda: gate.set() if turns.count > 5 else None) as turns:
        assert ran(work, lambda: until(gate)) == "done"
    assert not work.waiting


def test_the_work_is_done_on_another_thread(work: Background) -> None:
    assert ran(work, threading.get_ident) != threading.get_ident()


def test_an_error_is_raised_where_the_work_is_waited_for(work: Background) -> None:
    def fail() -> None:
        raise SaveError("save.missing", "{file} does not exist.", file="x")

    caught: list[str] = []

    def flow() -> Flow[None]:
        try:
            yield Apart(fail)
        except SaveError as refused:
            caught.append(str(refused))
        caught.append((yield Apart(lambda: "7")))

    work.begin(flow())
    eventually(lambda: not work.waiting)
    assert caught == ["x does not exist.", "7"]
    with pytest.raises(SaveError, match="x does not exist"):
        ran(work, fail)


def test_nothing_is_done_before_the_one_who_asks_has_ended(work: Background) -> None:
    """A click handler had an event loop inside, in which its own button could be deleted."""
    done: list[int] = []

    def flow() -> Flow[None]:
        done.append(1)
        yield None

    work.begin(flow())
    assert work.waiting
    assert not done
    eventually(lambda: not work.waiting)
    assert done == [1]


def test_no_garbage_is_collected_and_threads_switch_often_while_a_thread_works(work: Background) -> None:
    # The collector on another thread destroyed timers of closed boards there, and Qt crashed later.
    before = sys.getswitchinterval()
    assert gc.isenabled()
    found: list[tuple[bool, float]] = []
    ran(work, lambda: found.append((gc.isenabled(), sys.getswitchinterval())))
    ((collecting, interval),) = found
    assert not collecting
    assert interval == pytest.approx(background.SWITCH, rel=0.1)
    assert gc.isenabled()
    assert sys.getswitchinterval() == before


def test_the_collector_stays_off_until_the_last_window_is_done(work: Background) -> None:
    other, gate = Background(), threading.Event()
    other.start(lambda: until(gate))
    ran(work, lambda: None)
    assert not gc.isenabled()
    gate.set()
    other.close()
    assert gc.isenabled()


def test_work_that_begins_the_next_leaves_the_collector_as_it_was(work: Background, qtbot) -> None:
    """The second was counted twice: nothing was collected any more."""
    ended: list[int] = []

    def first(job: object) -> None:
        ended.append(1)
        work.start(lambda: 2, lambda job: ended.append(2))

    work.start(lambda: 1, first)
    qtbot.waitUntil(lambda: ended == [1, 2])
    assert gc.isenabled()


def test_what_much_work_has_made_is_not_searched_for_garbage(work: Background) -> None:
    # With a game of 20,000 steps open, each full collection stopped the window for 40 ms.
    made: list[list[list[int]]] = []
    ran(work, lambda: made.append([[n] for n in range(2 * collector.MUCH)]))
    try:
        assert gc.get_freeze_count() > len(made[0])
        few = gc.get_freeze_count()
        ran(work, lambda: [[n] for n in range(collector.MUCH // 4)])
        assert gc.get_freeze_count() <= few
    finally:
        collector.thaw()
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()


def test_the_collector_pauses_until_it_is_resumed_as_often() -> None:
    collector.pause()
    collector.pause()
    collector.resume()
    assert not gc.isenabled()
    collector.resume()
    assert gc.isenabled()


def test_steps_are_run_in_many_turns(work: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SLICE", 0.0)
    seen: list[int] = []

    def steps() -> Flow[None]:
        for _ in range(20):
            seen.append(turns.count)
            yield None

    with Turns() as turns:
        work.begin(steps())
        eventually(lambda: not work.waiting)
    assert len(seen) == 20
    assert seen[-1] >= 15


def test_the_error_of_a_step_is_handed_over(work: Background) -> None:
    def steps() -> Flow[None]:
        yield None
        raise ZeroDivisionError

    errors: list[BaseException | None] = []
    work.begin(steps(), errors.append)
    eventually(lambda: errors)
    assert isinstance(errors[0], ZeroDivisionError)
    assert not work.waiting


def test_what_the_user_cancels_is_discarded_when_it_comes(work: Background, qtbot) -> None:
    gate = threading.Event()
    discarded: list[object] = []
    run = Run(work, lambda: until(gate), discarded.append, cancellable=True)
    QTimer.singleShot(20, work.cancel)
    eventually(lambda: run.errors)
    assert (run.errors, run.closed, discarded) == ([None], True, [])
    assert not work.waiting
    gate.set()
    qtbot.waitUntil(lambda: discarded == ["done"])
    assert gc.isenabled()


def test_only_what_may_be_cancelled_is(work: Background) -> None:
    gate = threading.Event()
    QTimer.singleShot(0, work.cancel)
    QTimer.singleShot(20, gate.set)
    assert ran(work, lambda: until(gate)) == "done"


def test_closing_ends_what_is_waited_for(work: Background) -> None:
    discarded: list[object] = []
    gate, begun = threading.Event(), threading.Event()

    def wait() -> str:
        begun.set()
        return until(gate)

    run = Run(work, wait, discarded.append)
    eventually(begun.is_set)
    gate.set()
    work.close()
    assert run.closed
    assert discarded == ["done"]


def test_a_flow_that_ends_itself_is_closed_after_its_step(work: Background) -> None:
    seen: list[str] = []

    def flow() -> Flow[None]:
        try:
            work.close()
            seen.append("goes on")
            yield None
            seen.append("not reached")
        finally:
            seen.append("closed")

    work.begin(flow())
    eventually(lambda: not work.waiting)
    assert seen == ["goes on", "closed"]


def test_a_flow_at_once_returns_raises_and_catches_as_in_turns() -> None:
    def flow(number: int) -> Flow[int]:
        yield None
        try:
            yield Apart(lambda: 1 // 0)
        except ZeroDivisionError:
            number += yield Apart(lambda: 4)
        return number

    assert at_once(flow(3)) == 7

    def fails() -> Flow[None]:
        yield Apart(lambda: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        at_once(fails())


def test_only_lasting_work_is_told_of(work: Background) -> None:
    told: list[bool] = []
    work.lasting.connect(told.append)
    ran(work, lambda: None)
    assert told == [False]
    work._patience.setInterval(0)
    gate = threading.Event()
    work.lasting.connect(lambda lasting: gate.set())
    ran(work, lambda: until(gate))
    assert told == [False, True, False]
