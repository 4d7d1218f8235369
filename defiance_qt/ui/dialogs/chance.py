"""Typing in what real dice and real cards showed: faces by a click or the keys 1 to 6, cards from a list."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.system import Form
from defiance_qt.engine import commands as c
from defiance_qt.engine.dice import Symbols
from defiance_qt.ui.panels.pieces import GLYPHS, label, symbol_places
from defiance_qt.ui.panels.question import spoken_tokens
from defiance_qt.ui.present.names import Names, tokens
from defiance_qt.ui.theme import Theme, paint_icon

SIZE = 54
FACES = 6


class FaceButton(QPushButton):
    """One face of one die."""

    def __init__(self, theme: Theme, die: str, face: Symbols, number: int, spoken: str) -> None:
        super().__init__()
        self._theme, self._die, self._tokens, self._number = theme, die, tokens(face), number
        self.setCheckable(True)
        self.setFixedSize(SIZE, SIZE)
        self.setAccessibleName(spoken)
        self.setToolTip(f"{number}: {spoken}")

    def paintEvent(self, event: QPaintEvent) -> None:
        fill, ink = self._theme.die(self._die)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isChecked():
            painter.setOpacity(0.92 if self.underMouse() else 0.6)
        edge = self._theme.text_strong if self.isChecked() or self.hasFocus() else fill
        painter.setPen(QPen(QColor(edge), 2))
        painter.setBrush(QColor(fill))
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.drawRoundedRect(box, 9, 9)
        for place, area in enumerate(symbol_places(len(self._tokens), box)):
            paint_icon(painter, area, GLYPHS[self._tokens[place]], ink)


class ChanceDialog(QDialog):
    """Asks for what the table rolled or drew. `answered` carries the command."""

    answered = Signal(object)

    def __init__(self, parent: QWidget, form: Form, names: Names, theme: Theme) -> None:
        super().__init__(parent)
        words = names.words
        self._words, self._names, self._theme = words, names, theme
        self.setWindowTitle(words(f"ui.form.{form.kind}"))
        self.faces: list[int] = []
        self._rows: list[list[FaceButton]] = []
        self._at = 0
        buttons = QDialogButtonBox()
        self.ok = buttons.addButton(words("ui.form.take"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setProperty("role", "primary")
        buttons.addButton(words("ui.form.later"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(22, 20, 22, 18)
        self._body.setSpacing(12)
        self._body.addWidget(label(words(f"ui.form.{form.kind}"), "heading"))
        self.list: QListWidget | None = None
        if form.kind == "enter_dice":
            self._ask_dice(form)
        else:
            self._ask_card(form)
        self._body.addWidget(buttons)

    def _ask_dice(self, form: Form) -> None:
        words, names = self._words, self._names
        side = words(f"ui.form.side.{form.fields.get('side', 'team')}")
        self._body.addWidget(label(words("ui.form.dice_how", side=side), "muted", wrap=True))
        grid = QGridLayout()
        grid.setSpacing(8)
        dice = form.fields.get("dice", [])
        self.faces = [0] * len(dice)
        for place, die in enumerate(dice):
            name = label(names.die(die), "small")
            grid.addWidget(name, place, 0)
            row: list[FaceButton] = []
            for number, face in enumerate(names.catalog.dice.dice[die].faces, 1):
                button = FaceButton(self._theme, die, face, number, spoken_tokens(tokens(face), words))
                button.clicked.connect(lambda checked=False, at=place, face=number: self.set_face(at, face))
                grid.addWidget(button, place, number)
                row.append(button)
            self._rows.append(row)
        self._body.addLayout(grid)
        self._mark()

    def _ask_card(self, form: Form) -> None:
        words = self._words
        self._body.addWidget(label(words("ui.form.card_how"), "muted", wrap=True))
        self.list = QListWidget()
        self.list.setAccessibleName(words("ui.form.enter_card"))
        for id in dict.fromkeys(form.fields.get("options", ())):
            item = QListWidgetItem(self._card_name(form.fields.get("deck", ""), id))
            item.setData(Qt.ItemDataRole.UserRole, id)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self._give)
        self._body.addWidget(self.list)

    def _card_name(self, deck: str, id: str) -> str:
        names = self._names
        kind = {"ai": "ai_card", "initiative": "unit"}.get(deck, deck)
        if deck == "pick":
            return names.figure(id)
        return names.named(f"{kind}.{id}.name", id)

    def set_face(self, place: int, face: int) -> None:
        """What one die shows, 1 to 6; the next die is asked for."""
        self.faces[place] = face
        self._at = min(place + 1, len(self.faces) - 1)
        self._mark()

    def _mark(self) -> None:
        for place, row in enumerate(self._rows):
            for number, button in enumerate(row, 1):
                button.setChecked(self.faces[place] == number)
        self.ok.setEnabled(all(self.faces))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = event.key() - Qt.Key.Key_0
        if self._rows and 1 <= number <= FACES:
            self.set_face(self._at, number)
            return
        if self._rows and event.key() == Qt.Key.Key_Backspace:
            if not self.faces[self._at]:
                self._at = max(0, self._at - 1)
            self.faces[self._at] = 0
            self._mark()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.ok.isEnabled():
            self._give()
            return
        super().keyPressEvent(event)

    def _give(self) -> None:
        if self.list is not None:
            item = self.list.currentItem()
            if item is None:
                return
            command: c.Command = c.EnterCard(item.data(Qt.ItemDataRole.UserRole))
        elif all(self.faces):
            command = c.EnterDice(tuple(self.faces))
        else:
            return
        self.accept()
        self.answered.emit(command)
