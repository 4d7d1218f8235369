"""Looks back in the timeline: what an Order that is over had come to, and the State before its dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine import events as e
from ...engine.state import State

BACK = 40
"""Steps back in which an Order is looked for."""


def last_order(session: Any, state: State) -> tuple[State, State | None]:
    """Return the State to show, and the one before the dice of its Order, None if none were rolled.

    Between Orders it is the State in which the last one ended: its last dice are rolled in the step that ends it.
    """
    steps = list(_steps(session))
    if not steps:
        return state, None
    begun = session.timeline.state_at(session.timeline.parent(steps[-1]))
    shown, before = begun, None
    for step in reversed(steps):
        for event in session.timeline.step(step).events:
            if before is None and isinstance(event, e.DiceRolled) and event.asked.kind == "roll":
                before = shown
            after: State = session.game.evolve(shown, event)
            if shown.order is not None and after.order is None:
                return (shown, before) if state.order is None and shown.order.rolls else (state, before)
            shown = after
    return state, before


def _steps(session: Any) -> Iterator[int]:
    """Yield the steps of the Order under way, else of the last one, back to the one that began it."""
    timeline, step, inside = session.timeline, session.head, False
    for _ in range(BACK):
        parent = timeline.parent(step)
        if parent is None:
            return
        yield step
        here: State = timeline.state_at(step)
        inside = inside or here.order is not None
        if inside and timeline.state_at(parent).order is None:
            return
        step = parent
