"""Instructions of abilities: what an Enemy does by one is the ability's answer, and the rest the rules' (R-185…R-188).

The ability says what the Enemy would do about a target. Which target it is, and on which of the spaces named it ends,
is chosen as for every Instruction.
"""

from __future__ import annotations

from typing import NamedTuple

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import PLAIN, Ability
from defiance_qt.systems.defiance.engine.board.movement import Reach
from defiance_qt.systems.defiance.engine.causes import cause
from defiance_qt.systems.defiance.engine.enemies.decision import (
    DecisionContext,
    Plan,
    chance_of,
    chosen,
    look,
    of_choice,
    skip,
    ways,
    weighed_up,
)
from defiance_qt.systems.defiance.engine.enemies.moves import enemy_reach, walk_to
from defiance_qt.systems.defiance.engine.enemies.strikes import declare, most_harmful_attack
from defiance_qt.systems.defiance.engine.enemies.targeting import choose
from defiance_qt.systems.defiance.engine.hooks import EnemyAction
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.transaction import Transaction

CARD = "R-212"


class Answer(NamedTuple):
    """What an ability would have the Enemy do, and the spaces in its reach where it would end."""

    action: EnemyAction
    cells: int = 0


def instructed(context: DecisionContext) -> Plan:
    """Carry out an Instruction of an ability: on the best match among the targets for which it has an answer, or
    without a selector as it says. Skipped where it has none."""
    ability = context.run.rules.abilities.get(context.kind, PLAIN)
    way = enemy_reach(context)
    if not context.selector:
        answer = _answer(context, ability, way, "")
        if answer is None:
            return skip(context, "reason.not_now", {}, (CARD, "R-181"))
        return _plan(context, ability, way, answer, "", (), "")
    answers = {one.id: _answer(context, ability, way, one.id) for one in context.everyone}
    notes = {id: "reason.not_now" for id, answer in answers.items() if answer is None}
    possible = [one for one in context.everyone if answers[one.id] is not None]
    if not possible:
        because = "reason.not_now" if context.everyone else "reason.nobody_there"
        return skip(context, because, notes, (CARD, "R-181"))
    choice = choose(context.run, context.enemy.id, context.selector, possible, context.row)
    asked = chance_of(context, choice)
    if asked is not None:
        return asked
    target = chosen(context, choice)
    best = answers[target]
    assert best is not None
    return _plan(context, ability, way, best, target, weighed_up(context, notes), choice.tie_break)


def _answer(context: DecisionContext, ability: Ability, way: Reach, target: str) -> Answer | None:
    """Return what the ability would do about a target, None if nothing or not possible now."""
    if ability.instruct is None:
        return None
    run = context.run
    action = ability.instruct(run.rules.play, run.state, context.enemy.id, target)
    if action is None:
        return None
    by_name = run.rules.board.by_name
    cells = sum(1 << cell for cell in {by_name[space] for space in action.to} if way.stops >> cell & 1)
    if action.to and not cells:
        return None
    if action.attack and not (action.to or action.events):
        one = run.state.team.get(target)
        return Answer(action) if one is not None and ways(context, one, context.here) else None
    return Answer(action, cells) if action.to or action.events else None


def _plan(
    context: DecisionContext,
    ability: Ability,
    way: Reach,
    answer: Answer,
    target: str,
    candidates: tuple[e.Candidate, ...],
    tie_break: str,
) -> Plan:
    """Return the plan: the walk, the events, the Attack."""
    action, here = answer.action, 1 << context.here
    cites = (CARD, *action.rules)
    walk: Plan | None = None
    if answer.cells and not answer.cells & here:
        walk = walk_to(context, way, answer.cells, target, candidates, tie_break, "", cites)
    why = tuple(dict.fromkeys((*cites, *of_choice(context, tie_break))))
    told = e.InstructionChosen(
        context.enemy.id, context.kind, context.selector, target, candidates, tie_break, rules=why
    )

    def perform(run: Transaction) -> None:
        if walk is not None:
            walk.perform(run)
        else:
            run.emit(told)
        assert ability.instruct is not None
        cause(run, ability.instruct, action.events)
        if action.attack:
            _attack(run, context, target)

    return Plan(True, perform)


def _attack(run: Transaction, before: DecisionContext, target: str) -> None:
    """Attack the target, if both are still there and it can be attacked from here (R-193)."""
    enemy = before.enemy.id
    if not harm.present(run, enemy) or not harm.present(run, target) or target not in run.state.team:
        return
    one = run.state.team[target]
    if not one.conscious:
        return
    context = look(run, enemy, before.kind, before.selector)
    options = ways(context, one, context.here)
    if options:
        roll, _ = most_harmful_attack(context, target, options)
        declare(run, context, target, roll)
