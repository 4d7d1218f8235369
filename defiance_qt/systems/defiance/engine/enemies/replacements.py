"""Replacements: dead Miniatures return at a price, the highest Units first (R-254…R-258)."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.systems.defiance.engine.enemies.decision import harm_from, look, threats
from defiance_qt.systems.defiance.engine.enemies.reinforcements import missing, replace_one
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.state import Unit
from defiance_qt.systems.defiance.engine.transaction import Transaction

# Personalities, then Veterans, then Rookies; all others come last.
RANKS = ("black", "red", "blue")


def replacements(run: Transaction) -> None:
    """Replace dead Miniatures at their price, the highest Units first (R-254…R-258; switch D27)."""
    depth = run.rules.switches["replacements"] == "depth"
    units = _in_order(run)
    again = True
    while again:
        again = False
        for unit in units:
            price = unit.profile.replacements
            assert price is not None
            for number in missing(run, unit):
                if price > run.state.reserve:
                    break
                harm.reinforce(run, -price, "replacement", ("R-255", "R-256"))
                replace_one(run, unit.id, number, ("R-256", "R-257"))
                again = not depth
                if not depth:
                    break


def _in_order(run: Transaction) -> list[Unit]:
    """Return the Units in the order of their Replacements: by color, then by the threat of the Miniature where it
    returns, then the toughest, then the cheapest (R-255, R-192)."""
    units = [unit for unit in run.state.units.values() if unit.profile.replacements is not None and missing(run, unit)]
    colours = [_colour(unit) for unit in units]
    return sorted(units, key=lambda unit: _rank(run, unit, alone=colours.count(_colour(unit)) == 1))


def _colour(unit: Unit) -> int:
    return RANKS.index(unit.profile.colour) if unit.profile.colour in RANKS else len(RANKS)


def _rank(run: Transaction, unit: Unit, alone: bool) -> tuple[int, ...]:
    threat: Sequence[int] = () if alone else [-value for value in _threat(run, unit)]
    return (_colour(unit), *threat, -unit.profile.wounds, unit.profile.replacements or 0)


def _threat(run: Transaction, unit: Unit) -> Sequence[int]:
    """Return the harm that the Unit's next Miniature could do from the space where it returns."""
    number = missing(run, unit)[0]
    trial = Transaction(run.rules, run.state)
    replace_one(trial, unit.id, number, ())
    context = look(trial, f"{unit.id}.{number}", "attack", "least_distance")
    return harm_from(context, context.here, threats(context, 1 << context.here)[context.here])
