"""Checks of a whole Catalog: what its cards say of each other, of the boards of missions and of abilities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from defiance_qt.core.errors import ContentError, Message
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.engine.checks.abilities import ABILITY_CHECKS
from defiance_qt.systems.defiance.engine.checks.campaign import CAMPAIGN_CHECKS
from defiance_qt.systems.defiance.engine.checks.cards import CARD_CHECKS
from defiance_qt.systems.defiance.engine.checks.effects import EFFECT_CHECKS
from defiance_qt.systems.defiance.engine.checks.lessons import LESSON_CHECKS
from defiance_qt.systems.defiance.engine.checks.missions import MISSION_CHECKS
from defiance_qt.systems.defiance.engine.checks.shared import Checks, Fault, Known, Vocabulary, find_faults, held
from defiance_qt.systems.defiance.engine.content import (
    KINDS,
    Addition,
    Appear,
    Campaign,
    CardAction,
    DeployUnits,
    Effect,
    FlipUnit,
    Mission,
    Opening,
    RespawnAt,
    Specialty,
)

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.catalog import Catalog

CHECKS: Checks = {**CARD_CHECKS, **EFFECT_CHECKS, **MISSION_CHECKS, **LESSON_CHECKS, **CAMPAIGN_CHECKS}


def ability_faults(catalog: Catalog, vocabulary: Vocabulary) -> tuple[Message, ...]:
    """Return a fault for each place that names an ability which does not exist, or not one for such a place."""
    known = Known({}, vocabulary)
    return tuple(
        in_card(catalog, kind, id, path, fault)
        for kind in KINDS
        for id, card in getattr(catalog, kind).items()
        for path, fault in find_faults(card, known, ABILITY_CHECKS)
    )


def effect_faults(catalog: Catalog, mission: Mission, parts: tuple[Effect, ...] | CardAction) -> Iterator[Fault]:
    """Yield the faults of effects that an ability causes in a mission, or of an Action that it offers, with the path of
    each."""
    yield from find_faults(parts, Known(_ids(catalog), None, mission), CHECKS)


def faults(catalog: Catalog, vocabulary: Vocabulary | None) -> Iterator[Message]:
    """Yield the faults of all cards without boards; without those of abilities if `vocabulary` is None."""
    known = Known(_ids(catalog))
    for name, pool in catalog.dice.rolls.items():
        for die in pool:
            if die not in catalog.dice.dice:
                yield Message(
                    "content.roll_die",
                    "{file}: rolls {roll!r}: there is no die {die!r}",
                    file=catalog.sources["rolls", name],
                    roll=name,
                    die=die,
                )
    for kind in KINDS:
        for id, card in getattr(catalog, kind).items():
            mission = card if isinstance(card, Mission) else None
            about = msgspec.structs.replace(known, mission=mission) if mission else known
            plain = msgspec.structs.replace(card, terms=()) if isinstance(card, Campaign) else card
            for path, fault in find_faults(plain, about, CHECKS):
                yield in_mission(catalog, id, path, fault) if mission else in_card(catalog, kind, id, path, fault)
    for campaign in catalog.campaigns.values():
        for at, terms in enumerate(campaign.terms):
            about = msgspec.structs.replace(known, mission=catalog.missions.get(terms.mission))
            for path, fault in find_faults(terms, about, CHECKS, f"terms[{at}]"):
                yield in_card(catalog, "campaigns", campaign.id, path, fault)
    for card in catalog.specialties.values():
        for path, fault in _specialty_faults(catalog, card):
            yield in_card(catalog, "specialties", card.id, path, fault)
    if vocabulary is not None:
        yield from ability_faults(catalog, vocabulary)


def board_faults(catalog: Catalog, missions: Iterable[str]) -> Iterator[Message]:
    """Yield the faults of these missions that need their boards."""
    for id in missions:
        for path, fault in _place_faults(catalog, catalog.missions[id]):
            yield in_mission(catalog, id, path, fault)


def in_mission(catalog: Catalog, id: str, path: str, why: Message) -> Message:
    """Return a fault of a mission, blamed on the last addition whose Unit or space it names, if there is one."""
    named = set(map(str, why.values.values()))
    for file, addition in reversed(catalog.additions if path.startswith(ADDED) else ()):
        if addition.mission == id and named & set(_names(addition)):
            return Message(
                "content.addition", "{file}: additions to {mission!r}: {why}", file=file, mission=id, why=why
            )
    return in_card(catalog, "missions", id, path, why)


ADDED = ("openings.", "selected", "available")
"""How the keys of a mission begin to which additions add."""


def _names(addition: Addition) -> Iterator[str]:
    """Yield the Units and spaces that an addition names."""
    yield from (*addition.selected, *addition.available)
    for one in addition.deployed:
        yield from (one.unit, *one.at)


def in_card(catalog: Catalog, kind: str, id: str, path: str, why: Message) -> Message:
    """Return a fault with the file, the card and the key that it is in."""
    return Message(
        "content.card",
        "{file}: {kind} {id!r}: {path}: {why}",
        file=catalog.sources[kind, id],
        kind=kind,
        id=id,
        path=path,
        why=why,
    )


def _ids(catalog: Catalog) -> dict[str, Collection[str]]:
    return {
        "die": catalog.dice.dice,
        "state": catalog.states,
        "equipment": catalog.equipment,
        "software": catalog.software,
        "specialty": catalog.specialties,
        "character": catalog.characters,
        "team_member": {id for id, card in catalog.characters.items() if not card.ally},
        "ally": {id for id, card in catalog.characters.items() if card.ally},
        "unit": catalog.units,
        "ai_card": catalog.ai_cards,
        "mission": catalog.missions,
    }


def _specialty_faults(catalog: Catalog, card: Specialty) -> Iterator[Fault]:
    """Yield the faults of a Specialty's place in its group: one level after another (R-299, R-301, R-311)."""
    groups = {group for one in catalog.characters.values() for group in one.specialties}
    if card.group and card.group not in groups:
        yield "group", Message("content.no_group", "no Character has the category {group!r}", group=card.group)
    if card.level > 1 and not card.requires:
        yield "requires", Message("content.no_chain", "above level 1 it needs a Specialty that comes before it")
    for id in card.requires:
        before = catalog.specialties.get(id)
        if before is not None and (before.group != card.group or before.level != card.level - 1):
            yield (
                "requires",
                Message("content.chain", "{id!r} is not of the level before it in its category", id=id),
            )


