"""Equip: slots, the Backpack, exchanging and installing (R-025…R-034, R-114, R-116…R-119, R-146)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec.structs import replace

from defiance_qt.core.errors import ContentError, Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import Equipment
from defiance_qt.systems.defiance.engine.frames import Campaign, Equipping
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State
from defiance_qt.systems.defiance.engine.transaction import Kinds, Transaction

BACKPACK = "backpack"
LIGHT = "light"
IN_HAND = ""
STOWED = (IN_HAND, BACKPACK)


def icons(rules: Rules, item: Equipment, place: str) -> tuple[str, ...]:
    """Return the location tabs that the item takes in that place (R-026, R-031; switch D11)."""
    if place in (LIGHT, IN_HAND):
        return ()
    if place == BACKPACK:
        if rules.switches["backpack"] == "tab":
            return (BACKPACK,)
        return (BACKPACK,) * min(len(tab) for tab in item.tabs)
    return item.tabs[int(place)]


def free_tabs(rules: Rules, one: Character, without: Carried | None = None) -> dict[str, int]:
    """Return the number of free location tabs of the Character by location (R-025); negative where too much is
    matched (R-026)."""
    free: dict[str, int] = {}
    for tab in one.tabs:
        free[tab] = free.get(tab, 0) + 1
    equipment = rules.catalog.equipment
    for held in one.carried:
        if held is not without:
            for icon in icons(rules, equipment[held.item], held.place):
                free[icon] = free.get(icon, 0) - 1
    return free


def places(rules: Rules, one: Character, held: Carried, free: dict[str, int] | None = None) -> tuple[str, ...]:
    """Return the places where an item could go now (R-026…R-031, R-146): tabs by number, the Backpack, or beside the
    card if it is light. `free` are the location tabs that are free without it, if they are known."""
    item = rules.catalog.equipment[held.item]
    if not item.tabs:
        return (LIGHT,)
    if not may_carry(rules, one, item):
        return ()
    if free is None:
        free = free_tabs(rules, one, held)
    return tuple(place for place, needed in _needs(rules, item) if _fits(free, needed))


def _needs(rules: Rules, item: Equipment) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Return the places of an item, each with the location tabs that it takes and how many of each. Cached."""
    found = rules.needs.get(item.id)
    if found is None:
        all_places = (*(str(number) for number in range(len(item.tabs))), BACKPACK)
        counted = ((place, Counter(icons(rules, item, place))) for place in all_places)
        found = rules.needs[item.id] = tuple((place, tuple(count.items())) for place, count in counted)
    return found


def _fits(free: dict[str, int], needed: tuple[tuple[str, int], ...]) -> bool:
    for icon, count in needed:  # noqa: SIM110  a generator takes twice the time, and this is asked most
        if free.get(icon, 0) < count:
            return False
    return True


def may_carry(rules: Rules, one: Character, item: Equipment) -> bool:
    """Check whether a Character can carry an item; without tabs it can only carry items that need none. In one reading
    an Ally's Backpack alone does not count as a location (R-146; switch D17)."""
    if one.ally and rules.switches["ally_gear"] == "no_location":
        return not item.tabs or any(tab != BACKPACK for tab in one.tabs)
    return not item.tabs or bool(one.tabs)


def not_in_use(one: Character, card: str, rule: str) -> Illegal:
    """Return the refusal for a card that the Character does not have ready (R-030, R-032), by the rule that needs it:
    R-073 for a weapon, R-048 for an Action."""
    if any(held.item == card and held.place in STOWED for held in one.carried):
        words = f"{one.id} has {card} in the Backpack and is not equipped with it"
        return Illegal("in_backpack", "R-032", words, figure=one.id, card=card)
    return Illegal("not_equipped", rule, f"{one.id} is not equipped with {card}", figure=one.id, card=card)


def equipped_at_start(rules: Rules, one: Character, items: tuple[str, ...]) -> Character:
    """Return the Character with its starting Equipment, each card in the first place that leaves room for the others
    (R-009). Raises `ContentError` when there is no room for all."""
    found = _placed(rules, one, items)
    if found is None:
        raise ContentError(
            "content.no_room",
            "{figure} has no room for all its starting Equipment: {cards}",
            figure=one.id,
            cards=", ".join(items),
        )
    return found


