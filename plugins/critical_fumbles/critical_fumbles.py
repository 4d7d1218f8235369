"""House rule: too many Specials (!) in one roll are a fumble, which costs their side another symbol."""

from __future__ import annotations

from defiance_qt.systems.defiance.api import SetupContext, SymbolChange, Symbols

LOSES = ("success", "block", "critical", "critical_block")
"""What a fumble costs, the first of these that is there."""


def modify_symbols(context: SetupContext, side: str, symbols: Symbols) -> SymbolChange | None:
    if context.options["who"] not in ("both", side):
        return None
    left = fumbled(symbols, context.options["size"])
    return None if left == symbols else SymbolChange("critical_fumbles.name", left, ("critical-fumbles-1",))


def fumbled(symbols: Symbols, size: int) -> Symbols:
    """Return the symbols after all fumbles: each takes `size` ! and one other symbol, as long as both are there."""
    while symbols.special >= size:
        lost = next((kind for kind in LOSES if getattr(symbols, kind)), "")
        if not lost:
            break
        symbols = symbols._replace(special=symbols.special - size, **{lost: getattr(symbols, lost) - 1})
    return symbols
