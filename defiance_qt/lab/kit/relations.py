"""How a plugin stands to the others: its id, what it requires, what it conflicts with, cycles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from defiance_qt.core.errors import Message
from defiance_qt.extend.found import BUILT_IN, Found
from defiance_qt.extend.manifest import FILE
from defiance_qt.extend.versions import requirement, within
from defiance_qt.lab.kit.findings import Finding


def relation_faults(own: Found, others: Mapping[str, Found]) -> Iterator[Finding]:
    """Yield the faults of a plugin's manifest that show only beside the other plugins. `others` are those that there
    are besides, by id."""
    manifest = own.manifest
    assert manifest is not None
    if own.id in others and others[own.id].folder.parent == BUILT_IN:
        yield _at("id", Message("check.built_in", "the program has a game system {name!r} of its own", name=own.id))
    yield from _system_faults(own, others)
    required = {}
    for text in manifest.requires:
        id, limits = requirement(text)
        required[id] = limits
        yield from (_at(f"requires {text}", why) for why in _requirement_faults(own, id, limits, others))
    for text in manifest.conflicts:
        id, limits = requirement(text)
        if id == own.id:
            yield _at(f"conflicts {text}", Message("check.itself", "that is this plugin itself"))
        elif id in required and _overlaps(others.get(id), limits):
            yield _at(f"conflicts {text}", Message("check.both", "it is required too"))


def _at(key: str, why: Message) -> Finding:
    return Finding(FILE, key, why)


def _system_faults(own: Found, others: Mapping[str, Found]) -> Iterator[Finding]:
    systems = {one.system: one for one in others.values() if one.system and one.id != own.id}
    assert own.manifest is not None
    for system in own.manifest.systems:
        if own.manifest.kind == "system" and system in systems:
            yield _at(
                "systems",
                Message(
                    "fault.same_system",
                    "the plugin {name!r} provides the game system {system!r} already",
                    name=systems[system].id,
                    system=system,
                ),
            )
        elif own.manifest.kind != "system" and system not in systems:
            yield _at("systems", Message("check.no_system", "there is no game system {name!r}", name=system))


def _requirement_faults(own: Found, id: str, limits: str, others: Mapping[str, Found]) -> Iterator[Message]:
    if id == own.id:
        yield Message("check.itself", "that is this plugin itself")
        return
    other = others.get(id)
    if other is None or other.manifest is None:
        yield Message("plugin.absent", "There is no plugin {name!r}.", name=id)
    elif not within(other.manifest.version, limits):
        yield Message(
            "check.version", "the plugin {name!r} has the version {version}", name=id, version=other.manifest.version
        )
    elif own.id in _reached(id, others):
        yield Message("check.cycle", "the plugin {name!r} requires this one in turn", name=id)


def _reached(id: str, others: Mapping[str, Found]) -> set[str]:
    """Return the ids of what a plugin requires, directly or not."""
    known: set[str] = set()
    waiting = [id]
    while waiting:
        one = others.get(waiting.pop())
        if one is not None and one.manifest is not None:
            fresh = {requirement(text)[0] for text in one.manifest.requires} - known
            known |= fresh
            waiting += fresh
    return known


def _overlaps(other: Found | None, limits: str) -> bool:
    return other is None or other.manifest is None or within(other.manifest.version, limits)
