"""A layout that places widgets in a row and wraps to as many lines as needed."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class Flow(QLayout):
    """Each widget has its preferred width, at most that of a line. The lines are centered vertically."""

    def __init__(self, gap: int = 6) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        # Qt asks dozens of times while it lays out a screen.
        self._heights: dict[int, int] = {}  # by width
        self._hints: list[QSize] = []
        self.setSpacing(gap)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._forget()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            places = self._places(width)
            self._heights[width] = max((place.bottom() + 1 for place in places), default=0)
        return self._heights[width]

    def invalidate(self) -> None:
        self._forget()
        super().invalidate()

    def _forget(self) -> None:
        self._heights.clear()
        self._hints.clear()

    def _wanted(self) -> list[QSize]:
        """Return the preferred size of each widget, an invalid one if it is hidden."""
        if len(self._hints) != len(self._items):
            self._hints = [QSize() if item.isEmpty() else item.sizeHint() for item in self._items]
        return self._hints

    def minimumSize(self) -> QSize:
        return QSize(60, max((hint.height() for hint in self._wanted()), default=0))

    def sizeHint(self) -> QSize:
        hints = [hint for hint in self._wanted() if hint.isValid()]
        wide = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(wide, max((hint.height() for hint in hints), default=0))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        places = self._places(rect.width())
        spare = rect.height() - max((place.bottom() + 1 for place in places), default=0)
        corner = QPoint(rect.x(), rect.y() + max(0, spare // 2))
        for item, place in zip(self._items, places, strict=True):
            item.setGeometry(place.translated(corner))

    def _places(self, width: int) -> list[QRect]:
        found: list[QRect] = []
        x = y = line = 0
        for hint in self._wanted():
            if not hint.isValid():
                found.append(QRect(x, y, 0, 0))
                continue
            wide = min(hint.width(), width)
            if x and x + wide > width:
                x, y, line = 0, y + line + self.spacing(), 0
            found.append(QRect(x, y, wide, hint.height()))
            x += wide + self.spacing()
            line = max(line, hint.height())
        return found


class Flowing(QWidget):
    """A widget whose widgets are in a flow."""

    def __init__(self, gap: int) -> None:
        super().__init__()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.flow = Flow(gap)
        self.setLayout(self.flow)


def flowing(widgets: Iterable[QWidget], gap: int = 6) -> Flowing:
    """Return a widget that contains these widgets in a flow."""
    holder = Flowing(gap)
    for widget in widgets:
        holder.flow.addWidget(widget)
    return holder
