"""Campaigns: the missions in order, the ship, its crew and Upgrades, recipes, the track of the Minotaur Engines."""

from __future__ import annotations

import msgspec

from defiance_qt.systems.defiance.engine.content.base import Value
from defiance_qt.systems.defiance.engine.content.effects import Effect
from defiance_qt.systems.defiance.engine.content.missions import Result


class Boon(Value, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a member of the crew in its area, or an Upgrade, does between missions and as the next one begins.

    `dice`, `reroll`: added to each Simple Roll of kind `roll` ("medicine", "engineering"). `discount`: Intel Packs that
    one purchase of the step costs less. `cheaper`: Tech Samples that recipes ("recipes") or programs ("software") cost
    less. `sample`: "biological" or "tech", taken once a step in place of the dice. `focused`: Characters that start the
    next mission Focused. `start`: effects as it begins. `intercepts`: tokens that its Reserve loses first. `keeps`:
    Samples of a kind that are not lost. `spaces`: further spaces of an area. `covers`: positions of the track. `mends`:
    Consequences of Remotes go without a roll. `foresees`: the next mission's first event is told before it begins.
    A member helps from the end of the crew step to the end of the next mission (R-286): too late for `spaces`, and not
    long enough for `covers`.
    """

    roll: str = ""
    dice: tuple[str, ...] = ()
    reroll: int = 0
    discount: int = 0
    cheaper: dict[str, int] = msgspec.field(default_factory=dict)
    sample: str = ""
    focused: int = 0
    start: tuple[Effect, ...] = ()
    intercepts: int = 0
    keeps: dict[str, int] = msgspec.field(default_factory=dict)
    spaces: dict[str, int] = msgspec.field(default_factory=dict)
    covers: int = 0
    mends: bool = False
    foresees: bool = False


class Area(Value, frozen=True, forbid_unknown_fields=True):
    """An area of the ship and its spaces for crew tokens (R-287). `cures`: Consequences are treated here (R-294)."""

    id: str
    spaces: int
    cures: bool = False


class CrewMember(Value, frozen=True, forbid_unknown_fields=True):
    """The effects of a member of the crew, by area (R-286)."""

    id: str
    areas: dict[str, Boon]


class Upgrade(Boon, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Defiance Upgrade card (R-306): its price, the mission after which it can be built."""

    id: str
    value: int
    after: int = 0


class Recipe(Value, frozen=True, forbid_unknown_fields=True):
    """What an Upgrade lets one make of Samples in an area (R-298): an Equipment card, or any program up to a value
    (`software`; 0 is no limit). `after` is the mission after which it is known."""

    id: str
    upgrade: str
    area: str
    item: str = ""
    software: int | None = None
    biological: int = 0
    tech: int = 0
    after: int = 0


class Terms(Value, frozen=True, forbid_unknown_fields=True):
    """What a mission means in the campaign beyond its own card: Intel Packs for each Character, further lines of its
    result, and what follows when it is accepted as lost: effects, and so many wrecked areas. With `companion` one of
    the crew comes too."""

    mission: str
    intel: int = 0
    wrecks: int = 0
    companion: bool = False
    results: tuple[Result, ...] = ()
    lost: tuple[Effect, ...] = ()


class Campaign(Value, frozen=True, forbid_unknown_fields=True):
    """A campaign (R-280…R-310). `size` of the `characters` make the team. `crew` is aboard from the start. `levels` are
    the levels of Specialties open after each mission (R-301), the last also after all later ones. `track` holds the
    dice and symbols of the Minotaur Engines from the left (R-291); the jump follows the mission `jump` (R-292), and
    with it the market opens that sells cards of `market`. `copies` are the copies of each Equipment card."""

    id: str
    missions: tuple[str, ...]
    characters: tuple[str, ...]
    size: int
    areas: tuple[Area, ...]
    crew: tuple[str, ...] = ()
    members: tuple[CrewMember, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    terms: tuple[Terms, ...] = ()
    levels: tuple[int, ...] = (1,)
    track: tuple[str, ...] = ()
    jump: str = ""
    market: str = ""
    copies: int = 2
    specialties: int = 8


class CampaignAddition(Value, frozen=True, forbid_unknown_fields=True):
    """An addition of further content to an existing campaign: Characters that its players may choose (R-280), and what
    they and others do aboard (R-286)."""

    campaign: str
    characters: tuple[str, ...] = ()
    members: tuple[CrewMember, ...] = ()
