"""A theme for late evenings, a panel that shows who of the team is hurt, a menu entry that says it, and signs on their
tokens.

Qt is imported where a widget is made, so that a game without a window does without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from defiance_qt.api import ContributeContext, ShowContext, TableHost, ThemeColours, TokenLook

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

FRAME = '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4">{}</svg>'
SIGNS = {
    "cadin": '<path d="M13 3 6 14h5l-1 7 8-12h-6z"/>',
    "jazz": '<path d="M20 14.5A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10.5z"/>',
    "qiang": '<path d="M12 3 4 7v6c0 4 3.500 7 8 8 4.500-1 8-4 8-8V7z"/>',
    "uma": '<path d="m12 3 2.700 6 6.300.600-4.800 4.300 1.400 6.300L12 17l-5.600 3.200 1.400-6.300L3 9.6 9.3 9z"/>',
}


def contribute_theme(context: ContributeContext) -> Mapping[str, ThemeColours]:
    return {"night_watch": ThemeColours("dark", EMBER)}


def show_panel(context: ShowContext) -> Mapping[str, Callable[[TableHost], object]]:
    return {"panel.night_watch": make_panel}


def show_menu(context: ShowContext) -> Mapping[str, Callable[[TableHost], str]]:
    return {"menu.night_watch": report}


def show_tokens(context: ShowContext) -> Mapping[str, TokenLook]:
    return {id: TokenLook(FRAME.format(sign)) for id, sign in SIGNS.items()}


def make_panel(host: TableHost) -> object:
    """Make a label that lists the hurt."""
    from PySide6.QtWidgets import QLabel

    class Watch(QLabel):
        def refresh(self) -> None:
            self.setText("\n".join(hurt(host)) or host.words("night_watch.unhurt"))

    watch = Watch()
    watch.setWordWrap(True)
    watch.setStyleSheet(f"color: {host.colours['muted']};")
    return watch


def report(host: TableHost) -> str:
    return "; ".join(hurt(host)) or host.words("night_watch.unhurt")


def hurt(host: TableHost) -> list[str]:
    """Return a line for each figure of the team that is hurt."""
    words = host.words
    figures = [one for one in host.game.summary(host.state).figures if one.left < one.of]
    return [words("night_watch.hurt", name=words(one.names[0]), left=one.left, of=one.of) for one in figures]
