"""Reasons for refusing a command: the first check that fails, in a fixed order, as an `Illegal` (code, rule, sentence).

A property test checks that exactly the commands missing from `legal` are refused. This module owns the order of the
checks; `moments` owns what has to come first. The checks of an Action stand with its options (`agenda.CHECKS`); those
of rolls, Consoles, Equip and what lies between missions still stand here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.agenda import CHECKS, OPTIONS
from defiance_qt.systems.defiance.engine.refusals.campaign import ONLY_BETWEEN, STEPS, between, wrong_step
from defiance_qt.systems.defiance.engine.refusals.console import CONSOLE
from defiance_qt.systems.defiance.engine.refusals.equip import EQUIP
from defiance_qt.systems.defiance.engine.refusals.moments import not_activated, wrong_moment
from defiance_qt.systems.defiance.engine.refusals.rolls import ROLLS
from defiance_qt.systems.defiance.engine.requests import request
from defiance_qt.systems.defiance.engine.rules.rounds import group_fault
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State

# The frame that accepts each kind of command; an Activation accepts all others.
_FRAMES: dict[type, tuple[type, ...]] = {
    c.Deploy: (f.Deployment,),
    c.Activate: (f.Round,),
    **dict.fromkeys(ROLLS, (f.Roll,)),
    **dict.fromkeys(CONSOLE, (f.Console,)),
    **dict.fromkeys(EQUIP, (f.Equipping,)),
    **dict.fromkeys(ONLY_BETWEEN, (f.Campaign,)),
    c.Ready: (f.Readying,),
    c.Keep: (f.KeepConsequence,),
    c.Proceed: (f.EnemyActivation, f.SurpriseAttack),
}


def check(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Return why a command is refused, None for a legal one. Checks, in order: the game is in progress, the command's
    figures exist, nothing else has to come first, the demands of its kind, and that plugins allow it."""
    over = game_over(state)
    if over is not None:
        return over
    top, missing = state.agenda[-1], _missing(rules, state, command)
    if isinstance(top, f.Campaign) and request(state) is None:
        return _between(rules, state, command, missing)
    if not isinstance(top, _FRAMES.get(type(command), (f.Activation,))) or request(state) is not None:
        return missing or wrong_moment(rules, state, command)
    if missing is not None:
        return missing
    if rules.hooks.check_command and command in OPTIONS[type(top)](rules, state, top):
        veto = rules.hooks.veto(rules.context(state), command)
        if veto is not None:
            return Illegal(veto.code, veto.rule, veto.message)
    if type(command) in CHECKS.get(type(top), {}):
        return CHECKS[type(top)][type(command)](rules, state, top, command)
    if command in OPTIONS[type(top)](rules, state, top):
        return None
    refuse = _CHECKS.get(type(command))
    return refuse(rules, state, command) if refuse is not None else wrong_moment(rules, state, command)


def _between(rules: Rules, state: State, command: c.Command, missing: Illegal | None) -> Illegal | None:
    """Return why a command is refused between missions: another step has to come first, its figures do not exist, a
    plugin forbids it, or its own demands."""
    top = state.agenda[-1]
    assert isinstance(top, f.Campaign)
    if top.todo[0] not in STEPS.get(type(command), ()):
        return wrong_step(state)
    if missing is not None:
        return missing
    if rules.hooks.check_command and command in OPTIONS[type(top)](rules, state, top):
        veto = rules.hooks.veto(rules.context(state), command)
        if veto is not None:
            return Illegal(veto.code, veto.rule, veto.message)
    return None if command in OPTIONS[type(top)](rules, state, top) else between(rules, state, command)


def game_over(state: State) -> Illegal | None:
    """Return the refusal of every command after the end of the mission (R-045)."""
    return None if state.agenda else Illegal("game_over", "R-045", "the game is over")


def _missing(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Return the refusal for a figure or object that the command names but that does not exist."""
    for field in ("character", "giver", "receiver", "dragged"):
        id = getattr(command, field, None)
        if id is not None and id not in state.team and not isinstance(command, c.Enlist):
            return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)
    if isinstance(command, c.Attack | c.Hack | c.UseCard):
        id = command.target
        figure = id in state.team or id in state.enemies or id in state.neutrals
        door = id in state.doors and not isinstance(command, c.Attack)
        space = id in rules.board.by_name and isinstance(command, c.UseCard)
        if not (figure or door or space):
            rule = {c.Hack: "R-109", c.UseCard: "R-048"}.get(type(command), "R-073")
            return Illegal("unknown_target", rule, f"there is no {id!r} on the board", name=id)
    if isinstance(command, c.Interact):
        id = command.element
        if not any(id in table for table in (state.doors, state.containers, state.consoles, state.neutrals)):
            return Illegal("unknown_element", "R-123", f"there is no {id!r} on the board", name=id)
    return None


# ---- set-up and Round ----


def _deploy(rules: Rules, state: State, command: c.Deploy) -> Illegal:
    top = state.agenda[-1]
    assert isinstance(top, f.Deployment)
    id, space = command.character, command.space
    if id not in top.waiting:
        return Illegal("already_deployed", "R-012", f"{id} has been deployed", figure=id)
    names = [rules.board.names[rules.board.space(name)] for name in rules.mission.deployment]
    if space not in names:
        return Illegal("no_deployment_space", "R-012", f"{space} is not a deployment space", space=space)
    view = rules.view(state)
    if (view.taken | view.obstructed) >> rules.board.by_name[space] & 1:
        return Illegal("deployment_taken", "R-012", f"{space} is taken", space=space)
    wrong = group_fault(rules, state, id, space)
    if wrong == "group_full":
        words = f"the group that deploys at {space} is complete"
        return Illegal("group_full", "R-012", words, space=space)
    if wrong == "group_first":
        return Illegal("group_first", "R-012", f"the controller of {id} has to be deployed first", figure=id)
    return Illegal("group_of_controller", "R-012", f"{id} deploys with the group of its controller", figure=id)


def _keep(rules: Rules, state: State, command: c.Keep) -> Illegal:
    top = state.agenda[-1]
    assert isinstance(top, f.KeepConsequence)
    cards = tuple(dict.fromkeys(top.cards))
    return Illegal(
        "not_drawn", (top.rules or ("R-160",))[0], f"{command.card} was not drawn: {', '.join(cards)}", cards=cards
    )


def _ready(rules: Rules, state: State, command: c.Ready) -> Illegal:
    one = state.team[command.character]
    if one.ally:
        return Illegal("no_character", "R-286", f"{one.id} is no Character", figure=one.id)
    return Illegal("is_focused", "R-278", f"{one.id} is Focused", figure=one.id)


_CHECKS: dict[type, Callable[[Rules, State, Any], Illegal]] = {
    **ROLLS,
    **CONSOLE,
    **EQUIP,
    c.Deploy: _deploy,
    c.Activate: not_activated,
    c.Keep: _keep,
    c.Ready: _ready,
}
