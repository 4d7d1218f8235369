"""The skills and the equipment of the supplement: one table by id, one module for each area.

An `Ability` says what it gives, and answers the questions that the course asks of every troop: what a hit of some
ammunition becomes, what a CC Attack gains, whether clouds hinder. A troop has an ability if its profile names it; those
with levels are written "guard:3". What is not in the table is plain text on a roster.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..state import Troop
from . import close, deployment, equipment, fireteams, protection
from .base import Ability, Guard, Hit, Treatment

ABILITIES: dict[str, Ability] = {
    one.id: one for area in (close, deployment, equipment, fireteams, protection) for one in area.ABILITIES
}

__all__ = ["ABILITIES", "Ability", "Guard", "Hit", "Treatment", "cloud_free", "has", "of", "treatment", "uses"]


def of(troop: Troop) -> Iterator[tuple[Ability, str]]:
    """Yield the abilities of a troop with their levels."""
    for skill in troop.profile.skills:
        name, _, level = skill.partition(":")
        if name in ABILITIES:
            yield ABILITIES[name], level


def has(troop: Troop, skill: str) -> bool:
    """Return whether a troop has a skill, by its profile or because another skill gives it."""
    return troop.has(skill) or any(skill in ability.gives for ability, _ in of(troop))


def cloud_free(troop: Troop) -> bool:
    """Return whether the clouds of anybody leave a troop unhindered: while its own is on (N-096)."""
    return bool(troop.cloud)


def uses(troop: Troop, skill: str) -> int:
    """Return how often a troop can still use a skill that is used up; 99 for one that is not."""
    ability = ABILITIES.get(skill)
    if ability is None or not ability.uses:
        return 99
    level = troop.level(skill)
    most = int(level) if level and ability.uses_level else ability.uses
    return most - troop.used.get(skill, 0)


def treatment(troop: Troop, hit: Hit) -> Treatment:
    """Return what a hit becomes before it is saved. A vulnerability comes before every immunity (N-087)."""
    for ability, level in of(troop):
        if ability.vulnerable is not None and ability.vulnerable(level, hit):
            return Treatment(rules=(*ability.rules, "N-128"))
    if troop.mate:
        return protection.mate(hit)
    for ability, level in of(troop):
        if ability.treats is not None and (found := ability.treats(level, hit)) is not None:
            return found
    return Treatment()
