"""The hooks of Infinity Defiance, beside those common to all systems (extend/hookspecs.py)."""

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
    """Abilities: functions with an id that cards name.

    Called: once, when a game is set up.
    Returns: abilities with ids of their own; one that exists already is an error naming both plugins.
    Example: `return (Ability("regenerates", react=heal_at_end_of_round),)`
    """


def choose_sight(context: SetupContext) -> SightRule | None:
    """The rule by which lines of sight are drawn (R-062…R-068).

    Called: once, when the board of a mission is built.
    Returns: the rule, or None to leave the choice to others.
    Example: `return SightRule(graze_cuts=False)`
    """


def check_command(context: PlayContext, command: Command) -> Veto | None:
    """A refusal of a command that the rulebook allows.

    Called: last of the checks, for every command that passed all others; for each legal command too, so be quick.
    Returns: a veto with a stable code, a rule id of the plugin's own and a sentence, or None to let it pass.
    Example: `return Veto("no_rest", "tired-1", "Nobody rests tonight") if isinstance(command, Rest) else None`
    """


def modify_roll(context: PlayContext, roll: Roll) -> Sequence[RollModifier]:  # type: ignore[empty-body]
    """Dice and symbols that join a roll, or dice that leave it (R-079…R-082).

    Called: when a roll is opened, before any die is rolled, and when its odds are shown.
    Returns: the changes, each with the text key of its source; () for none. What all plugins add is sorted by source.
    Example: `return (RollModifier("my_plugin.fog", "team", fewer=1),) if roll.sight else ()`
    """


def modify_attribute(context: PlayContext, figure: str, attribute: str) -> int:  # type: ignore[empty-body]
    """A change of "speed", "wounds" or "max_aggro" of a figure.

    Called: whenever the attribute is asked for.
    Returns: what is added to it, 0 for nothing. The changes of all plugins are summed.
    Example: `return -1 if attribute == "speed" and figure == "cadin" else 0`
    """


def react_event(context: PlayContext, event: Event) -> Sequence[Event]:  # type: ignore[empty-body]
    """What follows an event.

    Called: for each event that the rules cause, before the game goes on to its next step. Events that reactions cause
    are not offered to reactions again, so that no two plugins can keep each other busy for ever.
    Returns: core events; Damage has its effect, a plugin's own facts go into `PluginFact`. () for none.
    Example: `return (AlertChanged(...),) if isinstance(event, DoorOpened) else ()`
    """


IN_PLAY = ("choose_sight", "check_command", "modify_roll", "modify_attribute", "react_event")
"""The hooks that the engine asks, by the fields of `engine.hooks.Hooks`."""


# ---- what they may answer -------------------------------------------------------------------------------------------


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
