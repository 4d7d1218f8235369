"""Corrections by hand: applied unless the table would be impossible then."""

from __future__ import annotations

from . import commands as c
from . import events as e
from .evolve import evolve
from .invariants import broken
from .refusals import refused
from .run import Run


def overrule(run: Run, command: c.Overrule) -> None:
    """Set values by hand. Raises `Illegal` for a path that is not there, and for values that cannot be together."""
    if run.state.result is not None:
        raise refused("game_over", "W-146", "the game is over")
    event = e.Overruled(command.values, command.reason)
    paths = ", ".join(command.values)
    try:
        after = evolve(run.state, event)
        faults = broken(run.rules, after)
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise refused("wrong_value", "", "{path} cannot be set to this", path=paths) from error
    if faults:
        raise refused("impossible", "", "{path} cannot be so: {why}", path=paths, why=faults[0], name=faults[0].code)
    run.emit(event)
