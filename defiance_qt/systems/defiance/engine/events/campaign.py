"""Events between the missions of a campaign (R-280…R-310): results, crew, Samples, Specialties, Intel Packs."""

from __future__ import annotations

from typing import Literal

import msgspec

from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.events.base import BaseEvent
from defiance_qt.systems.defiance.engine.state import CampaignState, Carried, Character


class CampaignBegan(BaseEvent, frozen=True, tag="campaign_began"):
    """The campaign as it starts; `team` is aboard (R-280, R-281)."""

    campaign: CampaignState
    team: dict[str, Character]
    switches: dict[str, str]
    answers: dict[str, str]
    todo: tuple[str, ...]
    decks: dict[str, tuple[str, ...]]
    rules: tuple[str, ...] = ()


class Enlisted(BaseEvent, frozen=True, tag="enlisted"):
    member: Character
    rules: tuple[str, ...] = ()


class StepBegan(BaseEvent, frozen=True, tag="step_began"):
    """The campaign continues with the first of these steps."""

    todo: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    begun: bool = False
    rules: tuple[str, ...] = ()


class MissionEnded(BaseEvent, frozen=True, tag="mission_ended"):
    """A mission of the campaign is over: the table is cleared, and everybody is aboard again. `todo` are the steps that
    follow."""

    mission: str
    result: Literal["victory", "defeat"]
    because: str
    todo: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class CompanionChosen(BaseEvent, frozen=True, tag="companion_chosen"):
    """A member of the crew comes along into the mission."""

    member: str
    rules: tuple[str, ...] = ()


class CrewLeft(BaseEvent, frozen=True, tag="crew_left"):
    """A member of the crew is away until the campaign ends."""

    member: str
    rules: tuple[str, ...] = ()


class MissionWritten(BaseEvent, frozen=True, tag="mission_written"):
    """The result of a mission that was played with the printed game; `gained` as in `MissionState`. A `reason` keeps
    what is beyond the mission's limits."""

    mission: str
    result: Literal["victory", "defeat"]
    round: int
    alert: int
    gained: tuple[tuple[str, str, int], ...] = ()
    notes: str = ""
    reason: str = ""
    rules: tuple[str, ...] = ()


class ConsequenceWritten(BaseEvent, frozen=True, tag="consequence_written"):
    """A Consequence that a figure received in a mission with the printed game."""

    character: str
    card: str
    face_up: bool = True
    rules: tuple[str, ...] = ()


class CampaignEntered(BaseEvent, frozen=True, tag="campaign_entered"):
    """A campaign that was under way on paper."""

    campaign: CampaignState
    team: dict[str, Character]
    decks: dict[str, tuple[str, ...]]
    reason: str = ""
    rules: tuple[str, ...] = ()


class DefeatAccepted(BaseEvent, frozen=True, tag="defeat_accepted"):
    """The campaign goes on after a lost mission, or that mission is played again."""

    mission: str
    accepted: bool = True
    rules: tuple[str, ...] = ()


class SpoilsCounted(BaseEvent, frozen=True, tag="spoils_counted"):
    """What a mission brought: Samples (R-288, R-289), components (R-291), entries of the campaign, wrecked areas."""

    biological: int = 0
    tech: int = 0
    components: int = 0
    records: tuple[str, ...] = ()
    wrecked: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class CrewBoarded(BaseEvent, frozen=True, tag="crew_boarded"):
    """Somebody joined the crew (R-150, R-286)."""

    member: Character
    rules: tuple[str, ...] = ()


class JumpMade(BaseEvent, frozen=True, tag="jump_made"):
    """The Minotaur Engines have carried the ship through the wormhole (R-292)."""

    market: str = ""
    rules: tuple[str, ...] = ()


class LootReturned(BaseEvent, frozen=True, tag="loot_returned"):
    """All Loot held went back, with the Equipment that it brought; cargo left the game (R-285). `team` is what figures
    carry now; `returned` names the Equipment that each gave back."""

    cards: tuple[str, ...]
    team: dict[str, tuple[Carried, ...]]
    rules: tuple[str, ...] = ()
    returned: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


class CrewStationed(BaseEvent, frozen=True, tag="crew_stationed"):
    """A crew token lies in another area, "" is none (R-287)."""

    member: str
    area: str
    rules: tuple[str, ...] = ()


