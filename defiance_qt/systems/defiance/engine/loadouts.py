"""The sum of a Character's cards: weapons, devices, modifiers, Actions, attributes (R-025…R-034, R-048, R-107).

Computed from the Character alone; the ruleset caches it as long as the cards do not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from defiance_qt.systems.defiance.engine.abilities import PLAIN, Ability
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.content import Attack, CardAction, Device, Equipment, Modifier
from defiance_qt.systems.defiance.engine.frames import PoolDie
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Carried, Character

# R-048 (switch D12): the places from which a card can be used, and may offer Actions. To the letter, a
# light card is never matched to a tab, and so never equipped.
EQUIPPED = {
    "light": frozenset({"tab", "light"}),
    "carried": frozenset({"tab", "light"}),
    "equipped": frozenset({"tab"}),
}
USABLE = {**EQUIPPED, "carried": frozenset({"tab", "light", "backpack"})}


# lowest the manual, then Character cards, then all other cards.
CHARACTER_CARD, OTHER_CARD = 1, 2


class Source(NamedTuple):
    """A modifier and the text key of the card it is printed on; `state` when that card is a State. `rank` is its rank
    among conflicting cards (R-212)."""

    modifier: Modifier
    key: str
    state: str = ""
    rank: int = OTHER_CARD


class Equipped(NamedTuple):
    """An equipped hacking device: its card, its values, its installed programs (R-107, R-108)."""

    item: str
    device: Device
    software: tuple[str, ...]


class Loadout(NamedTuple):
    """The result of a Character's cards, as long as they do not change."""

    weapons: tuple[tuple[str, Attack], ...]
    devices: tuple[Equipped, ...]
    modifiers: dict[str, tuple[Source, ...]]
    biotech: tuple[PoolDie, ...]
    hackable: bool
    actions: tuple[tuple[str, CardAction], ...]
    abilities: tuple[Ability, ...]
    speed: int
    wounds: int
    max_aggro: int | None

    def holding(self, program: str) -> tuple[Equipped, ...]:
        """Return the devices in which a program is installed (R-107, R-109)."""
        return tuple(device for device in self.devices if program in device.software)

    def running(self, program: str, using: str = "") -> Equipped | None:
        """Return the device that runs a program: the named one, or the only one (R-107). None without one."""
        return next((device for device in self.holding(program) if using in ("", device.item)), None)

    def device(self, item: str) -> Equipped | None:
        """Return the device of this card, None when it is not equipped (R-107, R-133)."""
        return next((device for device in self.devices if device.item == item), None)


def work_out(catalog: Catalog, reading: str, known: Mapping[str, Ability], one: Character) -> Loadout:
    """Return the loadout of a Character. It has its own Attacks and Actions (R-319), equipped and light cards,
    Software, Specialties while conscious (R-229), States, and face-up Consequences (R-029, R-032, R-242). `reading` is
    the value of switch D12."""
    weapons: list[tuple[str, Attack]] = [(one.id, attack) for attack in one.attacks]
    actions: list[tuple[str, CardAction]] = [(one.id, action) for action in one.actions if _ready(one, one.id)]
    modifiers: dict[str, list[Source]] = {}
    biotech = [PoolDie(die, f"character.{one.id}.name") for die in one.biotech or ()]
    ids = list(one.abilities)
    devices: list[Equipped] = []
    hackable = False
    speed, wounds, aggro = one.speed, one.wounds - len(one.face_down), one.max_aggro

    def add(found: Iterable[Modifier], key: str, state: str = "", rank: int = OTHER_CARD) -> None:
        for modifier in found:
            for roll in modifier.rolls:
                modifiers.setdefault(roll, []).append(Source(modifier, key, state, rank))

    add(one.modifiers, f"character.{one.id}.name", rank=CHARACTER_CARD)
    for id in one.specialties if one.conscious else ():
        if not _ready(one, id):  # neither turned nor face down
            continue
        specialty = catalog.specialties[id]
        add(specialty.modifiers, f"specialty.{id}.name")
        ids += specialty.abilities
        actions += [(id, action) for action in specialty.actions]
    for held in one.carried:
        item = catalog.equipment[held.item]
        key = f"equipment.{item.id}.name"
        place = place_of(item, held)
        if place in USABLE[reading] and not held.turned and _ready(one, item.id):
            actions += [(item.id, action) for action in item.actions if (item.id, action) not in actions]
        if place not in EQUIPPED[reading]:
            continue
        speed += item.speed
        weapons += [(item.id, attack) for attack in item.attacks]
        add(item.modifiers, key)
        biotech += [PoolDie(die, key) for die in item.biotech]
        ids += item.abilities
        hackable |= item.hackable
        if item.device is not None:
            devices.append(Equipped(item.id, item.device, held.software))
            for program in held.software:
                add(catalog.software[program].modifiers, f"software.{program}.name")
    for id in one.consequences:
        card = catalog.consequences[id]
        add(card.modifiers, f"consequence.{id}.name")
        speed += card.speed
        wounds += card.wounds
        if aggro is not None:
            aggro += card.max_aggro
    for id in one.states:
        if id != UNCONSCIOUS:
            add(catalog.states[id].modifiers, f"state.{id}.name", id)
            ids += catalog.states[id].abilities
    abilities = tuple(known.get(id, PLAIN) for id in ids)
    hackable |= any(ability.hackable for ability in abilities)
    return Loadout(
        tuple(weapons),
        tuple(devices),
        {roll: tuple(found) for roll, found in modifiers.items()},
        tuple(biotech),
        hackable,
        tuple(actions),
        abilities,
        max(0, speed),
        max(0 if one.remote else 1, wounds),
        None if aggro is None else max(0, aggro),
    )


def place_of(item: Equipment, held: Carried) -> str:
    """Return where a card is: "tab", "light", "backpack" (also through Backpack icons alone, R-029, R-031), or "" in
    the hand."""
    if held.place in ("", "light", "backpack"):
        return held.place
    return "tab" if any(icon != "backpack" for icon in item.tabs[int(held.place)]) else "backpack"


def _ready(one: Character, card: str) -> bool:
    """Check whether a card is neither tapped nor flipped (R-312, R-314, R-315)."""
    return card not in one.tapped and card not in one.flipped
