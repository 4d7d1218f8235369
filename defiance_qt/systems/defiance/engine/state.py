"""The State: all facts about a game in progress, as one frozen value.

Figures are on spaces by name ("K7"); "" is off the board. Dictionaries are never changed in place: an event creates new
ones, so that states share their unchanged parts. Frozen values of frozen values form no cycle, so the garbage collector
is disabled for them (`gc=False`, as in frames, events and commands). This saves a seventh of the time of random play.
"""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine.content import Attack, CardAction, ConsoleInput, Modifier, Profile
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Campaign, Frame

UNCONSCIOUS = "unconscious"
STUNNED = "stunned"


class Carried(msgspec.Struct, frozen=True, gc=False):
    """An Equipment card that a Character has. `place`: "0", "1" … the tab it is matched through, "light", "backpack" or
    "" (in the hand of an Equip Action, not yet placed). `turned`: "tap" until it is untapped (R-314), "flip" for the
    rest of the mission (R-315). `loot` marks a copy that Loot brought in a campaign: it goes back after the mission
    (R-285). A card keeps all this when it changes hands."""

    item: str
    place: str
    software: tuple[str, ...] = ()
    turned: str = ""
    # Unset for all other cards, so that states without Loot keep their form.
    loot: bool | msgspec.UnsetType = msgspec.UNSET


class Stored(msgspec.Struct, frozen=True, gc=False):
    """A symbol token on a card (R-097, R-316): "S", "CS", "B", "CB" or "!"."""

    card: str
    symbol: str


class Character(msgspec.Struct, frozen=True, gc=False):
    """A Character or Ally in play, with the values of its card. `wounds` and `speed` are as printed.

    `consequences` are face up; each of `face_down` reduces the Wounds by one (R-239). `tapped` and `flipped` hold the
    id of its own card when that is turned. Equipment records it in `Carried.turned`.
    """

    id: str
    speed: int
    wounds: int
    defense: tuple[str, ...] | None
    biotech: tuple[str, ...] | None = None
    max_aggro: int | None = None
    tabs: tuple[str, ...] = ()
    ally: bool = False
    remote: bool = False
    synchronized: bool = False
    controller: str = ""
    attacks: tuple[Attack, ...] = ()
    actions: tuple[CardAction, ...] = ()
    abilities: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    specialties: tuple[str, ...] = ()
    space: str = ""
    damage: int = 0
    aggro: int = 0
    states: tuple[str, ...] = ()
    carried: tuple[Carried, ...] = ()
    consequences: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    activated: bool = False
    tapped: tuple[str, ...] = ()
    flipped: tuple[str, ...] = ()
    intel: int = 0
    stored: tuple[Stored, ...] = ()

    @property
    def conscious(self) -> bool:
        """Whether it is not Unconscious."""
        return UNCONSCIOUS not in self.states


