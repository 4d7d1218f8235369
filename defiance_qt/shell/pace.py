"""How the table goes on by itself: the Enemy's bookkeeping at a chosen pace, and the replay of what was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from defiance_qt.core.session import Session
from defiance_qt.shell.travel import Travel
from defiance_qt.systems.defiance.engine import commands as c

# Milliseconds that each prompt of the Enemy's turn stands; None waits for a person.
SPEEDS: dict[str, int | None] = {"step": None, "slow": 1600, "normal": 750, "fast": 220, "instant": 0}
# How fast figures move meanwhile: 1 is normal, 0 shows no movement at all.
MOTION: dict[str, float] = {"step": 1.0, "slow": 0.7, "normal": 1.0, "fast": 2.5, "instant": 0.0}
REPLAY = 700
SHORTEST_REPLAY = 60
BURST = 400


class Clock(Protocol):
    """The part of the screen that keeps time."""

    def wake(self, milliseconds: int | None) -> None: ...


class Pace:
    """`held`: people have stopped to look, nothing happens until they go on. `playing`: a replay runs.

    `run` does something to the session and shows what came of it.
    """

    def __init__(
        self, session: Session, clock: Clock, travel: Travel, run: Callable[[Callable[[], object]], None], speed: str
    ) -> None:
        self.session, self.clock, self.travel = session, clock, travel
        self.speed = speed
        self.held = False
        self.playing = False
        self._run = run

    @property
    def moving(self) -> bool:
        """Whether the table goes on by itself now."""
        return self.playing or (self._proceed() is not None and not self.held and SPEEDS[self.speed] is not None)

    def look(self) -> None:
        """Stop: somebody looks at what was."""
        self.held, self.playing = True, False

    def resume(self) -> None:
        """Somebody acts: go on from here."""
        self.held = self.playing = False

    def toggle(self) -> None:
        """Play or pause."""
        if self.moving:
            self.look()
        elif self.session.timeline.following is not None:
            self.playing = self.held = True
        else:
            self.resume()
            if SPEEDS[self.speed] is None:
                self.speed = "normal"

    def go_on(self) -> None:
        """Set the clock for what comes next by itself."""
        delay = SPEEDS[self.speed]
        if self.playing and self.session.timeline.following is not None:
            self.clock.wake(REPLAY if delay is None else max(delay, SHORTEST_REPLAY))
            return
        self.playing = False
        if delay is not None and not self.held and self._proceed() is not None:
            self.clock.wake(delay)
            return
        self.clock.wake(None)

    def tick(self) -> None:
        """The time to read is over."""
        proceed = self._proceed()
        if self.playing:
            self._run(lambda: self.travel.by(1))
        elif proceed is not None and not self.held:
            self._run(self._burst if SPEEDS[self.speed] == 0 else lambda: self.session.submit(proceed))

    def _proceed(self) -> c.Proceed | None:
        return next((one for one in self.session.legal() if isinstance(one, c.Proceed)), None)

    def _burst(self) -> None:
        """All of the Enemy's turn at once, as far as nobody has to decide."""
        for _ in range(BURST):
            proceed = self._proceed()
            if proceed is None:
                return
            self.session.submit(proceed)
