"""Labels of commands, for buttons and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.api import port

from .. import commands as c
from ..commands import Command
from ..state import State
from .names import act_line, corrected_values, faces, measured, named, several, troop, with_weapon, zone


def label(command: Command, state: State, words: port.Words) -> str:
    """Return a short label of the command."""
    made = LABELS.get(type(command))
    if made is not None:
        return made(command, state, words)
    return words(f"command.{type(command).__struct_config__.tag}")


def _label_declare(one: c.Declare, state: State, words: port.Words) -> str:
    line = words("command.act", troop=troop(one.troop, words), act=act_line(one, words))
    if one.crosses:
        names = several(zone(state, id, words) for id in one.crosses)
        line = words("command.crosses", act=line, zones=names)
    return line


def _label_activate(one: c.Activate, state: State, words: port.Words) -> str:
    names = several(troop(id, words) for id in (one.troop, *one.together))
    return words(f"command.activate.{one.kind}", troops=names)


def _label_exchange(one: c.Exchange, state: State, words: port.Words) -> str:
    skill = named("skill", one.skill, words)
    act = words("act.with", skill=skill, weapon=with_weapon(one.weapon, one.mode, words)) if one.weapon else skill
    if one.guard:
        act = words("act.guard", act=act, n=one.guard)
    line = words("command.exchange", one=troop(one.one, words), act=act, other=troop(one.other, words))
    if one.answer:
        back = named("skill", one.answer, words)
        if one.answer_weapon:
            back = words("act.with", skill=back, weapon=with_weapon(one.answer_weapon, one.answer_mode, words))
        line = words("command.answered", exchange=line, answer=back)
    if one.zones:
        names = several(zone(state, id, words) for id in one.zones)
        line = words("command.crosses", act=line, zones=names)
    return line


def _label_place(one: c.Place, state: State, words: port.Words) -> str:
    if not one.zones:
        return words("command.place.outside", troop=troop(one.troop, words))
    names = several(zone(state, id, words) for id in one.zones)
    return words("command.place", troop=troop(one.troop, words), zones=names)


def _label_overrule(one: c.Overrule, state: State, words: port.Words) -> str:
    return words("command.overrule", what=corrected_values(one.values, words))


LABELS: dict[type, Callable[[Any, State, port.Words], str]] = {
    c.AddZone: lambda one, state, words: words("command.zone", zone=one.name or named("zone", one.kind, words)),
    c.RemoveZone: lambda one, state, words: words("command.remove_zone", zone=zone(state, one.id, words)),
    c.RollTable: lambda one, state, words: words("command.roll_table", zone=zone(state, one.zone, words)),
    c.AddTroop: lambda one, state, words: words("command.add_troop", troop=troop(one.id, words)),
    c.Initiative: lambda one, state, words: words("command.initiative", side=words(f"side.{one.side}")),
    c.Deploy: lambda one, state, words: words(f"command.deploy.{one.how or 'openly'}", troop=troop(one.troop, words)),
    c.DeployRest: lambda one, state, words: words("command.deploy_rest", side=words(f"side.{one.side}")),
    c.AssignMate: lambda one, state, words: words(
        "command.assign_mate", owner=troop(one.owner, words), troop=troop(one.troop, words)
    ),
    c.CancelState: lambda one, state, words: words(f"command.cancel.{one.state}", troop=troop(one.troop, words)),
    c.MoveMarker: lambda one, state, words: words("command.move_marker", team=named("fireteam", one.fireteam, words)),
    c.Activate: _label_activate,
    c.Declare: _label_declare,
    c.React: lambda one, state, words: words("command.act", troop=troop(one.troop, words), act=act_line(one, words)),
    c.Measured: measured,
    c.Exchange: _label_exchange,
    c.EndTurn: lambda one, state, words: words("command.end_bench" if state.bench else "command.end_turn"),
    c.EnterDice: lambda one, state, words: words("command.enter_dice", faces=faces(one.faces)),
    c.ChooseSave: lambda one, state, words: words("command.choose_save", attribute=words(f"attribute.{one.attribute}")),
    c.Place: _label_place,
    c.Score: lambda one, state, words: words(
        "command.score", objective=words(f"objective.{one.objective}"), troop=troop(one.troop, words)
    ),
    c.Overrule: _label_overrule,
    port.SetAnswer: lambda one, state, words: words(f"command.set_answer.{one.who}", what=words(f"chance.{one.key}")),
}
