"""The recent games as an item model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QDateTime, QLocale, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.shell.saves import Recent
from defiance_qt.systems.defiance.view.present.names import Words

SAVE_ROLE = Qt.ItemDataRole.UserRole + 1
WHERE_ROLE = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class SavesModel(QAbstractListModel):
    """One row a save: the mission, and under it Round and date."""

    def __init__(self, words: Words, saves: Sequence[Recent] = ()) -> None:
        super().__init__()
        self._words = words
        self._saves = list(saves)

    def set_saves(self, saves: Sequence[Recent]) -> None:
        self.beginResetModel()
        self._saves = list(saves)
        self.endResetModel()

    def set_mission(self, path: str, mission: str) -> None:
        """What a header has told about a save that the index did not know."""
        for row, one in enumerate(self._saves):
            if one.path == path:
                self._saves[row] = Recent(path, mission, one.round, one.at, one.result)
                self.dataChanged.emit(self.index(row), self.index(row))

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
        key = f"mission.{one.mission}.name"
        found = self._words(key) if one.mission else key
        return Path(one.path).stem if found == key else found

    def _where(self, one: Recent) -> str:
        words = self._words
        when = QDateTime.fromSecsSinceEpoch(int(one.at))
        date = QLocale(words.language).toString(when, QLocale.FormatType.ShortFormat)
        if one.result:
            return words("ui.save.over", result=words(f"ui.over.{one.result}"), n=one.round, date=date)
        if one.round:
            return words("ui.save.round", n=one.round, date=date)
        return words("ui.save.date", date=date)
