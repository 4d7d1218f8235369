"""The Instructions of the acting Miniature as boxes: what came of those before, which is next."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.port import EventContext
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.tell.names import kind_word, selector_word
from defiance_qt.systems.defiance.view.present.enemies import under_way
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.values import BoxView


def boxes(session: Session, rules: Rules, names: Names) -> tuple[BoxView, ...]:
    """Return a box for each entry of the acting Miniature's column, () while none acts."""
    state: State = session.state
    frame = activation(state)
    if frame is None:
        return ()
    told: dict[int, list[e.InstructionChosen | e.InstructionSkipped]] = {}
    for context in session.event_contexts(tuple(_steps(session, frame.enemy))[::-1]):
        place = _place(context, frame.enemy)
        if place is not None:
            told.setdefault(place, []).append(context.event)
    at = under_way(frame, state)
    return tuple(
        _box(place, entry, at, told.get(place, []), state, rules, names) for place, entry in enumerate(frame.column)
    )


def activation(state: State) -> EnemyActivation | None:
    """Return the Activation of the acting Miniature, None while none acts."""
    return next((one for one in reversed(state.agenda) if isinstance(one, EnemyActivation)), None)


def _steps(session: Session, enemy: str) -> Iterator[int]:
    """Yield the steps of this Miniature's Activation, from the head back."""
    timeline = session.timeline
    step: int | None = session.head
    while step is not None:
        yield step
        step = timeline.parent(step)
        before = activation(timeline.state_at(step)) if step is not None else None
        if before is None or before.enemy != enemy:
            return


def _place(context: EventContext, enemy: str) -> int | None:
    """Return the entry that an Instruction's event belongs to, None for any other event. The frame's index has moved
    past an entry when its last Instruction begins."""
    event = context.event
    if not isinstance(event, e.InstructionChosen | e.InstructionSkipped) or event.enemy != enemy:
        return None
    frame = activation(context.before)
    return None if frame is None else frame.index if frame.part else frame.index - 1


def _box(
    place: int,
    entry: str,
    at: int,
    told: list[e.InstructionChosen | e.InstructionSkipped],
    state: State,
    rules: Rules,
    names: Names,
) -> BoxView:
    words, known = names.words, Known(state, names.words)
    column = rules.column(entry)
    joint = " → " if rules.chained(entry) else " + "
    kinds = joint.join(kind_word(names.words, kind) for kind, _ in column)
    title = words("view.tray.box", n=place + 1, what=kinds)
    selectors = dict.fromkeys(selector_word(names.words, one) for _, one in column if one)
    performed = [one for one in told if isinstance(one, e.InstructionChosen)]
    if performed:
        targets = dict.fromkeys(known.figure(one.target) for one in performed if one.target)
        text = (
            words("view.tray.box.target", how=", ".join(selectors), who=", ".join(targets))
            if targets
            else ", ".join(selectors)
        )
        return BoxView(title, text, "now" if place == at else "done")
    if told:
        last = told[-1]
        why = known.reason(last.because) if isinstance(last, e.InstructionSkipped) else ""
        return BoxView(
            title, words("view.tray.box.skipped", why=why) if why else words("view.tray.box.skipped_plain"), "skipped"
        )
    return BoxView(title, ", ".join(selectors), "now" if place == at else "")
