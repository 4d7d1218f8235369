"""The start screen: new game, open a save, or continue a recent game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QRadialGradient
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.system import Words
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.models.saves import SAVE_ROLE, WHERE_ROLE, Index, SavesModel
from defiance_qt.shell.panels.widgets import label
from defiance_qt.shell.saves import Recent
from defiance_qt.shell.theme import Theme, font, icon, paint_icon
from defiance_qt.words.languages import LANGUAGES

ROW = 62
SHOWN = 9
HEX = 46.0


class SaveDelegate(QStyledItemDelegate):
    """Draws a save as two lines."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        box = QRectF(option.rect).adjusted(2, 3, -2, -3)
        chosen = bool(option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.team if chosen else theme.card_border), 1.4 if chosen else 1))
        painter.setBrush(QColor(theme.hover if chosen else theme.card))
        painter.drawRoundedRect(box, theme.radius, theme.radius)
        one: Recent = index.data(SAVE_ROLE)
        mark = {"victory": "star", "defeat": "death"}.get(one.result, "play")
        ink = theme.gold if one.result == "victory" else theme.muted if one.result else theme.team
        paint_icon(painter, QRectF(box.left() + 16, box.center().y() - 10, 20, 20), mark, ink)
        text = QRect(int(box.left()) + 52, int(box.top()) + 8, int(box.width()) - 64, 22)
        painter.setPen(QColor(theme.text_strong))
        painter.setFont(font(theme, theme.size_text + 1, 600))
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, index.data(Qt.ItemDataRole.DisplayRole))
        painter.setPen(QColor(theme.muted))
        painter.setFont(font(theme, theme.size_small))
        painter.drawText(text.translated(0, 21), Qt.AlignmentFlag.AlignVCenter, index.data(WHERE_ROLE))


class StartScreen(QWidget):
    """The screen. It only emits signals and triggers actions."""

    opened = Signal(Path)
    languaged = Signal(str)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        actions: Actions,
        saves: Sequence[Recent],
        texts: Callable[[str], Words] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self._backdrop: QPixmap | None = None
        self.model = SavesModel(words, saves, texts)
        self._actions = actions
        left = self._left()
        right = self._right()
        row = QHBoxLayout(self)
        row.setContentsMargins(110, 90, 110, 70)
        row.setSpacing(90)
        row.addLayout(left, 5)
        middle = QVBoxLayout()
        middle.addStretch(2)
        middle.addWidget(right)
        middle.addStretch(3)
        row.addLayout(middle, 6)

    def _left(self) -> QVBoxLayout:
        words, theme = self._words, self._theme
        column = QVBoxLayout()
        column.setSpacing(12)
        title = label(words("ui.title"))
        title.setFont(font(theme, 60, 700))
        title.setStyleSheet(f"font-size: 60px; font-weight: 700; color: {theme.text_strong};")
        column.addStretch(2)
        column.addWidget(title)
        column.addWidget(label(words("ui.subtitle"), "muted", wrap=True))
        column.addSpacing(34)
        self.new = self._button("game.new", "new", "primary")
        self.open = self._button("game.open", "open", "")
        for button in (self.new, self.open):
            column.addWidget(button)
        column.addSpacing(16)
        quiet = QHBoxLayout()
        quiet.setSpacing(4)
        for id, name in (("help.keys", "keyboard"), ("look.settings", "settings")):
            button = self._button(id, name, "quiet")
            button.setMinimumWidth(0)
            quiet.addWidget(button)
        quiet.addWidget(self._languages())
        quiet.addStretch(1)
        column.addLayout(quiet)
        column.addStretch(3)
        column.addWidget(label(words("ui.fan_work"), "small", wrap=True))
        return column

    def _button(self, id: str, name: str, role: str) -> QPushButton:
        action = self._actions[id]
        button = QPushButton(f"  {action.text()}")
        button.setAccessibleName(action.text())
        button.setObjectName(id)
        button.setProperty("role", role)
        ink = self._theme.on_accent if role == "primary" else self._theme.text
        button.setIcon(icon(name, ink, 20))
        button.setToolTip(action.toolTip())
        if role != "quiet":
            button.setMinimumSize(280, 48)
            button.setMaximumWidth(340)
        button.clicked.connect(action.trigger)
        return button

    def _languages(self) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(self._words("ui.language"))
        for id in LANGUAGES:
            box.addItem(self._words(f"ui.language.{id}"), id)
        box.setCurrentIndex(max(0, box.findData(self._words.language)))
        box.currentIndexChanged.connect(lambda place: self.languaged.emit(box.itemData(place)))
        return box

    def _right(self) -> QFrame:
        words = self._words
        frame = QFrame()
        frame.setProperty("role", "card")
        column = QVBoxLayout(frame)
        column.setContentsMargins(20, 18, 14, 14)
        column.setSpacing(10)
        column.addWidget(label(words("ui.recent"), "heading"))
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(SaveDelegate(self._theme))
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setAccessibleName(words("ui.recent"))
        self.list.activated.connect(self._open)
        self.list.clicked.connect(self._open)
        self._empty = label(words("ui.recent.none"), "muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.list)
        column.addWidget(self._empty)
        self._show_empty()
        return frame

    def set_saves(self, saves: Sequence[Recent]) -> None:
        self.model.set_saves(saves)
        self._show_empty()

    def _show_empty(self) -> None:
        any_there = self.model.rowCount() > 0
        self.list.setFixedHeight(min(self.model.rowCount(), SHOWN) * ROW + 6)
        self.list.setVisible(any_there)
        self._empty.setVisible(not any_there)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(Path(index.data(SAVE_ROLE).path))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._backdrop is None or self._backdrop.deviceIndependentSize().toSize() != self.size():
            self._backdrop = backdrop(self._theme, self.size(), self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 0, self._backdrop)


def backdrop(theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return a background of hexes that fade toward the edges."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(theme.background_edge))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    glow = QRadialGradient(QPointF(size.width() * 0.30, size.height() * 0.42), size.width() * 0.62)
    glow.setColorAt(0, QColor(theme.background).lighter(118 if theme.dark else 106))
    glow.setColorAt(1, QColor(theme.background_edge))
    painter.fillRect(QRect(0, 0, size.width(), size.height()), glow)
    wide, high = math.sqrt(3) * HEX, 1.5 * HEX
    lit = {(2, 2): theme.team, (1, 5): theme.enemy, (3, 6): theme.team, (12, 3): theme.enemy, (11, 6): theme.gold}
    for row in range(int(size.height() / high) + 2):
        for column in range(int(size.width() / wide) + 2):
            x = column * wide + (wide / 2 if row % 2 else 0)
            y = row * high
            far = math.hypot(x / max(1, size.width()) - 0.30, y / max(1, size.height()) - 0.42)
            colour = QColor(lit.get((row, column), theme.hex_edge))
            colour.setAlphaF(max(0.0, (0.75 if (row, column) in lit else 0.55) - far))
            painter.setPen(QPen(colour, 1.3))
            inside = QColor(colour)
            inside.setAlphaF(colour.alphaF() * 0.10)
            painter.setBrush(inside if (row, column) in lit else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(_hexagon(x, y, HEX - 2.5))
    painter.end()
    return picture


def _hexagon(x: float, y: float, size: float) -> QPolygonF:
    corners = [math.radians(60 * place - 30) for place in range(6)]
    return QPolygonF([QPointF(x + size * math.cos(one), y + size * math.sin(one)) for one in corners])
