"""The kinds of Instruction: the present effect of each, or the reason to skip it (R-185, R-193…R-202).

A kind is a function that makes a `Plan` and changes nothing; the plan is then performed. Choices that the manual leaves
open follow Evil AI. Any other kind is an ability's (`instructed.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.enemies.decision import DecisionContext, Plan, look, skip
from defiance_qt.systems.defiance.engine.enemies.instructed import instructed
from defiance_qt.systems.defiance.engine.enemies.moves import acquire, assault, bolt, withdraw
from defiance_qt.systems.defiance.engine.enemies.strikes import attack
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.transaction import Transaction


def plan(run: Transaction, frame: EnemyActivation, kind: str, selector: str) -> Plan:
    """Return the plan of one Instruction for the acting Miniature."""
    grouped = len(run.rules.column(frame.column[frame.index])) > 1
    return KINDS.get(kind, instructed)(look(run, frame.enemy, kind, selector, frame.picked, grouped))


def retreat(context: DecisionContext) -> Plan:
    """Retreat! (R-199): leave the board."""
    told = e.InstructionChosen(context.enemy.id, context.kind, context.selector, "", rules=("R-199",))

    def perform(run: Transaction) -> None:
        run.emit(told)
        harm.retreat(run, context.enemy.id)

    return Plan(True, perform)


def focused(context: DecisionContext) -> Plan:
    """The Focused icon (R-185): gain the State, unless the Enemy has it."""
    if "focused" in context.enemy.states:
        return skip(context, "reason.has_state", {}, ("R-185", "R-278"))
    told = e.InstructionChosen(context.enemy.id, context.kind, context.selector, "", rules=("R-185",))

    def perform(run: Transaction) -> None:
        run.emit(told)
        harm.impose(run, context.enemy.id, "focused", context.enemy.id, ("R-185",))

    return Plan(True, perform)


KINDS: dict[str, Callable[[DecisionContext], Plan]] = {
    "attack": attack,
    "acquire": acquire,
    "assault": assault,
    "withdraw": withdraw,
    "retreat": retreat,
    "focused": focused,
    "bolt": bolt,
}
