"""The chronicle in a window of its own: sections, the diary of one, and the proof beside it. A link leads to its step,
and the window stays open; it follows another language and theme."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent, QTextDocument, QTextOption
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.lab.chronicle import SUFFIXES, Kept
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.plots import paint_plot
from defiance_qt.shell.present import chronicle
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip

_LIST, _PROOF = 210, 520
_SIZE = (1240, 760)
# The wheel and the scroll bar stay beside a plot.
_EDGE = 40
# Beside and above the words of an entry of the list.
_INSET, _PAD = 14, 12
# The share of the height that the figures below the list may take up.
_MOST = 0.42
SEEK = "/"


class Pages(QTextBrowser):
    """A text whose tables are as large as leaves nothing to scroll sideways."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._written: Callable[[chronicle.Room], str] = lambda room: ""
        self._fitting = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._fit)

    def fill(self, written: Callable[[chronicle.Room], str]) -> None:
        """Show a text, which is written for the room that tables have."""
        self._written = written
        self._fit()

    def _fit(self) -> None:
        self._fitting = True  # a scroll bar that comes or goes meanwhile is another size
        for room in chronicle.rooms(self._theme):
            self.setHtml(self._written(room))
            if self.document().size().width() <= self.viewport().width():
                break
        self._fitting = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and not self._fitting:
            self._later.start(0)  # Qt lays out the text meanwhile


