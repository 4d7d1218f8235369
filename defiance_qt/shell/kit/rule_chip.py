"""Small buttons with the id of a rule, which open the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox
from defiance_qt.shell.kit.buttons import tool
from defiance_qt.shell.relayout import clear


def rule_chip(id: str, words: Words, asked: Callable[[str], object]) -> QToolButton:
    """Return the chip of one rule. `asked` is called with its id."""
    rule, spoken = words.rules.get(id), words("ui.rules.open", id=id)
    tip = rule.text if rule is not None else spoken
    chip = tool(id, "key", name=f"rule:{id}", spoken=spoken, tip=tip, does=lambda: asked(id))
    chip.setCursor(Qt.CursorShape.PointingHandCursor)
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
