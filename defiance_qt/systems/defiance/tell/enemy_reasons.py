"""Reasons for an Enemy's behavior: each Instruction with its candidates, the deciding rule, or why it was skipped.

`explain_activation` renders a whole Activation in the style of a rulebook; the tables here explain single events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.enemies.initiative import orders
from defiance_qt.systems.defiance.engine.enemies.targeting import SELECTORS, TIE_BREAKS
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.engine.rules.targets import obstacles
from defiance_qt.systems.defiance.engine.state import Character
from defiance_qt.systems.defiance.engine.transaction import Transaction
from defiance_qt.systems.defiance.tell.refused import obstacle
from defiance_qt.systems.defiance.tell.scene import Scene
from defiance_qt.systems.defiance.tell.sentences import instruction

Lines = Iterator[str]
Instruction = e.InstructionChosen | e.InstructionSkipped
MOVES = ("acquire", "assault", "withdraw")
CLOSER = "reason.closer"


# ---- candidates ----


def _selector(event: Instruction) -> str:
    """Return the selector of the choice; if no target can be reached, it is the closest (R-196)."""
    return "least_distance" if getattr(event, "note", "") == CLOSER else event.selector


def _scope(event: e.InstructionChosen) -> str:
    """Return the group of candidates: "reach" (can be attacked at once), "sight", "sight.left" (but not all of those),
    "way" (can be attacked after this Move), "left" (others were passed over), or "all"."""
    if event.kind == "attack":
        return "reach"
    if event.kind == "acquire" and event.note != CLOSER:
        chosen = _candidate(event, event.target)
        seen = chosen is not None and chosen.sight and event.selector == "least_distance"
        if seen:
            return "sight.left" if any(one.sight and one.because for one in event.candidates) else "sight"
        return "way"
    passed = event.note != CLOSER and any(one.because for one in event.candidates)
    return "left" if passed else "all"


def _candidate(event: Instruction, figure: str) -> e.Candidate | None:
    return next((one for one in event.candidates if one.figure == figure), None)


def best(scene: Scene, event: e.InstructionChosen) -> Lines:
    """Yield the line naming the best match for the selector, and its group of candidates."""
    chosen, selector = _candidate(event, event.target), _selector(event)
    if chosen is None or selector not in SELECTORS:
        return
    value = {"distance": chosen.distance, "aggro": chosen.aggro, "damage": chosen.damage}[selector.partition("_")[2]]
    who = scene.words(f"why.best.{selector}", figure=scene.figure(chosen.figure), value=value)
    scope = _scope(event)
    if scope in ("reach", "way") and scene.blind(event.enemy, event.target):
        scope = f"{scope}.blind"
    yield scene.words(f"why.among.{scope}", best=who)
    if event.tie_break:
        yield _tie(scene, event)


def _tie(scene: Scene, event: e.InstructionChosen) -> str:
    """Return who fits equally well, and the printed tie-break that decided, with the values that it compared."""
    chosen, selector = _candidate(event, event.target), _selector(event)
    assert chosen is not None
    field, seen = selector.partition("_")[2], _scope(event).startswith("sight")
    team = scene.before.team
    tied = [
        one.figure
        for one in event.candidates
        if getattr(one, field) == getattr(chosen, field)
        and (not one.because or event.note == CLOSER)
        and (one.sight or not seen)
        and one.figure in team
    ]
    reason = scene.names.reason(event.tie_break, "tie_break")
    figures = scene.names.joined(scene.figure(id) for id in tied)
    told = scene.words("why.tie.of", figures=figures, reason=reason) if len(tied) > 1 else ""
    values = _tie_values(scene, event.tie_break, tied)
    if told and values:
        return scene.words("why.tie.values", tie=told, values=values)
    return told or scene.words("why.tie", reason=reason)


def _tie_values(scene: Scene, decisive: str, tied: Sequence[str]) -> str:
    """Return the numbers that the deciding tie-break compared, of those whom the ones before it left."""
    run = Transaction(scene.rules, scene.before)
    left = [scene.before.team[id] for id in tied]
    for name, tie in TIE_BREAKS:
        if name == decisive:
            break
        least = min((tie(run, one) for one in left), default=0)
        left = [one for one in left if tie(run, one) == least]
    if decisive not in _COMPARED:
        return ""
    return scene.names.joined(f"{scene.figure(one.id)} {_COMPARED[decisive](scene, one)}" for one in left)


_COMPARED: dict[str, Callable[[Scene, Character], int]] = {
    "aggro": lambda scene, one: one.aggro,
    "damage": lambda scene, one: one.damage,
    "wounds": lambda scene, one: scene.wounds(one.id),
}


def candidates(scene: Scene, event: Instruction) -> Lines:
    """Yield a line for each candidate, with the reason it was passed over; none for a single candidate."""
    if len(event.candidates) < 2 and isinstance(event, e.InstructionChosen):
        return
    for one in event.candidates:
        values = {"figure": scene.figure(one.figure), "distance": one.distance, "aggro": one.aggro}
        values["damage"] = one.damage
        key = "event.candidate.seen" if one.sight else "event.candidate.unseen"
        reason = _passed(scene, event, one)
        if reason:
            yield scene.words(f"{key}.passed", **values, reason=reason)
        else:
            yield scene.words(key, **values)


def _passed(scene: Scene, event: Instruction, one: e.Candidate) -> str:
    """Return why a candidate is not the target; "" for the target itself."""
    if one.because in _UNREACHED:
        return _UNREACHED[one.because](scene, event, one)
    if isinstance(event, e.InstructionSkipped):
        return "" if one.because in ("reason.in_reach", "reason.in_contact") else scene.names.reason(one.because)
    if one.figure == event.target:
        return ""
    chosen = _candidate(event, event.target)
    if chosen is None or (one.because and event.note != CLOSER):
        return scene.names.reason(one.because)
    if _scope(event).startswith("sight") and not one.sight:
        return scene.words("why.lost.sight")
    selector = _selector(event)
    field = selector.partition("_")[2]
    if getattr(one, field, None) != getattr(chosen, field, None):
        return scene.words(f"why.lost.{selector}")
    return _tie_lost(scene, event.target, one.figure)


def _range(scene: Scene, event: Instruction, one: e.Candidate) -> str:
    ranges = scene.ranges(event.enemy, one.figure)
    return scene.words("why.lost.range", ranges=ranges) if ranges else scene.names.reason(one.because)


def _sight(scene: Scene, event: Instruction, one: e.Candidate) -> str:
    cut = obstacles(scene.rules, scene.before, event.enemy, one.figure)
    if not cut:
        return scene.names.reason(one.because)
    return scene.words("why.lost.cut", cut=scene.names.joined(obstacle(scene.names, id) for id in cut))


# Why no Attack reaches a candidate. The last one is that of older saves.
_UNREACHED: dict[str, Callable[[Scene, Instruction, e.Candidate], str]] = {
    "reason.out_of_range": _range,
    "reason.out_of_sight": _sight,
    "reason.out_of_reach": lambda scene, event, one: scene.names.reason(one.because),
}


def _tie_lost(scene: Scene, winner: str, loser: str) -> str:
    """Return the first printed tie-break that puts one figure before the other (R-188)."""
    run = Transaction(scene.rules, scene.before)
    team = scene.before.team
    if winner not in team or loser not in team:
        return ""
    for name, tie in TIE_BREAKS:
        if tie(run, team[winner]) != tie(run, team[loser]):
            return scene.names.reason(name, "tie_break")
    return scene.names.reason("random", "tie_break")


# ---- its action, and the count ----


def _goal(scene: Scene, event: e.InstructionChosen) -> Lines:
    """Yield the line with the goal of a Move."""
    if event.target == "":
        yield from [scene.words(f"why.goal.{event.kind}")] if event.kind == "bolt" else ()
        return
    values = {"enemy": scene.figure(event.enemy), "figure": scene.figure(event.target)}
    if event.note == CLOSER:
        yield scene.words("why.goal.closer", **values)
    elif event.kind in MOVES:
        yield scene.words(f"why.goal.{event.kind}", **values, ranges=scene.ranges(event.enemy, event.target))


def weighed(scene: Scene, event: e.InstructionChosen) -> Lines:
    """Yield the lines on the most harmful of several Attacks or spaces, with the figures that Evil AI compared
    (R-192)."""
    unit = event.enemy.rpartition(".")[0]
    if event.kind not in (*MOVES, "bolt") and not event.spaces:
        yield from _harms(scene, event, lambda one: scene.names.weapon(event.enemy, unit, one))
        return
    harmless = [one.option for one in event.weighed if not any(one.harm)]
    if harmless:
        yield scene.words("why.harm.nowhere", spaces=", ".join(harmless))
    threatened = {one.option: one for one in event.weighed}

    def name(space: str) -> str:
        one = threatened[space]
        if not one.target:
            return scene.words("why.harm.from", space=space)
        weapon = scene.names.weapon(event.enemy, unit, one.attack)
        return scene.words("why.harm.with", figure=scene.figure(one.target), weapon=weapon, space=space)

    yield from _harms(scene, event, name, harmless)
    yield from _space(scene, event)


def _space(scene: Scene, event: e.InstructionChosen) -> Lines:
    """Yield what chose among the spaces that the manual leaves open: the harm, then the cheapest path, then the
    smallest coordinates (R-192)."""
    if not event.by:
        return
    best = [one for one in event.weighed if one.harm == event.harm]
    tied = [one.option for one in best] or list(event.spaces)
    values = {"spaces": ", ".join(event.spaces), "tied": ", ".join(tied), "space": tied[0]}
    if event.by == "harm":
        yield scene.words("why.space.harm", **values, figure=scene.figure(best[0].target))
    else:
        yield scene.words(f"why.space.{event.by}{'.harm' if best else ''}", **values)


def _harms(
    scene: Scene, event: e.InstructionChosen | e.SurpriseTargeted, name: Callable[[str], str], but: Sequence[str] = ()
) -> Lines:
    """Yield a line for each option that Evil AI weighed, except those in `but`."""
    for one in event.weighed:
        if one.option not in but:
            yield harm_line(scene, one.harm, name(one.option), one.harm == event.harm)


def harm_line(scene: Scene, harm: Sequence[int], attack: str, best: bool) -> str:
    """Return the expected harm of one option in words."""
    unconscious, dealt, states, spared, tokens = (*harm, 0)[:5]
    told = scene.words(
        "why.harm.taken" if best else "why.harm",
        attack=attack,
        unconscious=scene.percent(unconscious),
        damage=scene.thousandths(dealt),
        states=scene.thousandths(states),
        suffered=scene.thousandths(-spared),
    )
    return scene.words("why.harm.tokens", harm=told, tokens=scene.thousandths(tokens)) if tokens else told


def frame_of(scene: Scene, enemy: str) -> EnemyActivation | None:
    """Return the Miniature's Activation after the Instruction was counted."""
    frame: EnemyActivation | None = scene.names.frame(EnemyActivation)
    return frame if frame is not None and frame.enemy == enemy else None