def _placed(rules: Rules, one: Character, items: tuple[str, ...]) -> Character | None:
    if not items:
        return one
    item = rules.catalog.equipment[items[0]]
    held = Carried(item.id, IN_HAND, item.software)
    for place in places(rules, one, held):
        placed = replace(one, carried=(*one.carried, replace(held, place=place)))
        found = _placed(rules, placed, items[1:])
        if found is not None:
            return found
    return None


# ---- the legal commands ----


def partners(rules: Rules, state: State, frame: Equipping) -> list[str]:
    """Return the Characters in Contact, Unconscious ones included (R-117)."""
    view = rules.view(state)
    cells = view.cells
    if frame.character not in cells:
        return []
    near = view.passages.near[cells[frame.character]]
    return [id for id in state.team if id != frame.character and id in cells and near >> cells[id] & 1]


def options(rules: Rules, state: State, frame: Equipping) -> tuple[c.Command, ...]:
    """Return the legal commands: placing items for the acting Character and every receiver, giving in both directions,
    and finishing."""
    found: list[c.Command] = []
    near = partners(rules, state, frame)
    in_hand = ""
    for id in (frame.character, *(other for other in near if other in frame.partners)):
        ways, fits = _gear(rules, state.team[id])
        found += ways
        in_hand = in_hand or fits
    for other in near:
        found += _gifts(rules, state, frame.character, other)
        found += _gifts(rules, state, other, frame.character)
    found += installs(rules, state, [frame.character, *near])
    if not in_hand:
        found.append(c.FinishEquip())
    return tuple(found)


def fitting(rules: Rules, state: State, frame: Equipping) -> tuple[str, str] | None:
    """Return the first card in hand that fits a free location, and its holder: such a card is not removed from the game
    (R-033, R-119). None without one."""
    near = partners(rules, state, frame)
    for id in (frame.character, *(other for other in frame.partners if other in near)):
        item = _gear(rules, state.team[id])[1]
        if item:
            return id, item
    return None


def placings(rules: Rules, one: Character) -> tuple[c.Place, ...]:
    """Return the ways to place a Character's cards."""
    return _gear(rules, one)[0]


def _gear(rules: Rules, one: Character) -> tuple[tuple[c.Place, ...], str]:
    """Return the ways to place a Character's cards, each once, and the first card in hand that fits ("" for none).
    Cached: between two questions of an Equip Action mostly another Character's cards have changed, or none."""
    known = rules.gear.get(one.id)
    if known is not None and known[0] is one:
        return known[1]
    found = _sorted_out(rules, one)
    rules.gear[one.id] = (one, found)
    return found


def _sorted_out(rules: Rules, one: Character) -> tuple[tuple[c.Place, ...], str]:
    free = free_tabs(rules, one)
    known = _openings(rules, one, free)
    ways: list[c.Place] = []
    fits = ""
    for card in dict.fromkeys([(held.item, held.place) for held in one.carried]):
        found = known.get(card)
        if found is None:
            found = known[card] = _ways(rules, one, *card, free)
        ways += found
        if not fits and found and card[1] == IN_HAND:
            fits = card[0]
    return tuple(ways), fits


def _openings(rules: Rules, one: Character, free: dict[str, int]) -> dict[tuple[str, str], tuple[c.Place, ...]]:
    """Return the cache of the ways to place a card that the Character has in some place, by card and place, as long as
    these location tabs are free."""
    key = (one.id, one.ally, tuple(free.items()))
    found = rules.openings.get(key)
    if found is None:
        if len(rules.openings) > 512:
            rules.openings.clear()
        found = rules.openings[key] = {}
    return found


def _ways(rules: Rules, one: Character, item: str, place: str, free: dict[str, int]) -> tuple[c.Place, ...]:
    without = free.copy()
    for icon in icons(rules, rules.catalog.equipment[item], place):
        without[icon] += 1
    ways = [
        c.Place(one.id, item, other) for other in places(rules, one, Carried(item, place), without) if other != place
    ]
    if place not in (IN_HAND, LIGHT):
        ways.append(c.Place(one.id, item, IN_HAND))
    return tuple(ways)


