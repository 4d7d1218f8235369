"""The muster over the surface: Soldiers to buy on the left, goods on the right, the team below."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.api import port
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import WRAP, heading, label
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip

from .row_paint import RowPainter
from .values import GoodView, MusterView, RecruitView

WIDE = 760
"""The width from which a Soldier's cards stand beside its name."""


class Good(QAbstractButton):
    """Something to buy: its name, its price, what it does. It is faint while it cannot be bought."""

    def __init__(self, theme: Theme, view: GoodView) -> None:
        super().__init__()
        self._theme, self.view = theme, view
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(f"{view.name}, {view.price}")
        self.setAccessibleDescription(". ".join(filter(None, (view.text, view.why))))
        set_tip(self, "\n".join(filter(None, (f"{view.name} · {view.price}", view.text, view.why))))
        able = view.command is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if able else Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _text_height(self, width: int) -> int:
        room = QFontMetrics(font(self._theme, self._theme.size_small))
        return room.boundingRect(0, 0, width - self._theme.px(18), 1000, WRAP, self.view.text).height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setFixedHeight(self._high(self.width()))

    def _high(self, width: int) -> int:
        return self._theme.px(32) + self._text_height(width)

    def sizeHint(self) -> QSize:
        width = max(self.width(), self._theme.px(200))
        return QSize(width, self._high(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        able = view.command is not None
        painter = QPainter(self)
        paint = RowPainter(painter, theme)
        edge = theme.blue if self.hasFocus() else theme.raised_border if able else theme.panel_border
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        painter.setBrush(QColor(theme.hover if able and self.underMouse() else theme.card if able else theme.panel))
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(box, theme.radius_small, theme.radius_small)
        pad = theme.px(9)
        first = QRectF(pad, theme.px(4), self.width() - 2 * pad, theme.px(20))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        wide = paint.write(first, view.price, theme.size_small, theme.gold_ink if able else theme.muted, 600, flags)
        first.setRight(first.right() - wide - theme.px(6))
        paint.write(first, view.name, theme.size_text, theme.text_strong if able else theme.muted, 600)
        painter.setFont(font(theme, theme.size_small))
        painter.setPen(QColor(theme.muted))
        room = QRectF(pad, theme.px(24), self.width() - 2 * pad, self.height() - theme.px(26))
        painter.drawText(room, WRAP, view.text)
        painter.end()


class Bar(QWidget):
    """How much of a limit is used, as a bar; beyond it the bar is red."""

    def __init__(self, theme: Theme, used: int, most: int) -> None:
        super().__init__()
        self._theme, self._used, self._most = theme, used, most
        self.setFixedHeight(theme.px(8))
        self.setMinimumWidth(theme.px(60))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 1, -0.5, -1)
        painter.setPen(QPen(QColor(theme.pip_empty), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        share = min(1.0, self._used / self._most) if self._most else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.danger if self._used > self._most else theme.gold))
        box.setWidth(box.width() * share)
        painter.drawRoundedRect(box, 3, 3)


class MusterPanel(QFrame):
    """The muster. `chosen` carries a command, `shopped` the number of the Soldier for whom is bought."""

    chosen = Signal(object)
    shopped = Signal(str)

    def __init__(self, theme: Theme, words: port.Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self.setProperty("role", "panel")
        self._view: MusterView | None = None
        self.goods: dict[str, Good] = {}
        gap = theme.px(10)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(gap, theme.px(8), gap, theme.px(8))
        whole.setSpacing(theme.px(8))
        self._head = QHBoxLayout()
        self._head.setSpacing(gap)
        whole.addLayout(self._head)
        middle = QHBoxLayout()
        middle.setSpacing(gap)
        self._soldiers, left = self._list()
        self._shop, right = self._list()
        middle.addWidget(left, 2)
        middle.addWidget(right, 3)
        whole.addLayout(middle, 5)
        self._team, below = self._list()
        whole.addWidget(below, 3)
        self._foot = QHBoxLayout()
        self._foot.setSpacing(gap)
        whole.addLayout(self._foot)
        self.hide()

    def _list(self) -> tuple[QVBoxLayout, QScrollArea]:
        """Return a column that scrolls."""
        area, inside = QScrollArea(), QWidget()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, self._theme.px(6), 0)
        column.setSpacing(self._theme.px(5))
        area.setWidget(inside)
        return column, area

    def show_muster(self, view: MusterView | None) -> None:
        """Show the muster as it is now; None hides it."""
        self.setVisible(view is not None)
        if view is None or view == self._view:
            return
        self._view = view
        focused = next((id for id, good in self.goods.items() if good.hasFocus()), "")
        self.goods = {}
        self._show_head(view)
        self._show_soldiers(view)
        self._show_shop(view)
        self._show_team(view)
        self._show_foot(view)
        if focused in self.goods:
            self.goods[focused].setFocus()

    def _button(self, text: str, command: Any, tip: str = "", role: str = "") -> QPushButton:
        made = QPushButton(text)
        if role:
            made.setProperty("role", role)
        made.setEnabled(command is not None)
        set_tip(made, tip)
        made.setAccessibleDescription(tip)
        made.clicked.connect(lambda: self.chosen.emit(command))
        return made

    def _show_head(self, view: MusterView) -> None:
        clear(self._head)
        theme = self._theme
        self._head.addWidget(label(view.told, "heading"))
        bar = Bar(theme, view.spent, view.limit)
        bar.setFixedWidth(theme.px(150))
        self._head.addWidget(bar)
        self._head.addStretch(1)

    def _good(self, view: GoodView) -> Good:
        made = Good(self._theme, view)
        if view.command is not None:
            made.clicked.connect(lambda: self.chosen.emit(view.command))
        self.goods[view.id] = made
        return made

    def _show_soldiers(self, view: MusterView) -> None:
        clear(self._soldiers)
        self._soldiers.addWidget(_headed(self._words("view.muster.soldiers")))
        for one in view.soldiers:
            self._soldiers.addWidget(self._good(one))
        self._soldiers.addStretch(1)

    def _show_shop(self, view: MusterView) -> None:
        clear(self._shop)
        note = self._words("view.muster.for", soldier=view.buyer) if view.buyer else ""
        if not view.shelves:
            self._shop.addWidget(_headed(self._words("view.muster.shop"), note))
            self._shop.addWidget(label(self._words("view.muster.no_shop"), "muted", wrap=True))
        for shelf in view.shelves:
            self._shop.addWidget(_headed(shelf.title, note))
            note = ""
            holder = QWidget()
            grid = QGridLayout(holder)
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setSpacing(self._theme.px(5))
            grid.setColumnStretch(0, 1)
            grid.setColumnStretch(1, 1)
            for place, good in enumerate(shelf.goods):
                grid.addWidget(self._good(good), place // 2, place % 2, Qt.AlignmentFlag.AlignTop)
            self._shop.addWidget(holder)
        self._shop.addStretch(1)

    def _show_team(self, view: MusterView) -> None:
        clear(self._team)
        self._team.addWidget(_headed(self._words("view.team.title")))
        if not view.team:
            self._team.addWidget(label(self._words("view.muster.no_team"), "muted", wrap=True))
        for one in view.team:
            self._team.addWidget(self._recruit(one))
        self._team.addStretch(1)

    def _recruit(self, one: RecruitView) -> QWidget:
        theme = self._theme
        frame = QFrame()
        frame.setProperty("role", "card")
        frame.setProperty("state", "active" if one.active else "")
        frame.setAccessibleName(f"{one.name}, {one.price}, {one.told}")
        whole = QVBoxLayout(frame)
        whole.setContentsMargins(theme.px(8), theme.px(4), theme.px(8), theme.px(4))
        line = QHBoxLayout()
        line.setSpacing(theme.px(8))
        whole.addLayout(line)
        name = QPushButton(f"{one.number}  {one.name}")
        name.setProperty("role", "chip")
        name.setProperty("dense", True)
        name.setCheckable(True)
        name.setChecked(one.active)
        name.clicked.connect(lambda: self.shopped.emit(one.number))
        line.addWidget(name)
        line.addWidget(label(one.price, "small", "gold"))
        if one.told:
            bar = Bar(theme, one.load, one.most)
            bar.setFixedWidth(theme.px(60))
            line.addWidget(bar)
            line.addWidget(label(one.told, "small"))
        cards: list[QWidget] = []
        for card in one.cards:
            text = f"{card.name}  ×" if card.command is not None else card.name
            made = self._button(text, card.command, self._words("view.muster.back", card=card.name))
            made.setProperty("dense", True)
            cards.append(made)
        wide = self.width() >= theme.px(WIDE)
        if wide:
            line.addWidget(flowing(cards, theme.px(4)), 1)
        else:
            line.addStretch(1)
        if one.back is not None:
            made = self._button("×", one.back, self._words("view.muster.back", card=one.name))
            made.setAccessibleName(self._words("view.muster.back", card=one.name))
            made.setProperty("dense", True)
            line.addWidget(made)
        if not wide and cards:
            whole.addWidget(flowing(cards, theme.px(4)))
        return frame

    def _show_foot(self, view: MusterView) -> None:
        clear(self._foot)
        holder = QWidget()
        brings = QVBoxLayout(holder)
        brings.setContentsMargins(0, 0, 0, 0)
        brings.setSpacing(self._theme.px(2))
        brings.addWidget(label(self._words("view.muster.brings"), "small", wrap=True))
        bands: list[QWidget] = []
        for text, mean, here in view.bands:
            chip = label(f"{text}: {mean}", "chip", "enemy" if here else "")
            bands.append(chip)
        brings.addWidget(flowing(bands, self._theme.px(4)))
        self._foot.addWidget(holder, 1)


def _headed(title: str, note: str = "") -> QWidget:
    """Return a heading as a widget, so that it goes with what is below it."""
    holder, line = QWidget(), heading(title, note)
    line.setContentsMargins(0, 0, 0, 0)
    holder.setLayout(line)
    return holder
