"""`evolve(state, event)` returns the state after an event. It checks no rules and needs no content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..events import Event
from ..state import State
from . import cards, hostiles, setup, soldiers, table

BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    **table.BY_TYPE,
    **setup.BY_TYPE,
    **soldiers.BY_TYPE,
    **cards.BY_TYPE,
    **hostiles.BY_TYPE,
}


def evolve(state: State, event: Event) -> State:
    """Return the state after the event."""
    return BY_TYPE[type(event)](state, event)