def copies(carried: tuple[Carried, ...], item: str, turned: str) -> tuple[Carried, ...]:
    """Return the copies of a card, turned alike, that differ in the programs that they hold: of each kind one, in the
    hand before any other, from Loot before a Character's own (R-285). A command numbers them in this order."""
    found: dict[frozenset[str], Carried] = {}
    for held in sorted(carried, key=lambda one: (one.place != IN_HAND, not one.loot)):
        if (held.item, held.turned) == (item, turned):
            found.setdefault(frozenset(held.software), held)
    return tuple(found.values())


def copy_number(carried: tuple[Carried, ...], held: Carried) -> int:
    """Return the number of a card among its copies."""
    if [one.item for one in carried].count(held.item) == 1:
        return 0
    kinds = [set(copy.software) for copy in copies(carried, held.item, held.turned)]
    return kinds.index(set(held.software))


def _gifts(rules: Rules, state: State, giver: str, receiver: str) -> tuple[c.Give, ...]:
    """Return the cards that one Character may give to the other, each once; never personal ones (R-034, R-117), nor
    what the other has no place for (R-146). Cached, like `_gear`."""
    carried, other = state.team[giver].carried, state.team[receiver]
    pair = (giver, receiver)
    known = rules.gifts.get(pair)
    if known is not None and known[0] is carried and known[1] is other.tabs and known[2] == other.ally:
        return known[3]
    equipment = rules.catalog.equipment
    single = len({held.item for held in carried}) == len(carried)
    gifts = [
        c.Give(giver, receiver, held.item, held.turned, 0 if single else copy_number(carried, held))
        for held in carried
        if not equipment[held.item].personal and may_carry(rules, other, equipment[held.item])
    ]
    found = tuple(dict.fromkeys(gifts))
    rules.gifts[pair] = (carried, other.tabs, other.ally, found)
    return found


def installs(rules: Rules, state: State, ids: list[str]) -> Collection[c.Install]:
    """Return the moves of Software from one device to a free slot of another that does not have it, each once
    (R-114)."""
    cards = [(id, held) for id in ids for held in state.team[id].carried]
    found: dict[c.Install, None] = {}
    # Few cards hold programs, and fewer have room for one.
    holders = [one for one in cards if one[1].software]
    open_to = [one for one in cards if _has_room(rules, one[1])] if holders else []
    for id, held in holders:
        for other, device in open_to:
            for program in held.software:
                if (id, held.item) != (other, device.item) and program not in device.software:
                    found[c.Install(other, program, f"{id}/{held.item}", device.item)] = None
    return found


def takes(rules: Rules, held: Carried, program: str) -> bool:
    """Check whether a card is a device with a free slot that does not have the program (R-108, R-114)."""
    return _has_room(rules, held) and program not in held.software


def _has_room(rules: Rules, held: Carried) -> bool:
    device = rules.catalog.equipment[held.item].device
    return device is not None and len(held.software) < device.slots


# ---- why a command is refused ----


def _check_place(rules: Rules, state: State, frame: Equipping, command: c.Place) -> Illegal | None:
    id = command.character
    if id != frame.character and (id not in frame.partners or id not in partners(rules, state, frame)):
        words = f"{id} has received nothing and cannot rearrange its Equipment"
        return Illegal("nothing_received", "R-118", words, figure=id)
    return check_placing(rules, state, frame, command)


