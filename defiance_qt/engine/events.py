"""Events: what has happened, in the past tense, with everything needed to apply it.

`rules` are the ids of the rules (R-…, or a plugin's own) that caused the event. Events carry resolved facts: no event
needs a card, a die or a plugin to be applied again (laws 1 and 3).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.engine.content import Profile
from defiance_qt.engine.dice import Symbols
from defiance_qt.engine.frames import Frame, Roll
from defiance_qt.engine.state import Carried, Character, Enemy, State, Unit

SideName = Literal["team", "enemy"]


class _Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all events."""


# ---- the course of the game ----


class MissionSetUp(_Event, frozen=True, tag="mission_set_up"):
    """The table as the mission lays it out (R-007…R-024), before the team is placed."""

    state: State
    rules: tuple[str, ...] = ()


class CharacterDeployed(_Event, frozen=True, tag="character_deployed"):
    character: str
    space: str
    rules: tuple[str, ...] = ()


class RoundBegan(_Event, frozen=True, tag="round_began"):
    round: int
    rules: tuple[str, ...] = ()


class PhaseBegan(_Event, frozen=True, tag="phase_began"):
    phase: Literal["start", "activations", "end"]
    todo: tuple[str, ...] = ()
    turn: SideName = "team"
    rules: tuple[str, ...] = ()


class StepDone(_Event, frozen=True, tag="step_done"):
    """One step of a phase is over: the first of the Round frame's `todo`."""


class TurnPassed(_Event, frozen=True, tag="turn_passed"):
    """Whose Activation comes next (R-041); `block` is a partner who must follow at once (R-152)."""

    turn: SideName
    block: str = ""
    rules: tuple[str, ...] = ()


class CardsStraightened(_Event, frozen=True, tag="cards_straightened"):
    rules: tuple[str, ...] = ()


class MissionDecided(_Event, frozen=True, tag="mission_decided"):
    """Victory or defeat stands; the Consequences of the end are dealt before the game is over. `because` as there."""

    result: Literal["victory", "defeat"]
    because: str
    waiting: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class CrewJoined(_Event, frozen=True, tag="crew_joined"):
    """A Neutral Character that was won over joins the Defiance crew (R-150)."""

    character: str
    rules: tuple[str, ...] = ()


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """`because` is the id of the mission's condition, or "team_down"."""

    result: Literal["victory", "defeat"]
    because: str
    rules: tuple[str, ...] = ()


# ---- the agenda ----


class FrameOpened(_Event, frozen=True, tag="frame_opened"):
    frame: Frame


class FrameSet(_Event, frozen=True, tag="frame_set"):
    """The innermost frame goes on as this one."""

    frame: Frame


class FrameClosed(_Event, frozen=True, tag="frame_closed"):
    pass


# ---- a Character's Activation ----


class ActivationBegan(_Event, frozen=True, tag="activation_began"):
    character: str
    actions: int = 2
    rules: tuple[str, ...] = ()


class ActivationEnded(_Event, frozen=True, tag="activation_ended"):
    character: str
    rules: tuple[str, ...] = ()


class ActionSpent(_Event, frozen=True, tag="action_spent"):
    """`cost` Actions of the Activation were spent on `action`; a Free Action costs 0 (R-049)."""

    character: str
    action: str
    cost: int = 1
    rules: tuple[str, ...] = ()


class PointsGained(_Event, frozen=True, tag="points_gained"):
    character: str
    points: int
    rules: tuple[str, ...] = ()


class Moved(_Event, frozen=True, tag="moved"):
    """A figure went from one space to the next. `path` lists the spaces passed, the last is where it stands."""

    figure: str
    start: str
    path: tuple[str, ...]
    cost: int
    rules: tuple[str, ...] = ()


class Dragged(_Event, frozen=True, tag="dragged"):
    """An Unconscious Character was pulled along (R-230)."""

    figure: str
    by: str
    start: str
    space: str
    rules: tuple[str, ...] = ()


class Rested(_Event, frozen=True, tag="rested"):
    character: str
    rules: tuple[str, ...] = ()


# ---- rolls ----


class AttackDeclared(_Event, frozen=True, tag="attack_declared"):
    attacker: str
    target: str
    weapon: str
    attack: str
    distance: int
    rules: tuple[str, ...] = ()


class HackDeclared(_Event, frozen=True, tag="hack_declared"):
    attacker: str
    target: str
    program: str
    distance: int
    rules: tuple[str, ...] = ()


class RollOpened(_Event, frozen=True, tag="roll_opened"):
    roll: Roll
    rules: tuple[str, ...] = ()


