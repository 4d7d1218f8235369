"""Plugin contributions as one plain value. The engine reads it and knows no plugin system.

The loader (extend/loader.py) binds each callable to its plugin and options and sorts by plugin id. It also guards each
call: an exception is reported and counts as no answer. Without plugins the value is `NO_HOOKS`, and each lookup costs
one empty-tuple test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import msgspec

from defiance_qt.core.errors import Message
from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine.changes import NumberChange, asked, total
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import Roll, TeamOrEnemy
from defiance_qt.systems.defiance.engine.shown import PlayRules
from defiance_qt.systems.defiance.engine.state import State


class SetupContext(msgspec.Struct, frozen=True):
    """The data available to a hook before the game begins: the chosen setup, and the plugin's own options."""

    setup: Setup
    options: Mapping[str, Any] = {}


class PlayContext(msgspec.Struct, frozen=True):
    """The data available to a hook during play: the state, its rules, and the plugin's own options. Nothing in it can
    be changed."""

    state: State
    rules: PlayRules
    options: Mapping[str, Any] = {}


class SightRule(msgspec.Struct, frozen=True):
    """The rule for lines of sight. `graze_cuts`: a line is cut by anything that it touches at a single corner."""

    graze_cuts: bool = True


class Veto(msgspec.Struct, frozen=True):
    """A plugin's refusal of a command, with the parts of `Illegal`: stable code, rule id, sentence for the user."""

    code: str
    rule: str
    message: str


class RollModifier(msgspec.Struct, frozen=True):
    """A plugin's addition to one side of a new roll.

    `source` is the text key of its origin, shown beside the dice. `dice` are ids of dice; `symbols` are fixed ones in
    text form ("S !"). `fewer` dice are removed and `reroll` may be rerolled, as in `content.Modifier`.
    """

    source: str
    side: Literal["team", "enemy"]
    dice: tuple[str, ...] = ()
    symbols: str = ""
    fewer: int = 0
    reroll: int = 0
    rules: tuple[str, ...] = ()


class SymbolChange(msgspec.Struct, frozen=True):
    """What a side's rolled symbols count as by a house rule. `source` is the text key of its origin, shown in the log;
    `rules` are the ids of rules that it cites."""

    source: str
    symbols: Symbols
    rules: tuple[str, ...] = ()


class TerrainMoment(msgspec.Struct, frozen=True):
    """Something that a figure does in a zone: it `enters` it, `rolls` in it, or `stays` there as its Activation ends
    (that of an Enemy: its Unit's). `roll` is the finished roll, with all its dice, where it rolls."""

    what: Literal["enters", "rolls", "stays"]
    figure: str
    zone: str
    roll: Roll | None = None


class EnemyAction(msgspec.Struct, frozen=True):
    """What an Enemy does by an Instruction of an ability, in this order: it walks to one of the spaces `to` that its
    Move reaches, causes `events`, and with `attack` attacks the target, if it reaches that from there. Without
    any `to` it stays. `rules` are the ids of rules that the Instruction cites."""

    to: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    attack: bool = False
    rules: tuple[str, ...] = ()


class Ability(Protocol):
    """A function with an id: the part of an ability that the registry uses."""

    @property
    def id(self) -> str: ...


ChooseSight = Callable[[SetupContext], SightRule | None]
CheckCommand = Callable[[PlayContext, Command], Veto | None]
ModifyRoll = Callable[[PlayContext, Roll], Sequence[RollModifier]]
ModifySymbols = Callable[[SetupContext, TeamOrEnemy, Symbols], SymbolChange | None]
ModifyAttribute = Callable[[PlayContext, str, str], NumberChange | None]
ModifyRange = Callable[[PlayContext, str, str, str, int, int], NumberChange | None]
CampaignNumber = Literal["price", "sale", "intel"]
"""A number between missions: what a card costs, what discarding it brings, what a Character gains by a mission."""

ModifyCampaign = Callable[[PlayContext, CampaignNumber, str, int], NumberChange | None]
AlertEffect = Literal["level", "reinforcements", "aggro"]
"""What the Alert does: its level changes, Reinforcements arrive, a Console gives Aggro."""

ModifyAlert = Callable[[PlayContext, AlertEffect, int], NumberChange | None]
CheckTarget = Callable[[PlayContext, str, str, int], Veto | None]
ModifyDamage = Callable[[PlayContext, str, int, str], NumberChange | None]
ModifyCost = Callable[[PlayContext, Command, int], NumberChange | None]
ReactEvent = Callable[[PlayContext, Event], Sequence[Event]]


@dataclass(frozen=True, slots=True)
class Hooks:
    """The callables of each hook, and the abilities of all plugins in the order of their ids."""

    abilities: tuple[Ability, ...] = ()
    choose_sight: tuple[ChooseSight, ...] = ()
    check_command: tuple[CheckCommand, ...] = ()
    modify_roll: tuple[ModifyRoll, ...] = ()
    modify_symbols: tuple[ModifySymbols, ...] = ()
    modify_attribute: tuple[ModifyAttribute, ...] = ()
    modify_cost: tuple[ModifyCost, ...] = ()
    modify_damage: tuple[ModifyDamage, ...] = ()
    check_target: tuple[CheckTarget, ...] = ()
    modify_alert: tuple[ModifyAlert, ...] = ()
    modify_campaign: tuple[ModifyCampaign, ...] = ()
    modify_range: tuple[ModifyRange, ...] = ()
    react_event: tuple[ReactEvent, ...] = ()

    def sight(self, context: SetupContext) -> SightRule:
        """Return the first plugin's rule of sight, or the rulebook's."""
        for choose in self.choose_sight:
            rule = choose(context)
            if rule is not None:
                return rule
        return SightRule()

    def veto(self, context: PlayContext, command: Command) -> Veto | None:
        """Return the first refusal of the command, or None when no plugin refuses it."""
        return first_veto(self.check_command, context, command)

    def roll_modifiers(self, context: PlayContext, roll: Roll) -> tuple[RollModifier, ...]:
        """Return all plugin additions to the roll, sorted by source, so that the order of the plugins cannot matter."""
        if not self.modify_roll:
            return ()
        found = [modifier for modify in self.modify_roll for modifier in modify(context, roll)]
        return tuple(sorted(found, key=msgspec.structs.astuple))

    def attribute_change(self, context: PlayContext, figure: str, attribute: str) -> int:
        """Return the sum of the plugins' changes to an attribute of one of the team or of a Unit; usually 0."""
        return total(asked(self.modify_attribute, context, figure, attribute))

    def told_changes(self, context: PlayContext, figure: str, attribute: str) -> tuple[NumberChange, ...]:
        """Return those of the changes that name their source."""
        return tuple(one for one in asked(self.modify_attribute, context, figure, attribute) if one.source)


def first_veto(checks: Iterable[Callable[..., Veto | None]], *arguments: object) -> Veto | None:
    """Return the first refusal of some checks, None without one."""
    for check in checks:
        veto = check(*arguments)
        if veto is not None:
            return veto
    return None


def reject(function: object, why: Message) -> bool:
    """Reject what a plugin's function has answered, which drops the plugin. Returns False for a function that is not a
    plugin's."""
    refuse = getattr(function, "reject", None)
    if refuse is None:
        return False
    refuse(why)
    return True


NO_HOOKS = Hooks()
