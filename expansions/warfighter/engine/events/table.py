"""Events of the agenda, of chance, of the course of the game, and corrections by hand."""

from __future__ import annotations

from typing import Any, Literal

from ..frames import Frame
from .base import Happened, Rules


class FrameOpened(Happened, frozen=True, tag="frame_opened"):
    frame: Frame


class FrameSet(Happened, frozen=True, tag="frame_set"):
    """The innermost frame became another."""

    frame: Frame


class FrameClosed(Happened, frozen=True, tag="frame_closed"):
    pass


class DiceRolled(Happened, frozen=True, tag="dice_rolled"):
    """Dice were rolled: the faces, from 1. `typed`: the user rolled and entered them."""

    side: str
    sizes: tuple[int, ...]
    faces: tuple[int, ...]
    typed: bool = False
    rules: Rules = ()


class Drawn(Happened, frozen=True, tag="drawn"):
    """Cards or Target tokens were drawn. `token`: they are tokens of the cup. `asked`: chance decided which."""

    deck: str
    cards: tuple[str, ...]
    asked: bool = True
    token: bool = False
    typed: bool = False
    rules: Rules = ("W-105",)


class Shuffled(Happened, frozen=True, tag="shuffled"):
    """The discards became the deck."""

    deck: str
    rules: Rules = ("W-105",)


class Returned(Happened, frozen=True, tag="returned"):
    """Cards went back: into the deck, or on top of it in this order."""

    deck: str
    cards: tuple[str, ...]
    top: bool = False
    rules: Rules = ()


class TurnBegan(Happened, frozen=True, tag="turn_began"):
    """The Soldiers' turn began: Action markers turned up. `renewed` are Skills that may be used once a turn."""

    turn: int
    renewed: tuple[str, ...] = ()
    rules: Rules = ("W-020", "W-109")


class TurnEnded(Happened, frozen=True, tag="turn_ended"):
    """The Soldiers' turn ended. Cards that did not apply are discarded."""

    turn: int
    rules: Rules = ("W-125",)


class HostileTurnBegan(Happened, frozen=True, tag="hostile_turn_began"):
    turn: int
    rules: Rules = ("W-020",)


class StepBegan(Happened, frozen=True, tag="step_began"):
    """A step of the Hostile turn: "inspire", "reinforce", "attack", "move", "suppression", "timer"."""

    step: str
    rules: Rules = ("W-054",)


class HostileTurnEnded(Happened, frozen=True, tag="hostile_turn_ended"):
    """Hand-to-Hand tokens came back, smoke and fog lifted."""

    rules: Rules = ("W-120",)


class TimerMoved(Happened, frozen=True, tag="timer_moved"):
    time: int
    by: int
    rules: Rules = ("W-062", "W-145")


class EnvironmentRolled(Happened, frozen=True, tag="environment_rolled"):
    """What the environment does: "fog", "mud", "", "draw"."""

    face: int
    effect: str
    rules: Rules = ("W-135",)


class ConditionSet(Happened, frozen=True, tag="condition_set"):
    """Something holds for a while: "fog", "mud", "lull", "decoy" for a turn, "old_map" for the next Location,
    "smoke" in a space."""

    name: Literal["fog", "mud", "lull", "decoy", "old_map", "smoke", "stores"]
    value: int
    rules: Rules = ()


class GameEnded(Happened, frozen=True, tag="game_ended"):
    """`because` is "objective", "timer", "downed" or "nobody"."""

    result: Literal["victory", "defeat"]
    because: str
    rules: Rules = ("W-146",)


class Overruled(Happened, frozen=True, tag="overruled"):
    """Values were corrected by hand."""

    values: dict[str, Any]
    reason: str = ""
    rules: Rules = ()