class DiceRolled(_Event, frozen=True, tag="dice_rolled"):
    """`faces` 0 to 5 in the order of the pool; `symbols` what they show, fixed symbols included. `typed`: by a
    person."""

    side: SideName
    faces: tuple[int, ...]
    symbols: Symbols
    typed: bool = False
    rules: tuple[str, ...] = ()


class DieRolledAgain(_Event, frozen=True, tag="die_rolled_again"):
    side: SideName
    die: int
    face: int
    symbols: Symbols
    typed: bool = False
    rules: tuple[str, ...] = ()


class SymbolsNullified(_Event, frozen=True, tag="symbols_nullified"):
    """`by` spends criticals; `team` and `enemy` are what both sides have left."""

    by: SideName
    lost: Symbols
    team: Symbols
    enemy: Symbols
    rules: tuple[str, ...] = ()


class CriticalAdded(_Event, frozen=True, tag="critical_added"):
    """A critical spent for two plain symbols; `symbols` is what the side has then."""

    side: SideName
    critical: Literal["success", "block"]
    symbols: Symbols
    rules: tuple[str, ...] = ()


class DieStored(_Event, frozen=True, tag="die_stored"):
    """A die left the roll with all its symbols, one of which lies on a card now (R-316)."""

    character: str
    card: str
    die: int
    lost: Symbols
    symbol: str
    rules: tuple[str, ...] = ()


class StoredAdded(_Event, frozen=True, tag="stored_added"):
    """A symbol that lay on a card joined the roll (R-097)."""

    character: str
    card: str
    symbol: str
    rules: tuple[str, ...] = ()


class SwitchUsed(_Event, frozen=True, tag="switch_used"):
    side: SideName
    offer: int
    source: str
    cost: Symbols
    target: str = ""
    rules: tuple[str, ...] = ()


class SwitchSpared(_Event, frozen=True, tag="switch_spared"):
    """An Enemy did not pay for a Switch that would change nothing (R-104)."""

    side: SideName
    offer: int
    source: str
    because: str
    rules: tuple[str, ...] = ()


class RollBoosted(_Event, frozen=True, tag="roll_boosted"):
    """A Switch's effect on the roll itself: symbols added, or Damage that no Block stops."""

    side: SideName
    symbols: Symbols = Symbols()
    damage: int = 0
    rules: tuple[str, ...] = ()


class RollStep(_Event, frozen=True, tag="roll_step"):
    """The roll goes on to its next step (R-086…R-094)."""

    step: str


class SymbolsCancelled(_Event, frozen=True, tag="symbols_cancelled"):
    """Blocks against Successes (R-093): what the team deals and what it suffers."""

    team: Symbols
    enemy: Symbols
    dealt: int
    suffered: int
    rules: tuple[str, ...] = ()


class RollSucceeded(_Event, frozen=True, tag="roll_succeeded"):
    figure: str
    success: bool
    rules: tuple[str, ...] = ()


class RollClosed(_Event, frozen=True, tag="roll_closed"):
    rules: tuple[str, ...] = ()


# ---- figures ----


class DamageSuffered(_Event, frozen=True, tag="damage_suffered"):
    """`damage` is the figure's total afterwards. `source` is the figure or card that caused it."""

    figure: str
    amount: int
    damage: int
    source: str = ""
    rules: tuple[str, ...] = ()


class DamageHealed(_Event, frozen=True, tag="damage_healed"):
    figure: str
    amount: int
    damage: int
    source: str = ""
    rules: tuple[str, ...] = ()


class StateGained(_Event, frozen=True, tag="state_gained"):
    figure: str
    state: str
    source: str = ""
    rules: tuple[str, ...] = ()


class StateLost(_Event, frozen=True, tag="state_lost"):
    figure: str
    state: str
    rules: tuple[str, ...] = ()


class FellUnconscious(_Event, frozen=True, tag="fell_unconscious"):
    """All States and all Aggro go (R-224)."""

    character: str
    rules: tuple[str, ...] = ()


class RemoteDisabled(_Event, frozen=True, tag="remote_disabled"):
    """A Remote leaves the board with all Damage and States; a Consequence lies face down beside its card (R-154)."""

    character: str
    rules: tuple[str, ...] = ()


class RemoteRedeployed(_Event, frozen=True, tag="remote_redeployed"):
    character: str
    space: str
    rules: tuple[str, ...] = ()


class AggroChanged(_Event, frozen=True, tag="aggro_changed"):
    """`for_damage`: the one of this Activation for Damage dealt (R-221)."""

    character: str
    amount: int
    aggro: int
    for_damage: bool = False
    rules: tuple[str, ...] = ()


