"""Cached images of small items that are drawn often: tokens, halos, highlighted spaces, doors, objects, labels.

Each stamp is painted once per look and scale, antialiased, and then only copied. Its center is the origin: paint
functions work in scene points with the center at (0, 0). A stamp with fewer pixels is cheaper to copy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from defiance_qt.shell.theme import Theme

Size = tuple[float, float]
MOST = 500  # stamps cached; a long game has thousands of looks


class Stamp(NamedTuple):
    """A painted stamp. `half` is half its width and height in scene points, `scale` is device pixels per point."""

    pixmap: QPixmap
    half: Size
    scale: float


class Stamps:
    """The stamps of one theme at one scale, painted on first use."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._scale = 1.0
        self._ratio = 1.0
        self._stamps: dict[Hashable, Stamp] = {}

    @property
    def scale(self) -> float:
        """Device pixels per scene point."""
        return self._scale

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._stamps.clear()

    def set_scale(self, scale: float, ratio: float) -> None:
        """Set the scale for new stamps. A change clears the cache."""
        if (scale, ratio) != (self._scale, self._ratio):
            self._scale, self._ratio = scale, ratio
            self._stamps.clear()

    def get(self, key: Hashable, half: Size, paint: Callable[[QPainter, Theme], None]) -> Stamp:
        """Return the stamp of a key. `paint` is called if it is not cached."""
        stamp = self._stamps.get(key)
        if stamp is None:
            if len(self._stamps) >= MOST:
                self._stamps.clear()
            stamp = self._stamps[key] = self._painted(half, paint)
        return stamp

    def _painted(self, half: Size, paint: Callable[[QPainter, Theme], None]) -> Stamp:
        # An even number of pixels, so that the center is between two pixels.
        width, height = (2 * max(1, ceil(part * self._scale)) for part in half)
        pixmap = QPixmap(width, height)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(
            QTransform.fromScale(self._scale, self._scale) * QTransform.fromTranslate(width / 2, height / 2)
        )
        paint(painter, self.theme)
        painter.end()
        pixmap.setDevicePixelRatio(self._ratio)
        return Stamp(pixmap, half, self._scale)


class StampPainter:
    """Draws stamps with a painter. A painter at the scale of the stamps copies them pixel for pixel."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter
        self._transform = painter.worldTransform()
        self._ratio = painter.device().devicePixelRatioF()
        self._device_scale = self._transform.m11() * self._ratio

    def put(self, stamp: Stamp, x: float = 0.0, y: float = 0.0) -> None:
        """Draw a stamp with its center at a point in the painter's coordinates."""
        painter = self._painter
        if abs(self._device_scale - stamp.scale) > 1e-6 * stamp.scale:
            rect = stamp.pixmap.rect()
            width, height = rect.width() / stamp.scale, rect.height() / stamp.scale
            painter.drawPixmap(QRectF(x - width / 2, y - height / 2, width, height), stamp.pixmap, QRectF(rect))
            return
        place, ratio, pixmap = self._transform.map(QPointF(x, y)), self._ratio, stamp.pixmap
        left = round(place.x() * ratio) - pixmap.width() // 2
        top = round(place.y() * ratio) - pixmap.height() // 2
        painter.resetTransform()
        painter.drawPixmap(QPointF(left / ratio, top / ratio), pixmap)
        painter.setWorldTransform(self._transform)
