"""Which colors of a theme must be told from which, and how well (WCAG 2: 4.5 for words, 3 for marks)."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QColor

from defiance_qt.core.errors import Message
from defiance_qt.shell.theme.theme import Theme

WORD, MARK, PLAIN = 4.5, 3.0, 2.9
"""The least contrast of words, of marks, and of the marks of a space against a plain one."""

GROUNDS = ("panel", "card", "raised", "floating")
ACCENTS = ("team", "enemy", "ally", "danger", "gold", "blue")
WORDS: dict[str, tuple[str, ...]] = {
    "text": (*GROUNDS, "hover", "pressed", "background", "background_edge", "team_fill"),
    "text_strong": (*GROUNDS, "hover", "pressed", "background"),
    "muted": (*GROUNDS, "hover", "background"),
    "faint": GROUNDS,
    "on_accent": ("team",),
    "token_text": ("token",),
    "board_label": ("hex_fill", "hex_fill_alt"),
    **dict.fromkeys(ACCENTS, GROUNDS),
    **{f"{accent}_ink": (f"{accent}_fill", *GROUNDS) for accent in ACCENTS if accent != "ally"},
    "ally": (*GROUNDS, "ally_fill"),
    "danger_ink": ("danger_fill", *GROUNDS, "hover"),
    "gold_ink": ("gold_fill", *GROUNDS, "hover"),
}
"""The colors of words, and everything that is used as a ground for them."""

SIGNS: dict[str, tuple[str, ...]] = {
    "pip_empty": ("panel", "card"),
    "pip_full": ("panel", "card", "raised"),
    "faint": ("wall_shadow", "card"),
    "glow": ("hex_fill", "hex_fill_alt"),
    "reach": ("hex_fill",),
    "choice": ("hex_fill", "hex_fill_alt", "panel"),
    "wall": ("hex_fill", "hex_fill_alt"),
    "on_object": ("container", "console"),
    "team": ("hex_fill", "background"),
    "enemy": ("hex_fill", "background"),
    "gold": ("hex_fill", "background"),
}
"""What is no word but must be seen: pips, marks on the board, the icons of things."""

SPACES = ("wall", "low_visibility", "blocked", "difficult", "mission", "door", "security_door")
"""The marks of a space, which must differ from a plain one."""


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG 2 defines it."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    seen = QColor(colour)
    return 0.2126 * linear(seen.redF()) + 0.7152 * linear(seen.greenF()) + 0.0722 * linear(seen.blueF())


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


_TABLES = ((WORDS, WORD), (SIGNS, MARK), (dict.fromkeys(SPACES, ("hex_fill",)), PLAIN))


def needed(ink: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield the contrasts that a color needs, each with its grounds."""
    yield from ((least, table[ink]) for table, least in _TABLES if ink in table)


def faults(theme: Theme) -> Iterator[Message]:
    """Yield each color that is too much like its grounds, with the lowest contrast."""
    for table, least in _TABLES:
        for ink, grounds in table.items():
            found = {ground: contrast(getattr(theme, ink), getattr(theme, ground)) for ground in grounds}
            low = [ground for ground, one in found.items() if one < least]
            if low:
                yield Message(
                    "fault.contrast",
                    "{ink} on {ground} has a contrast of {found}, and needs {least}",
                    ink=ink,
                    ground=", ".join(low),
                    found=f"{min(found.values()):.1f}",
                    least=f"{least:.1f}",
                )
