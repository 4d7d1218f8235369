"""The events: what has happened, with the values it came from. Applied by `evolve`.

Sums are stored as their parts (`Part`: the text key of a source and its amount), so that the log can say why.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.api import port

from .frames import Frame
from .state import WeaponInPlay

Rules = tuple[str, ...]


class Part(msgspec.Struct, frozen=True, array_like=True):
    """A part of a sum: the text key of its source, and its amount."""

    source: str
    amount: int


class _Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of all events."""


# ---- the agenda and chance ----


class FrameOpened(_Event, frozen=True, tag="frame_opened"):
    frame: Frame


class FrameSet(_Event, frozen=True, tag="frame_set"):
    """The innermost frame became another."""

    frame: Frame


class FrameClosed(_Event, frozen=True, tag="frame_closed"):
    pass


class DiceRolled(_Event, frozen=True, tag="dice_rolled"):
    """Dice were rolled: the faces, from 1. `typed`: the user rolled and entered them."""

    side: str
    sizes: tuple[int, ...]
    faces: tuple[int, ...]
    typed: bool = False
    rules: Rules = ()


class Drawn(_Event, frozen=True, tag="drawn"):
    """Cards or Target tokens were drawn. `token`: they are tokens of the cup. `asked`: chance decided which."""

    deck: str
    cards: tuple[str, ...]
    asked: bool = True
    token: bool = False
    typed: bool = False
    rules: Rules = ("W-105",)


class Shuffled(_Event, frozen=True, tag="shuffled"):
    """The discards became the deck."""

    deck: str
    rules: Rules = ("W-105",)


class Returned(_Event, frozen=True, tag="returned"):
    """Cards went back: into the deck, or on top of it in this order."""

    deck: str
    cards: tuple[str, ...]
    top: bool = False
    rules: Rules = ()


# ---- the muster ----


class GameBegan(_Event, frozen=True, tag="game_began"):
    """The decks were shuffled, the Mission laid out. `decks` are the cards of each."""

    setup: port.Setup
    hostiles: str
    space: int
    time: int
    decks: dict[str, tuple[str, ...]]
    answers: dict[str, str]
    rules: Rules = ("W-002", "W-003", "W-004", "W-005", "W-006", "W-104")


class ObjectiveChosen(_Event, frozen=True, tag="objective_chosen"):
    """The Objective was chosen or drawn; `time` is added to the Timer."""

    id: str
    time: int
    rules: Rules = ("W-004", "W-007", "W-145")


class NationChosen(_Event, frozen=True, tag="nation_chosen"):
    nation: str
    rules: Rules = ("W-001", "W-102")


class SoldierJoined(_Event, frozen=True, tag="soldier_joined"):
    """A Soldier was bought, or joined later: its Health, and the kit and Skills of its card."""

    number: str
    card: str
    health: int
    weapons: tuple[WeaponInPlay, ...] = ()
    kit: tuple[tuple[str, int], ...] = ()
    skills: tuple[str, ...] = ()
    rp: int = 0
    rules: Rules = ("W-009", "W-016", "W-017", "W-018")


class ItemBought(_Event, frozen=True, tag="item_bought"):
    """A Weapon or Equipment was bought with its counters or tokens; a batch goes to the Weapon `to`."""

    soldier: str
    item: str
    counters: int
    rp: int
    load: int
    to: str = ""
    weapon: bool = False
    rules: Rules = ("W-012", "W-013", "W-014")


class SkillBought(_Event, frozen=True, tag="skill_bought"):
    soldier: str
    skill: str
    rp: int
    rules: Rules = ("W-012",)


class Unbought(_Event, frozen=True, tag="unbought"):
    """A Soldier was given back, or one card of it. The numbers after it move up."""

    soldier: str
    item: str = ""
    counters: int = 0
    rules: Rules = ("W-008",)


class MusterEnded(_Event, frozen=True, tag="muster_ended"):
    """The team stands on the Mission card. RP that are left are lost."""

    rp: int
    limit: int
    rules: Rules = ("W-008", "W-071", "W-101", "W-103")


class SupportsOnCall(_Event, frozen=True, tag="supports_on_call"):
    supports: tuple[str, ...]
    rules: Rules = ("W-106",)