class Enemy(msgspec.Struct, frozen=True, gc=False):
    """One Miniature of an Enemy Unit: its id is "unit.number". Its Damage and States are its own (R-006, R-276)."""

    id: str
    unit: str
    number: int
    space: str
    damage: int = 0
    states: tuple[str, ...] = ()


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A deployed Unit with the values of its face-up side.

    `ai_card`: "" none, "?" face down and unknown to the program (a person deals), else the card's id. The players know
    it only when `revealed`. `hidden_away` Units wait off the board (Surprise Attack).
    """

    id: str
    face: int
    faces: tuple[Profile, ...]
    ai_card: str = ""
    revealed: bool = False
    activated: bool = False
    hidden_away: bool = False

    @property
    def profile(self) -> Profile:
        """The values of the side that is face up."""
        return self.faces[self.face]


class Door(msgspec.Struct, frozen=True, gc=False):
    side: str
    security: bool = False
    open: bool = False


class Container(msgspec.Struct, frozen=True, gc=False):
    space: str
    loot: int
    empty: bool = False


class ConsoleState(msgspec.Struct, frozen=True, gc=False):
    """A Console: its inputs and the symbols assigned to each (R-137)."""

    space: str
    inputs: tuple[ConsoleInput, ...]
    assigned: tuple[Symbols, ...]
    completed: tuple[int, ...] = ()


class Neutral(msgspec.Struct, frozen=True, gc=False):
    """A Neutral Character waiting to be met, and the Ally it becomes (R-131, R-322)."""

    space: str
    ally: Character


class MissionState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the mission's own rules keep, for missions that have some. `id` is the mission.

    `happened` are the facts that a condition asks about. `tokens` are the hidden tokens left of each set, `revealed`
    those face up, by "set place"; `last_revealed` is the place of the latest. `zones` are the rules in force in each
    zone. `sealed` are elements and inputs out of use. `respawn` are the spaces where Units return, None for the
    mission's own. `died` counts the Miniatures of each Unit that have died. `drawn` are the lists that a random choice
    without return has taken, by source. `gained` lists what the campaign gets: kind, id, amount. `gone` are those
    of the team who have left.
    """

    id: str
    counters: dict[str, int] = {}
    happened: tuple[str, ...] = ()
    tokens: dict[str, tuple[str, ...]] = {}
    revealed: dict[str, str] = {}
    last_revealed: str = ""
    zones: dict[str, tuple[str, ...]] = {}
    sealed: tuple[str, ...] = ()
    respawn: tuple[str, ...] | None = None
    died: dict[str, int] = {}
    drawn: dict[str, tuple[int, ...]] = {}
    gained: tuple[tuple[str, str, int], ...] = ()
    results: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class Played(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A mission of the campaign that has been decided. `accepted` is False for a lost one that was played again;
    `written` for one that was played with the printed game and written down."""

    mission: str
    result: str
    because: str
    round: int
    alert: int = 0
    accepted: bool = True
    written: bool = False
    notes: str = ""


class CampaignState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The campaign between and behind its missions. `id` is its card.

    `number` counts the finished missions. `crew` maps each member, the team included, to the area of its token ("" is
    none). Between missions all of them are in `State.team`; during one, `aboard` keeps those that take no part, and
    `before` all as it began, for playing a lost one again. `biological` and `tech` are Samples, `kept` those in the
    stores. `components` cover the track from the left. `pool` are the Intel Packs laid together for the Upgrade
    `pooled`. `store` and `programs` are Equipment and Software aboard, `gone` what is out of the game for good.
    `wrecked` areas have no effect until the next mission. `active` are the members whose effects count, as "member
    area"; `used` what has been used since the last mission. `learned` took a Specialty after it, `participants` took
    part in it.
    """

    id: str
    missions: tuple[str, ...]
    team: tuple[str, ...] = ()
    number: int = 0
    attempt: int = 1
    played: tuple[Played, ...] = ()
    crew: dict[str, str] = {}
    aboard: dict[str, Character] = {}
    before: dict[str, Character] = {}
    biological: int = 0
    tech: int = 0
    kept: dict[str, int] = {}
    components: int = 0
    upgrades: tuple[str, ...] = ()
    built: int = 0
    pool: dict[str, int] = {}
    pooled: str = ""
    records: tuple[str, ...] = ()
    store: tuple[Carried, ...] = ()
    programs: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    market: str = ""
    active: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    wrecked: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    participants: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """One moment of a game.

    `faces` are the high faces up in the Available deck, by Unit. It is unset while there are none, `mission` in
    missions without rules of their own, and `campaign` in a mission played alone, so that states of games that did not
    record them keep their form.
    """

    setup: Setup
    switches: dict[str, str] = {}
    team: dict[str, Character] = {}
    enemies: dict[str, Enemy] = {}
    units: dict[str, Unit] = {}
    doors: dict[str, Door] = {}
    containers: dict[str, Container] = {}
    consoles: dict[str, ConsoleState] = {}
    neutrals: dict[str, Neutral] = {}
    round: int = 0
    alert: int = 0
    high_face: bool = False
    reserve: int = 0
    selected: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    initiative: tuple[str, ...] = ()
    decks: dict[str, tuple[str, ...]] = {}
    discards: dict[str, tuple[str, ...]] = {}
    last_activated: str = ""
    flags: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()
    loot: tuple[str, ...] = ()
    crew: tuple[str, ...] = ()
    agenda: tuple[Frame, ...] = ()
    chance: int = 0
    answers: dict[str, str] = {}
    facts: dict[str, Any] = {}
    result: str | None = None
    because: str = ""
    faces: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    mission: MissionState | msgspec.UnsetType = msgspec.UNSET
    campaign: CampaignState | msgspec.UnsetType = msgspec.UNSET

    @property
    def mission_id(self) -> str:
        """The id of the mission in play."""
        return self.mission.id if self.mission else self.setup.mission

    @property
    def between(self) -> bool:
        """Whether no mission is on the table: a campaign is between two of them, or over."""
        if not self.campaign:
            return False
        below = self.agenda[0] if self.agenda else None
        return not isinstance(below, Campaign) or below.todo[:1] != ("mission",)

    @property
    def disabled(self) -> tuple[str, ...]:
        """The Remotes out of action: off the board in a mission under way (R-154)."""
        if not self.round or self.between:
            return ()
        gone = self.mission.gone if self.mission else ()
        return tuple(id for id, one in self.team.items() if one.remote and not one.space and id not in gone)

    def face(self, unit: str) -> int:
        """Return the face up on a card of the Available deck: that with which it left the board (R-253)."""
        return self.faces.get(unit, 0) if self.faces else 0
