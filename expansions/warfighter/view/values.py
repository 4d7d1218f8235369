"""View models: what is painted, as final texts and numbers, compared to decide whether to paint again."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.shell.present.values import Chip, ChoiceView, DeckView

Figure = Literal["up", "suppressed", "killed"]


class Line(msgspec.Struct, frozen=True):
    """A line of a card. `tone` is one of the theme, "strong" or "" (muted). `short` replaces a long text."""

    text: str
    tone: str = ""
    short: str = ""


class HostileView(msgspec.Struct, frozen=True):
    """A Hostile card in play. `target` is the number of the Soldier it goes for, `outlook` what it will do in the
    coming Hostile turn. `offered`: the active Soldier can attack it; `picked`: its attacks are in the tray; `acts`: it
    has just attacked or moved."""

    id: str
    name: str
    figures: tuple[Figure, ...]
    cover: str
    xp: str
    target: str = ""
    outlook: Line = Line("")
    guard: bool = False
    offered: bool = False
    picked: bool = False
    acts: bool = False
    spoken: str = ""


class TokenView(msgspec.Struct, frozen=True):
    """A Soldier in the row: its number, its Health, its Suppression tokens, whether it is the active one. `struck` is
    the tone of what an attack has just done to it, "" for none."""

    number: str
    health: str
    suppression: int = 0
    active: bool = False
    done: bool = False
    prize: bool = False
    struck: str = ""
    spoken: str = ""
    drawing: str = ""


class MoveView(msgspec.Struct, frozen=True):
    """A Move of the active Soldier into a space: its cost, in few words too, and the parts of that."""

    number: str
    cost: str
    short: str
    parts: str


class SpaceView(msgspec.Struct, frozen=True):
    """A space of the row. `reinforce`, `entry` and `fight` are the numbers in the corners of its card, `brief` stands
    for `foot` where there is no room. `progress` is what is done of what the Objective needs, `locked`: it is not
    active."""

    index: int
    kind: Literal["mission", "location", "next", "objective"]
    title: str
    lines: tuple[Line, ...] = ()
    reinforce: str = ""
    entry: str = ""
    fight: str = ""
    foot: str = ""
    brief: str = ""
    progress: tuple[int, int] = (0, 0)
    locked: bool = False
    front: bool = False
    offered: bool = False
    hostiles: tuple[HostileView, ...] = ()
    soldiers: tuple[TokenView, ...] = ()
    move: MoveView | None = None
    spoken: str = ""


class ShotView(msgspec.Struct, frozen=True):
    """An attack of a Hostile card that has just been made: on which Soldier, and the tone of what it did."""

    hostile: str
    soldier: str
    tone: str


class RowView(msgspec.Struct, frozen=True):
    """The row of Locations, over it what is left in the decks, and the name of the Hostiles' set. `shots` are the
    attacks of the last step."""

    spaces: tuple[SpaceView, ...] = ()
    decks: tuple[DeckView, ...] = ()
    side: str = ""
    focus: int = 0
    shots: tuple[ShotView, ...] = ()


class ArmView(msgspec.Struct, frozen=True):
    """A line of a Soldier's card: a Weapon or Equipment, its counters, and its range or what keeps it from use."""

    name: str
    live: int
    empty: int
    reach: str
    tone: str = ""
    tip: str = ""


class SoldierView(msgspec.Struct, frozen=True):
    """A Soldier's card in the rail."""

    number: str
    name: str
    short: str
    health: int
    most: int
    told: str
    acts: int
    suppressed: str = ""
    arms: tuple[ArmView, ...] = ()
    chips: tuple[Chip, ...] = ()
    hand: str = ""
    xp: str = ""
    active: bool = False
    player: bool = False
    spoken: str = ""
    drawing: str = ""


class SupportView(msgspec.Struct, frozen=True):
    """A Support on call or in play. `price` are its XP; `choices` what can be done with it now, `why` why nothing."""

    id: str
    name: str
    price: str
    tip: str
    in_play: bool = False
    choices: tuple[ChoiceView, ...] = ()
    why: str = ""


class TeamView(msgspec.Struct, frozen=True):
    """The rail: the Soldiers, the RP in play, the Supports."""

    soldiers: tuple[SoldierView, ...] = ()
    note: str = ""
    supports: tuple[SupportView, ...] = ()


class HandView(msgspec.Struct, frozen=True):
    """The hand in the tray: whose it is, and what is told beside that. Its cards are `HandCardView`s. `end` is the text
    of what ends the turn, "" if nothing does."""

    title: str = ""
    note: str = ""
    cards: tuple[Any, ...] = ()
    end: str = ""


class RollDie(msgspec.Struct, frozen=True):
    """A die of the last roll: its face, its color and meaning, and its sides."""

    face: str
    die: str
    told: str = ""
    sides: int = 10


class RollView(msgspec.Struct, frozen=True):
    """The last attack: who with what, the d10s and what they need, the d6 and what it needs, and what came of it.
    Without dice: what the last Hostile turn did, or what the coming one will do."""

    title: str = ""
    dice: tuple[RollDie, ...] = ()
    needed: str = ""
    hits: str = ""
    cover: RollDie | None = None
    cover_needed: str = ""
    cover_told: str = ""
    result: str = ""
    more: str = ""
    tone: str = ""
    enemy: bool = False

    @property
    def spoken(self) -> str:
        """All of it in words."""
        dice = ", ".join(die.face for die in self.dice)
        cover = self.cover.face if self.cover is not None else ""
        parts = (
            self.title,
            f"{dice}: {self.needed}, {self.hits}" if dice else "",
            f"{cover}: {self.cover_needed}, {self.cover_told}" if cover else "",
            self.result,
            self.more,
        )
        return ". ".join(part for part in parts if part)


class GoodView(msgspec.Struct, frozen=True):
    """Something to buy in the muster: what it costs, what it does, and why it cannot be bought."""

    id: str
    name: str
    price: str
    text: str
    command: Any = None
    why: str = ""


class ShelfView(msgspec.Struct, frozen=True):
    """A kind of goods under its heading."""

    title: str
    goods: tuple[GoodView, ...]


class BoughtView(msgspec.Struct, frozen=True):
    """A card that a Soldier has, and the command that gives it back."""

    name: str
    command: Any = None


class RecruitView(msgspec.Struct, frozen=True):
    """A Soldier of the team in the muster: its RP, its Load of the most it carries, and its cards."""

    number: str
    name: str
    price: str
    load: int
    most: int
    told: str
    cards: tuple[BoughtView, ...] = ()
    back: Any = None
    active: bool = False


class MusterView(msgspec.Struct, frozen=True):
    """The muster: Soldiers to buy, the goods for one of the team, the team, and the mean XP of the Hostiles that a
    Location brings at each band of RP."""

    spent: int
    limit: int
    told: str
    soldiers: tuple[GoodView, ...] = ()
    shelves: tuple[ShelfView, ...] = ()
    buyer: str = ""
    team: tuple[RecruitView, ...] = ()
    bands: tuple[tuple[str, str, bool], ...] = ()
