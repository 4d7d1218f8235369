"""Hostile zones: a figure that rolls there can be struck by the zone, at its Hostility Level, by its type of damage.

The conditions of a zone are facts of the game: the mission sets them (effect `hostile_conditions`), or they are rolled
on the two tables. The levels and types follow N-008…N-036; docs/decisions.md says what stands for a d20 here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from defiance_qt.api import ContributeContext
from defiance_qt.systems.defiance.api import (
    Ability,
    Effects,
    PlayRules,
    Roll,
    State,
    Symbols,
    TerrainMoment,
    Values,
    effects,
    events,
)

HOSTILE, CONDITIONS, AT_LEAST = "hostile", "hostile_conditions", "hostile_at_least"
LEVEL, HARM, STRUCK = "hostile_level", "hostile_harm", "hostile_struck"
"""The owners of the facts: a zone's level, its type of damage, the figure that it has struck last."""
SOURCE = "ability.hostile.name"
VARIABLE = "variable"
TABLE = range(1, 21)


class Level(NamedTuple):
    """A Hostility Level: its rule, the last result of a d20 that gives it, the rank of the faces that trigger, and
    whether several such dice of a Roll trigger one roll only."""

    rule: str
    last: int
    rank: int
    once: bool = False


LEVELS = {
    "unsafe": Level("N-012", 5, 1),
    "adverse": Level("N-013", 10, 2),
    "dangerous": Level("N-014", 14, 3, once=True),
    "aggressive": Level("N-015", 17, 3),
    "lethal": Level("N-016", 19, 4, once=True),
    "savage": Level("N-017", 20, 4),
}
"""From the mildest to the worst."""


class Harm(NamedTuple):
    """A type of damage: its rule, the last result of a d20 that gives it, the Damage of a failure, the Blocks that are
    needed, how often it is rolled. Without Damage the figure is Pinned."""

    rule: str
    last: int
    damage: int = 0
    blocks: str = ""
    times: int = 1


HARMS = {
    "ph": Harm("N-018", 3),
    "ph_3": Harm("N-019", 6),
    "10": Harm("N-020", 10, 1, "B"),
    "11": Harm("N-021", 14, 2, "B"),
    "both_11": Harm("N-022", 15, 2, "B"),
    "12": Harm("N-023", 18, 2, "B B"),
    "12_twice": Harm("N-024", 19, 2, "B B", 2),
    "13": Harm("N-025", 20, 3, "B B"),
}
"""In the order of the table."""

ATTRIBUTES = ("arm", "bts", "ph")
PHYSIQUE = {"ph": "orange", "ph_3": "yellow"}
"""The dice that stand for Physique, which no card here prints."""
OF: dict[str, Literal["defense", "biotech"]] = {"arm": "defense", "bts": "biotech"}


OF_ZONES = ("N-001", "N-002", "N-003", "N-004", "N-005", "N-006", "N-007", "N-011")
OF_ROLLS = ("N-028", "N-029", "N-030", "N-031", "N-032", "N-033", "N-035", "N-036")
"""The rules that a zone carries out by being one of the board, and by what it does to those who roll."""


