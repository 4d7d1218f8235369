"""Zones of Special Terrain: what they do to sight, and the hostility of an environment (N-001 … N-036)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .abilities import cloud_free
from .content import Hostile
from .state import Roll, State, Step, Troop, Zone

LEVELS = ((5, 20), (10, 19), (14, 18), (17, 17), (19, 16), (20, 14))
"""The table of hostility: up to which die, the level (N-012 … N-017)."""

DAMAGES: tuple[tuple[int, int, int, int, bool], ...] = (
    (3, 0, 0, 1, False),
    (6, 0, -3, 1, False),
    (10, 10, 0, 1, False),
    (14, 11, 0, 1, False),
    (15, 11, 0, 1, True),
    (18, 12, 0, 1, False),
    (19, 12, 0, 2, False),
    (20, 13, 0, 1, False),
)
"""The table of damage: up to which die, Damage (0: a PH Roll), MOD, rolls, whether on both attributes
(N-018 … N-025)."""


def from_tables(level_die: int, damage_die: int, attribute: str) -> Hostile:
    """Return the hostility that two dice come to. `attribute` is the agreed one (N-026). A variable zone comes here
    again each Round (N-116)."""
    level = next(level for most, level in LEVELS if level_die <= most)
    _, damage, mod, rolls, both = next(row for row in DAMAGES if damage_die <= row[0])
    rolled = ("bts" if attribute == "bts" else "arm") if damage else "ph"
    return Hostile(level, rolled, damage, mod, rolls, both)  # type: ignore[arg-type]


def level_rules(level: int) -> tuple[str, ...]:
    """Return the rule of a level of hostility, none for one that is not in the table."""
    rules = {20: "N-012", 19: "N-013", 18: "N-014", 17: "N-015", 16: "N-016", 14: "N-017"}
    return (rules[level],) if level in rules else ()


def damage_rules(die: int) -> tuple[str, ...]:
    """Return the rule of the row of the table of damage that a die leads to."""
    rows = ("N-018", "N-019", "N-020", "N-021", "N-022", "N-023", "N-024", "N-025")
    return (rows[next(place for place, row in enumerate(DAMAGES) if die <= row[0])],)


def complete(zone: Zone) -> bool:
    """Return whether a zone has a type of terrain and one more feature; hostility is one (N-005, N-007,
    N-201)."""
    further = zone.movement or zone.saturation or zone.visibility or zone.hostile or zone.variable
    return bool(zone.terrain and further)


def presence(state: State, troop: str, act: int) -> tuple[str, ...]:
    """Return the zones that a troop was in during this Order, up to its act: at its start, and on its path (N-028).
    What it crosses counts for the whole Order, whichever of its two skills did (N-117). A reaction counts where the
    troop stands (N-204), a roll through a servant where its controller is (N-206)."""
    order = state.order
    assert order is not None
    found = dict.fromkeys(state.troops[troop].zones)
    for one in order.acts:
        if one.troop == troop:
            found |= dict.fromkeys(one.crosses)
    return tuple(id for id in found if id in state.zones)


def woken(state: State, roll: Roll) -> Iterator[tuple[Zone, int]]:
    """Yield each zone with each natural die of a roll that wakes it. The troop that rolled and no other is affected,
    and each die counts by itself, for each zone (N-029, N-031, N-032, N-035, N-118, N-203, N-205). The winner of a
    face-to-face roll is not spared (N-119)."""
    for id in roll.zones:
        zone = state.zones[id]
        if zone.hostile is not None:
            yield from ((zone, die) for die in roll.natural if die >= zone.hostile.level)


def sight(state: State, troop: Troop, target: Troop, through: Iterable[str]) -> list[Zone]:
    """Return the zones that a line of sight begins in, ends in, or crosses (K-015). Zones that were left in this Order
    do not count yet (N-089)."""
    ids = dict.fromkeys((*troop.zones, *target.zones, *through))
    return [zone for id in ids if (zone := state.zones.get(id)) and zone.since <= state.orders]


def clouds(state: State, troop: Troop, target: Troop, through: Iterable[str]) -> list[Troop]:
    """Return the bearers of StratusClouds that a line meets: either troop, and those named on the way (N-095)."""
    named = set(through)
    return [one for one in state.troops.values() if one.cloud and (one.id in named or one.id in (troop.id, target.id))]


def visibility(state: State, troop: Troop, target: Troop, through: Iterable[str]) -> Step | None:
    """Return the MOD of the worst visibility on the line: of several zones one counts (K-015). A StratusCloud hinders
    all but who is in one of their own (N-129)."""
    through = tuple(through)
    zones = sight(state, troop, target, through)
    if any(zone.visibility == "poor" for zone in zones):
        return Step("poor_visibility", -6, "K-015")
    if any(zone.visibility == "low" for zone in zones):
        return Step("low_visibility", -3, "K-015")
    if clouds(state, troop, target, through) and not cloud_free(troop):
        return Step("low_visibility", -3, "N-095", "stratuscloud")
    return None


def saturation(state: State, troop: Troop, target: Troop, through: Iterable[str]) -> Step | None:
    """Return the die that Saturation takes, once however many zones there are (K-014)."""
    through = tuple(through)
    if any(zone.saturation for zone in sight(state, troop, target, through)):
        return Step("saturation", -1, "K-014")
    if clouds(state, troop, target, through) and not cloud_free(troop):
        return Step("saturation", -1, "N-095", "stratuscloud")
    return None
