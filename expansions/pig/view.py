"""The view of the game: both scores, the pot, the dice of the last roll, and the risk of the next roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from defiance_qt.api import Change
from defiance_qt.shell.actions import Spec
from defiance_qt.shell.kit.dice import PipDie
from defiance_qt.shell.kit.gauges import Meter
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.plain import PlainPresenter, PlainView

from .engine.odds import expectation
from .engine.state import DiceRolled, GameEnded, Hold, PotLost, Roll, Scored, State

if TYPE_CHECKING:
    from defiance_qt.shell.sound import Names
    from defiance_qt.shell.table import Table

ACTIONS = {
    Spec("act.roll", ("R",), "act", key="view.do.roll"): Roll(),
    Spec("act.hold", ("H",), "act", key="view.do.hold"): Hold(),
}
SOUNDS: Names = {
    DiceRolled: lambda event: "" if event.typed else "dice",
    PotLost: "fall",
    Scored: "heal",
    GameEnded: lambda event: "won" if event.result == "victory" else "lost",
}
CENTER = Qt.AlignmentFlag.AlignHCenter


class DiceTable(QWidget):
    """The table: the scores on the way to the target, the dice, the pot and the risk."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._words, theme = table.words, table.theme
        rules = table.session.game.rules  # type: ignore[attr-defined]
        mean, bust = expectation(rules.dice, rules.faces)
        self.scores = [Meter(theme, colour) for colour in (theme.team, theme.enemy)]
        self.dice = [PipDie(theme, table.words("view.do.roll")) for _ in range(rules.dice)]
        self.pot = label("", "title", "gold")
        risk = label(table.words("view.risk", bust=f"{bust:.0%}", mean=f"{mean:.1f}"), "muted")
        row = QHBoxLayout()
        for die in self.dice:
            die.clicked.connect(lambda: table.presenter.submit(Roll()))
            row.addWidget(die)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(18))
        column.addStretch(1)
        for score in self.scores:
            column.addWidget(score, 0, CENTER)
        column.addLayout(row)
        column.setAlignment(row, CENTER)
        for text in (self.pot, risk):
            column.addWidget(text, 0, CENTER)
        column.addStretch(1)
        self.setAccessibleName(table.words("view.board"))

    def show_state(self, state: State) -> None:
        """Show a state."""
        for score, side, points in zip(self.scores, ("own", "rival"), state.scores, strict=True):
            said = self._words("view.score", side=self._words(f"side.{side}"), n=points, target=state.target)
            score.show_value(said, points, state.target)
        for die, face in zip(self.dice, state.faces or ("",) * len(self.dice), strict=True):
            die.show_face(str(face), face == 1)
        self.pot.setText(self._words("view.pot", n=state.pot))
        self.setAccessibleDescription(". ".join([*(one.accessibleName() for one in self.scores), self.pot.text()]))


class DiceView(PlainView):
    """The view of the game. Everything except the table comes from the shell."""

    def __init__(self, table: Table) -> None:
        super().__init__(PlainPresenter(table.presenter))
        self._table = table
        table.add_commands(ACTIONS)
        self.surface = self.board = DiceTable(table)

    def show(self, change: Change | None) -> None:
        self.board.show_state(self._table.presenter.state)
        self._table.sound(change.events if change is not None else (), SOUNDS)
        self._table.settled()
