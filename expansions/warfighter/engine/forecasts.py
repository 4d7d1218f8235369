"""What a stretch of a game comes to, for comparing plans."""

from __future__ import annotations

from defiance_qt.api import port

from .state import State


def forecast(before: State, after: State) -> port.Forecast:
    """Return the Wounds of the Soldiers (less what was healed), the Hostile cards that are gone and the Objective's
    progress, who is Downed, and the result."""
    team = before.team.items()
    downed = tuple(f"team.{id}" for id, one in team if id not in after.team and one.card in after.downed)
    numbers = {
        "wounds": sum(one.health - (after.team[id].health if id in after.team else 0) for id, one in team),
        "hostiles": sum(id not in after.hostiles for id in before.hostiles),
        "objective": after.goal.progress,
    }
    return port.Forecast(numbers, downed, None if after.result is None else after.result == "victory")
