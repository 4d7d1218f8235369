"""Symbols stored on cards: taken out of a roll, and added to another (R-097, R-316, R-317)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Roll, RollSide
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

# The steps of a roll at which symbols are stored on cards and taken from them.
STORING = ("team_block", "team_critical", "team_stored")


def storage(rules: Rules, state: State, roll: Roll) -> list[c.Command]:
    """Return the commands that store symbols on cards, or take them from there, before the Switches (R-097, R-316)."""
    side = roll.team
    if side is None:
        return []
    one = state.team[side.figure]
    found: list[c.Command] = [c.AddStored(token.card, token.symbol) for token in dict.fromkeys(one.stored)]
    for ability in rules.loadout(one).abilities:
        if ability.stores > sum(token.card == ability.id for token in one.stored):
            rolled = of_dice(side)
            for die, face in enumerate(side.faces):
                shown = rules.catalog.dice.dice[side.dice[die].die].faces[face]
                if any(shown) and (die in side.taken or rolled.covers(shown)):
                    left = dict.fromkeys(symbols_left(side, die, shown))
                    found += [c.StoreDie(ability.id, die, one) for one in left if ability.keeps in ("", one)]
    return found


def of_dice(side: RollSide) -> Symbols:
    """Return the symbols left of the dice themselves: a die that was nullified or spent is no longer whole, and is not
    stored in place of a symbol that a card added (R-098, R-316)."""
    return side.symbols - side.added if side.added else side.symbols


def symbols_left(side: RollSide, die: int, shown: Symbols) -> list[str]:
    """Return the symbols of a die that can still be stored: several may be, on one card or on several (R-316)."""
    left = shown.text.split()
    for stored, symbol in side.kept:
        if stored == die:
            left.remove(symbol)
    return left


def store_die(run: Transaction, roll: Roll, command: c.StoreDie) -> None:
    assert roll.team is not None
    side = roll.team
    shown = run.rules.catalog.dice.dice[side.dice[command.die].die].faces[side.faces[command.die]]
    lost = Symbols() if command.die in side.taken else shown
    run.emit(e.DieStored(side.figure, command.card, command.die, lost, command.symbol, ("R-316",)))


def add_stored(run: Transaction, roll: Roll, command: c.AddStored) -> None:
    assert roll.team is not None
    run.emit(e.StoredAdded(roll.team.figure, command.card, command.symbol, ("R-097", "R-317")))
