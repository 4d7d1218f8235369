"""Names of troops, zones, weapons and lengths, and the phrases made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defiance_qt.api import port

from .. import commands as c
from ..content import MILLIMETRES, Hostile
from ..state import Act, Pair, Save, State

INCH = 25
"""Millimetres in an inch at the table: 20 cm are 8 in."""


def known(id: str, words: port.Words) -> str:
    """Return the id by whose texts a troop is told: of the second Ruiz, "ruiz_2", that of the first, "" for a troop
    that was typed at the table."""
    base, _, number = id.rpartition("_")
    found = (one for one in (id, base if number.isdecimal() else "") if f"troop.{one}.name" in words)
    return next(found, "")


def troop(id: str, words: port.Words) -> str:
    """Return the name of a troop. One that was typed at the table has its id for a name."""
    told = known(id, words)
    if not told:
        return id.replace("_", " ")
    name = words(f"troop.{told}.name")
    return name if told == id else words("troop.numbered", name=name, n=id.rpartition("_")[2])


def named(family: str, id: str, words: port.Words) -> str:
    """Return the name of a thing of the content, or its id where a user has typed it in."""
    key = f"{family}.{id}.name"
    return words(key) if key in words else id


def zone(state: State, id: str, words: port.Words) -> str:
    found = state.zones.get(id)
    if found is not None and found.name:
        return found.name
    if found is None and id in state.troops:
        return words("zone.cloud_of", troop=troop(id, words))
    kind = found.kind if found is not None else id
    return named("zone", kind, words)


def length(millimetres: int, state: State, words: port.Words) -> str:
    """Return a length in the unit of the table."""
    if state.setup.options.get("unit") == "inch":
        return words("unit.inch", n=f"{millimetres / INCH:g}")
    return words("unit.cm", n=f"{millimetres / MILLIMETRES:g}")


def several(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def faces(faces: Sequence[int]) -> str:
    return ", ".join(str(face) for face in faces)


def with_weapon(weapon: str, mode: str, words: port.Words) -> str:
    family = "weapon" if f"weapon.{weapon}.name" in words or f"program.{weapon}.name" not in words else "program"
    name = named(family, weapon, words)
    return words("weapon.in_mode", weapon=name, mode=words(f"mode.{mode}.name")) if mode else name


def trait(skill: str, words: port.Words) -> str:
    """Return the name of a skill of a profile with its level: "Guard 3", "Vulnerability: Viral"."""
    id, _, level = skill.partition(":")
    name = named("trait", id, words)
    if f"ammunition.{level}.name" in words:
        return words("trait.against", name=name, what=named("ammunition", level, words))
    return words("trait.level", name=name, level=level) if level.isdecimal() and int(level) else name


def act_line(act: Act | c.Declare | c.React, words: port.Words) -> str:
    """Return a skill with its weapon and its target, without who does it."""
    line = named("skill", act.skill, words)
    if act.weapon:
        line = words("act.with", skill=line, weapon=with_weapon(act.weapon, act.mode, words))
    if act.guard:
        line = words("act.guard", act=line, n=act.guard)
    if isinstance(act, c.React):
        return words("act.on", act=line, targets=troop(act.target, words)) if act.target else line
    if act.targets:
        names = [
            words("act.dice", troop=troop(one.troop, words), n=one.dice)
            if len(act.targets) > 1
            else troop(one.troop, words)
            for one in act.targets
        ]
        line = words("act.on", act=line, targets=several(names))
    return line


def hostility(hostile: Hostile | None, words: port.Words) -> str:
    """Return the level of a zone and what it asks."""
    if hostile is None:
        return words("hostile.none")
    name = words(f"hostile.{hostile.level}") if f"hostile.{hostile.level}" in words else f"{hostile.level}+"
    if hostile.attribute == "ph":
        return words("hostile.ph", level=name, mod=f" −{-hostile.mod}" if hostile.mod else "")
    attribute = words("hostile.both") if hostile.both else words(f"attribute.{hostile.attribute}")
    what = words("hostile.damage", level=name, attribute=attribute, n=hostile.damage)
    return words("hostile.twice", what=what) if hostile.rolls > 1 else what


def measured(pair: Pair | c.Measured, state: State, words: port.Words) -> str:
    """Return what was measured between two troops: how far apart they are, who has cover, what the line crosses."""
    one, other = troop(pair.one, words), troop(pair.other, words)
    line = words("command.measured", one=one, other=other, distance=length(pair.distance, state, words))
    if pair.cover:
        line += words("measured.cover", troops=several(troop(id, words) for id in pair.cover))
    if pair.through:
        line += words("measured.through", zones=several(zone(state, id, words) for id in pair.through))
    return line


def corrected_values(values: dict[str, int | str], words: port.Words) -> str:
    return ", ".join(_value(path, value, words) for path, value in values.items())


def _value(path: str, value: int | str, words: port.Words) -> str:
    parts = path.split(".")
    if parts[0] != "troops":
        return f"{words(f'field.{path}')} {value}"
    shown = several(words(f"state.{one}") for one in str(value).split()) if parts[2] == "states" else value
    return f"{troop(parts[1], words)}, {words(f'field.{parts[2]}')}: {shown or '–'}"


def save_line(save: Save, words: port.Words) -> str:
    """Return what is rolled in a save: "ARM 4 (cover +3) against 13"."""
    attribute = words(f"attribute.{save.attribute}")
    if save.attribute == "ph":
        return words("save.ph", attribute=attribute, value=save.value)
    line = words("save.line", attribute=attribute, value=save.value, n=save.damage)
    return words("save.cover", line=line, n=save.cover) if save.cover else line


def save_sentence(save: Save, words: port.Words) -> str:
    """Return what a save asks of whom."""
    name = troop(save.troop, words)
    if not save.rolls:
        return words("event.save_free", n=save.wounds, troop=name)
    sentence = words("event.save_asked", n=save.rolls, troop=name, save=save_line(save, words))
    return words("event.save_critical", sentence=sentence, n=save.wounds) if save.wounds else sentence
