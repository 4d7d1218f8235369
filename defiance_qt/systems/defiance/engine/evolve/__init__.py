"""`evolve(state, event)`: the state after an event. Independent of plugins, cards and dice. Every event type has one
function, in the module of the same name as the event's.
"""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.evolve import actions, campaign, course, enemies, harm, missions, rolls
from defiance_qt.systems.defiance.engine.state import State

# One table, so that an event needs one lookup: every event of a game passes here.
BY_TYPE = (
    course.BY_TYPE
    | actions.BY_TYPE
    | rolls.BY_TYPE
    | harm.BY_TYPE
    | enemies.BY_TYPE
    | missions.BY_TYPE
    | campaign.BY_TYPE
)


def evolve(state: State, event: Event) -> State:
    """Return the state after the event."""
    return BY_TYPE[type(event)](state, event)
