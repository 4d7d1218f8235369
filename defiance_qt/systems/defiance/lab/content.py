"""The check of content for its author: all that the catalog, the missions' soundness and the texts have to say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Plugins
from defiance_qt.lab.tools import Examined
from defiance_qt.systems.defiance.engine.catalog import Catalog, content_faults, read_unchecked
from defiance_qt.systems.defiance.engine.checks.abilities import vocabulary
from defiance_qt.systems.defiance.engine.content import KINDS
from defiance_qt.systems.defiance.engine.dice import Dice
from defiance_qt.systems.defiance.engine.soundness.faults import soundness_faults
from defiance_qt.systems.defiance.engine.soundness.idle import idle_faults
from defiance_qt.systems.defiance.engine.texts import text_keys


def examine(content: Mapping[str, bytes], files: Collection[str], plugins: Plugins) -> Examined:
    """Return the faults of all content, the text keys and the missions of the given files. Whether missions can be
    played and cards can matter is only looked at when the content has no other fault."""
    abilities = plugins.contributed("contribute_abilities")
    faults = content_faults(content, vocabulary=vocabulary(abilities))
    try:
        catalog = read_unchecked(content)
    except ContentError:
        return Examined(faults, (), ())
    if not faults:
        # A lesson lays its table by commands, which bring its cards into play.
        lessons = {catalog.sources["lessons", id] for id in catalog.lessons}
        idle = (fault for fault in idle_faults(catalog, abilities) if fault.values["file"] not in lessons)
        faults = (*soundness_faults(catalog), *idle)
    own = only(catalog, files)
    needed = {*text_keys(_without_lessons(own)), *_lesson_keys(own)} - set(text_keys(only(catalog, ())))
    return Examined(faults, tuple(sorted(needed)), tuple(own.missions), tuple(sorted({*_optional_keys(own)} - needed)))


def _optional_keys(own: Catalog) -> Iterator[str]:
    """Yield the keys that are looked up but may be without a text: short names, letters of tokens, what a Character is
    for, names of lessons, and those of the built-in cards, whose texts a plugin may replace."""
    for kind in ("characters", "units"):
        for id in getattr(own, kind):
            yield from (f"{kind.removesuffix('s')}.{id}.{part}" for part in ("short", "initials"))
    yield from (f"character.{id}.role" for id in own.characters)
    yield from (f"state.{id}.short" for id in own.states)
    for id in own.lessons:
        yield from (f"lesson.{id}.{part}" for part in ("name", "text", "brief", "reason"))
    for id, guide in own.guides.items():
        yield from (f"lesson.{id}.{part}" for part in ("name", "text", "brief", "reason"))
        yield from (f"lesson.{id}.step.{step.id}" for step in guide.steps)
    yield from text_keys(own)


def _without_lessons(own: Catalog) -> Catalog:
    """Return a catalog without the positions of lessons, of which the window shows only name and story."""
    files = {own.sources["lessons", id] for id in own.lessons}
    sources = own.sources
    return msgspec.structs.replace(
        own,
        missions={id: card for id, card in own.missions.items() if sources["missions", id] not in files},
        tiles={id: tile for id, tile in own.tiles.items() if sources["tiles", id] not in files},
    )


def _lesson_keys(own: Catalog) -> Iterator[str]:
    for id, lesson in own.lessons.items():
        yield from (f"mission.{lesson.mission}.name", f"mission.{lesson.mission}.story", f"lesson.{id}.reason")


def only(catalog: Catalog, files: Collection[str]) -> Catalog:
    """Return what these files hold of a catalog. Dice and rolls are cards of the kinds "dice" and "rolls"."""
    sources = catalog.sources
    kinds = {
        kind: {id: card for id, card in getattr(catalog, kind).items() if sources[kind, id] in files} for kind in KINDS
    }
    dice = {id: die for id, die in catalog.dice.dice.items() if sources["dice", id] in files}
    rolls = {id: pool for id, pool in catalog.dice.rolls.items() if sources["rolls", id] in files}
    return msgspec.structs.replace(catalog, dice=Dice(dice, rolls), **kinds)