def counted(scene: Scene, event: Instruction) -> Lines:
    """Yield the line on how many Instructions count as performed so far (R-181, R-184)."""
    frame = frame_of(scene, event.enemy)
    if frame is None:
        return
    at = frame.index if frame.part else frame.index - 1
    grouped = 0 <= at < len(frame.column) and len(scene.rules.column(frame.column[at])) > 1
    if grouped:
        yield scene.words("why.count.group")
    if isinstance(event, e.InstructionSkipped) and not grouped:
        yield scene.words("why.count.skipped")
    elif not frame.part:
        yield scene.words("why.count", performed=frame.performed, limit=frame.limit)


def held_back(scene: Scene, event: e.InstructionSkipped) -> Lines:
    """Yield the lines naming the figures that prevent any action."""
    for one in event.candidates:
        if one.because in ("reason.in_reach", "reason.in_contact"):
            values = {"figure": scene.figure(one.figure), "distance": one.distance}
            ranges = scene.ranges(event.enemy, one.figure)
            key = f"why.held.{one.because.partition('.')[2]}"
            if one.because == "reason.in_reach" and scene.blind(event.enemy, one.figure):
                key = f"{key}.blind"
            yield scene.words(key, **values, ranges=ranges)


def _chosen(scene: Scene, event: e.InstructionChosen) -> Lines:
    yield from best(scene, event)
    yield from candidates(scene, event)
    yield from _goal(scene, event)
    yield from weighed(scene, event)
    yield from counted(scene, event)