# ---- the course ----


class TurnBegan(_Event, frozen=True, tag="turn_began"):
    """The Soldiers' turn began: Action markers turned up. `renewed` are Skills that may be used once a turn."""

    turn: int
    renewed: tuple[str, ...] = ()
    rules: Rules = ("W-020", "W-109")


class TurnEnded(_Event, frozen=True, tag="turn_ended"):
    """The Soldiers' turn ended. Cards that did not apply are discarded."""

    turn: int
    rules: Rules = ("W-125",)


class HostileTurnBegan(_Event, frozen=True, tag="hostile_turn_began"):
    turn: int
    rules: Rules = ("W-020",)


class StepBegan(_Event, frozen=True, tag="step_began"):
    """A step of the Hostile turn: "inspire", "reinforce", "attack", "move", "suppression", "timer"."""

    step: str
    rules: Rules = ("W-054",)


class HostileTurnEnded(_Event, frozen=True, tag="hostile_turn_ended"):
    """Hand-to-Hand tokens came back, smoke and fog lifted."""

    rules: Rules = ("W-120",)


class TimerMoved(_Event, frozen=True, tag="timer_moved"):
    time: int
    by: int
    rules: Rules = ("W-062", "W-145")


class EnvironmentRolled(_Event, frozen=True, tag="environment_rolled"):
    """What the environment does: "fog", "mud", "", "draw"."""

    face: int
    effect: str
    rules: Rules = ("W-135",)


class ConditionSet(_Event, frozen=True, tag="condition_set"):
    """Something holds for a while: "fog", "mud", "lull", "decoy" for a turn, "old_map" for the next Location,
    "smoke" in a space."""

    name: Literal["fog", "mud", "lull", "decoy", "old_map", "smoke", "stores"]
    value: int
    rules: Rules = ()


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """`because` is "objective", "timer", "downed" or "nobody"."""

    result: Literal["victory", "defeat"]
    because: str
    rules: Rules = ("W-146",)


# ---- Soldiers ----


class ActionsSpent(_Event, frozen=True, tag="actions_spent"):
    soldier: str
    count: int
    rules: Rules = ("W-021",)


class ActionReadied(_Event, frozen=True, tag="action_readied"):
    soldier: str
    count: int
    rules: Rules = ("W-046",)


class Rallied(_Event, frozen=True, tag="rallied"):
    """Suppression tokens left a Soldier."""

    soldier: str
    tokens: int
    rules: Rules = ("W-024",)


class Suppressed(_Event, frozen=True, tag="suppressed"):
    """A Soldier got Suppression tokens."""

    soldier: str
    tokens: int
    rules: Rules = ("W-110",)


class Moved(_Event, frozen=True, tag="moved"):
    """A Soldier entered a space. `cost` are the parts of the entry cost, `paid` the cards."""

    soldier: str
    start: int
    to: int
    cost: tuple[Part, ...]
    paid: int
    rules: Rules = ("W-025", "W-111", "W-112")


class CardsPaid(_Event, frozen=True, tag="cards_paid"):
    """Action cards left a hand: as a cost ("move", "covert"), before drawing ("cycle"), or by an Event ("event")."""

    soldier: str
    cards: tuple[str, ...]
    cause: str
    rules: Rules = ("W-026", "W-113")


class HandDrawn(_Event, frozen=True, tag="hand_drawn"):
    soldier: str
    cards: tuple[str, ...]
    cause: str = ""
    rules: Rules = ("W-019",)


class CardPlayed(_Event, frozen=True, tag="card_played"):
    """An Action card was played. `laid`: it lies before the Soldier `target` until it applies."""

    soldier: str
    card: str
    target: str = ""
    level: bool = False
    laid: bool = False
    rules: Rules = ("W-046", "W-125")


class LaidUsed(_Event, frozen=True, tag="laid_used"):
    """A card that lay before a Soldier applied, or was not used. `kept`: it applies once more."""

    soldier: str
    card: str
    used: bool = True
    kept: bool = False
    rules: Rules = ("W-125",)


class SkillUsed(_Event, frozen=True, tag="skill_used"):
    """A Skill was used that may be used once a turn or a mission."""

    soldier: str
    skill: str
    rules: Rules = ("W-158",)


