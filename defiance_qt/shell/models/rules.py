"""Item model of the rules: headings, which cannot be selected, and the rules below them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.core.port import Words
from defiance_qt.shell.present.reference import RowView, rows

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class RulesModel(QAbstractListModel):
    """All rules in one language, or those that match a search text."""

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
        """Show the rules that match a text; "" shows all."""
        self.beginResetModel()
        self._rows = rows(text, self._words)
        self.endResetModel()

    def place(self, id: str) -> int:
        """Return the row of a rule, or -1 if it is not shown."""
        return next((place for place, row in enumerate(self._rows) if row.id == id), -1)
