"""The values of the two themes. Colors are "#rrggbb" or "#aarrggbb" text, valid in a style sheet and for QColor.

Each side has one accent (team teal, enemy violet). One more accent marks danger, and gold marks States and marks. No
meaning depends on color alone: each also has a shape, a symbol or a word.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace
from PySide6.QtGui import QFont, QFontDatabase

FONTS = Path(__file__).parent / "fonts"
FAMILIES = ("Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "DejaVu Sans", "sans-serif")
MONO = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "Noto Sans Mono", "DejaVu Sans Mono", "monospace")


class Theme(msgspec.Struct, frozen=True, cache_hash=True):
    """Every color, size and distance used by widgets and the board. Sizes and distances are in pixels."""

    name: Literal["dark", "light"]

    # surfaces
    background: str  # behind the board
    background_edge: str  # the vignette at the border of the table
    panel: str  # columns, top bar and timeline
    panel_border: str
    card: str  # a card on a panel
    card_border: str
    raised: str  # buttons, inputs, chips
    raised_border: str
    hover: str
    pressed: str

    # text
    text: str
    text_strong: str
    muted: str
    faint: str  # what is disabled, still readable

    # accents: each with a dark fill for text in the accent's own ink
    team: str
    team_fill: str
    team_ink: str
    enemy: str
    enemy_fill: str
    enemy_ink: str
    ally: str
    ally_fill: str
    danger: str
    danger_fill: str
    danger_ink: str
    gold: str
    gold_fill: str
    gold_ink: str
    blue: str
    blue_fill: str
    blue_ink: str
    on_accent: str  # text and ticks on a full accent

    # pips and dots
    pip_empty: str
    pip_full: str

    # the board
    hex_fill: str
    hex_fill_alt: str  # the adjacent tile, so that tiles can be distinguished
    hex_edge: str
    wall: str
    wall_shadow: str
    door: str
    door_open: str
    security_door: str
    low_visibility: str
    low_visibility_fill: str
    difficult: str
    difficult_fill: str
    blocked: str
    blocked_fill: str
    mission: str
    mission_fill: str
    container: str
    console: str
    on_object: str  # ink on containers and consoles
    token: str  # the disc of a token under its initials
    token_text: str
    reach: str
    reach_fill: str
    glow: str
    choice: str
    shadow: str
    board_label: str
    floating: str  # cards that float above the board
    floating_border: str

    # sizes
    size_small: int = 12
    size_text: int = 14
    size_heading: int = 16
    size_title: int = 24
    size_number: int = 20
    radius: int = 10
    radius_small: int = 6
    gap: int = 10
    gap_small: int = 6
    margin: int = 14
    scale: float = 1.0  # how much larger than usual everything is
    letters: bool = False  # figures are shown by their initials, not by their drawings

    @property
    def dark(self) -> bool:
        return self.name == "dark"

    def scaled(self, factor: float) -> Theme:
        """Return the theme with text and spacing scaled by `factor`; 1.5 is readable across a table."""
        text = ("size_small", "size_text", "size_heading", "size_title", "size_number")
        sizes = (*text, "gap", "gap_small", "margin", "radius", "radius_small")
        fresh: dict[str, Any] = {name: max(1, round(getattr(self, name) * factor)) for name in sizes}
        return replace(self, **fresh, scale=self.scale * factor)

    def px(self, pixels: float) -> int:
        """Return a length that grows with the text: pips, portraits, dice, columns."""
        return max(1, round(pixels * self.scale))

    def die(self, id: str) -> tuple[str, str]:
        """Return the face and ink of a die by its id; gray for an unknown die."""
        return DICE.get(id, ("#5b6b7c", "#ffffff"))

    def face(self, colour: str) -> tuple[str, str]:
        """Return fill and ink of the chip for a Unit's face: "blue" Rookie, "red" Veteran, "black" Personality,
        "grey"."""
        if colour == "blue":
            return self.blue_fill, self.blue_ink
        if colour == "red":
            return self.danger_fill, self.danger_ink
        if colour == "black":
            return ("#05080c", "#e8eef4") if self.dark else ("#1c242d", "#f4f7fa")
        return self.raised, self.text


DICE = {
    "red": ("#b83b3b", "#ffffff"),
    "orange": ("#ad5f18", "#ffffff"),
    "yellow": ("#d6b12c", "#1d1803"),
    "blue": ("#2d62c4", "#ffffff"),
    "black": ("#10161d", "#e8eef4"),
    "white": ("#e8eef4", "#10161d"),
    "green": ("#2b8049", "#ffffff"),
    "grey": ("#5b6b7c", "#ffffff"),
}

DARK = Theme(
    name="dark",
    background="#111a24",
    background_edge="#0b1219",
    panel="#0f1720",
    panel_border="#1d2935",
    card="#141e29",
    card_border="#22303f",
    raised="#1b2836",
    raised_border="#2a3a4b",
    hover="#22303f",
    pressed="#0f1821",
    text="#dce6ef",
    text_strong="#f4f8fb",
    muted="#8a9bab",
    faint="#8192a3",
    team="#43d1c9",
    team_fill="#16333a",
    team_ink="#b9f3ee",
    enemy="#c58bff",
    enemy_fill="#2a1f3d",
    enemy_ink="#e7d2ff",
    ally="#7fd6ff",
    ally_fill="#16304a",
    danger="#ff6b5e",
    danger_fill="#4a1a1c",
    danger_ink="#ffb4ab",
    gold="#ffc94d",
    gold_fill="#4a3a12",
    gold_ink="#ffdd8a",
    blue="#6aa5ff",
    blue_fill="#16376b",
    blue_ink="#c3dbff",
    on_accent="#04211f",
    pip_empty="#5f7488",
    pip_full="#ff6b5e",
    hex_fill="#182634",
    hex_fill_alt="#1c2c3b",
    hex_edge="#24384a",
    wall="#9fb3c6",
    wall_shadow="#05080c",
    door="#4fc38a",
    door_open="#4fc38a",
    security_door="#ffb53d",
    low_visibility="#e05a58",
    low_visibility_fill="#3a1518",
    difficult="#5fa8ff",
    difficult_fill="#162a44",
    blocked="#a06be0",
    blocked_fill="#2a2038",
    mission="#ffd24d",
    mission_fill="#332a10",
    container="#c9b27a",
    console="#7fd0ff",
    on_object="#0c1219",
    token="#0f1a23",
    token_text="#f4f8fb",
    reach="#3aa8a2",
    reach_fill="#1d3c47",
    glow="#43d1c9",
    choice="#ffd24d",
    shadow="#a0000000",
    board_label="#7f97ac",
    floating="#0d141c",
    floating_border="#2a3a4b",
)

LIGHT = Theme(
    name="light",
    background="#e6ebf0",
    background_edge="#d6dee6",
    panel="#f4f6f9",
    panel_border="#d3dbe3",
    card="#ffffff",
    card_border="#d5dde5",
    raised="#eef2f6",
    raised_border="#c6d0da",
    hover="#e2e9f0",
    pressed="#d3dde7",
    text="#1e2a36",
    text_strong="#0b141d",
    muted="#566574",
    faint="#5f6d7b",
    team="#07726c",
    team_fill="#d3f0ed",
    team_ink="#075650",
    enemy="#7a3cc4",
    enemy_fill="#ece0fa",
    enemy_ink="#54238f",
    ally="#14689d",
    ally_fill="#d8ecfa",
    danger="#c23428",
    danger_fill="#fbdedb",
    danger_ink="#93211a",
    gold="#8f6000",
    gold_fill="#fdeec6",
    gold_ink="#6e4a00",
    blue="#2560c2",
    blue_fill="#dbe7fb",
    blue_ink="#173f86",
    on_accent="#ffffff",
    pip_empty="#7e8e9e",
    pip_full="#cf3f34",
    hex_fill="#f7f9fb",
    hex_fill_alt="#edf1f5",
    hex_edge="#ccd6df",
    wall="#34475a",
    wall_shadow="#ffffff",
    door="#1d8a55",
    door_open="#1d8a55",
    security_door="#c97a00",
    low_visibility="#c23f3d",
    low_visibility_fill="#f9e0df",
    difficult="#2b6fce",
    difficult_fill="#dfeafb",
    blocked="#7440b8",
    blocked_fill="#e4d9f2",
    mission="#b98600",
    mission_fill="#fdf3d3",
    container="#a5823a",
    console="#1f7fb8",
    on_object="#ffffff",
    token="#ffffff",
    token_text="#0b141d",
    reach="#2b9b94",
    reach_fill="#c5e9e6",
    glow="#07726c",
    choice="#b07800",
    shadow="#50203040",
    board_label="#5a6c7e",
    floating="#ffffff",
    floating_border="#c6d0da",
)

# Words at least 7 to 1 on their grounds, marks and borders 4.5 (WCAG 2, level AAA).
CONTRAST = replace(
    DARK,
    background="#000000",
    background_edge="#000000",
    panel="#000000",
    panel_border="#8fa3b5",
    card="#06090d",
    card_border="#a9bccd",
    raised="#0d141b",
    raised_border="#c3d2df",
    hover="#1c2a37",
    pressed="#000000",
    text="#ffffff",
    text_strong="#ffffff",
    muted="#c9d5df",
    faint="#b4c2ce",
    team="#4ff0e6",
    team_fill="#06282b",
    team_ink="#d6fffb",
    enemy="#d8b0ff",
    enemy_fill="#221236",
    enemy_ink="#f1e4ff",
    ally="#9be0ff",
    ally_fill="#08263d",
    danger="#ff9b91",
    danger_fill="#3d0c0e",
    danger_ink="#ffd5d0",
    gold="#ffd45f",
    gold_fill="#352700",
    gold_ink="#ffe9ae",
    blue="#9cc4ff",
    blue_fill="#0b2450",
    blue_ink="#dfecff",
    on_accent="#000000",
    pip_empty="#9fb2c3",
    pip_full="#ff8579",
    hex_fill="#05090d",
    hex_fill_alt="#0b1218",
    hex_edge="#425a70",
    wall="#ffffff",
    door="#5fe39f",
    door_open="#5fe39f",
    low_visibility="#ff7d7a",
    difficult="#84c0ff",
    blocked="#c79bff",
    board_label="#c3d2df",
    token="#000000",
    token_text="#ffffff",
    reach="#4ff0e6",
    reach_fill="#0c3a3d",
    floating="#000000",
    floating_border="#ffffff",
)

THEMES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}


@cache
def load_fonts() -> tuple[str, ...]:
    """Load the bundled font, the same on every system. Return its families. The application must be there."""
    ids = (QFontDatabase.addApplicationFont(str(path)) for path in sorted(FONTS.glob("*.otf")))
    return tuple(family for id in ids for family in QFontDatabase.applicationFontFamilies(id))


def font(theme: Theme, size: int | None = None, weight: int = 400, mono: bool = False) -> QFont:
    """Return the program's font at `size` pixels (default: the theme's text size) and a weight of 100 … 900."""
    return QFont(_font(size or theme.size_text, weight, mono))


@cache
def _font(size: int, weight: int, mono: bool) -> QFont:
    load_fonts()
    result = QFont()
    result.setFamilies(list(MONO if mono else FAMILIES))
    result.setPixelSize(size)
    result.setWeight(QFont.Weight(weight))
    return result