class MiniatureDied(_Event, frozen=True, tag="miniature_died"):
    enemy: str
    by: str = ""
    rules: tuple[str, ...] = ()


class MiniatureRetreated(_Event, frozen=True, tag="miniature_retreated"):
    enemy: str
    rules: tuple[str, ...] = ()


class UnitEliminated(_Event, frozen=True, tag="unit_eliminated"):
    """The last Miniature is gone: the card goes under the Available deck, or out of the game (R-234)."""

    unit: str
    available: bool
    rules: tuple[str, ...] = ()


# ---- cards, Equipment, elements of the board ----


class CardDrawn(_Event, frozen=True, tag="card_drawn"):
    """A card left its deck for the Draw frame. `typed`: named by a person."""

    deck: str
    card: str
    who: str = ""
    typed: bool = False
    rules: tuple[str, ...] = ()


class CardDiscarded(_Event, frozen=True, tag="card_discarded"):
    deck: str
    card: str
    rules: tuple[str, ...] = ()


class DeckRebuilt(_Event, frozen=True, tag="deck_rebuilt"):
    """The discards are the deck again."""

    deck: str
    rules: tuple[str, ...] = ()


class ConsequenceSuffered(_Event, frozen=True, tag="consequence_suffered"):
    character: str
    card: str
    face_up: bool = True
    rules: tuple[str, ...] = ()


class LootFound(_Event, frozen=True, tag="loot_found"):
    character: str
    card: str
    rules: tuple[str, ...] = ()


class CarriedChanged(_Event, frozen=True, tag="carried_changed"):
    """What a Character carries now. `what` names the change: "placed", "given", "received", "found", "dropped",
    "used"."""

    character: str
    carried: tuple[Carried, ...]
    what: str
    item: str
    rules: tuple[str, ...] = ()


class CardUsed(_Event, frozen=True, tag="card_used"):
    """An Action of a card: `use` says what became of the card ("", "tap", "flip", "discard")."""

    character: str
    card: str
    action: str
    target: str
    use: str = ""
    rules: tuple[str, ...] = ()


class IntelGained(_Event, frozen=True, tag="intel_gained"):
    character: str
    amount: int
    rules: tuple[str, ...] = ()


class DoorOpened(_Event, frozen=True, tag="door_opened"):
    door: str
    by: str = ""
    rules: tuple[str, ...] = ()


class ContainerEmptied(_Event, frozen=True, tag="container_emptied"):
    container: str
    by: str
    rules: tuple[str, ...] = ()


class SymbolAssigned(_Event, frozen=True, tag="symbol_assigned"):
    console: str
    input: int
    symbol: Symbols
    rules: tuple[str, ...] = ()


class SymbolsDiscarded(_Event, frozen=True, tag="symbols_discarded"):
    console: str
    symbols: Symbols
    rules: tuple[str, ...] = ()


class InputCompleted(_Event, frozen=True, tag="input_completed"):
    console: str
    input: int
    rules: tuple[str, ...] = ()


class AllyJoined(_Event, frozen=True, tag="ally_joined"):
    neutral: str
    ally: Character
    rules: tuple[str, ...] = ()


# ---- Enemies ----


class UnitDeployed(_Event, frozen=True, tag="unit_deployed"):
    """A Unit enters play, with the values of its card; `origin` is the deck it came from, or
    "surprise" for one that waited off the board."""

    unit: Unit
    origin: Literal["selected", "available", "surprise"]
    rules: tuple[str, ...] = ()


class EnemyDeployed(_Event, frozen=True, tag="enemy_deployed"):
    enemy: Enemy
    rules: tuple[str, ...] = ()


class UnitFlipped(_Event, frozen=True, tag="unit_flipped"):
    unit: str
    face: int
    profile: Profile
    rules: tuple[str, ...] = ()


class InitiativeShuffled(_Event, frozen=True, tag="initiative_shuffled"):
    """The Initiative cards that lie face down now."""

    units: tuple[str, ...]
    rules: tuple[str, ...] = ()


class InitiativeRevealed(_Event, frozen=True, tag="initiative_revealed"):
    unit: str
    deployed: bool = True
    typed: bool = False
    rules: tuple[str, ...] = ()


class AiCardDealt(_Event, frozen=True, tag="ai_card_dealt"):
    """Face down; "?" when a person deals and nobody may look."""

    unit: str
    card: str
    rules: tuple[str, ...] = ()


class AiCardRevealed(_Event, frozen=True, tag="ai_card_revealed"):
    unit: str
    card: str
    column: str
    typed: bool = False
    rules: tuple[str, ...] = ()


class AiCardsDiscarded(_Event, frozen=True, tag="ai_cards_discarded"):
    units: tuple[str, ...]
    cards: tuple[str, ...]
    rules: tuple[str, ...] = ()