def check_placing(rules: Rules, state: State, frame: Equipping | Campaign, command: c.Place) -> Illegal | None:
    """Refuse a card that cannot be put there (R-026…R-031, R-116, R-146)."""
    id, one = command.character, state.team[command.character]
    held = [found for found in one.carried if found.item == command.item]
    if not held:
        return not_held(id, command.item)
    if command in placings(rules, one):
        return None
    card = rules.catalog.equipment[command.item]
    if not card.tabs:
        words = f"{command.item} needs no tab; it lies beside the card"
        return Illegal("light_item", "R-028", words, card=command.item)
    if not may_carry(rules, one, card):
        return cannot_carry(id, command.item)
    if all(found.place == command.place for found in held):
        return Illegal("already_there", "R-116", f"{command.item} is there already", card=command.item)
    if command.place not in (BACKPACK, IN_HAND) and command.place not in [str(at) for at in range(len(card.tabs))]:
        return Illegal("no_such_tab", "R-027", f"{command.item} has no such tab", card=command.item)
    rule = "R-031" if command.place == BACKPACK else "R-026"
    words = f"{id} has no free tab for {command.item} there"
    return Illegal("no_free_tab", rule, words, figure=id, card=command.item)


def not_held(id: str, card: str) -> Illegal:
    return Illegal("not_held", "R-116", f"{id} does not have {card}", figure=id, card=card)


def _check_give(rules: Rules, state: State, frame: Equipping, command: c.Give) -> Illegal | None:
    giver, receiver = command.giver, command.receiver
    if frame.character not in (giver, receiver) or giver == receiver:
        words = f"{frame.character} exchanges with one other"
        return Illegal("not_in_exchange", "R-117", words, figure=frame.character)
    other = receiver if giver == frame.character else giver
    if other not in partners(rules, state, frame):
        return not_beside(frame.character, other, "R-117")
    if not has_copy(state, command):
        return not_held(giver, command.item)
    card = rules.catalog.equipment[command.item]
    if card.personal:
        return Illegal("personal", "R-034", f"{command.item} is personal", card=command.item)
    return None if may_carry(rules, state.team[receiver], card) else cannot_carry(receiver, command.item)


def not_beside(id: str, target: str, rule: str) -> Illegal:
    return Illegal("not_adjacent_to", rule, f"{id} is not adjacent to {target}", figure=id, target=target)


def has_copy(state: State, command: c.Give) -> bool:
    """Check whether the giver has the copy that the command names."""
    return 0 <= command.copy < len(copies(state.team[command.giver].carried, command.item, command.turned))


def cannot_carry(id: str, card: str) -> Illegal:
    words = f"{id} has no location tabs and can carry only what needs none"
    return Illegal("cannot_carry", "R-146", words, figure=id, card=card)


def _check_install(rules: Rules, state: State, frame: Equipping, command: c.Install) -> Illegal | None:
    near = [frame.character, *partners(rules, state, frame)]
    for id in (command.source.partition("/")[0], command.character):
        if id not in state.team:
            return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)
        if id not in near:
            return not_beside(frame.character, id, "R-117")
    return check_installing(rules, state, command, near)


def check_installing(rules: Rules, state: State, command: c.Install, among: list[str]) -> Illegal | None:
    """Refuse to move a program from one device to the other (R-108, R-114)."""
    if command in installs(rules, state, among):
        return None
    giver, _, item = command.source.partition("/")
    sources = [held for held in state.team[giver].carried if held.item == item]
    if not any(command.program in held.software for held in sources):
        words = f"{giver} has no device with {command.program} installed"
        return Illegal("no_program", "R-114", words, figure=giver, card=command.program)
    return taking(rules, state, command.character, command.device, command.program, sources)


def taking(
    rules: Rules, state: State, id: str, device: str, program: str, sources: Collection[Carried] = ()
) -> Illegal:
    """Return why a device cannot take a program: it is none, it is where the program comes from or has it, or it is
    full (R-108, R-114)."""
    devices = [held for held in state.team[id].carried if held.item == device]
    slots = rules.catalog.equipment[device].device if devices else None
    if slots is None:
        return Illegal("not_a_device", "R-114", f"{id} has no such hacking device", figure=id)
    if all(held in sources or program in held.software for held in devices):
        return Illegal("same_device", "R-114", f"{program} is installed there", card=program)
    words = f"{device} holds no more than {slots.slots} programs"
    return Illegal("device_full", "R-108", words, card=device, slots=slots.slots)


