"""Every number of the rules with its sources: what decides, and what tool tips, refusals and reasons show.

A sum is a `Total`: its parts by text key of their source, and its limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from . import content as cards
from .content import load_of
from .events import Part
from .ruleset import Rules
from .state import Hostile, Soldier, State

FAR = 2
"""The range from which a change with the condition "far" counts."""

OBJECTIVE_ENTRY = 3
"""Cards to enter the Objective (W-111)."""

COVER = (2, 6)
"""The least and the greatest Cover of a Soldier (W-142)."""

BANDS = (50, 75, 100)
"""The RP up to which the columns of a Location's table go (W-128)."""

UNARMED = 10
"""What unarmed Hand-to-Hand has to reach (W-041)."""


class Total(NamedTuple):
    """A sum with its parts; its value lies between `low` and `high`."""

    parts: tuple[Part, ...]
    low: int = -99
    high: int = 99

    @property
    def value(self) -> int:
        return max(self.low, min(self.high, sum(part.amount for part in self.parts)))


class Case(NamedTuple):
    """What the condition of a change is about: the dice of the mode, and the range."""

    dice: int = 0
    range: int = 0


ANY = Case()


def _holds(when: str, case: Case) -> bool:
    if when == "one_die":
        return case.dice == 1
    if when == "close":
        return case.range == 0
    if when == "apart":
        return case.range >= 1
    return when != "far" or case.range >= FAR


def _changes(source: str, gives: Iterable[cards.Change], number: str, side: str, case: Case) -> Iterator[Part]:
    for change in gives:
        if change.number == number and change.side in (side, "both") and change.amount and _holds(change.when, case):
            yield Part(source, change.amount)


def of_soldier(rules: Rules, soldier: Soldier, number: str, case: Case = ANY) -> Iterator[Part]:
    """Yield what the Skills and Equipment of a Soldier change of a number."""
    for skill in soldier.skills:
        yield from _changes(f"skill.{skill}.name", rules.catalog.skills[skill].gives, number, "team", case)
    for item in soldier.kit:
        yield from _changes(f"equipment.{item.id}.name", rules.catalog.equipment[item.id].gives, number, "team", case)


def of_place(rules: Rules, state: State, space: int, number: str, side: str, case: Case = ANY) -> Iterator[Part]:
    """Yield what the trait of a Location changes of a number of one side."""
    location = rules.location(state, space)
    if location is not None and location.trait:
        trait = rules.catalog.traits[location.trait]
        yield from _changes(f"trait.{location.trait}.name", trait.gives, number, side, case)


def of_hostile(rules: Rules, hostile: Hostile, number: str, side: str, case: Case = ANY) -> Iterator[Part]:
    """Yield what the trait of a Hostile card changes of a number of one side."""
    trait = rules.hostile(hostile).trait
    if trait:
        yield from _changes(f"trait.{trait}.name", rules.catalog.traits[trait].gives, number, side, case)


def of_supports(rules: Rules, state: State, number: str) -> Iterator[Part]:
    """Yield what the Supports in play change of a number of the team."""
    for support in state.supports:
        gives = rules.catalog.supports[support.id].gives
        yield from _changes(f"support.{support.id}.name", gives, number, "team", Case())


def of_laid(rules: Rules, soldier: Soldier, number: str) -> Iterator[Part]:
    """Yield what the Action cards before a Soldier change of a number."""
    for laid in soldier.laid:
        card = laid_card(rules, laid.card, laid.level)
        if card.number == number:
            yield Part(f"action.{laid.card}.name", card.amount)


def laid_card(rules: Rules, id: str, level: bool) -> cards.Action:
    """Return an Action card, levelled up or not."""
    card = rules.catalog.actions[id]
    return card.levelled() if level else card


def of_packs(rules: Rules, state: State, number: str, subject: str) -> Iterator[Part]:
    """Yield what packs change of a number (`modify_number`)."""
    for modify in rules.hooks.modify_number:
        change = modify(state, number, subject)
        if change is not None and change.amount:
            yield Part(change.source, change.amount)


CITED = {"skill": "W-158", "equipment": "W-157", "support": "W-156", "event": "W-155", "action": "W-125"}
"""The rules of the kinds of cards, by the first part of their text keys."""


def cited(rules: Rules, *sums: tuple[Part, ...]) -> tuple[str, ...]:
    """Return the rules of the cards and traits in sums, each once."""
    found: dict[str, None] = {}
    for part in (part for parts in sums for part in parts):
        kind, _, rest = part.source.partition(".")
        id = rest.partition(".")[0]
        rule = rules.catalog.traits[id].rule if kind == "trait" else CITED.get(kind, "")
        if rule:
            found[rule] = None
    return tuple(found)


