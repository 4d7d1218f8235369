"""Events of the course of the game: Rounds, phases and turns, the agenda, the mission, the table and plugins."""

from __future__ import annotations

from typing import Any, Literal

from defiance_qt.systems.defiance.engine.changes import AttributeChange
from defiance_qt.systems.defiance.engine.events.base import BaseEvent, SideName
from defiance_qt.systems.defiance.engine.frames import Frame
from defiance_qt.systems.defiance.engine.state import State

# ---- the course of the game ----


class MissionSetUp(BaseEvent, frozen=True, tag="mission_set_up"):
    """The table in the mission's initial layout (R-007…R-024), before the team is placed. `changes` are those of the
    team's attributes by house rules."""

    state: State
    rules: tuple[str, ...] = ()
    changes: tuple[AttributeChange, ...] = ()


class CharacterDeployed(BaseEvent, frozen=True, tag="character_deployed"):
    character: str
    space: str
    rules: tuple[str, ...] = ()


class RoundBegan(BaseEvent, frozen=True, tag="round_began"):
    round: int
    rules: tuple[str, ...] = ()


class PhaseBegan(BaseEvent, frozen=True, tag="phase_began"):
    phase: Literal["start", "activations", "end"]
    todo: tuple[str, ...] = ()
    turn: SideName = "team"
    rules: tuple[str, ...] = ()


class StepDone(BaseEvent, frozen=True, tag="step_done"):
    """One step of a phase is over: the first of the Round frame's `todo`."""


class TurnPassed(BaseEvent, frozen=True, tag="turn_passed"):
    """The next Activation (R-041); `block` is a partner that must follow at once (R-152)."""

    turn: SideName
    block: str = ""
    rules: tuple[str, ...] = ()


class CardsStraightened(BaseEvent, frozen=True, tag="cards_straightened"):
    """All cards are untapped (R-314), or only those of `who`."""

    rules: tuple[str, ...] = ()
    who: str = ""


class MissionDecided(BaseEvent, frozen=True, tag="mission_decided"):
    """Victory or defeat is decided; the Consequences of the end are dealt before the game is over. `because` as in
    `GameEnded`."""

    result: Literal["victory", "defeat"]
    because: str
    waiting: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class CrewJoined(BaseEvent, frozen=True, tag="crew_joined"):
    """A recruited Neutral Character joined the Defiance crew (R-150)."""

    character: str
    rules: tuple[str, ...] = ()


class GameEnded(BaseEvent, frozen=True, tag="game_ended"):
    """`because` is the id of the mission's condition, or "team_down"."""

    result: Literal["victory", "defeat"]
    because: str
    rules: tuple[str, ...] = ()


# ---- the agenda ----


class FrameOpened(BaseEvent, frozen=True, tag="frame_opened"):
    frame: Frame


class FrameSet(BaseEvent, frozen=True, tag="frame_set"):
    """The innermost frame continues as this one."""

    frame: Frame


class FrameClosed(BaseEvent, frozen=True, tag="frame_closed"):
    pass


# ---- mission, table, plugins ----


class FlagSet(BaseEvent, frozen=True, tag="flag_set"):
    flag: str
    rules: tuple[str, ...] = ()


class TriggerFired(BaseEvent, frozen=True, tag="trigger_fired"):
    trigger: int
    on: str
    once: bool = True
    rules: tuple[str, ...] = ()


class AnswerSet(BaseEvent, frozen=True, tag="answer_set"):
    side: SideName
    kind: str
    who: Literal["app", "person"]
    rules: tuple[str, ...] = ()


class Overruled(BaseEvent, frozen=True, tag="overruled"):
    """A value corrected by hand: the path, the old value and the new value."""

    path: str
    was: Any
    now: Any
    reason: str = ""
    rules: tuple[str, ...] = ()


class PluginFact(BaseEvent, frozen=True, tag="plugin_fact"):
    """A plugin's or ability's own fact, stored under its id."""

    owner: str
    key: str
    value: Any
    rules: tuple[str, ...] = ()


Event = (
    MissionSetUp
    | CharacterDeployed
    | RoundBegan
    | PhaseBegan
    | StepDone
    | TurnPassed
    | CardsStraightened
    | MissionDecided
    | CrewJoined
    | GameEnded
    | FrameOpened
    | FrameSet
    | FrameClosed
    | FlagSet
    | TriggerFired
    | AnswerSet
    | Overruled
    | PluginFact
)
