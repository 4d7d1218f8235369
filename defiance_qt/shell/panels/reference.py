"""The rules reference, a sheet over the right column: search, headings, one open rule, and the log lines that cite
it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QStyleOptionViewItem, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, framed, vbox
from defiance_qt.shell.kit.labels import WRAP, label
from defiance_qt.shell.kit.lists import PAD, RowDelegate, wrapped_height, write
from defiance_qt.shell.models.rows import ROW_ROLE, Column, Index, SearchModel
from defiance_qt.shell.panels.side import Beside, SearchSheet
from defiance_qt.shell.present.reference import RowView, RuleView, rows
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip

WIDE = 430
CITED = 150
SHARE = 0.56  # the most of the sheet that the open rule takes up
_LINE = Qt.ItemDataRole.UserRole
Look = Callable[[str], RuleView | None]


class RuleDelegate(RowDelegate):
    """Draws a heading or a rule: its id on the left, its text wrapped to as many lines as needed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._font = font(theme, theme.size_small + 1)
        self._strong = font(theme, theme.size_text, 600)
        self._gutter = QFontMetrics(self._font).horizontalAdvance("R-000  ")

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: RowView = index.data(ROW_ROLE)
        width = option.widget.viewport().width() if isinstance(option.widget, QListView) else WIDE
        if not row.id:
            return QSize(width, QFontMetrics(self._strong).height() + 3 * PAD)
        room = max(60, width - self._gutter - 2 * PAD)
        return QSize(width, wrapped_height(self._font, row.text, room) + PAD + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box = self._theme, option.rect
        row: RowView = index.data(ROW_ROLE)
        if not row.id:
            self.heading(painter, box, row.text)
            return
        chosen = self.ground(painter, option)
        ink = theme.team_ink if chosen else theme.muted
        write(painter, box.adjusted(PAD, PAD // 2, 0, 0), row.id, self._font, ink, WRAP)
        area = box.adjusted(PAD + self._gutter, PAD // 2, -PAD, 0)
        write(painter, area, row.text, self._font, theme.text_strong if chosen else theme.text, WRAP)


def rules_model(words: Words) -> SearchModel:
    """Return all rules below their headings. A search finds rules by id or by words."""
    column = Column(lambda row: row.text, lambda row: f"{row.id} {row.text}".strip())
    return SearchModel(column, lambda text: rows(text, words), lambda row: not row.id)


class ReferenceSheet(SearchSheet):
    """The sheet. `look` returns the details of a rule. `asked` carries a log line to explain, `jumped` the step of a
    line that was double-clicked."""

    asked = Signal(object)
    jumped = Signal(int)

    def __init__(self, theme: Theme, words: Words, look: Look, over: QWidget, beside: Beside) -> None:
        texts = words("ui.rules.title"), words("ui.rules.search"), words("ui.rules.nothing")
        super().__init__(theme, words, texts, rules_model(words), RuleDelegate(theme), WIDE, over, beside)
        self._look = look
        self.view: RuleView | None = None
        self.setObjectName("rules")
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self._head = label("", "strong", wrap=True)
        self._text = label("", "", wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._switches = label("", "small", wrap=True)
        self._cited = label("", "small", wrap=True)
        self.lines = QListWidget()
        self.lines.setMaximumHeight(CITED)
        self.lines.setWordWrap(True)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.setAccessibleName(words("ui.rules.cited_by"))
        set_tip(self.lines, words("ui.rules.lines_tip"))
        self.lines.itemClicked.connect(lambda item: self.asked.emit(item.data(_LINE)))
        self.lines.itemDoubleClicked.connect(lambda item: self.jumped.emit(item.data(_LINE).step))
        self._lay_out()

    def _lay_out(self) -> None:
        self._open = framed(
            vbox(self._head, self._text, self._switches, self._cited, self.lines, margins=(12, 10), gap=5)
        )
        self._holder = Scroll(self._open, self._words("ui.rules.title"))
        self.body.addWidget(self._holder)
        self._holder.hide()

    def open_at(self, id: str = "") -> None:
        """Show the sheet, scrolled to a rule if one is given."""
        self.open()
        if id:
            self.search.clear()
            place = self.model.place(lambda row: row.id == id)
            if place >= 0:
                self.list.setCurrentIndex(self.model.index(place))
                self.list.scrollTo(self.model.index(place), QListView.ScrollHint.PositionAtTop)
            self.show_rule(id)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_rule(self, id: str) -> None:
        """Show the details of a rule below the list."""
        view = self.view = self._look(id)
        words = self._words
        self._holder.setVisible(view is not None)
        if view is None:
            return
        self._head.setText(" · ".join(part for part in (view.id, view.area, view.page) if part))
        self._text.setText(view.text)
        told = [words("ui.rules.switch", name=name, value=value) for name, value in view.switches]
        self._switches.setText("\n".join(told))
        self._switches.setVisible(bool(told))
        self._cited.setText(words.count("ui.rules.cited", view.cited) if view.cited else words("ui.rules.uncited"))
        self.lines.clear()
        for line in view.lines:
            item = QListWidgetItem(f"{line.where}  {line.text}")
            item.setData(_LINE, line)
            self.lines.addItem(item)
        self.lines.setVisible(bool(view.lines))
        needed = sum(self.lines.sizeHintForRow(row) for row in range(min(len(view.lines), 6)))
        self.lines.setFixedHeight(min(CITED, max(30, needed) + 6))
        self._fit()

    def _fit(self) -> None:
        """Give the open rule the height it needs, at most its share of the sheet; it scrolls in that."""
        layout = self._open.layout()
        if layout is not None:
            layout.activate()
            high = layout.totalHeightForWidth(self._holder.viewport().width())
            self._holder.setFixedHeight(min(high, round(self.height() * SHARE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def refresh(self) -> None:
        """Update the open rule after a change of the session."""
        if self.isVisible() and self.view is not None:
            self.show_rule(self.view.id)

    def _find(self, text: str) -> None:
        super()._find(text)
        if self.model.first() < 0:
            self.view = None
            self._holder.hide()

    def _chosen(self, current: QModelIndex) -> None:
        if current.isValid():
            self.show_rule(self.model.row(current.row()).id)
            # The card that opens below takes space from the list. Keep the selected row visible.
            QTimer.singleShot(0, self, lambda: self.list.scrollTo(self.list.currentIndex()))
