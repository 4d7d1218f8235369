"""`evolve(state, event)`: the state after an event. Knows no plugin, no card, no dice; every event type has one
function, in the module of the same name as that of the event.
"""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.evolve import actions, course, enemies, harm, rolls
from defiance_qt.systems.defiance.engine.state import State

# One table, so that an event is one look-up: every event of a game passes here.
_BY_TYPE = course.BY_TYPE | actions.BY_TYPE | rolls.BY_TYPE | harm.BY_TYPE | enemies.BY_TYPE


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _BY_TYPE[type(event)](state, event)
