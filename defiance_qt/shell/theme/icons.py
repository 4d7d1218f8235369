"""The icons: original SVG drawings of 24 × 24 points, tinted when rendered. QtSvg is loaded with the first one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from defiance_qt.core.errors import DefianceError

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).parent / "icons"


@lru_cache(maxsize=1)
def icon_names() -> tuple[str, ...]:
    """Return the names of all icons, sorted, without those used only by the style sheet."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.svg") if not path.stem.startswith("qss_")))


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    from PySide6.QtSvg import QSvgRenderer

    path = FOLDER / f"{name}.svg"
    try:
        source = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DefianceError("content.icon", "there is no icon {name!r}", name=name) from error
    # QtSvg draws currentColor in black, so the tint is written into the source.
    return QSvgRenderer(QByteArray(source.replace("currentColor", QColor(colour).name()).encode()))


@lru_cache(maxsize=128)
def _drawing(source: str, colour: str) -> QSvgRenderer:
    from PySide6.QtSvg import QSvgRenderer

    return QSvgRenderer(QByteArray(source.replace("currentColor", QColor(colour).name()).encode()))


def paint_svg(painter: QPainter, rect: QRectF, source: str, colour: str) -> None:
    """Draw an SVG source into a rectangle. Draws nothing if it is not valid."""
    renderer = _drawing(source, colour)
    if renderer.isValid():
        renderer.render(painter, rect)


INK = "#0f1a23"
"""What stands in the drawing of a figure for the ground below it."""


def paint_figure(painter: QPainter, rect: QRectF, source: str, accent: str, ground: str) -> None:
    """Draw a figure, an SVG of 64 × 64 points, in the accent of its side: its cut-outs, in `INK`, show the ground."""
    paint_svg(painter, rect, source.replace(INK, QColor(ground).name()), accent)


def paint_icon(painter: QPainter, rect: QRectF, name: str, colour: str) -> None:
    """Draw an icon into a rectangle. Raises `DefianceError` for an unknown name."""
    _renderer(name, colour).render(painter, rect)


@lru_cache(maxsize=1024)
def pixmap(name: str, colour: str, size: int = 18, ratio: float = 1.0) -> QPixmap:
    """Return an icon as a pixmap of `size` device-independent pixels. Raises `DefianceError` for an unknown name."""
    renderer = _renderer(name, colour)
    result = QPixmap(round(size * ratio), round(size * ratio))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    renderer.render(painter, QRectF(0, 0, result.width(), result.height()))
    painter.end()
    result.setDevicePixelRatio(ratio)
    return result


@lru_cache(maxsize=512)
def icon(name: str, colour: str, size: int = 18, faded: str = "") -> QIcon:
    """Return an icon for a button or menu at pixel ratios 1 and 2. `faded` is its color when disabled.

    Raises `DefianceError` for an unknown name.
    """
    result = QIcon()
    for ratio in (1.0, 2.0):
        result.addPixmap(pixmap(name, colour, size, ratio))
        if faded:
            result.addPixmap(pixmap(name, faded, size, ratio), QIcon.Mode.Disabled)
    return result
