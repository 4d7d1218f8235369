from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from defiance_qt.shell.theme import DARK, LIGHT, Theme
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.scenery import WIDE, Scenery, _zone, blend, scenery
from tests.systems.defiance.view.board.pictures import difference
from tests.systems.defiance.view.board.table import make_board

SCALE = 1.5
# A space of each kind with no wall on any of its sides.
SPACES = {"free": "E5", "low_visibility": "C2", "difficult": "D4", "blocked": "G4", "zone": "H5"}
SIDES = {"wall": "D3:sw", "red": "B1:e", "violet": "E5:e", "difficult": "B5:e", "plain": "G1:e"}


def ground(theme: Theme, **more) -> Scenery:
    return scenery(make_board(), theme, {"way_out": ["H5", "H6"]}, ["E/E1"], **more)


def cut(made: Scenery, x: float, y: float, half: float) -> QImage:
    size = round(2 * half * SCALE)
    image = QImage(size, size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setTransform(QTransform.fromTranslate(half - x, half - y) * QTransform.fromScale(SCALE, SCALE))
    for _ in made.strokes(painter, QRectF(x - half, y - half, 2 * half, 2 * half)):
        pass
    painter.end()
    return image


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_ground_is_told_without_colours(qapp, theme: Theme) -> None:
    made, board = ground(theme), make_board()
    pictures = []
    for name in SPACES.values():
        x, y = geometry.centre(board.hex(board.cell(name)))
        pictures.append(cut(made, x, y, 24))
    for a, b in combinations(pictures, 2):
        assert difference(a, b, by=12) >= 100


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_side_is_told_without_colours(qapp, theme: Theme) -> None:
    made, board = ground(theme), make_board()
    pictures = []
    for name in SIDES.values():
        cell, direction = board.side(name)
        (ax, ay), (bx, by) = geometry.side(board.hex(cell), direction)
        image = QImage(60, 30, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.translate(30, 15)
        painter.scale(SCALE, SCALE)
        painter.rotate(90 if abs(bx - ax) < 1 else -30 if (bx - ax) * (by - ay) > 0 else 30)
        painter.translate(-(ax + bx) / 2, -(ay + by) / 2)
        for _ in made.strokes(painter, made.rect):
            pass
        painter.end()
        pictures.append(image)
    for a, b in combinations(pictures, 2):
        assert difference(a, b, by=20) >= 40


def test_labels_are_added_when_asked_for(qapp) -> None:
    assert len(ground(DARK, labels=True).layers) == len(ground(DARK).layers) + 1


def test_the_ground_covers_the_board_and_ends_in_the_background(qapp) -> None:
    made, board = ground(DARK), make_board()
    assert made.rect.contains(QRectF(*geometry.bounds(board.hexes)))
    corner = cut(made, made.rect.left() + 3, made.rect.top() + 3, 2)
    assert corner.pixelColor(1, 1) == QColor(DARK.background_edge)


def test_neighbouring_tiles_have_two_shades(qapp) -> None:
    made, board = ground(DARK), make_board()
    shades = set()
    for name in ("C5", "L5"):
        x, y = geometry.centre(board.hex(board.cell(name)))
        shades.add(cut(made, x, y, 4).pixelColor(2, 2).name())
    assert shades == {DARK.hex_fill, DARK.hex_fill_alt}


def test_blending() -> None:
    assert blend(QColor("#ff0000"), QColor("#0000ff"), 0.0).name() == "#ff0000"
    assert blend(QColor("#ff0000"), QColor("#0000ff"), 1.0).name() == "#0000ff"


def test_a_zone_that_is_a_part_of_the_board_has_no_arrows(qapp) -> None:
    """Nearly every space of Far Shore had gold arrows, as those do where a mission is won."""
    board = make_board()
    cells = [board.name(cell) for cell in board.cells]
    layers = [len(_zone(board, DARK, board.mask(cells[:size]))) for size in (WIDE, WIDE + 1)]
    assert layers == [3, 1]
