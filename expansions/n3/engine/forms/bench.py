"""The form of an exchange at the bench."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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

GUARDS = range(1, 5)
"""The levels of Guard (N-041)."""


def _exchange_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.phase != "bench" or state.order is not None:
        return ()
    troops = list(state.troops.values())
    attacks = {one: f"skill.{one}.name" for one in ("bs", "cc", "hack", "observe")}
    attacks |= {f"cc.{level}": f"option.guard.{level}" for level in GUARDS}
    answers = {base.NOTHING: "option.none", **attacks, "dodge": "skill.dodge.name", "reset": "skill.reset.name"}
    weapons = [(base.NOTHING, "option.none")]
    weapons += [
        (base.in_mode(id, mode), f"mode.{mode}.name" if mode else f"weapon.{id}.name")
        for id, weapon in rules.content.weapons.items()
        for mode in weapon.modes or ("",)
    ]
    weapons += [(id, f"program.{id}.name") for id in rules.content.programs]
    mine = "carbine" if "carbine" in rules.content.weapons else base.NOTHING
    return (
        base.troops("one", troops),
        port.Field("skill", "field.skill", "choice", "bs", tuple(attacks.items())),
        port.Field("weapon", "field.weapon", "choice", mine, tuple(weapons)),
        base.troops("other", troops, next((one.id for one in troops if one.side), "")),
        port.Field("answer", "field.answer", "choice", base.NOTHING, tuple(answers.items())),
        port.Field("answer_weapon", "field.answer_weapon", "choice", base.NOTHING, tuple(weapons)),
        *_zone(state, "zones"),
        *_zone(state, "other_zones"),
    )


def _zone(state: State, path: str) -> Iterator[port.Field]:
    """Yield a field for one zone, if there are any on the table: a box takes less room than a mark for each."""
    for zones in base.zones(state, path):
        options = ((base.NOTHING, "option.none"), *zones.options)
        yield port.Field(path, zones.name, "choice", base.NOTHING, options)


def _fill_exchange(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    weapon, _, mode = _given(values["weapon"]).partition(".")
    back, _, back_mode = _given(values["answer_weapon"]).partition(".")
    skill, _, guard = values["skill"].partition(".")
    answer, _, answer_guard = _given(values["answer"]).partition(".")
    return c.Exchange(
        values["one"],
        skill,
        values["other"],
        weapon,
        mode,
        answer,
        back,
        back_mode,
        int(guard or 0),
        int(answer_guard or 0),
        *(tuple(filter(None, (_given(values.get(path, "")),))) for path in ("zones", "other_zones")),
    )


def _given(value: str) -> str:
    return "" if value == base.NOTHING else value


def _given_exchange(state: State, command: c.Exchange) -> Mapping[str, Any]:
    if len(command.zones) > 1 or len(command.other_zones) > 1:
        return {}
    return {
        "one": command.one,
        "skill": f"{command.skill}.{command.guard}" if command.guard else command.skill,
        "other": command.other,
        "zones": next(iter(command.zones), base.NOTHING),
        "other_zones": next(iter(command.other_zones), base.NOTHING),
        "weapon": base.in_mode(command.weapon, command.mode) or base.NOTHING,
        "answer": f"cc.{command.answer_guard}" if command.answer_guard else command.answer or base.NOTHING,
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
    return "weapon" if first else "answer_weapon"


SHEETS = (Sheet("exchange", c.Exchange, _exchange_fields, _fill_exchange, _beside_exchange, _given_exchange, True),)
