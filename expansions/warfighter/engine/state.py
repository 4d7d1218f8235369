"""The state of the game: the team, the row of Locations, the Hostiles, the decks, and the agenda of frames.

It holds values only. What a Soldier's cards add up to is computed from the content (`totals.py`).
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from defiance_qt.api import port

from .frames import Frame

TOKENS = 4
"""Target tokens of each Soldier (W-017)."""

ACTIONS = 2
"""Action markers of each Soldier (W-018)."""

MOST_SUPPRESSION = 2
"""Suppression tokens on a Soldier at most (W-110)."""

OBJECTIVE = "objective"
"""What an attack names in place of a Hostile card when it goes for the Objective."""


class WeaponInPlay(msgspec.Struct, frozen=True):
    """A Weapon of a Soldier: loaded and Empty counters, ammo batches, and counters that came from elsewhere (`extra`).

    `quiet`: its first attack this turn is over (W-118). `thrown` is the Hostile card it lies with, `lies` the space
    where it can be picked up once that card is gone, -1 if it is at hand (W-123).
    """

    id: str
    live: int
    empty: int = 0
    batches: int = 0
    extra: int = 0
    quiet: bool = False
    thrown: str = ""
    lies: int = -1

    @property
    def loaded(self) -> bool:
        """Whether it can attack as far as its counters go (W-029, W-032)."""
        return self.live > 0 and not self.empty and not self.away

    @property
    def away(self) -> bool:
        """Whether it was thrown and is not back yet."""
        return bool(self.thrown) or self.lies >= 0


class KitInPlay(msgspec.Struct, frozen=True):
    """A piece of Equipment with its tokens."""

    id: str
    tokens: int = 0


class Laid(msgspec.Struct, frozen=True):
    """An Action card that lies before a Soldier until it applies (W-125). `owner` has played it, `uses`: how often
    it applied."""

    card: str
    level: bool = False
    owner: str = ""
    uses: int = 0


class Soldier(msgspec.Struct, frozen=True):
    """A Soldier in play. `acts` are the Action markers that are up, `moved` the Moves of this turn.

    `engaged` is the Hostile card with its Hand-to-Hand token; `quiet`: a Squad's first attack this turn is over.
    """

    number: str
    card: str
    health: int
    name: str = ""
    space: int = 0
    acts: int = ACTIONS
    suppression: int = 0
    xp: int = 0
    moved: int = 0
    hand: tuple[str, ...] = ()
    weapons: tuple[WeaponInPlay, ...] = ()
    kit: tuple[KitInPlay, ...] = ()
    skills: tuple[str, ...] = ()
    laid: tuple[Laid, ...] = ()
    engaged: str = ""
    quiet: bool = False
    spent: tuple[str, ...] = ()

    @property
    def carried(self) -> tuple[str, ...]:
        """The ids of its Weapons and Equipment."""
        return (*(one.id for one in self.weapons), *(one.id for one in self.kit))

    def weapon(self, id: str) -> WeaponInPlay | None:
        """Return its Weapon with this id, None if there is none."""
        return next((one for one in self.weapons if one.id == id), None)

    def item(self, id: str) -> KitInPlay | None:
        """Return its Equipment with this id, None if there is none."""
        return next((one for one in self.kit if one.id == id), None)


class Hostile(msgspec.Struct, frozen=True):
    """A Hostile card in play. `target` is the Soldier it goes for; `token`: it holds one of that Soldier's Target
    tokens. `guard`: it came with the Objective (W-129)."""

    id: str
    card: str
    space: int
    target: str = ""
    token: bool = False
    kia: int = 0
    suppressed: int = 0
    guard: bool = False


class Pile(msgspec.Struct, frozen=True):
    """A deck: the cards whose order nobody knows, those known to lie on top, and the discards."""

    left: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of cards to draw before the discards become the deck."""
        return len(self.left) + len(self.top)


