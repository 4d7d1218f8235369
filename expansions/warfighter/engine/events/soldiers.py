"""Events of Soldiers and of their ammunition."""

from __future__ import annotations

from .base import Happened, Part, Rules


class ActionsSpent(Happened, frozen=True, tag="actions_spent"):
    soldier: str
    count: int
    rules: Rules = ("W-021",)


class ActionReadied(Happened, frozen=True, tag="action_readied"):
    soldier: str
    count: int
    rules: Rules = ("W-046",)


class Rallied(Happened, frozen=True, tag="rallied"):
    """Suppression tokens left a Soldier."""

    soldier: str
    tokens: int
    rules: Rules = ("W-024",)


class Suppressed(Happened, frozen=True, tag="suppressed"):
    """A Soldier got Suppression tokens."""

    soldier: str
    tokens: int
    rules: Rules = ("W-110",)


class Moved(Happened, frozen=True, tag="moved"):
    """A Soldier entered a space. `cost` are the parts of the entry cost, `paid` the cards."""

    soldier: str
    start: int
    to: int
    cost: tuple[Part, ...]
    paid: int
    rules: Rules = ("W-025", "W-111", "W-112")


class CardsPaid(Happened, frozen=True, tag="cards_paid"):
    """Action cards left a hand: as a cost ("move", "covert"), before drawing ("cycle"), or by an Event ("event")."""

    soldier: str
    cards: tuple[str, ...]
    cause: str
    rules: Rules = ("W-026", "W-113")


class HandDrawn(Happened, frozen=True, tag="hand_drawn"):
    soldier: str
    cards: tuple[str, ...]
    cause: str = ""
    rules: Rules = ("W-019",)


class CardPlayed(Happened, frozen=True, tag="card_played"):
    """An Action card was played. `laid`: it lies before the Soldier `target` until it applies."""

    soldier: str
    card: str
    target: str = ""
    level: bool = False
    laid: bool = False
    rules: Rules = ("W-046", "W-125")


class LaidUsed(Happened, frozen=True, tag="laid_used"):
    """A card that lay before a Soldier applied, or was not used. `kept`: it applies once more."""

    soldier: str
    card: str
    used: bool = True
    kept: bool = False
    rules: Rules = ("W-125",)


class SkillUsed(Happened, frozen=True, tag="skill_used"):
    """A Skill was used that may be used once a turn or a mission."""

    soldier: str
    skill: str
    rules: Rules = ("W-158",)


class XPPaid(Happened, frozen=True, tag="xp_paid"):
    """Soldiers paid Experience: Soldier to amount. `what` is the card it was for."""

    shares: dict[str, int]
    what: str
    rules: Rules = ("W-126",)


class XPGained(Happened, frozen=True, tag="xp_gained"):
    soldier: str
    amount: int
    source: str
    rules: Rules = ("W-035", "W-126")


class WoundsSuffered(Happened, frozen=True, tag="wounds_suffered"):
    soldier: str
    wounds: int
    source: str
    rules: Rules = ("W-058", "W-143")


class WoundsCancelled(Happened, frozen=True, tag="wounds_cancelled"):
    soldier: str
    wounds: int
    card: str
    rules: Rules = ("W-143",)


class Healed(Happened, frozen=True, tag="healed"):
    soldier: str
    wounds: int
    source: str
    rules: Rules = ("W-147",)


class SoldierDowned(Happened, frozen=True, tag="soldier_downed"):
    """A Soldier left play; its kit stays in its space, its tokens and cards go."""

    soldier: str
    rules: Rules = ("W-059", "W-139")


class SoldierLeft(Happened, frozen=True, tag="soldier_left"):
    """A Soldier was removed voluntarily, with its kit."""

    soldier: str
    rules: Rules = ("W-023", "W-134")


class Passed(Happened, frozen=True, tag="passed"):
    """Kit went from a Soldier ("" from the ground) to another ("" out of the game). `counters` of
    a Weapon go along; `batch`: as many as the batch brought that is discarded."""

    giver: str
    to: str
    item: str
    counters: int = 0
    batch: int = 0
    rules: Rules = ("W-052", "W-132")


class CounterEmptied(Happened, frozen=True, tag="counter_emptied"):
    """A counter of a Weapon was flipped to Empty. `dice` are those at most the reload number."""

    soldier: str
    weapon: str
    number: int
    dice: tuple[int, ...]
    rules: Rules = ("W-032", "W-115")


class CounterSpent(Happened, frozen=True, tag="counter_spent"):
    """An attack used up a counter of a Weapon, or an Action a token of Equipment."""

    soldier: str
    item: str
    rules: Rules = ("W-123",)


class Reloaded(Happened, frozen=True, tag="reloaded"):
    """The Empty counter went back to the supply."""

    soldier: str
    weapon: str
    rules: Rules = ("W-044", "W-108")


class Supplied(Happened, frozen=True, tag="supplied"):
    """A Weapon's Empty counter was turned, if it had one, and counters were added."""

    soldier: str
    weapon: str
    added: int
    source: str
    rules: Rules = ()
    turned: int = 1


class WeaponThrown(Happened, frozen=True, tag="weapon_thrown"):
    """A Weapon lies with its target: a Hostile card, or in the Objective's space."""

    soldier: str
    weapon: str
    hostile: str
    space: int
    rules: Rules = ("W-043", "W-123")


class WeaponBack(Happened, frozen=True, tag="weapon_back"):
    soldier: str
    weapon: str
    rules: Rules = ("W-043", "W-123")
