"""The ground on the screen: one graphics item that draws opaque rendered tiles.

While the scale changes, the old tile is stretched without smoothing. Once the scale has settled, a worker thread
paints a new tile at the exact scale. At high zoom only the area near the visible part gets such a tile, over a coarse
tile of the whole board, so that memory stays bounded.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QTimer
from PySide6.QtGui import QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from shiboken6 import isValid

from defiance_qt.systems.defiance.view.board.scenery import Scenery

WHOLE = 6_000_000  # pixels up to which the whole board is painted at the exact scale
POLL = 8  # milliseconds between two checks of the thread


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


def painted(chosen: RenderRequest, stopped: Callable[[], bool] = lambda: False) -> QImage:
    """Paint the requested image. May run on any thread. Returns early, with an incomplete image, if `stopped()`."""
    scenery, rect, scale = chosen
    image = QImage(round(rect.width() * scale), round(rect.height() * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setTransform(QTransform.fromTranslate(-rect.left(), -rect.top()) * QTransform.fromScale(scale, scale))
    scenery.paint(painter, rect, stopped)
    painter.end()
    return image


class Ground(QGraphicsItem):
    """The item that shows the ground. `want` requests a tile at a scale; `taken` counts the tiles received."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(0)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._scenery: Scenery | None = None
        self._sheets: list[RenderedTile] = []  # the finest first
        self._wish: RenderRequest | None = None  # being painted
        self._next: RenderRequest | None = None
        self._result: QImage | None = None
        self._thread: threading.Thread | None = None
        self._timer = QTimer(interval=POLL)
        self._timer.timeout.connect(self._look)
        self.taken = 0

    def set_scenery(self, scenery: Scenery | None) -> None:
        """Show another board or theme and drop all tiles."""
        self.stop()
        self.prepareGeometryChange()
        self._scenery = scenery
        self._sheets = []
        self.update()

    def want(self, visible: QRectF, scale: float, at_once: bool = False) -> None:
        """Request a tile of the visible part at `scale` device pixels per scene point."""
        if self._scenery is None or scale <= 0:
            return
        chosen = wish(self._scenery, visible, scale)
        if any(sheet.scale == scale and sheet.rect.contains(visible & self._scenery.rect) for sheet in self._sheets):
            return
        if at_once or not self._sheets:
            # One painter at a time: a QPainterPath caches data while it is painted, without a lock.
            self.stop()
            self._take(chosen, painted(chosen))
        elif self._thread is None:
            self._start(chosen)
        else:
            self._next = chosen

    def busy(self) -> bool:
        """Return whether a tile is being painted."""
        return self._thread is not None

    def stop(self) -> None:
        """Stop the thread, wait for it and discard its result."""
        self._timer.stop()
        self._wish = self._next = self._result = None
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _start(self, chosen: RenderRequest) -> None:
        self._wish = chosen
        self._result = None
        self._thread = threading.Thread(target=self._work, args=(chosen,), name="board")
        self._thread.start()
        self._timer.start()

    def _work(self, chosen: RenderRequest) -> None:
        self._result = painted(chosen, lambda: self._wish is not chosen)

    def _look(self) -> None:
        """Take the image when the thread has finished, and start the next request."""
        if not isValid(self):
            # The board was deleted while its tile was being painted.
            self.stop()
            return
        if self._thread is None or self._thread.is_alive():
            return
        self._thread.join()
        self._thread = None
        done, image, following = self._wish, self._result, self._next
        self._wish = self._next = self._result = None
        if done is not None and image is not None:
            self._take(done, image)
        if following is not None:
            self._start(following)
        else:
            self._timer.stop()

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
