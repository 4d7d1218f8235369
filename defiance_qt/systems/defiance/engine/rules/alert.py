"""The Alert Level and the effects of each step (R-259…R-274)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.enemies.reinforcements import fill_ranks, thin_ranks
from defiance_qt.systems.defiance.engine.transaction import Transaction

MAXIMUM = 5


def raise_alert(run: Transaction, amount: int, because: str, rules: tuple[str, ...]) -> None:
    """Raise the Alert (or lower it, R-270) at once; reaching the Maximum takes effect immediately (R-274).
    The mission hears of it (R-024)."""
    level = alert_after(run, amount)
    if level != run.state.alert:
        run.emit(e.AlertChanged(level, because, (*rules, "R-270") if amount < 0 else rules))
        run.fact("alert", str(level))
        if level == MAXIMUM:
            reach_maximum(run)


def remain(run: Transaction, enemy: str) -> None:
    """At Alert 0, raise it for an Enemy that is still on the board when its Activation ends (R-264)."""
    if run.state.alert == 0 and enemy in run.state.enemies:
        raise_alert(run, 1, "enemy_activated", ("R-264",))


def alert_after(run: Transaction, amount: int) -> int:
    """Return the Alert Level after a change: never below 0 nor above the Maximum (R-259)."""
    return max(0, min(MAXIMUM, run.state.alert + amount))


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
