"""Checks of a choice within a roll (R-075, R-081…R-101, R-210, R-316)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules.effects import other_wanted, others
from defiance_qt.systems.defiance.engine.rules.storing import STORING, of_dice
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State

CRITICAL_STEPS = {"block": "team_block", "success": "team_critical"}


def _roll(state: State) -> tuple[f.Roll, f.RollSide]:
    top = state.agenda[-1]
    assert isinstance(top, f.Roll)
    assert top.team is not None
    return top, top.team


def _not_this_step(roll: f.Roll, rule: str) -> Illegal:
    """Return the refusal for a choice that belongs to another step of the roll; `step` names the present one."""
    return Illegal(
        "not_this_step", rule, f"that is not a choice at this step of the roll ({roll.step})", step=roll.step
    )


# ---- criticals ----


def _critical(rules: Rules, state: State, command: c.SpendCritical | c.KeepCritical) -> Illegal:
    roll, side = _roll(state)
    simple = roll.enemy is None
    rule = {"block": "R-082" if simple else "R-088", "success": "R-081" if simple else "R-090"}[command.critical]
    if roll.step != CRITICAL_STEPS[command.critical]:
        return _not_this_step(roll, rule)
    left = side.symbols.critical_block if command.critical == "block" else side.symbols.critical
    if not left:
        return Illegal("no_critical", rule, f"{side.figure} has no such critical left", figure=side.figure)
    return Illegal("no_rival", rule, "no opponent rolls: there is nothing to nullify")


# ---- Switches ----


def _switch(rules: Rules, state: State, command: c.UseSwitch) -> Illegal:
    roll, side = _roll(state)
    if roll.step != "team_switches":
        return _not_this_step(roll, "R-092")
    if not 0 <= command.offer < len(side.offers):
        return Illegal("no_such_switch", "R-100", "no such Switch stands open in this roll")
    switch = side.offers[command.offer].switch
    if not side.symbols.covers(Symbols.parse(switch.cost)):
        words = f"{switch.cost} is asked for, {side.symbols.text} is left"
        return Illegal("cannot_pay", "R-101", words, cost=switch.cost, symbols=side.symbols.text)
    wanted = other_wanted(switch.effects)
    if not wanted:
        return Illegal("no_switch_target", "R-100", "that Switch takes no target")
    if not command.target:
        return Illegal("switch_needs_target", "R-100", "that Switch needs a target")
    found = others(rules, state, roll, wanted)
    words = f"that Switch cannot be used on {command.target!r}: {', '.join(found)}"
    return Illegal("wrong_switch_target", "R-100", words, figures=found)


def _let_stand(rules: Rules, state: State, command: c.LetStand) -> Illegal:
    roll, side = _roll(state)
    if roll.step in CRITICAL_STEPS.values():
        return Illegal("critical_first", "R-096", "the critical must be spent or kept first", figure=side.figure)
    return _not_this_step(roll, "R-092")


# ---- rerolled dice, stored symbols ----


def _again(rules: Rules, state: State, command: c.RollAgain | c.KeepDice) -> Illegal:
    roll, side = _roll(state)
    if roll.step != "dice":
        return Illegal("no_reroll", "R-075", f"{side.figure} may roll no die again now", figure=side.figure)
    return _no_such_die(side, "R-075")


def _no_such_die(side: f.RollSide, rule: str) -> Illegal:
    return Illegal("no_such_die", rule, f"there are {len(side.dice)} dice in this roll", dice=len(side.dice))


def _store(rules: Rules, state: State, command: c.StoreDie) -> Illegal:
    roll, side = _roll(state)
    if roll.step not in STORING:
        return _not_this_step(roll, "R-316")
    one, card = state.team[side.figure], command.card
    room = next((ability.stores for ability in rules.loadout(one).abilities if ability.id == card), 0)
    if not room:
        return Illegal("cannot_store", "R-316", f"{card} stores no symbols", card=card)
    if sum(token.card == card for token in one.stored) >= room:
        return Illegal("store_full", "R-316", f"{card} holds all the symbols it can", card=card)
    if not 0 <= command.die < len(side.faces):
        return _no_such_die(side, "R-316")
    shown = rules.catalog.dice.dice[side.dice[command.die].die].faces[side.faces[command.die]]
    if command.die not in side.taken and not of_dice(side).covers(shown):
        return Illegal("die_spent", "R-316", "what that die showed is no longer in the roll")
    words = f"that die shows {shown.text}"
    return Illegal("not_on_die", "R-316", words, symbols=shown.text)


def _stored(rules: Rules, state: State, command: c.AddStored) -> Illegal:
    roll, side = _roll(state)
    if roll.step not in STORING:
        return _not_this_step(roll, "R-097")
    return Illegal("not_stored", "R-097", f"{side.figure} has no such symbol stored", figure=side.figure)


ROLLS: dict[type, Callable[[Rules, State, Any], Illegal]] = {
    c.SpendCritical: _critical,
    c.KeepCritical: _critical,
    c.UseSwitch: _switch,
    c.LetStand: _let_stand,
    c.RollAgain: _again,
    c.KeepDice: _again,
    c.StoreDie: _store,
    c.AddStored: _stored,
}
