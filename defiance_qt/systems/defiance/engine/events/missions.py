"""Events of a mission's own rules: counters and facts, doors and elements, hidden tokens, zones, people, results."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.events.base import BaseEvent
from defiance_qt.systems.defiance.engine.state import Character, Neutral


class FactNoted(BaseEvent, frozen=True, tag="fact_noted"):
    """A fact that a condition of the mission asks about occurred for the first time."""

    fact: str
    rules: tuple[str, ...] = ()


class CounterChanged(BaseEvent, frozen=True, tag="counter_changed"):
    """`value` is that of the counter afterwards."""

    counter: str
    amount: int
    value: int
    rules: tuple[str, ...] = ()


class DoorClosed(BaseEvent, frozen=True, tag="door_closed"):
    door: str
    rules: tuple[str, ...] = ()


class ElementSealed(BaseEvent, frozen=True, tag="element_sealed"):
    """An element, or an input of a Console ("core 3"), is out of use, or in use again."""

    element: str
    on: bool = True
    rules: tuple[str, ...] = ()


class ConsoleReset(BaseEvent, frozen=True, tag="console_reset"):
    """The symbols assigned to these inputs are gone; they can be completed again."""

    console: str
    inputs: tuple[int, ...]
    rules: tuple[str, ...] = ()


class RespawnMoved(BaseEvent, frozen=True, tag="respawn_moved"):
    spaces: tuple[str, ...]
    rules: tuple[str, ...] = ()


class NeutralAppeared(BaseEvent, frozen=True, tag="neutral_appeared"):
    neutral: Neutral
    rules: tuple[str, ...] = ()


class AllyAppeared(BaseEvent, frozen=True, tag="ally_appeared"):
    ally: Character
    rules: tuple[str, ...] = ()


class FigureLeft(BaseEvent, frozen=True, tag="figure_left"):
    """One of the team, or a Neutral Character, left the board."""

    figure: str
    space: str
    rules: tuple[str, ...] = ()


class FigureMoved(BaseEvent, frozen=True, tag="figure_moved"):
    """The mission moved a figure."""

    figure: str
    start: str
    space: str
    rules: tuple[str, ...] = ()


class EffectsPicked(BaseEvent, frozen=True, tag="effects_picked"):
    """The list of effects, numbered from 0, that a random choice took; `source` is its text key."""

    source: str
    picked: int
    rules: tuple[str, ...] = ()


class TokenRevealed(BaseEvent, frozen=True, tag="token_revealed"):
    """A hidden token was turned face up."""

    hidden: str
    place: str
    token: str
    rules: tuple[str, ...] = ()


class ZoneRuleSet(BaseEvent, frozen=True, tag="zone_rule_set"):
    zone: str
    rule: str
    on: bool = True
    rules: tuple[str, ...] = ()


class Gained(BaseEvent, frozen=True, tag="gained"):
    """Something for the campaign (`content.Gain`)."""

    what: str
    id: str
    amount: int
    rules: tuple[str, ...] = ()


class ResultReached(BaseEvent, frozen=True, tag="result_reached"):
    """A line of the mission's result holds (R-303)."""

    result: str
    rules: tuple[str, ...] = ()


Event = (
    FactNoted
    | CounterChanged
    | DoorClosed
    | ElementSealed
    | ConsoleReset
    | RespawnMoved
    | NeutralAppeared
    | AllyAppeared
    | FigureLeft
    | FigureMoved
    | EffectsPicked
    | TokenRevealed
    | ZoneRuleSet
    | Gained
    | ResultReached
)
