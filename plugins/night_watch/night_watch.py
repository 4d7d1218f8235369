"""A theme for late evenings: warm colors, little blue."""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.api import ContributeContext, ThemeColours

EMBER = {
    "background": "#171210",
    "background_edge": "#0f0b09",
    "panel": "#15100e",
    "panel_border": "#2c211b",
    "card": "#1c1512",
    "card_border": "#33271f",
    "raised": "#261c17",
    "raised_border": "#46362b",
    "hover": "#30241d",
    "pressed": "#120d0b",
    "text": "#eadfd5",
    "text_strong": "#fbf3ec",
    "muted": "#b09c8c",
    "faint": "#a39080",
    "team": "#f0a35e",
    "team_fill": "#43291a",
    "team_ink": "#ffdcbd",
    "on_accent": "#241103",
    "pip_empty": "#87715f",
    "hex_fill": "#241b16",
    "hex_fill_alt": "#2a201a",
    "hex_edge": "#3a2d24",
    "wall": "#c3ae9d",
    "reach": "#c98a4e",
    "reach_fill": "#4a301d",
    "glow": "#f0a35e",
    "token": "#1b1411",
    "board_label": "#b09a88",
    "floating": "#130e0c",
    "floating_border": "#46362b",
}


def contribute_theme(context: ContributeContext) -> Mapping[str, ThemeColours]:
    return {"night_watch": ThemeColours("dark", EMBER)}
