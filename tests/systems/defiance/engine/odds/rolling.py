"""The dice of the game, symbols and sides from text, for the tests of odds."""

import tomllib
from pathlib import Path

from defiance_qt.systems.defiance.engine import dice
from defiance_qt.systems.defiance.engine.dice import Dice, Die, Symbols
from defiance_qt.systems.defiance.engine.odds import OddsTable, Side, SwitchValue

CONTENT = tomllib.loads((Path(dice.__file__).parent.parent / "content" / "dice.toml").read_text())
DICE = {id: Die.read(id, faces) for id, faces in CONTENT["dice"].items()}
TABLE = OddsTable(Dice(DICE, {}))


def sym(text: str) -> Symbols:
    return Symbols.parse(text)


def certain(text: str, *switches: SwitchValue, multiplier: int = 1) -> Side:
    """A side without dice that has these symbols."""
    return Side((), sym(text), switches, multiplier)
