"""The kinds of Instruction: what each would do now, or why it is skipped (R-185, R-193…R-202).

A kind is a function that makes a `Plan` and changes nothing; the plan is then performed. All options that the book
leaves open are taken as Evil AI demands.
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.enemies.mind import Mind, Plan, look, skip
from defiance_qt.systems.defiance.engine.enemies.moves import acquire, assault, withdraw
from defiance_qt.systems.defiance.engine.enemies.strikes import attack
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.run import Run


def plan(run: Run, frame: EnemyActivation, kind: str, selector: str) -> Plan:
    """The plan of one Instruction for the acting Miniature."""
    grouped = len(run.rules.column(frame.column[frame.index])) > 1
    return KINDS[kind](look(run, frame.enemy, kind, selector, frame.picked, grouped))


def retreat(mind: Mind) -> Plan:
    """Retreat! (R-199): off the board."""
    told = e.InstructionChosen(mind.enemy.id, mind.kind, mind.selector, "", rules=("R-199",))

    def perform(run: Run) -> None:
        run.emit(told)
        harm.retreat(run, mind.enemy.id)

    return Plan(True, perform)


def focused(mind: Mind) -> Plan:
    """The Focused icon (R-185): the State, unless the Enemy has it."""
    if "focused" in mind.enemy.states:
        return skip(mind, "reason.has_state", {}, ("R-185", "R-278"))
    told = e.InstructionChosen(mind.enemy.id, mind.kind, mind.selector, "", rules=("R-185",))

    def perform(run: Run) -> None:
        run.emit(told)
        harm.impose(run, mind.enemy.id, "focused", mind.enemy.id, ("R-185",))

    return Plan(True, perform)


KINDS: dict[str, Callable[[Mind], Plan]] = {
    "attack": attack,
    "acquire": acquire,
    "assault": assault,
    "withdraw": withdraw,
    "retreat": retreat,
    "focused": focused,
}
