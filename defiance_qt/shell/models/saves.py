"""Item model of the recent games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QDateTime, QLocale, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.core.system import Words
from defiance_qt.shell.saves import Recent

SAVE_ROLE = Qt.ItemDataRole.UserRole + 1
WHERE_ROLE = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class SavesModel(QAbstractListModel):
    """One row per save: its title, and below it the progress of the game and the date. `texts` returns the words of a
    system. A title without a text is replaced by the file name."""

    def __init__(self, words: Words, saves: Sequence[Recent] = (), texts: Callable[[str], Words] | None = None) -> None:
        super().__init__()
        self._words = words
        self._texts = texts or (lambda system: words)
        self._saves = list(saves)

    def set_saves(self, saves: Sequence[Recent]) -> None:
        self.beginResetModel()
        self._saves = list(saves)
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._saves)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._saves):
            return None
        one = self._saves[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._title(one)
        if role == WHERE_ROLE:
            return self._where(one)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._title(one)}, {self._where(one)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return one.path
        if role == SAVE_ROLE:
            return one
        return None

    def _title(self, one: Recent) -> str:
        title = self._texts(one.system)(one.title) if one.title else ""
        return title if title and title != one.title else Path(one.path).stem

    def _where(self, one: Recent) -> str:
        words = self._words
        when = QDateTime.fromSecsSinceEpoch(int(one.at))
        date = QLocale(words.language).toString(when, QLocale.FormatType.ShortFormat)
        parts = [words(f"ui.result.{one.result}")] if one.result else []
        if one.progress:
            progress = self._texts(one.system)(one.progress, **one.values)
            parts += [progress] if progress != one.progress else []
        return " · ".join((*parts, date))
