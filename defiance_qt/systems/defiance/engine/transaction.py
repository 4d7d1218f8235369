"""`Transaction`: one decision in progress. Events are emitted and applied at once, so that rules always read the
present state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.evolve import BY_TYPE
from defiance_qt.systems.defiance.engine.frames import Frame, Roll
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import Character, Enemy, State, Unit


class Transaction:
    """The state and events so far, and the pending work that the agenda does before it continues. `fallen` requests a
    check whether the mission is over. `resolved` is the roll whose outcome is being applied. `deaths` are the states
    in which Miniatures stood before they died, by their ids."""

    __slots__ = (
        "_view",
        "_viewed",
        "by_hand",
        "deaths",
        "deferred",
        "events",
        "facts",
        "fallen",
        "heard",
        "observed",
        "resolved",
        "rules",
        "state",
        "typed",
    )

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[e.Event] = []
        self.facts: list[str] = []
        self.deferred: list[Frame] = []
        self.deaths: dict[str, State] = {}
        self.fallen = False
        self.heard = 0
        self.resolved: Roll | None = None
        self.observed = 0
        self.typed = False
        self.by_hand = False
        self._viewed: State | None = None
        self._view: View

    def emit(self, event: e.Event) -> None:
        self.events.append(event)
        if isinstance(event, e.MiniatureDied):
            self.deaths[event.enemy] = self.state
        self.state = BY_TYPE[type(event)](self.state, event)  # `evolve`, without its call

    def mark(self) -> tuple[State, int, int, int, bool]:
        """Return the present point, for `roll_back`."""
        return self.state, len(self.events), len(self.facts), len(self.deferred), self.fallen

    def roll_back(self, mark: tuple[State, int, int, int, bool]) -> None:
        """Take back everything since the mark."""
        self.state, events, facts, deferred, self.fallen = mark
        del self.events[events:], self.facts[facts:], self.deferred[deferred:]

    def open(self, frame: Frame) -> None:
        self.emit(e.FrameOpened(frame))

    def defer(self, frame: Frame) -> None:
        """Queue a frame to open when the current resolution ends, always before the next prompt."""
        self.deferred.append(frame)

    def set(self, frame: Frame) -> None:
        self.emit(e.FrameSet(frame))

    def close(self) -> None:
        self.emit(e.FrameClosed())

    def fact(self, *words: str) -> None:
        """Record a fact that the mission may wait for ("door_opened lab"); it is checked before the agenda
        continues."""
        self.facts.append(" ".join(words))

    @property
    def view(self) -> View:
        if self._viewed is not self.state:
            self._viewed, self._view = self.state, self.rules.view(self.state)
        return self._view

    def figure(self, id: str) -> Character | Enemy:
        return self.state.team.get(id) or self.state.enemies[id]

    def unit_of(self, enemy: str) -> Unit:
        return self.state.units[self.state.enemies[enemy].unit]


Check = Callable[[Rules, State, Any, Any], Illegal | None]
"""Why a command is refused in its frame: None for those among the frame's options."""
Take = Callable[[Transaction, Any, Any], None]
"""The effect of a command in its frame."""
Kinds = dict[type, tuple[Check, Take]]
"""The kinds of commands that a frame accepts."""


def accept(rules: Rules, state: State, frame: Frame, command: Any) -> None:
    """The check of a command that its frame always accepts."""
