"""View model of the Equip Action: the Characters involved, their locations with cards, and the legal moves."""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Equipping
from defiance_qt.systems.defiance.engine.rules.equip import copy_number, icons, places
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State
from defiance_qt.systems.defiance.tell import label
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.offers import Offers

IN_HAND = "in_hand"


class ItemView(msgspec.Struct, frozen=True):
    """A card that can be moved. Each of `moves` is a row ("uma/0"), the command that moves the card there, and its
    label. `again`: the second location of a card that takes two."""

    key: str
    text: str
    tip: str = ""
    moves: tuple[tuple[str, Any, str], ...] = ()
    again: bool = False


class RowView(msgspec.Struct, frozen=True):
    """One location of a Character, or the Software in one of its devices. `id` is "uma/0" (the first tab of Uma's
    card), "uma/light", "uma/in_hand" or "jazz/device:hacking_device". `tip` tells more of it."""

    id: str
    name: str
    items: tuple[ItemView, ...] = ()
    tip: str = ""


class HolderView(msgspec.Struct, frozen=True):
    id: str
    name: str
    rows: tuple[RowView, ...]
    giving: bool = False


class EquipView(msgspec.Struct, frozen=True):
    """The Equip Action. `unplaced` names the cards that are lost if the Action ends now, `fitting` those to be placed
    before it can. `found` is the Loot just drawn, each card with its text."""

    title: str
    holders: tuple[HolderView, ...]
    finish: Any = None
    unplaced: tuple[str, ...] = ()
    found: tuple[tuple[str, str], ...] = ()
    fitting: tuple[str, ...] = ()


def equip_view(
    state: State, rules: Rules, names: Names, offers: Offers, found: tuple[tuple[str, str], ...] = ()
) -> EquipView:
    """Build the view: first the Character that redistributes, then those with whom it can exchange cards."""
    frame = state.agenda[-1]
    assert isinstance(frame, Equipping)
    involved = dict.fromkeys([frame.character, *frame.partners])
    for give in offers.of("give"):
        involved |= dict.fromkeys((give.giver, give.receiver))
    holders = tuple(holder_view(state.team[id], state, rules, names, offers, id != frame.character) for id in involved)
    unplaced, fitting = in_hand(state, rules, frame, names)
    return EquipView(names.words("view.equip.title"), holders, c.FinishEquip(), unplaced, found, fitting)


def in_hand(state: State, rules: Rules, frame: Equipping, names: Names) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the cards in hand that fit nowhere, and of those that fit somewhere."""
    cards: tuple[list[str], list[str]] = ([], [])
    for id in (frame.character, *frame.partners):
        one = state.team[id]
        for held in one.carried:
            if held.place == "":
                cards[bool(places(rules, one, held))].append(names.item(held.item))
    return tuple(cards[0]), tuple(cards[1])


def holder_views(state: State, rules: Rules, names: Names) -> tuple[HolderView, ...]:
    """Build what each Character carries, without moves."""
    nothing = Offers((), state, {})
    return tuple(holder_view(one, state, rules, names, nothing, False) for one in state.team.values())


def holder_view(one: Character, state: State, rules: Rules, names: Names, offers: Offers, giving: bool) -> HolderView:
    rows: dict[str, list[ItemView]] = {f"{one.id}/{place}": [] for place in range(len(one.tabs))}
    rows[f"{one.id}/light"] = []
    rows[f"{one.id}/{IN_HAND}"] = []
    free = dict(enumerate(one.tabs))
    for held in one.carried:
        item = _item(one, held, state, rules, names, offers)
        taken = icons(rules, rules.catalog.equipment[held.item], held.place)
        if not taken:
            rows[f"{one.id}/{'light' if held.place == 'light' else IN_HAND}"].append(item)
        for location in taken:
            place = next((place for place, name in free.items() if name == location), None)
            if place is not None:
                del free[place]
                rows[f"{one.id}/{place}"].append(item)
                item = msgspec.structs.replace(item, again=True)
    views = []
    for id, items in rows.items():
        where = id.rpartition("/")[2]
        name = one.tabs[int(where)] if where.isdigit() else where
        text = names.text(f"location.{name}", names.text(f"view.slot.{name}", name))
        views.append(RowView(id, text, tuple(items)))
    views += _devices(one, state, rules, names, offers)
    return HolderView(one.id, names.character(one.id), tuple(views), giving)


def _devices(one: Character, state: State, rules: Rules, names: Names, offers: Offers) -> list[RowView]:
    """Return the Software in each device, and where each program may be installed (R-114)."""
    found: dict[str, tuple[list[ItemView], int]] = {}
    for held in one.carried:
        device = rules.catalog.equipment[held.item].device
        if device is None:
            continue
        items, slots = found.get(held.item, ([], 0))
        items += [_program(one, held, program, state, names, offers) for program in held.software]
        found[held.item] = (items, slots + device.slots)
    return [
        RowView(
            f"{one.id}/device:{id}",
            names.words("view.slot.device", device=names.item(id), n=len(items), slots=slots),
            tuple(items),
        )
        for id, (items, slots) in found.items()
    ]


def _program(one: Character, held: Carried, program: str, state: State, names: Names, offers: Offers) -> ItemView:
    moves = tuple(
        (f"{command.character}/device:{command.device}", command, label(command, state, names.words, actor=False))
        for command in offers.of("install")
        if command.program == program and command.source == f"{one.id}/{held.item}"
    )
    key = f"{one.id}/{held.item}/program:{program}"
    return ItemView(key, names.software(program), names.text(f"software.{program}.text"), moves)


def _item(one: Character, held: Carried, state: State, rules: Rules, names: Names, offers: Offers) -> ItemView:
    moves: list[tuple[str, Any, str]] = []

    def add(row: str, command: Any) -> None:
        moves.append((row, command, label(command, state, names.words, actor=False)))

    for command in offers.of("place"):
        if command.character == one.id and command.item == held.item:
            for row in _rows_of(one, command, rules):
                add(row, command)
    this = (one.id, held.item, held.turned, copy_number(one.carried, held))
    for command in offers.of("give"):
        if (command.giver, command.item, command.turned, command.copy) == this:
            add(f"{command.receiver}/{IN_HAND}", command)
    key = f"{one.id}/{held.item}/{held.place}"
    return ItemView(key, names.item(held.item), names.item_rule(held.item), tuple(moves))


def _rows_of(one: Character, command: c.Place, rules: Rules) -> tuple[str, ...]:
    """Return the rows on which a drop gives this command: every tab of a location that the card would take."""
    if command.place == "":
        return (f"{one.id}/{IN_HAND}",)
    if command.place == "light":
        return (f"{one.id}/light",)
    chosen = icons(rules, rules.catalog.equipment[command.item], command.place)
    return tuple(f"{one.id}/{place}" for place, location in enumerate(one.tabs) if location in chosen)