# ---- resources ----


def rp(rules: Rules, soldier: Soldier) -> Total:
    """Return the RP of a Soldier with what it carries (W-008, W-010). A card that brings its own kit includes it."""
    card = rules.card(soldier)
    parts = [Part(f"soldier.{soldier.card}.name", card.rp)]
    catalog = rules.catalog
    for weapon in soldier.weapons:
        if weapon.id not in card.weapons:
            parts.append(Part(f"weapon.{weapon.id}.name", catalog.weapons[weapon.id].rp))
        if weapon.batches:
            parts.append(Part("part.batches", weapon.batches * batch(rules).rp))
    own_kit = [one.id for one in soldier.kit if one.id not in card.equipment]
    own_skills = [id for id in soldier.skills if id not in card.skills]
    parts += [Part(f"equipment.{id}.name", catalog.equipment[id].rp) for id in own_kit]
    parts += [Part(f"skill.{id}.name", catalog.skills[id].rp) for id in own_skills]
    return Total(tuple(parts), low=0)


def team_rp(rules: Rules, state: State) -> int:
    """Return the RP of the Soldiers in play (W-049, W-128)."""
    return sum(rp(rules, soldier).value for soldier in state.team.values())


def batch(rules: Rules) -> cards.Equipment:
    """Return the card of an ammo batch."""
    return next(card for card in rules.catalog.equipment.values() if card.batch)


def load(rules: Rules, soldier: Soldier) -> Total:
    """Return the Load of what a Soldier carries (W-013, W-102)."""
    catalog = rules.catalog
    parts = [Part(f"weapon.{one.id}.name", load_of(catalog.weapons[one.id])) for one in soldier.weapons]
    each = max(0, load_of(batch(rules)) + sum(part.amount for part in of_soldier(rules, soldier, "batch_load")))
    batches = sum(one.batches for one in soldier.weapons) * each
    parts += [Part("part.batches", batches)] if batches else []
    parts += [Part(f"equipment.{one.id}.name", load_of(catalog.equipment[one.id])) for one in soldier.kit]
    return Total(tuple(parts), low=0)


def load_limit(rules: Rules, soldier: Soldier) -> Total:
    """Return the greatest Load of a Soldier: card and Mission (W-102)."""
    parts = [Part(f"soldier.{soldier.card}.name", rules.card(soldier).load)]
    if rules.mission.load:
        parts.append(Part(f"scenario.{rules.setup.mission}.name", rules.mission.load))
    return Total(tuple(parts), low=0)


def call_cost(rules: Rules, state: State, support: str, payer: Soldier | None) -> Total:
    """Return the XP to call a Support (W-133)."""
    parts = [Part(f"support.{support}.name", rules.catalog.supports[support].call)]
    if payer is not None:
        parts += of_soldier(rules, payer, "call")
    return Total((*parts, *of_packs(rules, state, "call", support)), low=0)


def hand_size(rules: Rules, state: State, soldier: Soldier) -> int:
    """Return up to how many cards a Soldier draws: its Health (W-045)."""
    parts = (Part(f"soldier.{soldier.card}.name", soldier.health), *of_packs(rules, state, "hand", soldier.number))
    return Total(parts, low=0).value


# ---- moving ----


def entry(rules: Rules, state: State, soldier: Soldier, space: int) -> Total:
    """Return the cards that a Soldier pays to enter a space (W-027, W-112)."""
    card = rules.card(soldier)
    parts = [Part(*_printed_entry(rules, state, space))]
    if card.move:
        parts.append(Part("part.arrow", -card.move))
    parts += of_soldier(rules, soldier, "entry")
    for hostile in state.hostiles_at(space):
        parts += of_hostile(rules, hostile, "entry", "team")
    if not state.conditions.entered.get(str(space)):
        parts += of_place(rules, state, space, "first_entry", "team")
    if state.conditions.mud == state.turn and state.turn:
        parts.append(Part("event.mud.name", 1))
    parts += of_packs(rules, state, "entry", soldier.number)
    parts += [Part(part.source, -part.amount) for part in of_laid(rules, soldier, "entry_cards")]
    return Total(tuple(parts), low=0)


def _printed_entry(rules: Rules, state: State, space: int) -> tuple[str, int]:
    if space == 0:
        return "part.mission_card", 0
    if space == state.space:
        return f"objective.{state.goal.id}.name", OBJECTIVE_ENTRY
    location = state.location(space)
    return f"location.{location}.name", rules.catalog.locations[location].entry


def moves(rules: Rules, soldier: Soldier) -> int:
    """Return how many Moves a Soldier may make this turn (W-025, W-111)."""
    return 1 + any(True for _ in of_laid(rules, soldier, "second_move"))


