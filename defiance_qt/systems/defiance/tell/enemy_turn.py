"""A whole turn of an Enemy Unit in prose, in the style of a rulebook: column, Instructions, targets, reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from defiance_qt.core.port import EventContext, Words
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.tell.enemy_reasons import (
    CLOSER,
    MOVES,
    Instruction,
    Lines,
    best,
    candidates,
    column_read,
    counted,
    frame_of,
    held_back,
    limited,
    surprised,
    weighed,
)
from defiance_qt.systems.defiance.tell.scene import Scene
from defiance_qt.systems.defiance.tell.sentences import instruction


class _Turn(NamedTuple):
    """One event of the Activation, and the events after it."""

    scene: Scene
    event: Any
    rest: tuple[EventContext, ...]


def explain_activation(told: Iterable[EventContext], words: Words, rules: Rules) -> tuple[str, ...]:
    """Return the Activation of a Unit, or of one of its Miniatures, in prose. It names the column, then each
    Instruction in order with its target and reason or why it was skipped, and the end. `told` are its events."""
    events = tuple(told)
    lines: list[str] = []
    for place, one in enumerate(events):
        scene = Scene(rules, one.before, one.after, words)
        turn = _Turn(scene, one.event, events[place + 1 :])
        teller = _PROSE.get(type(one.event))
        if teller is not None:
            lines += teller(turn)
    return tuple(lines)


def _prose(sentences: Iterable[str]) -> str:
    """Return the sentences joined, each with the full stop that the texts omit; that of a card stands in it already."""
    stripped = (sentence.removesuffix(".") for sentence in sentences)
    return " ".join(one if one.endswith("!") else f"{one}." for one in stripped)


def _prose_revealed(turn: _Turn) -> Lines:
    """Yield only the line on the column; its entries follow as they are performed."""
    yield from (_prose([line]) for line in tuple(column_read(turn.scene, turn.event))[:1])


def _prose_targeted(turn: _Turn) -> Lines:
    """Yield the line on the Character beside whom the Unit appears; the options that Evil AI weighed follow it."""
    first, *rest = surprised(turn.scene, turn.event)
    yield _prose([first])
    yield from rest


def _prose_opened(turn: _Turn) -> Lines:
    yield from (_prose([line]) for line in limited(turn.scene, turn.event))


def _heading(turn: _Turn) -> str:
    scene, event = turn.scene, turn.event
    frame = frame_of(scene, event.enemy)
    values = {"enemy": scene.figure(event.enemy), "instruction": instruction(scene.names, event.kind, event.selector)}
    if frame is None:
        return scene.words("why.step.only", **values)
    number = frame.index + 1 if frame.part else frame.index
    return scene.words("why.step", **values, number=number)


def _prose_chosen(turn: _Turn) -> Lines:
    """Yield the heading, the target with its reason, and the action, in one paragraph."""
    scene, event = turn.scene, turn.event
    parts = [_heading(turn)]
    if event.kind == "acquire":
        key = "why.first.acquire.blind" if scene.blind(event.enemy, event.target) else "why.first.acquire"
        parts.append(scene.words(key, ranges=scene.ranges(event.enemy, event.target)))
    elif event.kind == "assault":
        parts.append(scene.words("why.first.assault"))
    elif event.kind == "bolt":
        parts.append(scene.words("why.goal.bolt"))
    elif event.kind in scene.rules.abilities:
        parts += [text] if (text := scene.names.known(f"ability.{event.kind}.text")) else []
    if event.note == CLOSER:
        parts.append(scene.words("why.first.closer"))
    parts += best(scene, event)
    parts += _deed(turn)
    parts += counted(scene, event)
    yield _prose(parts)
    yield from candidates(scene, event)
    yield from weighed(scene, event)


def _deed(turn: _Turn) -> Lines:
    """Yield the lines on the immediate result: the Attack, the walk, the State."""
    scene, event = turn.scene, turn.event
    for told in turn.rest:
        done = told.event
        if isinstance(done, Instruction):
            return
        if isinstance(done, e.DoorOpened) and done.by == event.enemy:
            yield scene.words("why.deed.door", door=scene.names.thing(done.door))
        if isinstance(done, e.AttackDeclared):
            weapon = scene.names.weapon(done.attacker, done.weapon, done.attack)
            key = "why.deed.hack" if done.attack == "hack_attack" else "why.deed.attack"
            yield scene.words(key, figure=scene.figure(done.target), weapon=weapon)
            return
        if isinstance(done, e.Moved) and done.figure == event.enemy:
            yield from _walk(scene, event, told)
            return
        if isinstance(done, e.MiniatureRetreated | e.StateGained):
            yield from [text] if (text := _told(scene, done)) else ()
            return


def _told(scene: Scene, done: e.MiniatureRetreated | e.StateGained) -> str:
    if isinstance(done, e.MiniatureRetreated):
        return scene.words("why.deed.retreat")
    return scene.words("why.deed.state", state=scene.names.condition(done.state))


def _walk(scene: Scene, event: e.InstructionChosen, told: EventContext) -> Lines:
    """Yield the length of the walk, and the distance to the target afterwards."""
    moved: e.Moved = told.event
    values = {"start": moved.start, "space": moved.path[-1]}
    yield scene.words.count("why.deed.moves", len(moved.path), **values)
    if event.kind not in MOVES:
        return
    if event.target in told.after.team and told.after.team[event.target].space:
        distance = scene.distance(told.after, event.enemy, event.target)
        goal = "closer" if event.note == CLOSER else event.kind
        ranges = scene.ranges(event.enemy, event.target)
        bounds = scene.intervals(event.enemy, event.target)
        if goal == "acquire" and distance < max((high for _, high in bounds), default=0):
            goal = "acquire.speed"
        if goal == "assault" and distance == min((low for low, _ in bounds), default=-1):
            goal = "assault.reached"
        yield scene.words(f"why.there.{goal}", figure=scene.figure(event.target), distance=distance, ranges=ranges)


def _prose_skipped(turn: _Turn) -> Lines:
    scene, event = turn.scene, turn.event
    held = tuple(held_back(scene, event))
    reason = "; ".join(held) or scene.names.reason(event.because)
    yield _prose([_heading(turn), scene.words("why.skip", reason=reason), *counted(scene, event)])
    if not held:
        yield from candidates(scene, event)


def _prose_closed(turn: _Turn) -> Lines:
    """Yield the line on the Miniature's end: it has left the board, its Instructions are used up, or its column is
    finished."""
    scene = turn.scene
    frame = scene.before.agenda[-1] if scene.before.agenda else None
    if not isinstance(frame, EnemyActivation):
        return
    values = {"enemy": scene.figure(frame.enemy), "performed": frame.performed}
    if frame.enemy not in scene.before.enemies:
        yield _prose([scene.words("why.done.gone", enemy=scene.figure(frame.enemy))])
    elif frame.performed >= frame.limit:
        yield _prose([scene.words.count("why.done.limit", frame.limit, **values)])
    else:
        yield _prose([scene.words("why.done.column", **values)])


def _prose_picked(turn: _Turn) -> Lines:
    yield _prose([turn.scene.names.picked(turn.event.picked, turn.event.options)])


_PROSE: dict[type, Callable[[_Turn], Lines]] = {
    e.AiCardRevealed: _prose_revealed,
    e.SurpriseTargeted: _prose_targeted,
    e.FrameOpened: _prose_opened,
    e.InstructionChosen: _prose_chosen,
    e.InstructionSkipped: _prose_skipped,
    e.RandomPicked: _prose_picked,
    e.FrameClosed: _prose_closed,
}
