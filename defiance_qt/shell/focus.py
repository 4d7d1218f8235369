"""What keys, the wheel and second clicks do to the widget under them, the same in every window of the application."""

from __future__ import annotations

from PySide6.QtCore import SIGNAL, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent, QWheelEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QScrollBar,
    QToolButton,
    QWidget,
)

from defiance_qt.shell.surface.canvas import Canvas
from defiance_qt.shell.theme import DARK

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def activate(widget: QWidget | None) -> bool:
    """Do what a click on the focused widget would do: press a button, open a box, activate the current entry of a list.
    Return False for a widget that has nothing to activate."""
    if widget is None or not widget.isEnabled():
        return False
    if isinstance(widget, QAbstractButton):
        if isinstance(widget, QToolButton) and widget.popupMode() == QToolButton.ToolButtonPopupMode.InstantPopup:
            widget.showMenu()
        else:
            widget.click()
        return True
    if isinstance(widget, QComboBox):
        widget.showPopup()
        return True
    if isinstance(widget, QAbstractItemView) and widget.receivers(SIGNAL("activated(QModelIndex)")):
        index = widget.currentIndex()
        if index.isValid():
            widget.activated.emit(index)
        return index.isValid()
    return False


def is_enter(event: QKeyEvent) -> bool:
    """Return whether a key press is a plain Enter."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() in ENTER and held == Qt.KeyboardModifier.NoModifier


def press_focused(screen: QWidget, event: QKeyEvent) -> bool:
    """Press the button that has the focus, for Enter. Returns whether one was pressed."""
    focused = screen.focusWidget()
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, QAbstractButton):
        focused.click()
        return True
    return False


class Dialog(QDialog):
    """A dialog in which Enter presses the focused button; elsewhere, in lists and boxes too, it presses the default
    button. It is as high as its words need."""

    def px(self, pixels: int) -> int:
        """Return a length that grows with the text of the dialog, as `Theme.px` does."""
        self.ensurePolished()
        return round(pixels * self.font().pixelSize() / DARK.size_text)

    def showEvent(self, event: QShowEvent) -> None:
        """Grow to what wrapped words need at this width. Qt counts on as many lines as there are at first."""
        super().showEvent(event)
        layout, parent = self.layout(), self.parentWidget()
        if layout is not None and layout.hasHeightForWidth():
            needed = layout.totalHeightForWidth(self.width())
            most = parent.window().height() if parent is not None else needed
            if self.height() < needed:
                self.resize(self.width(), min(needed, most))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = self.focusWidget()
        if is_enter(event) and isinstance(focused, QAbstractButton) and activate(focused):
            event.accept()
            return
        super().keyPressEvent(event)


class WheelGuard(QObject):
    """Keeps the wheel from changing a box or a slider that does not have the focus; what contains it scrolls instead.

    It filters the events of windows, of which there are few. A filter on the application would get all events of all
    widgets, and double the time that a screen takes to appear.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusWindowChanged.connect(self.watch)

    def watch(self, window: QWindow | None) -> None:
        """Guard the widgets of a window."""
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QWheelEvent) or not isinstance(watched, QWindow):
            return False
        whole = QWidget.find(watched.winId())
        box = _box(whole.childAt(event.position().toPoint())) if whole is not None else None
        if box is None or box.hasFocus():
            return False
        area = _area(box)
        if area is not None:
            QApplication.sendEvent(area.viewport(), _moved(event, area.viewport()))
        return True


class ClickGuard(QObject):
    """Lets the second press of a double click count only where the first one counted: on the same widget, in the same
    place, showing the same. What the first press has moved or changed is not what the user aims at.

    It filters the events of windows, like `WheelGuard`.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._hits: tuple[object, object] = (None, None)  # of the last two presses
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusWindowChanged.connect(self.watch)

    def watch(self, window: QWindow | None) -> None:
        """Guard the widgets of a window."""
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
        if event.type() not in kinds or not isinstance(event, QMouseEvent) or not isinstance(watched, QWindow):
            return False
        whole = QWidget.find(watched.winId())
        now = _hit(whole, event.position().toPoint()) if whole is not None else None
        if event.type() == QEvent.Type.MouseButtonPress:
            self._hits = (self._hits[1], now)
            return False
        # The window hears of the second press as such too, just before.
        return self._hits[0] != now


def _hit(whole: QWidget, place: QPoint) -> object:
    """Return what a press at a point of a window would hit."""
    widget = whole.childAt(place)
    if widget is None:
        return None
    canvas = widget.parentWidget()
    inside = canvas.under(widget.mapFrom(whole, place)) if isinstance(canvas, Canvas) else widget.accessibleName()
    return widget, widget.mapTo(whole, QPoint(0, 0)), widget.size(), inside


def _box(widget: QWidget | None) -> QWidget | None:
    """Return the box or slider that a widget belongs to."""
    while widget is not None and not widget.isWindow():
        if isinstance(widget, QComboBox | QAbstractSpinBox | QAbstractSlider) and not isinstance(widget, QScrollBar):
            return widget
        widget = widget.parentWidget()
    return None


def _area(widget: QWidget) -> QAbstractScrollArea | None:
    found = widget.parentWidget()
    while found is not None and not isinstance(found, QAbstractScrollArea):
        found = found.parentWidget()
    return found


def _moved(event: QWheelEvent, to: QWidget) -> QWheelEvent:
    """Return the event as another widget would get it."""
    place = event.globalPosition()
    return QWheelEvent(
        to.mapFromGlobal(place),
        place,
        event.pixelDelta(),
        event.angleDelta(),
        event.buttons(),
        event.modifiers(),
        event.phase(),
        event.inverted(),
    )
