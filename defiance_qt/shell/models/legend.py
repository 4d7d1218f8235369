"""Item model of the legend: headings, which cannot be selected, and the entries below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, Qt

from defiance_qt.shell.models.rules import ROOT, Index
from defiance_qt.shell.view import LegendEntry

ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1


class LegendModel(QAbstractListModel):
    """All entries, or those that match a search text."""

    def __init__(self, entries: Sequence[LegendEntry]) -> None:
        super().__init__()
        self._entries = tuple(entries)
        self._rows = _with_headings(self._entries)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row if isinstance(row, str) else row.term.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row if isinstance(row, str) else row.term.spoken
        return row if role == ENTRY_ROLE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and not isinstance(self._rows[index.row()], str):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.NoItemFlags

    def entry(self, place: int) -> LegendEntry | None:
        """Return the entry in a row, None for a heading."""
        row = self._rows[place]
        return None if isinstance(row, str) else row

    def first(self) -> int:
        """Return the row of the first entry, -1 if there is none."""
        return 1 if len(self._rows) > 1 else -1

    def find(self, text: str) -> None:
        """Show the entries with all words of a text in their name, explanation or rules; "" shows all."""
        words = text.casefold().split()
        found = [one for one in self._entries if all(word in _searched(one) for word in words)]
        self.beginResetModel()
        self._rows = _with_headings(found)
        self.endResetModel()


def _searched(entry: LegendEntry) -> str:
    term = entry.term
    return " ".join((term.name, term.text, entry.group, *term.rules)).casefold()


def _with_headings(entries: Sequence[LegendEntry]) -> tuple[str | LegendEntry, ...]:
    """Return the entries with each group's heading before its first entry."""
    rows: list[str | LegendEntry] = []
    group = ""
    for entry in entries:
        if entry.group != group:
            group = entry.group
            rows.append(group)
        rows.append(entry)
    return tuple(rows)
