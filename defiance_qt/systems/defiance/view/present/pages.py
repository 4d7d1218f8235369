"""What pages between missions show: sections of cards, in each card lines with what can be done."""

from __future__ import annotations

from typing import Any

import msgspec


class FaceView(msgspec.Struct, frozen=True):
    """A figure's portrait: one of the team, or of the rest of the crew."""

    initials: str
    drawing: str
    crew: bool = False


class LineView(msgspec.Struct, frozen=True):
    """A line of a card: its name with its text, a value with its tone, the button that does it, or why there is none.
    `plain`: the name is not stressed."""

    name: str
    text: str = ""
    button: str = ""
    command: Any = None
    note: str = ""
    value: str = ""
    tone: str = ""
    face: FaceView | None = None
    plain: bool = False

    @property
    def spoken(self) -> str:
        named = f"{self.name}: {self.value}" if self.value else self.name
        return ". ".join(part for part in (named, self.text, self.button, self.note) if part)


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
