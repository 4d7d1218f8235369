"""The dialog of a report of a problem: what it would hold, file by file, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.lab.report.parts import NOTE, PICTURE, Part, size
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.theme.theme import MONO

WIDE, HIGH = 900, 700
NOTE_LINES = 3
TEXTS = (".txt", ".json", ".jsonl", ".log")
SHOWN = 200_000
"""The most characters of a file that are shown: its last ones."""


class ReportDialog(Dialog):
    """The dialog. `wanted` carries the chosen parts, the user's words first."""

    wanted = Signal(list)

    def __init__(self, parent: QWidget, theme: Theme, words: Words, parts: Sequence[Part]) -> None:
        super().__init__(parent)
        self._words, self._parts = words, list(parts)
        self.setObjectName("report")
        self.setWindowTitle(words("ui.report.title"))
        body = QVBoxLayout(self)
        body.setContentsMargins(*(theme.px(side) for side in (24, 20, 24, 18)))
        body.setSpacing(theme.px(10))
        body.addWidget(label(words("ui.report.title"), "title"))
        body.addWidget(label(words("ui.report.text"), "muted", wrap=True))
        self.note = QPlainTextEdit()
        self.note.setTabChangesFocus(True)
        self.note.setAccessibleName(words("ui.report.note"))
        asked = label(words("ui.report.note"), "strong")
        asked.setBuddy(self.note)
        body.addWidget(asked)
        body.addWidget(self.note)
        self.files = QListWidget()
        self.files.setAccessibleName(words("ui.report.files"))
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one in self._parts:
            item = QListWidgetItem(f"{one.about(words)}   {one.name}, {size(len(one.content), words)}")
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            self.files.addItem(item)
        body.addWidget(label(words("ui.report.files"), "strong"))
        body.addWidget(self.files)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        families = ", ".join(f'"{one}"' for one in MONO)
        self.text.setStyleSheet(f"font-family: {families}; font-size: {theme.size_small}px;")
        self.picture = _Picture()
        self.inside = QStackedWidget()
        for page in (self.text, self.picture):
            self.inside.addWidget(page)
        body.addWidget(self.inside, 1)
        self.sum = label("", "muted")
        cancel = QPushButton(words("ui.cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.save = QPushButton(words("ui.report.save"))
        self.save.setProperty("role", "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._give)
        foot = QHBoxLayout()
        foot.addWidget(self.sum, 1)
        foot.addWidget(cancel)
        foot.addWidget(self.save)
        body.addLayout(foot)
        self.note.ensurePolished()
        self.note.setFixedHeight(self.note.fontMetrics().lineSpacing() * NOTE_LINES + theme.px(16))
        self.files.ensurePolished()
        rows = sum(self.files.sizeHintForRow(row) for row in range(self.files.count()))
        self.files.setFixedHeight(rows + theme.px(8))
        self.note.textChanged.connect(self._count)
        self.files.itemChanged.connect(self._count)
        self.files.currentRowChanged.connect(self._show)
        self.files.setCurrentRow(0)
        self._count()
        room = parent.window().size()
        self.resize(min(theme.px(WIDE), room.width() - 40), min(theme.px(HIGH), room.height() - 40))
        self.note.setFocus()

    @property
    def chosen(self) -> list[Part]:
        """The parts that the report is to hold."""
        written = self.note.toPlainText().strip()
        own = [Part(NOTE, written.encode())] if written else []
        marked = [self.files.item(row).checkState() == Qt.CheckState.Checked for row in range(self.files.count())]
        return own + [one for one, taken in zip(self._parts, marked, strict=True) if taken]

    def _count(self) -> None:
        chosen, words = self.chosen, self._words
        held = size(sum(len(one.content) for one in chosen), words)
        self.sum.setText(words.count("ui.report.sum", len(chosen), size=held))
        self.save.setEnabled(bool(chosen))

    def _show(self, row: int) -> None:
        """Show what is in a file."""
        one = self._parts[row]
        if one.name == PICTURE:
            self.picture.show_picture(QImage.fromData(one.content))
            self.picture.setAccessibleName(one.about(self._words))
            self.inside.setCurrentWidget(self.picture)
            return
        readable = one.name.endswith(TEXTS)
        text = one.content.decode("utf-8", "replace")[-SHOWN:] if readable else self._words("ui.report.packed")
        self.text.setPlainText(text)
        self.text.setAccessibleName(one.name)
        self.inside.setCurrentWidget(self.text)

    def _give(self) -> None:
        chosen = self.chosen
        self.accept()
        self.wanted.emit(chosen)


class _Picture(QWidget):
    """A picture as large as there is room, never enlarged."""

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()

    def show_picture(self, image: QImage) -> None:
        self._image = image
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        room: QSize = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = self.rect()
        place.setSize(room.boundedTo(self._image.size()))
        place.moveCenter(self.rect().center())
        painter.drawImage(place, self._image)
