"""The events of the game: facts with everything that `evolve` needs, and the rules behind them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from defiance_qt.api import port

from .content import Hostile
from .state import Act, Asked, Pair, Roll, Save, Troop, Zone


class _Event(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of all events."""


class GameBegan(_Event, frozen=True, tag="game_began"):
    setup: port.Setup
    bench: bool
    rounds: int
    troops: dict[str, Troop]
    zones: dict[str, Zone]
    answers: dict[str, str] = {}
    rules: tuple[str, ...] = ("N-001", "N-007")


class ZoneLaid(_Event, frozen=True, tag="zone_laid"):
    zone: Zone
    rules: tuple[str, ...] = ("N-005",)


class ZoneRemoved(_Event, frozen=True, tag="zone_removed"):
    id: str
    why: str = ""
    rules: tuple[str, ...] = ("N-004",)


class TroopAdded(_Event, frozen=True, tag="troop_added"):
    troop: Troop
    rules: tuple[str, ...] = ()


class PhaseBegan(_Event, frozen=True, tag="phase_began"):
    phase: Literal["setup", "initiative", "deployment", "count", "turn", "states", "bench"]
    rules: tuple[str, ...] = ()


class HostilityRolled(_Event, frozen=True, tag="hostility_rolled"):
    """The two tables were rolled for zones: the dice, and what they come to."""

    zones: tuple[str, ...]
    level_die: int
    damage_die: int
    hostile: Hostile
    rules: tuple[str, ...] = ("N-008",)


class InitiativeSet(_Event, frozen=True, tag="initiative_set"):
    side: int
    rules: tuple[str, ...] = ("K-022",)


class Deployed(_Event, frozen=True, tag="deployed"):
    troop: str
    where: Literal["table", "air"]
    marker: str = ""
    form: str = ""
    zones: tuple[str, ...] = ()
    cloud: int = 0
    forward: int = 0
    rules: tuple[str, ...] = ()


class DeploymentFailed(_Event, frozen=True, tag="deployment_failed"):
    """A troop that was to appear in the enemy's zone is found out: it is a figure, without what it had to place."""

    troop: str
    spent: dict[str, int]
    rules: tuple[str, ...] = ("N-079", "N-080")


class MateAssigned(_Event, frozen=True, tag="mate_assigned"):
    owner: str
    troop: str
    rules: tuple[str, ...] = ("N-099", "N-100")


class MateSpent(_Event, frozen=True, tag="mate_spent"):
    troop: str
    why: str = "used"
    rules: tuple[str, ...] = ("N-104",)


class TurnBegan(_Event, frozen=True, tag="turn_began"):
    side: int
    turn: int
    round: int
    pool: int
    irregular: tuple[str, ...] = ()
    lieutenant: tuple[str, ...] = ()
    rules: tuple[str, ...] = ("K-022",)


class OrderBegan(_Event, frozen=True, tag="order_began"):
    number: int
    troops: tuple[str, ...]
    kind: str
    bonuses: tuple[int, ...] = ()
    rules: tuple[str, ...] = ("K-005",)


class ActDeclared(_Event, frozen=True, tag="act_declared"):
    act: Act
    rules: tuple[str, ...] = ("K-006",)


class NothingDeclared(_Event, frozen=True, tag="nothing_declared"):
    """A troop could declare nothing in a step of its Order, because of a State that it has come into."""

    troop: str
    rules: tuple[str, ...] = ("K-006", "K-018", "K-024")


class Revealed(_Event, frozen=True, tag="revealed"):
    """A marker is replaced: by the figure, or by another marker."""

    troop: str
    marker: str = ""
    why: str = ""
    rules: tuple[str, ...] = ()


class MovementHalved(_Event, frozen=True, tag="movement_halved"):
    """A zone halves a movement, or with `slowed` False does not, because of a skill of the troop."""

    troop: str
    zone: str
    slowed: bool = True
    rules: tuple[str, ...] = ("K-016",)


class StepBegan(_Event, frozen=True, tag="step_began"):
    step: str
    place: tuple[str, ...] = ()
    rules: tuple[str, ...] = ("K-005",)


class PairMeasured(_Event, frozen=True, tag="pair_measured"):
    pair: Pair
    rules: tuple[str, ...] = ("K-008",)


class SuccessValue(_Event, frozen=True, tag="success_value"):
    """A roll with its Success Value and its Burst, each with the steps that lead to it."""

    roll: Roll
    rules: tuple[str, ...] = ("K-001", "K-003")


class DiceAsked(_Event, frozen=True, tag="dice_asked"):
    asked: Asked
    rules: tuple[str, ...] = ()


class DiceRolled(_Event, frozen=True, tag="dice_rolled"):
    asked: Asked
    natural: tuple[int, ...]
    typed: bool = False
    rules: tuple[str, ...] = ("K-001",)


class Compared(_Event, frozen=True, tag="compared"):
    """What is left of a roll: the natural dice that stand, and how many of them are criticals. `against` are the rolls
    that it faced."""

    roll: int
    troop: str
    kept: tuple[int, ...]
    criticals: int
    against: tuple[int, ...] = ()
    rules: tuple[str, ...] = ("K-001",)


class ZoneTriggered(_Event, frozen=True, tag="zone_triggered"):
    zone: str
    troop: str
    die: int
    level: int
    rules: tuple[str, ...] = ("N-029", "N-031")


