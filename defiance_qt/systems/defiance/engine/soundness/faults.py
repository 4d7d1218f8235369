"""What is wrong with a mission that can be read but not played as written: each fault with its key and reason.

A check is a function from what is possible to faults, listed in `SOUND`; a new one needs only a line there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.catalog import in_mission
from defiance_qt.systems.defiance.engine.checks.shared import Fault, held
from defiance_qt.systems.defiance.engine.content import Condition, Mission, OpenDoors
from defiance_qt.systems.defiance.engine.soundness.possible import Possible, missing_symbols, possible

SHOWN = 12
"""How many spaces a fault names."""
EVERYBODY = "*"


def soundness_faults(catalog: Catalog) -> tuple[Message, ...]:
    """Return the faults of all missions, each with its file, mission and key. The catalog has no others. The mission
    in the file of a lesson is only a position to try, so it may be endless."""
    return tuple(
        in_mission(catalog, id, path, fault)
        for id, mission in catalog.missions.items()
        if not _of_lesson(catalog, id)
        for path, fault in mission_faults(catalog, mission)
    )


def unsound(catalog: Catalog, missions: Iterable[str], files: Collection[str]) -> tuple[Message, ...]:
    """Return the faults of those of the missions that these files hold or add to."""
    added = {addition.mission for file, addition in catalog.additions if file in files}
    return tuple(
        in_mission(catalog, id, path, fault)
        for id in missions
        if catalog.sources["missions", id] in files or id in added
        for path, fault in mission_faults(catalog, catalog.missions[id])
    )


def _of_lesson(catalog: Catalog, mission: str) -> bool:
    file = catalog.sources["missions", mission]
    return any(
        lesson.mission == mission and catalog.sources["lessons", id] == file for id, lesson in catalog.lessons.items()
    )


def mission_faults(catalog: Catalog, mission: Mission) -> Iterator[Fault]:
    """Yield the faults of a mission as (path, message). The catalog has accepted it."""
    found = possible(catalog, mission, catalog.board(mission.id))
    for check in SOUND:
        yield from check(found)


def _spaces(found: Possible, mask: int) -> str:
    cells = cells_of(mask)
    names = ", ".join(found.board.origin(cell) for cell in cells[:SHOWN])
    return names if len(cells) <= SHOWN else f"{names} …"


def _unreachable_spaces(found: Possible) -> Iterator[Fault]:
    """Yield a fault for the spaces that no figure of the team can ever walk to."""
    lost = found.board.spaces & ~found.board.blocked & ~found.reached
    if lost:
        yield (
            "tiles, doors",
            Message(
                "content.unreachable",
                "{count} spaces cannot be reached from the deployment: {spaces}",
                count=lost.bit_count(),
                spaces=_spaces(found, lost),
            ),
        )


def _unreachable_zones(found: Possible) -> Iterator[Fault]:
    for name, spaces in found.mission.zones.items():
        if not found.board.mask(spaces) & found.reached:
            yield f"zones.{name}", Message("content.zone_unreachable", "no space of the zone can be reached")


def _unreachable_elements(found: Possible) -> Iterator[Fault]:
    """Yield a fault for each element that nobody of the team can come into Contact with."""
    mission = found.mission
    elements = [("containers", one.id, one.space) for one in mission.containers]
    elements += [("consoles", one.id, one.space) for one in mission.consoles]
    elements += [("neutrals", one.card, one.space) for one in mission.neutrals]
    for field, id, space in elements:
        if not found.near(space):
            yield (
                field,
                Message("content.element_unreachable", "{id!r} on {space} cannot be reached", id=id, space=space),
            )
    for door in mission.doors:
        if not found.beside(door.id):
            yield (
                "doors",
                Message(
                    "content.element_unreachable", "{id!r} on {space} cannot be reached", id=door.id, space=door.side
                ),
            )


def _locked_doors(found: Possible) -> Iterator[Fault]:
    """Yield a fault for each Security Door that no effect of the mission ever opens (R-127)."""
    if found.mission.abilities:
        return
    named = {door for part in held(found.mission) if isinstance(part, OpenDoors) for door in part.doors}
    for door in found.mission.doors:
        if not door.security or found.opens(door.id):
            continue
        if door.id in named:
            yield (
                "doors",
                Message(
                    "content.locked_door",
                    "the effects that open the Security Door {id!r} can never happen",
                    id=door.id,
                ),
            )
        else:
            yield "doors", Message("content.locked_for_good", "nothing opens the Security Door {id!r}", id=door.id)


def _endless_inputs(found: Possible) -> Iterator[Fault]:
    """Yield a fault for each input that needs a symbol which no die shows at a Console (R-133, R-134)."""
    for index, console in enumerate(found.mission.consoles):
        for number, one in enumerate(console.inputs):
            lacking = missing_symbols(one.symbols, found.symbols)
            if lacking:
                yield (
                    f"consoles[{index}].inputs[{number}].symbols",
                    Message(
                        "content.endless_input",
                        "no roll at the Console {id!r} shows {symbols}, so the input is never completed",
                        id=console.id,
                        symbols=", ".join(lacking),
                    ),
                )


def _idle_triggers(found: Possible) -> Iterator[Fault]:
    for number, trigger in enumerate(found.mission.triggers):
        if number not in found.triggers:
            yield (
                f"triggers[{number}].on",
                Message("content.idle_trigger", "{fact!r} can never happen", fact=trigger.on),
            )


def _hopeless_conditions(found: Possible) -> Iterator[Fault]:
    """Yield a fault for each condition that can never be met, and for a mission without one that can be won."""
    won = 0
    for field in ("victory", "defeat"):
        for index, condition in enumerate(getattr(found.mission, field)):
            reasons = list(_hindrances(found, condition))
            won += field == "victory" and not reasons
            yield from ((f"{field}[{index}].{part}", why) for part, why in reasons)
    if not won:
        yield "victory", Message("content.never_won", "no victory can ever be reached")


def _hindrances(found: Possible, condition: Condition) -> Iterator[Fault]:
    """Yield why a condition can never be met. Parts that are not looked at here count as possible."""
    for flag in condition.flags:
        if not found.holds((flag,)):
            yield "flags", Message("content.flag_never", "the flag {flag!r} is never set", flag=flag)
    for unit in condition.eliminated:
        if unit not in found.units:
            yield "eliminated", Message("content.unit_never", "{unit!r} never enters play", unit=unit)
    standing = [id for id in condition.standing if id != EVERYBODY]
    figures = len({*standing, *(found.mission.characters if EVERYBODY in condition.standing else ())})
    room = (found.board.mask(found.mission.zones.get(condition.zone, ())) & found.reached).bit_count()
    if condition.standing and room < figures:
        yield (
            "zone",
            Message(
                "content.zone_small",
                "{figures} figures have to stand in the zone {zone!r}, and {room} of its spaces can be reached",
                figures=figures,
                zone=condition.zone,
                room=room,
            ),
        )
    for neutral in found.mission.neutrals:
        if neutral.card in {*standing, *condition.unconscious} and not found.near(neutral.space):
            yield (
                "standing" if neutral.card in standing else "unconscious",
                Message("content.never_joins", "{id!r} cannot be reached and never joins", id=neutral.card),
            )


def _endless_missions(found: Possible) -> Iterator[Fault]:
    """Yield a fault for a mission that no Round ends, won or lost: it could go on for ever."""
    ends = (*found.mission.victory, *found.mission.defeat)
    if not any(one.after_round is not None and not _more(one) for one in ends):
        yield "defeat", Message("content.no_last_round", "no Round ends the mission, so it may never end")


def _more(condition: Condition) -> bool:
    """Check whether a condition needs more than a Round."""
    plain = Condition(id=condition.id, after_round=condition.after_round, when=condition.when)
    return condition != plain


SOUND: tuple[Callable[[Possible], Iterator[Fault]], ...] = (
    _unreachable_spaces,
    _unreachable_zones,
    _unreachable_elements,
    _locked_doors,
    _endless_inputs,
    _idle_triggers,
    _hopeless_conditions,
    _endless_missions,
)
"""All checks, in the order of their faults."""
