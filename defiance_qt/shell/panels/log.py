"""The log, what happened: the sentences of the story with the newest last. A click unfolds the exact lines behind one;
selecting an exact line requests its explanation. Search and filter appear on request."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QFont, QIcon, QKeyEvent, QPainter, QShowEvent, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
)

from defiance_qt.core.port import Words
from defiance_qt.core.telling import spans
from defiance_qt.shell.background import SHOWN
from defiance_qt.shell.kit.boxes import boxed, hbox, vbox
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.models.log import FIRST, LINE_ROLE, NEWEST_ROLE, OPEN_ROLE, Index, LogModel
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.theme import Theme, font, icon

PAD = 4
GUTTER = 12  # room for the sign of a line that unfolds
MOST_PAINTED = 200  # texts laid out, some screens full
MOST_HEIGHTS = 4000
KEPT, TOO_MANY = 240, 480  # lines kept at the end, and the count above which older lines are dropped
PART = 30  # milliseconds between two parts of a page


class LineDelegate(QStyledItemDelegate):
    """Draws one line, wrapped, with names in the color of their side. A turn of the story has a gold ground, a chapter
    a rule behind its heading; exact lines are indented below theirs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._font = font(theme, theme.size_small + 1)
        self._small = font(theme, theme.size_small)
        self._strong = font(theme, theme.size_small + 1)
        self._strong.setWeight(QFont.Weight.DemiBold)
        self._gutter = theme.px(GUTTER)
        self._heights: dict[tuple[str, str, bool, int], int] = {}
        self._painted: dict[tuple[object, ...], QTextLayout] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = option.widget.viewport().width() if isinstance(option.widget, QListView) else 300
        line: LineView = index.data(LINE_ROLE)
        # Cached because the view asks for every line whenever one is added.
        key = (line.text, line.tone, line.exact, width)
        high = self._heights.get(key)
        if high is None:
            if len(self._heights) > MOST_HEIGHTS:
                self._heights.clear()
            high = self._heights[key] = ceil(self._laid(line, self._room(line, width)).boundingRect().height())
        return QSize(width, high + 2 * self._above(line))

    def _above(self, line: LineView) -> int:
        """Return the space above and below the text."""
        return self._theme.px(6 if line.tone in ("gold", "chapter") else 1 if line.exact else 3)

    def _left(self, line: LineView) -> int:
        return self._gutter + (self._gutter if line.exact else 0)

    def _room(self, line: LineView, width: int) -> int:
        return max(60, width - self._left(line) - 2 * PAD)

    def _laid(self, line: LineView, room: int) -> QTextLayout:
        """Return the text in lines of this width."""
        used = self._small if line.exact else self._strong if line.tone in ("gold", "chapter") else self._font
        layout = QTextLayout(f"✎ {line.text}" if line.note else line.text, used)
        layout.setFormats(self._formats(line))
        layout.beginLayout()
        high = 0.0
        while (row := layout.createLine()).isValid():
            row.setLineWidth(room)
            row.setPosition(QPointF(0, high))
            high += row.height()
        layout.endLayout()
        return layout

    def _kept(self, line: LineView, room: int) -> QTextLayout:
        """Return the text in lines of this width; the texts on the screen are laid out once."""
        key = (line.text, line.names, line.tone, line.exact, line.note, room)
        layout = self._painted.get(key)
        if layout is None:
            if len(self._painted) > MOST_PAINTED:
                self._painted.clear()
            layout = self._painted[key] = self._laid(line, room)
        return layout

    def _formats(self, line: LineView) -> list[QTextLayout.FormatRange]:
        if line.tone in ("gold", "quiet", "chapter"):
            return []
        found = []
        for start, length, side in spans(line.text, line.names):
            one = QTextLayout.FormatRange()
            one.start, one.length = start, length
            one.format = QTextCharFormat()
            one.format.setForeground(QColor(self._ink(side)))
            found.append(one)
        return found

    def _ink(self, side: str) -> str:
        return {"team": self._theme.team_ink, "enemy": self._theme.enemy_ink}.get(side, self._theme.text)

    def _colour(self, line: LineView) -> str:
        theme = self._theme
        if line.note:
            return theme.gold_ink
        tones = {"gold": theme.gold_ink, "danger": theme.danger_ink, "quiet": theme.muted, "chapter": theme.gold_ink}
        if line.exact:
            return theme.muted
        return tones.get(line.tone) or self._ink(line.side)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        line: LineView = index.data(LINE_ROLE)
        box = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, above = self._left(line), self._above(line)
        layout = self._kept(line, self._room(line, box.width()))
        if line.tone == "gold":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.gold_fill))
            painter.drawRoundedRect(box.adjusted(1, 2, -1, -2), 4, 4)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(theme.hover))
        if index.data(NEWEST_ROLE) and line.tone != "gold":
            bar = {"team": theme.team, "enemy": theme.enemy}.get(line.side, theme.muted)
            painter.fillRect(QRect(box.left(), box.top(), 2, box.height()), QColor(bar))
        if line.tone == "chapter":
            painter.setPen(QColor(theme.gold_ink))
            wide = max(layout.lineAt(row).naturalTextWidth() for row in range(layout.lineCount()))
            start = box.left() + PAD + left + ceil(wide) + theme.px(8)
            painter.drawLine(start, box.center().y(), box.right() - theme.px(4), box.center().y())
        if len(line.parts) > 1 and not line.opens:
            sign = "▾" if index.data(OPEN_ROLE) else "▸"
            painter.setFont(self._small)
            painter.setPen(QColor(theme.faint))
            room = QRect(box.left() + PAD, box.top() + above, left, box.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignTop, sign)
        painter.setPen(QColor(self._colour(line)))
        layout.draw(painter, QPointF(box.left() + PAD + left, box.top() + above))
        painter.restore()


