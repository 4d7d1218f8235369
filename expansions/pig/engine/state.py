"""The data types of the game: state, commands and events."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.api import port

SIDES = ("own", "rival")
"""The names of the seats: seat 0 is the player, seat 1 the rival."""

KINDS = ("team.dice", "enemy.dice")
"""The kinds of chance, by seat."""

_WAS = {"own.dice": "team.dice", "rival.dice": "enemy.dice"}


class State(msgspec.Struct, frozen=True):
    """The state of the game. `pot` holds the points of this turn. `faces` are those of its last roll, from 1. `asked`
    is the number of dice to roll now, 0 for none."""

    setup: port.Setup = port.Setup("pig", "duel", 0)
    target: int = 0
    scores: tuple[int, int] = (0, 0)
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


class Overrule(_Command, frozen=True, tag="overrule"):
    """Correct values by hand. The keys are paths: "scores.own", "scores.rival", "pot"."""

    values: dict[str, int]
    reason: str = ""


Command = Roll | Hold | Proceed | EnterDice | port.SetAnswer | Overrule


class _Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of all events."""


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


class RollOpened(_Event, frozen=True, tag="roll_opened"):
    seat: int
    dice: int
    rules: tuple[str, ...] = ("P-001",)


class DiceRolled(_Event, frozen=True, tag="dice_rolled"):
    """Dice were rolled. `faces` are from 1; `typed`: the user rolled and entered them."""

    seat: int
    faces: tuple[int, ...]
    typed: bool = False
    rules: tuple[str, ...] = ("P-001",)


class PotGrew(_Event, frozen=True, tag="pot_grew"):
    seat: int
    points: int
    rules: tuple[str, ...] = ("P-001",)


class PotLost(_Event, frozen=True, tag="pot_lost"):
    """The pot was lost. `all`: the score was lost too."""

    seat: int
    points: int
    all: bool = False
    rules: tuple[str, ...] = ("P-002",)


class Scored(_Event, frozen=True, tag="scored"):
    seat: int
    points: int
    rules: tuple[str, ...] = ("P-003",)


class Overruled(_Event, frozen=True, tag="overruled"):
    values: dict[str, int]
    reason: str = ""
    rules: tuple[str, ...] = ("P-007",)


class GameEnded(_Event, frozen=True, tag="game_ended"):
    result: Literal["victory", "defeat"]
    rules: tuple[str, ...] = ("P-004",)


Event = (
    GameBegan | TurnBegan | RivalDecided | RollOpened | DiceRolled | PotGrew | PotLost | Scored | port.AnswerSet
    | Overruled | GameEnded
)  # fmt: skip


def kind_of(key: str) -> str:
    """Return the kind of chance with a key, which an older save calls by another."""
    return _WAS.get(key, key)


def values(state: State) -> dict[str, Any]:
    """Return the values that can be corrected by hand, by path."""
    return {"scores.own": state.scores[0], "scores.rival": state.scores[1], "pot": state.pot}
