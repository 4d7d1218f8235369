"""Commands: what people and the table may ask for. Imperative; ids are text, spaces are names ("K7")."""

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
    """Two points: the Character goes to `space`, the Unconscious one to `follows` (R-230)."""

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
    """`using` names the device when the program is installed in several (R-107), "" the only one."""

    character: str
    program: str
    target: str
    using: str = ""


class Equip(_Command, frozen=True, tag="equip"):
    character: str


class Rest(_Command, frozen=True, tag="rest"):
    """`state` is the one that is removed, "" for none (R-121)."""

    character: str
    state: str = ""


class Interact(_Command, frozen=True, tag="interact"):
    """`using`: "" the Console die, or the hacking device rolled instead (R-133). `extra`: the free one for two
    Reinforcements (R-139)."""

    character: str
    element: str
    using: str = ""
    extra: bool = False


class UseAutoMediKit(_Command, frozen=True, tag="use_automedikit"):
    character: str


class UseCard(_Command, frozen=True, tag="use_card"):
    """An Action printed on a card (R-048). `other`: whom its effects on another one are for, if any."""

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
    """The offer with this number in the roll; `target` where the effect needs one."""

    offer: int
    target: str = ""


class LetStand(_Command, frozen=True, tag="let_stand"):
    """Nothing more of what is offered: the roll goes on, and after the Switches is resolved (R-093)."""


class RollAgain(_Command, frozen=True, tag="roll_again"):
    """Roll this die of one's pool again (a card allows it)."""

    die: int


class KeepDice(_Command, frozen=True, tag="keep_dice"):
    pass


class StoreDie(_Command, frozen=True, tag="store_die"):
    """Take a die of one's roll out of it and lay one of its symbols on a card that stores (R-316)."""

    card: str
    die: int
    symbol: str


class AddStored(_Command, frozen=True, tag="add_stored"):
    """Add a symbol that lies on a card to one's own roll (R-097)."""

    card: str
    symbol: str


class Assign(_Command, frozen=True, tag="assign"):
    """A rolled symbol to a Console input, numbered from 0 (R-134). `cost` is a symbol: "S", "CS", "B", "CB", "!"."""

    symbol: str
    input: int


class SplitCritical(_Command, frozen=True, tag="split_critical"):
    """At a Console: a critical no input lists becomes two plain symbols (R-141)."""

    symbol: str


class ConsoleRollAgain(_Command, frozen=True, tag="console_roll_again"):
    """Two Reinforcements for another roll inside the interaction (R-139, one reading)."""


class LeaveConsole(_Command, frozen=True, tag="leave_console"):
    pass


class Place(_Command, frozen=True, tag="place"):
    """During Equip: the item goes to a tab ("0", "1" …), "light", "backpack", or "" (taken off)."""

    character: str
    item: str
    place: str


class Give(_Command, frozen=True, tag="give"):
    """`turned` says which of several copies, as `state.Carried.turned` does."""

    giver: str
    receiver: str
    item: str
    turned: str = ""


class Install(_Command, frozen=True, tag="install"):
    """During Equip: Software from one device to another's free slot (R-114)."""

    character: str
    program: str
    source: str
    device: str


class FinishEquip(_Command, frozen=True, tag="finish_equip"):
    pass


class Keep(_Command, frozen=True, tag="keep"):
    """The Consequence that is kept (R-160)."""

    card: str


class Proceed(_Command, frozen=True, tag="proceed"):
    """Seen; go on with the Enemy's turn."""


class EnterDice(_Command, frozen=True, tag="enter_dice"):
    """The table's answer: faces 1 to 6 in the order of the dice asked for."""

    faces: tuple[int, ...]


class EnterCard(_Command, frozen=True, tag="enter_card"):
    """The table's answer: the card drawn, the Initiative card revealed, the one picked by chance."""

    card: str


class SetAnswer(_Command, frozen=True, tag="set_answer"):
    """From now on `who` ("app" or "person") answers this kind of chance for this side (law 2)."""

    side: Literal["team", "enemy"]
    kind: str
    who: Literal["app", "person"]


class Overrule(_Command, frozen=True, tag="overrule"):
    """A person corrects a value by hand: `path` such as "team.cadin.damage", "reserve" (law 4). Paths with commas
    between them are one correction; `value` then is a list."""

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
    | EnterDice
    | EnterCard
    | SetAnswer
    | Overrule
)
