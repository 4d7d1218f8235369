"""Surprise Attack: a Unit that waits off the board appears beside a Character (R-203…R-206)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from defiance_qt.systems.defiance.engine.enemies import strikes
from defiance_qt.systems.defiance.engine.enemies.evil_ai import Harm
from defiance_qt.systems.defiance.engine.enemies.reinforcements import Site, place, place_at
from defiance_qt.systems.defiance.engine.enemies.targeting import TIE_BREAKS, conscious
from defiance_qt.systems.defiance.engine.frames import SurpriseAttack, UnitActivation
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.rules.alert import remain
from defiance_qt.systems.defiance.engine.state import Character
from defiance_qt.systems.defiance.engine.transaction import Transaction


class Victim(NamedTuple):
    """The Character beside whom a Unit appears, and the options that Evil AI weighed if it made the choice."""

    id: str
    because: e.SurpriseCause
    weighed: tuple[e.Weighed, ...] = ()


def begin(run: Transaction, frame: UnitActivation) -> bool:
    """Let the Unit appear beside the Character activated last; Evil AI picks one when there is none (R-204, R-205).
    Without a valid target it stays off the board; then return False."""
    unit = run.state.units[frame.unit]
    victim = _first(run, unit.id)
    if victim is None:
        return False
    run.emit(e.UnitDeployed(replace(unit, hidden_away=False), "surprise", ("R-204",)))
    waiting = tuple(f"{unit.id}.{number}" for number in range(1, unit.profile.number + 1))
    run.set(replace(frame, acted=waiting))
    _tell(run, unit.id, victim)
    run.open(SurpriseAttack(unit.id, victim.id, waiting))
    return True


def _tell(run: Transaction, unit: str, victim: Victim) -> None:
    cites = ("R-204",) if victim.because == "last_activated" else ("R-205", "R-192")
    harms = max((one.harm for one in victim.weighed), default=())
    run.emit(e.SurpriseTargeted(unit, victim.id, victim.because, harms, victim.weighed, cites))


def _first(run: Transaction, unit_id: str) -> Victim | None:
    """R-204, R-205 (switch D14): the Character activated last, in this Round or ever. Evil AI picks if nothing else has
    been activated in this Round, or if that Character is not a valid target."""
    state = run.state
    one = state.team.get(state.last_activated)
    others = any(unit.activated for id, unit in state.units.items() if id != unit_id)
    first = not others and not any(other.activated for other in state.team.values())
    stale = run.rules.switches["surprise_target"] == "round" and one is not None and not one.activated
    if one is None or first or stale or not one.space or not one.conscious:
        return _most_harmed(run, unit_id, 1)
    return Victim(one.id, "last_activated")


def _most_harmed(run: Transaction, unit: str, number: int) -> Victim | None:
    """Return the Character that the Miniature's Attack would harm most, then by the printed tie-breaks, then the
    smallest coordinates (R-192, R-205). None when no Character on the board is conscious."""
    team = conscious(run)
    harms = [max(_harm_at(run, unit, number, one.id, cell) for cell in _beside(run, one)) for one in team]
    if not team:
        return None
    cells = run.view.cells

    def rank(at: int) -> tuple[Harm, tuple[int, ...]]:
        one = team[at]
        return harms[at], (*(-tie(run, one) for _, tie in TIE_BREAKS), -cells[one.id])

    best = max(range(len(team)), key=rank)
    weighed = tuple(e.Weighed(one.id, tuple(score)) for one, score in zip(team, harms, strict=True))
    return Victim(team[best].id, "evil_ai", weighed if len(team) > 1 else ())


def _beside(run: Transaction, one: Character) -> Sequence[int]:
    """Return the spaces where a Miniature can appear: free ones in Contact, or else the closest (R-204)."""
    view = run.view
    here = view.cells[one.id]
    free = closest_free(run.rules.board, 1 << here, view.taken | view.obstructed, view.open_doors)
    return cells_of(free) or [here]


def _harm_at(run: Transaction, unit: str, number: int, target: str, cell: int) -> Harm:
    """Return the harm of the Miniature's Attack on the target from a space; none without room on the whole board."""
    trial = Transaction(run.rules, run.state)
    place(trial, unit, number, (cell,), ())
    id = f"{unit}.{number}"
    return strikes.surprise_harm(trial, id, target) if id in trial.state.enemies else Harm()


def advance(run: Transaction, frame: SurpriseAttack) -> bool:
    """Continue Miniature by Miniature: each appears in Contact, attacks once, and ends its Activation (R-204,
    R-206)."""
    unit = run.state.units.get(frame.unit)
    if frame.acting:
        acted = frame.acting
        harm.uncover(run, acted)
        frame = replace(frame, acting="")
        run.set(frame)
        remain(run, acted)
    if not frame.waiting or unit is None:
        run.close()
        if unit is not None:
            harm.count_out(run, unit.id)
        return True
    if not _can_be_attacked(run.state.team[frame.target]):
        return _look_for_another(run, frame)
    if not frame.proceed:
        return False
    id = frame.waiting[0]
    run.set(replace(frame, waiting=frame.waiting[1:], proceed=False, acting=id))
    _appear(run, id, run.state.team[frame.target])
    if id in run.state.enemies:  # else there was no room on the whole board
        strikes.surprise(run, id, frame.target).perform(run)
    return True


def _can_be_attacked(one: Character) -> bool:
    return bool(one.space) and one.conscious


def _look_for_another(run: Transaction, frame: SurpriseAttack) -> bool:
    """After the target has fallen Unconscious, Evil AI picks another one (R-206). Without one, the remaining Miniatures
    appear beside the fallen Character and do not attack."""
    number = int(frame.waiting[0].rpartition(".")[2])
    victim = _most_harmed(run, frame.unit, number)
    if victim is not None:
        _tell(run, frame.unit, victim)
        run.set(replace(frame, target=victim.id))
        return True
    fallen = [one for one in run.state.team.values() if one.space]
    fallen.sort(key=lambda one: one.id != frame.target)
    for id in frame.waiting if fallen else ():
        _appear(run, id, fallen[0])
        run.emit(e.InstructionSkipped(id, "attack", "", "reason.nobody_there", (), ("R-206", "R-187")))
        remain(run, id)
    run.set(replace(frame, waiting=()))
    return True


def _appear(run: Transaction, id: str, beside: Character) -> None:
    """Place one Miniature on the space from which its Attack does most harm, of equals the first (R-192, R-204)."""
    unit, _, number = id.rpartition(".")
    cells = _beside(run, beside)
    names = run.rules.board.names
    best, by, weighed = cells[0], "coordinates" if len(cells) > 1 else "", tuple[e.Weighed, ...]()
    cites: tuple[str, ...] = ("R-204",)
    if len(cells) > 1 and beside.conscious:
        harms = [_harm_at(run, unit, int(number), beside.id, cell) for cell in cells]
        if min(harms) != max(harms):
            best, cites = cells[harms.index(max(harms))], ("R-204", "R-192")
            by = "harm" if harms.count(max(harms)) == 1 else "coordinates"
            weighed = tuple(
                e.Weighed(names[cell], tuple(one), beside.id) for cell, one in zip(cells, harms, strict=True)
            )
    if best == run.view.cells[beside.id]:
        return  # no room on the whole board
    spaces = tuple(names[cell] for cell in cells) if len(cells) > 1 else ()
    place_at(run, unit, int(number), Site(best, (beside.space,), spaces, by, weighed), cites)
