"""Editors for values specific to this game: the cards that a Character carries, and the inputs of a Console."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QComboBox, QPushButton, QToolButton, QWidget

from defiance_qt.core.port import Field, Words
from defiance_qt.shell.kit.boxes import drop, gbox, hbox, vbox
from defiance_qt.shell.kit.buttons import tool
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.panels.editors import Editor, combo, small_button
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.tell.names import SYMBOLS
from defiance_qt.systems.defiance.tell.subjects import Carrying
from defiance_qt.systems.defiance.view.present.names import tokens


class CarriedEditor(Editor):
    """The cards that a Character carries: one row per card, with its place."""

    def __init__(self, field: Field, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self._words, self._theme = words, theme
        self._carrying: Carrying = field.data
        self.rows: list[tuple[QWidget, dict[str, Any], QComboBox, QComboBox]] = []
        self._body = vbox(of=self, margins=0, gap=4)
        for held in field.value:
            self._row(held)
        self.more = combo(field.options, "", words("view.overrule.card"))
        add = QPushButton(words("view.overrule.add"))
        add.clicked.connect(self.add)
        foot = hbox((self.more, 1), add)
        self._body.addLayout(foot)

    def add(self) -> None:
        """Add the card that is chosen in the list below the rows."""
        id = self.more.currentData()
        self._row({"item": id, "place": self._carrying.places[id][0][0]})

    def remove(self, row: QWidget) -> None:
        self.rows = [one for one in self.rows if one[0] is not row]
        drop(row)

    def _row(self, held: dict[str, Any]) -> None:
        name = dict(self.field.options)[held["item"]]
        row = QWidget()
        place = combo(self._carrying.places[held["item"]], held.get("place", ""), name)
        turned = combo(self._ways(), held.get("turned", ""), name)
        line = hbox((label(name), 1), place, turned, of=row, margins=0)
        turned.setVisible(held["item"] in self._carrying.turning)
        remove = small_button(self._words("view.overrule.remove"), "close", self._theme, lambda: self.remove(row))
        remove.setAccessibleName(f"{name}: {remove.toolTip()}")
        line.addWidget(remove)
        self.rows.append((row, held, place, turned))
        self._body.insertWidget(len(self.rows) - 1, row)

    def read(self) -> list[dict[str, Any]]:
        return [
            {**held, "place": place.currentData(), "turned": turned.currentData()}
            for _, held, place, turned in self.rows
        ]

    def _ways(self) -> tuple[tuple[str, str], ...]:
        """Return the orientations of a card with Actions: untapped, tapped, face down (R-314, R-315)."""
        words = self._words
        return (
            ("", words("view.overrule.straight")),
            ("tap", words("view.overrule.turned")),
            ("flip", words("view.overrule.face_down")),
        )


class InputsEditor(Editor):
    """A Console's inputs: a button for each symbol an input needs, checked if the symbol is assigned."""

    def __init__(self, field: Field, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self.buttons: list[list[QToolButton]] = []
        grid = gbox(of=self, margins=0)
        for place, ((_, chosen), held) in enumerate(zip(field.options, field.value, strict=True)):
            grid.addWidget(label(str(place + 1), "key"), place, 0)
            left = list(tokens(held))
            row = []
            for column, token in enumerate(tokens(chosen), 1):
                button = tool(checks=True, mark=icon(token, theme.text, theme.px(16)))
                spoken = words(f"symbol.{token}")
                button.setAccessibleName(f"{place + 1}: {spoken}")
                set_tip(button, spoken)
                if token in left:
                    left.remove(token)
                    button.setChecked(True)
                grid.addWidget(button, place, column)
                row.append(button)
            self.buttons.append(row)
        grid.setColumnStretch(9, 1)

    def read(self) -> list[list[int]]:
        return [
            symbols_of(chosen, [button.isChecked() for button in row])
            for (_, chosen), row in zip(self.field.options, self.buttons, strict=True)
        ]


def symbols_of(chosen: str, taken: Sequence[bool]) -> list[int]:
    """Return the value of an input: the number of each symbol, counting those of `chosen` that are `taken`."""
    there = Counter(name for name, one in zip(tokens(chosen), taken, strict=True) if one)
    return [there[name] for name in SYMBOLS]


EDITORS = {"carried": CarriedEditor, "inputs": InputsEditor}