class Dropped(msgspec.Struct, frozen=True):
    """Kit of a Downed Soldier in a space (W-059)."""

    space: int
    weapons: tuple[WeaponInPlay, ...] = ()
    kit: tuple[KitInPlay, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the cards."""
        return (*(one.id for one in self.weapons), *(one.id for one in self.kit))

    def find(self, id: str) -> WeaponInPlay | KitInPlay | None:
        """Return a card of it, None if it is not there."""
        weapon = next((one for one in self.weapons if one.id == id), None)
        return weapon or next((one for one in self.kit if one.id == id), None)


class SupportInPlay(msgspec.Struct, frozen=True):
    """A Support in play; `used`: it has acted this turn."""

    id: str
    used: bool = False


class Goal(msgspec.Struct, frozen=True):
    """The Objective: active or not, its progress; with "fetch" who carries the prize, or the space where it lies."""

    id: str = ""
    active: bool = False
    progress: int = 0
    carrier: str = ""
    lies: int = -1


class Conditions(msgspec.Struct, frozen=True):
    """What holds for a while. Numbers are turns in which it holds, 0 for none."""

    fog: int = 0
    mud: int = 0
    lull: int = 0
    decoy: int = 0
    old_map: bool = False
    smoke: tuple[int, ...] = ()
    entered: dict[str, int] = {}
    stores: tuple[int, ...] = ()
    placed: bool = False


class State(msgspec.Struct, frozen=True):
    """The state of the game. `row` holds the Locations placed: space 1 is `row[0]`. `cup` holds the Target tokens by
    Soldier. `hostiles` are in the order of their age. `numbers` counts the cards of each Hostile that came."""

    setup: port.Setup = port.Setup("warfighter", "", 0)
    hostiles_set: str = "front"
    goal: Goal = Goal()
    nation: str = ""
    space: int = 0
    turn: int = 0
    time: int = 0
    last: int = 0
    team: dict[str, Soldier] = {}
    downed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    hostiles: dict[str, Hostile] = {}
    numbers: dict[str, int] = {}
    cup: dict[str, int] = {}
    decks: dict[str, Pile] = {}
    dropped: tuple[Dropped, ...] = ()
    on_call: tuple[str, ...] = ()
    supports: tuple[SupportInPlay, ...] = ()
    conditions: Conditions = Conditions()
    agenda: tuple[Frame, ...] = ()
    chance: int = 0
    answers: dict[str, str] = {}
    killed: dict[str, int] = {}
    result: str | None = None
    because: str = ""

    @property
    def frame(self) -> Frame | None:
        """The innermost frame of the agenda."""
        return self.agenda[-1] if self.agenda else None

    @property
    def rightmost(self) -> int:
        """The rightmost space in play beside the Objective: the Mission card is 0."""
        return len(self.row)

    def at(self, space: int) -> tuple[Soldier, ...]:
        """Return the Soldiers in a space."""
        return tuple(one for one in self.team.values() if one.space == space)

    def hostiles_at(self, space: int) -> tuple[Hostile, ...]:
        """Return the Hostile cards in a space, by age."""
        return tuple(one for one in self.hostiles.values() if one.space == space)

    def location(self, space: int) -> str:
        """Return the Location card of a space, "" for the Mission card, the Objective and an empty space."""
        return self.row[space - 1] if 1 <= space <= len(self.row) else ""

    @property
    def front(self) -> int:
        """The frontmost space with a Soldier, -1 if there is none."""
        return max((one.space for one in self.team.values()), default=-1)


def with_soldier(state: State, number: str, **changes: object) -> State:
    """Return the state with changes of one Soldier."""
    soldier = replace(state.team[number], **changes)
    return replace(state, team={**state.team, number: soldier})


def with_hostile(state: State, id: str, **changes: object) -> State:
    """Return the state with changes of one Hostile card."""
    hostile = replace(state.hostiles[id], **changes)
    return replace(state, hostiles={**state.hostiles, id: hostile})


def with_weapon(state: State, number: str, weapon: str, **changes: object) -> State:
    """Return the state with changes of one Weapon of a Soldier."""
    weapons = tuple(replace(one, **changes) if one.id == weapon else one for one in state.team[number].weapons)
    return with_soldier(state, number, weapons=weapons)


def with_tokens(state: State, number: str, item: str, tokens: int) -> State:
    """Return the state with another number of tokens on a Soldier's Equipment."""
    kit = tuple(replace(one, tokens=tokens) if one.id == item else one for one in state.team[number].kit)
    return with_soldier(state, number, kit=kit)
