"""Why an Enemy did what it did: everyone it looked at, what each scored, and what decided."""

from __future__ import annotations

from defiance_qt.engine import events as e
from defiance_qt.engine.state import State
from defiance_qt.engine.words import candidates, narrate
from defiance_qt.ui.present.names import Words


def instruction(event: e.InstructionChosen | e.InstructionSkipped, state: State, words: Words) -> tuple[str, ...]:
    """The lines that explain one Instruction: the choice with its tie-break, then a line for each candidate."""
    return (narrate(event, state, words), *candidates(event, state, words))