# ---- range and Cover ----


def distance(one: int, other: int) -> int:
    """Return the range between two spaces (W-103)."""
    return abs(one - other)


def reach(
    rules: Rules, state: State, span: tuple[int, int], space: int, side: str, clear: bool = False
) -> tuple[int, int]:
    """Return the least and greatest range of an attack from a space (W-148). `clear`: dark and fog do not count."""
    low, high = span
    high += sum(part.amount for part in of_place(rules, state, space, "range", side))
    if not clear:
        caps = [part.amount for part in of_place(rules, state, space, "range_cap", side)]
        high = min([high, *caps, *([1] if foggy(state) else [])])
    return low, high


def foggy(state: State) -> bool:
    """Return whether fog limits all ranges."""
    return state.conditions.fog >= state.turn > 0


def clear_sighted(rules: Rules, soldier: Soldier) -> bool:
    """Return whether dark and fog do not limit a Soldier (W-157)."""
    return any(True for _ in of_soldier(rules, soldier, "clear_sight"))


def hostile_cover(rules: Rules, state: State, hostile: Hostile) -> Total:
    """Return the Cover of a Hostile card (W-119, W-149)."""
    parts = [Part(f"hostile.{hostile.card}.name", rules.hostile(hostile).cover)]
    parts += of_place(rules, state, hostile.space, "cover", "enemy")
    return Total((*parts, *of_packs(rules, state, "hostile_cover", hostile.id)))


def soldier_cover(rules: Rules, state: State, soldier: Soldier) -> Total:
    """Return the Cover of a Soldier (W-142)."""
    parts = [Part(f"soldier.{soldier.card}.name", rules.card(soldier).cover)]
    parts += of_place(rules, state, soldier.space, "cover", "team")
    parts += of_soldier(rules, soldier, "cover")
    if soldier.space in state.conditions.smoke:
        parts.append(Part("equipment.smoke.name", 1))
    parts += of_supports(rules, state, "cover")
    parts += of_packs(rules, state, "cover", soldier.number)
    return Total(tuple(parts), *COVER)


def hth_cost(rules: Rules, state: State, space: int) -> int:
    """Return the Actions of Hand-to-Hand in a space (W-039, W-120)."""
    location = rules.location(state, space)
    return 1 if location is None else location.hth


# ---- Hostiles ----


def hostile_number(rules: Rules, state: State, location: str, team: int) -> Total:
    """Return the XP of the Hostiles that come with a Location (W-128)."""
    column = sum(team > band for band in BANDS)
    parts = [Part(f"location.{location}.name", rules.catalog.locations[location].table[column])]
    if state.hostiles_set == "elite":
        parts.append(Part("part.elite", 1))
    return Total((*parts, *of_packs(rules, state, "hostiles", location)), low=0)


def column(rules: Rules, hostile: Hostile) -> tuple[int, int, int]:
    """Return the unsuppressed figures of a Hostile card, its hit number and its Wounds (W-140)."""
    figures = rules.unsuppressed(hostile)
    table = rules.hostile(hostile).att
    hit, wounds = table[min(figures, len(table)) - 1]
    return figures, hit, wounds


def hostile_hit(rules: Rules, state: State, hostile: Hostile, victim: Soldier) -> Total:
    """Return the hit number of a Hostile card against a Soldier (W-141)."""
    _, hit, _ = column(rules, hostile)
    apart = Case(range=distance(hostile.space, victim.space))
    parts = [Part(f"hostile.{hostile.card}.name", hit)]
    parts += of_soldier(rules, victim, "threat")
    parts += _thick(rules, state, hostile.space, victim.space, "enemy", apart)
    return Total((*parts, *of_packs(rules, state, "hostile_hit", hostile.id)))


def _thick(rules: Rules, state: State, start: int, to: int, side: str, case: Case) -> Iterator[Part]:
    """Yield what the Locations of both ends change of a hit number (W-150)."""
    yield from of_place(rules, state, start, "hit", side, case)
    if to != start:
        yield from of_place(rules, state, to, "hit", side, case)


def target_of(rules: Rules, state: State, hostile: Hostile) -> str:
    """Return the Soldier that a Hostile card goes for: who fights it Hand-to-Hand, else its Target (W-120)."""
    if rules.on("lock", "yes"):
        fighting = next((one.number for one in state.team.values() if one.engaged == hostile.id), "")
        if fighting:
            return fighting
    return hostile.target


def in_range(rules: Rules, state: State, hostile: Hostile, target: Soldier) -> bool:
    """Return whether a Soldier is in range of a Hostile card (W-056)."""
    low, high = reach(rules, state, rules.hostile(hostile).range, hostile.space, "enemy")
    return low <= distance(hostile.space, target.space) <= high
