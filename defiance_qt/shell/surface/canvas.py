"""A scene that can be zoomed and panned, independent of any board.

While the scale changes, images are stretched without smoothing. `scale_settled` is called when the scale has stopped
changing. Wheel and pinch zoom about the pointer. The middle button, a drag with the left button, and modified arrow
keys pan.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QMouseEvent, QNativeGestureEvent, QPainter, QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QGestureEvent, QGraphicsScene, QGraphicsView, QPinchGesture, QWidget

CLOSEST = 3.2  # maximum zoom, in pixels per scene point
SETTLE = 120  # milliseconds without a change of scale
DRAG = 6  # pixels that the pointer may move during a click
STEP = 1.25  # zoom factor of one key press


class Canvas(QGraphicsView):
    """A zoomable view with its own scene."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = QGraphicsScene(self)  # keep a reference: the view does not own the scene
        self._scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self._scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self.setMinimumSize(320, 240)
        self._fitted = True
        self._part: QRectF | None = None  # what is kept in view in place of `home_rect`
        self._press: QPoint | None = None
        self._last = QPoint()
        self._dragging = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE)
        self._settle.timeout.connect(self.settle)

    # -- hooks for the subclass

    def home_rect(self) -> QRectF:
        """Return the rectangle that `fit` brings into view."""
        return self._scene.itemsBoundingRect()

    def scale_settled(self, scale: float, ratio: float, at_once: bool = False) -> None:
        """Called when the scale has settled: `scale` in device pixels per scene point, `ratio` the device pixel
        ratio."""

    def moved(self) -> None:
        """Called after the scene has moved in the view or changed its scale."""

    def under(self, place: QPoint) -> object:
        """Return what a click at a point of the view is about, to be compared."""
        return self.mapToScene(place)

    def clicked(self, event: QMouseEvent) -> None:
        """Called for a left click that was not a drag."""

    # -- scale

    @property
    def zoom(self) -> float:
        """Pixels per scene point."""
        return self.transform().m11()

    def visible_rect(self) -> QRectF:
        """Return the visible part of the scene."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def aspect(self) -> float:
        """Return the height that `home_rect` needs for a width of 1."""
        rect = self.home_rect()
        return rect.height() / rect.width() if rect.width() else 1.0

    def heightForWidth(self, width: int) -> int:
        return round(width * self.aspect())

    def fit_zoom(self) -> float:
        """Return the zoom at which all of `home_rect` is visible."""
        return self._zoom_to(self.home_rect())

    def _zoom_to(self, rect: QRectF) -> float:
        size = self.viewport().size()
        if rect.isEmpty() or size.isEmpty():
            return 1.0
        return min(size.width() / rect.width(), size.height() / rect.height(), CLOSEST)

    def fit(self) -> None:
        """Bring `home_rect` into view, and keep it in view when the window is resized."""
        self._part = None
        self._fit()

    def fit_part(self, rect: QRectF) -> None:
        """Bring a part of the scene into view, and keep it in view when the window is resized, until `fit`."""
        self._part = rect
        self._fit()

    def _fit(self) -> None:
        self._fitted = True
        rect = self._part or self.home_rect()
        self._set_zoom(self._zoom_to(rect))
        self._make_room()
        self.centerOn(rect.center())
        self.moved()

    def zoom_by(self, factor: float, about: QPoint | None = None) -> None:
        """Zoom in (above 1) or out. The view point `about` keeps its place; the default is the center."""
        about = about or self.viewport().rect().center()
        zoom = max(self.fit_zoom() * 0.85, min(CLOSEST, self.zoom * factor))
        if abs(zoom - self.zoom) < 1e-9:
            return
        self._fitted = False
        held = self.mapToScene(about)
        self._set_zoom(zoom)
        self._make_room()
        self._bring(held, about)
        self.moved()

    def _set_zoom(self, zoom: float) -> None:
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._settle.start()

    def _make_room(self) -> None:
        """Extend the scrollable area so that the scene's border can reach the center of the view."""
        rect, zoom = self.home_rect(), self.zoom
        dx, dy = self.viewport().width() / zoom / 2, self.viewport().height() / zoom / 2
        self.setSceneRect(rect.adjusted(-dx, -dy, dx, dy))

    def _bring(self, scene_point: QPointF, view_point: QPoint) -> None:
        away = self.mapFromScene(scene_point) - view_point
        self.pan(away.x(), away.y())

    def pan(self, dx: int, dy: int) -> None:
        """Move the view over the scene, in pixels."""
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + dx)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + dy)
        self.moved()

    def reveal(self, x: float, y: float, margin: int = 60) -> None:
        """Pan by the minimum that brings a point of the scene into view. A scene that is all in view stays."""
        if self._fitted or self.visible_rect().adjusted(-2, -2, 2, 2).contains(self.home_rect()):
            return
        place, inner = self.mapFromScene(QPointF(x, y)), self.viewport().rect()
        margin = min(margin, inner.width() // 3, inner.height() // 3)
        inner = inner.adjusted(margin, margin, -margin, -margin)
        dx = min(0, place.x() - inner.left()) + max(0, place.x() - inner.right())
        dy = min(0, place.y() - inner.top()) + max(0, place.y() - inner.bottom())
        if dx or dy:
            self.pan(dx, dy)

    def settle(self, at_once: bool = False) -> None:
        """End the wait for the scale to settle, so that the subclass can redraw for it."""
        self._settle.stop()
        ratio = self.viewport().devicePixelRatioF()
        self.scale_settled(self.zoom * ratio, ratio, at_once)

    def picture(self, most: QSize) -> QImage:
        """Return a picture of all of `home_rect` as it is drawn now, without widgets over it."""
        rect = self.home_rect()
        size = rect.size().toSize().scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        if not image.isNull():
            painter = QPainter(image)
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            self._scene.render(painter, QRectF(image.rect()), rect)
            painter.end()
        return image

    def settled(self) -> bool:
        """Return whether the scale is not changing."""
        return not self._settle.isActive()

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self._fit()
        else:
            self._make_room()
        self.moved()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._settle.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-turned, 0)
        elif turned:
            self.zoom_by(1.0015**turned, event.position().toPoint())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1.0 + event.value(), event.position().toPoint())
                return True
        elif event.type() == QEvent.Type.Gesture and isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                self.zoom_by(pinch.scaleFactor(), self.viewport().mapFromGlobal(pinch.centerPoint().toPoint()))
                return True
        elif event.type() == QEvent.Type.DevicePixelRatioChange:
            self._settle.start()
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._press = self._last = event.position().toPoint()
            self._dragging = event.button() == Qt.MouseButton.MiddleButton
            event.accept()
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.position().toPoint()
        if self._press is not None:
            if not self._dragging and (here - self._press).manhattanLength() > DRAG:
                self._dragging = True
            if self._dragging:
                away, self._last = self._last - here, here
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self._fitted = False
                self.pan(away.x(), away.y())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        press, self._press = self._press, None
        dragged, self._dragging = self._dragging, False
        if dragged:
            self.viewport().unsetCursor()
        elif press is not None and event.button() == Qt.MouseButton.LeftButton:
            self.clicked(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Treat the second press of a double click as a normal press.
        self.mousePressEvent(event)
