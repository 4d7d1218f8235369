"""The Enemy in a rail: Units with their Miniatures and AI cards, the Reserve; and the Consoles."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.shell.layout import reveal
from defiance_qt.shell.panels.elided import Elided
from defiance_qt.shell.panels.widgets import Chips, Pips, Portrait, Symbols, heading, label, set_property
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.systems.defiance.view.present.values import (
    AlertView,
    ConsoleView,
    InputView,
    InstructionView,
    MiniatureView,
    ReserveView,
    UnitView,
)

MARKS = {"now": "▸", "done": "✓", "skipped": "–", "": "·"}


class Card(QFrame):
    """A titled card of this column."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(10, 9, 10, 9)
        self.body.setSpacing(6)
        self.head = QHBoxLayout()
        self.title = Elided("strong", text=title)
        self.head.addWidget(self.title)
        self.head.addStretch(1)
        self.body.addLayout(self.head)


class AlertCard(Card):
    """The Alert track from 0 to 5, and the effect of the current level."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__(words("view.alert.title"))
        self.setProperty("subject", "table")
        self._words = words
        self._deck = label("", "small")
        self.head.addWidget(self._deck)
        track = QHBoxLayout()
        track.setSpacing(5)
        self._cells: list[QLabel] = []
        for level in range(6):
            cell = label(str(level), "chip")
            cell.setAlignment(Qt.AlignmentFlag.AlignCenter)
            track.addWidget(cell, 1)
            self._cells.append(cell)
        self.body.addLayout(track)
        self._effect = label("", "small", wrap=True)
        self.body.addWidget(self._effect)

    def show_alert(self, view: AlertView) -> None:
        for level, cell in enumerate(self._cells):
            set_property(cell, "tone", "danger" if level == view.level == 5 else "gold" if level <= view.level else "")
            cell.setStyleSheet("font-weight: 700; text-decoration: underline;" if level == view.level else "")
            cell.setToolTip(view.levels[level] if level < len(view.levels) else "")
            cell.setAccessibleName(cell.toolTip())
        self._deck.setText(view.deck)
        self._effect.setText(view.effect)
        self.setAccessibleName(self._words("view.alert.spoken", level=view.level, effect=view.effect))


class ReserveCard(Card):
    """The Reinforcements in the Reserve, and what they will pay for."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__(words("view.reserve.title"))
        self.setProperty("subject", "table")
        self._words = words
        self._count = label("0", "number", "gold")
        self.head.addWidget(self._count)
        self._lines = label("", "small", wrap=True)
        self.body.addWidget(self._lines)

    def show_reserve(self, view: ReserveView, waiting: str) -> None:
        self._count.setText(str(view.count))
        lines = "\n".join(view.lines)
        self._lines.setText("\n".join(text for text in (lines, waiting) if text))
        self._lines.setVisible(bool(lines or waiting))
        self.setAccessibleName(self._words("view.reserve.spoken", n=view.count, lines=lines))


