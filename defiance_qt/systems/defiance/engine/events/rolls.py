"""Events of rolls: from the declared Attack or Hack to the closed roll."""

from __future__ import annotations

from typing import Literal

from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events.base import BaseEvent, SideName
from defiance_qt.systems.defiance.engine.frames import Counted, Roll


class AttackDeclared(BaseEvent, frozen=True, tag="attack_declared"):
    """`changes` are those of its greatest Range by house rules."""

    attacker: str
    target: str
    weapon: str
    attack: str
    distance: int
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class HackDeclared(BaseEvent, frozen=True, tag="hack_declared"):
    """`changes` are those of the device's Range by house rules."""

    attacker: str
    target: str
    program: str
    distance: int
    rules: tuple[str, ...] = ()
    using: str = ""
    changes: tuple[NumberChange, ...] = ()


class RollOpened(BaseEvent, frozen=True, tag="roll_opened"):
    roll: Roll
    rules: tuple[str, ...] = ()


class DiceRolled(BaseEvent, frozen=True, tag="dice_rolled"):
    """`faces` 0 to 5 in the order of the pool; `symbols` are their symbols, fixed ones included, as house rules count
    them (`counted`). `typed`: entered by a person."""

    side: SideName
    faces: tuple[int, ...]
    symbols: Symbols
    typed: bool = False
    rules: tuple[str, ...] = ()
    counted: tuple[Counted, ...] = ()


class DieRolledAgain(BaseEvent, frozen=True, tag="die_rolled_again"):
    side: SideName
    die: int
    face: int
    symbols: Symbols
    typed: bool = False
    rules: tuple[str, ...] = ()
    counted: tuple[Counted, ...] = ()


class SymbolsNullified(BaseEvent, frozen=True, tag="symbols_nullified"):
    """`by` spends criticals; `team` and `enemy` are the symbols left to both sides."""

    by: SideName
    lost: Symbols
    team: Symbols
    enemy: Symbols
    rules: tuple[str, ...] = ()


class CriticalAdded(BaseEvent, frozen=True, tag="critical_added"):
    """A critical spent for two plain symbols; `symbols` are the side's symbols afterwards."""

    side: SideName
    critical: Literal["success", "block"]
    symbols: Symbols
    rules: tuple[str, ...] = ()


class DieStored(BaseEvent, frozen=True, tag="die_stored"):
    """A die left the roll with all its symbols, one of which is now stored on a card (R-316)."""

    character: str
    card: str
    die: int
    lost: Symbols
    symbol: str
    rules: tuple[str, ...] = ()


class StoredAdded(BaseEvent, frozen=True, tag="stored_added"):
    """A symbol stored on a card joined the roll (R-097)."""

    character: str
    card: str
    symbol: str
    rules: tuple[str, ...] = ()


class SwitchUsed(BaseEvent, frozen=True, tag="switch_used"):
    side: SideName
    offer: int
    source: str
    cost: Symbols
    target: str = ""
    rules: tuple[str, ...] = ()


class SwitchSpared(BaseEvent, frozen=True, tag="switch_spared"):
    """An Enemy did not pay for a Switch that would have no effect (R-104)."""

    side: SideName
    offer: int
    source: str
    because: str
    rules: tuple[str, ...] = ()


class RollBoosted(BaseEvent, frozen=True, tag="roll_boosted"):
    """A Switch's effect on the roll itself: symbols added, or Damage that Blocks do not stop."""

    side: SideName
    symbols: Symbols = Symbols()
    damage: int = 0
    rules: tuple[str, ...] = ()


class RollStep(BaseEvent, frozen=True, tag="roll_step"):
    """The roll continues with its next step (R-086…R-094)."""

    step: str


class SymbolsCancelled(BaseEvent, frozen=True, tag="symbols_cancelled"):
    """Blocks against Successes (R-093): the Damage that the team deals and suffers."""

    team: Symbols
    enemy: Symbols
    dealt: int
    suffered: int
    rules: tuple[str, ...] = ()


class RollSucceeded(BaseEvent, frozen=True, tag="roll_succeeded"):
    figure: str
    success: bool
    rules: tuple[str, ...] = ()


class RollClosed(BaseEvent, frozen=True, tag="roll_closed"):
    rules: tuple[str, ...] = ()


Event = (
    AttackDeclared
    | HackDeclared
    | RollOpened
    | DiceRolled
    | DieRolledAgain
    | SymbolsNullified
    | CriticalAdded
    | DieStored
    | StoredAdded
    | SwitchUsed
    | SwitchSpared
    | RollBoosted
    | RollStep
    | SymbolsCancelled
    | RollSucceeded
    | RollClosed
)
