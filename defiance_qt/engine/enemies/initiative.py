"""A Unit's turn: its AI card, then its Miniatures one by one (R-172…R-180, R-203…R-206, R-264)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from defiance_qt.engine import commands as c
from defiance_qt.engine import events as e
from defiance_qt.engine.board.tiles import cells_of
from defiance_qt.engine.board.zones import closest_free
from defiance_qt.engine.enemies import evil_ai, instructions, strikes
from defiance_qt.engine.enemies.mind import Plan
from defiance_qt.engine.enemies.reinforcements import place
from defiance_qt.engine.frames import Draw, EnemyActivation, SurpriseAttack, UnitActivation
from defiance_qt.engine.rules import harm
from defiance_qt.engine.rules.alert import raise_alert
from defiance_qt.engine.run import Run

# R-172: a Personality reads the Veterans' column; so does what is no Rookie.
COLUMNS = {"blue": "blue", "red": "red", "black": "red", "grey": "red"}


def begin_unit(run: Run, unit_id: str) -> None:
    """The revealed Unit activates with all its Miniatures (R-164): its AI card is turned face up (R-172); who must
    appear first, appears (R-204)."""
    run.emit(e.UnitActivated(unit_id, ("R-172",)))
    unit = run.state.units[unit_id]
    miniatures = tuple(
        enemy.id
        for enemy in sorted(run.state.enemies.values(), key=lambda enemy: enemy.number)
        if enemy.unit == unit_id
    )
    run.open(UnitActivation(unit_id, miniatures))
    if unit.ai_card == "?":
        run.open(Draw("ai", 1, "reveal", unit_id))
    elif unit.ai_card:
        cites = ("R-172", "R-175") if unit.profile.instructions else ("R-172",)
        run.emit(e.AiCardRevealed(unit_id, unit.ai_card, COLUMNS[unit.profile.colour], False, cites))


def unit_advance(run: Run, frame: UnitActivation) -> bool:
    """The next Miniature, or the end of the Unit's Activation."""
    unit = run.state.units.get(frame.unit)
    if unit is not None and unit.hidden_away:
        _surprise(run, frame)
        return True
    waiting = [id for id in frame.waiting if id in run.state.enemies]
    if unit is None or not waiting:
        _end(run, frame)
        return True
    run.set(replace(frame, waiting=tuple(waiting[1:]), acted=(*frame.acted, waiting[0])))
    enemy = run.state.enemies[waiting[0]]
    states = [run.rules.catalog.states[id] for id in enemy.states]
    limit = max(0, 2 + sum(card.actions for card in states))
    run.open(EnemyActivation(enemy.id, column(run, frame.unit), limit))
    return True


def column(run: Run, unit_id: str) -> tuple[str, ...]:
    """The Instructions of a Unit: printed on its card (R-175), or the AI card's column of its colour (R-172)."""
    unit = run.state.units[unit_id]
    if unit.profile.instructions:
        return unit.profile.instructions
    if not unit.ai_card:
        return ()
    card = run.rules.catalog.ai_cards[unit.ai_card]
    columns = {"blue": card.blue, "red": card.red}
    return columns[COLUMNS[unit.profile.colour]]


def _end(run: Run, frame: UnitActivation) -> None:
    """At Alert 0 an Enemy that is still there raises it (R-264); then the team is next (R-041)."""
    run.emit(e.UnitActivationEnded(frame.unit, ("R-179",)))
    if run.state.alert == 0 and any(id in run.state.enemies for id in frame.acted):
        raise_alert(run, 1, "enemy_activated", ("R-264",))
    run.fact("check", "activation")
    run.emit(e.TurnPassed("team", "", ("R-041",)))


# ---- one Miniature ----


def enemy_advance(run: Run, frame: EnemyActivation) -> bool:
    """Instructions from the top until two are performed or the column ends (R-179…R-181, R-184). Each Miniature looks
    at the table for itself, anew at every Instruction (R-190, R-191)."""
    enemy = run.state.enemies.get(frame.enemy)
    if enemy is None:
        run.close()
        return True
    if frame.performed >= frame.limit or frame.index >= len(frame.column):
        for state in enemy.states:
            if "activation" in run.rules.catalog.states[state].until:
                harm.relieve(run, enemy.id, state, ("R-277",))
        harm.uncover(run, enemy.id)
        run.close()
        return True
    if not frame.proceed:
        return False
    group = run.rules.column(frame.column[frame.index])
    kind, selector = group[frame.part]
    plan = instructions.plan(run, frame, kind, selector)
    if plan.pick:
        run.open(plan.pick)
        return True
    _perform(run, frame, plan, last=frame.part + 1 == len(group))
    return True


