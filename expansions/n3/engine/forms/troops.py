"""The form of a troop of one's own: a profile that is typed at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from defiance_qt.api import Illegal, port

from .. import commands as c
from ..abilities import ABILITIES
from ..abilities.deployment import SEED
from ..abilities.protection import INACTIVE
from ..commands import Command
from ..content import Form, Profile
from ..rules import Rules
from ..state import SIDES, State
from . import base
from .base import Sheet

TYPES = ("li", "mi", "hi", "sk", "wb", "rem", "tag")
STRUCTURE = ("rem", "tag")
"""The types that have STR in place of Wounds."""
LIEUTENANT = "lieutenant"
ORDERS = ("regular", LIEUTENANT, "irregular", "none")
MOVES = {"mov": 10, "mov_2": 10}
ATTRIBUTES = {"cc": 13, "bs": 11, "ph": 10, "wip": 12, "arm": 1, "bts": 0}
BODY = {"wounds": 1, "silhouette": 2}
"""The values that the form begins with: those of light infantry."""
SECOND = {"second_arm": 0, "second_bts": 0, "second_wounds": 1}
"""The values of a further profile, for the skills that bring one."""
FORMS: dict[str, tuple[str, int | None]] = {"seed_embryo": (SEED, 0), "symbiont_armour": (INACTIVE, None)}
"""Those skills, and the form that each brings, with its silhouette if it is another one."""
WEAPONS = ("weapon", "weapon_2", "weapon_3")
TRAITS = ("trait", "trait_2", "trait_3", "trait_4")
LEVELS = {
    "dazer": ("1", "2", "3"),
    "guard": ("1", "2", "3", "4"),
    "immunity": ("total",),
    "impersonation": ("0",),
    "reporter": ("1", "2", "3"),
    "symbiomate": ("1", "2"),
}
"""The levels of the skills that have some."""


def _troop_fields(rules: Rules, state: State) -> tuple[port.Field, ...]:
    if state.phase not in ("setup", "bench") or state.order is not None:
        return ()
    content = rules.content
    weapons = [(id, f"weapon.{id}.name") for id in content.weapons]
    traits = [(id, f"trait.{id}.name") for id in _traits(rules)]
    teams = dict.fromkeys(one.fireteam for one in content.profiles.values() if one.fireteam)
    programs = tuple((id, f"program.{id}.name") for id in content.programs)
    return (
        port.Field("name", "field.name", "text", "", high=base.NAME_LENGTH),
        _choice("side", 0, ((str(side), f"side.{side}") for side in range(len(SIDES)))),
        _choice("type", TYPES[0], ((one, f"type.{one}") for one in TYPES)),
        _choice("order", ORDERS[0], ((one, f"option.order.{one}") for one in ORDERS)),
        *_numbers(MOVES),
        *_numbers(ATTRIBUTES, "attribute"),
        *_numbers(BODY),
        *(_optional(path, weapons) for path in WEAPONS),
        *(_optional(path, traits) for path in TRAITS),
        _optional("fireteam", [(id, f"fireteam.{id}.name") for id in teams]),
        port.Field("programs", "field.programs", "set", (), programs),
        *_numbers(SECOND),
    )


def _choice(path: str, first: Any, options: Iterable[tuple[str, str]]) -> port.Field:
    return port.Field(path, f"field.{path}", "choice", first, tuple(options))


def _optional(path: str, options: Iterable[tuple[str, str]]) -> port.Field:
    return _choice(path, base.NOTHING, ((base.NOTHING, "option.none"), *options))


def _numbers(values: Mapping[str, int], family: str = "field") -> Iterator[port.Field]:
    for path, value in values.items():
        low, high = (1, 9) if path.endswith("wounds") else (0, 99)
        yield port.Field(path, f"{family}.{path}", "number", value, low=low, high=high)


def _traits(rules: Rules) -> Iterator[str]:
    """Yield the skills that a profile can have, each with all its levels. A servant needs a controller of its own, who
    cannot be typed here."""
    levels = {**LEVELS, "vulnerability": tuple(id for id in rules.content.ammunition if id != "normal")}
    for id in ABILITIES:
        if id != "servant":
            yield from (f"{id}:{level}" for level in levels[id]) if id in levels else (id,)


def _fill_troop(rules: Rules, state: State, values: Mapping[str, Any]) -> Command:
    weapons, skills = (tuple(dict.fromkeys(_chosen(values, paths))) for paths in (WEAPONS, TRAITS))
    second = {path.removeprefix("second_"): values[path] for path in SECOND}
    order = values["order"]
    profile = Profile(
        values["type"],
        tuple(values[path] for path in MOVES),
        **{path: values[path] for path in (*ATTRIBUTES, *BODY)},
        structure=values["type"] in STRUCTURE,
        skills=skills,
        weapons=weapons,
        programs=tuple(values["programs"]),
        order="regular" if order == LIEUTENANT else order,
        lieutenant=order == LIEUTENANT,
        fireteam=next(_chosen(values, ("fireteam",)), ""),
        leader="strategic_deployment" in skills,
        forms={form: Form(**second, silhouette=size) for skill, (form, size) in FORMS.items() if skill in skills},
    )
    return c.AddTroop("_".join(values["name"].split()), values["side"], profile)


def _chosen(values: Mapping[str, Any], paths: Iterable[str]) -> Iterator[str]:
    return (values[path] for path in paths if values[path] != base.NOTHING)


def _given_troop(state: State, command: c.AddTroop) -> Mapping[str, Any]:
    """Return the values of the form. A profile with more than it can hold is none of its making."""
    profile = command.profile
    second = next(iter(profile.forms.values()), None)
    return {
        **{path: getattr(profile, path) for path in ("type", *ATTRIBUTES, *BODY, "programs")},
        "name": command.id.replace("_", " "),
        "side": command.side,
        "order": LIEUTENANT if profile.lieutenant else profile.order,
        **dict(zip(MOVES, profile.mov, strict=False)),
        **dict(zip(WEAPONS, profile.weapons, strict=False)),
        **dict(zip(TRAITS, profile.skills, strict=False)),
        "fireteam": profile.fireteam or base.NOTHING,
        **({path: getattr(second, path.removeprefix("second_")) for path in SECOND} if second is not None else {}),
    }


def _beside_troop(rules: Rules, state: State, command: c.AddTroop, wrong: Illegal) -> str:
    """Return the field of the name, or of the skill of which a force may have one."""
    skill = {"one_spec_ops": "spec_ops", "one_tri_core": "tri_core"}.get(wrong.code)
    return "name" if skill is None else TRAITS[command.profile.skills.index(skill)]


SHEETS = (Sheet("troop", c.AddTroop, _troop_fields, _fill_troop, _beside_troop, _given_troop),)
