"""A dialog for one line of text: the name of a checkpoint or branch, or a note."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.shell.panels.widgets import label


class TextDialog(QDialog):
    """The dialog. `given` carries the text. An empty text is not accepted."""

    given = Signal(str)

    def __init__(self, parent: QWidget, title: str, note: str, words: Words) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit()
        self.field.setAccessibleName(title)
        buttons = QDialogButtonBox()
        self.ok = buttons.addButton(words("ui.ok"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setProperty("role", "primary")
        buttons.addButton(words("ui.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        self.field.textChanged.connect(lambda text: self.ok.setEnabled(bool(text.strip())))
        self.ok.setEnabled(False)
        body = QVBoxLayout(self)
        body.setContentsMargins(22, 20, 22, 18)
        body.setSpacing(12)
        body.addWidget(label(title, "heading"))
        body.addWidget(label(note, "muted", wrap=True))
        body.addWidget(self.field)
        body.addWidget(buttons)
        self.setMinimumWidth(420)

    def _give(self) -> None:
        self.given.emit(self.field.text().strip())
        self.accept()
