"""Abilities of Unit cards beyond the rulebook's keywords: what a card says goes before the manual (R-212)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import RollModifier

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.frames import Roll
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

CARD = ("R-212",)
STATIC_RANGE = 3
GRAFT_RANGE, GRAFT_HEALS = 4, 2
SLIP_POINTS = 2
SPOOKED = "spooked"
LIVE = "live"


def _graft(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    """After the bearer has acted, heal 2 Damage of an Enemy in Range 4, Structures excepted: the one with the most
    Damage, of equals the one that is closest to death, then the first by id."""
    if not isinstance(event, e.UnitActivationEnded) or bearer not in state.enemies:
        return ()
    if state.enemies[bearer].unit != event.unit:
        return ()
    hurt = [
        (-min(one.damage, GRAFT_HEALS), profile.wounds - one.damage, one.id)
        for one in state.enemies.values()
        if one.damage
        and not (profile := state.units[one.unit].profile).structure
        and rules.distance(state, bearer, one.id) <= GRAFT_RANGE
        and not any(ability.festers for ability in rules.abilities_of(state, one.id))
    ]
    if not hurt:
        return ()
    healed, _, mate = min(hurt)
    left = state.enemies[mate].damage + healed
    return (e.DamageHealed(mate, -healed, left, "ability.graft.name", CARD),)


def _static(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Take one die from the roll of a Console in Range 3 of a bearer; several bearers take no more than one."""
    if roll.purpose != "console":
        return ()
    space = state.consoles[roll.target].space
    near = [
        one.id
        for one in state.enemies.values()
        if "static" in state.units[one.unit].profile.abilities and rules.range_to(state, one.id, space) <= STATIC_RANGE
    ]
    if not near or bearer != min(near):
        return ()
    return (RollModifier("ability.static.name", "team", fewer=1, rules=CARD),)


def _slip_away(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    """Once a Round, when the bearer is hurt, give it Hidden, and let it Move 2 to the space that is farthest from the
    closest conscious Character or Ally, by the cheapest way, of equals the first by coordinates."""
    if not isinstance(event, e.DamageSuffered) or event.figure != bearer or bearer not in state.enemies:
        return ()
    if state.facts.get(f"slip_away.{bearer}") == state.round:
        return ()
    one = state.enemies[bearer]
    found: list[e.Event] = [e.PluginFact("slip_away", bearer, state.round, CARD)]
    if "hidden" not in one.states:
        found.append(e.StateGained(bearer, "hidden", "ability.slip_away.name", (*CARD, "R-275")))
    team = [other.space for other in state.team.values() if other.space and other.conscious]
    ways = rules.walks(state, bearer, SLIP_POINTS)

    def far(space: str) -> int:
        return min((rules.between(space, other) for other in team), default=0)

    best = min(ways, key=lambda space: (-far(space), ways[space][0]), default="")
    if best and far(best) > far(one.space):
        cost, path = ways[best]
        found.append(e.Moved(bearer, one.space, path, cost, (*CARD, "R-061")))
    return found


def _bolt(rules: PlayRules, state: State, unit: str) -> tuple[str, ...] | None:
    """Rest until the mission's flag `spooked` is set; then follow the Instructions on the card."""
    return None if SPOOKED in state.flags else ()


def _spooked(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    """The first Damage spooks the bearer."""
    hurt = isinstance(event, e.DamageSuffered) and event.figure == bearer
    return (e.FlagSet(SPOOKED, CARD),) if hurt and SPOOKED not in state.flags else ()


def _voice(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add a black die to the bearer's Defense for each point of the mission's counter `live`."""
    if roll.purpose != "attack" or roll.enemy is None or roll.enemy.figure != bearer or not state.mission:
        return ()
    live = state.mission.counters.get(LIVE, 0)
    return (RollModifier("ability.voice.name", "enemy", ("black",) * live, rules=CARD),) if live > 0 else ()


def _disarm(rules: PlayRules, state: State, unit: str) -> tuple[str, ...] | None:
    """Run for a fire of the mission, where a charge is armed, and shoot on the way; without one, follow the cards."""
    lit = any("fire" in zone for zone in (state.mission.zones if state.mission else {}).values())
    return ("bolt", "attack least_distance", "attack least_distance") if lit else None


UNITS = (
    Ability("skitter", cites=("R-212", "R-217"), nimble=True),
    Ability("breacher", cites=("R-212", "R-126"), opens_doors=True),
    Ability("disarm", cites=CARD, orders=_disarm),
    Ability("graft", cites=CARD, react=_graft),
    Ability("static", cites=CARD, modify=_static),
    Ability("slip_away", cites=CARD, react=_slip_away),
    Ability("inert", cites=CARD, inert=True),
    Ability("undying", cites=CARD, returns=2),
    Ability("bolt", cites=CARD, orders=_bolt, react=_spooked),
    Ability("voice", cites=CARD, modify=_voice),
)
