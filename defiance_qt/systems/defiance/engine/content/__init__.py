"""The frozen structs that content files are decoded into. Values only: anything that needs an `if` is an ability with
an id.

Every card is referenced by its id. Its texts are in the catalogues, under keys made from kind and id
("unit.cadmus.name"), never here. Dice are named by id; symbols are written as in `dice.Symbols.parse` ("S+!").
"""

from __future__ import annotations

import msgspec

from defiance_qt.systems.defiance.engine.board.tiles import Tile
from defiance_qt.systems.defiance.engine.content.base import Value as Value
from defiance_qt.systems.defiance.engine.content.campaign import Area as Area
from defiance_qt.systems.defiance.engine.content.campaign import Boon as Boon
from defiance_qt.systems.defiance.engine.content.campaign import Campaign as Campaign
from defiance_qt.systems.defiance.engine.content.campaign import CampaignAddition as CampaignAddition
from defiance_qt.systems.defiance.engine.content.campaign import CrewMember as CrewMember
from defiance_qt.systems.defiance.engine.content.campaign import Recipe as Recipe
from defiance_qt.systems.defiance.engine.content.campaign import Terms as Terms
from defiance_qt.systems.defiance.engine.content.campaign import Upgrade as Upgrade
from defiance_qt.systems.defiance.engine.content.cards import AiCard as AiCard
from defiance_qt.systems.defiance.engine.content.cards import Attack as Attack
from defiance_qt.systems.defiance.engine.content.cards import CardAction as CardAction
from defiance_qt.systems.defiance.engine.content.cards import CharacterCard as CharacterCard
from defiance_qt.systems.defiance.engine.content.cards import ConsequenceCard as ConsequenceCard
from defiance_qt.systems.defiance.engine.content.cards import Device as Device
from defiance_qt.systems.defiance.engine.content.cards import Equipment as Equipment
from defiance_qt.systems.defiance.engine.content.cards import HackAttack as HackAttack
from defiance_qt.systems.defiance.engine.content.cards import LootCard as LootCard
from defiance_qt.systems.defiance.engine.content.cards import Profile as Profile
from defiance_qt.systems.defiance.engine.content.cards import Software as Software
from defiance_qt.systems.defiance.engine.content.cards import Specialty as Specialty
from defiance_qt.systems.defiance.engine.content.cards import StateCard as StateCard
from defiance_qt.systems.defiance.engine.content.cards import UnitCard as UnitCard
from defiance_qt.systems.defiance.engine.content.effects import Act as Act
from defiance_qt.systems.defiance.engine.content.effects import AddSymbols as AddSymbols
from defiance_qt.systems.defiance.engine.content.effects import Appear as Appear
from defiance_qt.systems.defiance.engine.content.effects import Calm as Calm
from defiance_qt.systems.defiance.engine.content.effects import ChangeGround as ChangeGround
from defiance_qt.systems.defiance.engine.content.effects import CloseDoors as CloseDoors
from defiance_qt.systems.defiance.engine.content.effects import Count as Count
from defiance_qt.systems.defiance.engine.content.effects import DeployUnits as DeployUnits
from defiance_qt.systems.defiance.engine.content.effects import Effect as Effect
from defiance_qt.systems.defiance.engine.content.effects import EndMission as EndMission
from defiance_qt.systems.defiance.engine.content.effects import FlipUnit as FlipUnit
from defiance_qt.systems.defiance.engine.content.effects import Gain as Gain
from defiance_qt.systems.defiance.engine.content.effects import GainIntel as GainIntel
from defiance_qt.systems.defiance.engine.content.effects import Heal as Heal
from defiance_qt.systems.defiance.engine.content.effects import Impose as Impose
from defiance_qt.systems.defiance.engine.content.effects import Leave as Leave
from defiance_qt.systems.defiance.engine.content.effects import Modifier as Modifier
from defiance_qt.systems.defiance.engine.content.effects import MoveFigures as MoveFigures
from defiance_qt.systems.defiance.engine.content.effects import OpenDoors as OpenDoors
from defiance_qt.systems.defiance.engine.content.effects import RaiseAlert as RaiseAlert
from defiance_qt.systems.defiance.engine.content.effects import RandomEffects as RandomEffects
from defiance_qt.systems.defiance.engine.content.effects import Receive as Receive
from defiance_qt.systems.defiance.engine.content.effects import Reinforce as Reinforce
from defiance_qt.systems.defiance.engine.content.effects import Relieve as Relieve
from defiance_qt.systems.defiance.engine.content.effects import RespawnAt as RespawnAt
from defiance_qt.systems.defiance.engine.content.effects import Reveal as Reveal
from defiance_qt.systems.defiance.engine.content.effects import Revive as Revive
from defiance_qt.systems.defiance.engine.content.effects import Seal as Seal
from defiance_qt.systems.defiance.engine.content.effects import SetFlag as SetFlag
from defiance_qt.systems.defiance.engine.content.effects import Straighten as Straighten
from defiance_qt.systems.defiance.engine.content.effects import Suffer as Suffer
from defiance_qt.systems.defiance.engine.content.effects import Suffering as Suffering
from defiance_qt.systems.defiance.engine.content.effects import Switch as Switch
from defiance_qt.systems.defiance.engine.content.effects import Test as Test
from defiance_qt.systems.defiance.engine.content.effects import UseAbility as UseAbility
from defiance_qt.systems.defiance.engine.content.effects import WorkDoor as WorkDoor
from defiance_qt.systems.defiance.engine.content.effects import ZoneRule as ZoneRule
from defiance_qt.systems.defiance.engine.content.lessons import GuideCard as GuideCard
from defiance_qt.systems.defiance.engine.content.lessons import LessonCard as LessonCard
from defiance_qt.systems.defiance.engine.content.missions import Addition as Addition
from defiance_qt.systems.defiance.engine.content.missions import AskAbility as AskAbility
from defiance_qt.systems.defiance.engine.content.missions import Condition as Condition
from defiance_qt.systems.defiance.engine.content.missions import ConsoleInput as ConsoleInput
from defiance_qt.systems.defiance.engine.content.missions import Counter as Counter
from defiance_qt.systems.defiance.engine.content.missions import CounterSpan as CounterSpan
from defiance_qt.systems.defiance.engine.content.missions import EnemiesThere as EnemiesThere
from defiance_qt.systems.defiance.engine.content.missions import Fixed as Fixed
from defiance_qt.systems.defiance.engine.content.missions import Group as Group
from defiance_qt.systems.defiance.engine.content.missions import HiddenSet as HiddenSet
from defiance_qt.systems.defiance.engine.content.missions import Mission as Mission
from defiance_qt.systems.defiance.engine.content.missions import MissionConsole as MissionConsole
from defiance_qt.systems.defiance.engine.content.missions import MissionContainer as MissionContainer
from defiance_qt.systems.defiance.engine.content.missions import MissionDoor as MissionDoor
from defiance_qt.systems.defiance.engine.content.missions import MissionNeutral as MissionNeutral
from defiance_qt.systems.defiance.engine.content.missions import MissionUnit as MissionUnit
from defiance_qt.systems.defiance.engine.content.missions import Opening as Opening
from defiance_qt.systems.defiance.engine.content.missions import Requirement as Requirement
from defiance_qt.systems.defiance.engine.content.missions import Result as Result
from defiance_qt.systems.defiance.engine.content.missions import Span as Span
from defiance_qt.systems.defiance.engine.content.missions import Step as Step
from defiance_qt.systems.defiance.engine.content.missions import Trigger as Trigger


