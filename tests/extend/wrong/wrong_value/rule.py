from defiance_qt.systems.defiance.api import SymbolChange, Symbols


def modify_symbols(context, side, symbols):
    return SymbolChange("wrong_value.luck", symbols + Symbols(success=1)) if side == "team" else None
