"""Commands: the requests of players and of the table. Imperative; ids are text, spaces are names ("K7")."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Critical = Literal["success", "block"]


class _Command(msgspec.Struct, frozen=True, gc=False, tag_field="command", forbid_unknown_fields=True):
    """Base of all commands."""


class Deploy(_Command, frozen=True, tag="deploy"):
    character: str
    space: str


class Activate(_Command, frozen=True, tag="activate"):
    character: str


class EndActivation(_Command, frozen=True, tag="end_activation"):
    character: str


class Move(_Command, frozen=True, tag="move"):
    """The Move Action: turns an Action into movement points (R-051)."""

    character: str


class StepTo(_Command, frozen=True, tag="step_to"):
    character: str
    space: str


class Drag(_Command, frozen=True, tag="drag"):
    """Spend two points to drag: the Character goes to `space`, the Unconscious one to `follows` (R-230)."""

    character: str
    space: str
    dragged: str
    follows: str


class Attack(_Command, frozen=True, tag="attack"):
    """`weapon` is an Equipment card, or the Character's own id for an Attack printed on its card."""

    character: str
    weapon: str
    attack: str
    target: str


class Hack(_Command, frozen=True, tag="hack"):
    """`using` names the device when the program is installed in several (R-107); "" means the only one."""

    character: str
    program: str
    target: str
    using: str = ""


class Equip(_Command, frozen=True, tag="equip"):
    character: str


class Rest(_Command, frozen=True, tag="rest"):
    """`state` is the State to remove, "" for none (R-121)."""

    character: str
    state: str = ""


class Interact(_Command, frozen=True, tag="interact"):
    """`using`: "" for the Console die, or the hacking device rolled instead (R-133). `extra`: the Free Action for two
    Reinforcements (R-139)."""

    character: str
    element: str
    using: str = ""
    extra: bool = False


class UseAutoMediKit(_Command, frozen=True, tag="use_automedikit"):
    character: str


class UseCard(_Command, frozen=True, tag="use_card"):
    """Use an Action printed on a card (R-048). `other`: the other figure that its effects are for, if any."""

    character: str
    card: str
    action: str
    target: str
    other: str = ""


class SpendCritical(_Command, frozen=True, tag="spend_critical"):
    """R-081, R-082, R-088, R-090."""

    critical: Critical
    use: Literal["nullify", "add"]


class KeepCritical(_Command, frozen=True, tag="keep_critical"):
    critical: Critical


class UseSwitch(_Command, frozen=True, tag="use_switch"):
    """Activate the offer with this number in the roll; `target` where the effect needs one."""

    offer: int
    target: str = ""


class LetStand(_Command, frozen=True, tag="let_stand"):
    """Decline the remaining offers: the roll continues, and is resolved after the Switches (R-093)."""


class RollAgain(_Command, frozen=True, tag="roll_again"):
    """Reroll this die of the pool (a card allows it)."""

    die: int


class KeepDice(_Command, frozen=True, tag="keep_dice"):
    pass


class StoreDie(_Command, frozen=True, tag="store_die"):
    """Take a die out of the roll and put one of its symbols on a card that stores symbols (R-316)."""

    card: str
    die: int
    symbol: str


class AddStored(_Command, frozen=True, tag="add_stored"):
    """Add a symbol stored on a card to the roll (R-097)."""

    card: str
    symbol: str


class Assign(_Command, frozen=True, tag="assign"):
    """Assign a rolled symbol to a Console input, numbered from 0 (R-134). `cost` is a symbol: "S", "CS", "B", "CB",
    "!"."""

    symbol: str
    input: int


class SplitCritical(_Command, frozen=True, tag="split_critical"):
    """At a Console, turn a critical that no input lists into two plain symbols (R-141)."""

    symbol: str


class ConsoleRollAgain(_Command, frozen=True, tag="console_roll_again"):
    """Pay two Reinforcements for another roll inside the interaction (R-139, one reading)."""


