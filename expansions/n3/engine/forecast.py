"""The exact odds of what is about to be rolled: of a distance that is measured, so of every range band beforehand."""

from __future__ import annotations

from msgspec import Struct
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
from .state import Act, Order, Roll, Save, State, Troop


def forecast(rules: Rules, state: State, command: c.Command, subject: str) -> port.Odds | None:
    """Return the odds of the rolls that a command opens: those of the active troop and of who faces it; None if it
    opens none."""
    if state.asked or not isinstance(command, c.Measured | c.NoReactions | c.Exchange):
        return None
    after = _opened(rules, state, command)
    found = duel(rules, after)
    if found is None:
        return None
    return as_odds(subject, exchange(found.one, found.other), found.one, found.other)


class Duel(Struct, frozen=True):
    """The first roll of an Order and what it meets: a roll, or the attack of a Direct Template, which has none
    (K-017). `rival` is who that is of, or who is aimed at; without an `act` it does nothing."""

    first: Roll
    one: Side
    rival: str
    other: Side | None = None
    act: Act | None = None


def duel(rules: Rules, state: State) -> Duel | None:
    """Return the first roll of the Order with what it meets, None without a roll."""
    order = state.order
    first = next((roll for roll in order.rolls if roll.dice), None) if order is not None else None
    if order is None or first is None:
        return None
    one = side_of(rules, state, first)
    against = next(iter(measure.facing(order, first)), None)
    if against is not None:
        return Duel(first, one, against.troop, side_of(rules, state, against), order.acts[against.act])
    template = _template(rules, order, first)
    if template is None:
        return Duel(first, one, first.target, _target(state, first))
    asked = _asked(rules, state, template, first.troop, False)
    hit, wounds = _harm(asked) if asked is not None else None, _left(state.troops[template.troop])
    return Duel(first, one, template.troop, Side(0, 0, hit, wounds, sure=True), template)


def _template(rules: Rules, order: Order, roll: Roll) -> Act | None:
    """Return the attack of a Direct Template that a roll is to evade."""
    if SKILLS[order.acts[roll.act].skill].role != "defence":
        return None
    found = (act for act in order.acts if act.skill == "bs" and rules.weapon(act.weapon).kind == "template")
    return next((act for act in found if any(target.troop == roll.troop for target in act.targets)), None)


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
    act = order.acts[roll.act]
    if not roll.target or SKILLS[act.skill].role != "attack":
        return None
    return _asked(rules, state, act, roll.target, any(roll.target in pair.cover for pair in order.pairs))


def _asked(rules: Rules, state: State, act: Act, target: str, cover: bool) -> Save | None:
    assert state.order is not None
    run = Run(rules, replace(state, order=replace(state.order, saves=())))
    saves.of_hits(run, act, target, 1, 0, cover)
    assert run.state.order is not None
    return next(iter(run.state.order.saves), None)


def _harm(save: Save) -> Harm:
    if save.attribute == "ph":
        return under_harm(save.value)
    harm = save_harm(save.value, save.damage, save.rolls, save.again, save.kills)
    return harm if save.fails == "wound" else Harm(harm.fails, harm.rolls, wounds=False)
