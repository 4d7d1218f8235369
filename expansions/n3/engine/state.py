"""The State of the game: troops, zones, the Order that is under way, and the turn.

Lengths are in millimetres. Everything that an event says is in here as a value, so that a save stands alone.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from defiance_qt.api import port

from .content import Hostile, Profile

SIDES = ("team", "enemy")
"""The seats of the two sides, 0 and 1."""

NULL = frozenset({"unconscious", "dead"})
"""The States of a troop that takes no part (K-024)."""

STATES = (
    "targeted",
    "stunned",
    "immobilised_1",
    "immobilised_2",
    "isolated",
    "retreat",
    "unconscious",
    "dead",
)


class Troop(Struct, frozen=True):
    """A troop of a side. `form` is the further profile it has now, "" for its own; `lost` are its Wounds lost in that.
    `where` is "" for off the table, "table", or "air", `placed` its place in the order of Deployment. `marker` hides it
    ("camouflage", "embryo", "impersonation_2"). `used` counts what can be used up, `copied` holds values that
    Morpho-Scan has replaced, `mate` the owner of its SymbioMate (a marker, no troop: N-101), `cloud` the player turn at
    whose end its StratusCloud ends."""

    id: str
    side: int
    profile: Profile
    where: Literal["", "table", "air"] = ""
    placed: int = 0
    form: str = ""
    lost: int = 0
    states: tuple[str, ...] = ()
    marker: str = ""
    zones: tuple[str, ...] = ()
    fireteam: str = ""
    leader: bool = False
    used: dict[str, int] = {}
    copied: dict[str, int] = {}
    mate: str = ""
    cloud: int = 0
    scored: bool = False

    @property
    def null(self) -> bool:
        return not NULL.isdisjoint(self.states)

    @property
    def immobilised(self) -> bool:
        return any(one.startswith("immobilised") for one in self.states)

    @property
    def up(self) -> bool:
        """Whether it is on the table and takes part."""
        return self.where == "table" and not self.null

    def level(self, skill: str) -> str | None:
        """Return the level of a skill, "" for one without levels, None if it has not got it."""
        for one in self.profile.skills:
            name, _, level = one.partition(":")
            if name == skill:
                return level
        return None

    def has(self, skill: str) -> bool:
        return self.level(skill) is not None

    def value(self, attribute: str) -> int:
        """Return an attribute as it is now: copied, of the form, or of the profile."""
        if attribute in self.copied:
            return self.copied[attribute]
        form = self.profile.forms.get(self.form)
        of_form = None if form is None else getattr(form, attribute)
        return int(getattr(self.profile, attribute) if of_form is None else of_form)


class Zone(Struct, frozen=True):
    """A zone of Special Terrain on the table. `name` is what a user calls it, "" for that of its kind. `bearer` is the
    troop that it moves with, or that left it; it works from the Order number `since` on."""

    id: str
    kind: str
    name: str = ""
    terrain: str = ""
    movement: str = ""
    saturation: bool = False
    visibility: str = ""
    hostile: Hostile | None = None
    variable: bool = False
    bearer: str = ""
    since: int = 0


class Target(Struct, frozen=True):
    """Who is aimed at, and with how many dice of the Burst."""

    troop: str
    dice: int = 1


class Act(Struct, frozen=True):
    """A declared skill. `crosses` are zones on its path, `stage` 1 or 2 is the skill of the Order it belongs to, or
    that a reaction answers. `surprise`: it was declared from a marker that hides the troop."""

    troop: str
    skill: str
    weapon: str = ""
    mode: str = ""
    targets: tuple[Target, ...] = ()
    guard: int = 0
    crosses: tuple[str, ...] = ()
    reaction: bool = False
    stage: int = 1
    through: str = ""
    surprise: bool = False


class Pair(Struct, frozen=True):
    """What was measured between two troops: the distance, which of them has cover from the other, and the zones that
    the line crosses."""

    one: str
    other: str
    distance: int
    cover: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


class Step(Struct, frozen=True):
    """A part of a Success Value or of a Burst: why, how much, and by which rule."""

    why: str
    amount: int
    rule: str
    detail: str = ""


class Roll(Struct, frozen=True):
    """A roll of an Order. `act` is the index of its act, `target` "" for one against all who act on the troop. `sv` is
    the Success Value by its `steps`, `dice` how many are rolled, `natural` what they showed. `kept` are the natural
    dice that were left after the comparison, `criticals` those of them that are criticals."""

    id: int
    act: int
    troop: str
    target: str
    sv: int
    dice: int
    steps: tuple[Step, ...] = ()
    burst: tuple[Step, ...] = ()
    natural: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    criticals: int = 0
    zones: tuple[str, ...] = ()


class Save(Struct, frozen=True):
    """A roll that a hit or a zone asks of a troop. It fails unless die + `value` is more than `damage`; of "ph" and
    "wip" it fails above `value`. `wounds` come without a roll. `choices` are the attributes to choose from, with their
    values, the better one first. `mate`: a SymbioMate is used up by it."""

    id: int
    troop: str
    attribute: str
    value: int
    damage: int
    rolls: int
    wounds: int = 0
    fails: str = "wound"
    kills: bool = False
    again: bool = False
    cover: int = 0
    zone: str = ""
    source: str = ""
    weapon: str = ""
    ammunition: str = ""
    choices: tuple[tuple[str, int], ...] = ()
    mate: bool = False
    natural: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()


class Order(Struct, frozen=True):
    """The Order under way (K-005). `step` is "first", "reactions", "second", "answers" (the reactions to the second
    skill), "measure", "roll", "place", "saves" or "guts". `acts` are the skills declared, those of the Order and the
    reactions, in the order of declaration."""

    number: int
    troops: tuple[str, ...]
    kind: str
    step: str = "first"
    acts: tuple[Act, ...] = ()
    passed: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    rolls: tuple[Roll, ...] = ()
    saves: tuple[Save, ...] = ()
    hit: tuple[str, ...] = ()
    shaken: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    mates: tuple[str, ...] = ()
    bonuses: tuple[int, ...] = ()


class Asked(Struct, frozen=True):
    """Dice that are asked for: whose they are, how many, and what for ("roll", "save", "guts", "table", "deploy")."""

    kind: str
    side: str
    dice: int
    about: str = ""
    id: int = 0


class State(Struct, frozen=True):
    """The state of the game. `turn` counts player turns through the game, `side` has the Active Turn. `pool` are the
    regular Orders left; `irregular` and `lieutenant` the troops that have one of their own left."""

    setup: port.Setup = port.Setup("n3", "bench", 0)
    phase: Literal["setup", "initiative", "deployment", "count", "turn", "states", "bench", "over"] = "setup"
    bench: bool = False
    rounds: int = 3
    round: int = 0
    turn: int = 0
    first: int = 0
    side: int = 0
    pool: int = 0
    irregular: tuple[str, ...] = ()
    lieutenant: tuple[str, ...] = ()
    troops: dict[str, Troop] = {}
    zones: dict[str, Zone] = {}
    orders: int = 0
    order: Order | None = None
    asked: tuple[Asked, ...] = ()
    tri_core: tuple[str, str] = ("", "")
    scores: tuple[int, int] = (0, 0)
    scored: dict[str, int] = {}
    wounds: tuple[int, int] = (0, 0)
    chance: int = 0
    answers: dict[str, str] = {}
    result: str | None = None
    bonuses: dict[str, int] = {}

    @property
    def step(self) -> str:
        """The step of the Order under way, "" between Orders."""
        return "" if self.order is None else self.order.step

    @property
    def save(self) -> Save | None:
        """The save that is to be made next, None if none is left. The dead make no more (K-009, K-024)."""
        if self.order is None or self.order.step != "saves":
            return None
        left = (one for one in self.order.saves if one.rolls or one.wounds)
        return next((one for one in left if "dead" not in self.troops[one.troop].states), None)
