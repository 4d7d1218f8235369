"""View model of the step in which Equipment is checked: what the four wear, the ship's stores, and every legal move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.shell.present.values import RefusedView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.content import Equipment
from defiance_qt.systems.defiance.engine.rules import equip
from defiance_qt.systems.defiance.engine.rules.campaign import shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State
from defiance_qt.systems.defiance.tell import label
from defiance_qt.systems.defiance.view.present.card_facts import CardFacts, Facts
from defiance_qt.systems.defiance.view.present.equip import IN_HAND, HolderView, ItemView, RowView, holder_view
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.offers import Offers

Ask = Callable[[Any], RefusedView]
STORE, PROGRAMS, GONE = "ship/store", "ship/programs", "ship/gone"
Move = tuple[str, Any, str]


class NoteView(msgspec.Struct, frozen=True):
    """What is told of a card while it is chosen: the card, and why it cannot go where one might think."""

    key: str
    card: CardFacts
    why: tuple[str, ...] = ()


class OutfitView(msgspec.Struct, frozen=True):
    """The whole step. `gone` is the place for cards that leave the game. `fitting` are the cards in hand that are worn
    when the step ends, `stowed` those that go to the ship's stores then."""

    holders: tuple[HolderView, ...]
    store: RowView
    programs: RowView
    gone: RowView
    notes: tuple[NoteView, ...]
    fitting: tuple[str, ...] = ()
    stowed: tuple[str, ...] = ()


def outfit_view(state: State, rules: Rules, names: Names, legal: Iterable[Any], why: Ask) -> OutfitView:
    """Build the view. `legal` are the legal commands, `why` explains why one is refused."""
    return _Builder(state, rules, names, tuple(legal), why).view()


