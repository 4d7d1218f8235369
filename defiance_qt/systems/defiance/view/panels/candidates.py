"""The table of candidates in the account of a Unit's turn, with the reason for each choice."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from defiance_qt.core.port import Detail, Words
from defiance_qt.shell.kit.boxes import gbox
from defiance_qt.shell.kit.labels import label
from defiance_qt.systems.defiance.view.present.names import Names

COLUMNS = ("view.turn.distance", "view.why.column.aggro", "view.why.column.damage", "view.why.column.sight")


def candidates_table(details: tuple[Detail, ...], words: Words, names: Names) -> QWidget:
    """Return the candidates of an Instruction as a table, with the reason next to each one that is not the target."""
    table = QWidget()
    grid = gbox(of=table, margins=(0, 2), gap=(14, 3), wide=(5,))
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
    for column, key in enumerate(COLUMNS, 1):
        grid.addWidget(label(words(key), "small"), 0, column, right)
    alike = len({detail.data.why for detail in details}) == 1 and details[0].kind != "chosen"
    if alike:
        grid.addWidget(label(details[0].data.why, "small", wrap=True), 1, 5, len(details), 1, Qt.AlignmentFlag.AlignTop)
    for row, detail in enumerate(details, 1):
        one, target = detail.data.candidate, detail.kind == "chosen"
        role = "strong" if target else "small"
        sight = words("view.why.sight.yes" if one.sight else "view.why.sight.no")
        mark = "▸ " if target else ""
        grid.addWidget(label(f"{mark}{names.figure(one.figure)}", role), row, 0, left)
        for column, text in enumerate((str(one.distance), str(one.aggro), str(one.damage), sight), 1):
            grid.addWidget(label(text, role), row, column, right)
        why = words("view.turn.target") if target else detail.data.why
        if not alike:
            tone = "enemy" if target else ""
            grid.addWidget(label(why, role, tone, wrap=True), row, 5, Qt.AlignmentFlag.AlignTop)
    return table
