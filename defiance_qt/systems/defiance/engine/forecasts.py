"""What a stretch of a mission comes to, for comparing plans, and the cards that a comparison deals again."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.core.chance import Request
from defiance_qt.core.port import Forecast, Values
from defiance_qt.systems.defiance.engine.evolve.parts import minus
from defiance_qt.systems.defiance.engine.rules.decks import UNKNOWN
from defiance_qt.systems.defiance.engine.state import State


def forecast(before: State, after: State) -> Forecast:
    """Return the Damage of the team (less what was healed), the Enemies that are gone and the Alert Level, who has
    fallen, and the result of the mission."""
    fallen = tuple(id for id, one in before.team.items() if one.conscious and not _up(after, id))
    numbers = {
        "damage": sum(after.team[id].damage - one.damage for id, one in before.team.items() if id in after.team),
        "enemies": sum(id not in after.enemies for id in before.enemies),
        "alert": after.alert,
    }
    return Forecast(numbers, fallen, _won(before, after))


def _up(state: State, id: str) -> bool:
    return id in state.team and state.team[id].conscious


def _won(before: State, after: State) -> bool | None:
    """Return whether the mission in play has been won, None until it is decided."""
    if before.campaign and after.campaign and len(after.campaign.played) > len(before.campaign.played):
        return after.campaign.played[len(before.campaign.played)].result == "victory"
    return None if after.result is None else after.result == "victory"


def redealt(state: State, values: Values) -> State:
    """Return the state with the face-down AI cards that the program has dealt drawn again. The players know neither
    these cards nor those left in the deck (R-171)."""
    hidden = [id for id, unit in state.units.items() if unit.ai_card not in ("", UNKNOWN) and not unit.revealed]
    if not hidden:
        return state
    units = state.units.copy()
    left = (*state.decks.get("ai", ()), *(units[id].ai_card for id in hidden))
    for id in hidden:
        place = values(Request("ai_card", "enemy", (len(left),), 0, who=id))[0]
        units[id] = replace(units[id], ai_card=left[place])
        left = minus(left, left[place])
    return replace(state, units=units, decks={**state.decks, "ai": left})