class XPPaid(_Event, frozen=True, tag="xp_paid"):
    """Soldiers paid Experience: Soldier to amount. `what` is the card it was for."""

    shares: dict[str, int]
    what: str
    rules: Rules = ("W-126",)


class XPGained(_Event, frozen=True, tag="xp_gained"):
    soldier: str
    amount: int
    source: str
    rules: Rules = ("W-035", "W-126")


class WoundsSuffered(_Event, frozen=True, tag="wounds_suffered"):
    soldier: str
    wounds: int
    source: str
    rules: Rules = ("W-058", "W-143")


class WoundsCancelled(_Event, frozen=True, tag="wounds_cancelled"):
    soldier: str
    wounds: int
    card: str
    rules: Rules = ("W-143",)


class Healed(_Event, frozen=True, tag="healed"):
    soldier: str
    wounds: int
    source: str
    rules: Rules = ("W-147",)


class SoldierDowned(_Event, frozen=True, tag="soldier_downed"):
    """A Soldier left play; its kit stays in its space, its tokens and cards go."""

    soldier: str
    rules: Rules = ("W-059", "W-139")


class SoldierLeft(_Event, frozen=True, tag="soldier_left"):
    """A Soldier was removed voluntarily, with its kit."""

    soldier: str
    rules: Rules = ("W-023", "W-134")


class Passed(_Event, frozen=True, tag="passed"):
    """Kit went from a Soldier ("" from the ground) to another ("" out of the game). `counters` of
    a Weapon go along; `batch`: as many as the batch brought that is discarded."""

    giver: str
    to: str
    item: str
    counters: int = 0
    batch: int = 0
    rules: Rules = ("W-052", "W-132")


# ---- ammunition ----


class CounterEmptied(_Event, frozen=True, tag="counter_emptied"):
    """A counter of a Weapon was flipped to Empty. `dice` are those at most the reload number."""

    soldier: str
    weapon: str
    number: int
    dice: tuple[int, ...]
    rules: Rules = ("W-032", "W-115")


class CounterSpent(_Event, frozen=True, tag="counter_spent"):
    """An attack used up a counter of a Weapon, or an Action a token of Equipment."""

    soldier: str
    item: str
    rules: Rules = ("W-123",)


class Reloaded(_Event, frozen=True, tag="reloaded"):
    """The Empty counter went back to the supply."""

    soldier: str
    weapon: str
    rules: Rules = ("W-044", "W-108")


class Supplied(_Event, frozen=True, tag="supplied"):
    """A Weapon's Empty counter was turned, and counters were added."""

    soldier: str
    weapon: str
    added: int
    source: str
    rules: Rules = ()


class WeaponThrown(_Event, frozen=True, tag="weapon_thrown"):
    """A Weapon lies with its target: a Hostile card, or in the Objective's space."""

    soldier: str
    weapon: str
    hostile: str
    space: int
    rules: Rules = ("W-043", "W-123")


class WeaponBack(_Event, frozen=True, tag="weapon_back"):
    soldier: str
    weapon: str
    rules: Rules = ("W-043", "W-123")


# ---- the team's attacks ----


class Fired(_Event, frozen=True, tag="fired"):
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


class ShotsResolved(_Event, frozen=True, tag="shots_resolved"):
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


class Engaged(_Event, frozen=True, tag="engaged"):
    """A Soldier's Hand-to-Hand token lies on a Hostile card."""

    soldier: str
    hostile: str
    rules: Rules = ("W-040", "W-120")


class HostileKilled(_Event, frozen=True, tag="hostile_killed"):
    """Figures of a Hostile card were killed without a roll. `freed` Suppressed tokens went with them."""

    hostile: str
    figures: int
    freed: int
    source: str
    rules: Rules = ("W-035",)


class HostileSuppressed(_Event, frozen=True, tag="hostile_suppressed"):
    """Figures of a Hostile card were suppressed without a roll."""

    hostile: str
    tokens: int
    source: str
    rules: Rules = ("W-036",)


class HostileRecovered(_Event, frozen=True, tag="hostile_recovered"):
    """Suppressed tokens left a Hostile card: in step 4, by another card, or by an Event."""

    hostile: str
    tokens: int
    source: str = ""
    rules: Rules = ("W-061",)


