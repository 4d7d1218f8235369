"""The guide of a guided game, docked at the left of the tray: the step to do now, and at the end how to go on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.core.port.lessons import LessonProgress
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip

WIDE = 340
MARGIN = 8  # around the guide, within the tray
DONE, NOW, OPEN = "●", "◆", "○"


class GuideDock(QFrame):
    """The guide. `shown` carries the command of the step, in text form, for a step that has one; `closed` asks to
    close the guide, and the game goes on."""

    shown = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, words: Words, over: QWidget) -> None:
        super().__init__(over)
        self._theme, self._words = theme, words
        self.view: LessonProgress | None = None
        self.setFixedWidth(theme.px(WIDE))
        self._box = QFrame()
        self._box.setProperty("role", "card")
        self._box.setProperty("state", "active")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(theme.px(MARGIN), theme.px(MARGIN), 0, theme.px(MARGIN))
        outer.addWidget(self._box)
        self._title, self._steps = label("", "strong", "team"), label("", "small", "team")
        self.close_button = QToolButton()
        self.close_button.setProperty("role", "quiet")
        self.close_button.setProperty("tight", True)
        self.close_button.setObjectName("guide.close")
        self.close_button.setIcon(icon("close", theme.muted, theme.px(16)))
        set_tip(self.close_button, words("ui.guide.close"))
        self.close_button.setAccessibleName(words("ui.guide.close"))
        self.close_button.clicked.connect(lambda checked=False: self.closed.emit())
        head = QHBoxLayout()
        head.setSpacing(theme.px(8))
        head.addWidget(self._title)
        head.addWidget(self._steps)
        head.addStretch(1)
        head.addWidget(self.close_button)
        self.text, self._note = label("", "", wrap=True), label("", "small", wrap=True)
        inside = QWidget()
        lines = QVBoxLayout(inside)
        lines.setContentsMargins(0, 0, theme.px(4), 0)
        lines.setSpacing(theme.px(4))
        for line in (self.text, self._note):
            lines.addWidget(line)
        lines.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        self.show_me, self.play_on = QPushButton(words("ui.lesson.show")), QPushButton(words("ui.guide.play_on"))
        self.show_me.setProperty("role", "offer")
        self.play_on.setProperty("role", "primary")
        self.play_on.setObjectName("guide.play_on")
        self.show_me.clicked.connect(lambda checked=False: self.shown.emit(self._command()))
        self.play_on.clicked.connect(lambda checked=False: self.closed.emit())
        column = QVBoxLayout(self._box)
        column.setContentsMargins(*(theme.px(side) for side in (12, 5, 6, 6)))
        column.setSpacing(theme.px(3))
        column.addLayout(head)
        column.addWidget(self.area, 1)
        for button in (self.show_me, self.play_on):
            button.setProperty("tight", True)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def _command(self) -> str:
        step = self.view.next if self.view is not None else None
        return step.command if step is not None else ""

    def show_guide(self, view: LessonProgress | None) -> None:
        """Show how far the guide has come; None hides it."""
        if view == self.view and (view is None) == self.isHidden():
            return
        self.view = view
        self.setVisible(view is not None)
        if view is None:
            return
        words, now = self._words, view.next
        steps = [step for step in view.steps if step.text]
        place = steps.index(now) + 1 if now in steps else len(steps)
        self._title.setText(words("ui.guide.title", n=place, of=len(steps)))
        self._steps.setText("".join(DONE if step.done else NOW if step is now else OPEN for step in steps))
        self._steps.setAccessibleName(words("ui.lesson.progress", title=view.title, done=place, of=len(steps)))
        self.text.setText(now.text if now is not None else view.reason)
        begun = any(step.done and step.text for step in view.steps)
        self._note.setText(words("ui.lesson.astray") if view.astray else "" if begun else view.text)
        self._note.setVisible(bool(self._note.text()))
        self.show_me.setVisible(bool(self._command()) and not view.astray)
        self.play_on.setVisible(view.done)
        self.setAccessibleName(f"{view.title}. {self._title.text()}. {self.text.text()}")
        self.area.verticalScrollBar().setValue(0)
        self._share()

    def _share(self) -> None:
        """Show the row of steps where it has room beside the title."""
        parts = (self._title, self._steps, self.close_button)
        needed = sum(part.sizeHint().width() for part in parts) + self._theme.px(3 * MARGIN + 18)
        self._steps.setVisible(needed <= self.width() - self._theme.px(MARGIN))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()
