"""Attacks of Hostile cards (W-056 … W-058, W-140 … W-143, W-154), and an Event's fire."""

from __future__ import annotations

from msgspec.structs import replace

from .. import events as e
from .. import totals
from ..frames import Fire, Mortar, React, Roll
from ..ruleset import Rules
from ..run import Run
from ..state import Hostile, Soldier, State
from ..totals import Total
from .firing import suppress

DICE = (10, 6)
"""The dice of a Hostile attack."""


def out_of_range(rules: Rules, state: State, hostile: Hostile) -> bool:
    """Return whether a card is out of range of the Soldier it goes for (W-060)."""
    target = totals.target_of(rules, state, hostile)
    return target in state.team and not totals.in_range(rules, state, hostile, state.team[target])


def idle(rules: Rules, state: State, hostile: Hostile) -> str:
    """Return why a card does not attack: "target" (it has none), "suppressed", "range"; "" if it does."""
    if totals.target_of(rules, state, hostile) not in state.team:
        return "target"
    if rules.unsuppressed(hostile) <= 0:
        return "suppressed"
    return "range" if out_of_range(rules, state, hostile) else ""


def victims(rules: Rules, state: State, hostile: Hostile) -> tuple[str, ...]:
    """Return whom an attack goes for: the Target, or all in its space (W-154); none while it has no Target."""
    target = totals.target_of(rules, state, hostile)
    if target not in state.team:
        return ()
    if not rules.does(rules.hostile(hostile).trait, "area"):
        return (target,)
    return tuple(one.number for one in state.at(state.team[target].space))


def begin(run: Run, id: str) -> None:
    """Begin the attack of a card; one that attacks again does so twice (W-154)."""
    hostile = run.state.hostiles[id]
    again = run.rules.does(run.rules.hostile(hostile).trait, "again")
    run.open(Fire(id, totals.target_of(run.rules, run.state, hostile), 2 if again else 1))


def advance(run: Run, frame: Fire) -> bool:
    """Roll the dice, then apply them to one Soldier after the other."""
    hostile = run.state.hostiles.get(frame.hostile)
    if frame.dice and frame.victims:
        run.set(replace(frame, victims=frame.victims[1:]))
        if hostile is not None and frame.victims[0] in run.state.team:
            _hit(run, hostile, frame.victims[0], frame.dice)
        return True
    if not frame.times or hostile is None or idle(run.rules, run.state, hostile):
        run.close()
        return True
    # A card that attacks again may have another Target by then (W-139).
    target = run.soldier(totals.target_of(run.rules, run.state, hostile))
    found = victims(run.rules, run.state, hostile)
    number, _, wounds = totals.column(run.rules, hostile)
    hit = totals.hostile_hit(run.rules, run.state, hostile, target)
    ground = any(part.source.startswith("trait.") for part in hit.parts)
    wide = len(found) > 1 or frame.times > 1
    rules = ("W-056", "W-057", "W-140", *(("W-154",) if wide else ()), *(("W-150",) if ground else ()))
    span = totals.distance(hostile.space, target.space)
    run.set(replace(frame, target=target.number, times=frame.times - 1, dice=(), victims=found))
    cites = tuple(dict.fromkeys((*rules, *totals.cited(run.rules, hit.parts))))
    run.emit(e.HostileFired(hostile.id, target.number, span, number, wounds, hit.parts, found, cites))
    run.open(Roll("enemy", DICE))
    return True


def rolled(run: Run, frame: Fire, faces: tuple[int, ...]) -> None:
    run.set(replace(frame, dice=faces))


def _hit(run: Run, hostile: Hostile, number: str, dice: tuple[int, ...]) -> None:
    """Apply the dice of an attack to one Soldier (W-141)."""
    victim = run.soldier(number)
    _, _, wounds = totals.column(run.rules, hostile)
    hit = totals.hostile_hit(run.rules, run.state, hostile, victim)
    _suffer(run, hostile.id, victim, dice, hit, wounds)


def result(return_fire: str, d10: int, d6: int, hit: int, cover: int) -> str:
    """Return what the dice of a Hostile attack do: "wound", "suppress" or "" (W-141). `return_fire` is the edition
    option of that name."""
    hits, covered = d10 >= hit, d6 >= cover
    if hits and covered:
        return "wound"
    return "suppress" if hits or (covered and return_fire == "either") else ""


def _suffer(run: Run, source: str, victim: Soldier, dice: tuple[int, ...], hit: Total, wounds: int) -> None:
    cover = totals.soldier_cover(run.rules, run.state, victim)
    what = result(run.rules.switches["return_fire"], dice[0], dice[1], hit.value, cover.value)
    hurt = wounds if what == "wound" else 0
    rules = ("W-056", "W-058", "W-141", "W-142", *totals.cited(run.rules, cover.parts))
    run.emit(
        e.HostileHit(source, victim.number, dice[0], dice[1], hit.value, cover.parts, cover.value, what, hurt, rules)
    )
    if what == "suppress":
        suppress(run, victim.number, 1, ("W-110", "W-141"))
    elif what == "wound":
        run.open(React(victim.number, wounds, source))


# ---- the fire of an Event ----


def advance_mortar(run: Run, frame: Mortar) -> bool:
    """Roll for the next Soldier."""
    left = tuple(number for number in frame.soldiers if number in run.state.team)
    if not left:
        run.close()
        return True
    if left != frame.soldiers:
        run.set(replace(frame, soldiers=left))
    run.open(Roll("enemy", DICE))
    return True


def mortar_rolled(run: Run, frame: Mortar, faces: tuple[int, ...]) -> None:
    """Apply an Event's dice to one Soldier: a Wound, or a Suppression for a hit alone."""
    victim = run.soldier(frame.soldiers[0])
    hit = Total((e.Part(frame.source, frame.hit),))
    run.set(replace(frame, soldiers=frame.soldiers[1:]))
    _suffer(run, "", victim, faces, hit, 1)
