"""Valid conditions of missions: what each field of the table of conditions may name. Uses names.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.names import fact_faults, flags, people
from defiance_qt.systems.defiance.engine.checks.shared import Fault, Known, at_least, exist, one_of

EVERYBODY = ("*", "team")
PARAMETERS = ("zone", "count")
"""Fields that belong to `standing` and `carrying`, and ask nothing by themselves."""


def requirement(value: content.Requirement, known: Known) -> Iterator[Fault]:
    """Yield the faults of a table of conditions, whatever it serves."""
    yield from at_least(1, after_round=value.after_round, count=value.count)
    if known.mission is None:
        return
    for field, check in PARTS.items():
        if getattr(value, field):
            yield from check(value, known.mission, known)


def asks(value: content.Requirement) -> bool:
    """Check whether a table of conditions has a condition."""
    given = (field for field in value.__struct_fields__ if field not in ("id", "when", *PARAMETERS))
    return any(getattr(value, field) not in ((), "", None) for field in given)


def _happened(value: content.Requirement, mission: content.Mission, known: Known) -> Iterator[Fault]:
    for fact in value.happened:
        yield from fact_faults("happened", fact, known)


def _standing(value: content.Requirement, mission: content.Mission, known: Known) -> Iterator[Fault]:
    yield from one_of("standing", value.standing, {*people(mission), *EVERYBODY})
    if not value.zone:
        yield from one_of("zone", ("",), mission.zones)


def _enemies(value: Any, mission: content.Mission, known: Known) -> Iterator[Fault]:
    yield from one_of("enemies.zone", (value.enemies.zone,), {*mission.zones, ""})
    yield from one_of("enemies.unit", (value.enemies.unit,), {*mission.selected, ""})


def _flags(value: content.Requirement, mission: content.Mission, known: Known) -> Iterator[Fault]:
    # An ability may set a flag that the mission does not name.
    if not mission.abilities:
        yield from one_of("flags", value.flags, flags(mission))


def _anything(value: content.Requirement, mission: content.Mission, known: Known) -> Iterator[Fault]:
    """Accept a number, or what is checked as a value of its own."""
    return iter(())


PARTS: Mapping[str, Callable[[Any, content.Mission, Known], Iterator[Fault]]] = {
    "standing": _standing,
    "zone": lambda value, mission, known: one_of("zone", (value.zone,), mission.zones),
    "unconscious": lambda value, mission, known: one_of("unconscious", value.unconscious, people(mission)),
    "unhurt": lambda value, mission, known: one_of("unhurt", value.unhurt, people(mission)),
    "eliminated": lambda value, mission, known: one_of("eliminated", value.eliminated, mission.selected),
    "carrying": lambda value, mission, known: exist("carrying", "equipment", (value.carrying,), known),
    "enemies": _enemies,
    "counter": lambda value, mission, known: one_of("counter.id", (value.counter.id,), mission.counters),
    "outcome": lambda value, mission, known: one_of("outcome", (value.outcome,), ("victory", "defeat")),
    "happened": _happened,
    "flags": _flags,
    "record": _anything,
    "count": _anything,
    "after_round": _anything,
    "alert": _anything,
    "round": _anything,
    "ability": _anything,
    "any": _anything,
    "all": _anything,
}
"""A check for each field of `Requirement`, made where the field is given. What the field asks of a State is the row of
the same name in rules/conditions.py."""
