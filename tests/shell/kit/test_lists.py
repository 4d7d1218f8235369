"""Words and grounds of painted rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from defiance_qt.shell.kit.labels import WRAP
from defiance_qt.shell.kit.lists import RowDelegate, fitted, wrapped_height, write
from defiance_qt.shell.theme import DARK, font

LONG = "words that are longer than the room they have"


@pytest.fixture
def image(qapp) -> QImage:
    made = QImage(300, 80, QImage.Format.Format_RGB32)
    made.fill(Qt.GlobalColor.black)
    return made


def inked(image: QImage) -> list[tuple[int, int]]:
    """Return the points that are not black."""
    places = ((x, y) for y in range(image.height()) for x in range(image.width()))
    return [(x, y) for x, y in places if image.pixelColor(x, y) != QColor("black")]


def test_words_end_in_an_ellipsis_where_there_is_no_room(image: QImage) -> None:
    face = font(DARK)
    painter = QPainter(image)
    wide = write(painter, QRect(0, 0, 100, 20), LONG, face, "#ffffff")
    painter.end()
    assert wide <= 100 < QFontMetrics(face).horizontalAdvance(LONG)
    assert max(x for x, _ in inked(image)) <= 100


def test_words_are_whole_in_the_width_that_they_were_measured_with(qapp) -> None:
    metrics = QFontMetrics(font(DARK, DARK.size_text - 1))
    for text in ("сегодня, 16:54", "today, 16:54", "hoy, 16:54", *(f"{n} марта, 0{n}:11" for n in range(1, 10))):
        assert fitted(metrics, text, metrics.horizontalAdvance(text)) == text


def test_wrapped_words_take_the_height_that_was_measured(image: QImage) -> None:
    face = font(DARK)
    high = wrapped_height(face, LONG, 120)
    assert high >= 3 * QFontMetrics(face).height()
    painter = QPainter(image)
    write(painter, QRect(0, 0, 120, 80), LONG, face, "#ffffff", WRAP)
    painter.end()
    assert max(y for _, y in inked(image)) <= high
    assert wrapped_height(face, "", 120) == 0


@pytest.mark.parametrize(
    ("state", "fill", "chosen"),
    [
        (QStyle.StateFlag.State_Selected, DARK.team_fill, True),
        (QStyle.StateFlag.State_MouseOver, DARK.hover, False),
        (QStyle.StateFlag.State_None, "#000000", False),
    ],
)
def test_a_row_has_a_ground_if_it_is_chosen_or_under_the_pointer(image, state, fill: str, chosen: bool) -> None:
    option = QStyleOptionViewItem()
    option.state, option.rect = state, image.rect()  # type: ignore[attr-defined]  # members of the C++ class
    painter = QPainter(image)
    assert RowDelegate(DARK).ground(painter, option) is chosen
    painter.end()
    assert image.pixelColor(5, 5) == QColor(fill)
