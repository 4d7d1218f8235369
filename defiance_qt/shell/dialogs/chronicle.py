"""The chronicle in a window of its own: sections, the diary of one, and the proof beside it. A link leads to its step,
and the window stays open."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt, QUrl, Signal
from PySide6.QtGui import QImage, QPainter, QTextDocument, QTextOption
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.lab.chronicle import SUFFIXES, Kept
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.panels.widgets import label
from defiance_qt.shell.present import chronicle
from defiance_qt.shell.theme import Theme

_LIST, _PROOF = 210, 470
_SIZE = (1240, 760)
# The wheel and the scroll bar stay beside a plot.
_EDGE = 40


class ChronicleDialog(Dialog):
    """The window. `jumped` carries the step of a link, `wanted` the suffix of a file to write."""

    jumped = Signal(int)
    wanted = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme, words: Words, found: Kept) -> None:
        super().__init__(parent)
        self.setModal(False)
        self.found = found
        self._theme, self._words = theme, words
        title = found.name or found.chronicle.title
        self.setWindowTitle(f"{words('ui.chronicle.title')}: {title}")
        room = parent.window().size()
        self.resize(min(_SIZE[0], room.width() - 40), min(_SIZE[1], room.height() - 60))
        self.sections = self._list()
        self.diary = self._browser(words("ui.chronicle.diary"))
        self.proof = self._browser(words("ui.chronicle.proof"))
        self.proof.setFixedWidth(min(_PROOF, self.width() * 2 // 5))
        columns = QHBoxLayout()
        columns.setSpacing(14)
        columns.addWidget(self.sections)
        columns.addWidget(self.diary, 1)
        columns.addWidget(self.proof)
        body = QVBoxLayout(self)
        body.setContentsMargins(20, 16, 20, 16)
        body.addLayout(self._head(title))
        if found.comment:
            body.addWidget(self._comment(found.comment))
        body.addLayout(columns, 1)
        self.sections.currentRowChanged.connect(self._show)
        self.sections.setCurrentRow(0)
        self.sections.setFocus()

    def _head(self, title: str) -> QHBoxLayout:
        head = QHBoxLayout()
        shown = label("", "title")
        shown.setTextFormat(Qt.TextFormat.PlainText)
        shown.setText(title)
        head.addWidget(shown, 1)
        for suffix in SUFFIXES:
            button = QPushButton(suffix[1:].upper())
            button.setObjectName(f"write{suffix}")
            button.setAutoDefault(False)
            button.setToolTip(self._words("ui.chronicle.write", form=suffix[1:].upper()))
            button.clicked.connect(lambda checked=False, suffix=suffix: self.wanted.emit(suffix))
            head.addWidget(button)
        close = QPushButton(self._words("ui.close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        head.addWidget(close)
        return head

    def _comment(self, text: str) -> QWidget:
        shown = label("", "muted", wrap=True)
        shown.setTextFormat(Qt.TextFormat.PlainText)
        shown.setText(text)
        return shown

    def _list(self) -> QListWidget:
        made = QListWidget()
        made.setFixedWidth(_LIST)
        made.setWordWrap(True)
        made.setAccessibleName(self._words("ui.chronicle.sections"))
        for section in self.found.chronicle.sections:
            text = f"{section.title}\n{section.outcome}" if section.outcome else section.title
            made.addItem(QListWidgetItem(text))
        return made

    def _browser(self, name: str) -> QTextBrowser:
        made = QTextBrowser()
        made.setOpenLinks(False)
        made.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        made.setAccessibleName(name)
        made.anchorClicked.connect(self._follow)
        return made

    def _follow(self, url: QUrl) -> None:
        step = url.toString().removeprefix(chronicle.STEP)
        if step.isdigit():
            self.jumped.emit(int(step))

    def _show(self, row: int) -> None:
        section = self.found.chronicle.sections[row]
        self.diary.setHtml(chronicle.diary(section, self._theme, self._words))
        self.proof.setVisible(bool(section.plots or section.proofs))
        text, pictures = chronicle.proof(section, self._theme)
        self.proof.clear()
        for name, picture in pictures.items():
            image = self._painted(picture)
            self.proof.document().addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        self.proof.setHtml(text)

    def _painted(self, picture: str) -> QImage:
        """Return a plot as wide as its column, as fine as the screen."""
        renderer = QSvgRenderer(QByteArray(picture.encode()))
        size, fine = renderer.defaultSize(), self.devicePixelRatioF()
        wide = self.proof.width() - _EDGE
        image = QImage(
            int(wide * fine), int(wide * fine * size.height() / size.width()), QImage.Format.Format_ARGB32_Premultiplied
        )
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        image.setDevicePixelRatio(fine)
        return image
