"""Item model of lists and tables: a value in each row, and columns that say what is shown and told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from defiance_qt.shell.tips import plain

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The value of a row."""
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
CENTER = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Column(NamedTuple):
    """A column: the words of its cells, what a screen reader and a tool tip say of them, their color and font, and the
    title above them."""

    text: Callable[[Any], str]
    spoken: Callable[[Any], str] | None = None
    tip: Callable[[Any], str] | None = None
    ink: Callable[[Any], Any] | None = None
    face: Any = None
    title: str = ""
    title_tip: str = ""
    align: Qt.AlignmentFlag = LEFT


class RowsModel(QAbstractTableModel):
    """The model. Rows for which `heads` holds are headings: they cannot be chosen. `key` says which row is the same
    after a change."""

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Iterable[Any] = (),
        heads: Callable[[Any], bool] = lambda row: False,
        key: Callable[[Any], object] = lambda row: row,
    ) -> None:
        super().__init__()
        self._columns, self._rows, self._heads, self._key = tuple(columns), tuple(rows), heads, key

    def set_rows(self, rows: Iterable[Any], columns: Sequence[Column] | None = None) -> None:
        """Show other rows, perhaps in other columns. Where rows and columns are the same ones, what is chosen stays."""
        fresh, across = tuple(rows), self._columns if columns is None else tuple(columns)
        same = list(map(self._key, fresh)) == list(map(self._key, self._rows)) and len(across) == len(self._columns)
        if not same:
            self.beginResetModel()
        self._rows, self._columns = fresh, across
        if not same:
            self.endResetModel()
        elif fresh:
            self.dataChanged.emit(self.index(0, 0), self.index(len(fresh) - 1, self.columnCount() - 1))

    def row(self, place: int) -> Any:
        return self._rows[place]

    def place(self, wanted: Callable[[Any], bool]) -> int:
        """Return where the first row is that is wanted, -1 if there is none."""
        return next((place for place, row in enumerate(self._rows) if wanted(row)), -1)

    def first(self) -> int:
        """Return where the first row is that can be chosen, -1 if there is none."""
        return self.place(lambda row: not self._heads(row))

    def index(self, row: int, column: int = 0, parent: Index = ROOT) -> QModelIndex:
        return super().index(row, column, parent)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(column.tip(row)) if column.tip is not None else None
        told: dict[int, Callable[[Any], Any] | None] = {
            Qt.ItemDataRole.DisplayRole: column.text,
            Qt.ItemDataRole.AccessibleTextRole: column.spoken,
            Qt.ItemDataRole.ForegroundRole: column.ink,
            Qt.ItemDataRole.FontRole: lambda row: column.face,
            Qt.ItemDataRole.TextAlignmentRole: lambda row: column.align,
            ROW_ROLE: lambda row: row,
        }
        tell = told.get(role)
        return tell(row) if tell is not None else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(column.title_tip)
        return {Qt.ItemDataRole.DisplayRole: column.title, Qt.ItemDataRole.TextAlignmentRole: column.align}.get(role)  # type: ignore[call-overload]

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and not self._heads(self._rows[index.row()]):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.NoItemFlags


class SearchModel(RowsModel):
    """Rows that a search finds; "" finds all."""

    def __init__(
        self, column: Column, search: Callable[[str], Sequence[Any]], heads: Callable[[Any], bool] = lambda row: False
    ) -> None:
        super().__init__((column,), search(""), heads)
        self._search = search

    def find(self, text: str) -> None:
        """Show what matches a text."""
        self.set_rows(self._search(text))
