"""View model of the form for a campaign that is under way on paper: its fields, and what cannot be in them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.rules.campaign import entered
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names
from defiance_qt.systems.defiance.view.present.specialty_tree import ROMAN
from defiance_qt.systems.defiance.view.present.written import FaultView, fault_views, record_name

Named = tuple[tuple[str, str], ...]
"""Ids with their names, in the order of a list."""

ABROAD = "-"
"""In place of an area: not of the crew."""


class EnteredPerson(msgspec.Struct, frozen=True):
    """A Character that may be of the team: what it can have, and the cards that it begins a campaign with."""

    id: str
    name: str
    equipment: Named
    specialties: Named
    carried: tuple[str, ...]
    software: tuple[str, ...]


class MissionView(msgspec.Struct, frozen=True):
    """A mission of the road, with the entries that it leaves for certain when it is won, and when it is lost."""

    id: str
    name: str
    won: tuple[str, ...]
    lost: tuple[str, ...]


class EnteredForm(msgspec.Struct, frozen=True):
    """The fields of the form. `printed` maps devices to the programs that come with them, `records` the entries to the
    number of finished missions that they take. `fixed`: there is no choice of a team. `areas` of the crew begin with
    ABROAD and no area."""

    missions: tuple[MissionView, ...]
    people: tuple[EnteredPerson, ...]
    size: int
    fixed: bool
    software: Named
    consequences: Named
    equipment: Named
    crew: Named
    aboard: tuple[str, ...]
    areas: Named
    upgrades: Named
    records: tuple[tuple[str, str, int], ...]
    printed: dict[str, tuple[str, ...]]


def entered_form(state: State, rules: Rules, names: Names) -> EnteredForm:
    """Return the fields for the campaign of a state before its first mission."""
    card, campaign, catalog, words = card_of(rules), campaign_of(state), rules.catalog, names.words
    records = (
        (id, record_name(id, names), number)
        for number in range(1, len(campaign.missions) + 1)
        for id in entered.records_so_far(rules, campaign.missions[number - 1 : number])
    )
    areas = [(area.id, words(f"area.{area.id}.name")) for area in card.areas]
    return EnteredForm(
        tuple(_mission(id, rules, names) for id in campaign.missions),
        tuple(_person(id, rules, names) for id in card.characters),
        card.size,
        len(card.characters) <= card.size,
        _sorted((id, names.software(id)) for id in catalog.software),
        _sorted((id, names.consequence(id)) for id in catalog.consequences),
        _sorted((id, names.item(id)) for id in catalog.equipment),
        tuple((member.id, names.short(member.id)) for member in card.members if member.id not in card.characters),
        card.crew,
        ((ABROAD, words("view.entered.abroad")), ("", words("view.entered.no_area")), *areas),
        tuple((upgrade.id, names.named(f"upgrade.{upgrade.id}.name", upgrade.id)) for upgrade in card.upgrades),
        tuple(records),
        {one.id: one.software for one in catalog.equipment.values() if one.device is not None},
    )


def _mission(id: str, rules: Rules, names: Names) -> MissionView:
    won, lost = (entered.records_certain(rules.catalog.missions[id], outcome) for outcome in ("victory", "defeat"))
    return MissionView(id, names.named(f"mission.{id}.name", id), won, lost)


def _person(id: str, rules: Rules, names: Names) -> EnteredPerson:
    catalog = rules.catalog
    card = catalog.characters[id]
    fits = (one.id for one in catalog.equipment.values() if one.owner in ("", id))
    own = sorted(
        (specialty for specialty in catalog.specialties.values() if specialty.group in card.specialties),
        key=lambda one: (one.level, card.specialties.index(one.group)),
    )
    return EnteredPerson(
        id,
        names.short(id),
        _sorted((item, names.item(item)) for item in fits),
        tuple(
            (one.id, SEPARATOR.join((names.named(f"specialty.{one.id}.name", one.id), ROMAN[one.level - 1])))
            for one in own
        ),
        card.equipment,
        tuple(program for item in card.equipment for program in catalog.equipment[item].software),
    )


def _sorted(named: Iterable[tuple[str, str]]) -> Named:
    return tuple(sorted(named, key=lambda one: one[1]))


def entered_faults(state: State, rules: Rules, command: c.EnterCampaign, words: Words) -> tuple[FaultView, ...]:
    """Return what cannot be in a campaign, in the order of the fields."""
    kept = entered.faults(rules, state, msgspec.structs.replace(command, reason="-"))
    return fault_views(entered.faults(rules, state, command), kept, state, words)
