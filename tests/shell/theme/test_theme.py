from __future__ import annotations

import re

import pytest
from msgspec.structs import fields
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics

from defiance_qt.core.port import Die, Face
from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.dice import DieFace
from defiance_qt.shell.kit.gauges import Pips
from defiance_qt.shell.kit.labels import chip_colours
from defiance_qt.shell.kit.pictures import Portrait, Symbols
from defiance_qt.shell.panels.chance import FaceButton
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.theme import DARK, LIGHT, THEMES, Theme, font, load_fonts, stylesheet
from defiance_qt.shell.theme.contrast import SIGNS, SPACES, WORDS, contrast, faults
from defiance_qt.shell.theme.theme import DICE, FONTS

NUMBERS = {field.name for field in fields(Theme) if isinstance(getattr(DARK, field.name), int | float)}
COLOURS = [field.name for field in fields(Theme) if field.name not in NUMBERS and field.name != "name"]


def english_die() -> Die:
    return Die("red", "red", "r", tuple(Face(("success",), "Success") for _ in range(6)))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_is_one(theme: Theme, name: str) -> None:
    assert QColor(getattr(theme, name)).isValid()


@pytest.mark.parametrize(("weight", "style"), [(400, "Regular"), (600, "Semi Bold"), (700, "Bold")])
def test_the_bundled_font_is_used_in_every_weight_and_has_cyrillic_and_the_signs(qapp, weight: int, style: str) -> None:
    """The window looked as the system's font did."""
    face = font(DARK, weight=weight)
    assert load_fonts()[0] == "Inter"
    assert (QFontInfo(face).family(), QFontInfo(face).styleName()) == ("Inter", style)
    metrics = QFontMetrics(face)
    assert all(metrics.inFontUcs4(ord(letter)) for letter in "Ёжщñ¿¡áü⏎●○·…“”«»−×≥→")


def test_the_fonts_licence_is_beside_it() -> None:
    """The Open Font License wants each copy to contain it."""
    licence = (FONTS / "OFL.txt").read_text()
    assert "Copyright 2020 The Inter Project Authors" in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "as long as they are not sold by themselves" in " ".join(licence.split())
    assert len(list(FONTS.glob("*.otf"))) == 3


def pairs(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(ink, ground) for ink, grounds in table.items() for ground in grounds]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(("ink", "ground"), pairs(WORDS))
def test_words_can_be_read_on_every_ground(theme: Theme, ink: str, ground: str) -> None:
    """2.2 to 2.7 for `faint`, 3.7 for gold on a light card."""
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(("sign", "ground"), pairs(SIGNS))
def test_signs_can_be_seen_on_every_ground(theme: Theme, sign: str, ground: str) -> None:
    """1.5 to 1.9 for pips."""
    assert contrast(getattr(theme, sign), getattr(theme, ground)) >= 3


@pytest.mark.parametrize(("table", "least"), [(WORDS, 7), (SIGNS, 4.5), (dict.fromkeys(SPACES, ("hex_fill",)), 4.5)])
def test_the_theme_of_high_contrast_keeps_more(table: dict[str, tuple[str, ...]], least: float) -> None:
    """As level AAA of WCAG 2 demands."""
    theme = THEMES["contrast"]
    assert [pair for pair in pairs(table) if contrast(*(getattr(theme, one) for one in pair)) < least] == []


def test_the_built_in_themes_pass_the_check_of_plugins() -> None:
    assert [str(fault) for theme in THEMES.values() for fault in faults(theme)] == []


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("tone", ["", "team", "enemy", "ally", "danger", "gold", "blue", "red", "black"])
def test_the_words_of_chips_can_be_read(theme: Theme, tone: str) -> None:
    fill, ink = chip_colours(theme, tone)
    assert contrast(ink, fill) >= 4.5


@pytest.mark.parametrize("die", [*DICE, "unknown"])
def test_the_symbols_of_dice_can_be_read(die: str) -> None:
    """3.5 on the orange die."""
    fill, ink = DARK.die(die)
    assert contrast(ink, fill) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("mark", SPACES)
def test_marks_stand_out_from_a_plain_space(theme: Theme, mark: str) -> None:
    assert contrast(getattr(theme, mark), theme.hex_fill) >= 2.9


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pips_can_be_counted(theme: Theme) -> None:
    """Those of health that is lost had a contrast of 1.5 to 1.9."""
    assert contrast(theme.pip_full, theme.card) >= 3
    assert contrast(theme.faint, theme.card) >= 3


def test_dice_have_readable_faces() -> None:
    """Orange had 3.5."""
    for die in ("red", "orange", "yellow", "blue", "black", "green", "unheard_of"):
        assert contrast(*DARK.die(die)) >= 4.5


def test_unit_faces_differ() -> None:
    assert len({LIGHT.face(colour) for colour in ("blue", "red", "black", "grey")}) == 4


def test_a_scaled_theme_changes_sizes_only() -> None:
    large = DARK.scaled(1.5)
    assert (large.size_text, large.size_number) == (21, 30)
    assert (DARK.px(9), large.px(9), large.scaled(1.5).px(9)) == (9, 14, 20)
    assert [getattr(large, name) for name in COLOURS] == [getattr(DARK, name) for name in COLOURS]


def test_font_takes_size_and_weight(qapp) -> None:
    assert font(DARK).pixelSize() == DARK.size_text
    assert (font(DARK, 20, 600).pixelSize(), font(DARK, 20, 600).weight()) == (20, 600)
    assert font(DARK, mono=True).families() != font(DARK).families()


START = [
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
@pytest.mark.parametrize(("ink", "ground"), START)
def test_the_words_of_the_start_screen_can_be_read(theme: Theme, ink: str, ground: str) -> None:
    """A contrast of at least 4.5 for all that must be read."""
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


def indicator(theme: Theme) -> int:
    """The width of a check box's mark in the style sheet."""
    found = re.search(r"QRadioButton::indicator \{ width: (\d+)px", stylesheet(theme))
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("scale", [1.5, 2.0, 2.5])
def test_pictures_grow_with_the_words(qtbot, scale: float) -> None:
    """Portraits, pips and dice stayed small."""

    def sizes(theme: Theme) -> list[int]:
        die = english_die()
        made = [Portrait(theme, "US", theme.team), DieFace(theme), FaceButton(theme, die, 1), Symbols(theme)]
        pips, chips = Pips(theme), Chips(theme)
        pips.set_value(3, 8)
        chips.set_chips([Chip("one")])
        for one in (*made, pips, chips):
            qtbot.addWidget(one)
        heights = [made[0].height(), made[1].height(), made[2].height(), made[3].sizeHint().height()]
        return [*heights, pips.sizeHint().width(), chips.heightForWidth(400), indicator(theme), theme.radius]

    for usual, grown in zip(sizes(DARK), sizes(DARK.scaled(scale)), strict=True):
        assert grown == pytest.approx(usual * scale, abs=max(3, 0.06 * usual * scale))
