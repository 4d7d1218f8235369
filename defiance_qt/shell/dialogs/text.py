"""A dialog for one line of text: the name of a checkpoint or branch, or a note."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label

LONGEST = 400
"""The most characters of a text."""


class TextDialog(Dialog):
    """The dialog. `given` carries the text. An empty text is accepted only with `empty`, to remove the one there is."""

    given = Signal(str)

    def __init__(
        self, parent: QWidget, title: str, note: str, words: Words, text: str = "", empty: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit(text)
        self.field.setMaxLength(LONGEST)
        self.field.selectAll()
        self.field.setAccessibleName(title)
        buttons = QDialogButtonBox()
        self.ok = buttons.addButton(words("ui.ok"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setProperty("role", "primary")
        buttons.addButton(words("ui.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        self.field.textChanged.connect(lambda text: self.ok.setEnabled(empty or bool(text.strip())))
        self.ok.setEnabled(empty)
        body = QVBoxLayout(self)
        body.setContentsMargins(22, 20, 22, 18)
        body.setSpacing(12)
        body.addWidget(label(title, "heading"))
        body.addWidget(label(note, "muted", wrap=True))
        body.addWidget(self.field)
        body.addWidget(buttons)
        self.setMinimumWidth(self.px(420))

    def _give(self) -> None:
        # First closed: whoever hears the text may make the screen anew that the dialog belongs to.
        self.accept()
        self.given.emit(self.field.text().strip())
