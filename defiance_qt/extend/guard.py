"""Calls into plugins, guarded: whatever a plugin raises, returns or fails to return becomes a fault with its name.

One gate for hooks, for functions that a plugin contributes (abilities) and for its import. A plugin with a fault is
dropped: its functions give no answer for the rest of the session, and the game continues.
"""

from __future__ import annotations

import gc
import inspect
import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from defiance_qt.core.errors import Message, PluginError

SECONDS = 1.0
"""The longest computing time of one call. A hook is called for each legal command, so it takes microseconds."""

IMPORT_SECONDS = 3.0
"""The longest computing time of the import of a plugin's module."""

PATIENCE = 3.5
"""The longest time of any call by the clock, in seconds: on a busy machine, or if it waits for something."""

COLLECTION = 2.0
"""The longest time of a collection of garbage that is not interrupted: a plugin's `__del__` runs in it too."""

_TICK = 0.05


class OutOfTime(BaseException):
    """A call of a plugin took too long. Not an `Exception`, so that a plugin does not catch it by accident."""


class _Call:
    """One running call: its thread, its limits, and whether the watchdog has interrupted it."""

    __slots__ = ("by_signal", "end", "interrupted", "seconds", "thread", "until")

    def __init__(self, seconds: float) -> None:
        self.thread = threading.get_ident()
        self.seconds = seconds
        self.end: float | None = None
        self.until = time.monotonic() + max(seconds, PATIENCE)
        self.interrupted = False
        self.by_signal = _signals.ready(self.thread)

    def over(self) -> bool:
        """Return whether the call has used up its time. Only while it runs.

        Its computing time counts from the first time that this is asked, a tick after its start at most: to read that
        clock costs more than most calls take.
        """
        if self.end is None:
            self.end = _thread_time(self.thread) + self.seconds
        return _thread_time(self.thread) > self.end or time.monotonic() > self.until

    def extend(self) -> None:
        """Give the call half a second more, for an interruption that the plugin has caught."""
        self.end = _thread_time(self.thread) + 0.5
        self.until = time.monotonic() + PATIENCE


