from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell.theme import icon, icon_names, pixmap

SYMBOLS = ("success", "critical", "block", "critical_block", "special")


@pytest.mark.parametrize("name", icon_names())
def test_every_icon_draws_in_the_colour_asked_for(qapp, name: str) -> None:
    image = pixmap(name, "#12c8a4", 24).toImage()
    drawn = [image.pixelColor(x, y) for x in range(24) for y in range(24)]
    solid = [colour for colour in drawn if colour.alpha() > 150]
    assert 8 < len(solid) < 24 * 24
    assert all(abs(c.red() - 0x12) + abs(c.green() - 0xC8) + abs(c.blue() - 0xA4) < 9 for c in solid)


def test_symbols_of_dice_tell_apart_without_colour(qapp) -> None:
    images = [pixmap(name, "#ffffff", 16).toImage() for name in SYMBOLS]
    for i, a in enumerate(images):
        for b in images[i + 1 :]:
            differ = sum(
                abs(a.pixelColor(x, y).alpha() - b.pixelColor(x, y).alpha()) > 100 for x in range(16) for y in range(16)
            )
            assert differ >= 30


def test_icons_come_at_both_ratios_and_fade(qapp) -> None:
    drawn = icon("undo", "#ffffff", 18, "#444444")
    assert QSize(36, 36) in drawn.availableSizes()
    faded = drawn.pixmap(QSize(18, 18), drawn.Mode.Disabled).toImage()
    assert max(faded.pixelColor(x, y).lightness() for x in range(18) for y in range(18)) < 0x60


def test_an_unknown_icon_is_named(qapp) -> None:
    with pytest.raises(DefianceError, match="no icon 'sofa'"):
        pixmap("sofa", "#ffffff")
