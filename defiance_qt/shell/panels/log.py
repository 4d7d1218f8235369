"""The log, what happened: sentences with the newest last. Its search and filter appear on request. Selecting a line
requests its explanation."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QFontMetrics, QIcon, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.system import Words
from defiance_qt.shell.models.log import LINE_ROLE, NEWEST_ROLE, Index, LogModel
from defiance_qt.shell.panels.elided import Elided
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.theme import Theme, font, icon

PAD = 4
BAR = 8  # the left edge of sentences, right of the bar
MOST_HEIGHTS = 4000
KEPT, TOO_MANY = 240, 480  # lines kept at the end, and the count above which older lines are dropped


class LineDelegate(QStyledItemDelegate):
    """Draws one line: a sentence, wrapped to as many lines as needed. Moments of the story have a gold ground, the
    lines of the last step a bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._font = font(theme, theme.size_small + 1)
        self._strong = font(theme, theme.size_small + 1, 600)
        self._metrics = {False: QFontMetrics(self._font), True: QFontMetrics(self._strong)}
        self._heights: dict[tuple[str, bool, int], int] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = option.widget.viewport().width() if isinstance(option.widget, QListView) else 300
        line: LineView = index.data(LINE_ROLE)
        # Cached because the view asks for every line whenever one is added.
        key = (line.text, line.moment, width)
        high = self._heights.get(key)
        if high is None:
            if len(self._heights) > MOST_HEIGHTS:
                self._heights.clear()
            high = self._heights[key] = self._height(line, width)
        return QSize(width, high + (3 if line.moment else 1) * PAD)

    def _height(self, line: LineView, width: int) -> int:
        room = QRect(0, 0, max(60, width - BAR - 2 * PAD), 4000)
        return self._metrics[line.moment].boundingRect(room, Qt.TextFlag.TextWordWrap, _told(line)).height()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        line: LineView = index.data(LINE_ROLE)
        box = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(theme.hover))
        colours = {"team": theme.team_ink, "enemy": theme.enemy_ink}
        colour = theme.gold_ink if line.note or line.moment else colours.get(line.side, theme.text)
        if line.moment:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.gold_fill))
            painter.drawRoundedRect(box.adjusted(0, 1, -2, -1), 4, 4)
        elif index.data(NEWEST_ROLE):
            bar = {"team": theme.team, "enemy": theme.enemy}.get(line.side, theme.muted)
            painter.fillRect(QRect(box.left(), box.top(), 2, box.height()), QColor(bar))
        painter.setFont(self._strong if line.moment else self._font)
        painter.setPen(QColor(colour))
        area = box.adjusted(BAR, PAD if line.moment else PAD // 2, -PAD, 0)
        painter.drawText(area, Qt.TextFlag.TextWordWrap, _told(line))


def _told(line: LineView) -> str:
    return f"✎ {line.text}" if line.note else line.text


class LogPanel(QFrame):
    """The log. `asked` carries the line to explain, `corrected` the line whose command was wrong, `jumped` the step of
    a line that was double-clicked. `categories` are the filter options."""

    jumped = Signal(int)
    asked = Signal(object)
    corrected = Signal(object)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        model: LogModel,
        categories: Sequence[str],
        note: QAction,
        search: QAction,
    ) -> None:
        super().__init__()
        self._words, self._model, self._categories = words, model, tuple(categories)
        self.setProperty("role", "bar")
        self.view = QListView()
        self.view.setModel(model)
        self.view.setItemDelegate(LineDelegate(theme))
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Lines wrap at the width beside the bar. If the bar appeared and disappeared, the last line would be cut off.
        self.view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setAccessibleName(words("ui.log.title"))
        self.view.selectionModel().currentChanged.connect(self._chosen)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._context)
        self.view.doubleClicked.connect(lambda index: self.jumped.emit(model.line(index.row()).step))
        self._follows = True
        self.view.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.view.verticalScrollBar().rangeChanged.connect(self._ranged)
        self._search = QLineEdit()
        self._search.setPlaceholderText(words("ui.log.search"))
        self._search.setAccessibleName(words("ui.log.search"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._filter)
        self._kinds: dict[str, QAction] = {}
        self._tools = QWidget()
        row = QHBoxLayout(self._tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._search, 1)
        row.addWidget(self._filter_button(theme))
        self._tools.hide()
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(Elided("strong", text=words("ui.log.title")))
        head.addStretch(1)
        for action, name in ((note, "note"), (search, "search")):
            head.addWidget(_small_button(action, icon(name, theme.muted, theme.px(16))))
        body = QVBoxLayout(self)
        gap = theme.px(12)
        body.setContentsMargins(gap, 2, 2, theme.px(6))
        body.setSpacing(2)
        body.addLayout(head)
        body.addWidget(self._tools)
        body.addWidget(self.view, 1)
        model.rowsInserted.connect(self._grown)
        model.modelReset.connect(self._to_end)

    def _filter_button(self, theme: Theme) -> QToolButton:
        words = self._words
        menu = QMenu(self)
        for kind in self._categories:
            action = menu.addAction(words(f"log.{kind}"))
            action.setCheckable(True)
            action.setChecked(True)
            action.toggled.connect(self._filter)
            self._kinds[kind] = action
        button = QToolButton()
        button.setText(words("ui.log.filter"))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setProperty("role", "quiet")
        button.setIcon(icon("filter", theme.muted, theme.px(16)))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return button

    def sync(self) -> None:
        """Follow the session's head."""
        self._model.sync()

    def toggle_search(self) -> None:
        """Show the search and focus it, or hide it and show every line again."""
        shown = self._tools.isHidden()
        self._tools.setVisible(shown)
        if shown:
            self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        self._search.clear()
        for action in self._kinds.values():
            action.setChecked(True)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _filter(self) -> None:
        kinds = [kind for kind, action in self._kinds.items() if action.isChecked()]
        self._model.set_filter(() if len(kinds) == len(self._categories) else kinds, self._search.text())

    def _chosen(self, current: QModelIndex, previous: QModelIndex) -> None:
        if not current.isValid():
            return
        self.asked.emit(self._model.line(current.row()))
        self.view.scrollTo(current)

    def _context(self, place: QPoint) -> None:
        """Show the menu of a line: explain it, go to its step, correct its command."""
        index = self.view.indexAt(place)
        if not index.isValid():
            return
        line, words = self._model.line(index.row()), self._words
        menu = QMenu(self)
        menu.addAction(words("ui.do.look.why")).triggered.connect(lambda: self.asked.emit(line))
        menu.addAction(words("ui.log.jump")).triggered.connect(lambda: self.jumped.emit(line.step))
        menu.addAction(words("ui.correct.menu")).triggered.connect(lambda: self.corrected.emit(line))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.view.viewport().mapToGlobal(place))

    def _grown(self, parent: QModelIndex, first: int, last: int) -> None:
        if first:
            if self._follows and self._model.rowCount() > TOO_MANY:
                QTimer.singleShot(0, self, self._let_go)
            self._to_end()

    def _let_go(self) -> None:
        """Drop old lines while the view follows the end, because each line slows every later insertion. They reload
        when the user scrolls up."""
        if self._follows:
            self._model.forget(KEPT)

    def _to_end(self) -> None:
        self._follows = True
        self.view.scrollToBottom()

    def _ranged(self, low: int, high: int) -> None:
        """Keep the view at the end, if it was there, when lines are added or the size changes."""
        if self._follows:
            self.view.verticalScrollBar().setValue(high)

    def _scrolled(self, value: int) -> None:
        bar = self.view.verticalScrollBar()
        self._follows = value >= bar.maximum() - 2
        if value == bar.minimum() and bar.maximum() > 0:
            before = bar.maximum()
            if self._model.older():
                bar.setValue(max(1, bar.maximum() - before))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.view.scheduleDelayedItemsLayout()
        return super().event(event)


def _small_button(action: QAction, picture: QIcon) -> QToolButton:
    """Return a button in the head of the log for one of the window's actions."""
    button = QToolButton()
    button.setDefaultAction(action)
    action.setIcon(picture)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setAutoRaise(True)
    button.setProperty("role", "quiet")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(action.text())
    return button
