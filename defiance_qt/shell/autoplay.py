"""Autoplay: steps through an automatic opponent's turn at the chosen speed, and replays past steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from defiance_qt.core.port import Command
from defiance_qt.core.session import Session

# Milliseconds that each automatic prompt is shown; None waits for the user.
SPEEDS: dict[str, int | None] = {"step": None, "slow": 1600, "normal": 750, "fast": 220, "instant": 0}
# Milliseconds that each character of what has just been told is left to be read.
READING: dict[str, int] = {"slow": 45, "normal": 30}
# Speed of figures during autoplay: 1 is normal, 0 shows no movement.
MOTION: dict[str, float] = {"step": 1.0, "slow": 0.7, "normal": 1.0, "fast": 2.5, "instant": 0.0}
REPLAY = 700
SHORTEST_REPLAY = 60
BURST = 400


class Timer(Protocol):
    """The screen's timer."""

    def wake(self, milliseconds: int | None) -> None:
        """Call `Autoplay.tick` after that time. None cancels the call."""


class Autoplay:
    """Autoplay state. `held`: paused for inspection until the user continues. `playing`: a replay is running.
    `hurried`: the rest of the automatic steps runs without a pause, whatever the speed. `told`: how many characters the
    last step has put before the user, who reads them before the next one.

    `submit` submits a command; `run` applies an operation to the session and refreshes the display.
    """

    def __init__(
        self,
        submit: Callable[[Command], object],
        session: Session,
        timer: Timer,
        run: Callable[[Callable[[], object]], None],
        speed: str,
    ) -> None:
        self.session, self.timer = session, timer
        self.speed = speed
        self.held = False
        self.playing = False
        self.hurried = False
        self.told = 0
        self._submit, self._run = submit, run

    @property
    def moving(self) -> bool:
        """Whether steps run automatically now."""
        return self.playing or (self.pending and not self.held and self._delay is not None)

    @property
    def pending(self) -> bool:
        """Whether the next step is automatic."""
        return self._next() is not None

    @property
    def _delay(self) -> int | None:
        pause = SPEEDS[self.speed]
        if self.hurried or not pause:
            return 0 if self.hurried else pause
        return max(pause, self.told * READING.get(self.speed, 0))

    def hold(self) -> None:
        """Pause while the user inspects past steps."""
        self.held, self.playing, self.hurried = True, False, False

    def resume(self) -> None:
        """Continue from the current step after a user action."""
        self.held = self.playing = self.hurried = False

    def hurry(self) -> None:
        """Run the automatic steps one after the other until the user has to decide."""
        self.resume()
        self.hurried = self.pending

    def toggle(self) -> None:
        """Pause if steps run. Otherwise replay the following steps, or continue if there are none."""
        if self.moving:
            self.hold()
        elif self.session.timeline.following is not None:
            self.playing = self.held = True
        else:
            self.resume()
            if SPEEDS[self.speed] is None:
                self.speed = "normal"

    def schedule(self) -> None:
        """Set the timer for the next automatic step."""
        self.hurried = self.hurried and self.pending
        delay = self._delay
        if self.playing and self.session.timeline.following is not None:
            self.timer.wake(REPLAY if delay is None else max(delay, SHORTEST_REPLAY))
            return
        self.playing = False
        if delay is not None and not self.held and self._next() is not None:
            self.timer.wake(delay)
            return
        self.timer.wake(None)

    def tick(self) -> None:
        """Take the next step when the timer expires."""
        command = self._next()
        following = self.session.timeline.following
        if self.playing and following is not None:
            self.playing = following != self.session.stands
            self._run(lambda: self.session.look(following))
        elif command is not None and not self.held:
            at_once = SPEEDS[self.speed] == 0 and not self.hurried
            self._run(self._burst if at_once else lambda: self._submit(command))

    def _next(self) -> Command | None:
        """Return the pending automatic command, if any."""
        automatic = self.session.game.automatic
        return next((one for one in self.session.legal() if automatic(one)), None)

    def _burst(self) -> None:
        """Submit the automatic commands at once until the user has to decide, at most `BURST`."""
        for _ in range(BURST):
            command = self._next()
            if command is None:
                return
            self._submit(command)
