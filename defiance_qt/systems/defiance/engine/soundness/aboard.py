"""Upgrades, recipes and effects of the crew that can never matter: they do nothing, or come too late (R-286, R-306)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.shared import Fault, held
from defiance_qt.systems.defiance.engine.content import Boon, Campaign, Effect, Gain, Upgrade
from defiance_qt.systems.defiance.engine.soundness.brought import last_step, markets

UNREACHED = Message("content.idle_unreached", "nothing brings this card into play, so it can never matter")
EMPTY = Message("content.idle_empty", "nothing here has an effect, so it can never matter")
AWAY = Message(
    "content.idle_member",
    "a member of the crew helps from the end of the crew step to the end of the next mission, so this can never matter",
)


class Ship(NamedTuple):
    """A campaign as the checks see it. `acts` says whether one of some effects does something."""

    campaign: Campaign
    crew: frozenset[str]
    remotes: bool
    acts: Callable[[Iterable[Effect]], bool]

    def uses(self, kind: str) -> bool:
        """Check whether a recipe takes Samples of a kind (R-298)."""
        return any(getattr(recipe, kind, 0) for recipe in self.campaign.recipes)

    def makes(self, what: str) -> bool:
        """Check whether there are "recipes" or "software" whose Tech Samples can be fewer (R-296)."""
        return any(one.tech and (one.software is None) == (what == "recipes") for one in self.campaign.recipes)


def ship_of(catalog: Catalog, campaign: Campaign, acts: Callable[[Iterable[Effect]], bool]) -> Ship:
    crew = frozenset(_crew(catalog, campaign))
    return Ship(campaign, crew, any(card.remote for id, card in catalog.characters.items() if id in crew), acts)


def latest(ship: Ship, upgrade: Upgrade) -> int | None:
    """Return the number of the mission after which an Upgrade can be built at the latest to matter, None if it does
    nothing."""
    found = [until(ship.campaign) for does, until in USES if does(ship, upgrade)]
    if any(recipe.upgrade == upgrade.id for recipe in ship.campaign.recipes):
        found.append(_before_the_last(ship.campaign))
    return max(found, default=None)


def ship_faults(catalog: Catalog, campaign: Campaign, acts: Callable[[Iterable[Effect]], bool]) -> Iterator[Fault]:
    """Yield the faults of a campaign's Upgrades, recipes and crew as (path, message)."""
    ship = ship_of(catalog, campaign, acts)
    yield from _upgrades(ship)
    yield from _recipes(ship)
    for at, member in enumerate(campaign.members):
        if member.id not in ship.crew:
            yield f"members[{at}].id", UNREACHED
        for area, boon in member.areas.items():
            yield from _member(ship, boon, f"members[{at}].areas.{area}")


def _member(ship: Ship, boon: Boon, path: str) -> Iterator[Fault]:
    """Yield a fault for what a member of the crew does in an area to no effect. Tokens are placed before its effects
    begin, and the jump comes after they end (R-286, R-287, R-292)."""
    away = {"spaces": any(boon.spaces.values()), "covers": bool(boon.covers)}
    if any(away.values()):
        yield from ((f"{path}.{field}", AWAY) for field, there in away.items() if there)
    elif not any(does(ship, boon) for does, _ in USES):
        yield path, EMPTY


def _crew(catalog: Catalog, campaign: Campaign) -> Iterator[str]:
    """Yield who can be aboard: the team, the crew at the start, who joins in a mission before the last (R-150)."""
    yield from (*campaign.characters, *campaign.crew)
    for id in campaign.missions[:-1]:
        mission = catalog.missions.get(id)
        terms = [one for one in campaign.terms if one.mission == id]
        for part in held((mission, *terms)):
            if isinstance(part, Gain) and part.what == "crew" and part.amount > 0:
                yield part.id
        yield from (neutral.card for neutral in (mission.neutrals if mission else ()))


def _upgrades(ship: Ship) -> Iterator[Fault]:
    for at, upgrade in enumerate(ship.campaign.upgrades):
        until = latest(ship, upgrade)
        if until is None:
            yield f"upgrades[{at}]", EMPTY
        elif upgrade.after > until:
            yield f"upgrades[{at}].after", _late(upgrade.after)


def _recipes(ship: Ship) -> Iterator[Fault]:
    """Yield a fault for each recipe that is known too late, or whose Upgrade is built too late (R-298)."""
    built: dict[str, Upgrade] = {one.id: one for one in ship.campaign.upgrades}
    for at, recipe in enumerate(ship.campaign.recipes):
        known = max(recipe.after, built[recipe.upgrade].after + 1)
        if known > last_step(ship.campaign):
            yield f"recipes[{at}].after", _late(known)


def _late(after: int) -> Message:
    return Message("content.idle_late", "after mission {number} it comes too late ever to matter", number=after)


# ---- how long an Upgrade can be built in time ----


def _to_the_last(campaign: Campaign) -> int:
    """For what helps in the next mission, or in the step in which it is built."""
    return last_step(campaign)


def _before_the_last(campaign: Campaign) -> int:
    """For what helps in the Sickbay and the Workshop, which come before Upgrades are built (R-284)."""
    return last_step(campaign) - 1


def _twice_before(campaign: Campaign) -> int:
    """For what keeps Samples for the step after the next mission."""
    return last_step(campaign) - 2


def _before_the_jump(campaign: Campaign) -> int:
    """For what helps in the jump (R-292)."""
    return campaign.missions.index(campaign.jump)


def _rolls(kind: str) -> Callable[[Ship, Boon], object]:
    return lambda ship, boon: boon.roll == kind and (boon.dice or boon.reroll) and (kind == "medicine" or ship.remotes)


USES: tuple[tuple[Callable[[Ship, Boon], object], Callable[[Campaign], int]], ...] = (
    (_rolls("medicine"), _before_the_last),
    (_rolls("engineering"), _before_the_last),
    (lambda ship, boon: boon.mends and ship.remotes, _before_the_last),
    (lambda ship, boon: any(boon.spaces.values()), _before_the_last),
    (lambda ship, boon: any(less and ship.makes(what) for what, less in boon.cheaper.items()), _before_the_last),
    (lambda ship, boon: boon.sample and ship.uses(boon.sample), _before_the_last),
    (lambda ship, boon: any(room and ship.uses(kind) for kind, room in boon.keeps.items()), _twice_before),
    (lambda ship, boon: boon.discount and markets(ship.campaign), _to_the_last),
    (lambda ship, boon: boon.focused or boon.intercepts or boon.foresees, _to_the_last),
    (lambda ship, boon: ship.acts(boon.start), _to_the_last),
    (lambda ship, boon: boon.covers and ship.campaign.jump in ship.campaign.missions, _before_the_jump),
)
"""What an Upgrade or a member of the crew can do, and the number of the mission after which an Upgrade with it can be
built at the latest to matter."""
