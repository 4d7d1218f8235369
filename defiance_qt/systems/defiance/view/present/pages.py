"""What pages between missions show: sections of cards, in each card lines with what can be done."""

from __future__ import annotations

from typing import Any

import msgspec


class FaceView(msgspec.Struct, frozen=True):
    """A figure's portrait: one of the team, or of the rest of the crew."""

    initials: str
    drawing: str
    crew: bool = False


class DeedView(msgspec.Struct, frozen=True):
    """A button of a line: its words and its command, in full what it does, its role, and whether it is small."""

    text: str
    command: Any
    spoken: str = ""
    role: str = "offer"
    dense: bool = False


class LineView(msgspec.Struct, frozen=True):
    """A line of a card: its name with its text, a value with its tone, what can be done, or a note why nothing can.
    `plain`: the name is not stressed, `ink` is its tone; `aside` comes in small words after it."""

    name: str
    text: str = ""
    deeds: tuple[DeedView, ...] = ()
    note: str = ""
    value: str = ""
    tone: str = ""
    face: FaceView | None = None
    plain: bool = False
    ink: str = ""
    aside: str = ""

    @property
    def spoken(self) -> str:
        named = f"{self.name}: {self.value}" if self.value else self.name
        deeds = (deed.text for deed in self.deeds)
        return ". ".join(part for part in (named, self.aside, self.text, *deeds, self.note) if part)


class PageCardView(msgspec.Struct, frozen=True):
    """A card. `aside` is at the right of its title, `note` below it; `id` is the figure that it is about."""

    lines: tuple[LineView, ...]
    title: str = ""
    aside: str = ""
    note: str = ""
    face: FaceView | None = None
    id: str = ""


class SectionView(msgspec.Struct, frozen=True):
    """Cards under a title; without cards `none` says so."""

    title: str
    cards: tuple[PageCardView, ...]
    none: str = ""