class LeaveConsole(_Command, frozen=True, tag="leave_console"):
    pass


class Place(_Command, frozen=True, tag="place"):
    """During Equip: the item goes to a tab ("0", "1" …), "light", "backpack", or "" (taken off)."""

    character: str
    item: str
    place: str


class Give(_Command, frozen=True, tag="give"):
    """`turned` tells copies apart, as `state.Carried.turned` does, and `copy` those of a device that hold different
    programs, numbered from 0 (`rules.equip.copies`)."""

    giver: str
    receiver: str
    item: str
    turned: str = ""
    copy: int = 0


class Install(_Command, frozen=True, tag="install"):
    """During Equip: move Software from one device to another's free slot (R-114)."""

    character: str
    program: str
    source: str
    device: str


class FinishEquip(_Command, frozen=True, tag="finish_equip"):
    pass


class Keep(_Command, frozen=True, tag="keep"):
    """Keep this Consequence (R-160)."""

    card: str


class Proceed(_Command, frozen=True, tag="proceed"):
    """Acknowledge the display and continue the Enemy's turn."""


class Enlist(_Command, frozen=True, tag="enlist"):
    """Take a Character into the campaign's team (R-280)."""

    character: str


class BeginMission(_Command, frozen=True, tag="begin_mission"):
    """Set the next mission of the campaign up (R-282, R-283). `companion` is the member of the crew that comes too, in
    a mission that allows one."""

    companion: str = ""


class PlayAgain(_Command, frozen=True, tag="play_again"):
    """Play a lost mission again from its start."""


class AcceptDefeat(_Command, frozen=True, tag="accept_defeat"):
    """Go on with the campaign after a lost mission."""


class Ready(_Command, frozen=True, tag="ready"):
    """Choose a Character that starts the mission Focused."""

    character: str


class Station(_Command, frozen=True, tag="station"):
    """Put a crew token on a space of an area of the ship, "" for none (R-287)."""

    member: str
    area: str


class Swap(_Command, frozen=True, tag="swap"):
    """Exchange two crew tokens (R-287)."""

    member: str
    other: str


class Cure(_Command, frozen=True, tag="cure"):
    """Roll Medicine, or for a Remote Engineering, to discard a Consequence (R-294, R-295)."""

    figure: str
    card: str


class TakeSample(_Command, frozen=True, tag="take_sample"):
    """Take the Sample that a member of the crew offers in place of its dice (R-286)."""

    member: str


class Craft(_Command, frozen=True, tag="craft"):
    """Make something of Samples (R-298); `program` for a recipe that makes Software."""

    character: str
    recipe: str
    program: str = ""


class Acquire(_Command, frozen=True, tag="acquire"):
    """Acquire a Specialty (R-299)."""

    character: str
    specialty: str


class Buy(_Command, frozen=True, tag="buy"):
    """Buy an Equipment card or a program (R-304); `using` names the member of the crew whose discount is used."""

    character: str
    card: str
    using: str = ""


class Sell(_Command, frozen=True, tag="sell"):
    """Discard an Equipment card for half its price (R-305)."""

    character: str
    item: str


class Pool(_Command, frozen=True, tag="pool"):
    """Lay Intel Packs together for a Defiance Upgrade (R-306). The last one builds it."""

    character: str
    upgrade: str
    amount: int


class Stow(_Command, frozen=True, tag="stow"):
    """Leave an Equipment card aboard (R-308)."""

    character: str
    item: str


class Fetch(_Command, frozen=True, tag="fetch"):
    """Take an Equipment card from the ship's stores (R-308)."""

    character: str
    item: str


class Load(_Command, frozen=True, tag="load"):
    """Install a program from the ship's stores in a device (R-114, R-308)."""

    character: str
    program: str
    device: str


