"""Valid contents of a mission: its decks, elements, triggers and conditions. Uses shared.py.

Spaces are checked where the board is built (catalog.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.shared import (
    Checks,
    Fault,
    Known,
    at_least,
    exist,
    held,
    not_selected,
    once,
    one_of,
    symbols,
)

CREW = 4
HIGHEST = 5
NUMBERED = ("round_began", "round_ended", "alert")
EVERY_TIME = {"round_began", "round_ended"}  # without a number: in every Round
CONDITION_TIMES = ("activation", "round")
TRIGGERS = (
    "door_opened",
    "ally_joined",
    "container_opened",
    "console_completed",
    "unit_deployed",
    "unit_eliminated",
    "activation_ended",
    "round_began",
    "round_ended",
    "alert",
    "flag",
)


def element_ids(mission: content.Mission) -> list[str]:
    """Return the ids of the elements for Interact. They share one namespace, as in the Interact command."""
    ids = [door.id for door in mission.doors]
    ids += [container.id for container in mission.containers]
    ids += [console.id for console in mission.consoles]
    return ids + [neutral.card for neutral in mission.neutrals]


def _mission(value: content.Mission, known: Known) -> Iterator[Fault]:
    yield from at_least(0, alert=value.alert, reserve=value.reserve, intel=value.intel)
    yield from _alert(value)
    yield from _crew(value)
    for field, ally in (("characters", False), ("allies", True)):
        names: tuple[str, ...] = getattr(value, field)
        yield from exist(field, "ally" if ally else "team_member", names, known)
        yield from once(field, "card", names)
    for field in ("selected", "available"):
        yield from exist(field, "unit", getattr(value, field), known)
    for unit in value.available:
        if unit not in value.selected:
            yield "available", not_selected(unit)
    yield from exist("ai_deck", "ai_card", value.ai_deck, known)
    yield from once("ai_deck", "AI card", value.ai_deck)
    if not value.openings:
        yield "openings", Message("content.no_opening", "a mission needs an opening")
    if not value.victory:
        yield "victory", Message("content.no_victory", "a mission needs a way to win")
    yield from once("steps", "step", [step.id for step in value.steps])
    yield from once("doors, containers, consoles, neutrals", "element", element_ids(value))


def _alert(value: content.Mission) -> Iterator[Fault]:
    """Yield a fault for an Initial Alert Level beyond the track (R-259)."""
    if value.alert > HIGHEST:
        yield "alert", Message("fault.above", "{value} is above {limit}", value=value.alert, limit=HIGHEST)


def _crew(value: content.Mission) -> Iterator[Fault]:
    """Yield a fault unless the players control exactly four Characters (R-003)."""
    if len(value.characters) != CREW:
        yield (
            "characters",
            Message(
                "content.crew",
                "{count} Characters, and the players control {crew} (R-003)",
                count=len(value.characters),
                crew=CREW,
            ),
        )


def _deployed(value: content.MissionUnit, known: Known) -> Iterator[Fault]:
    yield from at_least(0, face=value.face)
    if known.mission is not None and value.unit not in known.mission.selected:
        yield "unit", not_selected(value.unit)


def _container(value: content.MissionContainer, known: Known) -> Iterator[Fault]:
    return at_least(1, loot=value.loot)


def _console(value: content.MissionConsole, known: Known) -> Iterator[Fault]:
    if not value.inputs:
        yield "inputs", Message("content.no_input", "a Console needs an input")


def _input(value: content.ConsoleInput, known: Known) -> Iterator[Fault]:
    return symbols("symbols", value.symbols)


def _neutral(value: content.MissionNeutral, known: Known) -> Iterator[Fault]:
    return exist("card", "ally", (value.card,), known)


def people(mission: content.Mission) -> set[str]:
    """Return every Character and Ally that can take part."""
    return {*mission.characters, *mission.allies, *(neutral.card for neutral in mission.neutrals)}


def _flags(mission: content.Mission) -> set[str]:
    return {effect.flag for effect in held(mission) if isinstance(effect, content.SetFlag)}


def _step(value: content.Step, known: Known) -> Iterator[Fault]:
    mission = known.mission
    if mission is None:
        return
    yield from one_of("opened", value.opened, [door.id for door in mission.doors])
    yield from one_of("searched", value.searched, [container.id for container in mission.containers])
    yield from one_of("joined", value.joined, [neutral.card for neutral in mission.neutrals])
    yield from one_of("eliminated", value.eliminated, mission.selected)
    yield from one_of("standing", value.standing, {*people(mission), "*"})
    if value.standing or value.zone:
        yield from one_of("zone", (value.zone,), mission.zones)
    if not mission.abilities:
        yield from one_of("flags", value.flags, _flags(mission))
    if not any((value.opened, value.searched, value.joined, value.flags, value.eliminated, value.standing)):
        yield "id", Message("content.step", "step {id!r} has no requirement", id=value.id)


def _trigger(value: content.Trigger, known: Known) -> Iterator[Fault]:
    fact, _, name = value.on.partition(" ")
    yield from one_of("on", (fact,), TRIGGERS)
    mission = known.mission
    if mission is None or fact not in TRIGGERS:
        return
    there: dict[str, Collection[str]] = {
        "door_opened": [door.id for door in mission.doors],
        "ally_joined": [neutral.card for neutral in mission.neutrals],
        "container_opened": [container.id for container in mission.containers],
        "console_completed": [console.id for console in mission.consoles],
        "unit_deployed": mission.selected,
        "unit_eliminated": mission.selected,
        "activation_ended": people(mission),
        "flag": _flags(mission),
    }
    if fact in EVERY_TIME and not name:
        return
    if fact in NUMBERED:
        if not name.isdigit() or int(name) < 1:
            yield "on", Message("content.count", "{name!r} is not a whole number from 1 on", name=name)
    elif name not in there[fact] and not (fact == "flag" and mission.abilities):
        yield (
            "on",
            Message("content.no_fact", "the mission has nothing called {name!r} for {fact}", name=name, fact=fact),
        )


def _condition(value: content.Condition, known: Known) -> Iterator[Fault]:
    yield from one_of("when", (value.when,), CONDITION_TIMES)
    yield from at_least(1, after_round=value.after_round)
    mission = known.mission
    if mission is None:
        return
    yield from one_of("standing", value.standing, {*people(mission), "*"})
    yield from one_of("unconscious", value.unconscious, people(mission))
    yield from one_of("eliminated", value.eliminated, mission.selected)
    if value.standing or value.zone:
        yield from one_of("zone", (value.zone,), mission.zones)
    if not mission.abilities:
        yield from one_of("flags", value.flags, _flags(mission))
    if not (value.standing or value.flags or value.eliminated or value.unconscious or value.after_round):
        yield "id", Message("content.condition", "condition {id!r} has no requirement", id=value.id)


MISSION_CHECKS: Checks = {
    content.Mission: _mission,
    content.MissionUnit: _deployed,
    content.MissionContainer: _container,
    content.MissionConsole: _console,
    content.ConsoleInput: _input,
    content.MissionNeutral: _neutral,
    content.Step: _step,
    content.Trigger: _trigger,
    content.Condition: _condition,
}
