"""How many Actions a command costs (R-046, R-049), with the changes by house rules."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange, asked, cited, total
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

ACTIONS = (c.Move, c.Attack, c.Hack, c.Equip, c.Rest, c.Interact, c.UseCard, c.UseAutoMediKit)
"""The commands that cost Actions, or are Free Actions."""


def printed(rules: Rules, state: State, command: c.Command) -> int:
    """Return the Actions that a command costs by the rules: 1, 0 for a Free Action (R-046, R-049)."""
    if isinstance(command, c.Interact):
        return 0 if command.extra else 1
    if isinstance(command, c.UseCard):
        actions = rules.actions(state, state.team[command.character])
        return 0 if any((id, one.id) == (command.card, command.action) and one.free for id, one in actions) else 1
    return 1 if isinstance(command, ACTIONS) else 0


def changes(rules: Rules, state: State, command: c.Command) -> tuple[NumberChange, ...]:
    """Return what house rules change of a command's cost. What a card lets a figure do is paid for by the card."""
    if not rules.hooks.modify_cost or not isinstance(command, ACTIONS) or _granted(state):
        return ()
    return asked(rules.hooks.modify_cost, rules.context(state), command, printed(rules, state, command))


def cost(rules: Rules, state: State, command: c.Command) -> int:
    """Return the Actions that a command costs now."""
    base = printed(rules, state, command)
    return _within(state, command, base, total(changes(rules, state, command)))


def _within(state: State, command: c.Command, base: int, change: int) -> int:
    """Return a changed cost. No Action that can be repeated costs nothing: an Activation would have no end."""
    least = 0 if isinstance(command, c.Interact) and command.element not in state.consoles else base
    return max(least, base + change)


def _granted(state: State) -> bool:
    frame = state.agenda[-1] if state.agenda else None
    return isinstance(frame, Activation) and bool(frame.grant)


def assumed(rules: Rules, frame: Activation) -> Activation:
    """Return the Activation as if an Action were left, where house rules change costs: some commands may cost none."""
    if not rules.hooks.modify_cost or frame.grant or frame.actions:
        return frame
    return replace(frame, actions=1)


def affordable(rules: Rules, state: State, frame: Activation, found: Iterable[c.Command]) -> tuple[c.Command, ...]:
    """Return the commands for which enough Actions are left."""
    if not rules.hooks.modify_cost or frame.grant:
        return tuple(found)
    return tuple(command for command in found if cost(rules, state, command) <= frame.actions)


def no_actions(frame: Activation) -> Illegal:
    return Illegal("no_actions", "R-046", f"{frame.character} has no Actions left", figure=frame.character)


def costs_more(rules: Rules, state: State, frame: Activation, command: c.Command) -> Illegal | None:
    """Refuse a command that costs more Actions than are left, by house rules (R-046)."""
    if not rules.hooks.modify_cost or (needed := cost(rules, state, command)) <= frame.actions:
        return None
    found = changes(rules, state, command)
    if not found:
        return no_actions(frame)
    words = f"that costs {needed} Actions, {frame.actions} are left"
    sources = tuple(dict.fromkeys(change.source for change in found))
    rule = (*cited(found), "R-046")[0]
    return Illegal("costs_more", rule, words, needed=needed, left=frame.actions, sources=sources)


def spend(run: Transaction, command: c.Command, action: str, cites: tuple[str, ...]) -> None:
    """Pay for a command; must come before its effects."""
    character: str = command.character  # type: ignore[union-attr]
    base = printed(run.rules, run.state, command)
    found = changes(run.rules, run.state, command)
    if not found:
        run.emit(e.ActionSpent(character, action, base, cites))
        return
    paid = _within(run.state, command, base, total(found))
    run.emit(e.ActionSpent(character, action, paid, (*cites, *cited(found)), found))