def _check_finish(rules: Rules, state: State, frame: Equipping, command: c.FinishEquip) -> Illegal | None:
    found = fitting(rules, state, frame)
    if found is None:
        return None
    words = f"{found[1]} fits a free location of {found[0]}: it has to be placed first"
    return Illegal("fits_somewhere", "R-033", words, figure=found[0], card=found[1])


# ---- the effects ----


def _swap(one: Character, old: Carried, new: Carried | None) -> tuple[Carried, ...]:
    at = one.carried.index(old)
    return (*one.carried[:at], *([new] if new is not None else []), *one.carried[at + 1 :])


def place(run: Transaction, frame: Equipping, command: c.Place) -> None:
    """Move a card; of several copies one that fits there, from the hand before any other."""
    one = run.state.team[command.character]
    copies = [held for held in one.carried if held.item == command.item and held.place != command.place]
    if len(copies) > 1 and command.place != IN_HAND:
        copies = [held for held in copies if command.place in places(run.rules, one, held)]
    old = min(copies, key=lambda held: held.place != IN_HAND)
    carried = _swap(one, old, replace(old, place=command.place))
    run.emit(e.CarriedChanged(one.id, carried, "placed", command.item, ("R-116", "R-026")))


def give(run: Transaction, frame: Equipping | Campaign, command: c.Give) -> None:
    giver, receiver = run.state.team[command.giver], run.state.team[command.receiver]
    held = copies(giver.carried, command.item, command.turned)[command.copy]
    run.emit(e.CarriedChanged(giver.id, _swap(giver, held, None), "given", held.item, ("R-117",)))
    light = not run.rules.catalog.equipment[held.item].tabs
    moved = replace(held, place=LIGHT if light else IN_HAND)
    run.emit(e.CarriedChanged(receiver.id, (*receiver.carried, moved), "received", held.item, ("R-117", "R-118")))
    if isinstance(frame, Equipping) and receiver.id != frame.character and receiver.id not in frame.partners:
        run.set(replace(frame, partners=(*frame.partners, receiver.id)))


def install(run: Transaction, frame: Equipping, command: c.Install) -> None:
    giver, _, item = command.source.partition("/")
    one = run.state.team[giver]
    held = next(found for found in one.carried if found.item == item and command.program in found.software)
    programs = tuple(id for id in held.software if id != command.program)
    carried = _swap(one, held, replace(held, software=programs))
    run.emit(e.CarriedChanged(giver, carried, "given", command.program, ("R-114",)))
    other = run.state.team[command.character]
    copies = (found for found in other.carried if found.item == command.device)
    device = next(found for found in copies if takes(run.rules, found, command.program))
    carried = _swap(other, device, replace(device, software=(*device.software, command.program)))
    run.emit(e.CarriedChanged(other.id, carried, "received", command.program, ("R-114",)))


def finish(run: Transaction, frame: Equipping, command: c.FinishEquip) -> None:
    """Remove items that fit nowhere from the game (R-033, R-119)."""
    _stow(run, frame)


def _stow(run: Transaction, frame: Equipping) -> None:
    """Put items in hand where they fit, and remove the others from the game."""
    for id in (frame.character, *frame.partners):
        for held in run.state.team[id].carried:
            if held.place == IN_HAND:
                one = run.state.team[id]
                found = places(run.rules, one, held)
                carried = _swap(one, held, replace(held, place=found[0]) if found else None)
                what, cites = ("placed", ("R-124",)) if found else ("dropped", ("R-033", "R-119"))
                run.emit(e.CarriedChanged(id, carried, what, held.item, cites))
    run.close()


def advance(run: Transaction, frame: Equipping) -> bool:
    """Prompt as long as the Character can act (R-116). A Character that fell Unconscious by a Loot effect, or left the
    board, cannot Equip. Its found cards go where they fit (R-159)."""
    one = run.state.team[frame.character]
    if one.space and one.conscious:
        return False
    _stow(run, frame)
    return True


KINDS: Kinds = {
    c.Place: (_check_place, place),
    c.Give: (_check_give, give),
    c.Install: (_check_install, install),
    c.FinishEquip: (_check_finish, finish),
}
