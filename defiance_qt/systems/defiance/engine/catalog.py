"""The Catalog: all content in play, by kind and id, decoded from TOML and checked. It reads bytes, never files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
import tomli

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import ContentError, Message
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Tile
from defiance_qt.systems.defiance.engine.checks.abilities import ABILITY_CHECKS
from defiance_qt.systems.defiance.engine.checks.campaign import CAMPAIGN_CHECKS
from defiance_qt.systems.defiance.engine.checks.cards import CARD_CHECKS
from defiance_qt.systems.defiance.engine.checks.effects import EFFECT_CHECKS
from defiance_qt.systems.defiance.engine.checks.lessons import LESSON_CHECKS
from defiance_qt.systems.defiance.engine.checks.missions import MISSION_CHECKS
from defiance_qt.systems.defiance.engine.checks.shared import (
    BUILT_IN,
    Checks,
    Fault,
    Known,
    Vocabulary,
    find_faults,
    held,
    parse_instruction,
)
from defiance_qt.systems.defiance.engine.content import (
    Addition,
    AiCard,
    Appear,
    Campaign,
    CampaignAddition,
    CardAction,
    CharacterCard,
    ConsequenceCard,
    ContentFile,
    CrewMember,
    DeployUnits,
    EditionSwitch,
    Effect,
    Equipment,
    FlipUnit,
    GuideCard,
    LessonCard,
    LootCard,
    Mission,
    Opening,
    RespawnAt,
    Software,
    Specialty,
    StateCard,
    UnitCard,
)
from defiance_qt.systems.defiance.engine.dice import Dice, Die

KINDS = (
    "tiles", "characters", "equipment", "software", "specialties", "units", "ai_cards", "states", "consequences",
    "loot", "missions", "switches", "lessons", "guides", "campaigns",
)  # fmt: skip


CHECKS: Checks = {**CARD_CHECKS, **EFFECT_CHECKS, **MISSION_CHECKS, **LESSON_CHECKS, **CAMPAIGN_CHECKS}


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


def instruction(text: str, vocabulary: Vocabulary = BUILT_IN) -> tuple[tuple[str, str], ...]:
    """Return the (kind, selector) pairs of an AI card's entry; " + " joins grouped Instructions (R-183, R-184).

    "focused", "retreat" and "bolt" may omit the selector, which is then "". Raises `ContentError`.
    """
    known = Known({}, vocabulary)
    _, fault = next(find_faults(AiCard("", (text,), (text,)), known, ABILITY_CHECKS), ("", None))
    if fault is not None:
        raise ContentError("content.instruction", "{text!r} is not an Instruction: {why}", text=text, why=fault)
    return parse_instruction(text)


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
    for fault in _faults(catalog, vocabulary):
        raise ContentError.of(fault)
    check_boards(catalog, missions)
    return catalog


def check_boards(catalog: Catalog, missions: Collection[str] | None = None) -> None:
    """Build the boards of these missions, or those of the campaigns of these ids, and check their spaces; None for all.
    Raises `ContentError`."""
    for fault in _board_faults(catalog, missions):
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
    return (*_faults(catalog, vocabulary), *_board_faults(catalog, None), *_number_faults(catalog))


def read_unchecked(files: Mapping[str, bytes]) -> Catalog:
    """Return the Catalog of these files, unchecked. Raises `ContentError` for what cannot be read or merged."""
    return _merge(files)


def read_lessons(name: str, source: bytes) -> tuple[LessonCard, ...]:
    """Return the lessons of a file, without checking what they refer to. Raises `ContentError`."""
    return _decode(name, source).lessons


def read_guides(name: str, source: bytes) -> tuple[GuideCard, ...]:
    """Return the guides of a file, without checking what they refer to. Raises `ContentError`."""
    return _decode(name, source).guides


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


# ---- checking --------------------------------------------------------------------------------------------------


def _faults(
    catalog: Catalog,
    vocabulary: Vocabulary | None,
) -> Iterator[Message]:
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


def _board_faults(catalog: Catalog, missions: Collection[str] | None) -> Iterator[Message]:
    wanted = catalog.missions if missions is None else [id for one in missions for id in catalog.missions_of(one)]
    for id in wanted:
        if id not in catalog.missions:
            yield no_mission(id, catalog.missions)
            continue
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


def _number_faults(catalog: Catalog) -> Iterator[Message]:
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
