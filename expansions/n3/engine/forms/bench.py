"""The form of an exchange at the bench."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defiance_qt.api import Illegal, port

from .. import commands as c
from ..commands import Command
from ..course import acts
from ..course.bench import exchanged
from ..rules import Rules
from ..state import State
from . import base
from .base import Sheet


def _exchange_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.phase != "bench" or state.order is not None:
        return ()
    troops = list(state.troops.values())
    attacks = ("bs", "cc", "hack", "observe")
    answers = (base.NOTHING, *attacks, "dodge", "reset")
    weapons = [(base.NOTHING, "option.none")]
    weapons += [
        (base.in_mode(id, mode), f"mode.{mode}.name" if mode else f"weapon.{id}.name")
        for id, weapon in rules.content.weapons.items()
        for mode in weapon.modes or ("",)
    ]
    weapons += [(id, f"program.{id}.name") for id in rules.content.programs]
    named = {one: f"skill.{one}.name" for one in answers} | {base.NOTHING: "option.none"}
    mine, its = "carbine" if "carbine" in rules.content.weapons else base.NOTHING, base.NOTHING
    return (
        base.troops("one", troops),
        port.Field("skill", "field.skill", "choice", "bs", tuple((one, named[one]) for one in attacks)),
        port.Field("weapon", "field.weapon", "choice", mine, tuple(weapons)),
        port.Field("guard", "field.guard", "number", 0, high=4),
        base.troops("other", troops, next((one.id for one in troops if one.side), "")),
        port.Field("answer", "field.answer", "choice", base.NOTHING, tuple((one, named[one]) for one in answers)),
        port.Field("answer_weapon", "field.answer_weapon", "choice", its, tuple(weapons)),
        port.Field("answer_guard", "field.answer_guard", "number", 0, high=4),
        *base.zones(state, "zones"),
        *base.zones(state, "other_zones"),
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
    return "" if value == base.NOTHING else value


def _given_exchange(state: State, command: c.Exchange) -> Mapping[str, Any]:
    return {
        **base.own_fields(state, command),
        "weapon": base.in_mode(command.weapon, command.mode) or base.NOTHING,
        "answer": command.answer or base.NOTHING,
        "answer_weapon": base.in_mode(command.answer_weapon, command.answer_mode) or base.NOTHING,
    }


PATHS = {
    "own_troop": "other",
    "no_such_troop": "other",
    "no_scan": "other",
    "no_exchange": "skill",
    "no_answer": "answer",
    "no_such_zone": "zones",
}


def _beside_exchange(rules: Rules, state: State, command: c.Exchange, wrong: Illegal) -> str:
    """Return the field of a refusal: of the attack, or of the answer if the attack alone can be."""
    if wrong.code in PATHS:
        return PATHS[wrong.code]
    first = acts.check_act(rules, state, exchanged(rules, state, command)[0]) is not None
    prefix = "" if first else "answer_"
    return f"{prefix}guard" if wrong.code == "no_guard" else f"{prefix}weapon"


SHEETS = (Sheet("exchange", c.Exchange, _exchange_fields, _fill_exchange, _beside_exchange, _given_exchange),)
