"""Abilities of Specialties and Equipment: what a card says goes before the manual (R-212, R-313…R-317)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.hooks import RollModifier

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.frames import Roll
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

CARD = ("R-212",)
SPECIALTY = ("R-212", "R-313")
ATTACKS = ("attack",)


def _note(state: State, deed: str, bearer: str) -> Sequence[e.Event]:
    """Note that the bearer has done something in its Activation, once a Round."""
    active = next((one for one in state.agenda if isinstance(one, Activation)), None)
    if active is None or active.character != bearer or state.facts.get(f"{deed}.{bearer}") == state.round:
        return ()
    return (e.PluginFact(deed, bearer, state.round, SPECIALTY),)


def _kills(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    return _note(state, "kill", bearer) if isinstance(event, e.MiniatureDied) and event.by == bearer else ()


def _attacks(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    own = isinstance(event, e.AttackDeclared) and event.attacker == bearer
    return _note(state, "attack", bearer) if own else ()


def _moves(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    return _note(state, "moved", bearer) if isinstance(event, e.Moved) and event.figure == bearer else ()


def _brace(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add a die to the Attacks of a bearer that has not moved in its Activation."""
    if roll.purpose not in ATTACKS or roll.actor != bearer or state.facts.get(f"moved.{bearer}") == state.round:
        return ()
    return (RollModifier("specialty.brace.name", "team", dice=("yellow",), rules=CARD),)


def _quiet_kill(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add a die to the bearer's CC Attacks at Alert 0."""
    if roll.purpose not in ATTACKS or roll.actor != bearer or not roll.cc or state.alert:
        return ()
    return (RollModifier("specialty.quiet_kill.name", "team", dice=("red",), rules=CARD),)


def _breaker(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add two Successes to Attacks on a Structure with the weapon that has this ability."""
    if roll.purpose not in ATTACKS or roll.actor != bearer or roll.target not in state.enemies:
        return ()
    weapon = rules.catalog.equipment.get(roll.source)
    structure = state.units[state.enemies[roll.target].unit].profile.structure
    if weapon is None or "breaker" not in weapon.abilities or not structure:
        return ()
    return (RollModifier(f"equipment.{weapon.id}.name", "team", symbols="S S", rules=CARD),)


CARDS = (
    Ability("stubborn", cites=("R-316", "R-317"), stores=2, keeps="B"),
    Ability("not_today", cites=("R-212", "R-224", "R-315"), endures=True),
    Ability("vault", cites=("R-212", "R-217", "R-219"), nimble=True, vaults=True),
    Ability("ghost_login", cites=("R-212", "R-132", "R-314"), unnoticed=True),
    Ability("strike_and_go", cites=SPECIALTY, react=_kills),
    Ability("walking_fire", cites=SPECIALTY, react=_attacks),
    Ability("brace", cites=SPECIALTY, modify=_brace, react=_moves),
    Ability("quiet_kill", cites=SPECIALTY, modify=_quiet_kill),
    Ability("breaker", cites=CARD, modify=_breaker),
)
