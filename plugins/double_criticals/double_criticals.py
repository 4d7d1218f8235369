"""House rule: each critical symbol that is rolled counts as two."""

from __future__ import annotations

from defiance_qt.systems.defiance.api import SetupContext, SymbolChange, Symbols


def modify_symbols(context: SetupContext, side: str, symbols: Symbols) -> SymbolChange | None:
    if context.options["who"] not in ("both", side):
        return None
    doubled = symbols._replace(critical=2 * symbols.critical, critical_block=2 * symbols.critical_block)
    return SymbolChange("double_criticals.name", doubled, ("double-criticals-1",))
