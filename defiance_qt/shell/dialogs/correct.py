"""Dialog to correct an earlier command: the user picks a replacement, and the later commands are replayed on a
branch."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.present.values import ChoiceView

_COMMAND = Qt.ItemDataRole.UserRole


class CorrectDialog(Dialog):
    """The commands that were legal before a step. `chosen` carries the replacement."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, words: Words, given: str, alternatives: Sequence[ChoiceView]) -> None:
        super().__init__(parent)
        self._alternatives = tuple(alternatives)
        self.setWindowTitle(words("ui.correct.title"))
        body = QVBoxLayout(self)
        body.setContentsMargins(24, 20, 24, 18)
        body.setSpacing(10)
        body.addWidget(label(words("ui.correct.title"), "title"))
        body.addWidget(label(words("ui.correct.note", given=given), "muted", wrap=True))
        self.search = QLineEdit()
        self.search.setPlaceholderText(words("ui.correct.search"))
        self.search.setAccessibleName(words("ui.correct.search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._list)
        self.list = QListWidget()
        self.list.setAccessibleName(words("ui.correct.title"))
        self.list.itemDoubleClicked.connect(self._accept)
        body.addWidget(self.search)
        body.addWidget(self.list, 1)
        buttons = QDialogButtonBox()
        self.apply = buttons.addButton(words("ui.correct.apply"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.apply.setProperty("role", "primary")
        self.apply.setDefault(True)
        buttons.addButton(words("ui.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        body.addWidget(buttons)
        room = parent.window().size()
        self.resize(min(self.px(520), room.width() - 40), min(self.px(560), room.height() - 40))
        self._list("")

    def _list(self, text: str) -> None:
        chosen = text.casefold().split()
        self.list.clear()
        for one in self._alternatives:
            if all(word in one.text.casefold() for word in chosen):
                item = QListWidgetItem(one.text)
                item.setData(_COMMAND, one.command)
                self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.apply.setEnabled(self.list.count() > 0)

    def _accept(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(item.data(_COMMAND))
            self.accept()
