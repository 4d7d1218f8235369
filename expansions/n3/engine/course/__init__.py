"""The course of the game: one function for each step, legality once.

`legal` lists what passes the check of its command; `decide` asks the same check, and its refusal is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.api import port

from .. import commands as c
from .. import corrections
from .. import events as e
from ..commands import Command
from ..events import Event
from ..rules import Rules, Run, refuse
from ..state import State, Troop
from . import bench, conclude, dice, measure, orders, proceed, setup, turns
from .base import Handler, none

HANDLERS: dict[type, Handler] = {
    **orders.HANDLERS,
    **bench.HANDLERS,
    **measure.HANDLERS,
    **conclude.HANDLERS,
    **dice.HANDLERS,
    **setup.HANDLERS,
    **turns.HANDLERS,
    **proceed.HANDLERS,
    c.Overrule: Handler(corrections.check, lambda run, one: run.add(e.Overruled(dict(one.values), one.reason)), none),
}
CHANCE = ("team.dice", "enemy.dice", "saves", "tables")
"""The kinds of chance."""

WHILE_ASKED = (c.EnterDice, c.Overrule)
"""The commands that can be given while dice are asked for."""


def start(rules: Rules) -> Sequence[Event]:
    """Return the events of the first step: the forces, the zones, and the phase that the scenario
    begins with. The scenario decides before an agreement, and that before the tables (N-221)."""
    scenario = rules.scenario
    bench = scenario.kind == "bench"
    mode = rules.options.get("zones", "scenario")
    zones = {}
    if mode != "agreed":
        for id in scenario.zones:
            zone = setup.zone_of(id, id, rules.content.zones[id])
            if mode in ("rolled", "variable"):
                zone = type(zone)(id, id, "", zone.terrain, variable=True)
            zones[id] = zone
    troops: dict[str, Troop] = {}
    for side in (0, 1):
        for profile in rules.content.forces[rules.options[f"force_{side}"]].troops:
            id = profile if profile not in troops else f"{profile}_2"
            troop = setup.troop_from(id, side, rules.content.profiles[profile])
            troops[id] = Troop(
                id, side, troop.profile, "table" if bench else "", fireteam=troop.fireteam, leader=troop.leader
            )
    answers = dict(rules.setup.options.get("answers", {}))
    cited = ("N-001", "N-007", "N-221")
    began = e.GameBegan(rules.setup, bench, int(rules.options["rounds"]), troops, zones, answers, cited)
    return (began, e.PhaseBegan("bench" if bench else "setup", ("N-001",)))


def legal(rules: Rules, state: State) -> tuple[Command, ...]:
    """Return the legal commands, of values that are free representatives. Dice, settings and corrections are not
    listed."""
    if state.result is not None or state.asked:
        return ()
    return tuple(
        command
        for handler in HANDLERS.values()
        for command in handler.options(rules, state)
        if handler.check(rules, state, command) is None
    )


def decide(rules: Rules, state: State, command: Command) -> tuple[list[Event], State]:
    """Return the events that a command causes, and the State after them. Raises `Illegal`."""
    if isinstance(command, port.SetAnswer):
        if command.key not in CHANCE:
            raise refuse("unknown_chance", "K-001", f"{command.key!r} is not rolled here", name=command.key)
        run = Run(rules, state)
        run.add(port.AnswerSet(command.key, command.who, ("K-001",)))
        return run.events, run.state
    if state.result is not None:
        raise refuse("game_over", "", "the game is over")
    if state.asked and not isinstance(command, WHILE_ASKED):
        raise refuse("dice_first", "K-001", "the dice have to be rolled first")
    handler = HANDLERS[type(command)]
    wrong = handler.check(rules, state, command)
    if wrong is not None:
        raise wrong
    run = Run(rules, state)
    handler.run(run, command)
    return run.events, run.state
