"""Valid effects of cards, triggers and Instructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
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


def _on(value: Any) -> Iterator[Fault]:
    return one_of("on", (value.on,), WHO)


def _impose(value: content.Impose, known: Known) -> Iterator[Fault]:
    yield from exist("state", "state", (value.state,), known)
    yield from _on(value)


def _relieve(value: content.Relieve, known: Known) -> Iterator[Fault]:
    if value.state != "*":
        yield from exist("state", "state", (value.state,), known)
    yield from _on(value)


def _amount(value: content.Suffer | content.Heal, known: Known) -> Iterator[Fault]:
    yield from at_least(1, amount=value.amount)
    yield from _on(value)


def _positive(value: content.Reinforce | content.GainIntel, known: Known) -> Iterator[Fault]:
    return at_least(1, amount=value.amount)


def _alert(value: content.RaiseAlert, known: Known) -> Iterator[Fault]:
    if value.amount == 0:
        yield "amount", Message("content.zero", "0 changes nothing")


def _revive(value: content.Revive, known: Known) -> Iterator[Fault]:
    yield from at_least(0, heal=value.heal, draw=value.draw)
    yield from _on(value)


def _calm(value: content.Calm, known: Known) -> Iterator[Fault]:
    if value.amount == 0:
        yield "amount", Message("content.zero", "0 changes nothing")
    yield from _on(value)


def _suffering(value: content.Suffering, known: Known) -> Iterator[Fault]:
    yield from at_least(1, count=value.count)
    yield from _on(value)


def _test(value: content.Test, known: Known) -> Iterator[Fault]:
    yield from exist("dice", "die", value.dice or (), known)
    if not value.effects:
        yield "effects", Message("content.test_effect", "a Test needs an effect on success")
    yield from _on(value)


def _ability_effect(value: content.UseAbility, known: Known) -> Iterator[Fault]:
    return _on(value)


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


def _flip(value: content.FlipUnit, known: Known) -> Iterator[Fault]:
    yield from at_least(0, face=value.face)
    if known.mission is None:
        yield "unit", Message("content.mission_flips", "only a mission can flip Units")
    elif value.unit not in known.mission.selected:
        yield "unit", not_selected(value.unit)


EFFECT_CHECKS: Checks = {
    content.Impose: _impose,
    content.Relieve: _relieve,
    content.Suffer: _amount,
    content.Heal: _amount,
    content.Revive: _revive,
    content.Calm: _calm,
    content.AddSymbols: lambda value, known: symbols("symbols", value.symbols),
    content.Reinforce: _positive,
    content.RaiseAlert: _alert,
    content.Suffering: _suffering,
    content.Receive: lambda value, known: exist("item", "equipment", (value.item,), known),
    content.GainIntel: _positive,
    content.OpenDoors: _open_doors,
    content.DeployUnits: _deploy_units,
    content.FlipUnit: _flip,
    content.Test: _test,
    content.UseAbility: _ability_effect,
}
