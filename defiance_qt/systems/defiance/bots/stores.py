"""The heuristic bot's use of cards that store symbols (R-097, R-316, R-317)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import Symbols, enemy_critical_blocks
from defiance_qt.systems.defiance.engine.odds import Objective, Side
from defiance_qt.systems.defiance.engine.ruleset import Rules

Value = Callable[[Symbols], Any]

SYMBOL_WORTH = (1.0, 1.7, 0.5, 0.9, 0.4)
"""The value of a symbol on a die or a card: S, CS, B, CB, !."""


def face_to_face(
    rules: Rules, frame: f.Roll, legal: tuple[c.Command, ...], own: Side, rival: Side, objective: Objective
) -> c.Command | None:
    """Return the storing command that helps in a Face-to-Face Roll, None without one. A symbol stored before a Critical
    Block of the Enemy can join the roll after it."""
    team, enemy = frame.team, frame.enemy
    assert team is not None
    assert enemy is not None

    def value(step: Any, mine: Symbols, foe: Symbols) -> int:
        return rules.odds.best_value(step, mine, foe, own, rival, objective, team.damage, enemy.damage)

    if frame.step != "team_stored":
        step = 3 if frame.step == "team_block" else 5
        return _choice(rules, frame, legal, lambda mine: value(step, mine, enemy.symbols))

    def rescued(mine: Symbols, symbol: Symbols) -> int:
        left, foe = enemy_critical_blocks(mine, enemy.symbols)
        return value(3, left + symbol, foe)

    return _choice(rules, frame, legal, lambda mine: value(2, mine, enemy.symbols), rescued)


def simple(rules: Rules, frame: f.Roll, legal: tuple[c.Command, ...], own: Side) -> c.Command | None:
    """Return the storing command that helps in a Simple Roll, None without one."""
    step: Any = 2 if frame.step == "team_critical" else 3
    return _choice(rules, frame, legal, lambda mine: rules.odds.best_simple_value(step, mine, own))


def _choice(
    rules: Rules,
    frame: f.Roll,
    legal: tuple[c.Command, ...],
    value: Value,
    rescued: Callable[[Symbols, Symbols], Any] | None = None,
) -> c.Command | None:
    """Return the stored symbol with which the roll ends best, if better than without it; else a symbol of a die that
    the roll can do without. `rescued` is the value of a roll without a die that gets one symbol of it back."""
    side = frame.team
    assert side is not None
    now = value(side.symbols)
    adds = [one for one in legal if isinstance(one, c.AddStored)]
    best = max(adds, key=lambda one: value(side.symbols + Symbols.parse(one.symbol)), default=None)
    if best is not None and value(side.symbols + Symbols.parse(best.symbol)) > now:
        return best

    def without(one: c.StoreDie) -> Any:
        if one.die in side.taken:
            return now
        left = side.symbols - rules.catalog.dice.dice[side.dice[one.die].die].faces[side.faces[one.die]]
        return max(value(left), rescued(left, Symbols.parse(one.symbol))) if rescued else value(left)

    spare = [one for one in legal if isinstance(one, c.StoreDie) and without(one) >= now]
    return max(spare, key=lambda one: (without(one), worth(Symbols.parse(one.symbol))), default=None)


def worth(symbols: Symbols) -> float:
    return sum(count * worth for count, worth in zip(symbols, SYMBOL_WORTH, strict=True))
