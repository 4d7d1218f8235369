"""The commands of the game: what a user, a bot or the dice can answer."""

from __future__ import annotations

from msgspec import Struct

from defiance_qt.api import port

from .content import Profile
from .state import Target


class _Command(Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    """Base of all commands."""


class AddZone(_Command, frozen=True, tag="zone"):
    """Lay a zone of a kind on the table, under a name of the user's."""

    kind: str
    id: str
    name: str = ""


class RemoveZone(_Command, frozen=True, tag="remove_zone"):
    """Take a zone off the table, before the game."""

    id: str


class RollTable(_Command, frozen=True, tag="roll_table"):
    """Roll the hostility of a zone on the two tables; "" rolls once for all that are variable. `attribute` is chosen
    beforehand for the results that let choose."""

    zone: str = ""
    attribute: str = "arm"


class AddTroop(_Command, frozen=True, tag="add_troop"):
    """Add a troop with a profile typed at the table."""

    id: str
    side: int
    profile: Profile


class Initiative(_Command, frozen=True, tag="initiative"):
    """Say which side has the first turn."""

    side: int


class Deploy(_Command, frozen=True, tag="deploy"):
    """Deploy a troop. `how` is "" for openly, else "camouflage", "embryo", "impersonation", "enemy_zone", "air" or
    "cloud"; `zones` are those it stands in."""

    troop: str
    how: str = ""
    zones: tuple[str, ...] = ()


class DeployRest(_Command, frozen=True, tag="deploy_rest"):
    """Deploy all other troops of a side, each the usual way."""

    side: int


class AssignMate(_Command, frozen=True, tag="assign_mate"):
    """Assign a SymbioMate to a troop with Symbiont Armour."""

    owner: str
    troop: str


class CancelState(_Command, frozen=True, tag="cancel_state"):
    """Cancel a State that its owner may end freely: "embryo", "cloud"."""

    troop: str
    state: str


class MoveMarker(_Command, frozen=True, tag="move_marker"):
    """Put the Tri-Core Marker of a side beside the leader of a Triad."""

    fireteam: str
    side: int = 0


class Activate(_Command, frozen=True, tag="activate"):
    """Begin an Order with a troop, and with those that act with it. `kind` is "regular", "irregular" or
    "lieutenant"."""

    troop: str
    together: tuple[str, ...] = ()
    kind: str = "regular"


class Declare(_Command, frozen=True, tag="declare"):
    """Declare a skill of the Order. `targets` part the Burst; `through` is the servant that it is done by."""

    troop: str
    skill: str
    weapon: str = ""
    mode: str = ""
    targets: tuple[Target, ...] = ()
    guard: int = 0
    crosses: tuple[str, ...] = ()
    through: str = ""


class React(_Command, frozen=True, tag="react"):
    """Declare the one reaction of a troop."""

    troop: str
    skill: str
    weapon: str = ""
    mode: str = ""
    target: str = ""
    guard: int = 0


class NoReactions(_Command, frozen=True, tag="no_reactions"):
    """No more reactions to this skill."""


class Measured(_Command, frozen=True, tag="measured"):
    """Say what was measured between two troops: millimetres, who has cover, which zones the line crosses."""

    one: str
    other: str
    distance: int
    cover: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


class Exchange(_Command, frozen=True, tag="exchange"):
    """Just the dice: one act against one answer, of any two troops with any weapon. "" answers nothing."""

    one: str
    skill: str
    other: str
    weapon: str = ""
    mode: str = ""
    answer: str = ""
    answer_weapon: str = ""
    answer_mode: str = ""
    guard: int = 0
    answer_guard: int = 0
    zones: tuple[str, ...] = ()
    other_zones: tuple[str, ...] = ()


class EnterDice(_Command, frozen=True, tag="enter_dice"):
    """Enter the natural numbers of the dice, from 1."""

    faces: tuple[int, ...]


class ChooseSave(_Command, frozen=True, tag="choose_save"):
    """Choose the attribute of a save."""

    attribute: str


class Place(_Command, frozen=True, tag="place"):
    """Say in which zones a troop stands now."""

    troop: str
    zones: tuple[str, ...] = ()


class Score(_Command, frozen=True, tag="score"):
    """Score an objective for a side, by a troop."""

    objective: str
    side: int
    troop: str = ""


class EndTurn(_Command, frozen=True, tag="end_turn"):
    """End the Active Turn, or at the bench the session."""


class Ready(_Command, frozen=True, tag="ready"):
    """Say that the set-up, the Deployment or the Orders Count is done."""


class Proceed(_Command, frozen=True, tag="proceed"):
    """Play what needs no user: the Orders Count, the States Phase, a step of an Order in which nobody can do
    anything."""


class Overrule(_Command, frozen=True, tag="overrule"):
    """Correct values by hand: path to value."""

    values: dict[str, int | str]
    reason: str = ""


Command = (
    AddZone | RemoveZone | RollTable | AddTroop | Initiative | Deploy | DeployRest | AssignMate | CancelState
    | MoveMarker | Activate | Declare | React | NoReactions | Measured | Exchange | EnterDice | ChooseSave | Place
    | Score | EndTurn | Ready | Proceed | Overrule | port.SetAnswer
)  # fmt: skip
