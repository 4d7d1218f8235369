"""The frames of the agenda: what is being decided or resolved, the innermost last.

Each kind has its automatic steps, its legal answers and the effects of an answer in `agenda.py`. A `Roll` or a `Draw`
hands its result to the frame below it.
"""

from __future__ import annotations

import msgspec


class _Frame(msgspec.Struct, frozen=True, tag_field="frame"):
    """Base of all frames."""


class Muster(_Frame, frozen=True, tag="muster"):
    """The team is bought (W-008 … W-015)."""


class Opening(_Frame, frozen=True, tag="opening"):
    """The Objective is drawn if nobody chose it ("objective"), or, after the muster, Supports and hands ("cards")."""

    stage: str


class Deal(_Frame, frozen=True, tag="deal"):
    """Action cards are dealt: Soldier and number."""

    left: tuple[tuple[str, int], ...]
    cause: str = ""


class Turn(_Frame, frozen=True, tag="turn"):
    """The Soldiers' turn. `begun`: its first steps are over."""

    begun: bool = False


class Pay(_Frame, frozen=True, tag="pay"):
    """A Move that still costs Action cards of the payer's hand (W-026)."""

    soldier: str
    to: int
    payer: str
    left: int


class Covert(_Frame, frozen=True, tag="covert"):
    """A Covert card that still costs Action cards (W-047). `target` and `level` are those of the card."""

    soldier: str
    card: str
    target: str
    level: str
    left: int


class Cycle(_Frame, frozen=True, tag="cycle"):
    """A hand is being discarded from, then filled up (W-045)."""

    soldier: str
    discarded: int = 0


class Attack(_Frame, frozen=True, tag="attack"):
    """An attack of the team whose dice are rolled. `kind` is "fire", "armed" or "unarmed" (Hand-to-Hand), "item",
    "card", "support", "overwatch". `weapon` is the id of the Weapon, Equipment, Action card or Support, "" for bare
    hands and a Squad. The numbers are the sums at the time of the attack; `reload` is 0 where nothing can empty."""

    soldier: str
    kind: str
    target: str
    weapon: str = ""
    mode: int = 0
    hit: int = 0
    die: int = 0
    cover: int = 0
    pierce: int = 0
    reload: int = 0
    sure: int = 0
    heavy: int = 1
    quiet: bool = False


class Arrive(_Frame, frozen=True, tag="arrive"):
    """Hostile cards are drawn for a space until their XP reach `need` (W-049). `cause` is "location" or "objective", or
    "event", "reinforce" and "called" for a single card, which stays if its Value is from `low` to `high`."""

    space: int
    need: int
    cause: str
    found: int = 0
    drawn: int = 0
    low: int = 0
    high: int = 99
    by: str = ""


class Retarget(_Frame, frozen=True, tag="retarget"):
    """Hostile cards draw a Target token (W-050, W-139)."""

    hostiles: tuple[str, ...]


class Place(_Frame, frozen=True, tag="place"):
    """A Location is placed by a Soldier: drawn, perhaps chosen from two, paid for. `source` lets it be chosen."""

    soldier: str
    want: int = 1
    seen: tuple[str, ...] = ()
    source: str = ""


class Recon(_Frame, frozen=True, tag="recon"):
    """The next Locations are looked at and put back in any order."""

    soldier: str
    want: int
    seen: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


class EventCard(_Frame, frozen=True, tag="event_card"):
    """An Event is drawn and takes effect (W-155). `card` is "" until it is drawn."""

    card: str = ""
    cause: str = ""


class Choose(_Frame, frozen=True, tag="choose"):
    """The team chooses one of several. `purpose` says what for, and what the choice does."""

    purpose: str
    options: tuple[str, ...]
    left: int = 1


class Environment(_Frame, frozen=True, tag="environment"):
    """The roll for the environment (W-135)."""


class Mortar(_Frame, frozen=True, tag="mortar"):
    """An Event's fire on each Soldier of a space: the hit number, and the text key of its source."""

    soldiers: tuple[str, ...]
    hit: int
    source: str


class Retain(_Frame, frozen=True, tag="retain"):
    """Supports in play are paid for or discarded (W-022)."""

    left: tuple[str, ...]


class HostileTurn(_Frame, frozen=True, tag="hostile_turn"):
    """The Hostile turn. `left` are the cards or spaces that the step still has to deal with, `early` the cards that
    were in play before step 1, `out` those out of range in step 2; `ready`: the next one has been let act."""

    step: str = "inspire"
    left: tuple[str, ...] = ()
    begun: bool = False
    early: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


class Fire(_Frame, frozen=True, tag="fire"):
    """The attack of a Hostile card: on its Target, or on all in the space of its Target. `times` are the attacks left,
    `dice` those of the present one."""

    hostile: str
    target: str
    times: int = 1
    dice: tuple[int, ...] = ()
    victims: tuple[str, ...] = ()


class React(_Frame, frozen=True, tag="react"):
    """Wounds that a Player Soldier may cancel with a card (W-143)."""

    soldier: str
    wounds: int
    hostile: str = ""


class Overwatch(_Frame, frozen=True, tag="overwatch"):
    """Soldiers on overwatch fire at a Hostile card that moved into range."""

    hostile: str
    soldiers: tuple[str, ...]


class Roll(_Frame, frozen=True, tag="roll"):
    """Dice to roll: the sizes, the last of which is the cover die where there is one. `side` rolls them."""

    side: str
    sizes: tuple[int, ...]


class Draw(_Frame, frozen=True, tag="draw"):
    """Cards or tokens to draw from a deck: "actions", "hostiles", "locations", "events", "supports", "objectives", or
    "cup" for the Target tokens. `who` is the figure they are drawn for."""

    deck: str
    count: int = 1
    who: str = ""


Frame = (
    Muster | Opening | Deal | Turn | Pay | Covert | Cycle | Attack | Arrive | Retarget | Place | Recon | EventCard |
    Choose
    | Environment | Mortar | Retain | HostileTurn | Fire | React | Overwatch | Roll | Draw
)  # fmt: skip
