"""The events by area: what has happened, with the values it came from. Applied by `evolve`.

Sums are stored as their parts (`Part`: the text key of a source and its amount), so that the log can say why.
"""

from __future__ import annotations

from defiance_qt.api import port

from .attacks import (
    Engaged,
    Fired,
    HostileGone,
    HostileKilled,
    HostileRecovered,
    HostileSuppressed,
    ShotsResolved,
)
from .base import Part, Rules
from .cards import (
    EventDrawn,
    LocationPlaced,
    LocationRefused,
    LocationsSeen,
    ObjectiveActivated,
    PrizeDropped,
    PrizeTaken,
    Progressed,
    SupportCalled,
    SupportDiscarded,
    SupportKept,
    SupportUsed,
)
from .hostiles import (
    HostileDrawn,
    HostileFired,
    HostileHit,
    HostileIdle,
    HostileMoved,
    TargetDrawn,
)
from .setup import (
    GameBegan,
    ItemBought,
    MusterEnded,
    NationChosen,
    ObjectiveChosen,
    SkillBought,
    SoldierJoined,
    SupportsOnCall,
    Unbought,
)
from .soldiers import (
    ActionReadied,
    ActionsSpent,
    CardPlayed,
    CardsPaid,
    CounterEmptied,
    CounterSpent,
    HandDrawn,
    Healed,
    LaidUsed,
    Moved,
    Passed,
    Rallied,
    Reloaded,
    SkillUsed,
    SoldierDowned,
    SoldierLeft,
    Supplied,
    Suppressed,
    WeaponBack,
    WeaponThrown,
    WoundsCancelled,
    WoundsSuffered,
    XPGained,
    XPPaid,
)
from .table import (
    ConditionSet,
    DiceRolled,
    Drawn,
    EnvironmentRolled,
    FrameClosed,
    FrameOpened,
    FrameSet,
    GameEnded,
    HostileTurnBegan,
    HostileTurnEnded,
    Overruled,
    Returned,
    Shuffled,
    StepBegan,
    TimerMoved,
    TurnBegan,
    TurnEnded,
)

Event = (
    FrameOpened | FrameSet | FrameClosed | DiceRolled | Drawn | Shuffled | Returned | GameBegan | ObjectiveChosen
    | NationChosen | SoldierJoined | ItemBought | SkillBought | Unbought | MusterEnded | SupportsOnCall | TurnBegan
    | TurnEnded | HostileTurnBegan | StepBegan | HostileTurnEnded | TimerMoved | EnvironmentRolled | ConditionSet
    | GameEnded | ActionsSpent | ActionReadied | Rallied | Suppressed | Moved | CardsPaid | HandDrawn | CardPlayed
    | LaidUsed | SkillUsed | XPPaid | XPGained | WoundsSuffered | WoundsCancelled | Healed | SoldierDowned | SoldierLeft
    | Passed | CounterEmptied | CounterSpent | Reloaded | Supplied | WeaponThrown | WeaponBack | Fired | ShotsResolved
    | Engaged | HostileKilled | HostileSuppressed | HostileRecovered | HostileGone | LocationsSeen | LocationPlaced
    | LocationRefused | ObjectiveActivated | Progressed | PrizeTaken | PrizeDropped | HostileDrawn | TargetDrawn
    | HostileFired | HostileHit | HostileIdle | HostileMoved | EventDrawn | SupportCalled | SupportUsed | SupportKept
    | SupportDiscarded | Overruled | port.AnswerSet
)  # fmt: skip

__all__ = [
    "ActionReadied",
    "ActionsSpent",
    "CardPlayed",
    "CardsPaid",
    "ConditionSet",
    "CounterEmptied",
    "CounterSpent",
    "DiceRolled",
    "Drawn",
    "Engaged",
    "EnvironmentRolled",
    "Event",
    "EventDrawn",
    "Fired",
    "FrameClosed",
    "FrameOpened",
    "FrameSet",
    "GameBegan",
    "GameEnded",
    "HandDrawn",
    "Healed",
    "HostileDrawn",
    "HostileFired",
    "HostileGone",
    "HostileHit",
    "HostileIdle",
    "HostileKilled",
    "HostileMoved",
    "HostileRecovered",
    "HostileSuppressed",
    "HostileTurnBegan",
    "HostileTurnEnded",
    "ItemBought",
    "LaidUsed",
    "LocationPlaced",
    "LocationRefused",
    "LocationsSeen",
    "Moved",
    "MusterEnded",
    "NationChosen",
    "ObjectiveActivated",
    "ObjectiveChosen",
    "Overruled",
    "Part",
    "Passed",
    "PrizeDropped",
    "PrizeTaken",
    "Progressed",
    "Rallied",
    "Reloaded",
    "Returned",
    "Rules",
    "ShotsResolved",
    "Shuffled",
    "SkillBought",
    "SkillUsed",
    "SoldierDowned",
    "SoldierJoined",
    "SoldierLeft",
    "StepBegan",
    "Supplied",
    "SupportCalled",
    "SupportDiscarded",
    "SupportKept",
    "SupportUsed",
    "SupportsOnCall",
    "Suppressed",
    "TargetDrawn",
    "TimerMoved",
    "TurnBegan",
    "TurnEnded",
    "Unbought",
    "WeaponBack",
    "WeaponThrown",
    "WoundsCancelled",
    "WoundsSuffered",
    "XPGained",
    "XPPaid",
]
