"""View model of the step in which Intel Packs are spent: what is on sale and what it would mean for each of the four,
what they may sell, the Defiance Upgrades that they pay together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.shell.present.values import RefusedView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.content import Equipment, Upgrade
from defiance_qt.systems.defiance.engine.rules import equip
from defiance_qt.systems.defiance.engine.rules.campaign import shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State
from defiance_qt.systems.defiance.view.present.card_facts import GROUPS, WEAPONS, CardFacts, Facts, group_of
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.pages import DeedView, LineView
from defiance_qt.systems.defiance.view.present.specialty_tree import TreeView, tree_view
from defiance_qt.systems.defiance.view.present.values import MemberView

Ask = Callable[[Any], RefusedView]
FITS, SWAPS, SHORT, OUT, BARRED = "fits", "swaps", "short", "out", "barred"


class OfferView(msgspec.Struct, frozen=True):
    """A price of a card: the full one, or the one with the discount of `using`. Without a `command` it cannot be
    bought so, and `why` says why. `left` is what the buyer would have left, in words."""

    using: str
    text: str
    price: int
    command: Any = None
    why: str = ""
    left: str = ""


class TrialView(msgspec.Struct, frozen=True):
    """What a card on sale means for one buyer. `state`: "fits" it is bought and worn, "swaps" something has to come
    off, "short" of Intel Packs, "out" sold out, "barred" for another reason. `sign` is shown in the list. `beside` is
    the card that it would take the place of, `where` where that is. `off` are the names of all that come off."""

    state: str
    sign: str
    tip: str
    offers: tuple[OfferView, ...] = ()
    beside: str = ""
    where: str = ""
    off: tuple[str, ...] = ()
    note: str = ""


class GoodsView(msgspec.Struct, frozen=True):
    """A card on sale. `held` are the initials of those who have a copy, `left` tells the copies that are left."""

    card: CardFacts
    price: int
    left: str = ""
    sold_out: bool = False
    held: tuple[str, ...] = ()


class BuyerView(MemberView, frozen=True):
    """One of the four. `trials` follow the goods on sale, `own` are the cards that it has. `note` tells what has been
    laid for an Upgrade."""

    intel: int
    note: str
    trials: tuple[TrialView, ...]
    own: tuple[LineView, ...]
    spoken: str


class LayView(msgspec.Struct, frozen=True):
    """What one of the four has laid for an Upgrade, and the ways to change it: one Intel Pack more, all that is needed
    or there, all back."""

    name: str
    initials: str
    laid: int
    one: Any = None
    all: Any = None
    most: int = 0
    back: Any = None
    why: str = ""


class UpgradeView(msgspec.Struct, frozen=True):
    """A Defiance Upgrade. `state`: "open", "paying", "built", "later", "barred". `cells` is the bar: the initials for
    each Intel Pack laid, "" for those that are missing. `status` is the state in words."""

    id: str
    name: str
    effect: str
    price: int
    state: str
    status: str
    cells: tuple[str, ...] = ()
    lays: tuple[LayView, ...] = ()


class MarketView(msgspec.Struct, frozen=True):
    """The whole step. `worn` are the cards that a trial compares with. `defense` are the dice of the sample Defense.
    `tree` is set where Specialties are acquired in this step (R-284; switch D34)."""

    buyers: tuple[BuyerView, ...]
    goods: tuple[GoodsView, ...]
    worn: tuple[CardFacts, ...]
    upgrades: tuple[UpgradeView, ...]
    defense: tuple[str, ...] = ()
    spoken_defense: str = ""
    gone: bool = True
    tree: TreeView | None = None

    def card(self, id: str) -> CardFacts | None:
        """Return a card that a trial compares with."""
        return next((one for one in self.worn if one.id == id), None)


def market_view(state: State, rules: Rules, names: Names, legal: Iterable[Any], why: Ask) -> MarketView:
    """Build the view. `legal` are the legal commands, `why` explains why one is refused."""
    commands = tuple(legal)
    tree = None
    if rules.switches["campaign_order"] == "six":
        tree = tree_view(state, rules, names, commands, why)
    return _Builder(state, rules, names, commands, why).view(tree)


class _Builder:
    def __init__(self, state: State, rules: Rules, names: Names, legal: tuple[Any, ...], why: Ask) -> None:
        self.state, self.rules, self.names, self.words = state, rules, names, names.words
        self.legal, self.ask = set(legal), why
        self.facts = Facts(state, rules, names)
        self.campaign = campaign_of(state)
        self.team = tuple(shop.team(state))
        self.discounts = shop.discounts(rules, state)
        self.reasons: dict[tuple[str, str, int], str] = {}

    def view(self, tree: TreeView | None) -> MarketView:
        goods = tuple(self._goods())
        buyers = tuple(self._buyer(one, goods) for one in self.team)
        worn = dict.fromkeys(trial.beside for buyer in buyers for trial in buyer.trials if trial.beside)
        upgrades = tuple(self._upgrade(card) for card in card_of(self.rules).upgrades)
        defense = self.facts.defense
        gone = self.rules.switches["discarded_equipment"] == "gone"
        cards = tuple(self.facts.of(id) for id in worn)
        return MarketView(buyers, goods, cards, upgrades, defense, self.names.dice(defense), gone, tree)

    # -- on sale

    def _goods(self) -> Iterator[GoodsView]:
        """Yield what the present market sells, also what is sold out: Equipment by group, then programs (R-304)."""
        catalog, campaign = self.rules.catalog, self.campaign
        items = [
            card
            for card in catalog.equipment.values()
            if card.value is not None and card.market == campaign.market and not card.cargo
        ]
        found = [self._item(card) for card in items]
        if not campaign.market:
            for program in catalog.software.values():
                if program.value is not None:
                    there = program.id in campaign.programs
                    left = self.words("view.market.in_stores") if there else ""
                    found.append(
                        GoodsView(self.facts.of(program.id), shop.price(self.rules, self.state, program), left, there)
                    )
        yield from sorted(found, key=lambda one: (GROUPS.index(one.card.group), one.price, one.card.name))

    def _item(self, card: Equipment) -> GoodsView:
        left = shop.stock(self.rules, self.state, card.id)
        text = self.words.count("view.market.copies", left) if left else self.words("view.market.sold_out")
        held = tuple(
            self.names.initials(one.id) for one in self.team if any(held.item == card.id for held in one.carried)
        )
        return GoodsView(self.facts.of(card.id), shop.price(self.rules, self.state, card), text, not left, held)

    def _trial(self, one: Character, goods: GoodsView) -> TrialView:
        words, name = self.words, self.names.short(one.id)
        offers = tuple(self._offers(one, goods))
        if goods.sold_out:
            return TrialView(OUT, "–", goods.left, offers)
        trial = self._worn(one, goods)
        if any(offer.command is not None for offer in offers):
            return replace(trial, offers=offers)
        short = min(offer.price for offer in offers) - one.intel
        if short > 0:
            tip = words.count("view.market.short", short, name=name)
            return replace(trial, state=SHORT, sign=f"−{short}", tip=tip, offers=offers)
        return replace(trial, state=BARRED, sign="–", tip=offers[0].why, offers=offers)

    def _offers(self, one: Character, goods: GoodsView) -> Iterator[OfferView]:
        words = self.words
        for using, less in {"": 0, **self.discounts}.items():
            price = max(0, goods.price - less)
            text = words("view.market.price", n=price)
            if using:
                text = words("view.market.price.less", name=self.names.short(using), n=price, less=less)
            command = c.Buy(one.id, goods.card.id, using)
            left = words("view.market.leaves", name=self.names.short(one.id), n=one.intel - price)
            if command in self.legal:
                yield OfferView(using, text, price, command, left=left)
            else:
                yield OfferView(using, text, price, why=self._why_bought(command, one, goods))

    def _why_bought(self, command: c.Buy, one: Character, goods: GoodsView) -> str:
        """Return why a card cannot be bought. For want of Intel Packs it is the same for all cards of a price."""
        short = goods.price > one.intel and not goods.sold_out
        key = (one.id, "" if short else command.card, goods.price)
        if key not in self.reasons:
            self.reasons[key] = self.ask(command).tip
        return self.reasons[key]

    def _worn(self, one: Character, goods: GoodsView) -> TrialView:
        """Return where a card would be worn: at once, or in place of what (R-026, R-304)."""
        words, name = self.words, self.names.short(one.id)
        item = self.rules.catalog.equipment.get(goods.card.id)
        if item is None:
            return TrialView(FITS, "✓", words("view.market.program"), note=words("view.market.program"))
        held = Carried(item.id, equip.IN_HAND)
        found = [place for place in equip.places(self.rules, one, held) if place != equip.BACKPACK]
        packs = len(found) < len(equip.places(self.rules, one, held))
        if found:
            beside = self._like(one, item)
            tip = words("view.market.fits", name=name)
            return TrialView(FITS, "✓", tip, beside=beside.item if beside else "", where=self._where(beside))
        if not equip.may_carry(self.rules, one, item):
            return TrialView(BARRED, "–", words("view.market.cannot_carry", name=name))
        off = in_the_way(self.rules, one, item)
        beside = self._best(off)
        text = ", ".join(self.names.item(one.item) for one in off)
        tip = words("view.market.swaps", items=text)
        names = tuple(self.names.item(one.item) for one in off)
        where = self._where(beside)
        note = words("view.market.backpack") if packs else words("view.market.stays")
        return TrialView(SWAPS, "⇄", tip, (), beside.item if beside else "", where, names, note)

    def _like(self, one: Character, item: Equipment) -> Carried | None:
        """Return the best card of the same kind that the Character wears: what a new one is compared with."""
        if not item.tabs:
            return None
        group = group_of(item)
        cards = self.rules.catalog.equipment
        alike = [held for held in one.carried if _worn(held) and group_of(cards[held.item]) == group]
        if group != WEAPONS:
            places = {location for tab in item.tabs for location in tab}
            alike = [held for held in alike if places & set(equip.icons(self.rules, cards[held.item], held.place))]
        return self._best(alike)

    def _best(self, cards: Iterable[Carried]) -> Carried | None:
        """Return the card with the highest expected Damage, else the first."""

        def worth(held: Carried) -> float:
            chance = self.facts.of(held.item).chance
            return chance.expected if chance is not None else -1.0

        return max(cards, key=worth, default=None)

    def _where(self, held: Carried | None) -> str:
        if held is None:
            return ""
        if held.place == equip.BACKPACK:
            return self.words("view.market.in_backpack")
        return self.words("view.market.worn") if _worn(held) else self.words("view.market.in_hand")

    # -- the four and their cards

    def _buyer(self, one: Character, goods: tuple[GoodsView, ...]) -> BuyerView:
        words, names = self.words, self.names
        laid = self.campaign.pool.get(one.id, 0)
        note = words("view.market.laid", n=laid) if laid else ""
        spoken = words.count("view.market.buyer", one.intel, name=names.character(one.id))
        own = tuple(self._own(one, held) for held in one.carried)
        trials = tuple(self._trial(one, each) for each in goods)
        return BuyerView(
            *names.shown(one.id),
            names.short(one.id),
            one.intel,
            note,
            trials,
            own,
            f"{spoken}. {note}" if note else spoken,
        )

    def _own(self, one: Character, held: Carried) -> LineView:
        """Return a card that a Character has, with what can be done with it, or why it cannot be sold."""
        names, words = self.names, self.words
        item, name = self.rules.catalog.equipment[held.item], names.item(held.item)
        icons = dict.fromkeys(equip.icons(self.rules, item, held.place))
        where = " + ".join(names.text(f"location.{icon}", icon) for icon in icons)
        in_hand = held.place == equip.IN_HAND
        where = words("view.market.in_hand") if in_hand else where or words("view.slot.light")
        half, sell = shop.brings(self.rules, self.state, item), c.Sell(one.id, held.item)
        wear = [c.Place(one.id, held.item, to) for to in (equip.places(self.rules, one, held) if in_hand else ())[:1]]
        wear_it, take_off = words("view.market.wear.named", card=name), words("view.market.take_off.named", card=name)
        spoken = words.count("view.market.sell.named", half, card=name)
        off = [] if in_hand else [c.Place(one.id, held.item, equip.IN_HAND)]
        deeds = (
            *(DeedView(words("view.market.wear"), command, wear_it, dense=True) for command in wear),
            *(DeedView(words("view.market.take_off"), command, take_off, "quiet", True) for command in off),
            DeedView(words("view.market.sell", n=half), sell, spoken, "", True),
        )
        may = tuple(deed for deed in deeds if deed.command in self.legal)
        why = "" if sell in self.legal else self.ask(sell).tip
        return LineView(name, "", may, why, plain=True, ink="gold" if in_hand else "", aside=where)

    # -- Defiance Upgrades

    def _upgrade(self, card: Upgrade) -> UpgradeView:
        words, campaign = self.words, self.campaign
        name = words(f"upgrade.{card.id}.name")
        effect = words(f"upgrade.{card.id}.effect")
        laid = campaign.pool if campaign.pooled == card.id else {}
        cells = [self.names.initials(id) for id, amount in laid.items() for _ in range(amount)]
        bar = (*cells, *("" for _ in range(card.value - len(cells))))
        if card.id in campaign.upgrades:
            return UpgradeView(card.id, name, effect, card.value, "built", words("view.market.upgrade.built"))
        if campaign.number < card.after:
            status = words("view.market.upgrade.later", number=card.after)
            return UpgradeView(card.id, name, effect, card.value, "later", status)
        if card not in shop.buildable(self.rules, self.state):
            refused = self.ask(c.Pool(self.team[0].id, card.id, 1)).tip
            return UpgradeView(card.id, name, effect, card.value, "barred", refused, bar)
        missing = card.value - len(cells)
        lays = tuple(self._lay(card, one, missing) for one in self.team)
        state = "paying" if cells else "open"
        status = words("view.market.upgrade.missing", laid=len(cells), price=card.value, missing=missing)
        return UpgradeView(card.id, name, effect, card.value, state, status, bar, lays)

    def _lay(self, card: Upgrade, one: Character, missing: int) -> LayView:
        laid = self.campaign.pool.get(one.id, 0) if self.campaign.pooled == card.id else 0
        first, most = c.Pool(one.id, card.id, 1), min(one.intel, missing)
        whole, back = c.Pool(one.id, card.id, most), c.Pool(one.id, card.id, -laid)
        may = first in self.legal
        return LayView(
            self.names.short(one.id),
            self.names.initials(one.id),
            laid,
            first if may else None,
            whole if whole in self.legal else None,
            most,
            back if back in self.legal else None,
            "" if may else self.ask(first).tip,
        )


def _worn(held: Carried) -> bool:
    return held.place not in (equip.IN_HAND, equip.BACKPACK)


def in_the_way(rules: Rules, one: Character, item: Equipment) -> tuple[Carried, ...]:
    """Return the fewest cards that have to come off before the Character can wear an item (R-025…R-027); () if none
    have to, or if it cannot be worn at all."""
    ways = [_off(rules, one, tab) for tab in item.tabs]
    possible = [way for way in ways if way is not None]
    return min(possible, key=len, default=())


def _off(rules: Rules, one: Character, tab: tuple[str, ...]) -> tuple[Carried, ...] | None:
    """Return the cards that fill locations which a tab needs, None if the Character has too few of these."""
    off: list[Carried] = []
    for location in dict.fromkeys(tab):
        needed = tab.count(location)
        if one.tabs.count(location) < needed:
            return None
        left = replace(one, carried=tuple(held for held in one.carried if not any(held is gone for gone in off)))
        free = equip.free_tabs(rules, left).get(location, 0)
        for held in left.carried:
            if free >= needed:
                break
            taken = equip.icons(rules, rules.catalog.equipment[held.item], held.place).count(location)
            if taken:
                off.append(held)
                free += taken
    return tuple(off)
