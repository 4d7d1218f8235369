"""`Run`: one decision in progress. Events are emitted and applied at once, so that rules read the present state."""

from __future__ import annotations

from . import events as e
from .evolve import evolve
from .frames import Frame
from .ruleset import Rules
from .state import Soldier, State


class Run:
    """The state and events so far. `typed`: the chance that is being answered was entered by hand."""

    __slots__ = ("events", "rules", "state", "typed")

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[e.Event] = []
        self.typed = False

    def emit(self, event: e.Event) -> None:
        """Add an event and apply it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def open(self, frame: Frame) -> None:
        """Put a frame on the agenda."""
        self.emit(e.FrameOpened(frame))

    def set(self, frame: Frame) -> None:
        """Replace the innermost frame."""
        self.emit(e.FrameSet(frame))

    def close(self) -> None:
        """Take the innermost frame off the agenda."""
        self.emit(e.FrameClosed())

    def soldier(self, number: str) -> Soldier:
        """Return a Soldier in play."""
        return self.state.team[number]
