"""The exact odds of what is about to be rolled: of a distance that is measured, so of every range band beforehand."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.api import port

from . import commands as c
from . import saves
from .abilities.protection import INACTIVE
from .course import HANDLERS, measure
from .notation import as_odds
from .odds import Harm, Side, exchange, save_harm, under_harm
from .rules import Rules, Run
from .skills import SKILLS
from .state import Roll, Save, State, Troop


def forecast(rules: Rules, state: State, command: c.Command, subject: str) -> port.Odds | None:
    """Return the odds of the rolls that a command opens: those of the active troop and of who faces it; None if it
    opens none."""
    if state.asked or not isinstance(command, c.Measured | c.NoReactions | c.Exchange):
        return None
    after = _opened(rules, state, command)
    order = after.order
    if order is None or not order.rolls:
        return None
    first = next((roll for roll in order.rolls if roll.dice), None)
    if first is None:
        return None
    against = next(iter(measure.facing(order, first)), None)
    one = side_of(rules, after, first)
    other = side_of(rules, after, against) if against is not None else _target(after, first)
    return as_odds(subject, exchange(one, other), one, other)


def _opened(rules: Rules, state: State, command: c.Command) -> State:
    run = Run(rules, state)
    handler = HANDLERS[type(command)]
    if handler.check(rules, state, command) is None:
        handler.run(run, command)
    return run.state


def _target(state: State, roll: Roll) -> Side | None:
    """Return the side of somebody who is aimed at and rolls nothing."""
    return Side(0, 0, wounds=_left(state.troops[roll.target])) if roll.target else None


def _left(troop: Troop) -> int:
    """Return how many Wounds a troop has left, with those of an armour that is still to open."""
    left = troop.value("wounds") - troop.lost
    if troop.has("symbiont_armour") and not troop.form:
        inactive = troop.profile.forms.get(INACTIVE)
        left += (inactive.wounds if inactive is not None else None) or troop.profile.wounds
    return max(1, left)


def side_of(rules: Rules, state: State, roll: Roll) -> Side:
    """Return a roll as a side of an exchange: what its hits do, and which zone its own dice wake."""
    level, zone = 0, None
    troop = state.troops[roll.troop]
    for id in roll.zones:
        hostile = state.zones[id].hostile
        if hostile is not None:
            asked = next(iter(saves.zone_saves(rules, hostile, troop, 1)), None)
            level, zone = hostile.level, _harm(asked) if asked is not None else None
            break
    return Side(roll.sv, roll.dice, _hit(rules, state, roll), _left(troop), level, zone)


def _hit(rules: Rules, state: State, roll: Roll) -> Harm | None:
    asked = asked_by(rules, state, roll)
    return _harm(asked) if asked is not None else None


def asked_by(rules: Rules, state: State, roll: Roll) -> Save | None:
    """Return what one hit of a roll asks of its target, None for nothing. Asks for it, to know."""
    order = state.order
    assert order is not None
    if not roll.target or SKILLS[order.acts[roll.act].skill].role != "attack":
        return None
    run = Run(rules, replace(state, order=replace(order, saves=())))
    cover = any(roll.target in pair.cover for pair in order.pairs)
    saves.of_hits(run, order.acts[roll.act], roll.target, 1, 0, cover)
    assert run.state.order is not None
    return next(iter(run.state.order.saves), None)


def _harm(save: Save) -> Harm:
    if save.attribute == "ph":
        return under_harm(save.value)
    harm = save_harm(save.value, save.damage, save.rolls, save.again, save.kills)
    return harm if save.fails == "wound" else Harm(harm.fails, harm.rolls, wounds=False)
