"""Symbols stored on cards: taken out of a roll, and added to another (R-097, R-316, R-317)."""

from __future__ import annotations

from defiance_qt.core.errors import Illegal
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


def check_store(rules: Rules, state: State, roll: Roll, command: c.StoreDie) -> Illegal | None:
    if roll.step not in STORING:
        return not_this_step(roll, "R-316")
    side, card, die = team_side(roll), command.card, command.die
    one = state.team[side.figure]
    ability = next((found for found in rules.loadout(one).abilities if found.id == card and found.stores), None)
    if ability is None:
        return Illegal("cannot_store", "R-316", f"{card} stores no symbols", card=card)
    if sum(token.card == card for token in one.stored) >= ability.stores:
        return Illegal("store_full", "R-316", f"{card} holds all the symbols it can", card=card)
    if not 0 <= die < len(side.faces):
        return no_such_die(side, "R-316")
    shown = rules.catalog.dice.dice[side.dice[die].die].faces[side.faces[die]]
    if die not in side.taken and not of_dice(side).covers(shown):
        return Illegal("die_spent", "R-316", "what that die showed is no longer in the roll")
    if command.symbol in symbols_left(side, die, shown) and ability.keeps in ("", command.symbol):
        return None
    return Illegal("not_on_die", "R-316", f"that die shows {shown.text}", symbols=shown.text)


def check_stored(rules: Rules, state: State, roll: Roll, command: c.AddStored) -> Illegal | None:
    side = team_side(roll)
    if roll.step not in STORING:
        return not_this_step(roll, "R-097")
    if any((token.card, token.symbol) == (command.card, command.symbol) for token in state.team[side.figure].stored):
        return None
    return Illegal("not_stored", "R-097", f"{side.figure} has no such symbol stored", figure=side.figure)


def team_side(roll: Roll) -> RollSide:
    """Return the team's side of a roll that prompts it."""
    assert roll.team is not None
    return roll.team


def not_this_step(roll: Roll, rule: str) -> Illegal:
    """Return the refusal for a choice that belongs to another step of the roll; `step` names the present one."""
    words = f"that is not a choice at this step of the roll ({roll.step})"
    return Illegal("not_this_step", rule, words, step=roll.step)


def no_such_die(side: RollSide, rule: str) -> Illegal:
    return Illegal("no_such_die", rule, f"there are {len(side.dice)} dice in this roll", dice=len(side.dice))


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
