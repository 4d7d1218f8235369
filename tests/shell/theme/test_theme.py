from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtGui import QColor

from defiance_qt.shell.theme import DARK, LIGHT, THEMES, Theme, font

NUMBERS = {field.name for field in fields(Theme) if isinstance(getattr(DARK, field.name), int | float)}
COLOURS = [field.name for field in fields(Theme) if field.name not in NUMBERS and field.name != "name"]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    c = QColor(colour)
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF())


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_is_one(theme: Theme, name: str) -> None:
    assert QColor(getattr(theme, name)).isValid()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("text", "panel"),
        ("text", "card"),
        ("text", "raised"),
        ("text", "floating"),
        ("muted", "panel"),
        ("muted", "card"),
        ("faint", "panel"),
        ("faint", "card"),
        ("faint", "raised"),
        ("team", "panel"),
        ("enemy", "panel"),
        ("ally", "panel"),
        ("danger", "panel"),
        ("gold_ink", "panel"),
        ("blue", "panel"),
        ("team_ink", "team_fill"),
        ("enemy_ink", "enemy_fill"),
        ("danger_ink", "danger_fill"),
        ("gold_ink", "gold_fill"),
        ("blue_ink", "blue_fill"),
        ("on_accent", "team"),
        ("token_text", "token"),
    ],
)
def test_words_can_be_read_on_their_ground(theme: Theme, ink: str, ground: str) -> None:
    """Words for what is disabled had a contrast of 2.2 (F-66)."""
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("mark", ["wall", "low_visibility", "blocked", "difficult", "mission", "door", "security_door"])
def test_marks_stand_out_from_a_plain_space(theme: Theme, mark: str) -> None:
    assert contrast(getattr(theme, mark), theme.hex_fill) >= 2.9


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pips_can_be_counted(theme: Theme) -> None:
    """Those of health that is lost had a contrast of 1.5 to 1.9 (F-66)."""
    assert contrast(theme.pip_full, theme.card) >= 3
    assert contrast(theme.faint, theme.card) >= 3


def test_dice_have_readable_faces() -> None:
    """Orange had 3.5 (F-66)."""
    for die in ("red", "orange", "yellow", "blue", "black", "green", "unheard_of"):
        assert contrast(*DARK.die(die)) >= 4.5


def test_unit_faces_differ() -> None:
    assert len({LIGHT.face(colour) for colour in ("blue", "red", "black", "grey")}) == 4


def test_a_scaled_theme_changes_sizes_only() -> None:
    large = DARK.scaled(1.5)
    assert (large.size_text, large.size_number) == (21, 30)
    assert (DARK.px(9), large.px(9), large.scaled(1.5).px(9)) == (9, 14, 20)
    assert [getattr(large, name) for name in COLOURS] == [getattr(DARK, name) for name in COLOURS]


def test_font_takes_size_and_weight() -> None:
    assert font(DARK).pixelSize() == DARK.size_text
    assert (font(DARK, 20, 600).pixelSize(), font(DARK, 20, 600).weight()) == (20, 600)
    assert font(DARK, mono=True).families() != font(DARK).families()


WORDS = [
    ("muted", "background"),
    ("muted", "card"),
    ("muted", "raised"),
    ("muted", "hover"),
    ("text", "team_fill"),
    ("team_ink", "raised"),
    ("team_ink", "team_fill"),
    ("on_accent", "team"),
    ("danger_ink", "hover"),
    ("danger_ink", "card"),
    ("gold_ink", "hover"),
    ("gold_ink", "card"),
    ("danger", "card"),
]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(("ink", "ground"), WORDS)
def test_the_words_of_the_start_screen_can_be_read(theme: Theme, ink: str, ground: str) -> None:
    """F-66: a contrast of at least 4.5 for all that must be read."""
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5
