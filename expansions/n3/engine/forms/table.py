"""The forms of the set-up, and of what is done between Orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defiance_qt.api import port

from .. import commands as c
from ..commands import Command
from ..rules import Rules
from ..state import State
from . import base
from .base import Sheet


def _zone_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.phase != "setup":
        return ()
    options = tuple((kind, f"zone.{kind}.name") for kind in rules.content.zones)
    return (
        port.Field("kind", "field.kind", "choice", options[0][0], options),
        port.Field("name", "field.name", "text", "", high=base.NAME_LENGTH),
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
        base.troops("troop", waiting),
        port.Field("how", "field.how", "choice", "openly", options),
        *base.zones(state, "zones"),
    )


def _fill_deploy(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    how = "" if values["how"] == "openly" else values["how"]
    return c.Deploy(values["troop"], how, tuple(values["zones"]))


def _given_deploy(state: State, command: c.Deploy) -> Mapping[str, Any]:
    return {**base.own_fields(state, command), "how": command.how or "openly"}


def _place_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if not state.zones:
        return ()
    if state.step == "place" and state.order is not None:
        return (base.troops("troop", [state.troops[id] for id in state.order.place]), *base.zones(state, "zones"))
    on_table = [one for one in state.troops.values() if one.where == "table"]
    if state.order is not None or state.phase != "turn" or not on_table:
        return ()
    return (base.troops("troop", on_table), *base.zones(state, "zones"))


def _fill_place(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    return c.Place(values["troop"], tuple(values["zones"]))


def _score_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    own = [one for one in state.troops.values() if one.side == state.side and one.up]
    open_ = rules.unscored(state)
    if state.phase != "turn" or state.order is not None or not own or not open_ or rules.scenario.opens:
        return ()
    options = tuple((one, f"objective.{one}") for one in open_)
    return (port.Field("objective", "field.objective", "choice", open_[0], options), base.troops("troop", own))


def _fill_score(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    return c.Score(values["objective"], state.side, values["troop"])


SHEETS = (
    Sheet("zone", c.AddZone, _zone_fields, _fill_zone, base.by_code({"incomplete": "kind", "no_such_kind": "kind"})),
    Sheet(
        "deploy",
        c.Deploy,
        _deploy_fields,
        _fill_deploy,
        base.by_code({"no_way": "how", "deployed": "troop", "no_such_zone": "zones"}),
        _given_deploy,
    ),
    Sheet("place", c.Place, _place_fields, _fill_place, base.by_code({"not_landing": "troop"})),
    Sheet(
        "score",
        c.Score,
        _score_fields,
        _fill_score,
        base.by_code({"no_scorer": "troop", "no_specialist": "troop", "scored": "objective"}),
    ),
)
