"""Item model of the list of saves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.shell.present.start import SaveView
from defiance_qt.shell.tips import plain

SAVE_ROLE = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class SavesModel(QAbstractListModel):
    """One row per save."""

    def __init__(self, saves: Sequence[SaveView] = ()) -> None:
        super().__init__()
        self._saves = tuple(saves)

    def set_saves(self, saves: Sequence[SaveView]) -> None:
        self.beginResetModel()
        self._saves = tuple(saves)
        self.endResetModel()

    def row_of(self, path: str) -> int:
        """Return the row of a save, -1 if it is not listed."""
        return next((row for row, one in enumerate(self._saves) if one.path == path), -1)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._saves)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._saves):
            return None
        one = self._saves[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return one.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(one.path)
        if role == SAVE_ROLE:
            return one
        return None