class ChronicleDialog(Dialog):
    """The window. `jumped` carries the step of a link, `wanted` the suffix of a file to write."""

    jumped = Signal(int)
    wanted = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme, words: Words, found: Kept) -> None:
        super().__init__(parent)
        self.setModal(False)
        room = parent.window().size()
        wide, high = (round(side * theme.scale) for side in _SIZE)
        self.resize(min(wide, room.width() - 40), min(high, room.height() - 60))
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._body: QWidget | None = None
        self._side = chronicle.SIDES[0]
        self.search, self.sections = QLineEdit(), QListWidget()
        self.renew(theme, words, found)
        self.sections.setFocus()

    def renew(self, theme: Theme, words: Words, found: Kept) -> None:
        """Show a chronicle in a theme and a language, with the section, the side and the search as they were."""
        row = self.sections.currentRow() if self._body is not None else 0
        sought = self.search.text()
        if self._body is not None:
            self._body.hide()
            self._body.deleteLater()
        self.found, self._theme, self._words = found, theme, words
        title = found.name or found.chronicle.title
        self.setWindowTitle(f"{words('ui.chronicle.title')}: {title}")
        self._body = body = QWidget()
        self.sections = self._list()
        self.diary = self._browser(words("ui.chronicle.diary"))
        self.proof = self._browser(words("ui.chronicle.proof"))
        self.search = self._field(sought)
        self.sides = {side: self._side_button(side) for side in chronicle.SIDES}
        self._switch = self._make_switch()
        beside = QVBoxLayout()
        beside.setSpacing(8)
        beside.addWidget(self._switch)
        beside.addWidget(self.proof, 1)
        self._beside = QWidget()
        self._beside.setLayout(beside)
        beside.setContentsMargins(0, 0, 0, 0)
        self._beside.setFixedWidth(min(theme.px(_PROOF), self.width() * 5 // 12))
        columns = QHBoxLayout()
        columns.setSpacing(14)
        left = QVBoxLayout()
        left.setSpacing(10)
        left.addWidget(self.sections, 1)
        left.addWidget(self._so_far())
        left.addStretch(0)
        columns.addLayout(left)
        columns.addWidget(self.diary, 1)
        columns.addWidget(self._beside)
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 16, 20, 16)
        column.addLayout(self._head(title))
        if found.comment:
            column.addWidget(self._comment(found.comment))
        column.addLayout(columns, 1)
        self._whole.addWidget(body)
        self.sections.currentRowChanged.connect(self._show)
        self.sections.setCurrentRow(min(max(0, row), self.sections.count() - 1))
        for part in (self.sections, self.diary, self.proof):
            part.installEventFilter(self)
        self.search.textChanged.connect(self._sought)
        self._sought()

    def _head(self, title: str) -> QHBoxLayout:
        head = QHBoxLayout()
        shown = label("", "title")
        shown.setTextFormat(Qt.TextFormat.PlainText)
        shown.setText(title)
        head.addWidget(shown, 1)
        head.addWidget(self.search)
        for suffix in SUFFIXES:
            button = QPushButton(suffix[1:].upper())
            button.setObjectName(f"write{suffix}")
            button.setAutoDefault(False)
            set_tip(button, self._words("ui.chronicle.write", form=suffix[1:].upper()))
            button.clicked.connect(lambda checked=False, suffix=suffix: self.wanted.emit(suffix))
            head.addWidget(button)
        close = QPushButton(self._words("ui.close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        head.addWidget(close)
        return head

    def _field(self, text: str) -> QLineEdit:
        made = QLineEdit(text)
        made.setFixedWidth(self.px(200))
        made.setClearButtonEnabled(True)
        made.setPlaceholderText(self._words("ui.chronicle.search"))
        made.setAccessibleName(self._words("ui.chronicle.search.name"))
        set_tip(made, f"{self._words('ui.chronicle.search.name')} ({SEEK})")
        made.returnPressed.connect(self._next)
        return made

    def _side_button(self, side: str) -> QPushButton:
        words = self._words
        made = QPushButton(words(f"ui.chronicle.side.{side}"))
        made.setObjectName(f"side:{side}")
        made.setCheckable(True)
        made.setChecked(side == self._side)
        made.setAutoDefault(False)
        set_tip(made, words(f"ui.chronicle.side.{side}.tip"))
        made.clicked.connect(lambda checked=False: self._turn(side))
        return made

    def _make_switch(self) -> QWidget:
        group = QButtonGroup(self._body)
        for button in self.sides.values():
            group.addButton(button)
        title = label(self._words("ui.chronicle.proof"), "strong")
        title.setMinimumHeight(max(button.sizeHint().height() for button in self.sides.values()))
        return flowing([title, *self.sides.values()])

    def _turn(self, side: str) -> None:
        """Show the plots and proofs of one side."""
        self._side = side
        self._show(self.sections.currentRow())

    def _comment(self, text: str) -> QWidget:
        shown = label("", "muted", wrap=True)
        shown.setTextFormat(Qt.TextFormat.PlainText)
        shown.setText(text)
        return shown

    def _list(self) -> QListWidget:
        made = QListWidget()
        made.setFixedWidth(min(self._theme.px(_LIST), self.width() // 5))
        made.setWordWrap(True)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setViewportMargins(2, 2, 2, 2)  # a frame around it shows the focus
        made.setAccessibleName(self._words("ui.chronicle.sections"))
        face = QFontMetrics(font(self._theme))
        room = QRect(0, 0, made.width() - 2 * self._theme.px(_INSET), 9999)
        for section in self.found.chronicle.sections:
            text = f"{section.title}\n{section.outcome}" if section.outcome else section.title
            item = QListWidgetItem(text)
            # Qt's own hint forgets the padding, and cuts what then does not fit.
            high = face.boundingRect(room, int(Qt.TextFlag.TextWordWrap), text).height()
            item.setSizeHint(QSize(room.width(), high + self._theme.px(_PAD)))
            made.addItem(item)
        # No higher than its entries, so that the figures stand below the last of them.
        frame = made.viewportMargins().top() + made.viewportMargins().bottom() + 2
        made.setMaximumHeight(frame + sum(made.item(row).sizeHint().height() for row in range(made.count())))
        return made

    def _so_far(self) -> QLabel:
        """Return the figures of the whole game, to stand below the list; hidden without any, or without room."""
        made = label("")
        made.setObjectName("so far")
        made.setProperty("role", "card")
        made.setTextFormat(Qt.TextFormat.RichText)
        made.setWordWrap(True)
        made.setFixedWidth(self.sections.width())
        made.setContentsMargins(*(self._theme.px(side) for side in (10, 6, 6, 8)))
        made.linkActivated.connect(lambda link: self._follow(QUrl(link)))
        table = chronicle.so_far(self.found.chronicle)
        if table is not None:
            made.setText(chronicle.figures(table, self._theme, self._words))
            made.setAccessibleName(table.title)
            made.setAccessibleDescription(". ".join(f"{row.name}: {row.cells[0].text}" for row in table.rows))
        high = made.heightForWidth(made.width())
        if table is None or high >= self.height() * _MOST:
            made.hide()
        return made

    def _browser(self, name: str) -> Pages:
        made = Pages(self._theme)
        made.setOpenLinks(False)
        made.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        made.setAccessibleName(name)
        made.anchorClicked.connect(self._follow)
        return made

    def _follow(self, url: QUrl) -> None:
        step = url.toString().removeprefix(chronicle.STEP)
        if step.isdigit():
            self.jumped.emit(int(step))

    # -- searching

    def _seek(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep "/" from the list, which would look for an entry that begins with it."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.text() == SEEK:
            self._seek()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends a search before it closes the window; "/" begins one."""
        if event.text() == SEEK:
            self._seek()
            return
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            self.sections.setFocus()
            return
        super().keyPressEvent(event)

    def _sought(self) -> None:
        """Show the sections that have what is sought, and of them what has it."""
        sought = self.search.text().strip()
        there = []
        for row, section in enumerate(self.found.chronicle.sections):
            found = not sought or bool(chronicle.hits(section, sought))
            self.sections.item(row).setHidden(not found)
            if found:
                there.append(row)
        if not there:
            nothing = escape(self._words("ui.chronicle.nothing", text=sought))
            self.diary.fill(lambda room: nothing)
        elif self.sections.currentRow() not in there:
            self.sections.setCurrentRow(there[0])
        else:
            self._show(self.sections.currentRow())

    def _next(self) -> None:
        """Go to the next section that has what is sought."""
        rows = [row for row in range(self.sections.count()) if not self.sections.item(row).isHidden()]
        if rows:
            here = self.sections.currentRow()
            self.sections.setCurrentRow(next((row for row in rows if row > here), rows[0]))

    # -- what is shown

    def _show(self, row: int) -> None:
        if row < 0:
            return
        section = self.found.chronicle.sections[row]
        sought = self.search.text().strip()
        self.diary.fill(lambda room: chronicle.diary(section, self._theme, self._words, room, sought))
        self._beside.setVisible(bool(section.plots or section.proofs))
        there = chronicle.sides(section)
        self._switch.setVisible(len(there) > 1)
        if len(there) > 1:
            section = chronicle.of_side(section, self._side)
        wide = self._beside.width() - self._theme.px(_EDGE)
        pictures = chronicle.pictures(section, self._theme, wide)
        self.proof.clear()
        for name, picture in pictures.items():
            image = paint_plot(picture, wide, self.devicePixelRatioF())
            self.proof.document().addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        self.proof.fill(lambda room: chronicle.proof(section, self._theme, self._words, room))
