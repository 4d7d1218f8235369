"""The hooks of Infinity Defiance, in addition to those common to all systems (extend/hookspecs.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from defiance_qt.extend.answers import Answer, decoded
from defiance_qt.extend.hookspecs import ContributeContext
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.hooks import PlayContext, RollModifier, SetupContext, SightRule, Veto


def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:  # type: ignore[empty-body]
    """Add abilities: functions with an id, which cards refer to.

    Called: once, when a game is set up.
    Returns: abilities with new ids. A duplicate id is an error that names both plugins.
    Example: `return (Ability("regenerates", react=heal_at_end_of_round),)`
    """


def choose_sight(context: SetupContext) -> SightRule | None:
    """Choose the rule for lines of sight (R-062…R-068).

    Called: once, when the board of a mission is built.
    Returns: the rule, or None to leave the choice to other plugins.
    Example: `return SightRule(graze_cuts=False)`
    """


def check_command(context: PlayContext, command: Command) -> Veto | None:
    """Refuse a command that the rulebook allows.

    Called: after all other checks have passed. Also called for each command in the list of legal ones, so be quick.
    Returns: a veto with a stable code, a rule id defined by the plugin and a sentence, or None to allow the command.
    Example: `return Veto("no_rest", "tired-1", "Nobody rests tonight") if isinstance(command, Rest) else None`
    """


def modify_roll(context: PlayContext, roll: Roll) -> Sequence[RollModifier]:  # type: ignore[empty-body]
    """Add dice and symbols to a roll, or remove dice from it (R-079…R-082).

    Called: when a roll is opened, before any die is rolled, and when its odds are computed.
    Returns: the changes, each with the text key of its source; () for none. The changes of all plugins are sorted by
    source.
    Example: `return (RollModifier("my_plugin.fog", "team", fewer=1),) if roll.sight else ()`
    """


def modify_attribute(context: PlayContext, figure: str, attribute: str) -> int:  # type: ignore[empty-body]
    """Change "speed", "wounds" or "max_aggro" of a figure.

    Called: whenever the attribute is read.
    Returns: the number to add, 0 for no change. The changes of all plugins are summed.
    Example: `return -1 if attribute == "speed" and figure == "cadin" else 0`
    """


def react_event(context: PlayContext, event: Event) -> Sequence[Event]:  # type: ignore[empty-body]
    """Add events that follow from an event.

    Called: for each event that the rules cause, before the next step of the agenda. Events from reactions do not
    trigger further reactions, so two plugins cannot cause an endless loop.
    Returns: core events; () for none. Damage has its usual effects. Use `PluginFact` for facts defined by the plugin.
    Example: `return (AlertChanged(...),) if isinstance(event, DoorOpened) else ()`
    """


IN_PLAY = ("choose_sight", "check_command", "modify_roll", "modify_attribute", "react_event")
"""The hooks that the engine calls during play; the names are fields of `engine.hooks.Hooks`."""


# ---- validation of the returned values ------------------------------------------------------------------------------


def _abilities(answer: Any) -> tuple[Any, ...]:
    for ability in answer:
        if not isinstance(getattr(ability, "id", None), str) or not ability.id:
            raise TypeError(f"{ability!r} is no ability with an id")
    return tuple(answer)


def _sight(answer: object) -> SightRule | None:
    return None if answer is None else decoded(answer, SightRule)


def _veto(answer: object) -> Veto | None:
    return None if answer is None else decoded(answer, Veto)


def _modifiers(answer: Sequence[object]) -> tuple[RollModifier, ...]:
    modifiers = tuple(decoded(modifier, RollModifier) for modifier in answer)
    for modifier in modifiers:
        Symbols.parse(modifier.symbols)
    return modifiers


def _number(answer: object) -> int:
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise TypeError(f"{answer!r} is no whole number")
    return answer


def _events(answer: Sequence[object]) -> tuple[Event, ...]:
    return tuple(decoded(event, Event) for event in answer)


ANSWERS = {
    "contribute_abilities": Answer(("context",), _abilities, (), lambda answer: [one.id for one in answer]),
    "choose_sight": Answer(("context",), _sight, None),
    "check_command": Answer(("context", "command"), _veto, None),
    "modify_roll": Answer(("context", "roll"), _modifiers, ()),
    "modify_attribute": Answer(("context", "figure", "attribute"), _number, 0),
    "react_event": Answer(("context", "event"), _events, ()),
}
