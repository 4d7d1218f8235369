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
    skip,
    targetable,
    ways,
    weighed_up,
)
from defiance_qt.systems.defiance.engine.enemies.targeting import choose
from defiance_qt.systems.defiance.engine.frames import Roll
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
    choice = choose(context.run, context.enemy.id, context.selector, possible, context.row)
    asked = chance_of(context, choice)
    if asked is not None:
        return asked
    target = chosen(context, choice)
    candidates = weighed_up(context, notes)
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
    best, weighed = most_harmful_attack(context, target, options)
    harms = max((one.harm for one in weighed), default=())
    cites = (*cites, *(("R-192",) if weighed else ()), *of_choice(context, tie_break))
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

    def perform(run: Transaction) -> None:
        run.emit(told)
        declare(run, context, target, best)

    return Plan(True, perform)


def most_harmful_attack(
    context: DecisionContext, target: str, options: Sequence[Way]
) -> tuple[Roll, tuple[e.Weighed, ...]]:
    """Return the roll of the most harmful of some Attacks, of equals the first printed, and what Evil AI weighed
    (R-192)."""
    made = [roll_of(context, way, target) for way in options]
    if len(made) == 1:
        return made[0], ()
    scored = [(evil_ai.harm_of(context.run.rules, context.run.state, roll), roll) for roll in made]
    top = max(score for score, _ in scored)
    best = next(roll for score, roll in scored if score == top)
    return best, tuple(e.Weighed(roll.attack, tuple(score)) for score, roll in scored)


def declare(run: Transaction, context: DecisionContext, target: str, roll: Roll) -> None:
    """Declare an Attack, and open its roll."""
    distance = context.row[context.view.cells[target]]
    further = ranges.of_attack(run.rules, run.state, context.enemy.id, context.unit.id, roll.attack)
    cites = (roll.rules[0], "R-069", *cited(further))
    run.emit(e.AttackDeclared(context.enemy.id, target, context.unit.id, roll.attack, distance, cites, further))
    rolls.open_roll(run, roll)
