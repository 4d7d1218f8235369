"""The legal commands, indexed by kind and by the thing on the table that a click refers to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import State

# The kind of each command type.
_KINDS: dict[type, str] = {
    c.Deploy: "deploy",
    c.Activate: "activate",
    c.EndActivation: "end",
    c.Move: "move",
    c.StepTo: "step",
    c.Drag: "drag",
    c.Attack: "attack",
    c.Hack: "hack",
    c.Equip: "equip",
    c.Rest: "rest",
    c.Interact: "interact",
    c.UseAutoMediKit: "automedikit",
    c.UseCard: "card",
    c.SpendCritical: "roll",
    c.KeepCritical: "roll",
    c.UseSwitch: "roll",
    c.LetStand: "roll",
    c.RollAgain: "roll",
    c.KeepDice: "roll",
    c.StoreDie: "roll",
    c.AddStored: "roll",
    c.Assign: "console",
    c.SplitCritical: "console",
    c.ConsoleRollAgain: "console",
    c.LeaveConsole: "console",
    c.Place: "place",
    c.Give: "give",
    c.Install: "install",
    c.FinishEquip: "finish_equip",
    c.Keep: "keep",
    c.Proceed: "proceed",
    c.Enlist: "campaign",
    c.BeginMission: "campaign",
    c.PlayAgain: "campaign",
    c.AcceptDefeat: "campaign",
    c.Ready: "campaign",
    c.Station: "campaign",
    c.Swap: "campaign",
    c.Cure: "campaign",
    c.TakeSample: "campaign",
    c.Craft: "campaign",
    c.Acquire: "campaign",
    c.Buy: "campaign",
    c.Sell: "campaign",
    c.Pool: "campaign",
    c.Stow: "campaign",
    c.Fetch: "campaign",
    c.Load: "campaign",
    c.Scrap: "campaign",
    c.FinishStep: "campaign",
    c.WriteDown: "setting",
    c.EnterCampaign: "setting",
    c.EnterDice: "enter",
    c.EnterCard: "enter",
    c.SetAnswer: "setting",
    c.Overrule: "setting",
}


def kind(command: Any) -> str:
    """Return the kind of a command: one word, shared by all commands of one button."""
    return _KINDS[type(command)]


def group(command: Any) -> str:
    """Return the id of a command's button: its kind, or card and Action for the Action of a card."""
    if isinstance(command, c.UseCard):
        return f"card:{command.card}:{command.action}"
    return kind(command)


def thing(command: Any, state: State) -> str:
    """Return the thing that the command refers to: the id of a figure or element, a space as "@K7", or ""."""
    if isinstance(command, c.Deploy | c.StepTo | c.Drag):
        return f"@{command.space}"
    if isinstance(command, c.Activate):
        return command.character
    if isinstance(command, c.Attack | c.Hack):
        return command.target
    if isinstance(command, c.Interact):
        return command.element
    if isinstance(command, c.UseCard):
        known = (state.team, state.enemies, state.neutrals, state.doors)
        return command.target if any(command.target in table for table in known) else f"@{command.target}"
    return ""


def spaces_of(thing: str, state: State, doors: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the space of a thing; for a door, its two spaces from `doors`."""
    if thing.startswith("@"):
        return (thing[1:],)
    if thing in state.doors:
        return doors.get(thing, ())
    for table in (state.team, state.enemies, state.containers, state.consoles, state.neutrals):
        if thing in table:
            space: str = table[thing].space
            return (space,) if space else ()
    return ()


class Offers:
    """The legal commands of one state, indexed for lookup."""

    def __init__(self, commands: Iterable[Any], state: State, doors: dict[str, tuple[str, ...]]) -> None:
        self.commands = tuple(commands)
        self._state = state
        self._doors = doors
        self.by_group: dict[str, list[Any]] = {}
        self.by_thing: dict[str, list[Any]] = {}
        self.by_space: dict[str, list[Any]] = {}
        for command in self.commands:
            self.by_group.setdefault(group(command), []).append(command)
            found = thing(command, state)
            if found:
                self.by_thing.setdefault(found, []).append(command)
                for space in spaces_of(found, state, doors):
                    self.by_space.setdefault(space, []).append(command)

    def of(self, *kinds: str) -> tuple[Any, ...]:
        """Return all commands of these kinds, in their order."""
        return tuple(command for command in self.commands if kind(command) in kinds)

    def at(self, thing: str, picked: str = "") -> tuple[Any, ...]:
        """Return the commands about a figure or element; `picked` is the button pressed before, "" for none."""
        return _picked(self.by_thing.get(thing, ()), picked)

    def on(self, space: str, picked: str = "") -> tuple[Any, ...]:
        """Return the commands about a space and everything on it."""
        return _picked(self.by_space.get(space, ()), picked)

    def clicked(self, place: str, picked: str = "") -> tuple[Any, ...]:
        """Return the commands for a click on a figure, an element or a space. Without a pressed button, exclude
        using a card on the team or on a space."""
        commands = self.at(place, picked) or self.on(place, picked)
        return commands if picked else tuple(command for command in commands if not _asked_for(command, self._state))

    def spaces(self, thing: str) -> tuple[str, ...]:
        """Return the spaces of a thing of these commands."""
        return spaces_of(thing, self._state, self._doors)

    def things(self, picked: str) -> tuple[str, ...]:
        """Return the things that the button's commands refer to."""
        return tuple(name for name, commands in self.by_thing.items() if _picked(commands, picked))


def _asked_for(command: Any, state: State) -> bool:
    """Return whether the command needs its button, so that a bare click does not give it."""
    about = thing(command, state)
    return kind(command) == "card" and (about in state.team or about.startswith("@"))


def _picked(commands: Iterable[Any], picked: str) -> tuple[Any, ...]:
    return tuple(command for command in commands if not picked or group(command) == picked)
