"""The command palette: one field that finds every action, every legal command and every rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Rule, Words
from defiance_qt.shell.focus import Dialog, is_enter
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.lists import RowDelegate, write
from defiance_qt.shell.present.palette import PaletteEntry, find
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import plain

WIDE, HIGH = 620, 460
PAD = 7
ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1
HEADING_ROLE = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class PaletteModel(QAbstractListModel):
    """The entries that were found."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._entries: tuple[PaletteEntry, ...] = ()

    def set_entries(self, entries: tuple[PaletteEntry, ...]) -> None:
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._entries):
            return None
        entry = self._entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain("\n".join(part for part in (entry.text, entry.why) if part))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = self._words(f"ui.palette.{entry.kind}")
            return ". ".join(part for part in (kind, entry.group, entry.text, entry.key, entry.why) if part)
        if role == HEADING_ROLE:
            above = self._entries[index.row() - 1].group if index.row() else ""
            return entry.group if entry.group != above else ""
        return entry if role == ENTRY_ROLE else None

    def entry(self, row: int) -> PaletteEntry:
        return self._entries[row]


class EntryDelegate(RowDelegate):
    """Draws an entry: its kind, its text, its key. One without effect is muted, with the reason below it. Above the
    first of a group is its heading."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__(theme)
        self._kinds = {kind: words(f"ui.palette.{kind}") for kind in ("play", "action", "rule")}
        self._font, self._small = font(theme), font(theme, theme.size_small)
        self._metrics, self._small_metrics = QFontMetrics(self._font), QFontMetrics(self._small)
        self._gutter = max(map(self._small_metrics.horizontalAdvance, self._kinds.values())) + 2 * PAD

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: PaletteEntry = index.data(ENTRY_ROLE)
        lines = self._metrics.height() + (self._small_metrics.height() if entry.why else 0)
        return QSize(200, lines + 2 * PAD + self._above(index))

    def _above(self, index: Index) -> int:
        """Return the height of the heading of a group above an entry."""
        return self._metrics.height() + 2 * PAD if index.data(HEADING_ROLE) else 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        entry: PaletteEntry = index.data(ENTRY_ROLE)
        if above := self._above(index):
            option = QStyleOptionViewItem(option)
            head = QRect(option.rect)
            head.setHeight(above)
            self.heading(painter, head, index.data(HEADING_ROLE))
            option.rect.setTop(head.bottom() + 1)
        chosen = self.ground(painter, option)
        box = option.rect.adjusted(PAD, PAD, -PAD, -PAD)
        line = QRect(box.left(), box.top(), box.width(), self._metrics.height())
        quiet = theme.team_ink if chosen else theme.muted
        write(painter, line, self._kinds[entry.kind], self._small, quiet)
        at_right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        right = write(painter, line, entry.key, self._small, quiet, at_right)
        area = line.adjusted(self._gutter, 0, -(right + PAD), 0)
        ink = theme.team_ink if chosen else theme.text_strong
        write(painter, area, entry.text, self._font, quiet if entry.why else ink)
        if entry.why:
            below = QRect(area.left(), line.bottom() + 1, box.right() - area.left(), self._small_metrics.height())
            write(painter, below, entry.why, self._small, quiet)


class Palette(Dialog):
    """The palette. `chosen` carries the `PaletteEntry` that the user picked; it has closed by then."""

    chosen = Signal(object)

    def __init__(
        self, parent: QWidget, theme: Theme, words: Words, entries: Sequence[PaletteEntry], rules: Sequence[Rule]
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._entries, self._rules = tuple(entries), tuple(rules)
        self.setProperty("role", "floating")
        self.setWindowTitle(words("ui.palette.title"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(words("ui.palette.field"))
        self.field.setAccessibleName(words("ui.palette.field"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._find)
        self.field.installEventFilter(self)
        self.model = PaletteModel(words)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(EntryDelegate(theme, words))
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(words("ui.palette.title"))
        self.list.clicked.connect(lambda index: self.take(index.row()))
        self._nothing = label(words("ui.palette.nothing"), "muted")
        body = QVBoxLayout(self)
        body.setContentsMargins(12, 12, 12, 10)
        body.setSpacing(8)
        body.addWidget(self.field)
        body.addWidget(self._nothing)
        body.addWidget(self.list, 1)
        room = parent.size()
        self.resize(min(theme.px(WIDE), room.width() - 40), min(theme.px(HIGH), room.height() - 80))
        self.move(parent.mapToGlobal(parent.rect().topLeft()) + self._place(room))
        self._find("")

    def _place(self, room: QSize) -> QPoint:
        return QPoint((room.width() - self.width()) // 2, max(20, room.height() // 10))

    def _find(self, text: str) -> None:
        self.model.set_entries(find(text, self._entries, self._rules))
        count = self.model.rowCount()
        self._nothing.setVisible(not count)
        if count:
            self.list.setCurrentIndex(self.model.index(0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list with the arrows, and take an entry with Enter, in the text field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = STEPS.get(Qt.Key(event.key()), 0)
            if by and self.model.rowCount():
                row = max(0, min(self.model.rowCount() - 1, self.list.currentIndex().row() + by))
                self.list.setCurrentIndex(self.model.index(row))
                return True
            if is_enter(event):
                self.take(self.list.currentIndex().row())
                return True
        return False

    def take(self, row: int) -> None:
        """Pick an entry. One without effect stays where it is: it says why."""
        if 0 <= row < self.model.rowCount() and not self.model.entry(row).why:
            entry = self.model.entry(row)
            self.accept()
            self.chosen.emit(entry)
