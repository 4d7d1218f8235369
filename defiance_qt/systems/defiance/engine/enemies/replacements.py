"""Replacements: dead Miniatures return at a price, the highest Units first (R-254…R-258)."""

from __future__ import annotations

from typing import Literal

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.enemies.decision import Danger, danger_from, look, threats
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
    if not units:
        return
    again = True
    while again:
        again = False
        for unit in units:
            price = _price(unit)
            for number in missing(run, unit):
                if price > run.state.reserve:
                    break
                harm.reinforce(run, -price, "replacement", ("R-255", "R-256"), unit.id)
                replace_one(run, unit.id, number, ("R-256", "R-257"))
                again = not depth
                if not depth:
                    break
    left = tuple(e.Priced(unit.id, _price(unit)) for unit in units if missing(run, unit))
    why: Literal["too_few", "none_left"] = "too_few" if left else "none_left"
    run.emit(e.ReinforcementsEnded("replacements", why, run.state.reserve, left, ("R-258",)))


def _in_order(run: Transaction) -> list[Unit]:
    """Return the Units in the order of their Replacements: by color, then by the threat of the Miniature where it
    returns, then the toughest, then the cheapest (R-255, R-192)."""
    units = [unit for unit in run.state.units.values() if unit.profile.replacements is not None and missing(run, unit)]
    colours = [_colour(unit) for unit in units]
    dangers = {unit.id: _danger(run, unit) for unit in units if colours.count(_colour(unit)) > 1}
    ordered = sorted(units, key=lambda unit: _rank(unit, dangers.get(unit.id)))
    if len(units) > 1:
        queue = tuple(_queued(run, unit, dangers.get(unit.id)) for unit in ordered)
        run.emit(e.ReplacementsOrdered(queue, ("R-255", "R-192") if dangers else ("R-255",)))
    return ordered


def _price(unit: Unit) -> int:
    price = unit.profile.replacements
    assert price is not None
    return price


def _queued(run: Transaction, unit: Unit, danger: Danger | None) -> e.Queued:
    threatened = (tuple(danger.harm), danger.target, danger.attack) if danger is not None else ()
    return e.Queued(unit.id, _price(unit), len(missing(run, unit)), *threatened)


def _colour(unit: Unit) -> int:
    return RANKS.index(unit.profile.colour) if unit.profile.colour in RANKS else len(RANKS)


def _rank(unit: Unit, danger: Danger | None) -> tuple[int, ...]:
    threat = [-value for value in danger.harm] if danger is not None else []
    return (_colour(unit), *threat, -unit.profile.wounds, _price(unit))


def _danger(run: Transaction, unit: Unit) -> Danger:
    """Return the harm that the Unit's next Miniature could do from the space where it returns."""
    number = missing(run, unit)[0]
    trial = Transaction(run.rules, run.state)
    replace_one(trial, unit.id, number, ())
    context = look(trial, f"{unit.id}.{number}", "attack", "least_distance")
    return danger_from(context, context.here, threats(context, 1 << context.here)[context.here])
