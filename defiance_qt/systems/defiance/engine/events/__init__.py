"""Events: everything that has happened, in the past tense, with all data needed to apply it.

`rules` are the ids of the rules (R-…, or a plugin's own) that caused the event. Events carry resolved facts, so
applying one again needs no card, die or plugin (laws 1 and 3). Each area of the rulebook has its module; a new event is
listed there and here.
"""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.events import actions, course, enemies, harm, missions, rolls
from defiance_qt.systems.defiance.engine.events.actions import ActionSpent as ActionSpent
from defiance_qt.systems.defiance.engine.events.actions import ActivationBegan as ActivationBegan
from defiance_qt.systems.defiance.engine.events.actions import ActivationEnded as ActivationEnded
from defiance_qt.systems.defiance.engine.events.actions import AllyJoined as AllyJoined
from defiance_qt.systems.defiance.engine.events.actions import CardDiscarded as CardDiscarded
from defiance_qt.systems.defiance.engine.events.actions import CardDrawn as CardDrawn
from defiance_qt.systems.defiance.engine.events.actions import CardUsed as CardUsed
from defiance_qt.systems.defiance.engine.events.actions import CarriedChanged as CarriedChanged
from defiance_qt.systems.defiance.engine.events.actions import ConsequenceSuffered as ConsequenceSuffered
from defiance_qt.systems.defiance.engine.events.actions import ContainerEmptied as ContainerEmptied
from defiance_qt.systems.defiance.engine.events.actions import DeckRebuilt as DeckRebuilt
from defiance_qt.systems.defiance.engine.events.actions import DoorOpened as DoorOpened
from defiance_qt.systems.defiance.engine.events.actions import Dragged as Dragged
from defiance_qt.systems.defiance.engine.events.actions import InputCompleted as InputCompleted
from defiance_qt.systems.defiance.engine.events.actions import IntelGained as IntelGained
from defiance_qt.systems.defiance.engine.events.actions import LootFound as LootFound
from defiance_qt.systems.defiance.engine.events.actions import Moved as Moved
from defiance_qt.systems.defiance.engine.events.actions import PointsGained as PointsGained
from defiance_qt.systems.defiance.engine.events.actions import Rested as Rested
from defiance_qt.systems.defiance.engine.events.actions import SymbolAssigned as SymbolAssigned
from defiance_qt.systems.defiance.engine.events.actions import SymbolsDiscarded as SymbolsDiscarded
from defiance_qt.systems.defiance.engine.events.base import SideName as SideName
from defiance_qt.systems.defiance.engine.events.course import AnswerSet as AnswerSet
from defiance_qt.systems.defiance.engine.events.course import CardsStraightened as CardsStraightened
from defiance_qt.systems.defiance.engine.events.course import CharacterDeployed as CharacterDeployed
from defiance_qt.systems.defiance.engine.events.course import CrewJoined as CrewJoined
from defiance_qt.systems.defiance.engine.events.course import FlagSet as FlagSet
from defiance_qt.systems.defiance.engine.events.course import FrameClosed as FrameClosed
from defiance_qt.systems.defiance.engine.events.course import FrameOpened as FrameOpened
from defiance_qt.systems.defiance.engine.events.course import FrameSet as FrameSet
from defiance_qt.systems.defiance.engine.events.course import GameEnded as GameEnded
from defiance_qt.systems.defiance.engine.events.course import MissionDecided as MissionDecided
from defiance_qt.systems.defiance.engine.events.course import MissionSetUp as MissionSetUp
from defiance_qt.systems.defiance.engine.events.course import Overruled as Overruled
from defiance_qt.systems.defiance.engine.events.course import PhaseBegan as PhaseBegan
from defiance_qt.systems.defiance.engine.events.course import PluginFact as PluginFact
from defiance_qt.systems.defiance.engine.events.course import RoundBegan as RoundBegan
from defiance_qt.systems.defiance.engine.events.course import StepDone as StepDone
from defiance_qt.systems.defiance.engine.events.course import TriggerFired as TriggerFired
from defiance_qt.systems.defiance.engine.events.course import TurnPassed as TurnPassed
from defiance_qt.systems.defiance.engine.events.enemies import AiCardDealt as AiCardDealt
from defiance_qt.systems.defiance.engine.events.enemies import AiCardRevealed as AiCardRevealed
from defiance_qt.systems.defiance.engine.events.enemies import AiCardsDiscarded as AiCardsDiscarded
from defiance_qt.systems.defiance.engine.events.enemies import AlertChanged as AlertChanged
from defiance_qt.systems.defiance.engine.events.enemies import Candidate as Candidate
from defiance_qt.systems.defiance.engine.events.enemies import EnemyDeployed as EnemyDeployed
from defiance_qt.systems.defiance.engine.events.enemies import HighFaceSet as HighFaceSet
from defiance_qt.systems.defiance.engine.events.enemies import InitiativeRevealed as InitiativeRevealed
from defiance_qt.systems.defiance.engine.events.enemies import InitiativeShuffled as InitiativeShuffled
from defiance_qt.systems.defiance.engine.events.enemies import InstructionChosen as InstructionChosen
from defiance_qt.systems.defiance.engine.events.enemies import InstructionSkipped as InstructionSkipped
from defiance_qt.systems.defiance.engine.events.enemies import Priced as Priced
from defiance_qt.systems.defiance.engine.events.enemies import Queued as Queued
from defiance_qt.systems.defiance.engine.events.enemies import RandomPicked as RandomPicked
from defiance_qt.systems.defiance.engine.events.enemies import ReinforcementsEnded as ReinforcementsEnded
from defiance_qt.systems.defiance.engine.events.enemies import ReplacementsOrdered as ReplacementsOrdered
from defiance_qt.systems.defiance.engine.events.enemies import ReserveChanged as ReserveChanged
from defiance_qt.systems.defiance.engine.events.enemies import SurpriseCause as SurpriseCause
from defiance_qt.systems.defiance.engine.events.enemies import SurpriseTargeted as SurpriseTargeted
from defiance_qt.systems.defiance.engine.events.enemies import UnitActivated as UnitActivated
from defiance_qt.systems.defiance.engine.events.enemies import UnitActivationEnded as UnitActivationEnded
from defiance_qt.systems.defiance.engine.events.enemies import UnitDeployed as UnitDeployed
from defiance_qt.systems.defiance.engine.events.enemies import UnitFlipped as UnitFlipped
from defiance_qt.systems.defiance.engine.events.enemies import Weighed as Weighed
from defiance_qt.systems.defiance.engine.events.harm import AggroChanged as AggroChanged
from defiance_qt.systems.defiance.engine.events.harm import DamageHealed as DamageHealed
from defiance_qt.systems.defiance.engine.events.harm import DamageSuffered as DamageSuffered
from defiance_qt.systems.defiance.engine.events.harm import FellUnconscious as FellUnconscious
from defiance_qt.systems.defiance.engine.events.harm import MiniatureDied as MiniatureDied
from defiance_qt.systems.defiance.engine.events.harm import MiniatureRetreated as MiniatureRetreated
from defiance_qt.systems.defiance.engine.events.harm import RemoteDisabled as RemoteDisabled
from defiance_qt.systems.defiance.engine.events.harm import RemoteRedeployed as RemoteRedeployed
from defiance_qt.systems.defiance.engine.events.harm import StateGained as StateGained
from defiance_qt.systems.defiance.engine.events.harm import StateLost as StateLost
from defiance_qt.systems.defiance.engine.events.harm import Unaffected as Unaffected
from defiance_qt.systems.defiance.engine.events.harm import UnitEliminated as UnitEliminated
from defiance_qt.systems.defiance.engine.events.missions import AllyAppeared as AllyAppeared
from defiance_qt.systems.defiance.engine.events.missions import ConsoleReset as ConsoleReset
from defiance_qt.systems.defiance.engine.events.missions import CounterChanged as CounterChanged
from defiance_qt.systems.defiance.engine.events.missions import DoorClosed as DoorClosed
from defiance_qt.systems.defiance.engine.events.missions import EffectsPicked as EffectsPicked
from defiance_qt.systems.defiance.engine.events.missions import ElementSealed as ElementSealed
from defiance_qt.systems.defiance.engine.events.missions import FactNoted as FactNoted
from defiance_qt.systems.defiance.engine.events.missions import FigureLeft as FigureLeft
from defiance_qt.systems.defiance.engine.events.missions import FigureMoved as FigureMoved
from defiance_qt.systems.defiance.engine.events.missions import Gained as Gained
from defiance_qt.systems.defiance.engine.events.missions import NeutralAppeared as NeutralAppeared
from defiance_qt.systems.defiance.engine.events.missions import RespawnMoved as RespawnMoved
from defiance_qt.systems.defiance.engine.events.missions import ResultReached as ResultReached
from defiance_qt.systems.defiance.engine.events.missions import TokenRevealed as TokenRevealed
from defiance_qt.systems.defiance.engine.events.missions import ZoneRuleSet as ZoneRuleSet
from defiance_qt.systems.defiance.engine.events.rolls import AttackDeclared as AttackDeclared
from defiance_qt.systems.defiance.engine.events.rolls import CriticalAdded as CriticalAdded
from defiance_qt.systems.defiance.engine.events.rolls import DiceRolled as DiceRolled
from defiance_qt.systems.defiance.engine.events.rolls import DieRolledAgain as DieRolledAgain
from defiance_qt.systems.defiance.engine.events.rolls import DieStored as DieStored
from defiance_qt.systems.defiance.engine.events.rolls import HackDeclared as HackDeclared
from defiance_qt.systems.defiance.engine.events.rolls import RollBoosted as RollBoosted
from defiance_qt.systems.defiance.engine.events.rolls import RollClosed as RollClosed
from defiance_qt.systems.defiance.engine.events.rolls import RollOpened as RollOpened
from defiance_qt.systems.defiance.engine.events.rolls import RollStep as RollStep
from defiance_qt.systems.defiance.engine.events.rolls import RollSucceeded as RollSucceeded
from defiance_qt.systems.defiance.engine.events.rolls import StoredAdded as StoredAdded
from defiance_qt.systems.defiance.engine.events.rolls import SwitchSpared as SwitchSpared
from defiance_qt.systems.defiance.engine.events.rolls import SwitchUsed as SwitchUsed
from defiance_qt.systems.defiance.engine.events.rolls import SymbolsCancelled as SymbolsCancelled
from defiance_qt.systems.defiance.engine.events.rolls import SymbolsNullified as SymbolsNullified

Event = course.Event | actions.Event | rolls.Event | harm.Event | enemies.Event | missions.Event
