"""Item model of the log lines: newest at the bottom, older lines loaded as the user scrolls up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.core.session import Session
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.values import LineView

LINE_ROLE = Qt.ItemDataRole.UserRole + 1
NEWEST_ROLE = Qt.ItemDataRole.UserRole + 2  # whether the line is of the last step
PAGE = 120
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class LogModel(QAbstractListModel):
    """The log lines from the head back to the oldest one loaded."""

    def __init__(self, session: Session, log: LogLines) -> None:
        super().__init__()
        self._session, self._log = session, log
        self._lines: list[LineView] = []
        self._tip = self._entries = -1
        self._first = 0
        self._kinds: frozenset[str] = frozenset()
        self._search = ""

    # -- the model

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._lines):
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{line.where} {line.text}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.where
        if role == LINE_ROLE:
            return line
        if role == NEWEST_ROLE:
            return line.step == self._tip
        return None

    def line(self, row: int) -> LineView:
        return self._lines[row]

    # -- content

    def sync(self) -> None:
        """Follow the head: append the lines of later steps. Reload if the head moved elsewhere or a note was added."""
        timeline = self._session.timeline
        head = timeline.head
        if head == self._tip:
            if timeline.notes and timeline.entries != self._entries:
                self.reload()
            return
        fresh: list[int] = []
        step: int | None = head
        while step is not None and step != self._tip and len(fresh) < PAGE:
            fresh.append(step)
            step = timeline.parent(step)
        if step == self._tip and self._tip >= 0:
            self._append(line for one in reversed(fresh) for line in self._shown(one))
            self._tip, self._entries = head, timeline.entries
        else:
            self.reload()

    def reload(self) -> None:
        """Load the latest page again."""
        timeline = self._session.timeline
        path = timeline.path
        self.beginResetModel()
        self._lines = []
        self._tip, self._entries = timeline.head, timeline.entries
        self._first = len(path)
        self._lines = self._page()
        self.endResetModel()

    def older(self) -> bool:
        """Load one more page at the front. Returns False at the beginning of the game."""
        if self._first <= 0:
            return False
        page = self._page()
        if page:
            self.beginInsertRows(QModelIndex(), 0, len(page) - 1)
            self._lines[:0] = page
            self.endInsertRows()
        return True

    def forget(self, keep: int) -> None:
        """Drop the oldest lines, in whole steps, so that about `keep` remain. `older` loads them again."""
        spare = len(self._lines) - keep
        if spare <= 0:
            return
        step = self._lines[spare].step
        while spare and self._lines[spare - 1].step == step:
            spare -= 1
        if spare:
            self.beginRemoveRows(QModelIndex(), 0, spare - 1)
            del self._lines[:spare]
            self._first = self._session.timeline.depth(step)
            self.endRemoveRows()

    def set_filter(self, kinds: Iterable[str], search: str) -> None:
        """Show only these kinds (none: all) and only lines that contain the text."""
        self._kinds, self._search = frozenset(kinds), search.casefold().strip()
        self.reload()

    def _page(self) -> list[LineView]:
        """Return the lines before those loaded. Goes back whole steps until there are at least `PAGE` lines."""
        path = self._session.timeline.path
        steps: list[tuple[LineView, ...]] = []
        count = 0
        while self._first > 0 and count < PAGE:
            self._first -= 1
            found = self._shown(path[self._first])
            steps.append(found)
            count += len(found)
        return [line for lines in reversed(steps) for line in lines]

    def _shown(self, step: int) -> tuple[LineView, ...]:
        return tuple(
            line
            for line in self._log.lines(step)
            if (not self._kinds or line.category in self._kinds or line.note)
            and (not self._search or self._search in line.text.casefold())
        )

    def _append(self, lines: Iterable[LineView]) -> None:
        fresh = list(lines)
        if fresh:
            self.beginInsertRows(QModelIndex(), len(self._lines), len(self._lines) + len(fresh) - 1)
            self._lines += fresh
            self.endInsertRows()
