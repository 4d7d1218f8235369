"""Valid effects of cards, triggers and Instructions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.names import people
from defiance_qt.systems.defiance.engine.checks.shared import (
    WHO,
    Checks,
    Fault,
    Known,
    at_least,
    exist,
    not_selected,
    one_of,
    symbols,
)


def _on(value: Any, known: Known) -> Iterator[Fault]:
    word, _, zone = value.on.partition(" ")
    mission = known.mission
    if mission is None:
        yield from one_of("on", (value.on,), WHO)
    elif word in ("in", "outside") and zone:
        yield from one_of("on", (zone,), mission.zones)
    else:
        yield from one_of("on", (value.on,), {*WHO, *SELECTED, REVEALED, *people(mission)})


Check = Callable[[Any, Known], Iterator[Fault]]


def _all(*checks: Check) -> Check:
    """Return a check for the faults of several."""
    return lambda value, known: (fault for check in checks for fault in check(value, known))


def _least(least: int, *fields: str) -> Check:
    """Return a check that no number of these fields is below `least`."""
    return lambda value, known: at_least(least, **{field: getattr(value, field) for field in fields})


def _changes(value: Any, known: Known) -> Iterator[Fault]:
    """Check that the amount is not 0."""
    if value.amount == 0:
        yield "amount", Message("content.zero", "0 changes nothing")


def _relieve(value: content.Relieve, known: Known) -> Iterator[Fault]:
    if value.state != "*":
        yield from exist("state", "state", (value.state,), known)
    yield from _on(value, known)


def _test(value: content.Test, known: Known) -> Iterator[Fault]:
    yield from exist("dice", "die", value.dice or (), known)
    if not value.effects and not value.failed:
        yield "effects", Message("content.test_effect", "a Test needs an effect on success")
    if not value.dice and not value.of:
        yield "dice", Message("content.test_dice", "a Test needs dice")
    yield from symbols("needs", value.needs, needed=False)
    yield from _on(value, known)


def _act(value: content.Act, known: Known) -> Iterator[Fault]:
    yield from at_least(0, actions=value.actions, points=value.points, fewer=value.fewer, splash=value.splash)
    yield from exist("dice", "die", value.dice, known)
    if not value.actions and not value.points:
        yield "do", Message("content.idle_act", "neither Actions nor points")
    yield from _on(value, known)


def _open_doors(value: content.OpenDoors, known: Known) -> Iterator[Fault]:
    if known.mission is None:
        yield "doors", Message("content.mission_doors", "only a mission can open doors by name")
    else:
        there = {door.id for door in known.mission.doors}
        for door in value.doors:
            if door not in there:
                yield "doors", Message("content.no_door", "the mission has no door {name!r}", name=door)


def _deploy_units(value: content.DeployUnits, known: Known) -> Iterator[Fault]:
    yield from at_least(0, face=value.face)
    if known.mission is None:
        yield "units", Message("content.mission_deploys", "only a mission can deploy Units")
        return
    for unit in value.units:
        if unit not in known.mission.selected:
            yield "units", not_selected(unit)
    if not value.at:
        yield "at", Message("content.no_space_named", "no space is named")


# ---- effects of missions only ----


OfMission = Callable[[Any, content.Mission, Known], Iterator[Fault]]


def _of_mission(check: OfMission = lambda value, mission, known: iter(())) -> Check:
    """Return a check that refuses the effect outside of missions."""

    def checked(value: Any, known: Known) -> Iterator[Fault]:
        if known.mission is None:
            tag = type(value).__struct_config__.tag
            yield "do", Message("content.mission_only", "only a mission can do {effect!r}", effect=tag)
        else:
            yield from check(value, known.mission, known)

    return checked


def _named(names: Callable[[content.Mission], Collection[str]], *fields: str) -> OfMission:
    """Return a check that what these fields name is among the names of the mission."""

    def checked(value: Any, mission: content.Mission, known: Known) -> Iterator[Fault]:
        for field in fields:
            found = getattr(value, field)
            yield from one_of(field, (found,) if isinstance(found, str) else found, names(mission))

    return checked


def _count(value: content.Count, mission: content.Mission, known: Known) -> Iterator[Fault]:
    yield from one_of("counter", (value.counter,), mission.counters)
    yield from _changes(value, known)


def _seal(value: content.Seal, mission: content.Mission, known: Known) -> Iterator[Fault]:
    elements = [door.id for door in mission.doors] + [container.id for container in mission.containers]
    for console in mission.consoles:
        elements += [console.id, *(f"{console.id} {number}" for number in range(1, len(console.inputs) + 1))]
    return one_of("elements", value.elements, elements)


def _respawn_at(value: content.RespawnAt, mission: content.Mission, known: Known) -> Iterator[Fault]:
    if not value.spaces:
        yield "spaces", Message("content.no_space_named", "no space is named")


def _appear(value: content.Appear, mission: content.Mission, known: Known) -> Iterator[Fault]:
    if value.card != REVEALED:
        yield from exist("card", "ally", (value.card,), known)


def _random(value: content.RandomEffects, mission: content.Mission, known: Known) -> Iterator[Fault]:
    if len(value.of) < CHOICES:
        yield "of", Message("content.one_choice", "a random choice needs two lists of effects")


def _reveal(value: content.Reveal, mission: content.Mission, known: Known) -> Iterator[Fault]:
    yield from one_of("hidden", (value.hidden,), [hidden.id for hidden in mission.hidden])
    for hidden in mission.hidden:
        if hidden.id == value.hidden:
            yield from one_of("at", (value.at,), {"", *hidden.on})
            yield from one_of("token", (value.token,), {"", *hidden.tokens})


def _gain(value: content.Gain, known: Known) -> Iterator[Fault]:
    """Check that a card brings Samples only, while a mission may bring anything, and that what is counted is not 0."""
    yield from one_of("what", (value.what,), GAINS if known.mission else SAMPLES)
    if value.what in COUNTED and value.amount == 0:
        yield "amount", Message("content.zero", "0 changes nothing")


CHOICES = 2
SAMPLES = ("biological", "tech")
COUNTED = (*SAMPLES, "component", "crew")
GAINS = (*COUNTED, "record", "wreck", "choice")
REVEALED = "revealed"
SELECTED = ("most_aggro", "least_aggro", "most_damage", "least_damage")


def _flip(value: content.FlipUnit, known: Known) -> Iterator[Fault]:
    yield from at_least(0, face=value.face)
    if known.mission is None:
        yield "unit", Message("content.mission_flips", "only a mission can flip Units")
    elif value.unit not in known.mission.selected:
        yield "unit", not_selected(value.unit)


EFFECT_CHECKS: Checks = {
    content.Impose: _all(lambda value, known: exist("state", "state", (value.state,), known), _on),
    content.Relieve: _relieve,
    content.Suffer: _all(_least(1, "amount"), _on),
    content.Heal: _all(_least(1, "amount"), _on),
    content.Revive: _all(_least(0, "heal", "draw"), _on),
    content.Calm: _all(_changes, _on),
    content.AddSymbols: lambda value, known: symbols("symbols", value.symbols),
    content.Reinforce: _changes,
    content.RaiseAlert: _changes,
    content.Suffering: _all(_least(1, "count"), _on),
    content.Receive: lambda value, known: exist("item", "equipment", (value.item,), known),
    content.GainIntel: _all(_least(1, "amount"), _on),
    content.OpenDoors: _open_doors,
    content.DeployUnits: _deploy_units,
    content.FlipUnit: _flip,
    content.Count: _of_mission(_count),
    content.CloseDoors: _of_mission(_named(lambda mission: [door.id for door in mission.doors], "doors")),
    content.Seal: _of_mission(_seal),
    content.EndMission: _of_mission(),
    content.RespawnAt: _of_mission(_respawn_at),
    content.Appear: _of_mission(_appear),
    content.Leave: _of_mission(_named(lambda mission: {REVEALED, *people(mission), *mission.selected}, "who")),
    content.MoveFigures: _of_mission(_named(lambda mission: mission.zones, "who", "to")),
    content.RandomEffects: _of_mission(_random),
    content.Reveal: _of_mission(_reveal),
    content.ZoneRule: _of_mission(_named(lambda mission: mission.zones, "zone")),
    content.Gain: _gain,
    content.Test: _test,
    content.Act: _act,
    content.Straighten: _on,
    content.ChangeGround: _least(0, "radius"),
    content.UseAbility: _on,
}