class EditionSwitch(Value, frozen=True, forbid_unknown_fields=True):
    """A point where the editions differ (rulings.md): its values, and the value in each edition."""

    id: str
    name: str
    values: tuple[str, ...]
    editions: dict[str, str]
    rules: tuple[str, ...] = ()


KINDS = (
    "tiles", "characters", "equipment", "software", "specialties", "units", "ai_cards", "states", "consequences",
    "loot", "missions", "switches", "lessons", "guides", "campaigns",
)  # fmt: skip
"""The tables of cards in a content file, by the names of their fields."""


class ContentFile(Value, frozen=True, forbid_unknown_fields=True):
    """One content file: any of these tables. Files are merged; a duplicate id within a kind is an error that names
    both. `switch_defaults` gives edition options the value that they have in every edition; of two files the first
    counts."""

    dice: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    rolls: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    tiles: tuple[Tile, ...] = ()
    characters: tuple[CharacterCard, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    software: tuple[Software, ...] = ()
    specialties: tuple[Specialty, ...] = ()
    units: tuple[UnitCard, ...] = ()
    ai_cards: tuple[AiCard, ...] = ()
    states: tuple[StateCard, ...] = ()
    consequences: tuple[ConsequenceCard, ...] = ()
    loot: tuple[LootCard, ...] = ()
    missions: tuple[Mission, ...] = ()
    additions: tuple[Addition, ...] = ()
    switches: tuple[EditionSwitch, ...] = ()
    switch_defaults: dict[str, str] = msgspec.field(default_factory=dict)
    lessons: tuple[LessonCard, ...] = ()
    guides: tuple[GuideCard, ...] = ()
    campaigns: tuple[Campaign, ...] = ()
    campaign_additions: tuple[CampaignAddition, ...] = ()
