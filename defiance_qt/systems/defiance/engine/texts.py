"""The text keys that a catalog needs, made from kind and id, so that content never holds a text. Owns no text."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.missions import element_ids
from defiance_qt.systems.defiance.engine.checks.shared import (
    COLOURS,
    INSTRUCTION_KINDS,
    LOCATIONS,
    SELECTORS,
    held,
    parse_instruction,
)
from defiance_qt.systems.defiance.engine.content import CardAction, EndMission, Mission, UseAbility, ZoneRule
from defiance_qt.systems.defiance.engine.ruleset import TERRAIN

NAMED = {
    "characters": "character",
    "equipment": "equipment",
    "software": "software",
    "specialties": "specialty",
    "units": "unit",
    "states": "state",
    "consequences": "consequence",
    "loot": "loot",
}
"""The kinds whose cards have a name and a line of text, with what their keys begin with."""


def text_keys(catalog: Catalog) -> tuple[str, ...]:
    """Return every text key of the catalog's content, sorted and unique."""
    keys = (_card_keys, _part_keys, _mission_keys, _campaign_keys, _word_keys, _instruction_keys)
    return tuple(sorted({key for found in keys for key in found(catalog)}))


def _card_keys(catalog: Catalog) -> Iterator[str]:
    for kind, word in NAMED.items():
        for id in getattr(catalog, kind):
            yield f"{word}.{id}.name"
            yield f"{word}.{id}.text"
    for id in catalog.tiles:
        yield f"tile.{id}.name"
    for id in catalog.ai_cards:
        yield f"ai_card.{id}.name"
    for name, switch in catalog.switches.items():
        yield f"switch.{name}.name"
        for value in switch.values:
            yield f"switch.{name}.{value}"


def _part_keys(catalog: Catalog) -> Iterator[str]:
    """Yield the keys of Attacks and Actions, which are named under the card they are printed on."""
    for id, card in catalog.characters.items():
        yield from _attacks(f"character.{id}", (attack.id for attack in card.attacks))
        yield from _actions(f"character.{id}", card.actions)
        for group in card.specialties:
            yield f"specialty.{group}"
    for id, item in catalog.equipment.items():
        yield from _attacks(f"equipment.{id}", (attack.id for attack in item.attacks))
        yield from _actions(f"equipment.{id}", item.actions)
    for id, specialty in catalog.specialties.items():
        yield from _actions(f"specialty.{id}", specialty.actions)
    for id, unit in catalog.units.items():
        for face in unit.faces:
            yield from _attacks(f"unit.{id}", (attack.id for attack in face.attacks))


def _attacks(card: str, ids: Iterator[str]) -> Iterator[str]:
    for id in ids:
        yield f"{card}.attack.{id}"


def _actions(card: str, actions: tuple[CardAction, ...]) -> Iterator[str]:
    for action in actions:
        yield f"{card}.action.{action.id}"


def _mission_keys(catalog: Catalog) -> Iterator[str]:
    for id, mission in catalog.missions.items():
        for part in ("name", "story", "objective", "setup"):
            yield f"mission.{id}.{part}"
        ends = (one.id for one in held(mission) if isinstance(one, EndMission))
        for end in (*(one.id for one in (*mission.victory, *mission.defeat)), *ends):
            yield f"mission.{id}.end.{end}"
        for element in element_ids(mission):
            yield f"mission.{id}.element.{element}"
        yield from _mission_parts(id, mission)


def _mission_parts(id: str, mission: Mission) -> Iterator[str]:
    for console in mission.consoles:
        for number in range(len(console.inputs)):
            yield f"mission.{id}.input.{console.id}.{number + 1}"
    for number in range(len(mission.triggers)):
        yield f"mission.{id}.trigger.{number}"
    for number in range(1, len(mission.steps) + 1):
        for part in ("", ".short", ".tip"):
            yield f"mission.{id}.step.{number}{part}"
    for zone in mission.zones:
        yield f"mission.{id}.zone.{zone}"
    for figure, actions in mission.actions.items():
        yield from _actions(f"character.{figure}", actions)
    for result in mission.results:
        yield f"mission.{id}.result.{result.id}"
    for counter, card in mission.counters.items():
        if card.shown:
            yield f"mission.{id}.counter.{counter}"
        if card.most:
            yield f"mission.{id}.counter.{counter}.gauge"
            yield f"mission.{id}.counter.{counter}.tip"
    for hidden in mission.hidden:
        for token in hidden.tokens:
            yield f"mission.{id}.token.{token}"
    for opening in mission.openings:
        yield f"mission.{id}.opening.{opening}"


def _campaign_keys(catalog: Catalog) -> Iterator[str]:
    for id, campaign in catalog.campaigns.items():
        for part in ("name", "story", "objective"):
            yield f"campaign.{id}.{part}"
        for kind, cards in (("area", campaign.areas), ("upgrade", campaign.upgrades)):
            for card in cards:
                yield f"{kind}.{card.id}.name"
                yield f"{kind}.{card.id}.effect"
        for member in campaign.members:
            for area in member.areas:
                yield f"crew.{member.id}.{area}"
        for recipe in campaign.recipes:
            if recipe.software is not None:
                yield f"recipe.{recipe.id}.name"
        for terms in campaign.terms:
            for result in terms.results:
                yield f"mission.{terms.mission}.result.{result.id}"


def _word_keys(catalog: Catalog) -> Iterator[str]:
    for die in catalog.dice.dice:
        yield f"die.{die}"
    for location in LOCATIONS:
        yield f"location.{location}"
    for colour in COLOURS:
        yield f"colour.{colour}"
    for mission in catalog.missions.values():
        begun = (rule for rules in mission.zone_rules.values() for rule in rules)
        for rule in {*begun, *(one.rule for one in held(mission) if isinstance(one, ZoneRule))} - {*TERRAIN}:
            yield f"ability.{rule}.name"
            yield f"ability.{rule}.text"
    for kind in ("characters", "equipment", "units", "states", "missions"):
        for card in getattr(catalog, kind).values():
            for part in held(card):
                abilities = (part.id,) if isinstance(part, UseAbility) else getattr(part, "abilities", ())
                for ability in abilities:
                    yield f"ability.{ability}.name"
                    yield f"ability.{ability}.text"


def _instruction_keys(catalog: Catalog) -> Iterator[str]:
    """Yield the names of abilities that are used as a kind of Instruction or as a selector."""
    entries = [entry for card in catalog.ai_cards.values() for entry in (*card.blue, *card.red)]
    entries += [entry for unit in catalog.units.values() for face in unit.faces for entry in face.instructions]
    for entry in entries:
        for kind, selector in parse_instruction(entry):
            yield from (f"ability.{id}.name" for id in {kind, selector} - INSTRUCTION_KINDS - SELECTORS - {""})
