"""View model of a Character's own card: what it is for, its values, its weapons, what else it has."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from defiance_qt.systems.defiance.engine.rules.ranges import armed
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.view.present.card_facts import Fact, Facts, Part
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names
from defiance_qt.systems.defiance.view.present.team import health_left, state_chip
from defiance_qt.systems.defiance.view.present.values import FigureView


class WeaponView(msgspec.Struct, frozen=True):
    """A weapon: its Range, its dice and what its Switches do."""

    name: str
    range: str
    dice: tuple[Part, ...]
    switches: tuple[Part, ...]
    spoken: str


class PersonView(FigureView, frozen=True):
    """The card of a Character or Ally. `role` is "" for one whose author has written none; `aggro` is "" for one that
    gains none. `defense` are the dice, with their letters."""

    ally: bool
    role: str
    speed: str
    defense: tuple[Part, ...]
    health: str
    aggro: str
    weapons: tuple[WeaponView, ...] = ()
    gear: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    grows: str = ""
    spoken: str = ""


def person(id: str, state: State, rules: Rules, names: Names) -> PersonView:
    """Return the card of a Character as it is now."""
    one, words = state.team[id], names.words
    loadout = rules.loadout(one)
    view = PersonView(
        *names.shown(id),
        one.ally,
        names.text(f"character.{id}.role"),
        str(rules.speed(state, one)),
        (Part("" if one.defense else "–", tuple(one.defense or ())),),
        words("view.person.of", left=health_left(state, one, rules), of=loadout.wounds),
        "" if loadout.max_aggro is None else f"{one.aggro}/{loadout.max_aggro}",
        tuple(_weapons(one, state, rules, names)),
        tuple(_gear(one, rules, names)),
        tuple(state_chip(names, rules, state_id).text for state_id in one.states),
        _grows(one, rules, names),
    )
    return msgspec.structs.replace(view, spoken=". ".join(_spoken(view, one, names)))


def _weapons(one: Character, state: State, rules: Rules, names: Names) -> Iterator[WeaponView]:
    facts = Facts(state, rules, names)
    for card, attack in armed(rules, state, one).weapons:
        found: dict[str, Fact] = {fact.kind: fact for fact in facts.of_attack(attack)}
        own = names.text(f"character.{card}.attack.{attack.id}", names.card(card))
        name = own if card == one.id else names.card(card)
        switches = found["switches"].parts if "switches" in found else ()
        spoken = ", ".join(f"{fact.name}: {fact.spoken}" for fact in found.values())
        yield WeaponView(name, found["range"].parts[0].text, found["dice"].parts, switches, f"{name}. {spoken}")


def _gear(one: Character, rules: Rules, names: Names) -> Iterator[str]:
    """Yield the names of what is carried besides weapons, then of the programs."""
    cards = rules.catalog.equipment
    yield from dict.fromkeys(names.item(held.item) for held in one.carried if not cards[held.item].attacks)
    yield from (names.software(id) for device in rules.loadout(one).devices for id in device.software)


def _grows(one: Character, rules: Rules, names: Names) -> str:
    card = rules.catalog.characters.get(one.id)
    groups = [names.text(f"specialty.{group}", group) for group in (card.specialties if card is not None else ())]
    return names.words("view.person.grows", groups=", ".join(groups)) if groups else ""


def _spoken(view: PersonView, one: Character, names: Names) -> Iterator[str]:
    words = names.words
    yield view.name
    if view.role:
        yield view.role
    yield words("view.person.spoken.speed", n=view.speed)
    yield words("view.person.spoken.defense", dice=names.dice(one.defense or ()))
    yield f"{words('view.person.health')}: {view.health}"
    if view.aggro:
        yield f"{words('view.person.aggro')}: {view.aggro}"
    yield from (weapon.spoken for weapon in view.weapons)
    yield from (SEPARATOR.join(part) for part in (view.gear, view.states) if part)
    if view.grows:
        yield view.grows
