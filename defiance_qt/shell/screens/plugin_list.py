"""The list of plugins: each with its kind, its version and whether it is on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyleOptionViewItem, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.labels import chip_colours
from defiance_qt.shell.kit.lists import LookDelegate, RowLook, Text, paint_tile
from defiance_qt.shell.models.rows import ROW_ROLE, Index
from defiance_qt.shell.present.plugins import TONES, PluginRow
from defiance_qt.shell.theme import Theme, font, paint_icon

SIGNS = {"on": "check", "trust": "lock", "fault": "alert", "clash": "alert"}
"""The icons of the chips."""


class PluginDelegate(LookDelegate):
    """Draws a plugin: its icon on a tile, its name, a line below it, and a chip. A heading is only its words."""

    PICTURE = (32, 32)

    def look(self, row: PluginRow | str) -> RowLook:
        if isinstance(row, str):
            return RowLook((Text(row, "text_strong", -1, 600),), head=True)
        below = Text(row.text, "muted", self._theme.size_small - self._theme.size_text, wraps=True)
        return RowLook((Text(row.title, "text_strong", 0, 600, wraps=True), below))

    def picture(self, painter: QPainter, area: QRectF, row: PluginRow) -> None:
        theme = self._theme
        paint_tile(painter, theme, area, row.mark, theme.danger if row.state == "fault" else theme.text, theme.raised)

    def beside(self, row: PluginRow | str) -> int:
        return 0 if isinstance(row, str) else self._chip(row)

    def _chip(self, row: PluginRow) -> int:
        face = font(self._theme, self._theme.size_small, 600)
        sign = self._theme.px(17) if row.state in SIGNS else 0
        return QFontMetrics(face).horizontalAdvance(row.chip) + sign + self._theme.px(18)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        row = index.data(ROW_ROLE)
        if isinstance(row, PluginRow):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_chip(painter, row, option.rect)  # type: ignore[attr-defined]
            painter.restore()

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
        row = self.currentIndex().data(ROW_ROLE)
        return row.id if isinstance(row, PluginRow) else ""

    def set_rows(self, rows: Sequence[PluginRow], current: str) -> None:
        """List plugins by groups. The current one stays current, or the first is."""
        self.blockSignals(True)
        self.clear()
        at = -1
        for group, members in groupby(rows, lambda row: row.group):
            head = self._words(f"ui.plugins.group.{group}")
            self._add(head, head).setFlags(Qt.ItemFlag.NoItemFlags)
            for row in members:
                self._add(row, row.spoken)
                if at < 0 or row.id == current:
                    at = self.count() - 1
        self.setCurrentRow(at)
        self.blockSignals(False)

    def _add(self, row: PluginRow | str, spoken: str) -> QListWidgetItem:
        item = QListWidgetItem()
        item.setData(ROW_ROLE, row)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        self.addItem(item)
        return item

    def rows(self) -> list[PluginRow]:
        """Return the plugins that are listed."""
        found = (self.item(place).data(ROW_ROLE) for place in range(self.count()))
        return [row for row in found if isinstance(row, PluginRow)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        row = index.data(ROW_ROLE)
        if (
            not isinstance(row, PluginRow)
            or row.state not in ("on", "idle")
            or event.button() != Qt.MouseButton.LeftButton
        ):
            return
        if self._delegate.chip_place(row, self.visualRect(index)).contains(event.position()):
            self.switched.emit(row.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Space: self.switched, Qt.Key.Key_Delete: self.removed}
        if (signal := keys.get(Qt.Key(event.key()))) is not None and self.current:
            signal.emit(self.current)
        else:
            super().keyPressEvent(event)
