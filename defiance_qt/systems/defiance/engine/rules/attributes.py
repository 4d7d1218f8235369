"""The attributes with which a figure comes into play: those of its card, changed by plugins.

They are asked for then and stored with the figure, so that the rules, the odds, Evil AI, the log and a save without the
plugin read the same. The Speed of the team is asked for at each Move instead (`Rules.speed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.changes import AttributeChange
from defiance_qt.systems.defiance.engine.content import Profile
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State

CHARACTER: Mapping[str, int] = {"wounds": 1, "max_aggro": 0}
"""The attributes of a Character or Ally that are asked for, with the least that each can be."""

UNIT: Mapping[str, int] = {"speed": 0, "wounds": 1, "respawn": 1, "replacements": 1}
"""The attributes of a Unit that are asked for, with the least that each can be."""

_Figure = TypeVar("_Figure", Character, Profile)


def of_character(rules: Rules, state: State, one: Character) -> Character:
    """Return a Character or Ally that comes into play."""
    return _changed(one, _amounts(rules, state, one.id, CHARACTER), CHARACTER) if rules.hooks.modify_attribute else one


def faces_of(rules: Rules, state: State, unit: str) -> tuple[Profile, ...]:
    """Return the faces of a Unit that comes into play."""
    faces = rules.catalog.units[unit].faces
    if not rules.hooks.modify_attribute:
        return faces
    amounts = _amounts(rules, state, unit, UNIT)
    return tuple(_changed(face, amounts, UNIT) for face in faces)


def changes_of(rules: Rules, state: State, figure: str, names: Iterable[str]) -> tuple[AttributeChange, ...]:
    """Return what plugins change in these attributes of a figure that comes into play, and name the source of."""
    if not rules.hooks.modify_attribute:
        return ()
    context = rules.context(state)
    return tuple(
        AttributeChange(figure, name, change)
        for name in names
        for change in rules.hooks.told_changes(context, figure, name)
    )


def _amounts(rules: Rules, state: State, figure: str, least: Mapping[str, int]) -> dict[str, int]:
    context = rules.context(state)
    amounts = {name: rules.hooks.attribute_change(context, figure, name) for name in least}
    return {name: amount for name, amount in amounts.items() if amount}


def _changed(figure: _Figure, amounts: Mapping[str, int], least: Mapping[str, int]) -> _Figure:
    """Return a figure with other attributes. One that its card does not have stays away."""
    values = {
        name: max(least[name], printed + amount)
        for name, amount in amounts.items()
        if (printed := getattr(figure, name)) is not None
    }
    return replace(figure, **values) if values else figure
