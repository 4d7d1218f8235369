"""The Keys dialog: lists every action with its keys, grouped by heading."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.actions import CHOICES, Spec
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.native import key_text
from defiance_qt.shell.present.values import KEYS

# Headings by column: three columns if they fit, else two.
GROUPS = ((("turn", "act"), ("time", "game"), ("look",)), (("turn", "act", "game"), ("time", "look")))
EDGE = 60


class KeysDialog(Dialog):
    """The dialog. The list scrolls if the window is too small for it."""

    def __init__(self, parent: QWidget, words: Words, specs: Sequence[Spec]) -> None:
        super().__init__(parent)
        self._specs = [spec for spec in specs if spec.keys and spec.id not in CHOICES]
        self.setWindowTitle(words("ui.keys.title"))
        room = parent.window().size()
        inside = self._columns(GROUPS[0], words)
        if inside.sizeHint().width() > room.width() - 2 * EDGE:
            inside.deleteLater()
            inside.hide()
            inside = self._columns(GROUPS[1], words)
        needed = inside.sizeHint()
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        area.setAccessibleName(words("ui.keys.title"))
        area.setMinimumSize(needed.width() + 14, min(needed.height(), 120))
        buttons = QDialogButtonBox()
        buttons.addButton(words("ui.close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        note = label(words("ui.keys.board") if "ui.keys.board" in words else "", "muted", wrap=True)
        body = QVBoxLayout(self)
        body.setContentsMargins(26, 22, 26, 18)
        body.setSpacing(14)
        body.addWidget(label(words("ui.keys.title"), "title"))
        body.addWidget(area, 1)
        body.addWidget(note)
        note.setVisible(bool(note.text()))
        body.addWidget(buttons)
        self.ensurePolished()
        width = needed.width() + 66
        rest = body.totalHeightForWidth(width) - area.minimumHeight()
        self.resize(width, min(rest + needed.height() + 4, room.height() - EDGE // 3))

    def _columns(self, groups: Sequence[Sequence[str]], words: Words) -> QWidget:
        inside = QWidget(self)
        columns = QHBoxLayout(inside)
        columns.setContentsMargins(0, 0, 4, 0)
        columns.setSpacing(36)
        for headings in groups:
            column = QVBoxLayout()
            column.setSpacing(8)
            for group in headings:
                if all(spec.group != group for spec in self._specs):
                    continue
                column.addWidget(label(words(f"ui.keys.{group}"), "strong", "team"))
                column.addLayout(self._group(group, words))
                column.addSpacing(10)
            column.addStretch(1)
            columns.addLayout(column)
        inside.ensurePolished()
        for one in inside.findChildren(QWidget):
            one.ensurePolished()
        return inside

    def _group(self, group: str, words: Words) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(6)
        rows = [(spec.text(words), tuple(map(key_text, spec.keys))) for spec in self._specs if spec.group == group]
        if group == "turn":
            ends = [key_text(key) for key in (KEYS[0], KEYS[8], KEYS[9], KEYS[-1])]
            rows.append((words("ui.keys.choice"), ("–".join(ends[:2]), "–".join(ends[2:]))))
        for place, (text, keys) in enumerate(rows):
            grid.addWidget(label(text), place, 0)
            shown = "   ".join([*dict.fromkeys(keys)][:2])
            grid.addWidget(label(shown, "key"), place, 1, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(0, 1)
        return grid
