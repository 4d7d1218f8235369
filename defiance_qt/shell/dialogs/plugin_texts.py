"""Dialogs that show a plugin's files as plain text: what its author wants to be read first, and what has changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.extend.compared import FileChange
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.present.plugins import change_note
from defiance_qt.shell.screens.plugin_parts import CHANGES
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.theme.theme import MONO

MARGINS = (24, 20, 24, 18)
WIDE, HIGH = 860, 680
ROWS = 5
"""The most files that are seen at once."""


class PluginTextDialog(Dialog):
    """A text of a plugin, as plain text: nothing in it is a link, a picture or a format."""

    def __init__(self, parent: QWidget, theme: Theme, words: Words, title: str, text: str) -> None:
        super().__init__(parent)
        self.setObjectName("plugin text")
        self.setWindowTitle(title)
        body = _body(self, theme)
        body.addWidget(label(title, "title", wrap=True))
        self.text = _reader(theme, title, mono=False)
        self.text.setPlainText(text)
        body.addWidget(self.text, 1)
        body.addLayout(_foot(self, words))
        self.text.setFocus()


class ChangesDialog(Dialog):
    """The files of a plugin that differ, and the lines that came and went in the chosen one."""

    def __init__(
        self, parent: QWidget, theme: Theme, words: Words, title: str, compared: str, changes: Sequence[FileChange]
    ) -> None:
        super().__init__(parent)
        # Code first: it is what one trusts.
        changes = sorted(changes, key=lambda one: not one.name.endswith(".py"))
        self._theme, self._words, self._changes = theme, words, changes
        self.setObjectName("changes")
        self.setWindowTitle(words("ui.changes.title"))
        body = _body(self, theme)
        body.addWidget(label(words("ui.changes.of", name=title), "title", wrap=True))
        body.addWidget(label(compared, "muted", wrap=True))
        self.files = QListWidget()
        self.files.setAccessibleName(words("ui.incoming.files"))
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one in changes:
            self.files.addItem(f"{one.name}   {change_note(one, words)}")
            mark, tone = CHANGES[one.kind]
            self.files.item(self.files.count() - 1).setIcon(icon(mark, getattr(theme, tone), theme.px(16)))
        self.files.setViewportMargins(3, 3, 3, 3)
        self.files.currentRowChanged.connect(self._show)
        body.addWidget(self.files)
        self.text = _reader(theme, words("ui.changes.title"), mono=True)
        body.addWidget(self.text, 1)
        body.addLayout(_foot(self, words))
        self.files.ensurePolished()
        row = self.files.sizeHintForRow(0) if changes else 0
        self.files.setFixedHeight(row * min(max(1, len(changes)), ROWS) + 2 * self.files.frameWidth() + 8)
        self.files.setCurrentRow(0)
        self.files.setFocus()

    def _show(self, row: int) -> None:
        """Show the lines of a file. Each begins with its sign; colors only repeat it."""
        one, words = self._changes[row], self._words
        self.text.clear()
        self.text.setAccessibleName(f"{one.name}, {change_note(one, words)}")
        if not one.readable:
            self.text.setPlainText(words("ui.changes.unreadable"))
            return
        cursor = self.text.textCursor()
        for place, line in enumerate(one.lines):
            if place:
                cursor.insertBlock()
            self._write(cursor, {"-": "\N{MINUS SIGN}"}.get(line.sign, line.sign), line.text)
        if one.cut:
            cursor.insertBlock()
            self._write(cursor, "…", words.count("ui.changes.cut", one.cut))
        if not one.lines:
            self._write(cursor, "", words("ui.changes.no_lines"))
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def _write(self, cursor: QTextCursor, sign: str, text: str) -> None:
        theme = self._theme
        ground, ink = {
            "+": (theme.team_fill, theme.team_ink),
            "\N{MINUS SIGN}": (theme.danger_fill, theme.danger_ink),
            "…": ("", theme.muted),
        }.get(sign, ("", theme.text))
        block, letters = QTextBlockFormat(), QTextCharFormat()
        if ground:
            block.setBackground(QColor(ground))
        letters.setForeground(QColor(ink))
        cursor.setBlockFormat(block)
        cursor.insertText(f"{sign} {text}".rstrip(), letters)


def _body(dialog: Dialog, theme: Theme) -> QVBoxLayout:
    """Return the column of a dialog that takes most of its window."""
    body = QVBoxLayout(dialog)
    body.setContentsMargins(*(theme.px(side) for side in MARGINS))
    body.setSpacing(theme.px(10))
    parent = dialog.parentWidget()
    assert parent is not None
    top = parent.window()
    while (over := top.parentWidget()) is not None:  # a dialog over a smaller one
        top = over.window()
    room = top.size()
    dialog.resize(min(theme.px(WIDE), room.width() - 40), min(theme.px(HIGH), room.height() - 40))
    return body


def _reader(theme: Theme, name: str, *, mono: bool) -> QPlainTextEdit:
    made = QPlainTextEdit()
    made.setReadOnly(True)
    made.setTabChangesFocus(True)
    made.setAccessibleName(name)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    if mono:
        families = ", ".join(f'"{one}"' for one in MONO)
        made.setStyleSheet(f"font-family: {families}; font-size: {theme.size_small}px;")
        made.ensurePolished()
        made.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        made.setTabStopDistance(4 * made.fontMetrics().horizontalAdvance(" "))
    return made


def _foot(dialog: Dialog, words: Words) -> QHBoxLayout:
    close = QPushButton(words("ui.close"))
    close.setObjectName("close")
    close.setDefault(True)
    close.clicked.connect(dialog.reject)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(close)
    return row
