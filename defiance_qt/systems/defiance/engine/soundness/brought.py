"""Which cards something can bring into play: a mission, a deck, a shop, a recipe, a chain of Specialties, an effect.

It errs on the side of the card: every mission is played, every roll succeeds, everything can be paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.shared import held, parse_instruction
from defiance_qt.systems.defiance.engine.content import (
    AiCard,
    Appear,
    Boon,
    Campaign,
    CharacterCard,
    DeployUnits,
    Equipment,
    Gain,
    Impose,
    Mission,
    Profile,
    Receive,
    Specialty,
    UseAbility,
)
from defiance_qt.systems.defiance.engine.state import STUNNED, UNCONSCIOUS

CARDS = (
    "characters", "equipment", "software", "specialties", "units", "ai_cards", "states", "consequences", "loot",
)  # fmt: skip
"""The kinds of cards."""
BY_RULES = (UNCONSCIOUS, STUNNED)
"""The States that the manual itself gives: to who has no Wounds left, to the Controller of a lost Remote."""
FOCUSED = "focused"

Card = tuple[str, str]
"""A kind and an id."""


def brought(catalog: Catalog, abilities: Iterable[Ability] = ()) -> dict[str, set[str]]:
    """Return the ids of the cards that can come into play, by kind."""
    known = {ability.id: ability for ability in abilities}
    found: dict[str, set[str]] = {kind: set() for kind in CARDS} | {"states": {*BY_RULES}}
    todo: list[Any] = [*catalog.missions.values(), *catalog.campaigns.values()]
    while todo:
        for kind, id in _brings(catalog, known, todo.pop()):
            if id not in found[kind] and id in getattr(catalog, kind):
                found[kind].add(id)
                todo.append(getattr(catalog, kind)[id])
    return found


def _brings(catalog: Catalog, known: Mapping[str, Ability], card: msgspec.Struct) -> Iterator[Card]:
    """Yield what a card in play can bring, by itself and by its parts."""
    for part in held(card):
        read = next((BRINGS[kind] for kind in type(part).__mro__ if kind in BRINGS), None)
        if read is not None:
            yield from read(catalog, part)
        for id in (*getattr(part, "abilities", ()), *_named(part)):
            if id in known:
                yield from (("states", state) for state in (*known[id].deploys_with, *known[id].gives))


def _named(part: msgspec.Struct) -> Iterator[str]:
    """Yield the abilities that a part names elsewhere than in a list: in Instructions, zones, effects."""
    if isinstance(part, AiCard | Profile):
        entries = (*part.blue, *part.red) if isinstance(part, AiCard) else part.instructions
        yield from (word for entry in entries for pair in parse_instruction(entry) for word in pair)
    elif isinstance(part, Mission):
        yield from (rule for rules in part.zone_rules.values() for rule in rules)
    elif isinstance(part, UseAbility):
        yield part.id


def _of_mission(catalog: Catalog, card: Mission) -> Iterator[Card]:
    people = (*card.characters, *card.allies, *(one.card for one in card.neutrals), *(one.card for one in card.fixed))
    yield from (("characters", id) for id in people)
    entered = (unit.unit for opening in card.openings.values() for unit in opening.deployed)
    yield from (("units", id) for id in (*card.selected, *card.available, *entered))
    yield from (("ai_cards", id) for id in catalog.ai_deck(card.id))
    yield from (("consequences", id) for id in catalog.consequences)
    yield from (("loot", id) for id in catalog.loot if card.containers)


def _of_campaign(catalog: Catalog, card: Campaign) -> Iterator[Card]:
    yield from (("characters", id) for id in (*card.characters, *card.crew))
    yield from (("equipment", id) for id, one in catalog.equipment.items() if on_sale(card, one))
    priced = [(id, one.value) for id, one in catalog.software.items() if one.value is not None]
    yield from (("software", id) for id, _ in priced if markets(card))
    for recipe in card.recipes:
        if recipe.after <= last_step(card):
            yield "equipment", recipe.item
            limit = recipe.software
            yield from (("software", id) for id, price in priced if limit is not None and (not limit or price <= limit))
    yield from (("specialties", one.id) for one in open_specialties(catalog, card))


def last_step(card: Campaign) -> int:
    """Return the number of the last mission with steps after it."""
    return len(card.missions) - 1


def markets(card: Campaign) -> tuple[str, ...]:
    """Return the markets that are open in one of the steps between missions (R-304)."""
    later = card.jump in card.missions[:-1]
    return tuple(dict.fromkeys(("", card.market) if later else ("",))) if last_step(card) else ()


def on_sale(campaign: Campaign, card: Equipment) -> bool:
    """Check whether an Equipment card is sold in a campaign to one who may have it (R-304, R-307)."""
    buyer = not card.owner or card.owner in campaign.characters
    return card.value is not None and not card.cargo and buyer and card.market in markets(campaign)


def open_level(card: Campaign) -> int:
    """Return the highest level of Specialties that is open in one of the steps (R-301)."""
    return max((0, *card.levels[: last_step(card)]))


def open_specialties(catalog: Catalog, campaign: Campaign) -> Iterator[Specialty]:
    """Yield the Specialties that one of the team can acquire. Those that each requires are of the same category and of
    lower levels (catalog.py), so they are among them (R-299…R-301)."""
    team = (catalog.characters[id] for id in campaign.characters if id in catalog.characters)
    groups = {group for one in team for group in one.specialties}
    for card in catalog.specialties.values():
        if card.group in groups and card.level <= open_level(campaign):
            yield card


def _of_character(catalog: Catalog, card: CharacterCard) -> Iterator[Card]:
    yield from (("equipment", id) for id in card.equipment)


def _of_equipment(catalog: Catalog, card: Equipment) -> Iterator[Card]:
    yield from (("software", id) for id in card.software)


def _of_ai_card(catalog: Catalog, card: AiCard | Profile) -> Iterator[Card]:
    """Yield the State that an Instruction gives (R-185)."""
    entries = (*card.blue, *card.red) if isinstance(card, AiCard) else card.instructions
    kinds = {kind for entry in entries for kind, _ in parse_instruction(entry)}
    yield from (("states", FOCUSED) for _ in kinds & {FOCUSED})


def _gained(catalog: Catalog, effect: Gain) -> Iterator[Card]:
    yield from (("characters", effect.id) for _ in range(effect.what == "crew" and effect.amount > 0))


BRINGS: Mapping[type, Callable[[Catalog, Any], Iterable[Card]]] = {
    Mission: _of_mission,
    Campaign: _of_campaign,
    CharacterCard: _of_character,
    Equipment: _of_equipment,
    AiCard: _of_ai_card,
    Profile: _of_ai_card,
    Boon: lambda catalog, boon: [("states", FOCUSED)] if boon.focused else [],
    Appear: lambda catalog, effect: [("characters", effect.card)],
    DeployUnits: lambda catalog, effect: [("units", id) for id in effect.units],
    Gain: _gained,
    Impose: lambda catalog, effect: [("states", effect.state)],
    Receive: lambda catalog, effect: [("equipment", effect.item)],
}
"""What each struct brings when the card that it is part of is in play."""
