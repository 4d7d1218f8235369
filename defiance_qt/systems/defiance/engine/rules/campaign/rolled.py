"""Outcomes of the rolls between missions: cures, the jump (R-292, R-294, R-295)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import dice as arithmetic
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Draw, Roll
from defiance_qt.systems.defiance.engine.transaction import Transaction

FACE_DOWN = "?"
"""In commands: a Consequence that lies face down; which one it is remains unknown."""


def cured(run: Transaction, roll: Roll) -> None:
    """Discard the Consequence if the roll shows a Success (R-084, R-294)."""
    assert roll.team is not None
    success = arithmetic.succeeds(roll.team.symbols)
    run.emit(e.RollSucceeded(roll.actor, success, ("R-084",)))
    run.emit(e.RollClosed(roll.rules[:1]))
    if success:
        discard(run, roll.actor, roll.target)


def discard(run: Transaction, id: str, card: str) -> None:
    one = run.state.team[id]
    rule = "R-295" if one.remote else "R-294"
    run.emit(e.EffectSpent(f"cured {id} {card}", (rule,)))
    hidden = card == FACE_DOWN
    run.emit(e.ConsequenceCured(id, one.face_down[0] if hidden else card, hidden, (rule,)))


def jumped(run: Transaction, roll: Roll) -> None:
    """Each Success of the ship that is not blocked is a Consequence, face down; those of the Character do nothing
    (R-292)."""
    assert roll.team is not None
    assert roll.enemy is not None
    _, hits = arithmetic.cancel(roll.team.symbols, roll.enemy.symbols)
    run.emit(e.RollSucceeded(roll.actor, hits == 0, ("R-292",)))
    run.emit(e.RollClosed(("R-292",)))
    if hits:
        run.open(Draw("consequence", hits, "jump", roll.actor))
