"""The list of cards on sale: a table of cards with what each is for each buyer, and how it is painted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.lists import marked, write
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import plain
from defiance_qt.systems.defiance.view.panels.parts import Pieces
from defiance_qt.systems.defiance.view.present.market import BARRED, OUT, SHORT, SWAPS, GoodsView, MarketView

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
CARD, PRICE, BUYERS = 0, 1, 2
GOODS = Qt.ItemDataRole.UserRole
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class GoodsModel(QAbstractTableModel):
    """The cards of one group: name, price, and a column for each buyer."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: MarketView | None = None
        self._rows: list[int] = []

    def show_goods(self, view: MarketView, group: str) -> None:
        """Show the cards of a group. Rows that stay are kept, so that the choice stays too."""
        rows = [place for place, goods in enumerate(view.goods) if goods.card.group == group]
        known = self._view is not None and len(self._view.buyers) == len(view.buyers)
        same = known and [self.goods(row).card.id for row in range(len(self._rows))] == [
            view.goods[place].card.id for place in rows
        ]
        if same:
            self._view, self._rows = view, rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, self.columnCount() - 1))
            return
        self.beginResetModel()
        self._view, self._rows = view, rows
        self.endResetModel()

    def goods(self, row: int) -> GoodsView:
        assert self._view is not None
        return self._view.goods[self._rows[row]]

    def row_of(self, card: str) -> int:
        """Return the row of a card, -1 if it is not in this group."""
        return next((row for row in range(len(self._rows)) if self.goods(row).card.id == card), -1)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self._view is None else BUYERS + len(self._view.buyers)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or self._view is None:
            return None
        words = self._words
        if role == Qt.ItemDataRole.TextAlignmentRole and section == CARD:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(words("view.market.column.price.tip")) if section == PRICE else None
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if section >= BUYERS:
            return self._view.buyers[section - BUYERS].initials
        return words("view.market.column.card") if section == CARD else words("view.market.column.price")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._view is None:
            return None
        goods, column = self.goods(index.row()), index.column()
        if role == GOODS:
            return goods
        if column >= BUYERS:
            return self._of_buyer(index.row(), column - BUYERS, role)
        if role == Qt.ItemDataRole.DisplayRole:
            return (goods.card.name, str(goods.price))[column]
        if role == Qt.ItemDataRole.AccessibleTextRole and column == CARD:
            return ". ".join(filter(None, (goods.card.name, goods.card.place, goods.card.spoken or goods.card.rule)))
        if role == Qt.ItemDataRole.ToolTipRole and column == CARD:
            card = goods.card
            return plain("\n".join(filter(None, (card.name, card.place, card.spoken, card.rule, goods.left))))
        if role == Qt.ItemDataRole.TextAlignmentRole and column == PRICE:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            theme = self._theme
            return QBrush(QColor(theme.muted if goods.sold_out else theme.gold_ink))
        if role == Qt.ItemDataRole.FontRole and column == PRICE:
            return font(self._theme, weight=700)
        return None

    def _of_buyer(self, row: int, place: int, role: int) -> Any:
        assert self._view is not None
        buyer = self._view.buyers[place]
        trial = buyer.trials[self._rows[row]]
        if role == Qt.ItemDataRole.DisplayRole:
            return trial.sign
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return plain(trial.tip)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            theme = self._theme
            tones = {SHORT: theme.danger_ink, SWAPS: theme.text, OUT: theme.muted, BARRED: theme.muted}
            return QBrush(QColor(tones.get(trial.state, theme.team)))
        return None


