"""Checks of work on a Console (R-134…R-141)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules.interact import SINGLE, SPLITS, assignments
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import ConsoleState, State


def _console(state: State) -> tuple[f.Console, ConsoleState]:
    top = state.agenda[-1]
    assert isinstance(top, f.Console)
    return top, state.consoles[top.console]


def _assign(rules: Rules, state: State, command: c.Assign) -> Illegal:
    """Return the refusal for a symbol that was not rolled, or an input that does not take it (R-134, R-136)."""
    top, console = _console(state)
    missing = _missing(top, command.symbol, "R-134")
    if missing is not None:
        return missing
    if not 0 <= command.input < len(console.inputs):
        return Illegal(
            "no_such_input", "R-134", f"that Console has {len(console.inputs)} inputs", inputs=len(console.inputs)
        )
    listed = console.inputs[command.input].symbols
    held = console.assigned[command.input].text
    words = f"input {command.input + 1} takes {listed} and holds {held}"
    return Illegal("input_full", "R-136", words, input=command.input + 1, listed=listed, held=held)


def _missing(top: f.Console, symbol: str, rule: str) -> Illegal | None:
    """Return the refusal for a symbol that is not available for assignment."""
    if symbol in SINGLE and top.symbols.covers(SINGLE[symbol]):
        return None
    return Illegal("symbol_not_there", rule, f"there is {top.symbols.text} to assign", symbols=top.symbols.text)


def _split(rules: Rules, state: State, command: c.SplitCritical) -> Illegal:
    top, console = _console(state)
    if command.symbol not in SPLITS:
        return Illegal("not_critical", "R-141", "only a critical becomes two plain symbols")
    missing = _missing(top, command.symbol, "R-141")
    if missing is not None:
        return missing
    wanted = Symbols.parse(command.symbol)
    number = next(at for at, one in enumerate(console.inputs, 1) if Symbols.parse(one.symbols).covers(wanted))
    words = f"input {number} lists that critical, so it is not split"
    return Illegal("input_lists_it", "R-141", words, input=number)


def _again(rules: Rules, state: State, command: c.ConsoleRollAgain) -> Illegal:
    """Return the refusal of another roll: this edition has none, it has been made, symbols are left to assign (R-134),
    or nothing is left to complete."""
    top, _ = _console(state)
    if rules.switches["console_extra"] != "roll":
        return Illegal("no_extra_roll", "R-139", "this edition has no further roll inside an interaction")
    if any(isinstance(below, f.Activation) and below.extra for below in state.agenda):
        return Illegal("extra_used", "R-139", "the extra of this Activation has been used", figure=top.character)
    if assignments(state, top):
        return _assign_first(top)
    return Illegal("console_complete", "R-140", "that Console is complete", element=top.console)


def _assign_first(top: f.Console) -> Illegal:
    words = f"{top.symbols.text} must be assigned first"
    return Illegal("assign_first", "R-134", words, symbols=top.symbols.text)


def _leave(rules: Rules, state: State, command: c.LeaveConsole) -> Illegal:
    return _assign_first(_console(state)[0])


CONSOLE: dict[type, Callable[[Rules, State, Any], Illegal]] = {
    c.Assign: _assign,
    c.SplitCritical: _split,
    c.ConsoleRollAgain: _again,
    c.LeaveConsole: _leave,
}
