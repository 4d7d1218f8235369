"""Abilities of missions: what their Consoles do, and what they watch for (R-024)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability, Values

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

TAKEN = "taken_alive"


def _net_doors(rules: PlayRules, state: State, values: Values, user: str, target: str) -> Sequence[e.Event]:
    """Turn each of the doors `doors`: close it if it is open (R-128), open it if it is closed."""
    return tuple(
        e.DoorClosed(door, ("R-128",)) if state.doors[door].open else e.DoorOpened(door, user, ("R-127",))
        for door in cast(Sequence[str], values["doors"])
    )


def _taken_alive(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    """Set the flag `taken_alive` when one of the team fells a Miniature whose end is a victory, in Contact with it.

    Where it stood is known no more when it is gone, so each roll notes who is in Contact with it.
    """
    prey = {unit for condition in rules.mission.victory for unit in condition.eliminated}
    if isinstance(event, e.RollOpened) and event.roll.actor in state.team:
        actor = event.roll.actor
        close = [
            one.id
            for one in state.enemies.values()
            if one.unit in prey and state.team[actor].space and rules.in_contact(state, actor, one.id)
        ]
        return (e.PluginFact(TAKEN, actor, close, ("R-024",)),) if close or f"{TAKEN}.{actor}" in state.facts else ()
    if not isinstance(event, e.MiniatureDied) or TAKEN in state.flags:
        return ()
    return (e.FlagSet(TAKEN, ("R-024",)),) if event.enemy in state.facts.get(f"{TAKEN}.{event.by}", ()) else ()


MISSIONS = (
    Ability("net_doors", cites=("R-024", "R-128"), apply=_net_doors),
    Ability(TAKEN, cites=("R-024",), react=_taken_alive),
)