class UnitActivated(_Event, frozen=True, tag="unit_activated"):
    unit: str
    rules: tuple[str, ...] = ()


class UnitActivationEnded(_Event, frozen=True, tag="unit_activation_ended"):
    unit: str
    rules: tuple[str, ...] = ()


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure an Instruction looked at: what it scored and, when it was passed over, why (a text key)."""

    figure: str
    value: int
    distance: int
    aggro: int
    damage: int
    sight: bool = False
    because: str = ""


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """An Attack that Evil AI weighed: its id, and its harm in thousandths as `evil_ai.Harm` lists it (R-192)."""

    attack: str
    harm: tuple[int, ...]


class InstructionChosen(_Event, frozen=True, tag="instruction_chosen"):
    """An Enemy performs an Instruction: its target, everyone it looked at, and the tie-break that decided
    ("" when the selector alone did). `harm` is that of the Attack it takes, `weighed` every Attack it could have
    taken; both are empty when there was one way only."""

    enemy: str
    kind: str
    selector: str
    target: str
    candidates: tuple[Candidate, ...] = ()
    tie_break: str = ""
    note: str = ""
    harm: tuple[int, ...] = ()
    weighed: tuple[Weighed, ...] = ()
    rules: tuple[str, ...] = ()


class InstructionSkipped(_Event, frozen=True, tag="instruction_skipped"):
    enemy: str
    kind: str
    selector: str
    because: str
    candidates: tuple[Candidate, ...] = ()
    rules: tuple[str, ...] = ()


class RandomPicked(_Event, frozen=True, tag="random_picked"):
    picked: str
    options: tuple[str, ...]
    typed: bool = False
    rules: tuple[str, ...] = ()


class ReserveChanged(_Event, frozen=True, tag="reserve_changed"):
    amount: int
    reserve: int
    because: str
    rules: tuple[str, ...] = ()


class AlertChanged(_Event, frozen=True, tag="alert_changed"):
    alert: int
    because: str
    rules: tuple[str, ...] = ()


class HighFaceSet(_Event, frozen=True, tag="high_face_set"):
    """From now on Units deploy on their high face (R-273)."""

    rules: tuple[str, ...] = ()


# ---- mission, table, plugins ----


class FlagSet(_Event, frozen=True, tag="flag_set"):
    flag: str
    rules: tuple[str, ...] = ()


class TriggerFired(_Event, frozen=True, tag="trigger_fired"):
    trigger: int
    on: str
    once: bool = True
    rules: tuple[str, ...] = ()


class AnswerSet(_Event, frozen=True, tag="answer_set"):
    side: SideName
    kind: str
    who: Literal["app", "person"]
    rules: tuple[str, ...] = ()


class Overruled(_Event, frozen=True, tag="overruled"):
    """A value corrected by hand: the path, what stood there, what stands there now (law 4)."""

    path: str
    was: Any
    now: Any
    reason: str = ""
    rules: tuple[str, ...] = ()


class PluginFact(_Event, frozen=True, tag="plugin_fact"):
    """A plugin's or ability's own fact, kept under its id (law 7)."""

    owner: str
    key: str
    value: Any
    rules: tuple[str, ...] = ()


Event = (
    MissionSetUp
    | CharacterDeployed
    | RoundBegan
    | PhaseBegan
    | StepDone
    | TurnPassed
    | CardsStraightened
    | MissionDecided
    | CrewJoined
    | GameEnded
    | FrameOpened
    | FrameSet
    | FrameClosed
    | ActivationBegan
    | ActivationEnded
    | ActionSpent
    | PointsGained
    | Moved
    | Dragged
    | Rested
    | AttackDeclared
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
    | DamageSuffered
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
    | CardDrawn
    | CardDiscarded
    | DeckRebuilt
    | ConsequenceSuffered
    | LootFound
    | CarriedChanged
    | CardUsed
    | IntelGained
    | DoorOpened
    | ContainerEmptied
    | SymbolAssigned
    | SymbolsDiscarded
    | InputCompleted
    | AllyJoined
    | UnitDeployed
    | EnemyDeployed
    | UnitFlipped
    | InitiativeShuffled
    | InitiativeRevealed
    | AiCardDealt
    | AiCardRevealed
    | AiCardsDiscarded
    | UnitActivated
    | UnitActivationEnded
    | InstructionChosen
    | InstructionSkipped
    | RandomPicked
    | ReserveChanged
    | AlertChanged
    | HighFaceSet
    | FlagSet
    | TriggerFired
    | AnswerSet
    | Overruled
    | PluginFact
)
