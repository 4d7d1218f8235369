"""Small buttons with the id of a rule, which open the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox
from defiance_qt.shell.kit.buttons import tool
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.tips import set_tip


def rule_chip(id: str, words: Words, asked: Callable[[str], object]) -> QToolButton:
    """Return the chip of one rule. `asked` is called with its id."""
    chip = tool(id, "key", focus=Qt.FocusPolicy.TabFocus)
    chip.setCursor(Qt.CursorShape.PointingHandCursor)
    chip.setObjectName(f"rule:{id}")
    chip.setAccessibleName(words("ui.rules.open", id=id))
    rule = words.rules.get(id)
    set_tip(chip, rule.text if rule is not None else words("ui.rules.open", id=id))
    chip.clicked.connect(lambda: asked(id))
    return chip


class RuleChips(QWidget):
    """A row of chips for several rules."""

    def __init__(self, words: Words, asked: Callable[[str], object]) -> None:
        super().__init__()
        self._words, self._asked = words, asked
        self._row = hbox(of=self, margins=0, gap=5)
        self.ids: tuple[str, ...] = ()

    def show_rules(self, ids: Sequence[str]) -> None:
        self.ids = tuple(dict.fromkeys(ids))
        clear(self._row)
        for id in self.ids:
            self._row.addWidget(rule_chip(id, self._words, self._asked), 0, Qt.AlignmentFlag.AlignVCenter)
        self.setVisible(bool(self.ids))
