"""Explains an Enemy's action: the candidates, their values, and the reason for the choice."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import narrate
from defiance_qt.systems.defiance.engine.words.names import Names as Known
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.values import CandidateView, ExplainedView


def explained(events: Sequence[e.Event], state: State, names: Names) -> ExplainedView:
    """Explain the Instructions among these events: a sentence for each, and the candidates of the last one."""
    lines: list[str] = []
    looked: tuple[CandidateView, ...] = ()
    for event in events:
        if isinstance(event, e.InstructionChosen | e.InstructionSkipped):
            lines.append(narrate(event, state, names.words))
            if event.candidates:
                target = event.target if isinstance(event, e.InstructionChosen) else ""
                known = Known(state, names.words)
                looked = tuple(_candidate(one, target, known) for one in event.candidates)
    passed: dict[str, list[str]] = {}
    for one in looked:
        if one.passed:
            passed.setdefault(one.passed, []).append(one.name)
    because = tuple(names.words("view.why.passed", names=", ".join(who), why=why) for why, who in passed.items())
    return ExplainedView(tuple(lines), looked, because)


def _candidate(one: e.Candidate, target: str, names: Known) -> CandidateView:
    chosen = bool(target) and one.figure == target
    name, why = names.figure(one.figure), names.reason(one.because)
    return CandidateView(name, one.distance, one.aggro, one.damage, one.sight, chosen, why)
