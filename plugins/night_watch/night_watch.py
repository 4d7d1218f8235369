"""A theme for late evenings, a panel that shows who of the team is hurt, and a menu entry that says it.

Qt is imported where a widget is made, so that a game without a window does without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from defiance_qt.api import ContributeContext, ShowContext, TableHost, ThemeColours

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


def show_panel(context: ShowContext) -> Mapping[str, Callable[[TableHost], object]]:
    return {"panel.night_watch": make_panel}


def show_menu(context: ShowContext) -> Mapping[str, Callable[[TableHost], str]]:
    return {"menu.night_watch": report}


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
