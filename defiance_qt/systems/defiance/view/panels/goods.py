"""The list of cards on sale: a table of cards with what each is for each buyer, and how it is painted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QTableView, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.lists import RowDelegate, marked, write
from defiance_qt.shell.models.rows import CENTER, ROW_ROLE, Column, Index, RowsModel
from defiance_qt.shell.theme import Theme, font
from defiance_qt.systems.defiance.view.panels.parts import Pieces
from defiance_qt.systems.defiance.view.present.market import (
    BARRED,
    OUT,
    SHORT,
    SWAPS,
    BuyerView,
    GoodsView,
    MarketView,
    TrialView,
)

CARD = 0  # the column of the cards
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


Row = tuple[int, GoodsView]
"""A card on sale with its place among all of them, which is that of a buyer's trial."""


def columns(theme: Theme, words: Words, view: MarketView) -> list[Column]:
    """Return the columns: a card, its price, and what it is for each of the buyers."""
    price = Column(
        lambda row: str(row[1].price),
        ink=lambda row: QColor(theme.muted if row[1].sold_out else theme.gold_ink),
        face=font(theme, weight=700),
        title=words("view.market.column.price"),
        title_tip=words("view.market.column.price.tip"),
        align=CENTER,
    )
    card = Column(lambda row: row[1].card.name, _spoken, _tip, title=words("view.market.column.card"))
    return [card, price, *(_of_buyer(theme, buyer) for buyer in view.buyers)]


def _of_buyer(theme: Theme, buyer: BuyerView) -> Column:
    """Return the column that says what each card is for a buyer."""
    tones = {SHORT: theme.danger_ink, SWAPS: theme.text, OUT: theme.muted, BARRED: theme.muted}

    def trial(row: Row) -> TrialView:
        return buyer.trials[row[0]]

    def tip(row: Row) -> str:
        return trial(row).tip

    def ink(row: Row) -> QColor:
        return QColor(tones.get(trial(row).state, theme.team))

    return Column(lambda row: trial(row).sign, tip, tip, ink, title=buyer.initials, align=CENTER)


def _id(row: Row) -> str:
    return row[1].card.id


def _spoken(row: Row) -> str:
    card = row[1].card
    return ". ".join(filter(None, (card.name, card.place, card.spoken or card.rule)))


def _tip(row: Row) -> str:
    card = row[1].card
    return "\n".join(filter(None, (card.name, card.place, card.spoken, card.rule, row[1].left)))


def ground(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
    """Paint the ground of a cell: chosen, under the pointer, or none."""
    (chosen, over), box = marked(option), QRectF(option.rect)  # type: ignore[attr-defined]  # a member of the C++ class
    if chosen:
        painter.fillRect(box, QColor(theme.team_fill))
        for edge in (box.top(), box.bottom() - 1):
            painter.fillRect(QRectF(box.left(), edge, box.width(), 1), QColor(theme.team))
    elif over:
        painter.fillRect(box, QColor(theme.hover))


class CardDelegate(RowDelegate):
    """Paints a card in two lines: its name and who has it, and below what it does."""

    def __init__(self, theme: Theme, pieces: Pieces, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._pieces = pieces

    def high(self) -> int:
        lines = QFontMetrics(font(self._theme)).height() + max(
            QFontMetrics(font(self._theme, self._theme.size_small)).height(), self._theme.px(16)
        )
        return lines + self._theme.px(9)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(170), self.high())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        _, goods = index.data(ROW_ROLE)
        theme = self._theme
        painter.save()
        ground(painter, option, theme)
        box = QRectF(option.rect).adjusted(theme.px(8), theme.px(4), -theme.px(4), -theme.px(4))  # type: ignore[attr-defined]
        strong, small = font(theme, weight=600), font(theme, theme.size_small)
        high, right, metrics = QFontMetrics(strong).height(), box.right(), QFontMetrics(small)
        held = f"✓ {' '.join(goods.held)}" if goods.held else ""
        for text, ink in ((goods.card.place, theme.muted), (held, theme.team)):
            if text:
                wide = metrics.horizontalAdvance(text) + 2
                write(painter, QRectF(right - wide, box.top(), wide, high), text, small, ink)
                right -= wide + theme.px(8)
        ink = theme.muted if goods.sold_out else theme.text_strong
        write(painter, QRectF(box.left(), box.top(), right - box.left(), high), goods.card.name, strong, ink)
        self._pieces.paint(painter, box.adjusted(0, high, 0, 0), goods.card.line, small, theme.muted, 14)
        painter.restore()


class CellDelegate(RowDelegate):
    """Paints the other cells in the color that the model gives, which a style sheet would replace."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        ground(painter, option, self._theme)
        box, face = QRectF(option.rect).adjusted(2, 0, -2, 0), index.data(Qt.ItemDataRole.FontRole)  # type: ignore[attr-defined]
        text, ink = index.data(), index.data(Qt.ItemDataRole.ForegroundRole)
        write(painter, box, text, face or option.font, ink.name(), int(CENTER))  # type: ignore[attr-defined]
        painter.restore()


class GoodsTable(QTableView):
    """The list. `looked` carries the card under the cursor, `wanted` is Enter or a double click on it."""

    looked = Signal(str)
    wanted = Signal()

    def __init__(self, theme: Theme, words: Words, pieces: Pieces) -> None:
        super().__init__()
        self._theme = theme
        self._words = words
        self.goods = RowsModel((), key=_id)
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
        rows = ((place, goods) for place, goods in enumerate(view.goods) if goods.card.group == group)
        self.goods.set_rows(rows, columns(self._theme, self._words, view))
        row = max(0, self.goods.place(lambda row: _id(row) == card))
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
            self.looked.emit(_id(self.goods.row(index.row())))

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
