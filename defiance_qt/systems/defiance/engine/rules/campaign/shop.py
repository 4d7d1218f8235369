"""Loot, Specialties and Intel Packs between missions (R-285, R-299…R-306)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange, cited
from defiance_qt.systems.defiance.engine.content import Equipment, Software, Specialty, Upgrade
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.hooks import CampaignNumber
from defiance_qt.systems.defiance.engine.rules import economy, equip
from defiance_qt.systems.defiance.engine.rules.campaign.boons import (
    boons,
    campaign_of,
    card_of,
    spent,
    wrong_step,
)
from defiance_qt.systems.defiance.engine.rules.campaign.stores import check_leaves, least, not_its, put_on, stays
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

# ---- Loot ----


def return_loot(run: Transaction) -> None:
    """All Loot held goes back, with the copies of Equipment that it brought and somebody still has, and cargo leaves
    the game (R-285)."""
    state, equipment = run.state, run.rules.catalog.equipment
    changed: dict[str, tuple[Carried, ...]] = {}
    returned: dict[str, tuple[str, ...]] = {}
    for id, one in state.team.items():
        left = tuple(held for held in one.carried if not held.loot and not equipment[held.item].cargo)
        if len(left) != len(one.carried):
            changed[id] = left
        looted = tuple(held.item for held in one.carried if held.loot)
        if looted:
            returned[id] = looted
    if state.loot or changed:
        run.emit(e.LootReturned(state.loot, changed, ("R-285",), returned))


# ---- Specialties ----


def team(state: State) -> Iterator[Character]:
    """Yield the four of the team."""
    return (state.team[id] for id in campaign_of(state).team)


def level(rules: Rules, state: State) -> int:
    """Return the highest level of Specialties that is open after the missions finished so far (R-301)."""
    levels = card_of(rules).levels
    return levels[min(max(campaign_of(state).number, 1), len(levels)) - 1]


def acquirable(rules: Rules, state: State, one: Character) -> tuple[Specialty, ...]:
    """Return the Specialties that a Character can acquire now (R-299…R-302)."""
    return tuple(card for card in rules.catalog.specialties.values() if not lacking(rules, state, one, card))


def lacking(rules: Rules, state: State, one: Character, card: Specialty) -> str:
    """Return why a Character cannot acquire a Specialty: "owned", "group" (R-299), "full" (R-300), "once" a mission,
    "absent" from the last one (R-302; switch D36), "level" (R-301), "requires" (R-311); "" if it can."""
    campaign = campaign_of(state)
    if card.id in one.specialties:
        return "owned"
    if card.group not in rules.catalog.characters[one.id].specialties:
        return "group"
    if len(one.specialties) >= card_of(rules).specialties:
        return "full"
    if one.id in campaign.learned:
        return "once"
    if rules.switches["specialty_for"] == "participants" and one.id not in campaign.participants:
        return "absent"
    if card.level > level(rules, state):
        return "level"
    if card.requires and not any(id in one.specialties for id in card.requires):
        return "requires"
    return ""


def acquisitions(rules: Rules, state: State) -> Iterator[c.Acquire]:
    for one in team(state):
        yield from (c.Acquire(one.id, card.id) for card in acquirable(rules, state, one))


def specialty_options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    return (*acquisitions(rules, state), c.FinishStep())


def check_acquire(rules: Rules, state: State, frame: Campaign, command: c.Acquire) -> Illegal | None:
    card, id = rules.catalog.specialties.get(command.specialty), command.character
    if card is None:
        return _no_card(command.specialty)
    if frame.todo[0] == "intel" and rules.switches["campaign_order"] != "six":
        return wrong_step(frame)
    why = lacking(rules, state, state.team[id], card)
    return LACKING[why](id, card) if why else None


# Why a Specialty cannot be acquired, by what `lacking` says.
LACKING: dict[str, Callable[[str, Specialty], Illegal]] = {
    "owned": lambda id, card: Illegal("specialty_owned", "R-299", f"{id} has {card.id}", figure=id, card=card.id),
    "group": lambda id, card: Illegal(
        "specialty_group", "R-299", f"{card.id} is of no group of {id}", figure=id, card=card.id
    ),
    "full": lambda id, card: Illegal("specialty_full", "R-300", f"{id} cannot have more Specialties", figure=id),
    "once": lambda id, card: Illegal("specialty_once", "R-299", f"{id} has acquired one", figure=id),
    "absent": lambda id, card: Illegal("specialty_absent", "R-302", f"{id} was not in the last mission", figure=id),
    "level": lambda id, card: Illegal(
        "specialty_level", "R-301", f"level {card.level} is not open", card=card.id, level=card.level
    ),
    "requires": lambda id, card: Illegal(
        "specialty_requires", "R-311", f"{card.id} requires one before it", card=card.id
    ),
}


def _no_card(name: str) -> Illegal:
    return Illegal("unknown_card", "R-304", f"there is no card {name!r}", name=name)


def acquire(run: Transaction, frame: Campaign, command: c.Acquire) -> None:
    run.emit(e.SpecialtyAcquired(command.character, command.specialty, ("R-299", "R-318")))


# ---- Intel Packs ----


def intel_options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    """Return purchases, discards, contributions to an Upgrade, what Equip allows, and the end of the step
    (R-303…R-306). Where Specialties have no step of their own, they are acquired here (R-284; switch D34)."""
    found: list[c.Command] = []
    if rules.switches["campaign_order"] == "six":
        found += acquisitions(rules, state)
    for one in team(state):
        found += _purchases(rules, state, one)
        found += dict.fromkeys(
            c.Sell(one.id, held.item) for held in one.carried if sale(rules.catalog.equipment[held.item]) is not None
        )
        for upgrade in buildable(rules, state):
            found += [c.Pool(one.id, upgrade.id, amount) for amount in _amounts(state, one, upgrade)]
        found += equip.placings(rules, one)
    found.append(c.FinishStep())
    return tuple(found)


def stock(rules: Rules, state: State, item: str) -> int:
    """Return how many copies of an Equipment card can still be bought or made: none in play, nor out of the game."""
    campaign = campaign_of(state)
    held = sum(one.item == item for figure in state.team.values() for one in figure.carried)
    stored = sum(one.item == item for one in campaign.store)
    return max(0, card_of(rules).copies - held - stored - campaign.gone.count(item))


def on_sale(rules: Rules, state: State) -> Iterator[Equipment]:
    """Yield the Equipment of the present market that has a price (R-304)."""
    market = campaign_of(state).market
    for card in rules.catalog.equipment.values():
        if card.value is not None and card.market == market and not card.cargo and stock(rules, state, card.id):
            yield card


def price(rules: Rules, state: State, card: Equipment | Software) -> int:
    """Return the Intel Packs that a card costs now, before what a member of the crew takes off (R-304)."""
    return economy.changed(rules, state, "price", card.id, card.value or 0)


def discounts(rules: Rules, state: State) -> dict[str, int]:
    """Return what members of the crew take off the price of one purchase each, while that is unused (R-286)."""
    return {
        owner: boon.discount
        for owner, boon in boons(rules, state)
        if boon.discount and not spent(state, f"discount {owner}")
    }


def _purchases(rules: Rules, state: State, one: Character) -> Iterator[c.Buy]:
    less = {"": 0, **discounts(rules, state)}
    cards: list[tuple[str, int]] = [
        (card.id, price(rules, state, card)) for card in on_sale(rules, state) if not card.owner or card.owner == one.id
    ]
    cards += [(id, value) for id, value in programs_on_sale(rules, state)]
    for id, value in cards:
        for who, discount in less.items():
            if one.intel >= max(0, value - discount):
                yield c.Buy(one.id, id, who)


def check_buy(rules: Rules, state: State, frame: Campaign, command: c.Buy) -> Illegal | None:
    one, catalog, id = state.team[command.character], rules.catalog, command.card
    less = {"": 0, **discounts(rules, state)}
    if command.using not in less:
        return Illegal("no_discount", "R-286", f"{command.using} takes nothing off a price now", figure=command.using)
    item = catalog.equipment.get(id)
    if item is None and id not in catalog.software:
        return _no_card(id)
    if item is not None and item.owner not in ("", one.id):
        return not_its(item)
    if item is not None and item.value is not None and not stock(rules, state, id):
        return none_left("R-304", id)
    for_sale = dict(programs_on_sale(rules, state))
    if item is not None and item in on_sale(rules, state):
        for_sale[id] = price(rules, state, item)
    if id not in for_sale:
        return Illegal("not_for_sale", "R-304", f"{id} is not for sale", card=id)
    asked = for_sale[id] - less[command.using]
    if one.intel >= max(0, asked):
        return None
    words = f"{one.id} has {one.intel} Intel Packs, and {asked} are needed"
    return Illegal("too_dear", "R-304", words, figure=one.id, given=one.intel, asked=asked)


def none_left(rule: str, card: str) -> Illegal:
    return Illegal("none_left", rule, f"all copies of {card} are in use or out of the game", card=card)


def programs_there(state: State) -> frozenset[str]:
    """Return the programs that are aboard already: in the stores, or in a device. Of each there is one card."""
    cards = [*campaign_of(state).store, *(held for one in state.team.values() for held in one.carried)]
    return frozenset((*campaign_of(state).programs, *(id for held in cards for id in held.software)))


def programs_on_sale(rules: Rules, state: State) -> Iterator[tuple[str, int]]:
    """Yield the programs that can be bought, with their prices: none after the jump, none that is aboard."""
    if not campaign_of(state).market:
        there = programs_there(state)
        for card in rules.catalog.software.values():
            if card.value is not None and card.id not in there:
                yield card.id, price(rules, state, card)


def buy(run: Transaction, frame: Campaign, command: c.Buy) -> None:
    catalog = run.rules.catalog
    one = run.state.team[command.character]
    program = command.card in catalog.software
    card = catalog.software[command.card] if program else catalog.equipment[command.card]
    value, found = price(run.rules, run.state, card), _changes(run, "price", card)
    less = discounts(run.rules, run.state).get(command.using, 0)
    if command.using:
        run.emit(e.EffectSpent(f"discount {command.using}", ("R-286",)))
    cost = max(0, value - less)
    software = () if program else catalog.equipment[command.card].software
    cites = ("R-304", *cited(found))
    run.emit(e.CardBought(one.id, command.card, cost, one.intel - cost, software, program, cites, found))
    if not program:
        put_on(run, one.id)


def _changes(run: Transaction, number: CampaignNumber, card: Equipment | Software) -> tuple[NumberChange, ...]:
    amount = (card.value or 0) if number == "price" else (sale(card) or 0) if isinstance(card, Equipment) else 0
    return economy.changes(run.rules, run.state, number, card.id, amount)


def sale(card: Equipment) -> int | None:
    """Return what discarding an Equipment card brings: half its price, rounded down, nothing without one (R-305). None
    for cards that stay with their Character."""
    return None if stays(card, sold=True) else (card.value or 0) // 2


def brings(rules: Rules, state: State, card: Equipment) -> int:
    """Return the Intel Packs that discarding an Equipment card brings now."""
    return economy.changed(rules, state, "sale", card.id, sale(card) or 0)


def check_sell(rules: Rules, state: State, frame: Campaign, command: c.Sell) -> Illegal | None:
    return check_leaves(rules, state, command.character, command.item, sold=True)


def sell(run: Transaction, frame: Campaign, command: c.Sell) -> None:
    one = run.state.team[command.character]
    card = run.rules.catalog.equipment[command.item]
    half, found = brings(run.rules, run.state, card), _changes(run, "sale", card)
    gone = run.rules.switches["discarded_equipment"] == "gone"
    cites = ("R-305", *cited(found))
    last = next(copy for copy in reversed(one.carried) if copy.item == command.item)
    goes = least(reversed(one.carried), command.item)
    # The last copy is not named, so that older saves are decided as they were recorded.
    held = -1 if goes == last else one.carried.index(goes)
    run.emit(e.CardSold(one.id, command.item, half, one.intel + half, gone, cites, found, held, goes.software))


def buildable(rules: Rules, state: State) -> tuple[Upgrade, ...]:
    """Return the Upgrades that can be built now: known ones, in one reading only one a step (R-306; switch D51). Once
    Intel Packs are laid together it is that one."""
    campaign = campaign_of(state)
    if campaign.built and rules.switches["upgrades"] == "one":
        return ()
    return tuple(
        card
        for card in card_of(rules).upgrades
        if card.id not in campaign.upgrades and campaign.number >= card.after and campaign.pooled in ("", card.id)
    )


def check_pool(rules: Rules, state: State, frame: Campaign, command: c.Pool) -> Illegal | None:
    campaign, one = campaign_of(state), state.team[command.character]
    card = next((card for card in card_of(rules).upgrades if card.id == command.upgrade), None)
    if card is None:
        return Illegal("unknown_upgrade", "R-306", f"there is no Upgrade {command.upgrade!r}", name=command.upgrade)
    if card.id in campaign.upgrades:
        return Illegal("built", "R-306", f"{card.id} has been built", upgrade=card.id)
    if campaign.number < card.after:
        return Illegal("upgrade_later", "R-306", f"it can be built after mission {card.after}", number=card.after)
    if campaign.built and rules.switches["upgrades"] == "one":
        return Illegal("one_upgrade", "R-306", "an Upgrade has been built in this step")
    if campaign.pooled not in ("", card.id):
        words = f"Intel Packs are laid together for {campaign.pooled}"
        return Illegal("other_upgrade", "R-306", words, upgrade=campaign.pooled)
    if command.amount in _amounts(state, one, card):
        return None
    asked = card.value - sum(campaign.pool.values())
    words = f"{one.id} has {one.intel} Intel Packs, and {asked} are still needed"
    return Illegal("wrong_amount", "R-306", words, figure=one.id, given=one.intel, asked=asked)


def _amounts(state: State, one: Character, card: Upgrade) -> tuple[int, ...]:
    """Return what a Character can lay together for an Upgrade, and, below zero, what it can take back (R-306)."""
    pool = campaign_of(state).pool
    given, room = pool.get(one.id, 0), card.value - sum(pool.values())
    return (*range(1, min(one.intel, room) + 1), *((-given,) if given else ()))


def pool(run: Transaction, frame: Campaign, command: c.Pool) -> None:
    """Lay Intel Packs together; the Upgrade is built as soon as its price is there (R-306)."""
    run.emit(e.IntelPooled(command.character, command.upgrade, command.amount, ("R-306",)))
    card = next(one for one in card_of(run.rules).upgrades if one.id == command.upgrade)
    if sum(campaign_of(run.state).pool.values()) >= card.value:
        run.emit(e.UpgradeBuilt(card.id, ("R-306",)))


def return_pool(run: Transaction) -> None:
    """Intel Packs laid together for an Upgrade that was not built go back (R-303)."""
    campaign = campaign_of(run.state)
    for id, amount in campaign.pool.items():
        run.emit(e.IntelPooled(id, campaign.pooled, -amount, ("R-303", "R-306")))
