"""This game's part of the question panel: the dice of both sides, symbols to assign, an Enemy's action explained."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.shell.panels.question import spoken_symbols
from defiance_qt.shell.panels.widgets import DieFace, Symbols, label, set_property
from defiance_qt.shell.present.values import DieView
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.values import ExplainedView, QuestionDetails, SideView


class Side(QWidget):
    """The dice of one side, and the remaining symbols."""

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
        left = spoken_symbols(view.left, words) if view.left is not None else words("symbol.unrolled")
        self.setAccessibleName(words("view.roll.spoken", name=view.name, left=left))


def _spoken(die: DieView, words: Words) -> str:
    shown = words("symbol.unrolled") if die.symbols is None else spoken_symbols(die.symbols, words)
    return f"{die.name}: {shown}"


class ExplainedTable(QWidget):
    """An Enemy's action: sentences, a table of the candidates, and the reasons why some were passed over."""

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

    def show_explained(self, view: ExplainedView) -> None:
        self.setVisible(bool(view.lines))
        self._first.setText(view.lines[-1] if view.lines else "")
        self._more.setText("\n".join(view.lines[:-1]))
        self._more.setVisible(len(view.lines) > 1)
        self._passed.setText("\n".join(view.passed))
        self._passed.setVisible(bool(view.passed))
        words = self._words
        rows: list[tuple[str, ...]] = []
        if view.candidates:
            rows.append(("", *(words(f"view.why.column.{name}") for name in self.COLUMNS[1:])))
        for one in view.candidates:
            sight = words("view.why.sight.yes" if one.sight else "view.why.sight.no")
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


class RollBody(QWidget):
    """The dice of both sides, the symbols of a Console's roll, and the explanation of the Enemy's last action."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._team, self._enemy = Side(theme, words), Side(theme, words)
        self._symbols = Symbols(theme, 24)
        self._explained = ExplainedTable(theme, words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        for part in (self._team, self._enemy, self._symbols, self._explained):
            column.addWidget(part)
        self.hide()

    def show_body(self, body: object | None) -> None:
        """Show `QuestionDetails`; None hides the widget."""
        self.setVisible(isinstance(body, QuestionDetails))
        if not isinstance(body, QuestionDetails):
            return
        for enemy, side in ((False, self._team), (True, self._enemy)):
            found = next((one for one in body.sides if one.enemy == enemy), None)
            side.setVisible(found is not None)
            if found is not None:
                side.show_side(found)
        self._symbols.set_tokens(body.symbols)
        self._explained.show_explained(body.explained)
        self.setAccessibleDescription(" ".join(body.explained.lines))
