"""Valid campaigns: missions, people, areas, Upgrades, recipes and the track that exist."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.shared import (
    MARKETS,
    Checks,
    Fault,
    Known,
    at_least,
    exist,
    once,
    one_of,
    symbols,
)

SAMPLES = ("biological", "tech")
CHEAPER = ("recipes", "software")
ROLLS = ("", "engineering", "medicine")


def _boon(value: content.Boon, known: Known) -> Iterator[Fault]:
    yield from one_of("roll", (value.roll,), ROLLS)
    yield from exist("dice", "die", value.dice, known)
    yield from one_of("cheaper", value.cheaper, CHEAPER)
    yield from one_of("keeps", value.keeps, SAMPLES)
    yield from one_of("sample", (value.sample,), ("", *SAMPLES))
    yield from at_least(0, discount=value.discount, focused=value.focused, covers=value.covers, reroll=value.reroll)


def _upgrade(value: content.Upgrade, known: Known) -> Iterator[Fault]:
    yield from at_least(1, value=value.value)
    yield from _boon(value, known)


def _recipe(value: content.Recipe, known: Known) -> Iterator[Fault]:
    if (value.software is None) == (not value.item):
        yield "item", Message("content.recipe", "a recipe makes an Equipment card or a program: one of the two")
    yield from exist("item", "equipment", (value.item,) if value.item else (), known)
    yield from at_least(0, biological=value.biological, tech=value.tech, software=value.software)


def _area(value: content.Area, known: Known) -> Iterator[Fault]:
    return at_least(1, spaces=value.spaces)


def _campaign(value: content.Campaign, known: Known) -> Iterator[Fault]:
    areas, upgrades = [one.id for one in value.areas], [one.id for one in value.upgrades]
    yield from exist("missions", "mission", (*value.missions, *(one.mission for one in value.terms)), known)
    yield from exist("jump", "mission", (value.jump,) if value.jump else (), known)
    yield from exist("characters", "character", (*value.characters, *value.crew), known)
    yield from exist("members", "character", (one.id for one in value.members), known)
    for field, ids in (("missions", value.missions), ("areas", areas), ("upgrades", upgrades)):
        yield from once(field, field.removesuffix("s"), ids)
    if not value.missions:
        yield "missions", Message("content.no_missions", "a campaign needs a mission")
    if len(value.characters) < value.size:
        yield (
            "size",
            Message(
                "content.team_size",
                "{size} Characters make the team, and only {number} are named",
                size=value.size,
                number=len(value.characters),
            ),
        )
    named = (area for member in value.members for area in member.areas)
    wider = (area for upgrade in value.upgrades for area in upgrade.spaces)
    yield from one_of("areas", (*named, *wider, *(one.area for one in value.recipes)), areas)
    yield from one_of("recipes", (one.upgrade for one in value.recipes), upgrades)
    yield from one_of("market", (value.market,), MARKETS)
    yield from at_least(1, size=value.size, copies=value.copies, specialties=value.specialties)
    for position in value.track:
        if position not in known.ids.get("die", ()):
            yield from symbols("track", position)


CAMPAIGN_CHECKS: Checks = {
    content.Boon: _boon,
    content.Upgrade: _upgrade,
    content.Recipe: _recipe,
    content.Area: _area,
    content.Campaign: _campaign,
}
