"""The Catalog: all content in play, by kind and id, decoded from TOML and checked. It reads bytes, never files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
import tomli

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import ContentError, Message
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Tile
from defiance_qt.systems.defiance.engine.checks.catalog import board_faults, faults, number_faults
from defiance_qt.systems.defiance.engine.checks.shared import BUILT_IN, Vocabulary
from defiance_qt.systems.defiance.engine.content import (
    KINDS,
    Addition,
    AiCard,
    Campaign,
    CampaignAddition,
    CharacterCard,
    ConsequenceCard,
    ContentFile,
    CrewMember,
    EditionSwitch,
    Equipment,
    GuideCard,
    LessonCard,
    LootCard,
    Mission,
    Opening,
    Software,
    Specialty,
    StateCard,
    UnitCard,
)
from defiance_qt.systems.defiance.engine.dice import Dice, Die


class Catalog(msgspec.Struct, frozen=True):
    """The content in play. Every kind maps an id to its struct, in file order; `switches` are keyed by their readable
    name. `sources` gives the file of each ("kind", id), `additions` are those merged into missions, by file;
    `switch_defaults` are edition options with the value that they have in every edition."""

    dice: Dice
    tiles: dict[str, Tile] = {}
    characters: dict[str, CharacterCard] = {}
    equipment: dict[str, Equipment] = {}
    software: dict[str, Software] = {}
    specialties: dict[str, Specialty] = {}
    units: dict[str, UnitCard] = {}
    ai_cards: dict[str, AiCard] = {}
    states: dict[str, StateCard] = {}
    consequences: dict[str, ConsequenceCard] = {}
    loot: dict[str, LootCard] = {}
    missions: dict[str, Mission] = {}
    switches: dict[str, EditionSwitch] = {}
    lessons: dict[str, LessonCard] = {}
    guides: dict[str, GuideCard] = {}
    campaigns: dict[str, Campaign] = {}
    sources: dict[tuple[str, str], str] = {}
    additions: tuple[tuple[str, Addition], ...] = ()
    switch_defaults: dict[str, str] = {}

    def missions_of(self, scenario: str) -> tuple[str, ...]:
        """Return the missions of a campaign in order, or the one mission of that id."""
        campaign = self.campaigns.get(scenario)
        return campaign.missions if campaign is not None else (scenario,)

    def board(self, mission: str) -> Board:
        """Return a mission's board with its doors. Raises `ContentError` naming the tile, placement or door."""
        card = self.missions[mission]
        doors = [Door(door.id, door.side, door.security) for door in card.doors]
        return Board(tuple(self.tiles.values()), card.tiles, doors, hull=True, sides=card.sides)

    def ai_deck(self, mission: str) -> tuple[str, ...]:
        """Return the AI cards that a mission plays: those it lists, or else all of the deck "line"."""
        listed = self.missions[mission].ai_deck
        return listed or tuple(id for id, card in self.ai_cards.items() if card.deck == "line")

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the editions that the edition options know, without duplicates, in file order."""
        return tuple(dict.fromkeys(name for switch in self.switches.values() for name in switch.editions))

    def edition(self, edition: str) -> dict[str, str]:
        """Return the value of every edition option in an edition. Raises `ContentError` for an unknown edition."""
        if self.switches and not any(edition in switch.editions for switch in self.switches.values()):
            raise ContentError.of(no_edition(edition, self.editions))
        printed = {name: switch.editions.get(edition, switch.values[0]) for name, switch in self.switches.items()}
        return printed | self.switch_defaults


def no_edition(name: str, known: Iterable[str]) -> Message:
    return Message("content.edition", "there is no edition {name!r}: {known}", name=name, known=", ".join(known))


def no_mission(name: str, known: Iterable[str]) -> Message:
    return Message("content.mission", "there is no mission {name!r}: {known}", name=name, known=", ".join(known))


def read_catalog(
    files: Mapping[str, bytes],
    *,
    vocabulary: Vocabulary | None = BUILT_IN,
    missions: Collection[str] | None = None,
) -> Catalog:
    """Return the Catalog of these files, in their order. Raises `ContentError`: one sentence naming file, card and key.

    `vocabulary` are the words that abilities bring, None to leave them to `ability_faults`. Boards are built and their
    spaces checked for the given `missions`, or those of the campaigns of these ids; None for all.
    """
    catalog = _merge(files)
    for fault in faults(catalog, vocabulary):
        raise ContentError.of(fault)
    check_boards(catalog, missions)
    return catalog


def check_boards(catalog: Catalog, missions: Collection[str] | None = None) -> None:
    """Build the boards of these missions, or those of the campaigns of these ids, and check their spaces; None for all.
    Raises `ContentError`."""
    wanted = catalog.missions if missions is None else [id for one in missions for id in catalog.missions_of(one)]
    for id in wanted:
        if id not in catalog.missions:
            raise ContentError.of(no_mission(id, catalog.missions))
    for fault in board_faults(catalog, wanted):
        raise ContentError.of(fault)


def content_faults(
    files: Mapping[str, bytes],
    *,
    vocabulary: Vocabulary | None = BUILT_IN,
) -> tuple[Message, ...]:
    """Return all faults of these files, for authors; empty when `read_catalog` would accept them. Those of files that
    cannot be read come alone, because the others may need what is in them."""
    unreadable = []
    for name, source in files.items():
        try:
            _decode(name, source)
        except ContentError as error:
            unreadable.append(error.message)
    if unreadable:
        return tuple(unreadable)
    try:
        catalog = _merge(files)
    except ContentError as error:
        return (error.message,)
    return (*faults(catalog, vocabulary), *board_faults(catalog, catalog.missions), *number_faults(catalog))


def read_unchecked(files: Mapping[str, bytes]) -> Catalog:
    """Return the Catalog of these files, unchecked. Raises `ContentError` for what cannot be read or merged."""
    return _merge(files)


def read_lessons(name: str, source: bytes) -> tuple[LessonCard, ...]:
    """Return the lessons of a file, without checking what they refer to. Raises `ContentError`."""
    return _decode(name, source).lessons


def read_guides(name: str, source: bytes) -> tuple[GuideCard, ...]:
    """Return the guides of a file, without checking what they refer to. Raises `ContentError`."""
    return _decode(name, source).guides


# ---- reading ---------------------------------------------------------------------------------------------------


def _merge(files: Mapping[str, bytes]) -> Catalog:
    dice: dict[str, Die] = {}
    rolls: dict[str, tuple[str, ...]] = {}
    tables: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    sources: dict[tuple[str, str], str] = {}
    additions: list[tuple[str, Addition]] = []
    defaults: dict[str, tuple[str, str]] = {}
    aboard: list[tuple[str, CampaignAddition]] = []
    for name, source in files.items():
        file = _decode(name, source)
        additions += [(name, addition) for addition in file.additions]
        defaults = {switch: (name, value) for switch, value in file.switch_defaults.items()} | defaults
        aboard += [(name, addition) for addition in file.campaign_additions]
        for id, faces in file.dice.items():
            _claim(sources, "dice", id, name)
            try:
                dice[id] = Die.read(id, faces)
            except ContentError as error:
                raise _in_file(name, error) from error
        for id, pool in file.rolls.items():
            _claim(sources, "rolls", id, name)
            rolls[id] = pool
        for kind, table in tables.items():
            for card in getattr(file, kind):
                key = card.name if kind == "switches" else card.id
                _claim(sources, kind, key, name)
                table[key] = card
    for name, addition in additions:
        _add(tables, name, addition)
    for switch, (name, value) in defaults.items():
        _check_default(tables["switches"], name, switch, value)
    for name, joining in aboard:
        _add_aboard(tables, name, joining)
    preset = {switch: value for switch, (_, value) in defaults.items()}
    return Catalog(Dice(dice, rolls), **tables, sources=sources, additions=tuple(additions), switch_defaults=preset)


def _add(tables: dict[str, dict[str, Any]], name: str, addition: Addition) -> None:
    """Merge an addition into its mission. Units in the Available deck need not also be listed as Selected."""
    mission: Mission | None = tables["missions"].get(addition.mission)
    if mission is None:
        absent = no_mission(addition.mission, tables["missions"])
        raise ContentError("content.additions", "{file}: additions: {why}", file=name, why=absent)
    for unit in (*addition.selected, *addition.available, *(one.unit for one in addition.deployed)):
        if unit not in tables["units"]:
            raise ContentError(
                "content.added_unit",
                "{file}: additions to {mission!r}: there is no unit {unit!r}",
                file=name,
                mission=mission.id,
                unit=unit,
            )
    units = (*mission.selected, *addition.selected, *addition.available, *(one.unit for one in addition.deployed))
    tables["missions"][mission.id] = msgspec.structs.replace(
        mission,
        selected=tuple(dict.fromkeys(units)),
        available=tuple(dict.fromkeys((*mission.available, *addition.available))),
        openings={id: Opening((*opening.deployed, *addition.deployed)) for id, opening in mission.openings.items()},
    )


def _check_default(switches: dict[str, EditionSwitch], file: str, name: str, value: str) -> None:
    """Check that an edition option which a file sets exists and has this value. Raises `ContentError`."""
    switch = switches.get(name)
    if switch is None:
        known = ", ".join(switches)
        absent = Message("content.switch", "there is no edition option {name!r}: {known}", name=name, known=known)
        raise ContentError("content.file", "{file}: {why}", file=file, why=absent)
    if value not in switch.values:
        known = ", ".join(switch.values)
        wrong = Message(
            "content.switch_value",
            "edition option {name!r} has no value {value!r}: {known}",
            name=name,
            value=value,
            known=known,
        )
        raise ContentError("content.file", "{file}: {why}", file=file, why=wrong)


def _add_aboard(tables: dict[str, dict[str, Any]], name: str, addition: CampaignAddition) -> None:
    """Merge an addition into its campaign. What a member of its crew already does in an area stays as it is."""
    campaign: Campaign | None = tables["campaigns"].get(addition.campaign)
    if campaign is None:
        raise ContentError(
            "content.no_campaign",
            "{file}: campaign_additions: there is no campaign {id!r}",
            file=name,
            id=addition.campaign,
        )
    people = (*addition.characters, *(member.id for member in addition.members))
    for id in people:
        if id not in tables["characters"]:
            raise ContentError(
                "content.added_character",
                "{file}: additions to {campaign!r}: there is no character {id!r}",
                file=name,
                campaign=campaign.id,
                id=id,
            )
    members = {member.id: member for member in campaign.members}
    for member in addition.members:
        known = members.get(member.id)
        areas = {**member.areas, **known.areas} if known is not None else member.areas
        members[member.id] = CrewMember(member.id, areas)
    tables["campaigns"][campaign.id] = msgspec.structs.replace(
        campaign,
        characters=tuple(dict.fromkeys((*campaign.characters, *addition.characters))),
        members=tuple(members.values()),
    )


def _claim(sources: dict[tuple[str, str], str], kind: str, id: str, name: str) -> None:
    first = sources.get((kind, id))
    if first is not None:
        raise ContentError(
            "content.claimed",
            "{file}: {kind} {id!r} is already in {other}",
            file=name,
            kind=kind,
            id=id,
            other=first,
        )
    sources[kind, id] = name


@lru_cache(maxsize=64)
def _decode(name: str, source: bytes) -> ContentFile:
    """Return what a file holds. Cached: a save usually carries the content that the program has, and parsing TOML takes
    most of the time of reading it."""
    try:
        return msgspec.convert(tomli.loads(source.decode()), ready(ContentFile), str_keys=True)
    except msgspec.ValidationError as error:
        raise _in_file(name, _located(str(error), source)) from error
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, or nested too deeply
        raise _in_file(name, error) from error


def _in_file(name: str, why: Exception | str) -> ContentError:
    return ContentError("content.file", "{file}: {why}", file=name, why=why)


def _located(message: str, source: bytes) -> str:
    """Return msgspec's message with its "$.units[2].faces" in readable form: units "cadmus": faces."""
    sentence, found, path = message.rpartition(" - at `$.")
    if not found:
        return message
    path = path.rstrip("`")
    match = re.match(r"(\w+)\[(\d+)\]\.?(.*)", path)
    if match is None:
        return f"{path}: {sentence}"
    kind, index, rest = match[1], int(match[2]), match[3]
    card = tomli.loads(source.decode())[kind][index]
    id = card.get("id", f"number {index + 1}") if isinstance(card, dict) else f"number {index + 1}"
    return f"{kind} {id!r}: {rest + ': ' if rest else ''}{sentence}"