def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:
    options = context.options
    rolled, common, attribute = options["conditions"], bool(options["common"]), str(options["attribute"])

    def weather(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[Effects]:
        """Roll the conditions as the game begins, or as each Round does (N-009, N-010, N-027)."""
        if not isinstance(event, events.RoundBegan) or rolled == "mission":
            return ()
        if event.round > 1 and rolled != VARIABLE:
            return ()
        cites = ("N-008", "N-027" if rolled == VARIABLE else "N-009", "N-010")
        zones = hostile_zones(state)
        groups = [zones] if common and zones else [(zone,) for zone in zones]
        return tuple(drawn for group in groups for drawn in _tables(state, group, attribute, cites))

    return (
        Ability(HOSTILE, cites=(*OF_ZONES, *OF_ROLLS), gives=("pinned",), terrain=strike, fact=struck, react=weather),
        Ability(CONDITIONS, cites=("N-008", "N-026", "N-034"), apply=set_conditions),
        Ability(AT_LEAST, cites=("N-008",), condition=at_least),
    )


# ---- the conditions ----


def hostile_zones(state: State) -> tuple[str, ...]:
    """Return the zones that are hostile now."""
    zones = state.mission.zones if state.mission else {}
    return tuple(zone for zone, rules in zones.items() if HOSTILE in rules)


def of_table(table: dict[str, Level] | dict[str, Harm], number: int) -> str:
    """Return the line of a table that a d20 gives (N-012…N-025)."""
    return next(id for id, line in table.items() if number <= line.last)


def _tables(state: State, zones: Sequence[str], attribute: str, cites: tuple[str, ...]) -> Sequence[Effects]:
    """Roll both tables for some zones: a pick among twenty results is a d20."""
    user = next(iter(state.team))

    def drawn(name: str, lines: Sequence[str]) -> Effects:
        results = tuple(
            tuple(effects.UseAbility(CONDITIONS, {"zone": zone, name: line}, on="user") for zone in zones)
            for line in lines
        )
        return Effects((effects.RandomEffects(results),), user, source=SOURCE, rules=cites)

    levels = [of_table(LEVELS, number) for number in TABLE]
    harms = [kind_of(of_table(HARMS, number), attribute) for number in TABLE]
    return drawn("level", levels), drawn("damage", harms)


def kind_of(line: str, attribute: str) -> str:
    """Return a type of damage as a zone has it: where the table leaves ARM or BTS open, with what was agreed (N-026)
    or with the PH Roll in its place (N-034)."""
    open_ = line in HARMS and HARMS[line].damage and not line.startswith("both")
    return f"{attribute}_{line}" if open_ else line


def harm_of(kind: str) -> tuple[str, Harm]:
    """Return the attribute and the line of a type of damage. Raises `ValueError` for an unknown one."""
    if kind in HARMS and (not HARMS[kind].damage or kind.startswith("both")):
        return kind, HARMS[kind]
    attribute, _, line = kind.partition("_")
    if attribute not in ATTRIBUTES or line not in HARMS or kind != kind_of(line, attribute):
        raise ValueError(f"there is no type of damage {kind!r}")
    return attribute, HARMS[line]


def set_conditions(rules: PlayRules, state: State, values: Values, user: str, target: str) -> Sequence[events.Event]:
    """Set the level or the type of damage of a `zone`, or of all that are hostile (N-008, N-010)."""
    found: list[events.Event] = []
    zones = (str(values["zone"]),) if "zone" in values else hostile_zones(state)
    level, kind = str(values.get("level", "")), str(values.get("damage", ""))
    if level and level not in LEVELS:
        raise ValueError(f"there is no Hostility Level {level!r}")
    for zone in zones:
        if level and state.facts.get(f"{LEVEL}.{zone}") != level:
            found.append(events.PluginFact(LEVEL, zone, level, ("N-008", LEVELS[level].rule)))
        if kind and state.facts.get(f"{HARM}.{zone}") != kind:
            found.append(events.PluginFact(HARM, zone, kind, ("N-008", harm_of(kind)[1].rule)))
    return found


def at_least(rules: PlayRules, state: State, values: Values) -> bool:
    """Check whether the level of a zone is this one or worse."""
    level = state.facts.get(f"{LEVEL}.{values['zone']}")
    order = list(LEVELS)
    return level in order and order.index(str(level)) >= order.index(str(values["level"]))


# ---- what the zone does ----


def rank(face: Symbols) -> int:
    """Return how strong a natural face is, 0 for one that never triggers: 1 a critical, 2 two Specials, 3 another pair
    with a third symbol, 4 any other three symbols. Each level counts all ranks up to its own."""
    if face.critical or face.critical_block:
        return 1
    if sum(face) < 3:
        return 0
    return 2 if face.special > 1 else 3 if max(face) > 1 else 4


def triggers(level: str, faces: Sequence[Symbols]) -> int:
    """Return how many rolls the dice of a Roll oblige at a level: one for each die that shows such a face by itself,
    whatever becomes of it (N-029, N-031, N-032)."""
    found = sum(0 < rank(face) <= LEVELS[level].rank for face in faces)
    return min(found, 1) if LEVELS[level].once else found


def strike(rules: PlayRules, state: State, moment: TerrainMoment) -> Sequence[events.Event | Effects]:
    """Oblige a figure that has rolled in the zone to withstand it (N-028…N-036)."""
    level, kind = (state.facts.get(f"{owner}.{moment.zone}") for owner in (LEVEL, HARM))
    roll = moment.roll
    if moment.what != "rolls" or roll is None or not level or not kind:
        return ()
    if not _declared(rules, state, roll, moment.figure):
        return ()
    side = roll.team if roll.team is not None and roll.team.figure == moment.figure else roll.enemy
    count = triggers(str(level), rules.faces(side)) if side is not None else 0
    if not count:
        return ()
    attribute, harm = harm_of(str(kind))
    cites = ("N-028", "N-029", "N-032", LEVELS[str(level)].rule, harm.rule)
    return (
        events.PluginFact(STRUCK, moment.figure, moment.zone, cites),
        Effects(withstand(attribute, harm) * count, moment.figure, source=SOURCE, rules=cites),
    )


def _declared(rules: PlayRules, state: State, roll: Roll, figure: str) -> bool:
    """Check whether the figure rolls by its own Action or Instruction, or answers with a CC Attack: the Defense of the
    one that is attacked is an ARM roll (N-030, N-035). Who has fallen does not roll."""
    if figure in state.team and not state.team[figure].conscious:
        return False
    if figure == roll.actor:
        return True
    return (
        any(ability.cc_defense for ability in rules.abilities_of(state, figure))
        and (roll.actor in state.enemies or (roll.actor in state.team and bool(state.team[roll.actor].space)))
        and rules.in_contact(state, figure, roll.actor)
    )


def withstand(attribute: str, harm: Harm) -> tuple[effects.Test, ...]:
    """Return the rolls against a type of damage: the printed dice of the value alone, for no card's modifier helps
    (N-033). A failed roll against no Damage leaves the figure Pinned (N-036)."""
    if not harm.damage:
        return (effects.Test((PHYSIQUE[attribute],), failed=(effects.Impose("pinned", on="user"),)),)
    failed = (effects.Suffer(harm.damage, on="user"),)
    if attribute == "ph":
        return (effects.Test((PHYSIQUE["ph"],), failed=failed),) * harm.times
    values = tuple(OF.values()) if attribute.startswith("both") else (OF[attribute],)
    return tuple(effects.Test(of=of, needs=harm.blocks, failed=failed) for of in values for _ in range(harm.times))


def struck(rules: PlayRules, state: State, event: events.Event) -> Sequence[str]:
    """Tell the mission that a zone has struck a figure: "hostile ‹zone›"."""
    if isinstance(event, events.PluginFact) and event.owner == STRUCK:
        return (f"{event.value} by {event.key}",)
    return ()
