"""State changes of rolls: the two sides of the innermost one, its steps and its end."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.engine.evolve.parts import Table, agenda_with, same, with_figure
from defiance_qt.systems.defiance.engine.frames import Roll, RollSide
from defiance_qt.systems.defiance.engine.state import State, Stored


def _side(state: State, side: str, change: Callable[[RollSide], RollSide]) -> State:
    def changed(roll: Roll) -> Roll:
        if side == "team":
            assert roll.team is not None
            return replace(roll, team=change(roll.team))
        assert roll.enemy is not None
        return replace(roll, enemy=change(roll.enemy))

    return replace(state, agenda=agenda_with(state, Roll, changed))


def _roll_opened(state: State, event: e.RollOpened) -> State:
    return replace(state, agenda=(*state.agenda, event.roll))


def _dice_rolled(state: State, event: e.DiceRolled) -> State:
    rolled = _side(state, event.side, lambda side: replace(side, faces=event.faces, symbols=event.symbols))
    return replace(rolled, chance=state.chance + 1)


def _die_rolled_again(state: State, event: e.DieRolledAgain) -> State:
    def change(side: RollSide) -> RollSide:
        faces = (*side.faces[: event.die], event.face, *side.faces[event.die + 1 :])
        return replace(side, faces=faces, symbols=event.symbols, rerolls=side.rerolls - 1)

    return replace(_side(state, event.side, change), chance=state.chance + 1)


def _left(side: RollSide, symbols: Symbols) -> RollSide:
    """Return the side with these symbols left: what joined from cards is lost or spent first."""
    if not side.added:
        return replace(side, symbols=symbols)
    counts = zip(side.added, side.symbols, symbols, strict=True)
    return replace(side, symbols=symbols, added=Symbols(*(max(0, added + now - was) for added, was, now in counts)))


def _symbols_nullified(state: State, event: e.SymbolsNullified) -> State:
    def change(roll: Roll) -> Roll:
        team = roll.team and _left(roll.team, event.team)
        enemy = roll.enemy and replace(roll.enemy, symbols=event.enemy)
        return replace(roll, team=team, enemy=enemy)

    return replace(state, agenda=agenda_with(state, Roll, change))


def _critical_added(state: State, event: e.CriticalAdded) -> State:
    return _side(state, event.side, lambda side: _left(side, event.symbols))


def _die_stored(state: State, event: e.DieStored) -> State:
    def change(side: RollSide) -> RollSide:
        taken = side.taken if event.die in side.taken else (*side.taken, event.die)
        kept = (*side.kept, (event.die, event.symbol))
        return replace(side, symbols=side.symbols - event.lost, taken=taken, kept=kept)

    one = state.team[event.character]
    stored = (*one.stored, Stored(event.card, event.symbol))
    return with_figure(_side(state, "team", change), one.id, stored=stored)


def _stored_added(state: State, event: e.StoredAdded) -> State:
    one = state.team[event.character]
    at = one.stored.index(Stored(event.card, event.symbol))
    symbol = Symbols.parse(event.symbol)

    def change(side: RollSide) -> RollSide:
        return replace(side, symbols=side.symbols + symbol, added=(side.added or NO_SYMBOLS) + symbol)

    return with_figure(_side(state, "team", change), one.id, stored=(*one.stored[:at], *one.stored[at + 1 :]))


def _switch_used(state: State, event: e.SwitchUsed) -> State:
    def change(side: RollSide) -> RollSide:
        offer = side.offers[event.offer]
        offers = (
            *side.offers[: event.offer],
            replace(offer, used=offer.used + 1),
            *side.offers[event.offer + 1 :],
        )
        return replace(side, symbols=side.symbols - event.cost, offers=offers)

    return _side(state, event.side, change)


def _switch_spared(state: State, event: e.SwitchSpared) -> State:
    def change(side: RollSide) -> RollSide:
        offer = replace(side.offers[event.offer], closed=True)
        return replace(side, offers=(*side.offers[: event.offer], offer, *side.offers[event.offer + 1 :]))

    return _side(state, event.side, change)


def _roll_boosted(state: State, event: e.RollBoosted) -> State:
    def change(side: RollSide) -> RollSide:
        return replace(side, symbols=side.symbols + event.symbols, damage=side.damage + event.damage)

    return _side(state, event.side, change)


def _roll_step(state: State, event: e.RollStep) -> State:
    return replace(state, agenda=agenda_with(state, Roll, lambda roll: replace(roll, step=event.step)))


def _symbols_cancelled(state: State, event: e.SymbolsCancelled) -> State:
    def change(roll: Roll) -> Roll:
        team = roll.team and replace(roll.team, symbols=event.team)
        enemy = roll.enemy and replace(roll.enemy, symbols=event.enemy)
        return replace(roll, team=team, enemy=enemy)

    return replace(state, agenda=agenda_with(state, Roll, change))


def _roll_closed(state: State, event: e.RollClosed) -> State:
    return replace(state, agenda=state.agenda[:-1])


BY_TYPE: Table = {
    e.AttackDeclared: same,
    e.HackDeclared: same,
    e.RollOpened: _roll_opened,
    e.DiceRolled: _dice_rolled,
    e.DieRolledAgain: _die_rolled_again,
    e.SymbolsNullified: _symbols_nullified,
    e.CriticalAdded: _critical_added,
    e.DieStored: _die_stored,
    e.StoredAdded: _stored_added,
    e.SwitchUsed: _switch_used,
    e.SwitchSpared: _switch_spared,
    e.RollBoosted: _roll_boosted,
    e.RollStep: _roll_step,
    e.SymbolsCancelled: _symbols_cancelled,
    e.RollSucceeded: same,
    e.RollClosed: _roll_closed,
}