def _perform(run: Run, frame: EnemyActivation, plan: Plan, last: bool) -> None:
    """One Instruction performed or skipped. A group counts once, if any of it was performed (R-181, R-184)."""
    done = frame.group_done or plan.performs
    if last:
        after = replace(
            frame,
            index=frame.index + 1,
            part=0,
            performed=frame.performed + done,
            group_done=False,
            picked="",
            proceed=not plan.performs,
        )
    else:
        after = replace(frame, part=frame.part + 1, group_done=done, picked="", proceed=not plan.performs)
    run.set(after)
    plan.perform(run)


def proceed(run: Run, frame: EnemyActivation | SurpriseAttack, command: c.Proceed) -> None:
    run.set(replace(frame, proceed=True))


# ---- Surprise Attack ----


def _surprise(run: Run, frame: UnitActivation) -> None:
    """The Unit appears beside the Character activated last; Evil AI picks one when there is none (R-204, R-205)."""
    unit = run.state.units[frame.unit]
    target = _surprised(run, unit.id)
    run.emit(e.UnitDeployed(replace(unit, hidden_away=False), "surprise", ("R-204",)))
    run.set(replace(frame, waiting=()))
    if target:
        waiting = tuple(f"{unit.id}.{number}" for number in range(1, unit.profile.number + 1))
        run.open(SurpriseAttack(unit.id, target, waiting))


def _surprised(run: Run, unit_id: str) -> str:
    """R-204, R-205 (switch D14): the Character activated last, in this Round or ever; if nothing else has been
    activated in this Round, or that one cannot be a target, Evil AI picks."""
    state = run.state
    one = state.team.get(state.last_activated)
    others = any(unit.activated for id, unit in state.units.items() if id != unit_id)
    first = not others and not any(other.activated for other in state.team.values())
    if one is None or first or not one.space or not one.conscious:
        return evil_ai.most_vulnerable(run)
    if run.rules.switches["surprise_target"] == "round" and not one.activated:
        return evil_ai.most_vulnerable(run)
    return one.id


def surprise_advance(run: Run, frame: SurpriseAttack) -> bool:
    """Miniature by Miniature: it appears in Contact, then attacks once (R-204, R-206)."""
    unit = run.state.units.get(frame.unit)
    one = run.state.team[frame.target]
    if not frame.waiting or unit is None:
        run.close()
        return True
    if not one.conscious or not one.space:
        target = evil_ai.most_vulnerable(run)
        if not target:
            run.close()
            return True
        frame = replace(frame, target=target)
        run.set(frame)
    if not frame.proceed:
        return False
    id = frame.waiting[0]
    run.set(replace(frame, waiting=frame.waiting[1:], proceed=False))
    view = run.view
    here = view.cells[frame.target]
    taken = view.taken | view.obstructed
    near = view.passages.near[here] & ~taken
    spots = near or closest_free(run.rules.board, 1 << here, taken, view.open_doors, want=1)[0]
    _appear(run, unit.id, int(id.rpartition(".")[2]), frame.target, cells_of(spots))
    strikes.surprise(run, id, frame.target).perform(run)
    return True


def _appear(run: Run, unit: str, number: int, target: str, cells: Sequence[int]) -> None:
    """One Miniature appears on the space of these from which its Attack does most harm, of equals the first (R-192,
    R-204)."""
    best = cells[0]
    cites: tuple[str, ...] = ("R-204",)
    if len(cells) > 1:
        harms = [_harm_at(run, unit, number, target, cell) for cell in cells]
        if min(harms) != max(harms):
            best, cites = cells[harms.index(max(harms))], ("R-204", "R-192")
    place(run, unit, number, (best,), cites)


def _harm_at(run: Run, unit: str, number: int, target: str, cell: int) -> evil_ai.Harm:
    trial = Run(run.rules, run.state)
    place(trial, unit, number, (cell,), ())
    return strikes.surprise_harm(trial, f"{unit}.{number}", target)
