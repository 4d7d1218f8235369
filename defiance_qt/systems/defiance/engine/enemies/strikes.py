"""Attacks of an Enemy: the target and the weapon (R-186, R-193, R-200, R-206)."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.enemies import evil_ai
from defiance_qt.systems.defiance.engine.enemies.decision import (
    DecisionContext,
    Plan,
    Way,
    arms,
    chance_of,
    chosen,
    look,
    of_choice,
    roll_of,
    sighted,
    skip,
    targetable,
    ways,
)
from defiance_qt.systems.defiance.engine.enemies.targeting import choose, described
from defiance_qt.systems.defiance.engine.rules import ranges, rolls
from defiance_qt.systems.defiance.engine.state import Character
from defiance_qt.systems.defiance.engine.transaction import Transaction


def surprise(run: Transaction, enemy: str, target: str) -> Plan:
    """Return the plan for the one Attack of a Surprise Attack Unit (R-206)."""
    context = look(run, enemy, "attack", "")
    options = ways(context, run.state.team[target], context.here)
    if not options:
        return skip(context, _missed(context, run.state.team[target]), {}, ("R-206", "R-181"))
    return _strike(context, target, "", options, (), ("R-206", "R-193"))


def surprise_harm(run: Transaction, enemy: str, target: str) -> evil_ai.Harm:
    """Return the expected harm of that Attack from the Miniature's space."""
    context = look(run, enemy, "attack", "")
    made = [roll_of(context, way, target) for way in ways(context, run.state.team[target], context.here)]
    return max((evil_ai.harm_of(run.rules, run.state, roll) for roll in made), default=evil_ai.Harm())


def attack(context: DecisionContext) -> Plan:
    """Attack the best match among the targets in Range and sight (R-186, R-193)."""
    reached = {one.id: ways(context, one, context.here) for one in context.everyone}
    possible = [one for one in context.everyone if reached[one.id]]
    notes = {one.id: _missed(context, one) for one in context.everyone if not reached[one.id]}
    if not possible:
        return skip(context, "reason.nobody_in_reach", notes, ("R-193", "R-181"))
    choice = choose(context.run, context.selector, possible, context.row)
    asked = chance_of(context, choice)
    if asked is not None:
        return asked
    target = chosen(context, choice)
    candidates = described(context.run, context.selector, context.everyone, context.row, sighted(context), notes)
    return _strike(context, target, choice.tie_break, reached[target], candidates, ("R-193", "R-186"))


def _missed(context: DecisionContext, one: Character) -> str:
    """Return why a figure cannot be attacked: it is in the Range of no Attack (R-193), an ability prevents choosing it
    (R-212), or it is out of sight."""
    distance = context.row[context.view.cells[one.id]]
    if not any(low <= distance <= high for _, (low, high), _ in arms(context, one)):
        return "reason.out_of_range"
    if targetable(context, one, distance):
        return "reason.out_of_sight"
    veto = context.run.rules.barred(context.run.state, context.enemy.id, one.id, distance)
    return "reason.untargetable" if veto is None else f"refusal.{veto.code}"


def _strike(
    context: DecisionContext,
    target: str,
    tie_break: str,
    options: Sequence[Way],
    candidates: tuple[e.Candidate, ...],
    cites: tuple[str, ...],
) -> Plan:
    """Return the plan for the Attack with the most harm, and its roll (R-192, R-193)."""
    run = context.run
    made = [roll_of(context, way, target) for way in options]
    best, *others = made
    harms: tuple[int, ...] = ()
    weighed: tuple[e.Weighed, ...] = ()
    if others:
        scored = [(evil_ai.harm_of(run.rules, run.state, roll), roll) for roll in made]
        top = max(score for score, _ in scored)
        best = next(roll for score, roll in scored if score == top)
        harms = tuple(top)
        weighed = tuple(e.Weighed(roll.attack, tuple(score)) for score, roll in scored)
        cites = (*cites, "R-192")
    cites = (*cites, *of_choice(context, tie_break))
    told = e.InstructionChosen(
        context.enemy.id,
        context.kind,
        context.selector,
        target,
        candidates,
        tie_break,
        "",
        harms,
        weighed,
        cites,
    )
    further = ranges.of_attack(run.rules, run.state, context.enemy.id, context.unit.id, best.attack)
    declared = e.AttackDeclared(
        context.enemy.id,
        target,
        context.unit.id,
        best.attack,
        context.row[context.view.cells[target]],
        (best.rules[0], "R-069", *cited(further)),
        further,
    )

    def perform(run: Transaction) -> None:
        run.emit(told)
        run.emit(declared)
        rolls.open_roll(run, best)

    return Plan(True, perform)