class _Builder:
    def __init__(self, state: State, rules: Rules, names: Names, legal: tuple[Any, ...], why: Ask) -> None:
        self.state, self.rules, self.names, self.words, self.ask = state, rules, names, names.words, why
        self.offers, self.legal = Offers(legal, state, {}), set(legal)
        self.facts = Facts(state, rules, names)
        self.campaign = campaign_of(state)
        self.team = tuple(shop.team(state))
        self.cards = rules.catalog.equipment

    def view(self) -> OutfitView:
        holders = tuple(self._holder(one) for one in self.team)
        store = RowView(STORE, self.words("view.outfit.store"), tuple(self._stored()))
        programs = RowView(PROGRAMS, self.words("view.outfit.programs"), tuple(self._loose()))
        gone = RowView(GONE, self.words("view.outfit.gone"))
        fitting, stowed = self._in_hand()
        return OutfitView(holders, store, programs, gone, tuple(self._notes(holders)), fitting, stowed)

    def _move(self, row: str, command: Any) -> Move:
        return row, command, label(command, self.state, self.words, actor=False)

    # -- the four

    def _holder(self, one: Character) -> HolderView:
        """Return what a Character has."""
        view = holder_view(one, self.state, self.rules, self.names, self.offers, False)
        return replace(view, rows=tuple(self._row(one, row) for row in view.rows))

    def _row(self, one: Character, row: RowView) -> RowView:
        """Return a location by a short name, with the moves of its cards to the ship and out of the game."""
        where = row.id.partition("/")[2]
        device = where.removeprefix("device:")
        name, tip = row.name, ""
        if where == IN_HAND:
            name = self.words("view.outfit.in_hand")
        elif device != where:
            slots = [self.cards[device].device for held in one.carried if held.item == device]
            most = sum(each.slots for each in slots if each is not None)
            name, tip = self.words("view.outfit.slots", n=len(row.items), slots=most), row.name
        return replace(row, name=name, tip=tip, items=tuple(self._leaving(one, item) for item in row.items))

    def _leaving(self, one: Character, item: ItemView) -> ItemView:
        _, id, place = item.key.split("/")
        if place.startswith("program:"):
            return item
        moves = [self._landing(self.cards[id], move) for move in item.moves]
        for row, command in ((STORE, c.Stow(one.id, id)), (GONE, c.Scrap(id, one.id))):
            if command in self.legal:
                moves.append(self._move(row, command))
        return replace(item, moves=tuple(moves))

    def _landing(self, card: Equipment, move: Move) -> Move:
        """Return a move with the row where the card arrives: a light one lies beside the other's card at once."""
        row, command, text = move
        if isinstance(command, c.Give) and not card.tabs:
            return f"{command.receiver}/light", command, text
        return row, command, text

    # -- the ship

    def _stored(self) -> Iterator[ItemView]:
        """Yield the cards of the ship's stores, with the rows in which they arrive (R-308)."""
        for place, held in enumerate(self.campaign.store):
            moves = []
            for one in self.team:
                command = c.Fetch(one.id, held.item)
                if command in self.legal:
                    moves += [self._move(row, command) for row in self._arrives(one, held)]
            if c.Scrap(held.item) in self.legal:
                moves.append(self._move(GONE, c.Scrap(held.item)))
            key = _stored_key(held, place)
            yield ItemView(key, self.names.item(held.item), self.names.item_rule(held.item), tuple(moves))

    def _arrives(self, one: Character, held: Carried) -> tuple[str, ...]:
        card = self.cards[held.item]
        if not card.tabs:
            return (f"{one.id}/light",)
        found = equip.places(self.rules, one, replace(held, place=equip.IN_HAND))
        if not found:
            return (f"{one.id}/{IN_HAND}",)
        icons, free = equip.icons(self.rules, card, found[0]), self._free(one)
        return tuple(
            f"{one.id}/{place}" for place, location in enumerate(one.tabs) if location in icons and free[place]
        )

    def _free(self, one: Character) -> list[bool]:
        """Return for each tab of the Character's card whether nothing is matched through it."""
        left = dict(enumerate(one.tabs))
        for held in one.carried:
            for icon in equip.icons(self.rules, self.cards[held.item], held.place):
                taken = next((place for place, tab in left.items() if tab == icon), None)
                if taken is not None:
                    del left[taken]
        return [place in left for place in range(len(one.tabs))]

    def _loose(self) -> Iterator[ItemView]:
        """Yield the programs of the ship's stores, with the devices that have room for them (R-114, R-308)."""
        loads = [command for command in self.offers.commands if isinstance(command, c.Load)]
        for id in self.campaign.programs:
            moves = tuple(
                self._move(f"{load.character}/device:{load.device}", load) for load in loads if load.program == id
            )
            key = f"ship/{id}/program"
            yield ItemView(key, self.names.software(id), self.names.text(f"software.{id}.text"), moves)

    # -- what is told

    def _in_hand(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the cards in hand that are worn when the step ends, and those that stay aboard (R-308)."""
        told: tuple[list[str], list[str]] = ([], [])
        for one in self.team:
            now = one
            for held in one.carried:
                if held.place != equip.IN_HAND:
                    continue
                found = equip.places(self.rules, now, held)
                told[not found].append(self.names.item(held.item))
                if found:
                    at = now.carried.index(held)
                    placed = replace(held, place=found[0])
                    now = replace(now, carried=(*now.carried[:at], placed, *now.carried[at + 1 :]))
        return tuple(told[0]), tuple(told[1])

    def _notes(self, holders: tuple[HolderView, ...]) -> Iterator[NoteView]:
        seen: set[str] = set()
        for one, holder in zip(self.team, holders, strict=True):
            for item in (item for row in holder.rows for item in row.items):
                if item.key not in seen:
                    seen.add(item.key)
                    yield self._note(one, item)
        for place, held in enumerate(self.campaign.store):
            yield NoteView(_stored_key(held, place), self.facts.of(held.item), self._why_stored(held.item))
        for id in self.campaign.programs:
            room = any(isinstance(command, c.Load) and command.program == id for command in self.offers.commands)
            why = () if room else (self.words("view.outfit.no_device"),)
            yield NoteView(f"ship/{id}/program", self.facts.of(id), why)

    def _note(self, one: Character, item: ItemView) -> NoteView:
        _, id, place = item.key.split("/")
        if place.startswith("program:"):
            why = () if item.moves else (self.words("view.outfit.no_device"),)
            return NoteView(item.key, self.facts.of(place.removeprefix("program:")), why)
        card = self.cards[id]
        if card.personal:
            return NoteView(item.key, self.facts.of(id), (self.ask(c.Stow(one.id, id)).tip,))
        shut = [c.Place(one.id, id, str(at)) for at in range(len(card.tabs)) if str(at) != place]
        refused = [command for command in shut if command not in self.legal]
        return NoteView(item.key, self.facts.of(id), tuple(dict.fromkeys(self.ask(one).tip for one in refused)))

    def _why_stored(self, id: str) -> tuple[str, ...]:
        """Return why some of the four cannot take a card of the stores."""
        commands = (c.Fetch(one.id, id) for one in self.team)
        return tuple(self.ask(command).tip for command in commands if command not in self.legal)


def _stored_key(held: Carried, place: int) -> str:
    """Return the key of a card of the stores, which tells copies apart."""
    return f"ship/{held.item}/{place}"
