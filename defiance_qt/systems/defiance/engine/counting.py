"""House rules that look at the rolled symbols: what plugins make of them, for live rolls and for the odds alike.

The answer depends on the side and its symbols only, so it is the same in a whole game and remembered. The changes of
all plugins are summed; no count falls below 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Counted, TeamOrEnemy

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.hooks import ModifySymbols, SetupContext

_LIMIT = 4096


class Counting:
    """The functions of plugins for the hook `modify_symbols`, in one game."""

    def __init__(self, functions: Sequence[ModifySymbols], context: SetupContext) -> None:
        self._functions = functions
        self._context = context
        self._known: dict[tuple[TeamOrEnemy, Symbols], tuple[Counted, ...]] = {}
        self._failed = 0

    @property
    def failed(self) -> int:
        """How many of the plugins have failed so far. Whatever was computed before another one fails is out of date."""
        return sum(getattr(function, "dropped", False) for function in self._functions)

    def changes(self, side: TeamOrEnemy, symbols: Symbols) -> tuple[Counted, ...]:
        """Return the changes to the symbols that a side has rolled, sorted by source."""
        if self.failed != self._failed or len(self._known) > _LIMIT:
            self._known.clear()
            self._failed = self.failed
        key = side, symbols
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._asked(side, symbols)
        return found

    def _asked(self, side: TeamOrEnemy, symbols: Symbols) -> tuple[Counted, ...]:
        answers = [answer for function in self._functions if (answer := function(self._context, side, symbols))]
        found = [
            Counted(
                one.source,
                Symbols(*(max(0, now - was) for was, now in zip(symbols, one.symbols, strict=True))),
                Symbols(*(max(0, was - now) for was, now in zip(symbols, one.symbols, strict=True))),
                one.rules,
            )
            for one in answers
            if one.symbols != symbols
        ]
        return tuple(sorted(found, key=lambda one: (one.source, one.gained, one.lost, one.rules)))


def after(symbols: Symbols, changes: Sequence[Counted]) -> Symbols:
    """Return the symbols with all changes."""
    for one in changes:
        symbols = symbols + one.gained
    lost = [sum(counts) for counts in zip(*(one.lost for one in changes), strict=True)] or [0] * 5
    return Symbols(*(max(0, had - less) for had, less in zip(symbols, lost, strict=True)))
