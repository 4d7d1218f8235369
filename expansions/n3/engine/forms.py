"""Forms for commands with values that cannot be listed: a distance, a path through zones, a Burst that is parted.

Each form is a builder, which returns its fields or None where it is not wanted, and a filler, which makes the command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from defiance_qt.api import port

from . import commands as c
from . import mods
from .commands import Command
from .content import MILLIMETRES
from .course import acts, measure, orders
from .rules import Rules
from .skills import SKILLS
from .state import Act, State, Target, Troop
from .words import INCH

NOTHING = "none"
"""The option of a choice that stands for no value."""
FARTHEST = {"cm": 500, "inch": 200}
MILLIMETRES_OF = {"cm": MILLIMETRES, "inch": INCH}
NAME_LENGTH = 40


@dataclass(frozen=True)
class Sheet:
    """A form: what builds its fields from the State, and what makes a command of its values."""

    id: str
    fields: Callable[[Rules, State], tuple[port.Field, ...]]
    fill: Callable[[Rules, State, Mapping[str, Any]], Command]


def forms(rules: Rules, state: State) -> tuple[port.FieldsForm, ...]:
    """Return the forms that can be filled in now."""
    return tuple(
        port.FieldsForm(sheet.id, fields) for sheet in SHEETS.values() if (fields := sheet.fields(rules, state))
    )


def filled(rules: Rules, state: State, form: port.FieldsForm, values: Mapping[str, Any]) -> Command:
    """Return the command of a form."""
    return SHEETS[form.id].fill(rules, state, values)


def _zones(state: State, path: str) -> Iterator[port.Field]:
    """Yield a field for zones, if there are any on the table."""
    options = tuple((id, zone.name or f"zone.{zone.kind}.name") for id, zone in state.zones.items())
    if options:
        yield port.Field(path, f"field.{path}", "set", (), options)


def _troops(path: str, troops: list[Troop]) -> port.Field:
    options = tuple((one.id, f"troop.{one.id}.name") for one in troops)
    return port.Field(path, f"field.{path}", "choice", options[0][0], options)


def _unit(state: State) -> str:
    return "inch" if state.setup.options.get("unit") == "inch" else "cm"


# ---- measuring ----


def _measured_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.step != "measure":
        return ()
    one, other = measure.missing(rules, state)[0]
    unit = _unit(state)
    distance = port.Field("distance", "field.distance", "number", 0, high=FARTHEST[unit], unit=f"unit.name.{unit}")
    cover = port.Field("cover", "field.cover", "set", (), tuple((id, f"troop.{id}.name") for id in (one, other)))
    clouds = tuple((id, f"troop.{id}.name") for id, troop in state.troops.items() if troop.cloud)
    zones = tuple((id, zone.name or f"zone.{zone.kind}.name") for id, zone in state.zones.items())
    if not (*zones, *clouds):
        return distance, cover
    return distance, cover, port.Field("through", "field.through", "set", (), (*zones, *clouds))


def _fill_measured(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    one, other = measure.missing(rules, state)[0]
    distance = values["distance"] * MILLIMETRES_OF[_unit(state)]
    return c.Measured(one, other, distance, tuple(values["cover"]), tuple(values.get("through", ())))


# ---- declaring ----


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
    return (port.Field("skill", "field.skill", "choice", possible[0], options), *_zones(state, "crosses"))


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
                found[f"{id}.{mode}" if mode else id] = whole
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
    return (choice, *dice, *_zones(state, "crosses"))


def _fill_burst(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    troop = _next(rules, state)
    assert troop is not None
    weapon, _, mode = values["weapon"].partition(".")
    dice = {path.removeprefix("dice."): n for path, n in values.items() if path.startswith("dice.")}
    targets = tuple(Target(id, count) for id, count in dice.items() if count)
    return c.Declare(troop.id, "bs", weapon, mode, targets, crosses=tuple(values.get("crosses", ())))


# ---- the set-up, and between Orders ----


def _zone_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.phase != "setup":
        return ()
    options = tuple((kind, f"zone.{kind}.name") for kind in rules.content.zones)
    return (
        port.Field("kind", "field.kind", "choice", options[0][0], options),
        port.Field("name", "field.name", "text", "", high=NAME_LENGTH),
    )


def _fill_zone(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    kind = values["kind"]
    number = next(n for n in range(1, len(state.zones) + 2) if f"{kind}_{n}" not in state.zones)
    return c.AddZone(kind, f"{kind}_{number}", values["name"].strip())


def _deploy_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    waiting = [one for one in state.troops.values() if not one.where]
    if state.phase != "deployment" or not waiting or not state.zones:
        return ()
    hows = ("openly", "camouflage", "embryo", "impersonation", "enemy_zone", "air", "cloud")
    options = tuple((how, f"how.{how}") for how in hows)
    return (
        _troops("troop", waiting),
        port.Field("how", "field.how", "choice", "openly", options),
        *_zones(state, "zones"),
    )


def _fill_deploy(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    how = "" if values["how"] == "openly" else values["how"]
    return c.Deploy(values["troop"], how, tuple(values["zones"]))


def _place_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if not state.zones:
        return ()
    if state.step == "place" and state.order is not None:
        return (_troops("troop", [state.troops[id] for id in state.order.place]), *_zones(state, "zones"))
    on_table = [one for one in state.troops.values() if one.where == "table"]
    if state.order is not None or state.phase != "turn" or not on_table:
        return ()
    return (_troops("troop", on_table), *_zones(state, "zones"))


def _fill_place(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    return c.Place(values["troop"], tuple(values["zones"]))


def _score_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    own = [one for one in state.troops.values() if one.side == state.side and one.up]
    open_ = rules.unscored(state)
    if state.phase != "turn" or state.order is not None or not own or not open_ or rules.scenario.opens:
        return ()
    options = tuple((one, f"objective.{one}") for one in open_)
    return (port.Field("objective", "field.objective", "choice", open_[0], options), _troops("troop", own))


def _fill_score(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    return c.Score(values["objective"], state.side, values["troop"])


# ---- just the dice ----


def _exchange_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.phase != "bench" or state.order is not None:
        return ()
    troops = list(state.troops.values())
    attacks = ("bs", "cc", "hack", "observe")
    answers = (NOTHING, *attacks, "dodge", "reset")
    weapons = [(NOTHING, "option.none")]
    weapons += [
        (f"{id}.{mode}" if mode else id, f"mode.{mode}.name" if mode else f"weapon.{id}.name")
        for id, weapon in rules.content.weapons.items()
        for mode in weapon.modes or ("",)
    ]
    weapons += [(id, f"program.{id}.name") for id in rules.content.programs]
    named = {one: f"skill.{one}.name" for one in answers} | {NOTHING: "option.none"}
    mine, its = "carbine" if "carbine" in rules.content.weapons else NOTHING, NOTHING
    return (
        _troops("one", troops),
        port.Field("skill", "field.skill", "choice", "bs", tuple((one, named[one]) for one in attacks)),
        port.Field("weapon", "field.weapon", "choice", mine, tuple(weapons)),
        port.Field("guard", "field.guard", "number", 0, high=4),
        _troops("other", [one for one in troops if one.side] or troops),
        port.Field("answer", "field.answer", "choice", NOTHING, tuple((one, named[one]) for one in answers)),
        port.Field("answer_weapon", "field.answer_weapon", "choice", its, tuple(weapons)),
        port.Field("answer_guard", "field.answer_guard", "number", 0, high=4),
        *_zones(state, "zones"),
        *_zones(state, "other_zones"),
    )


def _fill_exchange(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    weapon, _, mode = _given(values["weapon"]).partition(".")
    back, _, back_mode = _given(values["answer_weapon"]).partition(".")
    return c.Exchange(
        values["one"],
        values["skill"],
        values["other"],
        weapon,
        mode,
        _given(values["answer"]),
        back,
        back_mode,
        values["guard"],
        values["answer_guard"],
        tuple(values.get("zones", ())),
        tuple(values.get("other_zones", ())),
    )


def _given(value: str) -> str:
    return "" if value == NOTHING else value


SHEETS = {
    one.id: one
    for one in (
        Sheet("measured", _measured_fields, _fill_measured),
        Sheet("path", _path_fields, _fill_path),
        Sheet("burst", _burst_fields, _fill_burst),
        Sheet("zone", _zone_fields, _fill_zone),
        Sheet("deploy", _deploy_fields, _fill_deploy),
        Sheet("place", _place_fields, _fill_place),
        Sheet("score", _score_fields, _fill_score),
        Sheet("exchange", _exchange_fields, _fill_exchange),
    )
}
