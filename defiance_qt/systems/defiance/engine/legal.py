"""`legal(rules, state)`: every command that is legal now. The only source of legality: `decide` accepts exactly
these."""

from __future__ import annotations

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.agenda import OPTIONS
from defiance_qt.systems.defiance.engine.hooks import reject
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State


def legal(rules: Rules, state: State) -> tuple[c.Command, ...]:
    """Return every legal command, in a fixed order. Empty when the game is over or a chance result is pending."""
    if not state.agenda:
        return ()
    frame = state.agenda[-1]
    found = OPTIONS[type(frame)](rules, state, frame)
    if rules.hooks.check_command and found:
        found = _allowed(rules, state, found)
    return found


def _allowed(rules: Rules, state: State, found: tuple[c.Command, ...]) -> tuple[c.Command, ...]:
    """Return the commands that no plugin refuses. Plugins that together refuse all of them are rejected: the game could
    not go on."""
    context = rules.context(state)
    allowed = tuple(command for command in found if rules.hooks.veto(context, command) is None)
    if allowed:
        return allowed
    why = Message("fault.veto_all", "it leaves no legal command")
    refusing = [check for check in rules.hooks.check_command if any(check(context, one) is not None for one in found)]
    # Every one of them is asked to go, so that the result does not depend on their order.
    rejected = [reject(check, why) for check in refusing]
    return found if all(rejected) else ()
