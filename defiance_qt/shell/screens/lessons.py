"""The list of all lessons, for a system with more than the start screen shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog, press_focused
from defiance_qt.shell.kit.boxes import Scroll, vbox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.rows import Row
from defiance_qt.shell.present.start import LessonView
from defiance_qt.shell.theme import Theme


class LessonsDialog(Dialog):
    """The dialog. `chosen` carries the id of a lesson."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme, words: Words, lessons: Sequence[LessonView]) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("ui.start.learn.all"))
        inside = QWidget()
        rows = vbox(of=inside, margins=(0, 0, theme.px(10), 0), gap=0)
        for place, lesson in enumerate(lessons):
            row = Row(theme, lesson.title, lesson.text, lesson.mark)
            row.setObjectName(f"lesson:{lesson.id}")
            if place:
                row.rule_off()
            row.clicked.connect(lambda checked=False, id=lesson.id: self._choose(id))
            rows.addWidget(row)
        rows.addStretch(1)
        area = Scroll(inside)
        close = QDialogButtonBox()
        close.addButton(words("ui.close"), QDialogButtonBox.ButtonRole.RejectRole).setAutoDefault(False)
        close.rejected.connect(self.reject)
        vbox(
            label(words("ui.start.learn.all"), "title"),
            (area, 1),
            close,
            of=self,
            margins=[theme.px(side) for side in (24, 20, 24, 18)],
            gap=theme.px(12),
        )
        room = parent.window().size()
        self.resize(min(theme.px(620), room.width() - 60), min(theme.px(640), room.height() - 60))

    def _choose(self, id: str) -> None:
        self.accept()
        self.chosen.emit(id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(self, event):
            super().keyPressEvent(event)
