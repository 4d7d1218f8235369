"""The cards: what content files may hold, and the catalog that is read from them.

Every file holds tables of decks by name (`[soldiers]`, `[weapons]`, …), so that a pack can add cards to any of them,
and replace one by its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec

from defiance_qt.api import ContentError, port

from . import effects

Positive = Annotated[int, msgspec.Meta(ge=0, le=99)]
Span = tuple[Positive, Positive]
Mode = tuple[Annotated[int, msgspec.Meta(ge=1, le=9)], int, int]
"""Dice, hit number, reload number."""


class _Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all cards."""


class Change(_Card, frozen=True):
    """A change of a number. `side` says whose: of a Soldier, of Hostiles, or both."""

    number: str
    amount: int
    when: str = ""
    side: Literal["team", "enemy", "both"] = "team"


class Soldier(_Card, frozen=True):
    """A Soldier card. `type` is "p" (Player), "n" (Non-Player) or "s" (Squad). A Squad is its own weapon."""

    nation: str
    type: Literal["p", "n", "s"]
    rp: Annotated[int, msgspec.Meta(ge=0, le=999)]
    health: Annotated[int, msgspec.Meta(ge=1, le=20)]
    load: Positive
    move: Positive
    cover: Positive
    hth: int
    weapons: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    range: Span = (0, 0)
    modes: tuple[Mode, ...] = ()
    pen: Positive = 0
    stealth: bool = False


class Weapon(_Card, frozen=True):
    """A Weapon card. `load` is `rp` if it is left out; `heavy` is the progress of a hit on an Objective."""

    rp: Annotated[int, msgspec.Meta(ge=0, le=999)]
    range: Span
    ammo: Annotated[int, msgspec.Meta(ge=1, le=9)]
    pen: Positive
    modes: tuple[Mode, ...]
    load: int = -1
    nation: str = ""
    stealth: bool = False
    expend: bool = False
    thrown: bool = False
    hth_only: bool = False
    heavy: Positive = 1


class Equipment(_Card, frozen=True):
    """An Equipment card. `use` is what an Action with it does, "" if nothing; `batch`: an ammo batch."""

    rp: Annotated[int, msgspec.Meta(ge=0, le=999)]
    load: int = -1
    nation: str = ""
    tokens: Positive = 0
    use: str = ""
    gives: tuple[Change, ...] = ()
    range: Span = (0, 0)
    pen: Positive = 0
    modes: tuple[Mode, ...] = ()
    heavy: Positive = 1
    batch: bool = False


class Skill(_Card, frozen=True):
    """A Skill card. `once` is what it allows once a turn or a mission."""

    rp: Annotated[int, msgspec.Meta(ge=0, le=999)]
    nation: str = ""
    gives: tuple[Change, ...] = ()
    once: str = ""


class Level(_Card, frozen=True):
    """What a level-up of an Action card changes."""

    amount: int | None = None
    who: Literal["", "self", "here", "any", "other"] = ""
    range: Span | None = None
    modes: tuple[Mode, ...] = ()


class Action(_Card, frozen=True):
    """An Action card. `on` is what it is for: "move", "attack", "wounds", "hostile_turn", or "" for now. `who` is
    "self", "here" (in the same space), "any" or "other" (another Player Soldier)."""

    n: Annotated[int, msgspec.Meta(ge=1, le=20)]
    effect: str
    number: str = ""
    amount: int = 0
    on: Literal["", "move", "attack", "wounds", "hostile_turn"] = ""
    who: Literal["self", "here", "any", "other"] = "self"
    level: Level | None = None
    covert: Positive = 0
    range: Span = (0, 0)
    modes: tuple[Mode, ...] = ()
    pen: Positive = 0

    def levelled(self) -> Action:
        """Return the card with its level-up."""
        if self.level is None:
            return self
        changes: dict[str, Any] = {
            name: value
            for name in self.level.__struct_fields__
            if (value := getattr(self.level, name)) not in (None, "", ())
        }
        return msgspec.structs.replace(self, **changes)


class Location(_Card, frozen=True):
    """A Location card. `table` is the number of Hostile XP at up to 50, 75, 100 RP, and more."""

    entry: Positive
    hth: Annotated[int, msgspec.Meta(ge=1, le=2)]
    reinforce: Span
    table: tuple[Positive, Positive, Positive, Positive]
    trait: str = ""
    event: bool = False
    cost: Positive = 0


class Hostile(_Card, frozen=True):
    """A Hostile card. `att` is [hit number, Wounds] for 1, 2, … unsuppressed figures."""

    fig: Annotated[int, msgspec.Meta(ge=1, le=9)]
    cover: Positive
    xp: Positive
    value: Positive
    range: Span
    att: Annotated[tuple[tuple[int, int], ...], msgspec.Meta(min_length=1)]
    trait: str = ""
    reinforce: Span | None = None


