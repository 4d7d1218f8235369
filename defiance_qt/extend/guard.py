"""Calls into plugins, guarded: whatever a plugin raises, or never returns, becomes a fault with its name.

One gate for hooks, for functions that a plugin contributes (abilities) and for its import. A plugin with a fault is
dropped: its functions give no answer for the rest of the session, and the game continues.

Code runs after trust, so this guards against mistakes, not against intent. A call on the main thread that computes
without end is ended by a timer, where the platform has one; elsewhere, and while it waits, nothing is interrupted.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from types import CoroutineType, FrameType
from typing import Any

from defiance_qt.core.errors import Message, PluginError

SECONDS = 3.0
"""The longest processor time of one call. A hook is called for each legal command, so it takes microseconds."""

LOOKS = 6
"""How often the timer looks at a call in that time."""


class OutOfTime(BaseException):
    """A call of a plugin took too long. Not an `Exception`, so that a plugin does not catch it by accident."""


class _Call:
    """One running call: the thread's processor time when it was first looked at, and whether it was ended."""

    __slots__ = ("over", "since")

    def __init__(self) -> None:
        self.since: float | None = None
        self.over = False


def _arm(seconds: float) -> None:
    """Have the timer look each time that the process has computed for so many seconds, 0 for never."""
    if _ready():
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)


@cache
def _ready() -> bool:
    """Install the signal's handler. Return False where there is no such timer, or the signal is used already."""
    if not hasattr(signal, "setitimer") or signal.getsignal(signal.SIGVTALRM) is not signal.SIG_DFL:
        return False
    signal.signal(signal.SIGVTALRM, lambda number, frame: timer.look(frame))
    return True


class Timer:
    """Ends calls on the main thread that compute for more than `SECONDS`.

    The signal only says when to look, since it counts what all threads of the process compute. What counts is the
    processor time of the calling thread, so that a plugin is dropped neither for a stalled or busy machine nor for
    another thread's work. A signal whose exception a plugin catches, or Python loses in a `__del__`, comes again.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time, arm: Callable[[float], None] = _arm) -> None:
        self.calls: list[_Call] = []
        self.arm = arm
        self._clock = clock

    def look(self, frame: FrameType | None) -> None:
        """Raise `OutOfTime` in the interrupted frame if one of the running calls is over, the innermost of several."""
        now = self._clock()
        for call in self.calls:
            if call.since is None:
                call.since = now
        over = [call for call in self.calls if call.since is not None and now - call.since >= SECONDS]
        # Where a call begins or ends, nothing may be raised.
        if over and frame is not None and frame.f_code is not run.__code__:
            over[-1].over = True
            for call in self.calls:
                # The calls around it are not to blame for its time.
                call.since = now
            raise OutOfTime


timer = Timer()
_MAIN = threading.main_thread().ident


def run(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of a plugin, timed on the main thread. Raises `PluginFault`; only an interruption by the user
    passes through."""
    if threading.get_ident() != _MAIN:
        return caught(function, *arguments)
    call, calls, ended = _Call(), timer.calls, None
    if not calls:
        timer.arm(SECONDS / LOOKS)
    calls.append(call)
    try:
        answer = caught(function, *arguments)
    except OutOfTime as out_of_time:
        if not call.over:
            # It was meant for the call of another plugin, around this one.
            raise
        ended = out_of_time
    finally:
        calls.pop()
        if not calls:
            timer.arm(0)
    if call.over:
        raise PluginFault(Message("fault.slow", "it took longer than {seconds} s", seconds=f"{SECONDS:g}")) from ended
    return answer


def caught(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of a plugin without a limit of time. Raises like `run`."""
    try:
        return answered(function(*arguments))
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException as error:
        raise PluginFault(raised(error)) from error


def answered(answer: Any) -> Any:
    """Return the answer of a plugin's function. Raises `TypeError` for an `async` function: it has only been prepared,
    and Python would complain on the terminal that nobody awaits it."""
    if isinstance(answer, CoroutineType):
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
    except Exception:  # noqa: BLE001 - the message of a plugin's exception is code of the plugin
        words = ""
    if len(words) > 200:
        words = words[:199] + "…"
    name = type(error).__name__
    return f"{name}: {words}" if words else name


def unusable(id: str, faults: Sequence[Message | str]) -> PluginError:
    """Return the error for a plugin that is rejected because of these faults."""
    return PluginError(
        "plugin.unusable", "The plugin {name!r} cannot be used: {faults}.", name=id, faults=tuple(faults)
    )


def failed(plugin: str, place: str, error: BaseException) -> PluginError:
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
    code. After a fault, and after a fault of any other function of the plugin, the answer is `nothing`. `call` is `run`
    or `caught`.
    """

    __slots__ = ("_call", "_check", "_dropped", "_function", "_nothing", "_report", "place", "plugin")

    def __init__(
        self,
        plugin: str,
        place: str,
        function: Callable[..., Any],
        check: Callable[..., Any],
        nothing: Any,
        report: Callable[[str, str, Exception], None],
        dropped: set[str],
        call: Callable[..., Any] = run,
    ) -> None:
        self.plugin = plugin
        self.place = place
        self._function = function
        self._check = check
        self._nothing = nothing
        self._report = report
        self._dropped = dropped
        self._call = call

    def __call__(self, *arguments: Any) -> Any:
        if self.plugin in self._dropped:
            return self._nothing
        try:
            return self._call(self._checked, *arguments)
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
        return self._check(answered(self._function(*arguments)), *arguments)


Guard = Callable[[str, Callable[..., Any], Callable[..., Any], Any], Callable[..., Any]]
"""Makes a guarded function of one plugin: from its place (for messages), the function, the check and the answer that
means nothing."""
