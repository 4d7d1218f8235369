"""The data types of the game: state, commands and events."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple

import msgspec

from defiance_qt.api import port


class Scores(NamedTuple):
    """The points of the seats: seat 0 is the player, seat 1 the rival."""

    own: int = 0
    rival: int = 0


class State(msgspec.Struct, frozen=True):
    """The state of the game. `pot` holds the points of this turn. `faces` are those of its last roll, from 1. `asked`
    is the number of dice to roll now, 0 for none."""

    setup: port.Setup = port.Setup("pig", "duel", 0)
    target: int = 0
    scores: Scores = Scores()
    seat: int = 0
    turn: int = 0
    pot: int = 0
    faces: tuple[int, ...] = ()
    asked: int = 0
    chance: int = 0
    answers: dict[str, str] = {}
    result: str | None = None


class _Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    """Base of all commands."""


class Roll(_Command, frozen=True, tag="roll"):
    """Roll the dice."""


class Hold(_Command, frozen=True, tag="hold"):
    """Score the pot and end the turn."""


class Proceed(_Command, frozen=True, tag="proceed"):
    """Let the rival act."""


class EnterDice(_Command, frozen=True, tag="enter_dice"):
    """Enter the faces of the dice, from 1."""

    faces: tuple[int, ...]


Command = Roll | Hold | Proceed | EnterDice | port.SetAnswer | port.Overrule


class _Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of all events."""

    category: ClassVar[str] = "turns"


class _RollEvent(_Event, frozen=True):
    """Base of the events of a roll."""

    category: ClassVar[str] = "rolls"
    seat: int


class GameBegan(_Event, frozen=True, tag="game_began"):
    setup: port.Setup
    target: int
    answers: dict[str, str] = {}
    rules: tuple[str, ...] = ("P-004",)


class TurnBegan(_Event, frozen=True, tag="turn_began"):
    seat: int
    turn: int
    rules: tuple[str, ...] = ("P-001",)


class RivalDecided(_Event, frozen=True, tag="rival_decided"):
    """The rival's decision. It holds once the pot has reached `enough`: the points to win, or its patience."""

    holds: bool
    pot: int
    enough: int
    rules: tuple[str, ...] = ("P-005",)


class RollOpened(_RollEvent, frozen=True, tag="roll_opened"):
    dice: int
    rules: tuple[str, ...] = ("P-001",)


class DiceRolled(_RollEvent, frozen=True, tag="dice_rolled"):
    """Dice were rolled. `faces` are from 1; `typed`: the user rolled and entered them."""

    faces: tuple[int, ...]
    typed: bool = False
    rules: tuple[str, ...] = ("P-001",)


class PotGrew(_RollEvent, frozen=True, tag="pot_grew"):
    points: int
    rules: tuple[str, ...] = ("P-001",)


class PotLost(_RollEvent, frozen=True, tag="pot_lost"):
    """The pot was lost. `all`: the score was lost too."""

    points: int
    all: bool = False
    rules: tuple[str, ...] = ("P-002",)


class Scored(_Event, frozen=True, tag="scored"):
    seat: int
    points: int
    rules: tuple[str, ...] = ("P-003",)


class GameEnded(_Event, frozen=True, tag="game_ended"):
    result: Literal["victory", "defeat"]
    rules: tuple[str, ...] = ("P-004",)


Event = (
    GameBegan | TurnBegan | RivalDecided | RollOpened | DiceRolled | PotGrew | PotLost | Scored | GameEnded
    | port.AnswerSet | port.Overruled
)  # fmt: skip
