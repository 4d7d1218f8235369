"""The market: one of the four is the buyer, beside the list stands what the chosen card would mean for that one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, framed, gbox, vbox
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.keys import OwnKeys
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.relayout import detach
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.panels.buyers import Buyers
from defiance_qt.systems.defiance.view.panels.comparison import Comparison
from defiance_qt.systems.defiance.view.panels.goods import GoodsTable
from defiance_qt.systems.defiance.view.panels.own_cards import OwnCards
from defiance_qt.systems.defiance.view.panels.parts import Pieces
from defiance_qt.systems.defiance.view.panels.specialty_tree import TreePanel
from defiance_qt.systems.defiance.view.panels.upgrades import UpgradesCard
from defiance_qt.systems.defiance.view.present.card_facts import GROUPS
from defiance_qt.systems.defiance.view.present.market import BuyerView, MarketView

WIDE = 760  # the width from which the list and the comparison stand side by side
WITH_TREE = 1240  # the width from which the Specialties stand beside both
HIGH = 660  # the height from which the comparison needs no more room than the list
SELLING = 158  # the height of the own cards where it needs more
UPGRADES, SELL, TAKE = Qt.Key.Key_U, Qt.Key.Key_X, Qt.Key.Key_T
DIGITS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4)


class MarketPanel(OwnKeys, QWidget):
    """The market. `chosen` carries a command, `buyer_changed` the Character that buys now."""

    chosen = Signal(object)
    buyer_changed = Signal(str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("market")
        self._theme, self._words = theme, words
        self._view: MarketView | None = None
        self._group, self._card = GROUPS[0], ""
        self._shape: tuple[int, bool, bool] | None = None
        self._deep = False  # whether the comparison reaches down beside the Upgrades
        pieces = Pieces(theme, words)
        self.buyers = Buyers(theme, words)
        self.table = GoodsTable(theme, words, pieces)
        self.comparison = Comparison(theme, words, pieces)
        self.upgrades = UpgradesCard(theme, words)
        self.own = OwnCards(theme, words)
        self.tree = TreePanel(theme, words, self, alone=False)
        self.tree.hide()
        self.groups: dict[str, QPushButton] = {}
        for group in GROUPS:
            button = self.groups[group] = QPushButton()
            button.setProperty("dense", True)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.clicked.connect(partial(self.show_group, group))
        self._list = framed(
            vbox(
                flowing(list(self.groups.values()), theme.px(5)),
                (self.table, 1),
                self._legend(),
                margins=(10, 9),
                gap=theme.px(5),
            )
        )
        self._inside = QWidget()
        self._grid = gbox(of=self._inside, margins=0, gap=theme.px(10))
        self._scroll = Scroll(self._inside)
        side = theme.px(12)
        vbox(self._scroll, of=self, margins=(side, theme.px(8)))
        for part in (self.comparison.bought, self.upgrades.chosen, self.own.chosen, self.tree.chosen):
            part.connect(self.chosen)
        self.buyers.chosen.connect(self.choose_buyer)
        self.table.looked.connect(self._look)
        self.table.wanted.connect(self.comparison.buy_now)
        self.upgrades.installEventFilter(self)
        self.setFocusProxy(self.table)
        self._arrange()

    def _legend(self) -> QWidget:
        words = self._words
        parts: list[QWidget] = [
            label(f"✓ {words('view.market.legend.fits')}", "small"),
            label(f"⇄ {words('view.market.legend.swaps')}", "small"),
            label(f"−n {words('view.market.legend.short')}", "small"),
        ]
        return flowing(parts, self._theme.px(12))

    def show_market(self, view: MarketView) -> None:
        """Show the step."""
        if view == self._view:
            return
        self._view = view
        self.buyers.show_buyers(view.buyers)
        counts = [one.card.group for one in view.goods]
        for group, button in self.groups.items():
            button.setText(f"{self._words(f'view.market.group.{group}')} {counts.count(group)}")
            button.setVisible(group in counts)
        if self._group not in counts and counts:
            self._group = counts[0]
        self.upgrades.show_upgrades(view.upgrades)
        if view.tree is not None:
            self.tree.show_tree(view.tree)
        self.tree.setVisible(view.tree is not None)
        self._show_list()
        self._show_buyer()
        self._arrange()

    @property
    def buyer(self) -> BuyerView | None:
        """The one of the four who buys now."""
        if self._view is None:
            return None
        return next((buyer for buyer in self._view.buyers if buyer.id == self.buyers.at), self._view.buyers[0])

    def choose_buyer(self, id: str) -> None:
        """Let another of the four buy: list, comparison, own cards and tree follow."""
        self.buyers.choose(id)
        self.tree.choose_pupil(id)
        self._show_buyer()
        self.buyer_changed.emit(id)

    def show_group(self, group: str) -> None:
        """Show the cards of a group."""
        self._group = group
        self._show_list()

    def show_card(self, card: str) -> None:
        """Choose a card on sale, in its group."""
        if self._view is not None:
            self._group = next((one.card.group for one in self._view.goods if one.card.id == card), self._group)
            self._card = card
            self._show_list()

    def _show_list(self) -> None:
        if self._view is not None:
            self.groups[self._group].setChecked(True)
            self.table.show_goods(self._view, self._group, self._card)
            self._compare()

    def _look(self, card: str) -> None:
        self._card = card
        self._compare()

    def _show_buyer(self) -> None:
        if self._view is not None and self.buyer is not None:
            self.own.show_own(self._view, self.buyer)
            self._compare()

    def _compare(self) -> None:
        view, buyer = self._view, self.buyer
        if view is None or buyer is None:
            return
        place = next((place for place, one in enumerate(view.goods) if one.card.id == self._card), -1)
        if place < 0:
            place = next((place for place, one in enumerate(view.goods) if one.card.group == self._group), -1)
        if place >= 0:
            self.comparison.show_trial(view, buyer, view.goods[place], place)

    def _arrange(self) -> None:
        """Set the parts side by side where there is room, else one below the other."""
        theme, tree = self._theme, self._view is not None and self._view.tree is not None
        wide = self.width() - 2 * theme.px(12)
        columns = (2 if wide >= theme.px(WIDE) else 1) + (1 if tree and wide >= theme.px(WITH_TREE) else 0)
        both = columns > 1
        deep = both and self.height() < theme.px(HIGH)
        shape = (columns, tree, deep)
        if shape == self._shape:
            return
        self._shape, self._deep = shape, deep
        grid = self._grid
        detach(grid)
        grid.addWidget(self.buyers, 0, 0, 1, 2)
        grid.addWidget(self._list, 1, 0, 1, 1 if both else 2)
        grid.addWidget(self.comparison, 1 if both else 2, 1 if both else 0, 2 if deep else 1, 1 if both else 2)
        grid.addWidget(self.upgrades, 2 if deep else 3, 0, 2 if deep else 1, 1 if both else 2)
        grid.addWidget(self.own, 3 if both else 4, 1 if both else 0, 1, 1 if both else 2)
        if tree:
            beside = columns > 2
            grid.addWidget(self.tree, 0 if beside else 5, 2 if beside else 0, 4 if beside else 1, 1 if beside else 2)
        for column, stretch in enumerate((11, 10, 11 if columns > 2 else 0)):
            grid.setColumnStretch(column, stretch)
        grid.setRowStretch(1, 1)
        self.comparison.setMinimumHeight(theme.px(250 if both else 330))
        self._list.setMinimumHeight(theme.px(225 if deep else 250))
        self.own.setMinimumHeight(theme.px(SELLING if deep else 170))
        policy = QSizePolicy.Policy
        self.own.setSizePolicy(policy.Preferred, policy.Ignored if deep else policy.Preferred)
        self._fit()

    def _fit(self) -> None:
        """Give the Upgrades the height that their words need: a scroll area knows only of least heights."""
        layout = self.upgrades.layout()
        if layout is None or self.upgrades.width() <= 0:
            return
        needed = layout.totalHeightForWidth(self.upgrades.width())
        beside = self.own.minimumHeight() + self._grid.verticalSpacing()
        self._grid.setRowMinimumHeight(2, max(0, needed - beside) if self._deep else 0)
        self._grid.setRowMinimumHeight(3, 0 if self._deep else needed)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.upgrades and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit()
        return bool(super().eventFilter(watched, event))  # type: ignore[arg-type]  # Qt passes the widget

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(1000), self._theme.px(620))

    def takes(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        keys = (*DIGITS, UPGRADES, SELL, *((TAKE,) if self.tree.isVisible() else ()))
        return plain and event.key() in keys and self._view is not None

    def press(self, event: QKeyEvent) -> None:
        assert self._view is not None
        key = Qt.Key(event.key())
        if key in DIGITS:
            place = DIGITS.index(key)
            if place < len(self._view.buyers):
                self.choose_buyer(self._view.buyers[place].id)
        elif key == TAKE:
            self.tree.detail.ask()
        elif key == UPGRADES:
            self.upgrades.take_focus()
            self._scroll.ensureWidgetVisible(self.upgrades)
        else:
            self.own.take_focus()
            self._scroll.ensureWidgetVisible(self.own)
