"""Equipment between missions: exchanges, and the ship's stores (R-114, R-117, R-146, R-307…R-309)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import Equipment
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.rules import equip
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, in_team, of_crew
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def equipment_options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    """Return all exchanges among the team and with the ship's stores, and the end of the step (R-307, R-308)."""
    found: list[c.Command] = []
    catalog, campaign = rules.catalog.equipment, campaign_of(state)
    four = [state.team[id] for id in campaign.team]
    for one in four:
        found += equip.placings(rules, one)
        for held in one.carried:
            card = catalog[held.item]
            if stays(card):
                continue
            found += [
                c.Give(one.id, other.id, held.item, held.turned, equip.copy_number(one.carried, held))
                for other in four
                if other is not one and may_have(rules, other, card)
            ]
            found.append(c.Stow(one.id, held.item))
            found.append(c.Scrap(held.item, one.id))
        found += [c.Fetch(one.id, held.item) for held in campaign.store if may_have(rules, one, catalog[held.item])]
        for held in one.carried:
            found += [
                c.Load(one.id, program, held.item) for program in campaign.programs if equip.takes(rules, held, program)
            ]
    found += equip.installs(rules, state, [one.id for one in four])
    found += [c.Scrap(held.item) for held in campaign.store]
    found.append(c.FinishStep())
    return tuple(dict.fromkeys(found))


def may_have(rules: Rules, one: Character, card: Equipment) -> bool:
    """Check whether a Character can be handed a card: one tagged with a name goes to nobody else (R-307)."""
    return card.owner in ("", one.id) and equip.may_carry(rules, one, card)


def _without(cards: tuple[Carried, ...], held: Carried) -> tuple[Carried, ...]:
    at = cards.index(held)
    return cards[:at] + cards[at + 1 :]


def stays(card: Equipment, sold: bool = False) -> bool:
    """Check whether a card stays with its Character; cargo only is not sold."""
    return card.personal or (sold and card.cargo)


def check_leaves(rules: Rules, state: State, id: str, item: str, sold: bool = False) -> Illegal | None:
    """Refuse a card that a Character does not have, or that stays with it (R-307)."""
    if not any(held.item == item for held in state.team[id].carried):
        return equip.not_held(id, item)
    if stays(rules.catalog.equipment[item], sold):
        return Illegal("personal_card", "R-307", f"{item} stays with {id}", figure=id, card=item)
    return None


def check_stow(rules: Rules, state: State, frame: Campaign, command: c.Stow) -> Illegal | None:
    return check_leaves(rules, state, command.character, command.item)


def check_fetch(rules: Rules, state: State, frame: Campaign, command: c.Fetch) -> Illegal | None:
    if command.item not in [held.item for held in campaign_of(state).store]:
        return _not_stored(command.item)
    return _cannot_have(rules, state.team[command.character], rules.catalog.equipment[command.item])


def _not_stored(item: str) -> Illegal:
    return Illegal("not_in_stores", "R-308", f"{item} is not in the ship's stores", card=item)


def _cannot_have(rules: Rules, one: Character, card: Equipment) -> Illegal | None:
    """Refuse a card that a Character cannot be handed: it is tagged with another name, or has no place there (R-146,
    R-307)."""
    if may_have(rules, one, card):
        return None
    return not_its(card) if card.owner not in ("", one.id) else equip.cannot_carry(one.id, card.id)


def not_its(card: Equipment) -> Illegal:
    return Illegal("not_its_card", "R-307", f"{card.id} belongs to {card.owner}", card=card.id, figure=card.owner)


def check_load(rules: Rules, state: State, frame: Campaign, command: c.Load) -> Illegal | None:
    id, device, program = command.character, command.device, command.program
    if program not in campaign_of(state).programs:
        return _not_stored(program)
    if any(held.item == device and equip.takes(rules, held, program) for held in state.team[id].carried):
        return None
    return equip.taking(rules, state, id, device, program)


def check_scrap(rules: Rules, state: State, frame: Campaign, command: c.Scrap) -> Illegal | None:
    owner, item = command.owner, command.item
    if not owner:
        return None if item in [held.item for held in campaign_of(state).store] else _not_stored(item)
    return of_crew(state, owner) or in_team(state, owner) or check_leaves(rules, state, owner, item)


def check_give(rules: Rules, state: State, frame: Campaign, command: c.Give) -> Illegal | None:
    giver, receiver = command.giver, command.receiver
    other = in_team(state, receiver)
    if other is not None:
        return other
    if giver == receiver:
        return Illegal("not_in_exchange", "R-117", f"{giver} exchanges with one other", figure=giver)
    if not equip.has_copy(state, command):
        return equip.not_held(giver, command.item)
    stays = check_leaves(rules, state, giver, command.item)
    return stays or _cannot_have(rules, state.team[receiver], rules.catalog.equipment[command.item])


