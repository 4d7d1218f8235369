"""Refusals that several rules share: each returns the `Illegal` of a command that the table does not allow, or None.

A code is stable and the key of a text (`refusal.<code>`); the values are ids and numbers for it.
"""

from __future__ import annotations

from defiance_qt.api import Illegal

from .ruleset import Rules
from .state import Hostile, Soldier, State

Refused = Illegal | None


def refused(code: str, rule: str, english: str, **values: object) -> Illegal:
    """Return a refusal with its English sentence; `values` fill in its braces."""
    return Illegal(code, rule, english.format_map(values), **values)


def no_soldier(state: State, number: str) -> Refused:
    """Refuse a Soldier who is not in play."""
    if number in state.team:
        return None
    return refused("no_soldier", "W-016", "there is no Soldier {soldier} in play", soldier=number)


def no_player(rules: Rules, state: State, number: str) -> Refused:
    """Refuse a Soldier who is not a Player Soldier in play."""
    if (why := no_soldier(state, number)) is not None:
        return why
    if rules.is_player(state.team[number]):
        return None
    return refused("no_player", "W-107", "Soldier {soldier} has neither a hand nor kit to buy or pass", soldier=number)


def no_hostile(state: State, id: str) -> Refused:
    """Refuse a Hostile card that is not in play, or the lack of one where a card or an item has no target."""
    if id in state.hostiles:
        return None
    if not id:
        return refused("no_target", "W-049", "there is no Hostile card in reach")
    return refused("no_hostile", "W-049", "there is no Hostile card {hostile} in play", hostile=id)


def cannot_act(rules: Rules, soldier: Soldier, actions: int = 1) -> Refused:
    """Refuse an Action of a Soldier who lacks Action markers, or is suppressed (W-021, W-110)."""
    if (why := pinned(rules, soldier)) is not None:
        return why
    return no_actions(soldier, actions)


def no_actions(soldier: Soldier, actions: int = 1) -> Refused:
    """Refuse an Action of a Soldier whose Action markers do not suffice."""
    if soldier.acts >= actions:
        return None
    english = "Soldier {soldier} has {left} Actions left, and this takes {actions}"
    return refused("no_actions", "W-021", english, soldier=soldier.number, left=soldier.acts, actions=actions)


def pinned(rules: Rules, soldier: Soldier) -> Refused:
    """Refuse what a suppressed Soldier may not do (W-110)."""
    if not soldier.suppression or rules.on("pinned", "shaken"):
        return None
    english = "Soldier {soldier} is suppressed and has to rally first"
    return refused("pinned", "W-110", english, soldier=soldier.number)


def apart(soldier: Soldier, hostile: Hostile) -> Refused:
    """Refuse a Hostile card that is in another space than the Soldier."""
    if soldier.space == hostile.space:
        return None
    english = "{hostile} is not in the space of Soldier {soldier}"
    return refused("apart", "W-038", english, soldier=soldier.number, hostile=hostile.id)
