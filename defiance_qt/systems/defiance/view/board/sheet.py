"""The ground on the screen: one graphics item that draws opaque rendered tiles.

While the scale changes, the old tile is stretched without smoothing. Once the scale has settled, a new tile is painted
at the exact scale, a few milliseconds in each turn of the event loop. At high zoom only the area near the visible part
gets such a tile, over a coarse tile of the whole board, so that memory stays bounded.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from time import perf_counter
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer
from PySide6.QtGui import QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.systems.defiance.view.board.scenery import Scenery

WHOLE = 6_000_000  # pixels up to which the whole board is painted at the exact scale
SLICE = 0.006  # seconds of painting in one turn of the event loop


class RenderRequest(NamedTuple):
    """A request to paint `rect` (scene points) at `scale` device pixels per point."""

    scenery: Scenery
    rect: QRectF
    scale: float


class RenderedTile(NamedTuple):
    """A painted part of the ground."""

    rect: QRectF
    scale: float
    pixmap: QPixmap


def wish(scenery: Scenery, visible: QRectF, scale: float) -> RenderRequest:
    """Return the request for a visible part: the whole board if small enough, else the part and its surroundings."""
    rect = scenery.rect
    if rect.width() * rect.height() * scale * scale > WHOLE:
        dx, dy = visible.width() * 0.3, visible.height() * 0.3
        rect = rect & visible.adjusted(-dx, -dy, dx, dy)
    # Align all four edges to whole pixels.
    left, top = math.floor(rect.left() * scale), math.floor(rect.top() * scale)
    right, bottom = math.ceil(rect.right() * scale), math.ceil(rect.bottom() * scale)
    width, height = max(1, right - left), max(1, bottom - top)
    return RenderRequest(scenery, QRectF(left / scale, top / scale, width / scale, height / scale), scale)


def painted(chosen: RenderRequest) -> QImage:
    """Paint the requested image."""
    image, strokes = _begun(chosen)
    for _ in strokes:
        pass
    return image


def _begun(chosen: RenderRequest) -> tuple[QImage, Generator[None, None, None]]:
    """Return the requested image and the strokes that paint it. It is complete after the last stroke."""
    rect, scale = chosen.rect, chosen.scale
    image = QImage(round(rect.width() * scale), round(rect.height() * scale), QImage.Format.Format_RGB32)
    # What lies at the edge is not covered whole, and an image begins with whatever was in its memory.
    image.fill(chosen.scenery.background)

    def strokes() -> Generator[None, None, None]:
        painter = QPainter(image)
        try:
            to_image = QTransform.fromTranslate(-rect.left(), -rect.top()) * QTransform.fromScale(scale, scale)
            painter.setTransform(to_image)
            yield from chosen.scenery.strokes(painter, rect)
        finally:
            painter.end()

    return image, strokes()


class _Painting(NamedTuple):
    """A tile that is being painted."""

    wish: RenderRequest
    image: QImage
    strokes: Generator[None, None, None]


class Ground(QGraphicsItem):
    """The item that shows the ground. `want` requests a tile at a scale; `taken` counts the tiles received.

    `parent` owns the timer: Qt then deletes it with the board, and never Python's garbage collector, which may run on
    another thread.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__()
        self.setZValue(0)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._scenery: Scenery | None = None
        self._sheets: list[RenderedTile] = []  # the finest first
        self._painting: _Painting | None = None
        self._timer = QTimer(parent, interval=0)
        self._timer.timeout.connect(self._paint_on)
        self.taken = 0

    def set_scenery(self, scenery: Scenery | None) -> None:
        """Show another board or theme and drop all tiles."""
        self.stop()
        self.prepareGeometryChange()
        self._scenery = scenery
        self._sheets = []
        self.update()

    def want(self, visible: QRectF, scale: float, at_once: bool = False) -> None:
        """Request a tile of the visible part at `scale` device pixels per scene point. It replaces a request that is
        not finished."""
        if self._scenery is None or scale <= 0:
            return
        chosen = wish(self._scenery, visible, scale)
        self.stop()
        if any(sheet.scale == scale and sheet.rect.contains(visible & self._scenery.rect) for sheet in self._sheets):
            return
        if at_once or not self._sheets:
            self._take(chosen, painted(chosen))
        else:
            self._painting = _Painting(chosen, *_begun(chosen))
            self._timer.start()

    def first(self, visible: QRectF, scale: float) -> Iterator[None]:
        """Paint the first tile, one stroke per iteration."""
        if self._scenery is not None and scale > 0:
            chosen = wish(self._scenery, visible, scale)
            image, strokes = _begun(chosen)
            yield from strokes
            self._take(chosen, image)

    def busy(self) -> bool:
        """Return whether a tile is being painted."""
        return self._painting is not None

    def stop(self) -> None:
        """Discard the tile that is being painted."""
        self._timer.stop()
        painting, self._painting = self._painting, None
        if painting is not None:
            painting.strokes.close()

    def _paint_on(self) -> None:
        """Paint for a moment; take the tile when it is complete."""
        painting, until = self._painting, perf_counter() + SLICE
        if painting is None:
            return
        for _ in painting.strokes:
            if perf_counter() >= until:
                return
        self.stop()
        self._take(painting.wish, painting.image)

    def _take(self, chosen: RenderRequest, image: QImage) -> None:
        sheet = RenderedTile(chosen.rect, chosen.scale, QPixmap.fromImage(image))
        whole = [old for old in self._sheets if old.rect.contains(chosen.scenery.rect)]
        # A tile of the whole board replaces all others; a partial tile is drawn over the last whole one.
        self._sheets = [sheet] if sheet.rect.contains(chosen.scenery.rect) else [sheet, *whole[:1]]
        self.taken += 1
        self.update()

    def boundingRect(self) -> QRectF:
        return self._scenery.rect if self._scenery else QRectF()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        exposed = option.exposedRect & self.boundingRect()
        for i, sheet in enumerate(self._sheets):
            if sheet.rect.contains(exposed):
                _lay(painter, sheet)
                return
            if i + 1 == len(self._sheets):
                # No single tile covers the area: draw the coarse tile first, the fine one on top.
                for under in reversed(self._sheets):
                    _lay(painter, under)


def _lay(painter: QPainter, sheet: RenderedTile) -> None:
    transform = painter.worldTransform()
    ratio = painter.device().devicePixelRatioF()
    if abs(transform.m11() * ratio - sheet.scale) > 1e-6 * sheet.scale:
        painter.drawPixmap(sheet.rect, sheet.pixmap, QRectF(sheet.pixmap.rect()))
        return
    # At the exact scale, copy pixel for pixel: no blur and no scaling cost.
    place = transform.map(sheet.rect.topLeft())
    painter.resetTransform()
    sheet.pixmap.setDevicePixelRatio(ratio)
    painter.drawPixmap(QPointF(round(place.x() * ratio) / ratio, round(place.y() * ratio) / ratio), sheet.pixmap)
    painter.setWorldTransform(transform)
