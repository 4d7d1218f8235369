"""Events of the team's attacks."""

from __future__ import annotations

from .base import Happened, Part, Rules


class Fired(Happened, frozen=True, tag="fired"):
    """An attack was made: its dice, and the parts of hit number, die, Cover and cover die. `quiet`: the cover roll is a
    6 without a die. `sure` dice hit whatever they show."""

    soldier: str
    kind: str
    weapon: str
    target: str
    mode: int
    range: int
    dice: int
    hit: tuple[Part, ...]
    die: tuple[Part, ...]
    cover: tuple[Part, ...]
    pierce: tuple[Part, ...]
    quiet: bool = False
    sure: int = 0
    rules: Rules = ("W-028", "W-029", "W-030")


class ShotsResolved(Happened, frozen=True, tag="shots_resolved"):
    """The dice of an attack: natural d10s and cover die, needed and reached numbers, the Suppressed tokens that went
    with killed figures (`freed`), and the result of each die
    ("kill", "suppress", "hit" on the Objective, "")."""

    soldier: str
    target: str
    dice: tuple[int, ...]
    cover_die: int
    hit: int
    die: int
    cover: int
    pierce: int
    results: tuple[str, ...]
    killed: int = 0
    suppressed: int = 0
    freed: int = 0
    rules: Rules = ("W-031", "W-033", "W-035", "W-036", "W-037", "W-114", "W-116", "W-117")


class Engaged(Happened, frozen=True, tag="engaged"):
    """A Soldier's Hand-to-Hand token lies on a Hostile card."""

    soldier: str
    hostile: str
    rules: Rules = ("W-040", "W-120")


class HostileKilled(Happened, frozen=True, tag="hostile_killed"):
    """Figures of a Hostile card were killed without a roll. `freed` Suppressed tokens went with them."""

    hostile: str
    figures: int
    freed: int
    source: str
    rules: Rules = ("W-035",)


class HostileSuppressed(Happened, frozen=True, tag="hostile_suppressed"):
    """Figures of a Hostile card were suppressed without a roll."""

    hostile: str
    tokens: int
    source: str
    rules: Rules = ("W-036",)


class HostileRecovered(Happened, frozen=True, tag="hostile_recovered"):
    """Suppressed tokens left a Hostile card: in step 4, by another card, or by an Event."""

    hostile: str
    tokens: int
    source: str = ""
    rules: Rules = ("W-061",)


class HostileGone(Happened, frozen=True, tag="hostile_gone"):
    """A Hostile card left play: its last figure was killed, or it left."""

    hostile: str
    killed: bool = True
    soldier: str = ""
    rules: Rules = ("W-035", "W-139")
