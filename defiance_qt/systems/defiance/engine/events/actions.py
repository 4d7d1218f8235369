"""Events of Characters: Activations and Actions, cards and Equipment, doors, containers and Consoles."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events.base import BaseEvent
from defiance_qt.systems.defiance.engine.state import Carried, Character

# ---- a Character's Activation ----


class ActivationBegan(BaseEvent, frozen=True, tag="activation_began"):
    character: str
    actions: int = 2
    rules: tuple[str, ...] = ()


class ActivationEnded(BaseEvent, frozen=True, tag="activation_ended"):
    character: str
    rules: tuple[str, ...] = ()


class ActionSpent(BaseEvent, frozen=True, tag="action_spent"):
    """`cost` Actions of the Activation were spent on `action`; a Free Action costs 0 (R-049). `changes` are what house
    rules have made of the cost."""

    character: str
    action: str
    cost: int = 1
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class PointsGained(BaseEvent, frozen=True, tag="points_gained"):
    character: str
    points: int
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class Moved(BaseEvent, frozen=True, tag="moved"):
    """A figure went from one space to the next. `path` lists the spaces passed; the last is its new space."""

    figure: str
    start: str
    path: tuple[str, ...]
    cost: int
    rules: tuple[str, ...] = ()


class Dragged(BaseEvent, frozen=True, tag="dragged"):
    """An Unconscious Character was dragged (R-230)."""

    figure: str
    by: str
    start: str
    space: str
    rules: tuple[str, ...] = ()


class Rested(BaseEvent, frozen=True, tag="rested"):
    character: str
    rules: tuple[str, ...] = ()


# ---- cards, Equipment, elements of the board ----


class CardDrawn(BaseEvent, frozen=True, tag="card_drawn"):
    """A card left its deck for the Draw frame. `typed`: entered by a person."""

    deck: str
    card: str
    who: str = ""
    typed: bool = False
    rules: tuple[str, ...] = ()


class CardDiscarded(BaseEvent, frozen=True, tag="card_discarded"):
    deck: str
    card: str
    rules: tuple[str, ...] = ()


class DeckRebuilt(BaseEvent, frozen=True, tag="deck_rebuilt"):
    """The discards became the deck again."""

    deck: str
    rules: tuple[str, ...] = ()


class ConsequenceSuffered(BaseEvent, frozen=True, tag="consequence_suffered"):
    character: str
    card: str
    face_up: bool = True
    rules: tuple[str, ...] = ()


class LootFound(BaseEvent, frozen=True, tag="loot_found"):
    character: str
    card: str
    rules: tuple[str, ...] = ()


class CarriedChanged(BaseEvent, frozen=True, tag="carried_changed"):
    """The cards that a Character carries now. `what` names the change: "placed", "given", "received", "found",
    "dropped", "used"."""

    character: str
    carried: tuple[Carried, ...]
    what: str
    item: str
    rules: tuple[str, ...] = ()


class CardUsed(BaseEvent, frozen=True, tag="card_used"):
    """An Action of a card: `use` is the result for the card ("", "tap", "flip", "discard"). `held` is its index among
    the cards that the Character carries, -1 for its own card."""

    character: str
    card: str
    action: str
    target: str
    use: str = ""
    rules: tuple[str, ...] = ()
    held: int = -1


class IntelGained(BaseEvent, frozen=True, tag="intel_gained"):
    """`changes` are those of the amount by house rules."""

    character: str
    amount: int
    rules: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


class DoorOpened(BaseEvent, frozen=True, tag="door_opened"):
    door: str
    by: str = ""
    rules: tuple[str, ...] = ()


class ContainerEmptied(BaseEvent, frozen=True, tag="container_emptied"):
    container: str
    by: str
    rules: tuple[str, ...] = ()


class SymbolAssigned(BaseEvent, frozen=True, tag="symbol_assigned"):
    console: str
    input: int
    symbol: Symbols
    rules: tuple[str, ...] = ()


class SymbolsDiscarded(BaseEvent, frozen=True, tag="symbols_discarded"):
    console: str
    symbols: Symbols
    rules: tuple[str, ...] = ()


class InputCompleted(BaseEvent, frozen=True, tag="input_completed"):
    console: str
    input: int
    rules: tuple[str, ...] = ()


class AllyJoined(BaseEvent, frozen=True, tag="ally_joined"):
    neutral: str
    ally: Character
    rules: tuple[str, ...] = ()


Event = (
    ActivationBegan
    | ActivationEnded
    | ActionSpent
    | PointsGained
    | Moved
    | Dragged
    | Rested
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
)
