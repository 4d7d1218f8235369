"""Events of figures: Damage and States, Aggro, and leaving the board."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.events.base import BaseEvent


class DamageSuffered(BaseEvent, frozen=True, tag="damage_suffered"):
    """`damage` is the figure's total afterwards. `source` is the figure or card that caused it. `changes` are those
    of the amount by house rules."""

    figure: str
    amount: int
    damage: int
    source: str = ""
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class Unaffected(BaseEvent, frozen=True, tag="unaffected"):
    """A card's effect on a figure does not happen; `because` is a text key."""

    figure: str
    source: str
    because: str
    rules: tuple[str, ...] = ()


class DamageHealed(BaseEvent, frozen=True, tag="damage_healed"):
    figure: str
    amount: int
    damage: int
    source: str = ""
    rules: tuple[str, ...] = ()


class StateGained(BaseEvent, frozen=True, tag="state_gained"):
    figure: str
    state: str
    source: str = ""
    rules: tuple[str, ...] = ()


class StateLost(BaseEvent, frozen=True, tag="state_lost"):
    figure: str
    state: str
    rules: tuple[str, ...] = ()


class FellUnconscious(BaseEvent, frozen=True, tag="fell_unconscious"):
    """All States and all Aggro are removed (R-224)."""

    character: str
    rules: tuple[str, ...] = ()


class RemoteDisabled(BaseEvent, frozen=True, tag="remote_disabled"):
    """A Remote leaves the board with all Damage and States; a Consequence is put face down beside its card (R-154)."""

    character: str
    rules: tuple[str, ...] = ()


class RemoteRedeployed(BaseEvent, frozen=True, tag="remote_redeployed"):
    character: str
    space: str
    rules: tuple[str, ...] = ()


class AggroChanged(BaseEvent, frozen=True, tag="aggro_changed"):
    """`for_damage`: the one Aggro of this Activation for Damage dealt (R-221). `changes` are those by house rules."""

    character: str
    amount: int
    aggro: int
    for_damage: bool = False
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class MiniatureDied(BaseEvent, frozen=True, tag="miniature_died"):
    enemy: str
    by: str = ""
    rules: tuple[str, ...] = ()


class MiniatureRetreated(BaseEvent, frozen=True, tag="miniature_retreated"):
    enemy: str
    rules: tuple[str, ...] = ()


class UnitEliminated(BaseEvent, frozen=True, tag="unit_eliminated"):
    """The last Miniature is gone: the card goes under the Available deck, or out of the game (R-234), with this `face`
    up (R-253)."""

    unit: str
    available: bool
    rules: tuple[str, ...] = ()
    face: int = 0


Event = (
    DamageSuffered
    | Unaffected
    | DamageHealed
    | StateGained
    | StateLost
    | FellUnconscious
    | RemoteDisabled
    | RemoteRedeployed
    | AggroChanged
    | MiniatureDied
    | MiniatureRetreated
    | UnitEliminated
)