class Mission(_Card, frozen=True):
    """A Mission card."""

    rp: Annotated[int, msgspec.Meta(ge=0, le=999)]
    space: Annotated[int, msgspec.Meta(ge=2, le=9)]
    time: Annotated[int, msgspec.Meta(ge=1, le=40)]
    load: int
    objectives: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class Objective(_Card, frozen=True):
    """An Objective card. `guard` is the XP of the Hostiles that guard it."""

    form: Literal["destroy", "guards", "work", "hold", "fetch"]
    guard: Positive
    need: Positive = 1
    cover: Positive = 0
    time: int = 0


class Event(_Card, frozen=True):
    """An Event card."""

    effect: str
    amount: int = 0
    good: bool = False


class Support(_Card, frozen=True):
    """A Support card. `call` and `keep` are XP."""

    call: Positive
    keep: Positive
    once: bool = False
    effect: str = ""
    amount: int = 0
    gives: tuple[Change, ...] = ()
    modes: tuple[Mode, ...] = ()
    pen: Positive = 0
    soldiers: tuple[str, ...] = ()


class Trait(_Card, frozen=True):
    """A trait of Locations or Hostiles. `rule` is cited where it counts."""

    gives: tuple[Change, ...] = ()
    does: str = ""
    rule: str = ""


Team = tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
"""Soldiers, each with kit and Skills."""


