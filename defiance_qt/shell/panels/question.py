"""The question that stands: dice of both sides, symbols left, reasons, and the answers as buttons with keys."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.shell.panels.chance import ChanceEntry
from defiance_qt.shell.panels.pieces import DieFace, Symbols, label, set_property
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.names import Words
from defiance_qt.systems.defiance.view.present.values import ChoiceView, DieView, ExplainedView, QuestionView, SideView

SPOKEN = {"S": "success", "CS": "critical", "B": "block", "CB": "critical_block", "!": "special"}


def spoken_tokens(tokens: tuple[str, ...], words: Words) -> str:
    """Symbols for a screen reader."""
    return ", ".join(words(f"ui.symbol.{SPOKEN[token]}") for token in tokens) or words("ui.symbol.none")


class Choice(QPushButton):
    """One answer: what it costs, what it does, its key."""

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
        cost = spoken_tokens(view.tokens, words) + ": " if view.tokens else ""
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


class Side(QWidget):
    """The dice of one side, and what is left of their symbols."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._name = label("", "small")
        self._note = label("", "small", wrap=True)
        self._dice: list[DieFace] = []
        self._row = QHBoxLayout()
        self._row.setSpacing(6)
        self._row.addStretch(1)
        self._left = Symbols(theme, 17)
        head = QHBoxLayout()
        head.addWidget(self._name, 1)
        head.addWidget(self._left)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(4)
        body.addLayout(head)
        body.addLayout(self._row)
        body.addWidget(self._note)

    def show_side(self, view: SideView) -> None:
        words = self._words
        self._name.setText(view.name)
        set_property(self._name, "tone", "enemy" if view.enemy else "team")
        self._note.setText(view.note)
        self._note.setVisible(bool(view.note))
        while len(self._dice) < len(view.dice):
            self._dice.append(DieFace(self._theme, 42))
            self._row.insertWidget(len(self._dice) - 1, self._dice[-1])
        for place, die in enumerate(self._dice):
            die.setVisible(place < len(view.dice))
            if place < len(view.dice):
                die.show_die(view.dice[place], _spoken(view.dice[place], words))
        self._left.set_tokens(view.left or ())
        left = spoken_tokens(view.left, words) if view.left is not None else words("ui.symbol.unrolled")
        self.setAccessibleName(words("ui.roll.spoken", name=view.name, left=left))


def _spoken(die: DieView, words: Words) -> str:
    shown = words("ui.symbol.unrolled") if die.symbols is None else spoken_tokens(die.symbols, words)
    return f"{die.name}: {shown}"


class Told(QWidget):
    """What an Enemy did: sentences, then everyone it looked at in a small table, then why some were passed over."""

    COLUMNS = ("name", "range", "aggro", "damage", "sight")

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._words = words
        self._first = label("", "", wrap=True)
        self._more = label("", "small", wrap=True)
        self._passed = label("", "small", wrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)
        self._cells: list[list[QLabel]] = []
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(5)
        body.addWidget(self._more)
        body.addWidget(self._first)
        body.addLayout(self._grid)
        body.addWidget(self._passed)

    def show_told(self, view: ExplainedView) -> None:
        self.setVisible(bool(view.lines))
        self._first.setText(view.lines[-1] if view.lines else "")
        self._more.setText("\n".join(view.lines[:-1]))
        self._more.setVisible(len(view.lines) > 1)
        self._passed.setText("\n".join(view.passed))
        self._passed.setVisible(bool(view.passed))
        words = self._words
        rows: list[tuple[str, ...]] = []
        if view.candidates:
            rows.append(("", *(words(f"ui.why.column.{name}") for name in self.COLUMNS[1:])))
        for one in view.candidates:
            sight = words("ui.why.sight.yes" if one.sight else "ui.why.sight.no")
            rows.append((one.name, str(one.distance), str(one.aggro), str(one.damage), sight))
        while len(self._cells) < len(rows):
            self._cells.append(self._row(len(self._cells)))
        for place, cells in enumerate(self._cells):
            shown = place < len(rows)
            chosen = shown and place > 0 and view.candidates[place - 1].chosen
            for cell, text in zip(cells, rows[place] if shown else ("",) * len(cells), strict=True):
                cell.setVisible(shown)
                cell.setText(text)
                set_property(cell, "role", "strong" if chosen else "small")

    def _row(self, place: int) -> list[QLabel]:
        cells = []
        for column, _ in enumerate(self.COLUMNS):
            cell = label("", "small")
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(cell, place, column, side)
            cells.append(cell)
        return cells


class QuestionPanel(QFrame):
    """The panel. `answered` carries the command of the choice, or what real dice or cards showed."""

    answered = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: QuestionView | None = None
        self.setProperty("role", "card")
        self.setObjectName("question")
        self._title = label("", "strong", wrap=True)
        self._note = label("", "small", wrap=True)
        self._team = Side(theme, words)
        self._enemy = Side(theme, words)
        self._symbols = Symbols(theme, 24)
        self._told = Told(theme, words)
        self._choices: list[Choice] = []
        self._choice_box = QVBoxLayout()
        self._choice_box.setSpacing(6)
        self.entry = ChanceEntry(theme, words)
        self.entry.answered.connect(self.answered)
        body = QVBoxLayout(self)
        body.setContentsMargins(12, 10, 12, 12)
        body.setSpacing(7)
        for part in (self._title, self._note, self._team, self._enemy, self._symbols):
            body.addWidget(part)
        body.addWidget(self._told)
        body.addWidget(self.entry)
        body.addLayout(self._choice_box)
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
        for enemy, side in ((False, self._team), (True, self._enemy)):
            found = next((one for one in view.sides if one.enemy == enemy), None)
            side.setVisible(found is not None)
            if found is not None:
                side.show_side(found)
        self._symbols.set_tokens(view.symbols)
        self.entry.show_entry(view.entry)
        self._told.show_told(view.told)
        self._show_choices(view.choices)
        set_property(self, "state", "enemy" if view.tone == "enemy" else "")
        self.setAccessibleName(view.title)
        self.setAccessibleDescription(" ".join((view.note, *view.told.lines)).strip())

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
