"""Just the dice: one exchange after the other, of any two troops with any weapon."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from .. import mods
from ..abilities import close
from ..rules import Rules, Run, refuse
from ..skills import SKILLS
from ..state import Act, State, Target, Troop
from . import acts, measure, orders
from .base import Handler, known_zones, outside


def _check_exchange(rules: Rules, state: State, command: c.Exchange) -> Illegal | None:
    if wrong := outside(state, "bench"):
        return wrong
    for id in (command.one, command.other):
        if id not in state.troops:
            return refuse("no_such_troop", "", f"there is no troop {id!r}", name=id)
    if state.troops[command.one].side == state.troops[command.other].side:
        return refuse("own_troop", "K-006", "it is a troop of its own side", troop=command.other)
    skill = SKILLS.get(command.skill)
    if skill is None or "short" not in skill.when or skill.aims != "enemy":
        return refuse("no_exchange", "K-004", "an exchange begins with an Attack", name=command.skill)
    answer = SKILLS.get(command.answer)
    if command.answer and (answer is None or "aro" not in answer.when or answer.role not in ("attack", "defence")):
        return refuse("no_answer", "K-007", "this does not answer an Attack", name=command.answer)
    both = exchanged(rules, state, command)
    return next(
        filter(None, (acts.check_act(rules, state, act) for act in both)),
        known_zones(state, (*command.zones, *command.other_zones)),
    )


def exchanged(rules: Rules, state: State, command: c.Exchange) -> list[Act]:
    """Return the acts of an exchange."""
    act = Act(command.one, command.skill, command.weapon, command.mode, (), command.guard)
    whole = 1
    if command.skill == "cc" or (command.skill == "bs" and command.weapon in rules.content.weapons):
        known = command.mode in (rules.weapon(command.weapon).modes or ("",)) if command.skill == "bs" else True
        whole = sum(step.amount for step in mods.burst(rules, state, act)) if known else 1
    first = Act(act.troop, act.skill, act.weapon, act.mode, (Target(command.other, whole),), act.guard)
    if not command.answer:
        return [first]
    aims = bool(SKILLS[command.answer].aims)
    back = Act(
        command.other,
        command.answer,
        command.answer_weapon,
        command.answer_mode,
        (),
        command.answer_guard,
        reaction=True,
    )
    dice = sum(step.amount for step in mods.burst(rules, state, back)) if aims else 1
    targets = (Target(command.one, dice),) if aims else ()
    return [first, Act(back.troop, back.skill, back.weapon, back.mode, targets, back.guard, reaction=True)]


def _exchange(run: Run, command: c.Exchange) -> None:
    for id, zones in ((command.one, command.zones), (command.other, command.other_zones)):
        troop = run.state.troops[id]
        run.add(e.Placed(id, zones))
        if troop.lost or troop.form:
            run.add(e.Healed(id, 0), *((e.FormTaken(id, "", ("K-021",)),) if troop.form else ()))
        run.add(*(e.StateEnded(id, one, "bench") for one in run.state.troops[id].states))
    both = exchanged(run.rules, run.state, command)
    orders.begin(run, command.one, (), "bench")
    for act in both:
        orders.declare(run, act)
    measure.begin(run)


def _exchanges(rules: Rules, state: State) -> Iterator[c.Exchange]:
    """Offer for each troop its own weapon against the next of the other side, answered and not, in a zone and not."""
    own = [one for one in state.troops.values() if not one.side]
    others = [one for one in state.troops.values() if one.side]
    for place, one in enumerate(own):
        other = others[place % len(others)] if others else None
        mine = _first_weapon(rules, one)
        if other is None or mine is None:
            continue
        zones = tuple(list(state.zones)[:1])
        for guard in (0, *close.owned(one)) if mine[0] == "cc" else (0,):
            yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], guard=guard)
            if (back := _first_weapon(rules, other)) is not None:
                yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], *back, guard=guard)
                yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], *back, guard=guard, zones=zones)
            yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], "dodge", guard=guard)


def _first_weapon(rules: Rules, troop: Troop) -> tuple[str, str, str] | None:
    for id in troop.profile.weapons:
        weapon = rules.weapon(id)
        if weapon.kind != "template":
            return weapon.kind, id, next(iter(weapon.modes), "")
    return None


HANDLERS: dict[type, Handler] = {c.Exchange: Handler(_check_exchange, _exchange, _exchanges)}
