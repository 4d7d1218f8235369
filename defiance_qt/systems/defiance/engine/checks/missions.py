"""Valid contents of a mission: its decks, elements, triggers and conditions. Uses shared.py.

Spaces are checked where the board is built (catalog.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.conditions import asks, requirement
from defiance_qt.systems.defiance.engine.checks.names import fact_faults, joining, people
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
CONDITION_TIMES = ("activation", "round")
SIDES = ("", "team", "enemy")


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
    yield from _at_the_start(value)
    yield from exist("ai_deck", "ai_card", value.ai_deck, known)
    yield from once("ai_deck", "AI card", value.ai_deck)
    if not value.openings:
        yield "openings", Message("content.no_opening", "a mission needs an opening")
    if not value.victory:
        yield "victory", Message("content.no_victory", "a mission needs a way to win")
    yield from once("steps", "step", [step.id for step in value.steps])
    yield from once("hidden", "hidden set", [hidden.id for hidden in value.hidden])
    yield from once("results", "result", [result.id for result in value.results])
    yield from one_of("zone_rules", value.zone_rules, value.zones)
    yield from one_of("actions", value.actions, people(value))
    yield from _sizes(value)
    yield from once("doors, containers, consoles, neutrals", "element", element_ids(value))


def _at_the_start(value: content.Mission) -> Iterator[Fault]:
    """Yield a fault for each Available Unit that an opening puts on the board: a card is in one place (R-015)."""
    for name, opening in value.openings.items():
        for one in opening.deployed:
            if one.unit in value.available:
                yield (
                    f"openings.{name}",
                    Message(
                        "content.deployed_and_available",
                        "{unit!r} is on the board from the start, so it cannot be Available",
                        unit=one.unit,
                    ),
                )


def _alert(value: content.Mission) -> Iterator[Fault]:
    """Yield a fault for an Initial Alert Level beyond the track (R-259)."""
    if value.alert > HIGHEST:
        yield "alert", Message("fault.above", "{value} is above {limit}", value=value.alert, limit=HIGHEST)


def _sizes(value: content.Mission) -> Iterator[Fault]:
    """Yield a fault unless the groups have room for the whole team."""
    sizes = [group.size for group in value.groups]
    if value.groups and None not in sizes and sum(size or 0 for size in sizes) < len(value.characters):
        yield (
            "groups",
            Message("content.groups", "the groups have room for {count} Characters", count=sum(s or 0 for s in sizes)),
        )


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


def _step(value: content.Step, known: Known) -> Iterator[Fault]:
    yield from requirement(value, known)
    mission = known.mission
    if mission is None:
        return
    yield from one_of("opened", value.opened, [door.id for door in mission.doors])
    yield from one_of("searched", value.searched, [container.id for container in mission.containers])
    yield from one_of("joined", value.joined, joining(mission))
    if not asks(value):
        yield "id", Message("content.step", "step {id!r} has no requirement", id=value.id)


def _trigger(value: content.Trigger, known: Known) -> Iterator[Fault]:
    yield from fact_faults("on", value.on, known)
    if known.mission is not None:
        units = known.mission.selected
        yield from one_of("by", (value.by,), {*SIDES, *people(known.mission), *units})
    if value.on == "set_up":
        for effect in held(value.effects):
            if isinstance(effect, content.RandomEffects | content.Reveal | content.EndMission | content.Test):
                yield "effects", Message("content.set_up", "{effect!r} needs a game in progress", effect=_tag(effect))


def _tag(effect: object) -> str:
    return str(type(effect).__struct_config__.tag)  # type: ignore[attr-defined]


def _condition(value: content.Condition, known: Known) -> Iterator[Fault]:
    yield from one_of("when", (value.when,), CONDITION_TIMES)
    yield from requirement(value, known)
    if not asks(value):
        yield "id", Message("content.condition", "condition {id!r} has no requirement", id=value.id)


def _counter(value: content.Counter, known: Known) -> Iterator[Fault]:
    yield from at_least(0, start=value.start, most=value.most)
    if value.threat and not value.most:
        yield "most", Message("content.no_gauge", "a counter that threatens the players needs its largest value")


def _hidden(value: content.HiddenSet, known: Known) -> Iterator[Fault]:
    if not value.on or not value.tokens:
        yield "tokens", Message("content.no_token", "a hidden set needs places and tokens")


def _group(value: content.Group, known: Known) -> Iterator[Fault]:
    yield from at_least(1, size=value.size)
    if known.mission is not None:
        yield from one_of("spaces", value.spaces, known.mission.deployment)


def _fixed(value: content.Fixed, known: Known) -> Iterator[Fault]:
    if known.mission is not None:
        yield from one_of("card", (value.card,), known.mission.allies)
        if value.area or not value.space:
            yield from one_of("area", (value.area,), known.mission.zones)


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
    content.Requirement: requirement,
    content.Counter: _counter,
    content.HiddenSet: _hidden,
    content.Group: _group,
    content.Fixed: _fixed,
}
