"""The rolls of an Order: measuring after all is declared, Success Values, dice, and what is left of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from .. import mods
from ..content import MILLIMETRES
from ..rolls import SIDES, counted, kept
from ..rules import Rules, Run, refuse
from ..skills import SKILLS
from ..state import Act, Asked, Order, Pair, Roll, State
from ..zones import presence
from . import conclude
from .base import Handler, known_zones

FARTHEST = 5000
"""The longest distance on a table, in millimetres."""
TOUCHING = 0


def begin(run: Run) -> None:
    """Ask for what has to be measured, or go on to the rolls if nothing has."""
    run.add(e.StepBegan("measure", (), ("K-005", "K-008")))
    if not missing(run.rules, run.state):
        rolls(run)


def pair_of(order: Order, one: str, other: str) -> Pair | None:
    """Return what was measured between two troops."""
    return next((pair for pair in order.pairs if {pair.one, pair.other} == {one, other}), None)


def missing(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Return the pairs of troops between which something is still to be measured: one for each that shoots or needs
    sight. CC Attacks are fought in base contact, and hacking needs no line."""
    order = state.order
    assert order is not None
    found: dict[frozenset[str], tuple[str, str]] = {}
    for act in order.acts:
        if SKILLS[act.skill].sight:
            for target in act.targets:
                found.setdefault(frozenset((act.troop, target.troop)), (act.troop, target.troop))
    return [pair for pair in found.values() if pair_of(order, *pair) is None]


def _check_measured(rules: Rules, state: State, command: c.Measured) -> Illegal | None:
    if state.step != "measure":
        return refuse("not_now", "K-005", "distances are measured after everything is declared")
    wanted = missing(rules, state)
    if not any({command.one, command.other} == set(pair) for pair in wanted):
        return refuse("no_pair", "K-008", "between these two nothing is to be measured")
    if not TOUCHING <= command.distance <= FARTHEST:
        return refuse("distance", "K-008", f"a distance is 0 to {FARTHEST // MILLIMETRES} cm", most=FARTHEST)
    if not set(command.cover) <= {command.one, command.other}:
        return refuse("cover", "K-008", "one of the two has cover, or both, or none")
    clouds = {one.id for one in state.troops.values() if one.cloud}
    return known_zones(state, (one for one in command.through if one not in clouds))


def _measured(run: Run, command: c.Measured) -> None:
    pair = Pair(command.one, command.other, command.distance, command.cover, command.through)
    run.add(e.PairMeasured(pair))
    if not missing(run.rules, run.state):
        rolls(run)


def _measures(rules: Rules, state: State) -> Iterator[c.Measured]:
    """Offer the middle of each range band of both weapons, with cover for nobody, for the one aimed at, and for both;
    and the nearest through the zones that hinder sight."""
    if state.step != "measure":
        return
    for one, other in missing(rules, state)[:1]:
        found = list(middles(rules, state, one, other))
        for distance in found:
            for cover in ((), (other,), (one, other)):
                yield c.Measured(one, other, distance, cover)
        hindering = tuple(zone.id for zone in state.zones.values() if zone.visibility or zone.saturation)
        clouds = tuple(troop.id for troop in state.troops.values() if troop.cloud)
        for id in (*hindering, *clouds):
            yield c.Measured(one, other, found[0], (), (id,))


def middles(rules: Rules, state: State, one: str, other: str) -> Iterator[int]:
    """Yield the middle of each range band of the weapons that the two fire, the nearest first."""
    order = state.order
    assert order is not None
    ends = {
        far
        for act in order.acts
        if act.troop in (one, other) and act.skill == "bs"
        for far, _ in rules.weapon(act.weapon).bands
    }
    near = 0
    for far in sorted(ends) or [20]:
        yield (near + far) * MILLIMETRES // 2
        near = far


# ---- the rolls ----


def rolls(run: Run) -> None:
    """Open the rolls of all acts, the active troops first, and ask for their dice."""
    run.add(e.StepBegan("roll", (), ("K-005",)))
    for index, act in sorted(enumerate(run.order.acts), key=lambda pair: pair[1].reaction):
        for target, parted in _aims(run.rules, act):
            _open(run, index, act, target, parted)
    for roll in run.order.rolls:
        if roll.dice:
            side = "enemy" if run.state.troops[roll.troop].side else "team"
            run.add(e.DiceAsked(Asked("roll", side, roll.dice, roll.troop, roll.id), ("K-001",)))
    if not run.state.asked:
        settle(run)


