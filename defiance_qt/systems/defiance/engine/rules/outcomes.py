"""The outcome of a finished roll, by its purpose (R-084, R-093, R-094, R-112, R-113)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import dice as arithmetic
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Console, Roll
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.rules.campaign.rolled import cured, jumped
from defiance_qt.systems.defiance.engine.rules.effects import apply_effects
from defiance_qt.systems.defiance.engine.transaction import Transaction

# a Hack Action is not an Attack; an Enemy's Hack Attack replaces its Attack.
ATTACKS = {"attack", "enemy_attack", "enemy_hack"}


def _combat(run: Transaction, roll: Roll) -> None:
    """Apply the symbols left after the Switches (R-077): Blocks cancel Successes; both sides suffer at the same moment
    (R-076, R-093, R-094), with the Damage of Switches (R-101) and the
    factor of a program (R-113); Damage brings Aggro (R-221) and ends States (R-277)."""
    team, enemy = roll.team, roll.enemy
    assert team is not None
    assert enemy is not None
    mine, theirs = arithmetic.cancel(team.symbols, enemy.symbols)
    dealt = mine * roll.multiplier + team.damage
    suffered = theirs + enemy.damage
    run.emit(e.SymbolsCancelled(team.symbols, enemy.symbols, dealt, suffered, ("R-093",)))
    structure = enemy.figure in run.state.enemies and run.unit_of(enemy.figure).profile.structure
    done = harm.hurt(run, enemy.figure, dealt, team.figure, ("R-094",))
    harm.hurt(run, team.figure, suffered, enemy.figure, ("R-094",) if roll.actor != team.figure else ("R-094", "R-076"))
    if done and (not structure or run.rules.switches["structure_aggro"] == "yes"):
        harm.anger(run, team.figure)
    if roll.splash:
        _spread(run, roll, roll.splash, dealt)
    harm.settle(run, enemy.figure, team.figure)
    harm.settle(run, team.figure, enemy.figure)
    _spent(run, roll)
    run.emit(e.RollClosed(("R-094",)))


def _spread(run: Transaction, roll: Roll, splash: int, dealt: int) -> None:
    """Deal the Damage of the roll to every other Enemy within so many spaces of the target (R-212)."""
    assert roll.team is not None
    near = [
        id
        for id in run.state.enemies
        if id != roll.target and run.rules.play.distance(run.state, roll.target, id) <= splash
    ]
    for id in near:
        harm.suffer(run, id, dealt, roll.team.figure, ("R-212", "R-094"))


def _spent(run: Transaction, roll: Roll) -> None:
    """Remove States that the roll used up, and those that an attack ends (R-277)."""
    for side in (roll.team, roll.enemy):
        if side is not None:
            for state in side.spent:
                harm.relieve(run, side.figure, state, ("R-277",))
    if roll.purpose in ATTACKS and harm.present(run, roll.actor):
        for state in run.figure(roll.actor).states:
            if "attack" in run.rules.catalog.states[state].until:
                harm.relieve(run, roll.actor, state, ("R-277",))


def _controller(run: Transaction, roll: Roll) -> None:
    """Resolve a program that needs one Success (R-084, R-112); it uses up States (R-277)."""
    assert roll.team is not None
    success = arithmetic.succeeds(roll.team.symbols)
    run.emit(e.RollSucceeded(roll.actor, success, ("R-084",)))
    _spent(run, roll)
    run.emit(e.RollClosed(("R-112",)))
    if success:
        apply_effects(run, roll.effects, roll.actor, roll.target, "", f"software.{roll.source}.name", ("R-112",))


def _test(run: Transaction, roll: Roll) -> None:
    """Apply the success of a Simple Roll to the figure that made it (R-084)."""
    side = roll.team or roll.enemy
    assert side is not None
    success = side.symbols.covers(Symbols.parse(roll.needs)) if roll.needs else arithmetic.succeeds(side.symbols)
    run.emit(e.RollSucceeded(roll.actor, success, ("R-084",)))
    run.emit(e.RollClosed(("R-084",)))
    effects = roll.effects if success else roll.failed or ()
    apply_effects(run, effects, roll.actor, roll.actor, "", roll.source, roll.rules)


def _console(run: Transaction, roll: Roll) -> None:
    """Make the symbols available for assignment (R-134)."""
    assert roll.team is not None
    run.emit(e.RollClosed(("R-133",)))
    frame = run.state.agenda[-1]
    assert isinstance(frame, Console)
    run.set(replace(frame, symbols=frame.symbols + roll.team.symbols, rolled=True))


OUTCOMES: dict[str, Callable[[Transaction, Roll], None]] = {
    "attack": _combat,
    "antipersonnel": _combat,
    "enemy_attack": _combat,
    "enemy_hack": _combat,
    "controller": _controller,
    "console": _console,
    "test": _test,
    "cure": cured,
    "jump": jumped,
}
