"""TableViews for tests: painted small, compared by brightness alone, as somebody sees them who sees no colours."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from defiance_qt.shell.theme import DARK, Theme


def painted(
    paint: Callable[[QPainter, Theme], None], half: float = 36.0, scale: float = 1.5, theme: Theme = DARK
) -> QImage:
    """What `paint` draws round (0, 0), on the colour of a space."""
    pixels = round(2 * half * scale)
    image = QImage(QSize(pixels, pixels), QImage.Format.Format_RGB32)
    image.fill(QColor(theme.hex_fill))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(pixels / 2, pixels / 2)
    painter.scale(scale, scale)
    paint(painter, theme)
    painter.end()
    return image


def grey(image: QImage) -> bytes:
    """The brightness of every pixel."""
    flat = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return bytes(flat.constBits())


def difference(a: QImage, b: QImage, by: int = 24) -> int:
    """How many pixels differ in brightness."""
    return sum(abs(x - y) > by for x, y in zip(grey(a), grey(b), strict=True))