def _thread_time(thread: int) -> float:
    """Return the computing time of a thread in seconds; 0 where the platform cannot tell."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return 0.0
    return time.clock_gettime(time.pthread_getcpuclockid(thread))


class _Signals:
    """Interrupts calls of the main thread by a signal, where the platform has signals: it ends a wait too.

    Elsewhere an exception is sent to the thread, which it gets at its next instruction in Python, not while it waits.
    """

    def __init__(self) -> None:
        self._ready: bool | None = None

    def ready(self, thread: int) -> bool:
        """Return whether calls of the thread can be interrupted so. Installs the handler on the first of them."""
        if thread != threading.main_thread().ident:
            return False
        if self._ready is None:
            self._ready = hasattr(signal, "SIGUSR2") and signal.getsignal(signal.SIGUSR2) is signal.SIG_DFL
            if self._ready:
                signal.signal(signal.SIGUSR2, _interrupted)
        return self._ready

    @staticmethod
    def send(thread: int) -> None:
        signal.pthread_kill(thread, signal.SIGUSR2)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """End the running call, unless it has just ended. What enters or leaves a call is not disturbed, nor what Python
    calls when objects go: the next signal ends the call that still runs."""
    here = threading.get_ident()
    if _garbage.since is not None and time.monotonic() - _garbage.since[1] < COLLECTION:
        # What is raised while Python collects garbage is lost, and the plugin is not to blame for that time.
        return
    if frame is not None and (frame.f_code in _UNDISTURBED or frame.f_globals.get("__name__") in _CALLBACKS):
        return
    if any(call.interrupted and call.thread == here for call in _watchdog.calls()):
        raise OutOfTime
    if any(stray(frame) for stray in strays):
        raise OutOfTime


strays: list[Callable[[FrameType | None], bool]] = []
"""Functions that say whether an interruption is meant for the code of this frame, which no gate has called."""


_signals = _Signals()


class _Garbage:
    """Notes when Python collects garbage: in a large process that takes seconds, and it happens within any call."""

    def __init__(self) -> None:
        self.since: tuple[float, float] | None = None

    def heard(self, phase: str, info: dict[str, int]) -> None:
        """Give the running calls of this thread the time back that a collection has taken."""
        if phase == "start":
            self.since = time.thread_time(), time.monotonic()
            return
        since, self.since = self.since, None
        if since is not None:
            here = threading.get_ident()
            computed, passed = time.thread_time() - since[0], time.monotonic() - since[1]
            for call in _watchdog.calls():
                if call.thread == here:
                    if call.end is not None:
                        call.end += computed
                    call.until += passed


_garbage = _Garbage()


class _Watchdog:
    """Interrupts calls that take too long: Python code, and on the main thread what waits.

    Its thread sleeps while there are no calls.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: list[_Call] = []
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None
        self._ended = False

    def enter(self, call: _Call) -> None:
        """Watch the call. The caller makes sure of `leave` whatever is raised in this: the interruption of another call
        around this one can come at any instruction."""
        self._calls.append(call)
        if not self._awake.is_set():
            self._wake()

    def leave(self, call: _Call) -> None:
        """Stop watching the call, if it was entered. One that stayed would interrupt whatever comes later."""
        while call in self._calls:
            try:
                with self._lock:
                    self._calls.remove(call)
            except OutOfTime:
                # On a thread without signals. No function is called here: it could be interrupted by a signal.
                continue
        if call.interrupted and not call.by_signal:
            _await_interruption()

    def _wake(self) -> None:
        self._awake.set()
        if self._thread is None or not self._thread.is_alive():
            if _garbage.heard not in gc.callbacks:
                gc.callbacks.append(_garbage.heard)
            self._thread = threading.Thread(target=self._watch, name="plugin-watchdog", daemon=True)
            self._thread.start()

    def calls(self) -> tuple[_Call, ...]:
        """Return the running calls."""
        return tuple(self._calls)

    def _watch(self) -> None:
        # Imported late: the start screen guards nothing.
        import ctypes

        while True:
            self._awake.wait()
            if self._ended:
                return
            time.sleep(_TICK)
            with self._lock:
                if not self._calls:
                    self._awake.clear()
                    if self._calls or self._ended:
                        # Another thread saw this one awake, just before that.
                        self._awake.set()
                for call in self._calls:
                    if call.over():
                        call.interrupted = True
                        call.extend()
                        if call.by_signal:
                            _signals.send(call.thread)
                            continue
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(
                            ctypes.c_ulong(call.thread), ctypes.py_object(OutOfTime)
                        )

    def forked(self) -> None:
        """Begin anew in a forked process, which has no other threads but all that they have noted."""
        self._lock, self._awake = threading.Lock(), threading.Event()
        self._thread, self._ended = None, False
        if self._calls:
            self._wake()

    def stand_down(self) -> None:
        """End the thread. The next call starts it again."""
        if self._thread is None or self._calls:
            return
        self._ended = True
        self._awake.set()
        self._thread.join()
        self._awake.clear()
        self._thread, self._ended = None, False
        if self._calls:  # of another thread, begun meanwhile
            self._wake()


def busy(thread: int) -> bool:
    """Return whether a guarded call runs on the thread: the watchdog looks after it."""
    return any(call.thread == thread for call in _watchdog.calls())


def can_signal(thread: int) -> bool:
    """Return whether code on the thread can be interrupted by a signal. Installs the handler."""
    return _signals.ready(thread)


def interrupt(thread: int, by_signal: bool) -> None:
    """Interrupt the code that runs on the thread: by a signal, which one of `strays` has to take, or else at its next
    instruction."""
    if by_signal:
        _signals.send(thread)
        return
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))


def stand_down() -> None:
    """End the watchdog's thread until the next call, if none is running: beside a thread no process may be forked."""
    _watchdog.stand_down()


def _await_interruption() -> None:
    """Wait for an interruption that was sent just as the call ended; it must not hit what comes after."""
    try:
        for _ in range(100):
            time.sleep(0.001)
    except OutOfTime:
        return


_watchdog = _Watchdog()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watchdog.forked)

_UNDISTURBED = frozenset(
    function.__code__ for function in (_Watchdog.enter, _Watchdog.leave, _Watchdog.calls, _Garbage.heard)
)
"""What enters or leaves a call, and the note of a collection: Python loses what is raised in that."""

