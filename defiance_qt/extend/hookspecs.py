"""Every hook a plugin may fill: a function of the hook's name in the plugin's module, nothing to inherit or register.

The families, by prefix: `contribute_*` is asked once and returns values, `check_*` may refuse, `modify_*` returns
changes that combine in any order, `choose_*` is answered by the first who has an answer, `react_*` returns core events,
`show_*` serves the window. "First" is by the ids of the plugins, so no order of loading matters. A function may leave
out parameters it does not need. Functions whose names begin with an underscore, or with none of these prefixes, are
the plugin's own; a name with a prefix that is no hook is reported as misspelt.

Hooks are pure: the same arguments, the same answer. They read no clock, take no chance and keep nothing between calls,
because a step may be decided again (hints, replays, `verify`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pluggy

from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.hooks import Ability, PlayContext, RollModifier, SetupContext, SightRule, Veto

PROJECT = "defiance"
PREFIXES = ("contribute_", "check_", "modify_", "choose_", "react_", "show_")

hookspec = pluggy.HookspecMarker(PROJECT)


class ContributeContext(msgspec.Struct, frozen=True):
    """What a hook may know before there is a game: the system it is for, and the plugin's own options."""

    system: str
    options: Mapping[str, Any] = {}


class ShowContext(msgspec.Struct, frozen=True):
    """What a hook of the window may know: the language in use, and the plugin's own options."""

    language: str
    options: Mapping[str, Any] = {}


TableFactory = Callable[..., object]


@hookspec
def contribute_content(context: ContributeContext) -> Mapping[str, bytes]:  # type: ignore[empty-body]
    """Content files: name ("units.toml") to TOML bytes, in the form of the built-in ones.

    Called: once, when a game is set up. Not needed for files in the plugin's `content` folder, which are contributed
    by themselves; this hook is for content that depends on options.
    Returns: new cards, missions, dice or edition switches. An id that exists already is an error naming both files.
    Example: `return {"units.toml": HARD if context.options["hard"] else EASY}`
    """


@hookspec
def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:  # type: ignore[empty-body]
    """Abilities: functions with an id that cards name.

    Called: once, when a game is set up.
    Returns: abilities with ids of their own; one that exists already is an error naming both plugins.
    Example: `return (Ability("regenerates", react=heal_at_end_of_round),)`
    """


@hookspec
def choose_sight(context: SetupContext) -> SightRule | None:
    """The rule by which lines of sight are drawn (R-062…R-068).

    Called: once, when the board of a mission is built.
    Returns: the rule, or None to leave the choice to others.
    Example: `return SightRule(graze_cuts=False)`
    """


@hookspec
def check_command(context: PlayContext, command: Command) -> Veto | None:
    """A refusal of a command that the rulebook allows.

    Called: last of the checks, for every command that passed all others; for each legal command too, so be quick.
    Returns: a veto with a stable code, a rule id of the plugin's own and a sentence, or None to let it pass.
    Example: `return Veto("no_rest", "tired-1", "Nobody rests tonight") if isinstance(command, Rest) else None`
    """


@hookspec
def modify_roll(context: PlayContext, roll: Roll) -> Sequence[RollModifier]:  # type: ignore[empty-body]
    """Dice and symbols that join a roll, or dice that leave it (R-079…R-082).

    Called: when a roll is opened, before any die is rolled, and when its odds are shown.
    Returns: the changes, each with the text key of its source; () for none. What all plugins add is sorted by source.
    Example: `return (RollModifier("my_plugin.fog", "team", fewer=1),) if roll.sight else ()`
    """


@hookspec
def modify_attribute(context: PlayContext, figure: str, attribute: str) -> int:  # type: ignore[empty-body]
    """A change of "speed", "wounds" or "max_aggro" of a figure.

    Called: whenever the attribute is asked for.
    Returns: what is added to it, 0 for nothing. The changes of all plugins are summed.
    Example: `return -1 if attribute == "speed" and figure == "cadin" else 0`
    """


@hookspec
def react_event(context: PlayContext, event: Event) -> Sequence[Event]:  # type: ignore[empty-body]
    """What follows an event.

    Called: for each event that the rules cause, before the game goes on to its next step. Events that reactions cause
    are not offered to reactions again, so that no two plugins can keep each other busy for ever.
    Returns: core events; Damage has its effect, a plugin's own facts go into `PluginFact`. () for none.
    Example: `return (AlertChanged(...),) if isinstance(event, DoorOpened) else ()`
    """


@hookspec
def show_table(context: ShowContext) -> Mapping[str, TableFactory]:  # type: ignore[empty-body]
    """The window's table for game systems: system id to a factory of its widget.

    Called: once, when the window opens a game of a system. Import Qt inside the factory, not above it.
    Returns: the factories; {} for none. Two plugins with the same system are an error naming both.
    Example: `return {"three-sieges": lambda bridge: SiegeTable(bridge)}`
    """