def ground(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
    """Paint the ground of a cell: chosen, under the pointer, or none."""
    (chosen, over), box = marked(option), QRectF(option.rect)  # type: ignore[attr-defined]  # a member of the C++ class
    if chosen:
        painter.fillRect(box, QColor(theme.team_fill))
        for edge in (box.top(), box.bottom() - 1):
            painter.fillRect(QRectF(box.left(), edge, box.width(), 1), QColor(theme.team))
    elif over:
        painter.fillRect(box, QColor(theme.hover))


class CardDelegate(QStyledItemDelegate):
    """Paints a card in two lines: its name and who has it, and below what it does."""

    def __init__(self, theme: Theme, pieces: Pieces, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._pieces = theme, pieces

    def high(self) -> int:
        lines = QFontMetrics(font(self._theme)).height() + max(
            QFontMetrics(font(self._theme, self._theme.size_small)).height(), self._theme.px(16)
        )
        return lines + self._theme.px(9)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(170), self.high())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        goods = index.data(GOODS)
        if not isinstance(goods, GoodsView):
            return
        self.initStyleOption(option, index)
        theme = self._theme
        painter.save()
        ground(painter, option, theme)
        box = QRectF(option.rect).adjusted(theme.px(8), theme.px(4), -theme.px(4), -theme.px(4))  # type: ignore[attr-defined]
        strong, small = font(theme, weight=600), font(theme, theme.size_small)
        name_high = QFontMetrics(strong).height()
        held = f"✓ {' '.join(goods.held)}" if goods.held else ""
        aside = [(text, ink) for text, ink in ((held, theme.team), (goods.card.place, theme.muted)) if text]
        metrics = QFontMetrics(small)
        aside_wide = sum(metrics.horizontalAdvance(text) + theme.px(10) for text, _ in aside)
        ink = theme.muted if goods.sold_out else theme.text_strong
        write(painter, QRectF(box.left(), box.top(), box.width() - aside_wide, name_high), goods.card.name, strong, ink)
        right = box.right()
        for text, ink in reversed(aside):
            wide = metrics.horizontalAdvance(text) + 2
            write(painter, QRectF(right - wide, box.top(), wide, name_high), text, small, ink)
            right -= wide + theme.px(8)
        below = QRectF(box.left(), box.top() + name_high, box.width(), box.height() - name_high)
        self._pieces.paint(painter, below, goods.card.line, small, theme.muted, 14)
        painter.restore()


class CellDelegate(QStyledItemDelegate):
    """Paints the other cells in the color that the model gives, which a style sheet would replace."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        text, face = option.text, option.font  # type: ignore[attr-defined]  # members of the C++ class
        brush = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.save()
        ground(painter, option, self._theme)
        ink = brush.color() if isinstance(brush, QBrush) else painter.pen().color()
        centered = index.data(Qt.ItemDataRole.TextAlignmentRole)
        side = Qt.AlignmentFlag.AlignHCenter if centered else Qt.AlignmentFlag.AlignLeft
        box = QRectF(option.rect).adjusted(2, 0, -2, 0)  # type: ignore[attr-defined]
        write(painter, box, text, face, ink.name(), int(side | Qt.AlignmentFlag.AlignVCenter))
        painter.restore()


class GoodsTable(QTableView):
    """The list. `looked` carries the card under the cursor, `wanted` is Enter or a double click on it."""

    looked = Signal(str)
    wanted = Signal()

    def __init__(self, theme: Theme, words: Words, pieces: Pieces) -> None:
        super().__init__()
        self._theme = theme
        self.goods = GoodsModel(theme, words)
        self.setModel(self.goods)
        self.setItemDelegate(CellDelegate(theme, self))
        card = CardDelegate(theme, pieces, self)
        self.setItemDelegateForColumn(CARD, card)
        self.setAccessibleName(words("view.market.list"))
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(card.high())
        head = self.horizontalHeader()
        head.setAccessibleName(words("view.market.list"))
        head.setSectionsClickable(False)
        head.setHighlightSections(False)
        head.setMinimumSectionSize(theme.px(28))
        self.setMinimumHeight(theme.px(156))
        self.selectionModel().currentRowChanged.connect(self._moved)
        self.doubleClicked.connect(lambda index: self.wanted.emit())

    def sizeHint(self) -> QSize:
        # A grid that asks for the height at a width takes the hint for the least.
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def show_goods(self, view: MarketView, group: str, card: str) -> None:
        """Show a group with this card chosen, else its first."""
        self.goods.show_goods(view, group)
        row = max(0, self.goods.row_of(card))
        if self.goods.rowCount() and self.currentIndex().row() != row:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(self.goods.index(row, CARD), flags)
        self._fit()
        self._reveal()

    def _fit(self) -> None:
        """Give the card the room that the other columns leave."""
        head, theme = self.horizontalHeader(), self._theme
        for column in range(self.goods.columnCount()):
            mode = QHeaderView.ResizeMode.Stretch if column == CARD else QHeaderView.ResizeMode.Fixed
            head.setSectionResizeMode(column, mode)
            if column != CARD:
                head.resizeSection(column, theme.px(38))

    def _moved(self, index: QModelIndex) -> None:
        if index.isValid():
            self.looked.emit(self.goods.goods(index.row()).card.id)

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self._fit()
        self._reveal()

    def _reveal(self) -> None:
        """Scroll to the chosen card."""
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.wanted.emit()
            return
        if event.text() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier and event.text().isalnum():
            event.ignore()  # the panel's own keys, not a search
            return
        super().keyPressEvent(event)
