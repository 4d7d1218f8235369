"""Item model of the log: the lines of the story, newest at the bottom, older ones loaded as the user scrolls up. A line
unfolds into the exact lines of its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.core.session import Session
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.tips import plain

LINE_ROLE = Qt.ItemDataRole.UserRole + 1
OPEN_ROLE = Qt.ItemDataRole.UserRole + 2
NEWEST_ROLE = Qt.ItemDataRole.UserRole + 3  # whether the line is of the last step
PAGE = 120
FIRST = 40  # lines that are loaded at once; the rest of the first page follows in parts of this size
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class LogModel(QAbstractListModel):
    """The log lines from the head back to the oldest one loaded, always in whole stretches of steps that are told as
    one."""

    def __init__(self, session: Session, log: LogLines) -> None:
        super().__init__()
        self._session, self._log = session, log
        self._lines: list[LineView] = []
        self._tip = self._entries = -1
        self._path: Sequence[int] = ()  # up to the tip; the head may have gone elsewhere since
        self._first = 0
        self._kinds: frozenset[str] = frozenset()
        self._search = ""
        self._unfolded: set[tuple[int, int, bool]] = set()

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
            unfolds = self.unfolds(index.row()) and not line.opens
            words = self._log.words
            return plain(words.count("ui.log.unfold.tip", len(line.parts), where=line.where) if unfolds else line.where)
        if role == LINE_ROLE:
            return line
        if role == OPEN_ROLE:
            return line.key in self._unfolded
        if role == NEWEST_ROLE:
            return line.step == self._tip
        return None

    def line(self, row: int) -> LineView:
        return self._lines[row]

    def unfolds(self, row: int) -> bool:
        """Return whether a line has several exact lines to show."""
        return len(self._lines[row].parts) > 1

    def toggle(self, row: int) -> None:
        """Show the exact lines below a line of the story, or hide them."""
        line = self._lines[row]
        if not self.unfolds(row):
            return
        self._unfolded ^= {line.key}
        shown = row + 1
        while shown < len(self._lines) and self._lines[shown].exact:
            shown += 1
        if shown > row + 1:
            self.beginRemoveRows(ROOT, row + 1, shown - 1)
            del self._lines[row + 1 : shown]
            self.endRemoveRows()
        if line.key in self._unfolded:
            self.beginInsertRows(ROOT, row + 1, row + len(line.parts))
            self._lines[row + 1 : row + 1] = line.parts
            self.endInsertRows()
        self.dataChanged.emit(self.index(row), self.index(row), [OPEN_ROLE])

    # -- content

    def sync(self) -> None:
        """Follow the head: append what is told of later steps. They may complete the last sentences, which are then
        told again. Reload if the head moved elsewhere or a note was added."""
        timeline = self._session.timeline
        head = timeline.head
        if head == self._tip:
            if timeline.notes and timeline.entries != self._entries:
                self.reload()
            return
        path, tip = timeline.path, self._tip
        known = timeline.depth(tip) if tip >= 0 else len(path)
        if known >= len(path) or path[known] != tip or len(path) - known > PAGE:
            self.reload()
            return
        fresh: list[tuple[int, ...]] = []
        at = len(path) - 1
        while at > known:
            fresh.append(self._log.stretch(path[at]))
            at -= len(fresh[-1])
        self._drop(fresh[-1][0])
        self._append(line for steps in reversed(fresh) for line in self._shown(steps))
        self._tip, self._entries, self._path = head, timeline.entries, path

    @property
    def short(self) -> bool:
        """Whether less than a page is loaded, although there is more."""
        return len(self._lines) < PAGE and self._first > 0

    def reload(self) -> None:
        """Load the latest lines again. While the model is `short`, `older` completes the page."""
        timeline = self._session.timeline
        self.beginResetModel()
        self._lines = []
        self._tip, self._entries, self._path = timeline.head, timeline.entries, timeline.path
        self._first = len(self._path)
        self._lines = self._before(FIRST)
        self.endResetModel()

    def older(self, count: int = PAGE) -> bool:
        """Load at least so many lines more at the front. Returns False at the beginning of the game."""
        if self._first <= 0:
            return False
        page = self._before(count)
        if page:
            self.beginInsertRows(QModelIndex(), 0, len(page) - 1)
            self._lines[:0] = page
            self.endInsertRows()
        return True

    def forget(self, keep: int) -> None:
        """Drop the oldest lines, in whole stretches, so that about `keep` remain. `older` loads them again."""
        spare = len(self._lines) - keep
        if spare <= 0:
            return
        begins = self._lines[spare].begins
        while spare and self._lines[spare - 1].begins == begins:
            spare -= 1
        if spare:
            self.beginRemoveRows(QModelIndex(), 0, spare - 1)
            del self._lines[:spare]
            self._first = self._session.timeline.depth(begins)
            self.endRemoveRows()

    def set_filter(self, kinds: Iterable[str], search: str) -> None:
        """Show only lines with an event of these kinds (none: all), and only those that contain the text or have an
        exact line that does, which is then shown too."""
        self._kinds, self._search = frozenset(kinds), search.casefold().strip()
        self.reload()

    def _before(self, least: int) -> list[LineView]:
        """Return the lines before those loaded. Goes back whole stretches until there are at least so many."""
        stretches: list[tuple[LineView, ...]] = []
        count = 0
        while self._first > 0 and count < least:
            steps = self._log.stretch(self._path[self._first - 1])
            self._first -= len(steps)
            found = tuple(self._shown(steps))
            stretches.append(found)
            count += len(found)
        return [line for lines in reversed(stretches) for line in lines]

    def _shown(self, steps: tuple[int, ...]) -> Iterator[LineView]:
        for line in self._log.story(steps):
            kinds = {line.category, *(part.category for part in line.parts)}
            if self._kinds and not line.note and not self._kinds & kinds:
                continue
            exact = line.parts if line.key in self._unfolded else ()
            if self._search and self._search not in line.text.casefold():
                exact = tuple(part for part in line.parts if self._search in part.text.casefold())
                if not exact:
                    continue
            yield line
            yield from exact

    def _drop(self, begins: int) -> None:
        """Drop the last lines, if they are those of the stretch that begins with this step."""
        keep = len(self._lines)
        while keep and self._lines[keep - 1].begins == begins:
            keep -= 1
        if keep < len(self._lines):
            self.beginRemoveRows(ROOT, keep, len(self._lines) - 1)
            del self._lines[keep:]
            self.endRemoveRows()

    def _append(self, lines: Iterable[LineView]) -> None:
        fresh = list(lines)
        if fresh:
            self.beginInsertRows(QModelIndex(), len(self._lines), len(self._lines) + len(fresh) - 1)
            self._lines += fresh
            self.endInsertRows()
