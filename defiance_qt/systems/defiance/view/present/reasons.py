"""Explains an Enemy's action: the candidates, their values, and the reason for the choice."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.shell.present.values import HoverRow, HoverView
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import narrate
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.values import ExplainedView


def explained(events: Sequence[e.Event], state: State, names: Names) -> ExplainedView:
    """Explain the Instructions among these events: a sentence for each, and why candidates of the last were passed
    over."""
    lines: list[str] = []
    looked: Sequence[e.Candidate] = ()
    for event in events:
        if isinstance(event, e.InstructionChosen | e.InstructionSkipped):
            lines.append(narrate(event, state, names.words))
            looked = event.candidates or looked
    known, passed = Known(state, names.words), dict[str, list[str]]()
    for one in looked:
        if why := known.reason(one.because):
            passed.setdefault(why, []).append(known.figure(one.figure))
    because = (names.words("view.why.passed", names=", ".join(who), why=why) for why, who in passed.items())
    return ExplainedView(tuple(lines), tuple(because))


def acted(events: Sequence[e.Event], state: State, names: Names) -> tuple[tuple[str, ...], HoverView | None]:
    """Return the way that an Enemy went by the Instructions among these events, from the space it came from, and the
    card that says what it did and why; () and None where no Instruction was performed."""
    chosen = [event for event in events if isinstance(event, e.InstructionChosen) and event.enemy in state.enemies]
    if not chosen:
        return (), None
    enemy = chosen[-1].enemy
    moved = next((one for one in reversed(events) if isinstance(one, e.Moved) and one.figure == enemy), None)
    trail = (moved.start, *moved.path) if moved is not None else ()
    speed = state.units[state.enemies[enemy].unit].profile.speed
    where = names.words("view.told.points", cost=moved.cost, speed=speed) if moved is not None else ""
    found = explained(events, state, names)
    parts = [tuple(HoverRow(line, tone="plain") for line in found.lines)]
    if found.passed:
        parts.append(tuple(HoverRow(line) for line in found.passed))
    parts.append((HoverRow(names.words("view.told.why"), "help"),))
    return trail, HoverView(enemy, names.figure(enemy), where, tuple(parts))
