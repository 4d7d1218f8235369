"""A card of words: its name, what it is in short, its text, and the columns of an AI card."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout

from defiance_qt.shell.kit.boxes import hbox, vbox
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Icon
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.theme.icons import icon_names
from defiance_qt.systems.defiance.view.present.text_cards import ColumnView, TextCardView


class TextCard(QFrame):
    """The card."""

    def __init__(self, theme: Theme, view: TextCardView) -> None:
        super().__init__()
        self.view = view
        self._theme = theme
        self.setProperty("role", "card")
        self.setAccessibleName(view.name)
        self.setAccessibleDescription(" ".join((*view.chips, view.text)))
        mark = view.mark if view.mark in icon_names() else "state_other"
        column = vbox(
            hbox(
                (Icon(theme, mark, theme.muted, 18), 0, Qt.AlignmentFlag.AlignTop),
                (label(view.name, "heading", wrap=True), 1),
                gap=theme.px(8),
            ),
            flowing([label(chip, "chip") for chip in view.chips], theme.px(6)) if view.chips else None,
            label(view.text, wrap=True) if view.text else None,
            of=self,
            margins=[theme.px(side) for side in (12, 9, 12, 10)],
            gap=theme.px(6),
        )
        for one in view.columns:
            column.addLayout(self._instructions(one))
        column.addStretch(1)

    def _instructions(self, view: ColumnView) -> QVBoxLayout:
        column = vbox(label(view.title, "strong", view.tone), gap=self._theme.px(2))
        for number, line in enumerate(view.lines, 1):
            column.addWidget(label(f"{number}. {line}", "small", wrap=True))
        return column
