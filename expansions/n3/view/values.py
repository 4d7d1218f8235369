"""What the view shows, as values: made by `present`, painted by the widgets. Tones are those of the theme."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from defiance_qt.shell.present.values import Chip

DieTone = Literal["", "open", "hit", "critical", "miss"]


class BandView(Struct, frozen=True):
    """A range band of a weapon, in centimetres, with its MOD in words."""

    near: float
    far: float
    text: str
    tone: Literal["team", "", "gold", "danger"] = ""


class RangeView(Struct, frozen=True):
    """The bands of one weapon: whose, which, in the color of a side."""

    who: str
    weapon: str
    tone: Literal["team", "enemy"]
    bands: tuple[BandView, ...]


class RulerView(Struct, frozen=True):
    """The ruler: the bands of the weapons that face each other, and the distance that was measured, None before. `unit`
    is the length in centimetres of the unit that is shown; `asks` says what a click does, "" if nothing."""

    title: str
    note: str
    rows: tuple[RangeView, ...]
    ends: tuple[tuple[float, str], ...]
    at: float | None = None
    unit: float = 1.0
    unit_name: str = ""
    asks: str = ""


class PartView(Struct, frozen=True):
    """A part of a Success Value: the reason, the number in words, and what it means for the roll."""

    why: str
    text: str
    tone: Literal["", "team", "danger"] = ""


class DieView(Struct, frozen=True):
    """A die: what it shows, "" before it is rolled; whether it stands, and whether it wakes a zone."""

    text: str = ""
    tone: DieTone = "open"
    wakes: bool = False


class LadderView(Struct, frozen=True):
    """One roll of the Order: who rolls what, the parts of the Success Value, the dice, what follows from them. `now`:
    its dice are asked for."""

    title: str
    note: str
    tone: Literal["team", "enemy"]
    parts: tuple[PartView, ...]
    success: tuple[str, str]
    rolled: str
    dice: tuple[DieView, ...]
    chips: tuple[Chip, ...]
    spoken: str
    now: bool = False


class ShareView(Struct, frozen=True):
    """A part of a bar of chances."""

    text: str
    share: float
    tone: Literal["team", "enemy", "danger", "gold", ""] = ""


class BarView(Struct, frozen=True):
    """Chances that add up to one, with what they are of and a note."""

    title: str
    shares: tuple[ShareView, ...]
    tone: Literal["team", "enemy", ""] = ""
    note: str = ""


class NoteView(Struct, frozen=True):
    """A heading with lines below it."""

    title: str
    lines: tuple[str, ...]


class PageView(Struct, frozen=True):
    """The page of an Order. Between Orders it holds `title`, `hint` and the `notes` of the scenario."""

    title: str = ""
    sentence: str = ""
    note: str = ""
    hint: str = ""
    ruler: RulerView | None = None
    ladders: tuple[LadderView, ...] = ()
    odds_title: str = ""
    odds: tuple[BarView, ...] = ()
    lines: tuple[str, ...] = ()
    notes: tuple[NoteView, ...] = ()


class TroopView(Struct, frozen=True):
    """A troop in the rail. `left` of `of` Wounds; `acts`: the Order or its reaction is its own, shown as a card.
    `sheet` is what it carries and can do, of a Marker nothing."""

    id: str
    name: str
    initials: str
    left: int
    of: int
    note: str = ""
    tone: Literal["", "gold", "danger", "muted"] = ""
    down: bool = False
    acts: bool = False
    values: str = ""
    doing: str = ""
    chips: tuple[Chip, ...] = ()
    spoken: str = ""
    sheet: tuple[str, ...] = ()


class SideView(Struct, frozen=True):
    """One side: its title, what the columns are, its troops in the order of the list."""

    title: str = ""
    note: str = ""
    tone: Literal["team", "enemy"] = "team"
    troops: tuple[TroopView, ...] = ()