def _aims(rules: Rules, act: Act) -> Iterable[tuple[str, int]]:
    """Return the rolls of an act: one for each target of an attack or a task, one against all for a defence, none for a
    Direct Template or a skill that is not rolled."""
    skill = SKILLS[act.skill]
    if not skill.role or (act.skill == "bs" and rules.weapon(act.weapon).kind == "template"):
        return ()
    return [(one.troop, one.dice) for one in act.targets] or [("", 1)]


def _open(run: Run, index: int, act: Act, target: str, parted: int) -> None:
    pair = pair_of(run.order, act.troop, target)
    sv, steps = mods.value(run.rules, run.state, act, target, pair)
    number, burst = mods.dice(run.rules, run.state, act, target, parted, pair)
    hopeless = sv < 1 and run.rules.switches["hopeless"] == "none"
    zones = presence(run.state, act.troop, index)
    roll = Roll(
        len(run.order.rolls), index, act.troop, target, sv, 0 if hopeless else number, steps, burst, zones=zones
    )
    beyond = ("N-220",) if any(step.why == "beyond" and step.rule == "N-110" for step in steps) else ()
    through = ("N-206",) if zones and act.through else ()
    cited = (*dict.fromkeys(step.rule for step in (*steps, *burst)), "K-003", *beyond, *through)
    run.add(e.SuccessValue(roll, tuple(dict.fromkeys(cited))))


def facing(order: Order, roll: Roll) -> list[Roll]:
    """Return the rolls that a roll faces: two face each other if both act on each other (K-004). A Dodge faces every
    attack on its troop that is no hacking, a Reset those that are (K-017)."""
    return [other for other in order.rolls if _faces(order, roll, other)]


def _faces(order: Order, roll: Roll, other: Roll) -> bool:
    act, back = order.acts[roll.act], order.acts[other.act]
    mine, its = SKILLS[act.skill], SKILLS[back.skill]
    if mine.role == its.role == "attack":
        return roll.target == other.troop and other.target == roll.troop
    if {mine.role, its.role} != {"attack", "defence"}:
        return False
    attack, defence = (roll, other) if mine.role == "attack" else (other, roll)
    return attack.target == defence.troop and mine.comms == its.comms


def settle(run: Run) -> None:
    """Compare the rolls, and continue with what they cause. The die of a jump counts where the troop lands (N-207)."""
    for roll in run.order.rolls:
        against = facing(run.order, roll)
        left, criticals = kept(roll.natural, roll.sv, [(one.natural, one.sv) for one in against])
        cited = ("K-004", "N-211", "K-001") if against else ("K-001",)
        if roll.sv > SIDES:
            cited = (*cited, "K-002")
        if not left and run.order.acts[roll.act].skill == "hatch":
            cited = (*cited, "N-215")
        run.add(e.Compared(roll.id, roll.troop, left, criticals, tuple(one.id for one in against), cited))
    landing = tuple(act.troop for act in run.order.acts if act.skill == "combat_jump")
    if landing:
        failed = any(roll.troop in landing and not roll.kept for roll in run.order.rolls)
        run.add(e.StepBegan("place", landing, ("N-122", "N-123", "N-207", *(("K-023",) if failed else ()))))
    else:
        conclude.effects(run)


def succeeded(order: Order, roll: Roll) -> bool:
    """Return whether any die of a roll is a success, whatever it faces."""
    return any(counted(die, roll.sv).success for die in roll.natural)


def _check_place(rules: Rules, state: State, command: c.Place) -> Illegal | None:
    if command.troop not in state.troops:
        return refuse("no_such_troop", "", f"there is no troop {command.troop!r}", name=command.troop)
    if wrong := known_zones(state, command.zones):
        return wrong
    if state.step == "place":
        order = state.order
        if order is not None and command.troop not in order.place:
            return refuse("not_landing", "N-122", "another troop has to be placed first", troop=command.troop)
        return None
    if state.order is not None or state.phase not in ("turn", "count"):
        return refuse("not_now", "K-005", "troops are placed between Orders")
    if not state.troops[command.troop].where:
        return refuse("not_deployed", "K-022", "it is not on the table", troop=command.troop)
    return None


def _place(run: Run, command: c.Place) -> None:
    landing = run.state.step == "place"
    run.add(e.Placed(command.troop, command.zones, "table", ("N-006", "N-122") if landing else ("N-006",)))
    if landing and not run.order.place:
        conclude.effects(run)


def _places(rules: Rules, state: State) -> Iterator[c.Place]:
    if state.step == "place" and state.order is not None:
        for id in state.order.place:
            yield c.Place(id)
            yield from (c.Place(id, (zone,)) for zone in state.zones)


HANDLERS: dict[type, Handler] = {
    c.Measured: Handler(_check_measured, _measured, _measures),
    c.Place: Handler(_check_place, _place, _places),
}