def _skipped(scene: Scene, event: e.InstructionSkipped) -> Lines:
    held = tuple(held_back(scene, event))
    yield from held
    if not held or len(event.candidates) > 1:
        yield from candidates(scene, event)
    yield from counted(scene, event)


def _picked(scene: Scene, event: e.RandomPicked) -> Lines:
    yield scene.words("why.picked")


def column_read(scene: Scene, event: e.AiCardRevealed) -> Lines:
    """Yield the lines on the column in use and its entries."""
    unit = scene.after.units.get(event.unit)
    if unit is None:
        return
    if unit.hidden_away:
        yield scene.words("why.column.surprise", unit=scene.names.unit(event.unit))
        return
    printed = unit.profile.instructions
    column: tuple[str, ...] = printed
    ordered = orders(scene.rules, scene.before, event.unit)
    if ordered == ():
        yield scene.words("why.column.rests", unit=scene.names.unit(event.unit))
        return
    if ordered:
        column = ordered
    if ordered or printed:
        yield scene.words("why.column.printed", unit=scene.names.unit(event.unit))
    else:
        colour = "blue" if unit.profile.colour == "blue" else "red"
        card = scene.rules.catalog.ai_cards.get(event.card)
        if card is None:
            return
        column = card.blue if colour == "blue" else card.red
        name = scene.names.card("ai", event.card)
        yield scene.words(f"why.column.{colour}", unit=scene.names.unit(event.unit), card=name)
    for number, entry in enumerate(column, 1):
        parts = [instruction(scene.names, kind, selector) for kind, selector in scene.rules.column(entry)]
        joined = (" → " if scene.rules.chained(entry) else " + ").join(parts)
        yield scene.words("why.column.entry", number=number, instruction=joined)