def _place_faults(catalog: Catalog, mission: Mission) -> Iterator[Fault]:
    """Yield a mission's faults that need its board: spaces that do not exist, are used twice, or are too few."""
    try:
        board = catalog.board(mission.id)
    except ContentError as error:
        yield "tiles, doors", error.message
        return
    taken: dict[int, str] = {}
    for field, names in _places(mission):
        for name in names:
            try:
                cell = board.space(name)
            except ContentError as error:
                yield field, error.message
                continue
            if board.blocked >> cell & 1:
                yield field, Message("content.blocked", "{space} is a Blocked space", space=name)
            if field in ("containers", "consoles", "neutrals") and taken.setdefault(cell, field) != field:
                yield (
                    field,
                    Message(
                        "content.space_taken", "{space} already holds something of {kind}", space=name, kind=taken[cell]
                    ),
                )
    people = len({*mission.characters, *mission.allies} - {one.card for one in mission.fixed})
    if len(set(mission.deployment)) < people:
        spaces = len(set(mission.deployment))
        yield (
            "deployment",
            Message("content.few_spaces", "{spaces} spaces for {figures} figures", spaces=spaces, figures=people),
        )
    if mission.available and not mission.respawn:
        yield "respawn", Message("content.no_respawn_space", "Units can respawn and no space is named")
    for name, opening in mission.openings.items():
        yield from ((f"openings.{name}", fault) for fault in _opening_faults(catalog, board, opening))
    for effect in held(mission):
        yield from _face_faults(catalog, effect)
    for unit in mission.available:
        if unit in catalog.units and all(face.respawn is None for face in catalog.units[unit].faces):
            yield "available", Message("content.no_respawn", "{unit!r} has no Respawn value", unit=unit)