class Scrap(_Command, frozen=True, tag="scrap"):
    """Remove an Equipment card from the game (R-308); without a Character, one of the ship's stores."""

    item: str
    owner: str = ""


class FinishStep(_Command, frozen=True, tag="finish_step"):
    """End the present step between two missions (R-284)."""


class WriteDown(_Command, frozen=True, tag="write_down", kw_only=True):
    """Write down the result of the next mission, played with the printed game. `intel` is what each Character gained,
    `consequences` those received face up, `face_down` how many more; Samples, components, who joined, the campaign's
    entries, the areas of the ship that were `wrecked`. Who joins in this mission can have suffered too. A `reason`
    keeps what is beyond the mission's limits."""

    result: Literal["victory", "defeat"]
    round: int = 0
    alert: int = 0
    intel: dict[str, int] = {}
    consequences: dict[str, tuple[str, ...]] = {}
    face_down: dict[str, int] = {}
    biological: int = 0
    tech: int = 0
    components: int = 0
    crew: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    notes: str = ""
    reason: str = ""
    wrecked: tuple[str, ...] = ()


class Entered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A Character of a campaign that is entered: Intel Packs, and the ids of its cards. `software` fills its devices in
    their order; without one they hold what is printed on them."""

    intel: int = 0
    equipment: tuple[str, ...] = ()
    specialties: tuple[str, ...] = ()
    consequences: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    software: tuple[str, ...] | None = None


class EnterCampaign(_Command, frozen=True, tag="enter_campaign", kw_only=True):
    """Enter a campaign that is under way on paper: `number` missions are finished, those `lost` among them. `crew` maps
    members to their areas, "" being none; those that are not of the team join. Samples are those in the stores. `notes`
    belong to the last mission. A `reason` keeps what is beyond the limits."""

    number: int
    characters: dict[str, Entered]
    lost: tuple[str, ...] = ()
    crew: dict[str, str] = {}
    biological: int = 0
    tech: int = 0
    components: int = 0
    upgrades: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    store: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    reason: str = ""
    notes: str = ""


class EnterDice(_Command, frozen=True, tag="enter_dice"):
    """The table's answer: faces 1 to 6 in the order of the requested dice."""

    faces: tuple[int, ...]


class EnterCard(_Command, frozen=True, tag="enter_card"):
    """The table's answer: the card drawn, the Initiative card revealed, or the random pick."""

    card: str


class SetAnswer(_Command, frozen=True, tag="set_answer"):
    """Set the source (`who`: "app" or "person") of this kind of chance for this side."""

    side: Literal["team", "enemy"]
    kind: str
    who: Literal["app", "person"]


class Overrule(_Command, frozen=True, tag="overrule"):
    """Correct a value by hand: `path` such as "team.cadin.damage", "reserve". Comma-separated paths are one
    correction; `value` is then a list."""

    path: str
    value: Any
    reason: str = ""


Command = (
    Deploy
    | Activate
    | EndActivation
    | Move
    | StepTo
    | Drag
    | Attack
    | Hack
    | Equip
    | Rest
    | Interact
    | UseAutoMediKit
    | UseCard
    | SpendCritical
    | KeepCritical
    | UseSwitch
    | LetStand
    | RollAgain
    | KeepDice
    | StoreDie
    | AddStored
    | Assign
    | SplitCritical
    | ConsoleRollAgain
    | LeaveConsole
    | Place
    | Give
    | Install
    | FinishEquip
    | Keep
    | Proceed
    | Enlist
    | BeginMission
    | PlayAgain
    | AcceptDefeat
    | Ready
    | Station
    | Swap
    | Cure
    | TakeSample
    | Craft
    | Acquire
    | Buy
    | Sell
    | Pool
    | Stow
    | Fetch
    | Load
    | Scrap
    | FinishStep
    | WriteDown
    | EnterCampaign
    | EnterDice
    | EnterCard
    | SetAnswer
    | Overrule
)
"""Any of the commands of this module."""