class MiniatureRow(QWidget):
    """One Miniature: number, Damage, States."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._number = label("", "strong")
        self._number.setMinimumWidth(26)
        self._pips = Pips(theme, numbers=False)
        self._chips = Chips(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(7)
        row.addWidget(self._number)
        row.addWidget(self._pips)
        row.addWidget(self._chips, 1)
        row.addStretch(0)

    def show_miniature(self, view: MiniatureView, gone: str) -> None:
        self._number.setText(view.label)
        set_property(self._number, "tone", "enemy" if view.acting else "")
        self._pips.set_value(view.wounds if view.down else view.damage, view.wounds)
        self._chips.set_chips(view.states)
        self.setToolTip(gone if view.off_board else f"{view.damage}/{view.wounds}")
        self.setEnabled(not view.off_board)


class UnitCard(QFrame):
    """A Unit: its face, its Miniatures, and its AI card once revealed. `asked`: the user wants its turn explained."""

    asked = Signal()

    def __init__(self, theme: Theme, words: Words, view: UnitView) -> None:
        super().__init__()
        self.id = view.id
        self.setProperty("subject", f"unit:{view.id}")
        self.setProperty("account", view.id)
        self._theme, self._words = theme, words
        self._view: UnitView | None = None
        self.setProperty("role", "card")
        self._name = Elided("strong")
        self._name.set_words(view.name)
        self._portrait = Portrait(theme, view.initials, theme.enemy, 34)
        self._chips = Chips(theme)
        self._rows: list[MiniatureRow] = []
        self._minis = QVBoxLayout()
        self._minis.setSpacing(2)
        self._ai = label("", "small", wrap=True)
        self.why = QToolButton()
        self.why.setObjectName(f"turn:{view.id}")
        self.why.setProperty("role", "quiet")
        self.why.setIcon(icon("why", theme.muted, 16))
        self.why.setToolTip(words("ui.account.explain"))
        self.why.setAccessibleName(f"{view.name}: {words('ui.account.explain')}")
        self.why.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.why.clicked.connect(self.asked)
        self._column = QVBoxLayout()
        self._column.setSpacing(1)
        self._entries: list[QLabel] = []
        head = QHBoxLayout()
        head.setSpacing(9)
        head.addWidget(self._portrait)
        head.addWidget(self._name)
        head.addStretch(0)
        head.addWidget(self.why, 0, Qt.AlignmentFlag.AlignVCenter)
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 9, 10, 9)
        body.setSpacing(5)
        body.addLayout(head)
        body.addWidget(self._chips)
        body.addLayout(self._minis)
        body.addWidget(self._ai)
        body.addLayout(self._column)
        self.show_unit(view)

    def show_unit(self, view: UnitView) -> None:
        if view == self._view:
            return
        self._view = view
        self.setProperty("subjects", [mini.id for mini in view.miniatures])
        self._portrait.set_look(False, view.activated)
        self._chips.set_chips((view.face, *view.chips))
        self._ai.setText(view.ai)
        self.setToolTip(view.tip)
        self.setAccessibleName(view.spoken)
        set_property(self, "state", "enemy" if view.acting else "dim" if view.activated else "")
        while len(self._rows) < len(view.miniatures):
            self._rows.append(MiniatureRow(self._theme))
            self._minis.addWidget(self._rows[-1])
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(view.miniatures))
            if place < len(view.miniatures):
                mini = view.miniatures[place]
                row.show_miniature(mini, self._words("view.unit.down" if mini.down else "view.unit.away"))
        self._show_column(view.instructions)

    def _show_column(self, entries: tuple[InstructionView, ...]) -> None:
        while len(self._entries) < len(entries):
            line = label("", "small", wrap=True)
            self._entries.append(line)
            self._column.addWidget(line)
        for place, line in enumerate(self._entries):
            line.setVisible(place < len(entries))
            if place < len(entries):
                entry = entries[place]
                line.setText(f"{MARKS[entry.mark]} {entry.text}")
                set_property(line, "role", "strong" if entry.mark == "now" else "small")
                set_property(line, "tone", "enemy" if entry.mark == "now" else "")


class InputRow(QWidget):
    """One input of a Console."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._number = label("", "strong")
        self._symbols = Symbols(theme, 15)
        self._text = label("", "small", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(7)
        row.addWidget(self._number)
        row.addWidget(self._symbols)
        row.addWidget(self._text, 1)

    def show_input(self, view: InputView) -> None:
        self._number.setText("✓" if view.done else str(view.number))
        set_property(self._number, "tone", "team" if view.done else "")
        self._symbols.set_tokens(view.wants, (True,) * len(view.wants) if view.done else view.filled)
        self._text.setText(view.tip)
        self.setAccessibleName(f"{view.number}: {view.tip}")


class ConsoleCard(Card):
    """A Console and its inputs."""

    def __init__(self, theme: Theme, view: ConsoleView) -> None:
        super().__init__(view.name)
        self.setProperty("subject", view.id)
        self._rows = [InputRow(theme) for _ in view.inputs]
        for row in self._rows:
            self.body.addWidget(row)
        self.show_console(view)

    def show_console(self, view: ConsoleView) -> None:
        for row, one in zip(self._rows, view.inputs, strict=True):
            row.show_input(one)
        set_property(self, "state", "active" if view.active else "")
        self.setAccessibleName(view.name)


class EnemyColumn(QWidget):
    """The Enemy in a rail. `asked` carries the id of a Unit whose turn the user wants explained."""

    asked = Signal(str)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._alert = AlertCard(theme, words)
        self._reserve = ReserveCard(theme, words)
        self._units: dict[str, UnitCard] = {}
        self._note = label("", "small")
        self._unit_box = QVBoxLayout()
        self._unit_box.setSpacing(theme.px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addLayout(heading(words("view.enemy.title"), self._note))
        column.addLayout(self._unit_box)
        column.addWidget(self._alert)
        column.addWidget(self._reserve)

    def show_enemies(self, alert: AlertView, reserve: ReserveView, waiting: str, units: tuple[UnitView, ...]) -> None:
        self._alert.show_alert(alert)
        self._reserve.show_reserve(reserve, waiting)
        self._note.setText(alert.deck)
        known = {view.id for view in units}
        for id in [id for id in self._units if id not in known]:
            gone = self._units.pop(id)
            gone.hide()
            self._unit_box.removeWidget(gone)
            gone.deleteLater()
        for place, view in enumerate(units):
            card = self._units.get(view.id)
            if card is None:
                card = self._units[view.id] = UnitCard(self._theme, self._words, view)
                card.asked.connect(lambda id=view.id: self.asked.emit(id))
            else:
                card.show_unit(view)
            if self._unit_box.indexOf(card) != place:
                self._unit_box.insertWidget(place, card)
            if view.acting:
                reveal(card)


class ConsoleColumn(QWidget):
    """The Consoles in a rail."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme = theme
        self._consoles: dict[str, ConsoleCard] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(8))

    def show_consoles(self, views: tuple[ConsoleView, ...]) -> None:
        for view in views:
            if view.id not in self._consoles:
                self._consoles[view.id] = ConsoleCard(self._theme, view)
                self._column.addWidget(self._consoles[view.id])
            else:
                self._consoles[view.id].show_console(view)
