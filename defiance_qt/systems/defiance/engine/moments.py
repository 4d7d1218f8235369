"""Refusals at the wrong moment: each names what has to come first (R-012, R-041, R-042, R-050, R-116, R-133…R-139).

Below the pending decision there may be more to do before the command; only the next thing is named.
"""

from __future__ import annotations

from collections.abc import Container

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.requests import cited, request
from defiance_qt.systems.defiance.engine.rules import activation, equip, interact, rolls, rounds
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State

# The rule that needs the decision of each frame.
_PENDING: dict[type, str] = {
    f.Readying: "R-286",
    f.Deployment: "R-012",
    f.Round: "R-041",
    f.Activation: "R-041",
    f.Console: "R-134",
    f.Equipping: "R-116",
    f.KeepConsequence: "R-160",
    f.EnemyActivation: "R-041",
    f.SurpriseAttack: "R-041",
}
# The rule of the choice that a roll prompts for at each step: Face-to-Face, and simple.
_STEPS = {
    "dice": ("R-075", "R-075"),
    "team_block": ("R-088", "R-082"),
    "team_critical": ("R-090", "R-081"),
    "team_stored": ("R-097", "R-097"),
    "team_switches": ("R-092", "R-083"),
}
# The rule of the choice that a command makes in a roll, at a Console or while equipping.
_CHOICES: dict[type, str] = {
    c.SpendCritical: "R-095",
    c.KeepCritical: "R-095",
    c.UseSwitch: "R-100",
    c.LetStand: "R-092",
    c.RollAgain: "R-075",
    c.KeepDice: "R-075",
    c.StoreDie: "R-316",
    c.AddStored: "R-097",
    c.Assign: "R-134",
    c.SplitCritical: "R-141",
    c.ConsoleRollAgain: "R-139",
    c.LeaveConsole: "R-133",
    c.Place: "R-116",
    c.Give: "R-117",
    c.Install: "R-114",
    c.FinishEquip: "R-116",
}


def wrong_moment(rules: Rules, state: State, command: c.Command) -> Illegal:
    """Return the refusal of a command that the pending decision does not accept."""
    top = state.agenda[-1]
    if isinstance(command, c.Deploy):
        return Illegal("set_up_over", "R-012", "the team is placed before the first Round only")
    drawing = isinstance(top, f.Draw) and top.deck == "consequence"
    if isinstance(command, c.Keep) and not drawing:
        return Illegal("nothing_drawn", "R-160", "no Consequences have been drawn to choose from")
    if isinstance(top, f.Round):
        return _in_round(rules, state, top, command)
    if isinstance(top, f.Activation):
        return _in_activation(rules, state, top, command)
    return pending(state)


def pending(state: State) -> Illegal:
    """Return the refusal of a command because of the pending decision. `asks` names that: a frame's tag, "dice" or
    "card"."""
    top, asked = state.agenda[-1], request(state)
    if asked is not None:
        asks = "dice" if asked.kind == "dice" else "card"
        return Illegal("not_asked", cited(state), f"{asks} must be entered first", asks=asks)
    asks = str(type(top).__struct_config__.tag)
    figure = getattr(top, "character", "")
    words = f"something else has to be decided first ({asks})"
    if isinstance(top, f.Roll):
        rule = _STEPS.get(top.step, ("R-079", "R-079"))[top.enemy is None]
        return Illegal("not_asked", rule, words, asks=asks, figure=figure, step=top.step)
    return Illegal("not_asked", _PENDING.get(type(top), "R-050"), words, asks=asks, figure=figure)


def _in_round(rules: Rules, state: State, top: f.Round, command: c.Command) -> Illegal:
    """Return the refusal when the team is about to activate somebody: the Character of an Action has to be activated
    first (R-050), unless it cannot be."""
    if type(command) not in activation.KINDS:
        return pending(state)
    id: str = command.character  # type: ignore[union-attr]
    words = f"{id} has to be activated first"
    first = Illegal("activate_first", "R-050", words, figure=id)
    return rounds.check_activate(rules, state, top, c.Activate(id)) or first


def _in_activation(rules: Rules, state: State, top: f.Activation, command: c.Command) -> Illegal:
    """Return the refusal of what no Activation accepts: the next Activation, or a choice in a roll, at a Console or
    while equipping, none of which has begun; for Equip also why that Action is not possible either (R-046, R-116)."""
    if isinstance(command, c.Activate) and not activation.may_activate(state, command.character):
        return activation.not_its_turn(state, top, command.character)
    for kinds, asks, needs in _FIRST:
        if type(command) in kinds:
            words, rule = f"nothing of that kind is in progress ({asks})", _CHOICES[type(command)]
            begin = Illegal("begin_first", rule, words, asks=asks, figure=top.character)
            return activation.unable(rules, state, top, top.character, needs) or begin
    return pending(state)


# What has to be begun before a choice, and whether that takes an Action.
_FIRST: tuple[tuple[Container[type], str, bool], ...] = (
    (rolls.KINDS, "roll", False),
    (interact.CONSOLE_KINDS, "console", False),
    (equip.KINDS, "equip", True),
)
