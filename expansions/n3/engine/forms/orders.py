"""The forms of an Order: what was measured, a path through zones, a Burst that is parted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defiance_qt.api import Illegal, port

from .. import commands as c
from .. import mods
from ..commands import Command
from ..course import acts, measure, orders
from ..rules import Rules
from ..skills import SKILLS
from ..state import Act, State, Target, Troop
from . import base
from .base import Sheet


def _measured_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.step != "measure":
        return ()
    one, other = measure.missing(rules, state)[0]
    unit = base.unit(state)
    first = next(measure.middles(rules, state, one, other)) // base.MILLIMETRES_OF[unit]
    distance = port.Field("distance", "field.distance", "number", first, high=base.LARGEST, unit=f"unit.name.{unit}")
    cover = port.Field("cover", "field.cover", "set", (), tuple((id, f"troop.{id}.name") for id in (one, other)))
    clouds = tuple((id, f"troop.{id}.name") for id, troop in state.troops.items() if troop.cloud)
    zones = tuple((id, zone.name or f"zone.{zone.kind}.name") for id, zone in state.zones.items())
    if not (*zones, *clouds):
        return distance, cover
    return distance, cover, port.Field("through", "field.through", "set", (), (*zones, *clouds))


def _fill_measured(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    one, other = measure.missing(rules, state)[0]
    distance = values["distance"] * base.MILLIMETRES_OF[base.unit(state)]
    return c.Measured(one, other, distance, tuple(values["cover"]), tuple(values.get("through", ())))


def _given_measured(state: State, command: c.Measured) -> Mapping[str, Any]:
    return {**base.own_fields(state, command), "distance": command.distance // base.MILLIMETRES_OF[base.unit(state)]}


def _next(rules: Rules, state: State) -> Troop | None:
    """Return the troop of the Order that declares next."""
    order = state.order
    if order is None or order.step not in ("first", "second"):
        return None
    return next((state.troops[one] for one in orders.waiting(order, state, order.step)), None)


def _path_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    troop = _next(rules, state)
    if troop is None or not state.zones:
        return ()
    possible = [
        one.id
        for one in SKILLS.values()
        if "movement" in one.when and orders.check_declare(rules, state, c.Declare(troop.id, one.id)) is None
    ]
    if not possible:
        return ()
    options = tuple((one, f"skill.{one}.name") for one in possible)
    return (port.Field("skill", "field.skill", "choice", possible[0], options), *base.zones(state, "crosses"))


def _fill_path(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    troop = _next(rules, state)
    assert troop is not None
    return c.Declare(troop.id, values["skill"], crosses=tuple(values["crosses"]))


def _bursts(rules: Rules, state: State, troop: Troop) -> dict[str, int]:
    """Return each weapon and mode with which a troop can part a Burst, with its dice."""
    found = {}
    for id in acts.armed(rules, state, troop, ("bs",)):
        for mode in rules.weapon(id).modes or ("",):
            whole = sum(step.amount for step in mods.burst(rules, state, Act(troop.id, "bs", id, mode)))
            if whole > 1:
                found[base.in_mode(id, mode)] = whole
    return found


def _targets(rules: Rules, state: State, troop: Troop) -> list[str]:
    skill = SKILLS["bs"]
    return [id for id in state.troops if acts.check_target(state, troop, skill, id) is None]


def _burst_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    troop = _next(rules, state)
    if troop is None or acts.may(rules, state, troop, SKILLS["bs"]) is not None:
        return ()
    weapons, targets = _bursts(rules, state, troop), _targets(rules, state, troop)
    if not weapons or len(targets) < 2:
        return ()
    most = max(weapons.values())
    options = tuple((key, f"weapon.{key.partition('.')[0]}.name") for key in weapons)
    choice = port.Field("weapon", "field.weapon", "choice", options[0][0], options)
    dice = (port.Field(f"dice.{id}", f"troop.{id}.name", "number", 0, high=most) for id in targets)
    return (choice, *dice, *base.zones(state, "crosses"))


def _fill_burst(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    troop = _next(rules, state)
    assert troop is not None
    weapon, _, mode = values["weapon"].partition(".")
    dice = {path.removeprefix("dice."): n for path, n in values.items() if path.startswith("dice.")}
    targets = tuple(Target(id, count) for id, count in dice.items() if count)
    return c.Declare(troop.id, "bs", weapon, mode, targets, crosses=tuple(values.get("crosses", ())))


def _given_burst(state: State, command: c.Declare) -> Mapping[str, Any]:
    dice = {f"dice.{one.troop}": one.dice for one in command.targets}
    return {**base.own_fields(state, command), **dice, "weapon": base.in_mode(command.weapon, command.mode)}


def _beside_burst(rules: Rules, state: State, command: c.Declare, wrong: Illegal) -> str:
    """Return the field of the dice of the first target for a Burst that is not parted whole."""
    if wrong.code in ("burst", "no_target"):
        troop = state.troops[command.troop]
        return f"dice.{command.targets[0].troop if command.targets else _targets(rules, state, troop)[0]}"
    return "crosses" if wrong.code == "no_such_zone" else "weapon"


SHEETS = (
    Sheet(
        "measured",
        c.Measured,
        _measured_fields,
        _fill_measured,
        base.by_code({"distance": "distance", "cover": "cover", "no_such_zone": "through"}),
        _given_measured,
        usual=True,
    ),
    Sheet("path", c.Declare, _path_fields, _fill_path, base.by_code({"no_such_zone": "crosses"})),
    Sheet("burst", c.Declare, _burst_fields, _fill_burst, _beside_burst, _given_burst),
)
