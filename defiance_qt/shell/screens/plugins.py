"""The plugins' screen: what is there at the left, and the page of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import press_focused
from defiance_qt.shell.kit.boxes import boxed, put, vbox
from defiance_qt.shell.kit.buttons import KeyButton, push
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.native import key_text
from defiance_qt.shell.present.plugins import PluginRow
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.screens.plugin_list import PluginList
from defiance_qt.shell.screens.plugin_page import PluginPage
from defiance_qt.shell.theme import Theme, icon

LIST, SHARE = 300, 0.225
"""The least width of the list, in pixels at the usual size of text, and its share of a wide window."""
STACKED = 720
"""The width below which the list stands above the page, in pixels at the usual size of text."""


class PluginsScreen(QWidget):
    """The screen. `left`: back to the start. `asked` carries "install" or "safe". `searched`: other words are looked
    for. `list.chosen` carries the plugin whose page is wanted (`show_page`)."""

    left = Signal()
    asked = Signal(str)
    searched = Signal(str)

    def __init__(self, theme: Theme, words: Words, safe: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self.page: PluginPage | None = None
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setContentsMargins(*(theme.px(side) for side in (10, 10, 4, 10)))
        self._body.setSpacing(theme.px(10))
        self.list = PluginList(theme, words)
        self._drop = label(words("ui.plugins.drop"), "small", wrap=True)
        self._drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._drop.setStyleSheet(
            f"border: 1px dashed {theme.muted}; border-radius: {theme.radius}px; padding: {theme.px(8)}px;"
        )
        self._side = boxed(vbox((self.list, 1), self._drop, margins=0))
        self._holder = QVBoxLayout()
        put(self._body, self._side, (self._holder, 1))
        vbox(self._bar(safe), (self._body, 1), of=self, margins=0, gap=0)
        for key, act in (("/", self.search.setFocus), ("Ctrl+I", self.install.click)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)
        self.setTabOrder(self.search, self.list)

    def _bar(self, safe: bool) -> QFrame:
        words, theme = self._words, self._theme
        bar = QFrame()
        bar.setProperty("role", "bar")
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight, bar)
        row.setContentsMargins(*(theme.px(side) for side in (16, 8, 10, 8)))
        row.setSpacing(theme.px(10))
        self._bar_row = row
        self.back = push(
            name="back",
            role="quiet",
            mark=icon("chevron_left", theme.text, theme.px(18)),
            spoken=words("ui.plugins.back"),
            tip=words("ui.plugins.back"),
            does=self.left,
        )
        names, acts = QHBoxLayout(), QHBoxLayout()
        for one in (names, acts):
            one.setSpacing(theme.px(8))
        put(names, self.back, label(words("ui.plugins.title"), "title"))
        self._count, self._waiting = label("", "chip", "team"), label("", "chip", "gold")
        chips = [self._count, self._waiting]
        if safe:
            chips.append(label(words("ui.plugins.safe.on"), "chip", "gold"))
        for chip in chips:
            names.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)
        names.addStretch(1)
        self.safe = push(words("ui.plugins.safe"), "quiet", name="safe mode", tip=words("ui.plugins.safe.tip"))
        if safe:
            self.safe.hide()
        self.safe.clicked.connect(lambda: self.asked.emit("safe"))
        self.search = QLineEdit()
        self.search.setObjectName("search")
        self.search.setAccessibleName(words("ui.plugins.search"))
        self.search.setPlaceholderText(words("ui.plugins.search"))
        self.search.setClearButtonEnabled(False)
        self.search.textChanged.connect(self.searched)
        self.install = KeyButton(
            theme, words("ui.plugins.install"), "import", "offer", key_text("Ctrl+I").replace("+", " "), 34
        )
        self.install.setObjectName("install")
        self.install.clicked.connect(lambda: self.asked.emit("install"))
        put(acts, self.safe, (self.search, 1), self.install)
        put(row, (names, 1), acts)
        return bar

    def set_rows(self, rows: Sequence[PluginRow], current: str, count: int, waiting: int) -> None:
        """List plugins, and say how many there are and wait for trust."""
        words = self._words
        self.list.set_rows(rows, current)
        self._count.setText(words.count("ui.plugins.count", count))
        self._waiting.setText(words.count("ui.plugins.waiting", waiting))
        self._waiting.setVisible(waiting > 0)

    def show_page(self, page: PluginPage | None) -> None:
        """Show the page of a plugin. The focus stays on the widget of the same name."""
        focused = self.focusWidget()
        name = focused.objectName() if self._inside(focused) else ""
        scrolled = self.page.verticalScrollBar().value() if self.page is not None else 0
        same = self.page is not None and page is not None and self.page.view.row.id == page.view.row.id
        clear(self._holder)
        self.page = page
        if page is None:
            none = label(self._words("ui.plugins.none"), "muted", wrap=True)
            none.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self._holder.addWidget(none)
            return
        self._holder.addWidget(page)
        if same:
            page.show()
            page.settle()
            page.verticalScrollBar().setValue(scrolled)
            if name and (again := page.findChild(QWidget, name)) is not None:
                again.setFocus()

    def _inside(self, widget: QWidget | None) -> bool:
        return self.page is not None and widget is not None and self.page.isAncestorOf(widget)

    # -- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif not press_focused(self, event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        theme = self._theme
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        narrow = self.width() < theme.px(STACKED)
        self._body.setDirection(down if narrow else across)
        self._bar_row.setDirection(down if narrow else across)
        if narrow:
            self._side.setMinimumWidth(0)
            self._side.setMaximumSize(16_777_215, max(theme.px(120), self.height() // 3))
        else:
            share = max(theme.px(LIST), min(round(self.width() * SHARE), theme.px(LIST + LIST // 2)))
            self._side.setFixedWidth(min(share, self.width() * 2 // 5))
            self._side.setMaximumHeight(16_777_215)
        self._drop.setVisible(not narrow)
        super().resizeEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(320), self._theme.px(240))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        QPainter(self).fillRect(self.rect(), QColor(theme.background_edge if theme.dark else theme.background))
