"""Tables for the tests of n3: the game bound without a session, commands and typed dice given to it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal, Message
from defiance_qt.core.port import Setup
from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.content import Hostile
from expansions.n3.engine.course import HANDLERS
from expansions.n3.engine.game import TableGame
from expansions.n3.engine.state import Order, Roll, Save, State, Target, Troop, Zone
from expansions.n3.engine.switches import VARIANT
from expansions.n3.system import TableSystem

WEAPONS = b"""
[test_ap]
damage = 13
burst = 3
ammunition = "ap"
bands = [[240, 0]]

[test_da]
damage = 13
burst = 3
ammunition = "da"
bands = [[240, 0]]

[test_fire]
damage = 13
burst = 3
ammunition = "fire"
bands = [[240, 0]]

[test_shock]
damage = 13
burst = 3
ammunition = "shock"
bands = [[240, 0]]

[test_stun]
damage = 13
burst = 3
ammunition = "stun"
bands = [[240, 0]]

[test_normal]
damage = 13
burst = 3
bands = [[240, 0]]
"""
"""Weapons without range MODs, so that a test need not count with them."""


GOES_ON = HANDLERS[c.Proceed].check


class NoPlugins:
    """A session without plugins."""

    def calls(self, hook: str) -> tuple[Any, ...]:
        return ()

    def contributed(self, hook: str) -> tuple[Any, ...]:
        return ()

    def report(self, fault: Message) -> None:
        raise AssertionError(fault)


@cache
def content() -> dict[str, bytes]:
    return {**TableSystem().content(), "weapons_test.toml": WEAPONS}


class Table:
    """A game with its State. `told` are the events of the last command and of the dice after it."""

    def __init__(self, scenario: str = "free", **options: Any) -> None:
        setup = Setup("n3", scenario, 1, VARIANT, options)
        game = TableSystem().bind(content(), setup, NoPlugins())
        self.game: TableGame = game
        self.state: State = game.blank()
        for event in game.start(setup):
            self.state = game.evolve(self.state, event)
        self.told: list[Any] = []

    def give(self, *commands: Any) -> Table:
        """Give commands; what the last one caused is in `told`."""
        for command in commands:
            before = self.state
            self.state, events = self.game.step(before, command)
            self.told = list(events)
            assert not self.game.invariants(self.state), (command, self.game.invariants(self.state))
            if not self.state.asked and GOES_ON(self.game.rules, self.state, c.Proceed()) is None:
                self.give(c.Proceed())
                self.told = [*events, *self.told]
        return self

    def dice(self, *faces: int) -> Table:
        """Enter the dice that are asked for. What they cause is added to `told`."""
        told = self.told
        self.give(c.EnterDice(faces))
        self.told = told + self.told
        return self

    def refused(self, command: Any) -> Illegal:
        """Return why a command is refused; nothing changes."""
        with pytest.raises(Illegal) as found:
            self.game.decide(self.state, command)
        assert command not in self.game.legal(self.state)
        return found.value

    def put(self, id: str, **values: Any) -> Table:
        """Set values of a troop, or of its profile: `skills`, `weapons`, `arm` and so on."""
        troop = self.state.troops[id]
        own = {name: value for name, value in values.items() if name in Troop.__struct_fields__}
        of_profile = {name: value for name, value in values.items() if name not in own}
        troop = replace(troop, profile=replace(troop.profile, **of_profile), **own)
        self.state = replace(self.state, troops={**self.state.troops, id: troop})
        return self

    def zone(self, id: str, hostile: Hostile | None = None, **values: Any) -> Table:
        """Lay a zone that need not be of any kind."""
        zone = Zone(id, id, terrain="desert", hostile=hostile, **values)
        self.state = replace(self.state, zones={**self.state.zones, id: zone})
        return self

    # -- what came of it

    def of(self, kind: type) -> list[Any]:
        """Return the events of a kind among the last ones."""
        return [event for event in self.told if type(event) is kind]

    def saves(self) -> list[tuple[Any, ...]]:
        """Return the saves asked for: troop, attribute, value, Damage, rolls, Wounds without a roll."""
        return [brief(event.save) for event in self.of(e.SaveAsked)]

    def rolls(self) -> list[Roll]:
        return [event.roll for event in self.of(e.SuccessValue)]

    def order(self) -> Order:
        """Return the Order under way."""
        assert self.state.order is not None
        return self.state.order

    def bonuses(self) -> tuple[int, ...]:
        return self.order().bonuses

    def troop(self, id: str) -> Troop:
        return self.state.troops[id]

    def cites(self, *rules: str) -> bool:
        """Return whether the last events cite all of these rules."""
        cited = {rule for event in self.told for rule in event.rules}
        return set(rules) <= cited


def brief(save: Save) -> tuple[Any, ...]:
    return (save.troop, save.attribute, save.value, save.damage, save.rolls, save.wounds)


def ready(scenario: str = "free", side: int = 0, **options: Any) -> Table:
    """Return a table at the first Order: all troops are deployed the usual way."""
    table = Table(scenario, **options).give(c.Ready(), c.Initiative(side), c.DeployRest(0), c.DeployRest(1), c.Ready())
    assert table.state.phase == "turn"
    return table


def act(table: Table, first: c.Declare, *reactions: c.React, second: c.Declare | None = None, **more: Any) -> Table:
    """Play an Order up to its rolls: the first skill, the reactions, and nothing or `second` after it."""
    servant = more.get("servant")
    together = (servant.troop,) if servant else more.get("together", ())
    table.give(c.Activate(first.troop, together), first)
    if servant:
        table.give(servant)
    table.give(*reactions, c.NoReactions(), second or c.Declare(first.troop, "move"))
    if servant:
        table.give(c.Declare(servant.troop, "move"))
    return table.give(c.NoReactions())


def bs(troop: str, weapon: str, *targets: tuple[str, int], crosses: Iterable[str] = (), mode: str = "") -> c.Declare:
    return c.Declare(troop, "bs", weapon, mode, tuple(Target(*one) for one in targets), crosses=tuple(crosses))


def shot(troop: str, weapon: str, target: str, mode: str = "") -> c.React:
    return c.React(troop, "bs", weapon, mode, target)


def cc(troop: str, weapon: str, target: str, guard: int = 0) -> c.Declare:
    return c.Declare(troop, "cc", weapon, "", (Target(target, 1 + (guard > 2)),), guard)


def exchange(
    table: Table, command: c.Exchange, distance: int = 300, cover: tuple[str, ...] = (), through: tuple[str, ...] = ()
) -> Table:
    """Give an exchange of the bench up to its dice."""
    table.give(command)
    if table.state.step == "measure":
        events = table.told
        table.give(c.Measured(command.one, command.other, distance, cover, through))
        table.told = events + table.told
    return table
