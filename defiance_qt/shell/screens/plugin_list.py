"""The list of plugins: each with its kind, its version and whether it is on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyleOptionViewItem, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.labels import WRAP, chip_colours
from defiance_qt.shell.kit.lists import RowDelegate, marked, paint_tile, wrapped_height, write
from defiance_qt.shell.present.plugins import TONES, PluginRow
from defiance_qt.shell.theme import Theme, font, paint_icon

ROW = Qt.ItemDataRole.UserRole + 1
HEAD = Qt.ItemDataRole.UserRole + 2
SIGNS = {"on": "check", "trust": "lock", "fault": "alert", "clash": "alert"}
"""The icons of the chips."""


class PluginDelegate(RowDelegate):
    """Draws a plugin: its icon on a tile, its name, a line below it, and a chip."""

    def __init__(self, theme: Theme, view: QListWidget) -> None:
        super().__init__(theme, view)
        self._view = view

    def _chip(self, row: PluginRow) -> int:
        face = font(self._theme, self._theme.size_small, 600)
        sign = self._theme.px(17) if row.state in SIGNS else 0
        return QFontMetrics(face).horizontalAdvance(row.chip) + sign + self._theme.px(18)

    def _texts(self, row: PluginRow) -> tuple[int, int, int]:
        """Return the width of the texts and the heights of both."""
        theme = self._theme
        room = self._view.viewport().width() - theme.px(54) - self._chip(row) - theme.px(20)
        room = max(60, room)
        first = wrapped_height(font(theme, theme.size_text, 600), row.title, room)
        return room, first, wrapped_height(font(theme, theme.size_small), row.text, room)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        theme = self._theme
        row: PluginRow | None = index.data(ROW)
        if row is None:
            return QSize(theme.px(100), theme.px(32))
        _, first, second = self._texts(row)
        return QSize(theme.px(100), max(theme.px(52), first + second + theme.px(18)))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self._theme
        row: PluginRow | None = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row is None:
            place = option.rect.adjusted(theme.px(8), 0, 0, -theme.px(5))
            face, where = font(theme, theme.size_text - 1, 600), int(Qt.AlignmentFlag.AlignBottom)
            write(painter, place, str(index.data(HEAD)), face, theme.text_strong, where)
            painter.restore()
            return
        chosen, over = marked(option)
        box = QRectF(option.rect).adjusted(1, 2, -1, -2)
        if chosen or over:
            painter.setPen(QPen(QColor(theme.team if chosen else theme.raised_border), 2 if chosen else 1))
            painter.setBrush(QColor(theme.team_fill if chosen else theme.hover))
            painter.drawRoundedRect(box, theme.radius, theme.radius)
        size = theme.px(32)
        tile = QRectF(box.left() + theme.px(10), box.center().y() - size / 2, size, size)
        paint_tile(painter, theme, tile, row.mark, theme.danger if row.state == "fault" else theme.text, theme.raised)
        self._paint_words(painter, row, box)
        self._paint_chip(painter, row, option.rect)
        painter.restore()

    def _paint_words(self, painter: QPainter, row: PluginRow, box: QRectF) -> None:
        theme = self._theme
        room, first, second = self._texts(row)
        left, top = round(box.left()) + theme.px(53), round(box.center().y() - (first + second) / 2)
        strong, small = font(theme, theme.size_text, 600), font(theme, theme.size_small)
        write(painter, QRect(left, top, room, first), row.title, strong, theme.text_strong, WRAP)
        write(painter, QRect(left, top + first, room, second), row.text, small, theme.muted, WRAP)

    def chip_place(self, row: PluginRow, item: QRect) -> QRectF:
        """Return where the chip of a plugin is in its item of the list."""
        box = QRectF(item).adjusted(1, 2, -1, -2)
        wide, high = self._chip(row), self._theme.px(22)
        return QRectF(box.right() - wide - self._theme.px(9), box.center().y() - high / 2, wide, high)

    def _paint_chip(self, painter: QPainter, row: PluginRow, item: QRect) -> None:
        theme = self._theme
        place = self.chip_place(row, item)
        high = place.height()
        tone = TONES.get(row.state, "")
        fill, ink = chip_colours(theme, tone) if tone else ("#00000000", theme.muted)
        painter.setPen(Qt.PenStyle.NoPen if tone else QPen(QColor(theme.raised_border), 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(place, high / 2, high / 2)
        left = place.left() + theme.px(9)
        if sign := SIGNS.get(row.state):
            side = theme.px(12)
            paint_icon(painter, QRectF(left, place.center().y() - side / 2, side, side), sign, ink)
            left += theme.px(17)
        painter.setFont(font(theme, theme.size_small, 600))
        painter.setPen(QColor(ink))
        painter.drawText(
            QRectF(left, place.top(), place.right() - left, high), int(Qt.AlignmentFlag.AlignVCenter), row.chip
        )


class PluginList(QListWidget):
    """The list. `chosen` carries the id of the current plugin, `switched` that of one to be turned on or off, by Space
    or a click on its chip, `removed` that of one to be removed."""

    chosen = Signal(str)
    switched = Signal(str)
    removed = Signal(str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setAccessibleName(words("ui.plugins.title"))
        self._delegate = PluginDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(0)
        self.currentItemChanged.connect(self._choose)

    def _choose(self) -> None:
        if self.current:
            self.chosen.emit(self.current)

    @property
    def current(self) -> str:
        """The id of the current plugin, "" for none."""
        row: PluginRow | None = self.currentIndex().data(ROW)
        return row.id if row is not None else ""

    def set_rows(self, rows: Sequence[PluginRow], current: str) -> None:
        """List plugins by groups. The current one stays current, or the first is."""
        self.blockSignals(True)
        self.clear()
        group, at = "", -1
        for row in rows:
            if row.group != group:
                group = row.group
                head = QListWidgetItem()
                head.setData(HEAD, self._words(f"ui.plugins.group.{group}"))
                head.setData(Qt.ItemDataRole.AccessibleTextRole, head.data(HEAD))
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                self.addItem(head)
            item = QListWidgetItem()
            item.setData(ROW, row)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, row.spoken)
            self.addItem(item)
            if at < 0 or row.id == current:
                at = self.count() - 1
        self.setCurrentRow(at)
        self.blockSignals(False)

    def rows(self) -> list[PluginRow]:
        """Return the plugins that are listed."""
        found = (self.item(place).data(ROW) for place in range(self.count()))
        return [row for row in found if row is not None]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        row: PluginRow | None = index.data(ROW)
        if row is None or row.state not in ("on", "idle") or event.button() != Qt.MouseButton.LeftButton:
            return
        if self._delegate.chip_place(row, self.visualRect(index)).contains(event.position()):
            self.switched.emit(row.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Space: self.switched, Qt.Key.Key_Delete: self.removed}
        if (signal := keys.get(Qt.Key(event.key()))) is not None and self.current:
            signal.emit(self.current)
        else:
            super().keyPressEvent(event)
