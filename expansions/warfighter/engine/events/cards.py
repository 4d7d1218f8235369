"""Events of Locations, the Objective, Event cards and Supports."""

from __future__ import annotations

from .base import Happened, Part, Rules


class LocationsSeen(Happened, frozen=True, tag="locations_seen"):
    """A Soldier looked at Locations, to choose one or to put them in order."""

    soldier: str
    count: int
    source: str
    rules: Rules = ()


class LocationPlaced(Happened, frozen=True, tag="location_placed"):
    """A Location was placed. `rp` are those of the team in play, `number` the XP of Hostiles that come."""

    location: str
    space: int
    soldier: str
    rp: int
    number: tuple[Part, ...]
    rules: Rules = ("W-048", "W-049", "W-067", "W-127", "W-128")


class LocationRefused(Happened, frozen=True, tag="location_refused"):
    """A Location that its Soldier could not pay for was discarded."""

    location: str
    soldier: str
    cost: int
    rules: Rules = ("W-127",)


class ObjectiveActivated(Happened, frozen=True, tag="objective_activated"):
    soldier: str
    rules: Rules = ("W-051", "W-129")


class Progressed(Happened, frozen=True, tag="progressed"):
    """The Objective's progress grew. `soldier` is "" where it stands without an act."""

    progress: int
    by: int
    need: int
    soldier: str = ""
    rules: Rules = ("W-130",)


class PrizeTaken(Happened, frozen=True, tag="prize_taken"):
    soldier: str
    rules: Rules = ("W-130", "W-131")


class PrizeDropped(Happened, frozen=True, tag="prize_dropped"):
    space: int
    rules: Rules = ("W-131",)


class EventDrawn(Happened, frozen=True, tag="event_drawn"):
    """An Event was drawn. `idle`: it has no effect now."""

    card: str
    idle: bool = False
    rules: Rules = ("W-070", "W-155")


class SupportCalled(Happened, frozen=True, tag="support_called"):
    """A Support was called. `once`: it acts now and is discarded. `space` is its target, if that is a space."""

    support: str
    target: str = ""
    once: bool = False
    rules: Rules = ("W-070", "W-133", "W-156")
    space: int = -1


class SupportUsed(Happened, frozen=True, tag="support_used"):
    support: str
    rules: Rules = ("W-156",)


class SupportKept(Happened, frozen=True, tag="support_kept"):
    support: str
    rules: Rules = ("W-022", "W-133")


class SupportDiscarded(Happened, frozen=True, tag="support_discarded"):
    support: str
    rules: Rules = ("W-022", "W-133")
