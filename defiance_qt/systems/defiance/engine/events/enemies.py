"""Events of Enemies: deployment, turns, AI cards and Instructions, Reserve and Alert."""

from __future__ import annotations

from typing import Literal

import msgspec

from defiance_qt.systems.defiance.engine.changes import AttributeChange, NumberChange
from defiance_qt.systems.defiance.engine.content import Profile
from defiance_qt.systems.defiance.engine.events.base import BaseEvent
from defiance_qt.systems.defiance.engine.state import Enemy, Unit


class UnitDeployed(BaseEvent, frozen=True, tag="unit_deployed"):
    """A Unit enters play, with the values of its card. `origin` is its deck, or "surprise" for a Unit that waited off
    the board. `changes` are those of its attributes by house rules."""

    unit: Unit
    origin: Literal["selected", "available", "surprise"]
    rules: tuple[str, ...] = ()
    changes: tuple[AttributeChange, ...] = ()


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """An option that Evil AI weighed: the id of an Attack, a Character, or a space. The harm is in thousandths as
    `evil_ai.Harm` lists it (R-192). For a space, `target` and `attack` name the Attack threatened from there; both are
    empty where none is, and in older saves."""

    option: str
    harm: tuple[int, ...]
    target: str = ""
    attack: str = ""


class EnemyDeployed(BaseEvent, frozen=True, tag="enemy_deployed"):
    """`was`: its earlier number, if the Miniature was renumbered; frames in progress continue with the new one.

    `near` are the spaces that it had to be placed on or closest to. `spaces` are the free ones closest to them, if
    there were several; then `by` is what chose: "team" (the nearest to the team), "harm" (with what was `weighed`) or
    "coordinates". All are empty in older saves.
    """

    enemy: Enemy
    rules: tuple[str, ...] = ()
    was: str = ""
    near: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    by: str = ""
    weighed: tuple[Weighed, ...] = ()


class UnitFlipped(BaseEvent, frozen=True, tag="unit_flipped"):
    unit: str
    face: int
    profile: Profile
    rules: tuple[str, ...] = ()


class InitiativeShuffled(BaseEvent, frozen=True, tag="initiative_shuffled"):
    """The Initiative cards that are face down now."""

    units: tuple[str, ...]
    rules: tuple[str, ...] = ()


class InitiativeRevealed(BaseEvent, frozen=True, tag="initiative_revealed"):
    unit: str
    deployed: bool = True
    typed: bool = False
    rules: tuple[str, ...] = ()


class AiCardDealt(BaseEvent, frozen=True, tag="ai_card_dealt"):
    """Face down; "?" when a person deals and the card is hidden."""

    unit: str
    card: str
    rules: tuple[str, ...] = ()


class AiCardRevealed(BaseEvent, frozen=True, tag="ai_card_revealed"):
    unit: str
    card: str
    column: str
    typed: bool = False
    rules: tuple[str, ...] = ()


class AiCardsDiscarded(BaseEvent, frozen=True, tag="ai_cards_discarded"):
    units: tuple[str, ...]
    cards: tuple[str, ...]
    rules: tuple[str, ...] = ()


class UnitActivated(BaseEvent, frozen=True, tag="unit_activated"):
    unit: str
    rules: tuple[str, ...] = ()


class UnitActivationEnded(BaseEvent, frozen=True, tag="unit_activation_ended"):
    unit: str
    rules: tuple[str, ...] = ()


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A candidate of an Instruction: its score and, when it was passed over, the reason (a text key)."""

    figure: str
    value: int
    distance: int
    aggro: int
    damage: int
    sight: bool = False
    because: str = ""


SurpriseCause = Literal["last_activated", "evil_ai"]


class SurpriseTargeted(BaseEvent, frozen=True, tag="surprise_targeted"):
    """The Character beside whom a Surprise Attack Unit appears: the last one activated (R-204), or Evil AI's choice.
    Also the expected harm of the first Attack to each candidate (R-205, R-206)."""

    unit: str
    target: str
    because: SurpriseCause
    harm: tuple[int, ...] = ()
    weighed: tuple[Weighed, ...] = ()
    rules: tuple[str, ...] = ()


class InstructionChosen(BaseEvent, frozen=True, tag="instruction_chosen"):
    """An Enemy performs an Instruction: its target, all candidates, and the tie-break that decided ("" when the
    selector alone did). `harm` is that of the chosen Attack or space, `weighed` lists all options. Both are empty when
    there was only one option, or the options did not differ.

    `spaces` are the destinations that the manual left open, if several; then `by` is what chose among them, or among
    the most harmful: "harm", "path" (the cheapest) or "coordinates".
    """

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
    spaces: tuple[str, ...] = ()
    by: str = ""


class InstructionSkipped(BaseEvent, frozen=True, tag="instruction_skipped"):
    enemy: str
    kind: str
    selector: str
    because: str
    candidates: tuple[Candidate, ...] = ()
    rules: tuple[str, ...] = ()


class RandomPicked(BaseEvent, frozen=True, tag="random_picked"):
    picked: str
    options: tuple[str, ...]
    typed: bool = False
    rules: tuple[str, ...] = ()


class ReserveChanged(BaseEvent, frozen=True, tag="reserve_changed"):
    """`about` is the Unit or Character concerned, "" in older saves and where there is none. `changes` are those of the
    amount by house rules."""

    amount: int
    reserve: int
    because: str
    rules: tuple[str, ...] = ()
    about: str = ""
    changes: tuple[NumberChange, ...] = ()


class Queued(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Unit with casualties in the order of Replacements: the price of one Miniature, how many are missing. `harm` and
    the Attack behind it are what its next Miniature would threaten; empty where its level alone decides."""

    unit: str
    price: int
    missing: int
    harm: tuple[int, ...] = ()
    target: str = ""
    attack: str = ""


class ReplacementsOrdered(BaseEvent, frozen=True, tag="replacements_ordered"):
    """The order in which several Units replace their casualties (R-255, R-192)."""

    units: tuple[Queued, ...]
    rules: tuple[str, ...] = ()


class Priced(msgspec.Struct, frozen=True, array_like=True):
    """A Unit and the tokens that its Respawn, or one of its Replacements, costs."""

    unit: str
    price: int


class ReinforcementsEnded(BaseEvent, frozen=True, tag="reinforcements_ended"):
    """Respawn or Replacements has ended, and why (R-249, R-252, R-258). `unpaid` are Units that the Reserve does not
    pay for: of the Available deck only the first is looked at."""

    step: Literal["respawn", "replacements"]
    because: Literal["none_left", "too_few", "no_space"]
    reserve: int
    unpaid: tuple[Priced, ...] = ()
    rules: tuple[str, ...] = ()


class AlertChanged(BaseEvent, frozen=True, tag="alert_changed"):
    """`changes` are those of the rise or fall by house rules."""

    alert: int
    because: str
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class HighFaceSet(BaseEvent, frozen=True, tag="high_face_set"):
    """From now on Units deploy with their high side up (R-273)."""

    rules: tuple[str, ...] = ()


Event = (
    UnitDeployed
    | EnemyDeployed
    | UnitFlipped
    | InitiativeShuffled
    | InitiativeRevealed
    | AiCardDealt
    | AiCardRevealed
    | AiCardsDiscarded
    | UnitActivated
    | UnitActivationEnded
    | SurpriseTargeted
    | InstructionChosen
    | InstructionSkipped
    | RandomPicked
    | ReserveChanged
    | ReplacementsOrdered
    | ReinforcementsEnded
    | AlertChanged
    | HighFaceSet
)