class HostileGone(_Event, frozen=True, tag="hostile_gone"):
    """A Hostile card left play: its last figure was killed, or it left."""

    hostile: str
    killed: bool = True
    soldier: str = ""
    rules: Rules = ("W-035", "W-139")


# ---- Locations and the Objective ----


class LocationsSeen(_Event, frozen=True, tag="locations_seen"):
    """A Soldier looked at Locations, to choose one or to put them in order."""

    soldier: str
    count: int
    source: str
    rules: Rules = ()


class LocationPlaced(_Event, frozen=True, tag="location_placed"):
    """A Location was placed. `rp` are those of the team in play, `number` the XP of Hostiles that come."""

    location: str
    space: int
    soldier: str
    rp: int
    number: tuple[Part, ...]
    rules: Rules = ("W-048", "W-049", "W-067", "W-127", "W-128")


class LocationRefused(_Event, frozen=True, tag="location_refused"):
    """A Location that its Soldier could not pay for was discarded."""

    location: str
    soldier: str
    cost: int
    rules: Rules = ("W-127",)


class ObjectiveActivated(_Event, frozen=True, tag="objective_activated"):
    soldier: str
    rules: Rules = ("W-051", "W-129")


class Progressed(_Event, frozen=True, tag="progressed"):
    """The Objective's progress grew. `soldier` is "" where it stands without an act."""

    progress: int
    by: int
    need: int
    soldier: str = ""
    rules: Rules = ("W-130",)


class PrizeTaken(_Event, frozen=True, tag="prize_taken"):
    soldier: str
    rules: Rules = ("W-130", "W-131")


class PrizeDropped(_Event, frozen=True, tag="prize_dropped"):
    space: int
    rules: Rules = ("W-131",)


# ---- Hostiles ----


class HostileDrawn(_Event, frozen=True, tag="hostile_drawn"):
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


class TargetDrawn(_Event, frozen=True, tag="target_drawn"):
    """A Hostile card has another Target. `token`: it holds one of its tokens; `chosen`: that was taken from the cup
    without a draw."""

    hostile: str
    soldier: str
    token: bool
    chosen: bool = False
    rules: Rules = ("W-050",)


class HostileFired(_Event, frozen=True, tag="hostile_fired"):
    """A Hostile card attacks: its column of unsuppressed figures, and the parts of the hit number."""

    hostile: str
    target: str
    range: int
    column: int
    wounds: int
    hit: tuple[Part, ...]
    victims: tuple[str, ...]
    rules: Rules = ("W-056", "W-057", "W-140")


class HostileHit(_Event, frozen=True, tag="hostile_hit"):
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


class HostileIdle(_Event, frozen=True, tag="hostile_idle"):
    """A Hostile card does not attack: "suppressed", "range"; or does not move: "held", "close"."""

    hostile: str
    why: str
    rules: Rules = ("W-056",)


class HostileMoved(_Event, frozen=True, tag="hostile_moved"):
    hostile: str
    start: int
    to: int
    rules: Rules = ("W-060", "W-144")


# ---- Events and Supports ----


class EventDrawn(_Event, frozen=True, tag="event_drawn"):
    """An Event was drawn. `idle`: it has no effect now."""

    card: str
    idle: bool = False
    rules: Rules = ("W-070", "W-155")


class SupportCalled(_Event, frozen=True, tag="support_called"):
    """A Support was called. `once`: it acts now and is discarded."""

    support: str
    target: str = ""
    once: bool = False
    rules: Rules = ("W-070", "W-133", "W-156")


class SupportUsed(_Event, frozen=True, tag="support_used"):
    support: str
    rules: Rules = ("W-156",)


class SupportKept(_Event, frozen=True, tag="support_kept"):
    support: str
    rules: Rules = ("W-022", "W-133")


class SupportDiscarded(_Event, frozen=True, tag="support_discarded"):
    support: str
    rules: Rules = ("W-022", "W-133")


# ---- by hand ----


class Overruled(_Event, frozen=True, tag="overruled"):
    """Values were corrected by hand."""

    values: dict[str, Any]
    reason: str = ""
    rules: Rules = ()


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
