"""What plugins add to a game, as one plain value. The engine asks it and knows no plugin system.

Who fills it (extend/loader.py) has bound every callable to its plugin and to that plugin's options, guards it (one
that raises answers nothing and is named), and has sorted the callables by the id of their plugin. A game without
plugins has `NO_HOOKS`, and every question to it costs a test for an empty tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import msgspec

from defiance_qt.core.system import Setup
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.state import State


class SetupContext(msgspec.Struct, frozen=True):
    """What a hook may know before the game begins: what was chosen, and the asked plugin's own options."""

    setup: Setup
    options: Mapping[str, Any] = {}


class PlayContext(msgspec.Struct, frozen=True):
    """What a hook may know during play: the state, the ruleset it is played by, and the asked plugin's own options."""

    state: State
    rules: Any
    options: Mapping[str, Any] = {}


class SightRule(msgspec.Struct, frozen=True):
    """How lines of sight are drawn. `graze_cuts`: a line is cut by what it only touches at a single corner."""

    graze_cuts: bool = True


class Veto(msgspec.Struct, frozen=True):
    """A plugin's refusal of a command, with the parts of `Illegal`: stable code, rule id, sentence for people."""

    code: str
    rule: str
    message: str


class RollModifier(msgspec.Struct, frozen=True):
    """What a plugin adds to one side of a roll that is being opened.

    `source` is the text key of what adds it, shown beside the dice; `dice` are ids of dice; `symbols` are fixed ones
    in text form ("S !"); `fewer` dice are taken away and `reroll` may be rolled again, as in `content.Modifier`.
    """

    source: str
    side: Literal["team", "enemy"]
    dice: tuple[str, ...] = ()
    symbols: str = ""
    fewer: int = 0
    reroll: int = 0
    rules: tuple[str, ...] = ()


class Ability(Protocol):
    """A function with an id, as far as the registry looks at it."""

    @property
    def id(self) -> str: ...


ChooseSight = Callable[[SetupContext], SightRule | None]
CheckCommand = Callable[[PlayContext, Command], Veto | None]
ModifyRoll = Callable[[PlayContext, Roll], Sequence[RollModifier]]
ModifyAttribute = Callable[[PlayContext, str, str], int]
ReactEvent = Callable[[PlayContext, Event], Sequence[Event]]


@dataclass(frozen=True, slots=True)
class Hooks:
    """The callables of each hook, and the abilities of all plugins in the order of their ids."""

    abilities: tuple[Ability, ...] = ()
    choose_sight: tuple[ChooseSight, ...] = ()
    check_command: tuple[CheckCommand, ...] = ()
    modify_roll: tuple[ModifyRoll, ...] = ()
    modify_attribute: tuple[ModifyAttribute, ...] = ()
    react_event: tuple[ReactEvent, ...] = ()

    def sight(self, context: SetupContext) -> SightRule:
        """The first plugin's rule of sight, or the rulebook's."""
        for choose in self.choose_sight:
            rule = choose(context)
            if rule is not None:
                return rule
        return SightRule()

    def veto(self, context: PlayContext, command: Command) -> Veto | None:
        """The first refusal of the command, or None when every plugin lets it pass."""
        for check in self.check_command:
            veto = check(context, command)
            if veto is not None:
                return veto
        return None

    def roll_modifiers(self, context: PlayContext, roll: Roll) -> tuple[RollModifier, ...]:
        """All that plugins add to the roll, sorted by source: the order of the plugins cannot matter."""
        if not self.modify_roll:
            return ()
        found = [modifier for modify in self.modify_roll for modifier in modify(context, roll)]
        return tuple(sorted(found, key=msgspec.structs.astuple))

    def attribute_change(self, context: PlayContext, figure: str, attribute: str) -> int:
        """The sum of what plugins add to "speed", "wounds" or "max_aggro" of a figure; 0 for most."""
        return sum(modify(context, figure, attribute) for modify in self.modify_attribute)

    def reactions(self, context: PlayContext, event: Event) -> tuple[Event, ...]:
        """What plugins cause because of an event. Events caused so are not offered to reactions again."""
        return tuple(caused for react in self.react_event for caused in react(context, event))


NO_HOOKS = Hooks()
