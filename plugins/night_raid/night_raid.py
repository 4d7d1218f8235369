"""House rule: a mission in the dark. Shots are short and unsure and give the shooter away; small targets are missed."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.systems.defiance.api import NumberChange, PlayContext, Roll, RollModifier, Veto, events

NAME = "night_raid.name"
NOTICED = 3
"""The Range from which an Enemy notices a Remote."""


def modify_range(
    context: PlayContext, figure: str, weapon: str, attack: str, low: int, high: int
) -> NumberChange | None:
    """Let no weapon reach farther than one can see. Devices need no light."""
    farthest: int = context.options["sight"]
    if attack in ("hack", "hack_attack") or high <= farthest:
        return None
    return NumberChange(NAME, farthest - high, ("night-raid-1",))


def modify_roll(context: PlayContext, roll: Roll) -> Sequence[RollModifier]:
    """Take a die from every shot."""
    if roll.purpose not in ("attack", "enemy_attack") or roll.cc or not roll.sight:
        return ()
    if roll.actor in context.state.team:
        return (RollModifier(NAME, "team", fewer=1, rules=("night-raid-2",)),)
    return (RollModifier(NAME, "enemy", fewer=1, rules=("night-raid-2",)),)


def check_target(context: PlayContext, attacker: str, target: str, distance: int) -> Veto | None:
    """Hide Remotes from Enemies that are not close."""
    one = context.state.team.get(target)
    if one is None or not one.remote or distance <= NOTICED:
        return None
    return Veto("night_raid_unnoticed", "night-raid-3", "It is too small to be noticed in the dark")


def modify_attribute(context: PlayContext, figure: str, attribute: str) -> int:
    slowed = attribute == "speed" and context.options["slow"] and figure in context.state.team
    return -1 if slowed else 0


def react_event(context: PlayContext, event: events.Event) -> Sequence[events.Event]:
    """Let the flash of a shot draw the Enemy's eyes: one more Aggro."""
    if not isinstance(event, events.AttackDeclared) or event.attacker not in context.state.team:
        return ()
    one = context.state.team[event.attacker]
    weapons = context.rules.loadout(one).weapons
    if any(attack.cc for card, attack in weapons if (card, attack.id) == (event.weapon, event.attack)):
        return ()
    return (events.AggroChanged(one.id, 1, one.aggro + 1, rules=("night-raid-4",)),)
