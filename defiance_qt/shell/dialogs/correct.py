"""Dialog to correct an earlier command: the user picks a replacement, and the later commands are replayed on a
branch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.panels.fields import FieldsEntry
from defiance_qt.shell.present.values import ChoiceView, RefusedView

_COMMAND = Qt.ItemDataRole.UserRole


class CorrectDialog(Dialog):
    """The commands that were legal before a step, and the form that its command was made by, if any. `chosen` carries
    the replacement; `filled` takes other values for the form, and returns the refusal."""

    chosen = Signal(object)
    filled: Callable[[str, Mapping[str, Any]], RefusedView]

    def __init__(
        self, parent: QWidget, words: Words, given: str, alternatives: Sequence[ChoiceView], form: FieldsEntry
    ) -> None:
        super().__init__(parent)
        self.form = form
        form.filled.connect(self._fill)
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
        body.addWidget(form)
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

    def _fill(self, form: str, values: Mapping[str, Any]) -> None:
        refused = self.filled(form, values)
        if refused.text:
            self.form.refuse(refused)
        else:
            self.accept()

    def _accept(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(item.data(_COMMAND))
            self.accept()
