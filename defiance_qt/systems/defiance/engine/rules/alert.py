"""The Alert Level and the effects of each step (R-259…R-274)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange, asked, cited, total
from defiance_qt.systems.defiance.engine.enemies.reinforcements import fill_ranks, thin_ranks
from defiance_qt.systems.defiance.engine.hooks import AlertEffect
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

MAXIMUM = 5


def raise_alert(run: Transaction, amount: int, because: str, rules: tuple[str, ...]) -> None:
    """Raise the Alert (or lower it, R-270) at once; reaching the Maximum takes effect immediately (R-274).
    The mission hears of it (R-024)."""
    found = changes(run.rules, run.state, "level", amount)
    level = alert_after(run, amount)
    if level != run.state.alert:
        cites = tuple(dict.fromkeys((*rules, *(("R-270",) if amount < 0 else ()), *cited(found))))
        run.emit(e.AlertChanged(level, because, cites, found))
        run.fact("alert", str(level))
        if level == MAXIMUM:
            reach_maximum(run)


def remain(run: Transaction, enemy: str) -> None:
    """At Alert 0, raise it for an Enemy that is still on the board when its Activation ends (R-264)."""
    if run.state.alert == 0 and enemy in run.state.enemies:
        raise_alert(run, 1, "enemy_activated", ("R-264",))


def alert_after(run: Transaction, amount: int) -> int:
    """Return the Alert Level after a change: never below 0 nor above the Maximum (R-259). House rules never turn a rise
    into a fall."""
    changed = amount + total(changes(run.rules, run.state, "level", amount))
    step = max(0, changed) if amount >= 0 else min(0, changed)
    return max(0, min(MAXIMUM, run.state.alert + step))


def changes(rules: Rules, state: State, effect: AlertEffect, amount: int) -> tuple[NumberChange, ...]:
    """Return what house rules change of an effect of the Alert: "level" is by how much it changes (R-259),
    "reinforcements" and "aggro" are what it adds at the end of a Round (R-266) and for a Console (R-267)."""
    if not rules.hooks.modify_alert or (effect == "level" and not amount):
        return ()
    return asked(rules.hooks.modify_alert, rules.context(state), effect, amount)


def end_of_round(run: Transaction) -> None:
    """Add the Reinforcements of Alert 2 and above (R-266), with the changes by house rules."""
    base = 1 if run.state.alert >= 2 else 0
    found = changes(run.rules, run.state, "reinforcements", base)
    amount = max(0, base + total(found))
    if amount:
        cites = ("R-266", "R-247", *cited(found)) if base else ("R-247", *cited(found))
        harm.reinforce(run, amount, "alert", cites, changes=found)


def console_aggro(run: Transaction, character: str) -> None:
    """Add the Aggro of an interaction with a Console: 1, from Alert 3 on 2 (R-132, R-222, R-267), with the changes by
    house rules."""
    base, cites = (2, ("R-132", "R-267")) if run.state.alert >= 3 else (1, ("R-132", "R-222"))
    found = changes(run.rules, run.state, "aggro", base)
    harm.change_aggro(run, character, max(0, base + total(found)), (*cites, *cited(found)), changes=found)


def check_maximum(run: Transaction) -> None:
    """In the End Phase, apply a Maximum Alert that has not taken effect yet (R-274)."""
    if run.state.alert == MAXIMUM and not run.state.high_face:
        reach_maximum(run)


def reach_maximum(run: Transaction) -> None:
    """Apply Maximum Alert, each time it is reached: remove Damage and States, turn low faces, fill the ranks
    (R-271…R-273)."""
    run.emit(e.HighFaceSet(("R-269", "R-273", "R-274")))
    everyone = run.rules.switches["maximum_clears"] == "deployed"
    for id, unit in list(run.state.units.items()):
        # Personalities and Structures have only one face.
        turns = unit.face + 1 < len(unit.faces)
        if everyone or turns:
            _clear(run, id)
        if turns:
            run.emit(e.UnitFlipped(id, len(unit.faces) - 1, unit.faces[-1], ("R-271",)))
            thin_ranks(run, id, ("R-271",))
        fill_ranks(run, id, ("R-272",))


def _clear(run: Transaction, unit: str) -> None:
    for enemy in list(run.state.enemies.values()):
        if enemy.unit == unit:
            if enemy.damage:
                run.emit(e.DamageHealed(enemy.id, enemy.damage, 0, "", ("R-271",)))
            for state in enemy.states:
                run.emit(e.StateLost(enemy.id, state, ("R-271",)))
