"""A Unit's turn: its AI card, then its Miniatures one by one (R-172…R-180, R-264)."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.checks.facts import BY
from defiance_qt.systems.defiance.engine.enemies import instructions, surprise
from defiance_qt.systems.defiance.engine.enemies.decision import Plan
from defiance_qt.systems.defiance.engine.frames import Draw, EnemyActivation, SurpriseAttack, UnitActivation
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.rules.alert import remain
from defiance_qt.systems.defiance.engine.rules.effects import outlive
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

# R-172: a Personality reads the Veterans' column, like every Unit that is not a Rookie.
COLUMNS = {"blue": "blue", "red": "red", "black": "red", "grey": "red"}


def begin_unit(run: Transaction, unit_id: str) -> None:
    """Activate the revealed Unit with all its Miniatures (R-164): turn its AI card face up (R-172), and place
    Miniatures that must appear first (R-204)."""
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


def unit_advance(run: Transaction, frame: UnitActivation) -> bool:
    """Activate the next Miniature, or end the Unit's Activation (R-179, R-204)."""
    unit = run.state.units.get(frame.unit)
    if unit is not None and unit.hidden_away and surprise.begin(run, frame):
        return True
    waiting = [id for id in frame.waiting if id in run.state.enemies]
    if not waiting:
        _end(run, frame)
        return True
    run.set(replace(frame, waiting=tuple(waiting[1:]), acted=(*frame.acted, waiting[0])))
    enemy = run.state.enemies[waiting[0]]
    states = [run.rules.catalog.states[id] for id in enemy.states]
    # two Actions, more or fewer by States; each Instruction takes one.
    limit = max(0, 2 + sum(card.actions for card in states))
    run.open(EnemyActivation(enemy.id, column(run, frame.unit), limit, held=enemy.states))
    return True


def column(run: Transaction, unit_id: str) -> tuple[str, ...]:
    """Return the Instructions of a Unit: those of an ability (R-212), printed on its card (R-175), or the AI card's
    column of its color (R-165, R-172)."""
    unit = run.state.units[unit_id]
    ordered = orders(run.rules, run.state, unit_id)
    if ordered is not None:
        return ordered
    if unit.profile.instructions:
        return unit.profile.instructions
    if not unit.ai_card:
        return ()
    card = run.rules.catalog.ai_cards[unit.ai_card]
    columns = {"blue": card.blue, "red": card.red}
    return columns[COLUMNS[unit.profile.colour]]


def orders(rules: Rules, state: State, unit_id: str) -> tuple[str, ...] | None:
    """Return the Instructions that an ability gives a Unit in place of those on its cards (R-212), None without one."""
    for ability in rules.unit_abilities(state.units[unit_id]):
        found = ability.orders(rules.play, state, unit_id) if ability.orders is not None else None
        if found is not None:
            return found
    return None


def _end(run: Transaction, frame: UnitActivation) -> None:
    """End the Unit's Activation; the team is next (R-041)."""
    run.emit(e.UnitActivationEnded(frame.unit, ("R-179",)))
    run.fact("check", "activation")
    run.emit(e.TurnPassed("team", "", ("R-041",)))


# ---- one Miniature ----


def enemy_advance(run: Transaction, frame: EnemyActivation) -> bool:
    """Follow Instructions from the top until two are performed or the column ends (R-179…R-181, R-184). Each Miniature
    evaluates the table separately, and again at every Instruction (R-190, R-191). Its States end with it (R-277)."""
    enemy = run.state.enemies.get(frame.enemy)
    if enemy is None:
        run.close()
        return True
    if frame.performed >= frame.limit or frame.index >= len(frame.column):
        outlive(run, enemy.id, frame.held)
        harm.uncover(run, enemy.id)
        if run.rules.observes:
            run.fact("enemy_activation_ended", enemy.unit + BY + enemy.id)
        run.close()
        remain(run, enemy.id)
        return True
    if not frame.proceed:
        return False
    group = run.rules.column(frame.column[frame.index])
    kind, selector = group[frame.part]
    plan = instructions.plan(run, frame, kind, selector)
    if plan.pick:
        run.open(plan.pick)
        return True
    last = frame.part + 1 == len(group)
    if not last and not plan.performs and run.rules.chained(frame.column[frame.index]):
        _perform(run, frame, plan, last=True)
        for kind, selector in group[frame.part + 1 :]:
            run.emit(e.InstructionSkipped(enemy.id, kind, selector, "reason.depends", (), ("R-184",)))
        return True
    _perform(run, frame, plan, last)
    return True


def _perform(run: Transaction, frame: EnemyActivation, plan: Plan, last: bool) -> None:
    """Perform or skip one Instruction. A group counts once, if any of it was performed (R-181, R-184)."""
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


def proceed(run: Transaction, frame: EnemyActivation | SurpriseAttack, command: c.Proceed) -> None:
    run.set(replace(frame, proceed=True))