class CrewActive(BaseEvent, frozen=True, tag="crew_active"):
    """The members of the crew whose effects count until the next mission: "member area" (R-286)."""

    active: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class TeamRecovered(BaseEvent, frozen=True, tag="team_recovered"):
    """States, Damage and Aggro are gone (R-293)."""

    rules: tuple[str, ...] = ()


class ConsequenceCured(BaseEvent, frozen=True, tag="consequence_cured"):
    """A Consequence is discarded (R-294, R-295)."""

    figure: str
    card: str
    face_down: bool = False
    rules: tuple[str, ...] = ()


class EffectSpent(BaseEvent, frozen=True, tag="effect_spent"):
    """Something that works once a step is used up, by its word ("cure uma limp", "discount goldstein")."""

    word: str
    rules: tuple[str, ...] = ()


class SamplesChanged(BaseEvent, frozen=True, tag="samples_changed"):
    """Samples were gained or used; those from the stores are used last. `why`: "taken" or "crafted"."""

    biological: int = 0
    tech: int = 0
    why: str = ""
    about: str = ""
    rules: tuple[str, ...] = ()


class SamplesStored(BaseEvent, frozen=True, tag="samples_stored"):
    """The Samples that stay in the ship's stores; all others are lost (R-289, R-290)."""

    kept: dict[str, int]
    lost: dict[str, int]
    rules: tuple[str, ...] = ()


class Crafted(BaseEvent, frozen=True, tag="crafted"):
    """A Character has made an Equipment card, or a program (R-298); it lies in the ship's stores."""

    character: str
    card: str
    software: bool = False
    rules: tuple[str, ...] = ()


class SpecialtyAcquired(BaseEvent, frozen=True, tag="specialty_acquired"):
    character: str
    specialty: str
    rules: tuple[str, ...] = ()


class CardBought(BaseEvent, frozen=True, tag="card_bought"):
    """An Equipment card in the buyer's hand, or a program in the ship's stores (R-304). `intel` are the Intel Packs
    left, `changes` those of the price by house rules."""

    character: str
    card: str
    price: int
    intel: int
    software: tuple[str, ...] = ()
    program: bool = False
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class CardSold(BaseEvent, frozen=True, tag="card_sold"):
    """An Equipment card is discarded for Intel Packs (R-305); `gone` for good. `changes` are those by house rules.
    `held` is its index among the cards that the Character carries, -1 its last copy. `software` goes with it."""

    character: str
    card: str
    price: int
    intel: int
    gone: bool = True
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()
    held: int = -1
    software: tuple[str, ...] = ()


class IntelPooled(BaseEvent, frozen=True, tag="intel_pooled"):
    """Intel Packs laid together for an Upgrade (R-306); a negative amount is taken back."""

    character: str
    upgrade: str
    amount: int
    rules: tuple[str, ...] = ()


class UpgradeBuilt(BaseEvent, frozen=True, tag="upgrade_built"):
    upgrade: str
    rules: tuple[str, ...] = ()


class StoreChanged(BaseEvent, frozen=True, tag="store_changed"):
    """The ship's stores after an Equipment card or a program came or left: "stowed", "fetched", "loaded". A
    card of the stores that leaves the game is "scrapped", one that somebody carried "removed" (R-308)."""

    store: tuple[Carried, ...]
    programs: tuple[str, ...]
    what: str
    card: str
    rules: tuple[str, ...] = ()


class CardsRenewed(BaseEvent, frozen=True, tag="cards_renewed"):
    """All Specialties and Equipment of the team, and what is stored, are face up and straight (R-309)."""

    rules: tuple[str, ...] = ()


Event = (
    CampaignBegan
    | Enlisted
    | StepBegan
    | MissionEnded
    | CompanionChosen
    | CrewLeft
    | MissionWritten
    | ConsequenceWritten
    | CampaignEntered
    | DefeatAccepted
    | SpoilsCounted
    | CrewBoarded
    | JumpMade
    | LootReturned
    | CrewStationed
    | CrewActive
    | TeamRecovered
    | ConsequenceCured
    | EffectSpent
    | SamplesChanged
    | SamplesStored
    | Crafted
    | SpecialtyAcquired
    | CardBought
    | CardSold
    | IntelPooled
    | UpgradeBuilt
    | StoreChanged
    | CardsRenewed
)
