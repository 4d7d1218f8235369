"""The board for assistive technology: a table whose cells are the spaces, each with a description in words.

Qt's tree of accessible objects does not contain graphics items, so the view provides an interface with virtual cells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QColor,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

from defiance_qt.systems.defiance.view.board import geometry

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.view.board.view import BoardView

# Qt's cache of interfaces does not count Python references: these objects must live as long as the program.
_given: list[QAccessibleInterface] = []
_installed: list[bool] = []


# PySide's type hints omit that most of these may return None.


class SpaceCell(QAccessibleInterface):
    """One space, identified by its index in the board's reading order."""

    def __init__(self, view: BoardView, index: int) -> None:
        super().__init__()
        self._view = view
        self._index = index

    def _name(self) -> str:
        board = self._view.board
        return str(board.hexes[self._index]) if board is not None and self._index < len(board.hexes) else ""

    def isValid(self) -> bool:
        return isValid(self._view) and bool(self._name())

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._view.window().windowHandle()

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return QAccessible.queryAccessibleInterface(self._view)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def text(self, kind: QAccessible.Text) -> str:
        name = self._name()
        if kind == QAccessible.Text.Name and name:
            return self._view.describe(name)
        return name if kind == QAccessible.Text.Value else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Do nothing: the text of a space comes from the game."""

    def rect(self) -> QRect:
        board = self._view.board
        if board is None or self._index >= len(board.hexes):
            return QRect()
        x, y, width, height = geometry.bounds([board.hexes[self._index]])
        viewport = self._view.viewport()
        top_left = viewport.mapToGlobal(self._view.mapFromScene(QPointF(x, y)))
        return QRect(top_left.x(), top_left.y(), round(width * self._view.zoom), round(height * self._view.zoom))

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self._view.hasFocus() and self._view.cursor_space == self._name()
        marks = self._view.marks
        state.selectable = any(self._name() in spaces for spaces in (marks.choices, marks.reach, marks.beyond))
        return state

    def foregroundColor(self) -> QColor:
        return QColor(self._view.theme.text)

    def backgroundColor(self) -> QColor:
        return QColor(self._view.theme.hex_fill)


class BoardTable(QAccessibleWidget):
    """The board as a table of its spaces."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view, QAccessible.Role.Table)
        self._view = view
        self._cells: list[SpaceCell] = []

    def _cell(self, index: int) -> SpaceCell | None:
        if not 0 <= index < self.childCount():
            return None
        while len(self._cells) <= index:
            self._cells.append(SpaceCell(self._view, len(self._cells)))
            _given.append(self._cells[-1])
        return self._cells[index]

    def childCount(self) -> int:
        return len(self._view.board.hexes) if isValid(self._view) and self._view.board is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._cell(index)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return self._cells.index(child) if isinstance(child, SpaceCell) and child in self._cells else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        place = self._view.viewport().mapFromGlobal(QPoint(x, y))
        return self._cell(self.index_of(self._view.space_at(place)))

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._cell(self.index_of(self._view.cursor_space))

    def index_of(self, space: str) -> int:
        """Return the index of a space in reading order, or -1."""
        board = self._view.board
        if board is None or space not in board.by_name:
            return -1
        return board.cells.index(board.cell(space))

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Description:
            return self._view.speech.hint
        return str(super().text(kind))


def _factory(class_name: str, thing: QObject) -> QAccessibleInterface | None:
    from defiance_qt.systems.defiance.view.board.view import BoardView

    if isinstance(thing, BoardView):
        table = BoardTable(thing)
        _given.append(table)
        return table
    return None


def install(view: QWidget) -> None:
    """Register the accessible interface of boards. Repeated calls have no effect."""
    if not _installed:
        _installed.append(True)
        QAccessible.installFactory(_factory)


def focus(view: BoardView, space: str) -> None:
    """Notify assistive technology that a space has the focus."""
    if not QAccessible.isActive() or view.board is None or space not in view.board.by_name:
        return
    event = QAccessibleEvent(view, QAccessible.Event.Focus)
    event.setChild(view.board.cells.index(view.board.cell(space)))
    QAccessible.updateAccessibility(event)


def announce(widget: QWidget, told: Callable[[], str]) -> None:
    """Read out a text if assistive technology is active; otherwise it is not even made."""
    if QAccessible.isActive() and (text := told()):
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
