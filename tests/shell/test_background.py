"""Long work leaves the window alive, hands its errors over, and keeps Python's garbage collector off its thread."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

from defiance_qt.core.errors import SaveError
from defiance_qt.shell import background, collector
from defiance_qt.shell.background import Background, Cancelled


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


def test_the_window_turns_while_a_thread_works(work: Background) -> None:
    # Opening a save stopped the window for more than a second.
    gate = threading.Event()
    with Turns(lambda: gate.set() if turns.count > 5 else None) as turns:
        assert work.run(lambda: until(gate)) == "done"
    assert not work.waiting


def test_the_work_is_done_on_another_thread(work: Background) -> None:
    assert work.run(threading.get_ident) != threading.get_ident()


def test_an_error_is_raised_where_the_work_is_waited_for(work: Background) -> None:
    def fail() -> None:
        raise SaveError("save.missing", "{file} does not exist.", file="x")

    with pytest.raises(SaveError, match="x does not exist"):
        work.run(fail)
    assert work.run(lambda: 7) == 7


def test_work_is_cancelled_when_the_application_ends(work: Background, qapp: QApplication) -> None:
    """It had no result then, and was told with a traceback."""
    gate = threading.Event()
    raised: list[str] = []

    def waits() -> None:
        try:
            QTimer.singleShot(20, QCoreApplication.quit)
            work.run(lambda: until(gate))
        except BaseException as error:  # noqa: BLE001  the event loop would only print it
            raised.append(type(error).__name__)

    QTimer.singleShot(0, waits)
    qapp.exec()
    gate.set()
    assert raised == ["Cancelled"]
    assert not work.waiting


def test_no_garbage_is_collected_and_threads_switch_often_while_a_thread_works(work: Background) -> None:
    # The collector on another thread destroyed timers of closed boards there, and Qt crashed later.
    before = sys.getswitchinterval()
    assert gc.isenabled()
    collecting, interval = work.run(lambda: (gc.isenabled(), sys.getswitchinterval()))
    assert not collecting
    assert interval == pytest.approx(background.SWITCH, rel=0.1)
    assert gc.isenabled()
    assert sys.getswitchinterval() == before


def test_the_collector_stays_off_until_the_last_window_is_done(work: Background) -> None:
    other, gate = Background(), threading.Event()
    other.start(lambda: until(gate))
    work.run(lambda: None)
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
    made = work.run(lambda: [[n] for n in range(2 * collector.MUCH)])
    try:
        assert gc.get_freeze_count() > len(made)
        few = gc.get_freeze_count()
        work.run(lambda: [[n] for n in range(collector.MUCH // 4)])
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

    def steps() -> Iterator[None]:
        for _ in range(20):
            seen.append(turns.count)
            yield

    with Turns() as turns:
        work.in_slices(steps())
    assert len(seen) == 20
    assert seen[-1] >= 15


def test_the_error_of_a_step_is_raised(work: Background) -> None:
    with pytest.raises(ZeroDivisionError):
        work.in_slices(1 / 0 for _ in range(3))
    assert not work.waiting


def test_what_the_user_cancels_is_discarded_when_it_comes(work: Background, qtbot) -> None:
    gate = threading.Event()
    discarded: list[str] = []
    QTimer.singleShot(0, work.cancel)
    with pytest.raises(Cancelled):
        work.run(lambda: until(gate), discard=discarded.append, cancellable=True)
    assert discarded == []
    gate.set()
    qtbot.waitUntil(lambda: discarded == ["done"])
    assert gc.isenabled()


def test_only_what_may_be_cancelled_is(work: Background) -> None:
    gate = threading.Event()
    QTimer.singleShot(0, work.cancel)
    QTimer.singleShot(20, gate.set)
    assert work.run(lambda: until(gate)) == "done"


def test_closing_ends_what_is_waited_for(work: Background) -> None:
    discarded: list[str] = []
    gate = threading.Event()

    def close() -> None:
        gate.set()  # Closing waits for the thread, whose end is not looked at before.
        work.close()

    QTimer.singleShot(0, close)
    with pytest.raises(Cancelled):
        work.run(lambda: until(gate), discard=discarded.append)
    assert discarded == ["done"]
    QTimer.singleShot(0, work.close)
    with pytest.raises(Cancelled):
        work.in_slices(iter(int, 1))


def test_only_lasting_work_is_told_of(work: Background) -> None:
    told: list[bool] = []
    work.lasting.connect(told.append)
    work.run(lambda: None)
    assert told == [False]
    work._patience.setInterval(0)
    gate = threading.Event()
    work.lasting.connect(lambda lasting: gate.set())
    work.run(lambda: until(gate))
    assert told == [False, True, False]