_CALLBACKS = ("_weakrefset", "weakref")
"""Modules whose callbacks Python calls when an object goes, and loses what is raised in them too."""


def run(function: Callable[..., Any], *arguments: Any, seconds: float = SECONDS) -> Any:
    """Call a function of a plugin. Raises `PluginFault`; only an interruption by the user passes through."""
    call = _Call(seconds)
    try:
        try:
            _watchdog.enter(call)
            return _outcome(function, arguments)
        finally:
            _watchdog.leave(call)
    except OutOfTime:
        if not call.interrupted:
            # It was meant for the call of another plugin, around this one.
            raise
        raise PluginFault(Message("fault.slow", "it took longer than {seconds} s", seconds=f"{seconds:g}")) from None


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return the answer. Raises `PluginFault`; the text of an exception is the plugin's code too, so it is read here,
    where it can be interrupted."""
    try:
        return _answered(function(*arguments))
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException as error:
        raise PluginFault(raised(error)) from error


def _answered(answer: Any) -> Any:
    """Return the answer of a plugin's function. Raises `TypeError` for an `async` function: it has only been prepared,
    and Python would complain on the terminal that nobody awaits it."""
    if inspect.iscoroutine(answer):
        answer.close()
        raise TypeError("an async function cannot be called here")
    return answer


class PluginFault(Exception):
    """What a plugin did wrong, as a message without the plugin's name."""

    def __init__(self, why: Message | str) -> None:
        super().__init__(why)
        self.why = why


def raised(error: BaseException) -> str:
    """Return an exception as text: its class, and its message in one line, shortened."""
    try:
        words = " ".join(str(error).split())
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException:  # noqa: BLE001 - the message of a plugin's exception is code of the plugin
        words = ""
    if len(words) > 200:
        words = words[:199] + "…"
    # Past a metaclass, which can have a name of its own.
    name = type.__dict__["__name__"].__get__(type(error))
    return f"{name}: {words}" if words else f"{name}"


def failed(plugin: str, place: str, error: Exception) -> PluginError:
    """Return the error for a plugin that has done something wrong in a hook or a function."""
    why = error.why if isinstance(error, PluginFault) else raised(error)
    failure = PluginError(
        "plugin.failed", "The plugin {name!r} failed in {hook}: {why}.", name=plugin, hook=place, why=why
    )
    failure.__cause__ = error.__cause__ if isinstance(error, PluginFault) and error.__cause__ is not None else error
    return failure


class Guarded:
    """A function of a plugin that can be called safely.

    `check(answer, *arguments)` returns the answer to use or raises; it runs guarded too, because an answer can have
    code. After a fault, and after a fault of any other function of the plugin, the answer is `nothing`.
    """

    __slots__ = ("_check", "_dropped", "_function", "_nothing", "_report", "place", "plugin")

    def __init__(
        self,
        plugin: str,
        place: str,
        function: Callable[..., Any],
        check: Callable[..., Any],
        nothing: Any,
        report: Callable[[str, str, Exception], None],
        dropped: set[str],
    ) -> None:
        self.plugin = plugin
        self.place = place
        self._function = function
        self._check = check
        self._nothing = nothing
        self._report = report
        self._dropped = dropped

    def __call__(self, *arguments: Any) -> Any:
        if self.plugin in self._dropped:
            return self._nothing
        try:
            return run(self._checked, *arguments)
        except PluginFault as fault:
            self._report(self.plugin, self.place, fault)
            return self._nothing

    @property
    def dropped(self) -> bool:
        """Whether the plugin has failed, so that the function gives no answer any more."""
        return self.plugin in self._dropped

    def reject(self, why: Message | str) -> None:
        """Report an answer that turned out to be wrong when it was used, and drop the plugin."""
        self._report(self.plugin, self.place, PluginFault(why))

    def _checked(self, *arguments: Any) -> Any:
        return self._check(_answered(self._function(*arguments)), *arguments)


Guard = Callable[[str, Callable[..., Any], Callable[..., Any], Any], Callable[..., Any]]
"""Makes a guarded function of one plugin: from its place (for messages), the function, the check and the answer that
means nothing."""
