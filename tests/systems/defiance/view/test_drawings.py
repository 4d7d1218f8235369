"""Each figure has a drawing of its own, told from the others by its outline alone."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from defiance_qt.extend.figures import figures_in
from defiance_qt.shell.theme import DARK, paint_figure
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.view.drawings import figure_drawings
from tests.conftest import ROOT

CATALOG = read_catalog(files())
SMALLEST = 28  # pixels of a token in the lists
LARGEST = 1_300  # letters
ALIKE = 0.9
PACKS = ("expansions/outcast", "expansions/warfighter", "plugins/angler", "plugins/field_mender")


def drawings_of(pack: str) -> dict[str, str]:
    folder = ROOT / pack
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.svg")}
    found, faults = figures_in(files)
    assert faults == []
    return {id: look.svg for id, look in found.items()}


def every_drawing() -> dict[str, str]:
    found = dict(figure_drawings())
    for pack in PACKS:
        found |= drawings_of(pack)
    return found


@cache
def outline(svg: str) -> frozenset[int]:
    """The pixels that a drawing covers at the smallest size."""
    image = QImage(SMALLEST, SMALLEST, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_figure(painter, QRectF(image.rect()), svg, DARK.team, DARK.team_fill)
    painter.end()
    bits = bytes(image.convertToFormat(QImage.Format.Format_Alpha8).constBits())
    return frozenset(place for place, alpha in enumerate(bits) if alpha > 100)


def test_every_figure_of_the_game_has_a_drawing() -> None:
    assert set(figure_drawings()) == {*CATALOG.characters, *CATALOG.units}


@pytest.mark.parametrize("id", sorted(every_drawing()))
def test_a_drawing_is_small_and_fills_its_place(qapp: object, id: str) -> None:
    svg = every_drawing()[id]
    assert len(svg) <= LARGEST
    assert "currentColor" in svg
    # A fifth of the square at least: what is thinner is not seen on a token.
    assert len(outline(svg)) > SMALLEST**2 / 5


def test_figures_are_told_apart_by_their_outline(qapp: object) -> None:
    shapes = {id: outline(svg) for id, svg in every_drawing().items()}
    alike = {
        (a, b): round(len(shapes[a] & shapes[b]) / len(shapes[a] | shapes[b]), 2)
        for a, b in combinations(sorted(shapes), 2)
    }
    assert {pair: shared for pair, shared in alike.items() if shared > ALIKE} == {}
