"""The Keys dialog: every action with its keys, by heading."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.ui.actions import CHOICES, SPECS
from defiance_qt.ui.native import key_text
from defiance_qt.ui.panels.pieces import label
from defiance_qt.ui.present.names import Words

GROUPS = (("turn", "act"), ("time", "game"), ("look",))


class KeysDialog(QDialog):
    """All keys at a glance."""

    def __init__(self, parent: QWidget, words: Words) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("ui.keys.title"))
        columns = QHBoxLayout()
        columns.setSpacing(36)
        for groups in GROUPS:
            column = QVBoxLayout()
            column.setSpacing(8)
            for group in groups:
                column.addWidget(label(words(f"ui.keys.{group}"), "strong", "team"))
                column.addLayout(self._group(group, words))
                column.addSpacing(10)
            column.addStretch(1)
            columns.addLayout(column)
        buttons = QDialogButtonBox()
        buttons.addButton(words("ui.close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        body.setContentsMargins(26, 22, 26, 18)
        body.setSpacing(14)
        body.addWidget(label(words("ui.keys.title"), "title"))
        body.addWidget(self._scrolling(columns, parent.window().size()))
        body.addWidget(label(words("ui.keys.board"), "muted", wrap=True))
        body.addWidget(buttons)

    def _scrolling(self, columns: QHBoxLayout, room: QSize) -> QScrollArea:
        """As large as the columns are, unless the window is smaller; then they scroll."""
        inside = QWidget()
        columns.setContentsMargins(0, 0, 4, 0)
        inside.setLayout(columns)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        inside.ensurePolished()
        needed = inside.sizeHint()
        area.setMinimumSize(min(needed.width() + 14, room.width() - 80), min(needed.height() + 4, room.height() - 240))
        return area

    def _group(self, group: str, words: Words) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(6)
        shown_here = [spec for spec in SPECS if spec.group == group and spec.keys and spec.id not in CHOICES]
        rows = [(words(f"ui.do.{spec.id}"), spec.keys) for spec in shown_here]
        if group == "turn":
            rows.append((words("ui.keys.choice"), (CHOICES[0][-1], CHOICES[-1][-1])))
        for place, (text, keys) in enumerate(rows):
            grid.addWidget(label(text), place, 0)
            shown = "–".join(keys) if text == words("ui.keys.choice") else "   ".join(key_text(key) for key in keys[:2])
            grid.addWidget(label(shown, "key"), place, 1, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(0, 1)
        return grid