class _Lines(QListView):
    """The list of lines. `folded` carries a line that Right, Left or a click unfolds or folds."""

    folded = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left) and current.isValid():
            if (event.key() == Qt.Key.Key_Right) != bool(current.data(OPEN_ROLE)):
                self.folded.emit(current)
            return
        super().keyPressEvent(event)


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
        self.view = _Lines()
        self.view.setModel(model)
        self.view.setItemDelegate(LineDelegate(theme))
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Lines wrap at the width beside the bar. If the bar appeared and disappeared, the last line would be cut off.
        self.view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setAccessibleName(words("ui.log.title"))
        self.view.selectionModel().currentChanged.connect(self._chosen)
        self.view.clicked.connect(self._clicked)
        self.view.folded.connect(self._fold)
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
        self._tools = boxed(hbox((self._search, 1), self._filter_button(theme), margins=0, gap=6))
        self._tools.hide()
        head = hbox(Elided("strong", text=words("ui.log.title")), ..., gap=2)
        for action, name in ((note, "note"), (search, "search")):
            head.addWidget(_small_button(action, icon(name, theme.muted, theme.px(16))))
        gap = theme.px(12)
        vbox(head, self._tools, (self.view, 1), of=self, margins=(gap, 2, 2, theme.px(6)), gap=2)
        model.rowsInserted.connect(self._grown)
        model.modelReset.connect(self._start_page)
        self._page = QTimer(self)
        self._page.timeout.connect(self._fill_page)

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
        line = self._model.line(current.row())
        if line.opens:
            self.asked.emit(line)
        elif not self._model.unfolds(current.row()):
            self.asked.emit(line.parts[0] if line.parts else line)
        self.view.scrollTo(current)

    def _clicked(self, index: QModelIndex) -> None:
        """Unfold a sentence, unless a click on it opens its account."""
        if not self._model.line(index.row()).opens:
            self._fold(index)

    def _fold(self, index: QModelIndex) -> None:
        """Show or hide the exact lines of a sentence, and keep them in view."""
        if not self._model.unfolds(index.row()):
            return
        self._follows = False
        self._model.toggle(index.row())
        if index.data(OPEN_ROLE):
            self.view.scrollTo(self._model.index(index.row() + len(self._model.line(index.row()).parts)))
            self.view.scrollTo(self._model.index(index.row()))

    def _context(self, place: QPoint) -> None:
        """Show the menu of a line: explain it, go to its step, correct its command."""
        index = self.view.indexAt(place)
        if not index.isValid():
            return
        line, words = self._model.line(index.row()), self._words
        menu = QMenu(self)
        if self._model.unfolds(index.row()):
            does = words("ui.log.fold" if index.data(OPEN_ROLE) else "ui.log.exact")
            menu.addAction(does).triggered.connect(lambda: self._fold(index))
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

    def _start_page(self) -> None:
        """Show the end of the latest lines. The rest of their page is loaded in parts while the window answers."""
        self._to_end()
        self._page.start(SHOWN)

    def _fill_page(self) -> None:
        if not self.updatesEnabled():
            return  # The screen is being made ready.
        if self.isVisible() and self._model.short and self._model.older(FIRST):
            self._page.start(PART)
        else:
            self._page.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._page.start(SHOWN)

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
