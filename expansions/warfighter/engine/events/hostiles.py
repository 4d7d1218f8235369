"""Events of Hostile cards."""

from __future__ import annotations

from .base import Happened, Part, Rules


class HostileDrawn(Happened, frozen=True, tag="hostile_drawn"):
    """A Hostile card came, or was discarded because its Value is outside of a range. `cause` is that of the draw."""

    hostile: str
    card: str
    space: int
    cause: str
    value: int = 0
    low: int = 0
    high: int = 99
    kept: bool = True
    by: str = ""
    rules: Rules = ("W-049",)


class TargetDrawn(Happened, frozen=True, tag="target_drawn"):
    """A Hostile card has another Target. `token`: it holds one of its tokens; `chosen`: that was taken from the cup
    without a draw."""

    hostile: str
    soldier: str
    token: bool
    chosen: bool = False
    rules: Rules = ("W-050",)


class HostileFired(Happened, frozen=True, tag="hostile_fired"):
    """A Hostile card attacks: its column of unsuppressed figures, and the parts of the hit number."""

    hostile: str
    target: str
    range: int
    column: int
    wounds: int
    hit: tuple[Part, ...]
    victims: tuple[str, ...]
    rules: Rules = ("W-056", "W-057", "W-140")


class HostileHit(Happened, frozen=True, tag="hostile_hit"):
    """The dice of a Hostile attack against one Soldier: its Cover in parts, and what follows: "wound", "suppress",
    ""."""

    hostile: str
    soldier: str
    d10: int
    d6: int
    hit: int
    cover: tuple[Part, ...]
    needed: int
    result: str
    wounds: int = 0
    rules: Rules = ("W-056", "W-058", "W-141", "W-142")


class HostileIdle(Happened, frozen=True, tag="hostile_idle"):
    """A Hostile card does not attack: "suppressed", "range"; or does not move: "held", "close"."""

    hostile: str
    why: str
    rules: Rules = ("W-056",)


class HostileMoved(Happened, frozen=True, tag="hostile_moved"):
    hostile: str
    start: int
    to: int
    rules: Rules = ("W-060", "W-144")