def limited(scene: Scene, event: e.FrameOpened) -> Lines:
    """Yield the line on a Miniature that may perform more or fewer than two Instructions."""
    frame = event.frame
    if isinstance(frame, EnemyActivation):
        enemy = scene.before.enemies.get(frame.enemy)
        for id in enemy.states if enemy is not None else ():
            card = scene.rules.catalog.states.get(id)
            if card is not None and card.actions:
                values = {"enemy": scene.figure(frame.enemy), "state": scene.names.condition(id)}
                yield scene.words.count("why.limit", frame.limit, **values)


def surprised(scene: Scene, event: e.SurpriseTargeted) -> Lines:
    """Yield the lines on the Character beside whom a Unit appears, and the reason (R-204, R-205)."""
    key = "why.surprise.last" if event.because == "last_activated" else "why.surprise.evil"
    yield scene.words(key, unit=scene.names.unit(event.unit), figure=scene.figure(event.target))
    yield from _harms(scene, event, lambda one: scene.words("why.harm.on", figure=scene.figure(one)))


def _died(scene: Scene, event: e.MiniatureDied) -> Lines:
    enemy = scene.before.enemies.get(event.enemy)
    if enemy is not None:
        yield scene.words("why.damage_of_wounds", damage=enemy.damage, wounds=scene.wounds(event.enemy))


def _eliminated(scene: Scene, event: e.UnitEliminated) -> Lines:
    unit = scene.before.units.get(event.unit)
    if unit is not None and unit.profile.respawn is not None:
        yield scene.words("why.eliminated.respawn", unit=scene.names.unit(event.unit), respawn=unit.profile.respawn)
    elif unit is not None:
        yield scene.words("why.eliminated.gone", unit=scene.names.unit(event.unit))


def _unit_deployed(scene: Scene, event: e.UnitDeployed) -> Lines:
    if scene.before.high_face and event.origin != "surprise":
        yield scene.words("why.high_face")


ENEMY_REASONS: dict[type, Callable[[Scene, Any], Lines]] = {
    e.InstructionChosen: _chosen,
    e.InstructionSkipped: _skipped,
    e.RandomPicked: _picked,
    e.AiCardRevealed: column_read,
    e.FrameOpened: limited,
    e.SurpriseTargeted: surprised,
    e.MiniatureDied: _died,
    e.UnitEliminated: _eliminated,
    e.UnitDeployed: _unit_deployed,
}
