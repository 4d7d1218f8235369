"""What a mission has, by name: who takes part in it, its flags, and the facts that its triggers and conditions wait
for. Uses facts.py and shared.py."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import ClassVar

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.facts import OBSERVED, REPORTED
from defiance_qt.systems.defiance.engine.checks.shared import Fault, Known, held

NUMBERED = ("round_began", "round_ended", "alert")
EVERY_TIME = {"round_began", "round_ended", "set_up"}  # without a number: in every Round


class _Latest:
    """The mission that was looked through last, with its effects: each of its parts asks for them."""

    mission: ClassVar[content.Mission | None] = None
    appear: ClassVar[frozenset[str]] = frozenset()
    flags: ClassVar[frozenset[str]] = frozenset()


def _looked_through(mission: content.Mission) -> type[_Latest]:
    if _Latest.mission is not mission:
        parts = list(held(mission))
        _Latest.appear = frozenset(one.card for one in parts if isinstance(one, content.Appear)) - {"revealed"}
        _Latest.flags = frozenset(one.flag for one in parts if isinstance(one, content.SetFlag))
        _Latest.mission = mission
    return _Latest


def people(mission: content.Mission) -> set[str]:
    """Return every Character and Ally that can take part."""
    appear = _looked_through(mission).appear
    return {*mission.characters, *mission.allies, *(neutral.card for neutral in mission.neutrals), *appear}


def joining(mission: content.Mission) -> set[str]:
    """Return the Neutral Characters and those who appear: all who can join the team."""
    return {*(neutral.card for neutral in mission.neutrals), *_looked_through(mission).appear}


def flags(mission: content.Mission) -> frozenset[str]:
    return _looked_through(mission).flags


def fact_faults(field: str, text: str, known: Known) -> Iterator[Fault]:
    """Yield the faults of a fact that a trigger or a condition waits for."""
    fact, _, name = text.partition(" ")
    mission = known.mission
    if mission is None or fact not in REPORTED | OBSERVED or (fact in EVERY_TIME and not name) or name == "*":
        return
    if fact in NUMBERED:
        if not name.isdigit() or int(name) < 1:
            yield field, Message("content.count", "{name!r} is not a whole number from 1 on", name=name)
        return
    name, _, rest = name.partition(" ")
    there = _named(fact, mission, known)
    if name not in there and not (fact == "flag" and mission.abilities):
        yield (
            field,
            Message("content.no_fact", "the mission has nothing called {name!r} for {fact}", name=name, fact=fact),
        )
    elif rest and not _completes(fact, name, rest, mission):
        yield (
            field,
            Message("content.no_fact", "the mission has nothing called {name!r} for {fact}", name=rest, fact=fact),
        )


def _named(fact: str, mission: content.Mission, known: Known) -> Collection[str]:
    """Return what a fact can be about."""
    if fact in ("unit_deployed", "unit_eliminated", "miniature_died", "damaged", "enemy_activation_ended"):
        return mission.selected
    if fact in ("activation_ended", "fallen"):
        return people(mission)
    there: dict[str, Collection[str]] = {
        "door_opened": [door.id for door in mission.doors],
        "ally_joined": joining(mission),
        "container_opened": [container.id for container in mission.containers],
        "console_completed": [console.id for console in mission.consoles],
        "input_completed": [console.id for console in mission.consoles],
        "flag": flags(mission),
        "entered": mission.zones,
        "counter": mission.counters,
        "item_gained": known.ids.get("equipment", ()),
        "revealed": [hidden.id for hidden in mission.hidden],
    }
    return there.get(fact, ())


def _completes(fact: str, name: str, rest: str, mission: content.Mission) -> bool:
    """Check the second word of a fact: a number, an input, a token."""
    if fact == "input_completed":
        inputs = next(len(console.inputs) for console in mission.consoles if console.id == name)
        return rest.isdigit() and 1 <= int(rest) <= inputs
    if fact == "revealed":
        return any(rest in hidden.tokens for hidden in mission.hidden if hidden.id == name)
    if fact == "miniature_died" and any(rest in hidden.tokens for hidden in mission.hidden if name in hidden.on):
        return True
    return fact in ("counter", "miniature_died") and rest.isdigit()