def check_install(rules: Rules, state: State, frame: Campaign, command: c.Install) -> Illegal | None:
    giver = command.source.partition("/")[0]
    missing = of_crew(state, giver) or in_team(state, giver)
    return missing or equip.check_installing(rules, state, command, list(campaign_of(state).team))


def stow(run: Transaction, frame: Campaign, command: c.Stow) -> None:
    one = run.state.team[command.character]
    held = _named(one, command.item)
    _to_store(run, one, held)


def _named(one: Character, item: str) -> Carried:
    """Return the copy of a card that moves: one in the hand before any other."""
    return min((held for held in one.carried if held.item == item), key=lambda held: held.place != equip.IN_HAND)


def least(cards: Iterable[Carried], item: str) -> Carried:
    """Return the copy of a card that goes for good: one with the fewest programs, one in the hand before any other."""
    copies = [held for held in cards if held.item == item]
    return min(copies, key=lambda held: (len(held.software), held.place != equip.IN_HAND))


def _to_store(run: Transaction, one: Character, held: Carried) -> None:
    campaign = campaign_of(run.state)
    run.emit(e.CarriedChanged(one.id, _without(one.carried, held), "stowed", held.item, ("R-308",)))
    store = (*campaign.store, replace(held, place=equip.IN_HAND))
    run.emit(e.StoreChanged(store, campaign.programs, "stowed", held.item, ("R-308",)))


def put_on(run: Transaction, id: str) -> None:
    """Place what was just bought or fetched where it fits; else it stays in the hand (R-304, R-308)."""
    one = run.state.team[id]
    held = one.carried[-1]
    found = equip.places(run.rules, one, held)
    if found:
        carried = (*one.carried[:-1], replace(held, place=found[0]))
        run.emit(e.CarriedChanged(id, carried, "placed", held.item, ("R-116", "R-026")))


def fetch(run: Transaction, frame: Campaign, command: c.Fetch) -> None:
    campaign, one = campaign_of(run.state), run.state.team[command.character]
    held = next(card for card in campaign.store if card.item == command.item)
    run.emit(e.StoreChanged(_without(campaign.store, held), campaign.programs, "fetched", held.item, ("R-308",)))
    light = not run.rules.catalog.equipment[held.item].tabs
    moved = replace(held, place=equip.LIGHT if light else equip.IN_HAND)
    run.emit(e.CarriedChanged(one.id, (*one.carried, moved), "received", held.item, ("R-308",)))
    if not light:
        put_on(run, one.id)


def load(run: Transaction, frame: Campaign, command: c.Load) -> None:
    campaign, one = campaign_of(run.state), run.state.team[command.character]
    copies = (held for held in one.carried if held.item == command.device)
    device = next(held for held in copies if equip.takes(run.rules, held, command.program))
    at = one.carried.index(device)
    loaded = replace(device, software=(*device.software, command.program))
    carried = (*one.carried[:at], loaded, *one.carried[at + 1 :])
    left = tuple(id for id in campaign.programs if id != command.program)
    run.emit(e.StoreChanged(campaign.store, left, "loaded", command.program, ("R-308",)))
    run.emit(e.CarriedChanged(one.id, carried, "received", command.program, ("R-114",)))


def scrap(run: Transaction, frame: Campaign, command: c.Scrap) -> None:
    campaign = campaign_of(run.state)
    store = campaign.store
    if command.owner:
        one = run.state.team[command.owner]
        held = least(one.carried, command.item)
        run.emit(e.CarriedChanged(one.id, _without(one.carried, held), "scrapped", held.item, ("R-308",)))
    else:
        store = _without(store, least(store, command.item))
    what = "removed" if command.owner else "scrapped"
    run.emit(e.StoreChanged(store, campaign.programs, what, command.item, ("R-308",)))


def put_away(run: Transaction) -> None:
    """At the end of the step what fits nowhere is left aboard (R-308)."""
    for id in campaign_of(run.state).team:
        one = run.state.team[id]
        for held in one.carried:
            if held.place != equip.IN_HAND:
                continue
            now = run.state.team[one.id]
            found = equip.places(run.rules, now, held)
            if found:
                at = now.carried.index(held)
                carried = (*now.carried[:at], replace(held, place=found[0]), *now.carried[at + 1 :])
                run.emit(e.CarriedChanged(one.id, carried, "placed", held.item, ("R-116", "R-026")))
            else:
                _to_store(run, now, held)


def renew(run: Transaction) -> None:
    run.emit(e.CardsRenewed(("R-309",)))
