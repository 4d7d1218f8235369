"""The values of Pig: its state, its commands and its events."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.api import port

SIDES = ("own", "rival")
"""The seats by name: 0 is the player's, 1 the rival's."""


class State(msgspec.Struct, frozen=True):
    """One moment. `pot` is what this turn has collected; `faces` are those of its last roll, from 0; `asked` is how
    many dice are to be rolled now."""

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
    """What the dice show, from 1."""

    faces: tuple[int, ...]


class SetAnswer(_Command, frozen=True, tag="set_answer"):
    """Who rolls one side's dice from now on."""

    key: str
    who: Literal["app", "person"]


class Overrule(_Command, frozen=True, tag="overrule"):
    """Values set by hand, by path: "scores.own", "scores.rival", "pot"."""

    values: dict[str, int]
    reason: str = ""


Command = Roll | Hold | Proceed | EnterDice | SetAnswer | Overrule


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
    """What the rival does: it holds once the pot has reached `enough`, which wins or satisfies it."""

    holds: bool
    pot: int
    enough: int
    rules: tuple[str, ...] = ("P-005",)


class RollOpened(_Event, frozen=True, tag="roll_opened"):
    seat: int
    dice: int
    rules: tuple[str, ...] = ("P-001",)


class DiceRolled(_Event, frozen=True, tag="dice_rolled"):
    """`faces` from 1; `typed`: a person rolled them."""

    seat: int
    faces: tuple[int, ...]
    typed: bool = False
    rules: tuple[str, ...] = ("P-001",)


class PotGrew(_Event, frozen=True, tag="pot_grew"):
    seat: int
    points: int
    rules: tuple[str, ...] = ("P-001",)


class PotLost(_Event, frozen=True, tag="pot_lost"):
    """`all`: the score is lost too."""

    seat: int
    points: int
    all: bool = False
    rules: tuple[str, ...] = ("P-002",)


class Scored(_Event, frozen=True, tag="scored"):
    seat: int
    points: int
    rules: tuple[str, ...] = ("P-003",)


class AnswerSet(_Event, frozen=True, tag="answer_set"):
    key: str
    who: str
    rules: tuple[str, ...] = ("P-007",)


class Overruled(_Event, frozen=True, tag="overruled"):
    values: dict[str, int]
    reason: str = ""
    rules: tuple[str, ...] = ("P-007",)


class GameEnded(_Event, frozen=True, tag="game_ended"):
    result: Literal["victory", "defeat"]
    rules: tuple[str, ...] = ("P-004",)


Event = (
    GameBegan | TurnBegan | RivalDecided | RollOpened | DiceRolled | PotGrew | PotLost | Scored | AnswerSet | Overruled
    | GameEnded
)  # fmt: skip


def values(state: State) -> dict[str, Any]:
    """What can be corrected by hand: path to value."""
    return {"scores.own": state.scores[0], "scores.rival": state.scores[1], "pot": state.pot}
