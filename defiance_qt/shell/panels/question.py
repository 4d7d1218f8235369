"""The panel of the pending decision: title, content of the system's view, typed chance, and the answers as buttons."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.shell.panels.chance import ChanceEntry
from defiance_qt.shell.panels.widgets import Symbols, label, set_property
from defiance_qt.shell.present.values import ChoiceView, QuestionView
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.view import QuestionBody


def spoken_symbols(symbols: tuple[str, ...], words: Words) -> str:
    """Return symbols as text for a screen reader."""
    return ", ".join(words(f"symbol.{name}") for name in symbols) or words("symbol.none")


class Choice(QPushButton):
    """A button for one answer, with its cost, effect and key."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.command: Any = None
        self.setProperty("role", "row")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._cost = Symbols(theme, 15)
        self._text = label("", wrap=True)
        self._text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._detail = label("", "small", wrap=True)
        self._detail.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._key = label("", "key")
        self._key.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(11, 7, 9, 7)
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self._text)
        words.addWidget(self._detail)
        row.addWidget(self._cost)
        row.addLayout(words, 1)
        row.addWidget(self._key, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_choice(self, view: ChoiceView, words: Words) -> None:
        self.command = view.command
        self._cost.set_tokens(view.tokens)
        self._text.setText(view.text)
        self._detail.setText(view.detail)
        self._detail.setVisible(bool(view.detail))
        self._key.setText(view.key)
        self._key.setVisible(bool(view.key))
        self.setToolTip(view.tip)
        cost = spoken_symbols(view.tokens, words) + ": " if view.tokens else ""
        self.setAccessibleName(f"{cost}{view.text}")
        self.setAccessibleDescription(view.detail or view.tip)
        set_property(self, "role", "offer" if view.primary else "row")
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(34, self._row.totalHeightForWidth(width))

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 120 else 260
        return QSize(200, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 34)


class QuestionPanel(QFrame):
    """The panel. `answered` carries the command of the choice, `rolled` the values of real dice or cards. `body` is the
    system's own widget, shown above the choices."""

    answered = Signal(object)
    rolled = Signal(object)

    def __init__(self, theme: Theme, words: Words, body: QuestionBody | None = None) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: QuestionView | None = None
        self.setProperty("role", "card")
        self.setObjectName("question")
        self._title = label("", "strong", wrap=True)
        self._note = label("", "small", wrap=True)
        self._body = body
        self._choices: list[Choice] = []
        self._choice_box = QVBoxLayout()
        self._choice_box.setSpacing(6)
        self.entry = ChanceEntry(theme, words)
        self.entry.answered.connect(self.rolled)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(7)
        for part in (self._title, self._note, body, self.entry):
            if isinstance(part, QWidget):
                column.addWidget(part)
        column.addLayout(self._choice_box)
        self.hide()

    def show_question(self, view: QuestionView | None) -> None:
        if view == self._view:
            return
        self._view = view
        self.setVisible(view is not None)
        if view is None:
            return
        self._title.setText(view.title)
        set_property(self._title, "tone", view.tone)
        self._note.setText(view.note)
        self._note.setVisible(bool(view.note))
        if self._body is not None:
            self._body.show_body(view.body)
        self.entry.show_entry(view.entry)
        self._show_choices(view.choices)
        set_property(self, "state", "enemy" if view.tone == "enemy" else "")
        self.setAccessibleName(view.title)
        self.setAccessibleDescription(view.note)

    def _show_choices(self, choices: tuple[ChoiceView, ...]) -> None:
        while len(self._choices) < len(choices):
            made = Choice(self._theme)
            made.clicked.connect(lambda checked=False, made=made: self.answered.emit(made.command))
            self._choices.append(made)
            self._choice_box.addWidget(made)
        for place, button in enumerate(self._choices):
            button.setVisible(place < len(choices))
            if place < len(choices):
                button.show_choice(choices[place], self._words)

    def choice(self, place: int) -> Choice:
        return self._choices[place]
