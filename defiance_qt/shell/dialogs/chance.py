"""Dialog that changes the source of chance during a game: the app or the users, for each kind of roll or draw. It also
sets whether the app rolls the same dice again after an undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import ChanceKind, Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.tips import set_tip


class ChanceDialog(Dialog):
    """The dialog. Changes take effect at once. `answers_set` carries a key ("team.dice") and whether users answer it,
    `dice_set` whether dice are fresh after an undo."""

    answers_set = Signal(str, bool)
    dice_set = Signal(bool)

    def __init__(
        self, parent: QWidget, words: Words, kinds: Sequence[ChanceKind], answers: Mapping[str, str], fresh: bool
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._groups: list[QButtonGroup] = []
        self.setWindowTitle(words("ui.new.chance"))
        body = QVBoxLayout(self)
        body.setContentsMargins(24, 20, 24, 18)
        body.setSpacing(10)
        body.addWidget(label(words("ui.new.chance"), "title"))
        body.addWidget(label(words("ui.chance.note"), "muted", wrap=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(26)
        grid.setVerticalSpacing(9)
        grid.setColumnStretch(0, 1)
        for side in dict.fromkeys(kind.side for kind in kinds):
            self._side(grid, side, [kind for kind in kinds if kind.side == side], answers)
        body.addLayout(grid)
        body.addWidget(label(words("ui.chance.after_undo"), "strong"))
        body.addLayout(self._after_undo(fresh))
        buttons = QDialogButtonBox()
        buttons.addButton(words("ui.close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        body.addWidget(buttons)
        self.setMinimumWidth(self.px(460))

    def _side(self, grid: QGridLayout, side: str, kinds: Sequence[ChanceKind], answers: Mapping[str, str]) -> None:
        words = self._words
        row = grid.rowCount()
        if side:
            grid.addWidget(label(words(f"chance.{side}"), "strong", side), row, 0)
        for column, who in enumerate(("app", "us"), 1):
            grid.addWidget(label(words(f"ui.chance.{who}"), "small"), row, column, Qt.AlignmentFlag.AlignHCenter)
        for kind in kinds:
            self._row(grid, grid.rowCount(), kind, answers.get(kind.key) == "person")

    def _row(self, grid: QGridLayout, row: int, kind: ChanceKind, person: bool) -> None:
        words, key = self._words, kind.key
        name = words(kind.title)
        grid.addWidget(label(name), row, 0)
        group = QButtonGroup(self)
        self._groups.append(group)
        for column, who in enumerate(("app", "us"), 1):
            button = QRadioButton()
            button.setObjectName(f"{key}:{who}")
            button.setAccessibleName(f"{name}: {words(f'ui.chance.{who}')}")
            set_tip(button, words(f"ui.chance.{who}"))
            button.setChecked(person == (who == "us"))
            group.addButton(button)
            grid.addWidget(button, row, column, Qt.AlignmentFlag.AlignHCenter)
            if who == "us":
                button.toggled.connect(lambda on, key=key: self.answers_set.emit(key, on))

    def _after_undo(self, fresh: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(22)
        group = QButtonGroup(self)
        self._groups.append(group)
        for which in ("same", "fresh"):
            button = QRadioButton(self._words(f"ui.chance.dice.{which}"))
            button.setObjectName(f"dice:{which}")
            button.setChecked(fresh == (which == "fresh"))
            group.addButton(button)
            row.addWidget(button)
            if which == "fresh":
                button.toggled.connect(self.dice_set)
        row.addStretch(1)
        return row
