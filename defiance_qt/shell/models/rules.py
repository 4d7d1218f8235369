"""The rules as an item model: headings, which cannot be chosen, and rules under them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.core.system import Words
from defiance_qt.shell.present.reference import RowView, rows

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class RulesModel(QAbstractListModel):
    """All rules of a language, or those that a text finds."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._rows = rows("", words)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.id} {row.text}".strip()
        return row if role == ROW_ROLE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self._rows[index.row()].id:
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.NoItemFlags

    def row(self, place: int) -> RowView:
        return self._rows[place]

    def find(self, text: str) -> None:
        """Show what a text finds; "" for all."""
        self.beginResetModel()
        self._rows = rows(text, self._words)
        self.endResetModel()

    def place(self, id: str) -> int:
        """Where a rule stands; -1 when it is not among what is shown."""
        return next((place for place, row in enumerate(self._rows) if row.id == id), -1)