def _face_faults(catalog: Catalog, effect: object) -> Iterator[Fault]:
    """Yield a fault for each face that a Unit does not have."""
    if isinstance(effect, DeployUnits | FlipUnit):
        for unit in effect.units if isinstance(effect, DeployUnits) else (effect.unit,):
            if unit in catalog.units and effect.face >= len(catalog.units[unit].faces):
                yield "face", _no_face(unit, effect.face)


def number_faults(catalog: Catalog) -> Iterator[Message]:
    """Yield a fault for each effect that deploys Miniatures at several spaces, and not at one for each of them; all may
    deploy at a single one. Play copes with it, and saves of before this check must open."""
    for mission in catalog.missions.values():
        for effect in held(mission):
            if not isinstance(effect, DeployUnits) or len(effect.at) < 2:
                continue
            for unit in effect.units:
                faces = catalog.units[unit].faces if unit in catalog.units else ()
                if effect.face < len(faces) and len(effect.at) != faces[effect.face].number:
                    fault = _unit_spaces(unit, faces[effect.face].number, len(effect.at))
                    yield in_mission(catalog, mission.id, "at", fault)


def _no_face(unit: str, face: int) -> Message:
    return Message("content.no_face", "{unit!r} has no side {face}", unit=unit, face=face)


def _opening_faults(catalog: Catalog, board: Board, opening: Opening) -> Iterator[Message]:
    taken: set[int] = set()
    for space in (space for deployed in opening.deployed for space in deployed.at):
        try:
            cell = board.space(space)
        except ContentError:
            continue  # reported with the other spaces
        if cell in taken:
            yield Message("content.two_figures", "two figures are on {space}", space=space)
        taken.add(cell)
    for deployed in opening.deployed:
        card = catalog.units.get(deployed.unit)
        if card is None:
            continue
        if deployed.face >= len(card.faces):
            yield _no_face(deployed.unit, deployed.face)
        elif len(deployed.at) != card.faces[deployed.face].number:
            yield _unit_spaces(deployed.unit, card.faces[deployed.face].number, len(deployed.at))


def _unit_spaces(unit: str, miniatures: int, spaces: int) -> Message:
    return Message(
        "content.unit_spaces",
        "{unit!r} has {miniatures} miniatures and {spaces} spaces",
        unit=unit,
        miniatures=miniatures,
        spaces=spaces,
    )


def _places(mission: Mission) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "deployment", mission.deployment
    yield "respawn", mission.respawn
    yield "containers", tuple(container.space for container in mission.containers)
    yield "consoles", tuple(console.space for console in mission.consoles)
    yield "neutrals", tuple(neutral.space for neutral in mission.neutrals)
    for name, spaces in mission.zones.items():
        yield f"zones.{name}", spaces
    for group in mission.groups:
        yield f"groups.{group.id}", group.spaces
    yield "fixed", tuple(one.space for one in mission.fixed if one.space)
    tokens = {"revealed", *(f"{hidden.id} {token}" for hidden in mission.hidden for token in hidden.tokens)}
    for effect in held(mission):
        if isinstance(effect, RespawnAt):
            yield "respawn_at", tuple(space for space in effect.spaces if space not in tokens)
        elif isinstance(effect, Appear):
            yield "appear", (effect.space,) if effect.card != "revealed" else ()
    for name, opening in mission.openings.items():
        for deployed in opening.deployed:
            yield f"openings.{name}", deployed.at
    for effect in held(mission):
        if isinstance(effect, DeployUnits):
            yield "deploy", tuple(space for space in effect.at if space not in tokens)
