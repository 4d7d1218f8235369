"""`legal(rules, state)`: every command that is legal now. The only source of legality: `decide` accepts exactly
these."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.agenda import OPTIONS
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State


def legal(rules: Rules, state: State) -> tuple[c.Command, ...]:
    """Return every legal command, in a fixed order. Empty when the game is over or a chance result is pending."""
    if not state.agenda:
        return ()
    frame = state.agenda[-1]
    found = OPTIONS[type(frame)](rules, state, frame)
    if rules.hooks.check_command:
        context = rules.context(state)
        found = tuple(command for command in found if rules.hooks.veto(context, command) is None)
    return found
