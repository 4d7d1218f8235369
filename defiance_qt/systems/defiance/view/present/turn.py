"""A Unit's turn for the sheet that explains it: its Miniatures in order, and for each what it did and why."""

from __future__ import annotations

from itertools import groupby

import msgspec

from defiance_qt.systems.defiance.engine.words.turns import Passage, Turn
from defiance_qt.systems.defiance.view.present.names import Names


class SeenView(msgspec.Struct, frozen=True):
    """One figure that an Instruction looked at; `why` it was passed over, "" for the target."""

    name: str
    distance: int
    aggro: int
    damage: int
    sight: bool
    target: bool
    why: str


class PassageView(msgspec.Struct, frozen=True):
    """One Instruction (`title` names it), or a sentence between two of them (no title). `step`: where it stands."""

    step: int
    title: str
    text: str
    seen: tuple[SeenView, ...] = ()
    weighed: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    skipped: bool = False

    @property
    def spoken(self) -> str:
        """All of it for a screen reader."""
        looked = [f"{one.name}: {one.why}" for one in self.seen if one.why]
        return " ".join((self.text, *looked, *self.weighed, *self.came))


class MiniatureView(msgspec.Struct, frozen=True):
    """A Miniature's part of the turn; no name for what concerns the whole Unit."""

    name: str
    passages: tuple[PassageView, ...]


class TurnView(msgspec.Struct, frozen=True):
    """The turn of a Unit as far as it has come."""

    unit: str
    initials: str
    where: str
    parts: tuple[MiniatureView, ...]

    @property
    def passages(self) -> tuple[PassageView, ...]:
        return tuple(one for part in self.parts for one in part.passages)


def turn_view(turn: Turn, names: Names) -> TurnView:
    """The turn as the sheet shows it."""
    parts = tuple(
        MiniatureView(names.figure(id) if id else "", tuple(_passage(one, names) for one in passages))
        for id, passages in groupby(turn.passages, key=lambda one: one.miniature)
    )
    where = names.words("ui.turn.over" if turn.over else "ui.turn.so_far", round=turn.round)
    return TurnView(names.unit(turn.unit), names.initials(turn.unit), where, parts)


def _passage(one: Passage, names: Names) -> PassageView:
    title = one.heading.removesuffix(".").removeprefix(f"{names.figure(one.miniature)}, ") if one.heading else ""
    return PassageView(
        one.step,
        title[:1].upper() + title[1:],
        one.text,
        tuple(
            SeenView(
                names.figure(seen.candidate.figure),
                seen.candidate.distance,
                seen.candidate.aggro,
                seen.candidate.damage,
                seen.candidate.sight,
                seen.target,
                seen.why,
            )
            for seen in one.looked
        ),
        one.weighed,
        one.came,
        one.rules,
        one.skipped,
    )
