"""Events of the set-up and the muster."""

from __future__ import annotations

from defiance_qt.api import port

from ..state import WeaponInPlay
from .base import Happened, Rules


class GameBegan(Happened, frozen=True, tag="game_began"):
    """The decks were shuffled, the Mission laid out. `decks` are the cards of each."""

    setup: port.Setup
    hostiles: str
    space: int
    time: int
    decks: dict[str, tuple[str, ...]]
    answers: dict[str, str]
    rules: Rules = ("W-002", "W-003", "W-004", "W-005", "W-006", "W-104")


class ObjectiveChosen(Happened, frozen=True, tag="objective_chosen"):
    """The Objective was chosen or drawn; `time` is added to the Timer."""

    id: str
    time: int
    rules: Rules = ("W-004", "W-007", "W-145")


class NationChosen(Happened, frozen=True, tag="nation_chosen"):
    nation: str
    rules: Rules = ("W-001", "W-102")


class SoldierJoined(Happened, frozen=True, tag="soldier_joined"):
    """A Soldier was bought, or joined later: its Health, and the kit and Skills of its card."""

    number: str
    card: str
    health: int
    weapons: tuple[WeaponInPlay, ...] = ()
    kit: tuple[tuple[str, int], ...] = ()
    skills: tuple[str, ...] = ()
    rp: int = 0
    rules: Rules = ("W-009", "W-016", "W-017", "W-018")


class ItemBought(Happened, frozen=True, tag="item_bought"):
    """A Weapon or Equipment was bought with its counters or tokens; a batch goes to the Weapon `to`."""

    soldier: str
    item: str
    counters: int
    rp: int
    load: int
    to: str = ""
    weapon: bool = False
    rules: Rules = ("W-012", "W-013", "W-014")


class SkillBought(Happened, frozen=True, tag="skill_bought"):
    soldier: str
    skill: str
    rp: int
    rules: Rules = ("W-012",)


class Unbought(Happened, frozen=True, tag="unbought"):
    """A Soldier was given back, or one card of it. The numbers after it move up."""

    soldier: str
    item: str = ""
    counters: int = 0
    rules: Rules = ("W-008",)


class MusterEnded(Happened, frozen=True, tag="muster_ended"):
    """The team stands on the Mission card. RP that are left are lost."""

    rp: int
    limit: int
    rules: Rules = ("W-008", "W-071", "W-101", "W-103")


class SupportsOnCall(Happened, frozen=True, tag="supports_on_call"):
    supports: tuple[str, ...]
    rules: Rules = ("W-106",)