class SaveAsked(_Event, frozen=True, tag="save_asked"):
    save: Save
    rules: tuple[str, ...] = ("K-009",)


class SaveChosen(_Event, frozen=True, tag="save_chosen"):
    save: int
    attribute: str
    value: int
    cover: int = 0
    rules: tuple[str, ...] = ("N-050",)


class SaveRolled(_Event, frozen=True, tag="save_rolled"):
    """Saves were rolled. `rolls` are still to come: Fire asks another for each failure."""

    save: int
    troop: str
    natural: tuple[int, ...]
    failed: int
    rolls: int = 0
    rules: tuple[str, ...] = ("K-009",)


class HitIgnored(_Event, frozen=True, tag="hit_ignored"):
    troop: str
    why: str
    mate: bool = False
    rules: tuple[str, ...] = ()


class WoundSuffered(_Event, frozen=True, tag="wound_suffered"):
    """A troop loses Wounds: so many now, `lost` in all in the form it then has."""

    troop: str
    wounds: int
    lost: int
    form: str = ""
    rules: tuple[str, ...] = ("K-009",)


class Healed(_Event, frozen=True, tag="healed"):
    troop: str
    lost: int
    rules: tuple[str, ...] = ("K-009",)


class StateSet(_Event, frozen=True, tag="state_set"):
    troop: str
    state: str
    rules: tuple[str, ...] = ()


class StateEnded(_Event, frozen=True, tag="state_ended"):
    troop: str
    state: str
    why: str = ""
    rules: tuple[str, ...] = ()


class FormTaken(_Event, frozen=True, tag="form_taken"):
    troop: str
    form: str
    rules: tuple[str, ...] = ("N-074",)


class ProfileCopied(_Event, frozen=True, tag="profile_copied"):
    troop: str
    target: str
    values: dict[str, int]
    rules: tuple[str, ...] = ("N-058", "N-060")


class Spent(_Event, frozen=True, tag="spent"):
    """Something that can be used up was used: how often in all."""

    troop: str
    what: str
    used: int
    rules: tuple[str, ...] = ()


class CloudBegan(_Event, frozen=True, tag="cloud_began"):
    troop: str
    until: int
    rules: tuple[str, ...] = ("N-095", "N-097", "N-098")


class CloudEnded(_Event, frozen=True, tag="cloud_ended"):
    troop: str
    rules: tuple[str, ...] = ("N-098",)


class GutsAsked(_Event, frozen=True, tag="guts_asked"):
    troops: tuple[str, ...]
    rules: tuple[str, ...] = ("K-019",)


class GutsRolled(_Event, frozen=True, tag="guts_rolled"):
    troop: str
    natural: int
    value: int
    passed: bool
    rules: tuple[str, ...] = ("K-019",)


class Placed(_Event, frozen=True, tag="placed"):
    troop: str
    zones: tuple[str, ...] = ()
    where: Literal["table", "air"] = "table"
    rules: tuple[str, ...] = ("N-006",)


class TriCoreMoved(_Event, frozen=True, tag="tri_core_moved"):
    """The Tri-Core Marker of a side lies with a Triad, "" with none."""

    side: int
    fireteam: str
    rules: tuple[str, ...] = ("N-086",)


class OrderEnded(_Event, frozen=True, tag="order_ended"):
    number: int
    rules: tuple[str, ...] = ("K-005",)


class Scored(_Event, frozen=True, tag="scored"):
    objective: str
    side: int
    points: int
    troop: str = ""
    rules: tuple[str, ...] = ()


class LevelChanged(_Event, frozen=True, tag="level_changed"):
    zone: str
    hostile: Hostile | None
    rules: tuple[str, ...] = ("N-008",)


class TurnEnded(_Event, frozen=True, tag="turn_ended"):
    side: int
    turn: int
    rules: tuple[str, ...] = ()


class CampaignCounted(_Event, frozen=True, tag="campaign_counted"):
    """What Reporters add at the end of a game of a campaign."""

    side: int
    cubevac: int
    promotion: int
    rules: tuple[str, ...] = ("N-061", "N-065")


class Overruled(_Event, frozen=True, tag="overruled"):
    values: dict[str, int | str]
    reason: str = ""
    rules: tuple[str, ...] = ()


class GameEnded(_Event, frozen=True, tag="game_ended"):
    result: Literal["victory", "defeat", "draw"]
    rules: tuple[str, ...] = ()


Event = (
    GameBegan | ZoneLaid | ZoneRemoved | TroopAdded | PhaseBegan | HostilityRolled | InitiativeSet | Deployed
    | DeploymentFailed | MateAssigned | MateSpent | TurnBegan | OrderBegan | ActDeclared | Revealed | StepBegan
    | MovementHalved | NothingDeclared
    | PairMeasured | SuccessValue | DiceAsked | DiceRolled | Compared | ZoneTriggered | SaveAsked | SaveChosen
    | SaveRolled | HitIgnored | WoundSuffered | Healed | StateSet | StateEnded | FormTaken | ProfileCopied | Spent
    | CloudBegan | CloudEnded | GutsAsked | GutsRolled | Placed | TriCoreMoved | OrderEnded | Scored | LevelChanged
    | TurnEnded | CampaignCounted | Overruled | GameEnded | port.AnswerSet
)  # fmt: skip