class Catalog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards by deck and id."""

    soldiers: dict[str, Soldier] = {}
    weapons: dict[str, Weapon] = {}
    equipment: dict[str, Equipment] = {}
    skills: dict[str, Skill] = {}
    actions: dict[str, Action] = {}
    locations: dict[str, Location] = {}
    front: dict[str, Hostile] = {}
    elite: dict[str, Hostile] = {}
    missions: dict[str, Mission] = {}
    objectives: dict[str, Objective] = {}
    events: dict[str, Event] = {}
    supports: dict[str, Support] = {}
    traits: dict[str, Trait] = {}
    teams: dict[str, Team] = {}

    def hostile(self, id: str) -> Hostile:
        """Return a Hostile card of either set."""
        return self.front.get(id) or self.elite[id]

    def item(self, id: str) -> Weapon | Equipment:
        """Return a card of kit."""
        return self.weapons.get(id) or self.equipment[id]

    @property
    def nations(self) -> tuple[str, ...]:
        """The Nations that have a Soldier, in the order of the cards."""
        return tuple(dict.fromkeys(soldier.nation for soldier in self.soldiers.values()))


def load_of(card: Weapon | Equipment) -> int:
    """Return the Load of a card of kit: its RP unless stated (W-013)."""
    return card.rp if card.load < 0 else card.load


def read(content: Mapping[str, bytes], own: Iterable[str]) -> Catalog:
    """Return the catalog of the content files; `own` are the built-in ones, which those of packs come after. Raises
    `ContentError` naming file and key."""
    builtin = set(own)
    decks: dict[str, dict[str, Any]] = {}
    origin: dict[tuple[str, str], str] = {}
    for name in sorted(content, key=lambda name: (name not in builtin, name)):
        for deck, cards in _tables(name, content[name]).items():
            decks.setdefault(deck, {}).update(cards)
            origin.update({(deck, id): name for id in cards})
    catalog = Catalog(**decks)
    for deck, id, why in _faults(catalog):
        raise ContentError(
            "content.file", "{file}: {why}", file=origin.get((deck, id), deck), why=f"{deck}.{id}: {why}"
        )
    return catalog


def _tables(name: str, source: bytes) -> dict[str, dict[str, Any]]:
    found = port.read_content(name, source, Catalog)
    return {deck: dict(cards) for deck in found.__struct_fields__ if (cards := getattr(found, deck))}


def _faults(catalog: Catalog) -> Iterable[tuple[str, str, str]]:
    """Yield deck, id and reason of each card that names what is not there."""
    for deck in ("locations", "front", "elite"):
        for id, card in getattr(catalog, deck).items():
            if card.trait and card.trait not in catalog.traits:
                yield deck, id, f"no trait {card.trait!r}"
    closed = {"actions": effects.ACTIONS, "events": effects.EVENTS, "supports": effects.SUPPORTS}
    for deck, known in closed.items():
        for id, card in getattr(catalog, deck).items():
            if card.effect and card.effect not in known:
                yield deck, id, f"no effect {card.effect!r}: {', '.join(sorted(known))}"
    yield from _changes(catalog)
    yield from _named(catalog)
    yield from _apart(catalog)
    yield from _unplayable(catalog)
    for id, action in catalog.actions.items():
        if action.number and action.number not in effects.LAID:
            yield "actions", id, f"no number {action.number!r}: {', '.join(effects.LAID)}"
    for id, equipment in catalog.equipment.items():
        if equipment.use and equipment.use not in effects.USES:
            yield "equipment", id, f"no use {equipment.use!r}: {', '.join(effects.USES)}"
    for id, trait in catalog.traits.items():
        if trait.does and trait.does not in effects.TRAITS:
            yield "traits", id, f"no ability {trait.does!r}: {', '.join(effects.TRAITS)}"
    for id, skill in catalog.skills.items():
        if skill.once and skill.once not in effects.ONCE:
            yield "skills", id, f"no ability {skill.once!r}: {', '.join(effects.ONCE)}"


def _changes(catalog: Catalog) -> Iterable[tuple[str, str, str]]:
    for deck in ("skills", "equipment", "supports", "traits"):
        for id, card in getattr(catalog, deck).items():
            for change in card.gives:
                if change.number not in effects.NUMBERS:
                    yield deck, id, f"no number {change.number!r}: {', '.join(effects.NUMBERS)}"
                if change.when not in effects.WHEN:
                    yield deck, id, f"no condition {change.when!r}: {', '.join(filter(None, effects.WHEN))}"


def _apart(catalog: Catalog) -> Iterable[tuple[str, str, str]]:
    """Yield the cards with fields that do not go together."""
    for deck in catalog.__struct_fields__:
        for id, card in getattr(catalog, deck).items():
            spans = ((name, getattr(card, name, None)) for name in ("range", "reinforce"))
            yield from (
                (deck, id, f"{name}: {span[0]} is above {span[1]}")
                for name, span in spans
                if span and span[0] > span[1]
            )
    for deck, attacks in effects.ATTACKS.items():
        for id, card in getattr(catalog, deck).items():
            does = card.use if deck == "equipment" else card.effect
            if does in attacks and not card.modes:
                yield deck, id, f"{does!r} is an attack, and there are no modes"
    for id, action in catalog.actions.items():
        if (action.on == "wounds") != (action.effect == "dive"):
            yield "actions", id, "'dive' is the effect of cards on 'wounds', and of no other"
    if not any(card.batch for card in catalog.equipment.values()):
        yield "equipment", "", "there is no ammo batch"
    for id, support in catalog.supports.items():
        if support.once != (support.effect in effects.AT_ONCE):
            yield "supports", id, f"once goes with {', '.join(effects.AT_ONCE)}, and with no other effect"


def _unplayable(catalog: Catalog) -> Iterable[tuple[str, str, str]]:
    """Yield the Missions that nobody can set out on, or whose Objective nobody can reach."""
    players = [soldier.rp for soldier in catalog.soldiers.values() if soldier.type == "p"]
    for id, mission in catalog.missions.items():
        if mission.rp < min(players, default=0):
            yield "missions", id, f"{mission.rp} RP buy no Player Soldier: the cheapest costs {min(players)}"
        if mission.space - 1 > len(catalog.locations):
            yield (
                "missions",
                id,
                f"{mission.space - 1} Locations lead to the Objective, and there are {len(catalog.locations)}",
            )


def _named(catalog: Catalog) -> Iterable[tuple[str, str, str]]:
    """Yield the cards that name other cards which are not there."""
    kit = {**catalog.weapons, **catalog.equipment}
    for id, soldier in catalog.soldiers.items():
        for other, deck in ((soldier.weapons, catalog.weapons), (soldier.equipment, catalog.equipment)):
            yield from (("soldiers", id, f"no card {one!r}") for one in other if one not in deck)
        yield from (("soldiers", id, f"no Skill {one!r}") for one in soldier.skills if one not in catalog.skills)
    for id, mission in catalog.missions.items():
        missing = [one for one in mission.objectives if one not in catalog.objectives]
        yield from (("missions", id, f"no Objective {one!r}") for one in missing)
    for id, support in catalog.supports.items():
        yield from (("supports", id, f"no Soldier {one!r}") for one in support.soldiers if one not in catalog.soldiers)
    for id, team in catalog.teams.items():
        for who, items, skills in team:
            missing = [one for one in (who,) if one not in catalog.soldiers]
            missing += [one for one in items if one not in kit]
            missing += [one for one in skills if one not in catalog.skills]
            yield from (("teams", id, f"no card {one!r}") for one in missing)
            armed = missing or catalog.soldiers[who].weapons or (items and items[0] in catalog.weapons)
            if not armed and any(catalog.equipment[one].batch for one in items if one in catalog.equipment):
                yield "teams", id, f"{who}: the Weapon of an ammo batch comes first"
