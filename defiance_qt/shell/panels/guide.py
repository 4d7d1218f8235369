"""The guide of a guided game, docked at the left of the tray: the step to do now, and at the end how to go on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.core.port.lessons import LessonProgress
from defiance_qt.shell.kit.boxes import Scroll, boxed, hbox, vbox
from defiance_qt.shell.kit.buttons import push, tool
from defiance_qt.shell.kit.labels import label, show_text
from defiance_qt.shell.theme import Theme, icon

WIDE = 340
MARGIN = 8  # around the guide, within the tray
DONE, NOW, OPEN = "●", "◆", "○"


class GuideDock(QFrame):
    """The guide. `shown` carries the command of the step, in text form, for a step that has one; `closed` asks to
    close the guide, and the game goes on; `onward` asks for the lesson that follows."""

    shown = Signal(str)
    closed = Signal()
    onward = Signal()

    def __init__(self, theme: Theme, words: Words, over: QWidget) -> None:
        super().__init__(over)
        self._theme, self._words = theme, words
        self.view: LessonProgress | None = None
        self.setFixedWidth(theme.px(WIDE))
        self._box = QFrame()
        self._box.setProperty("role", "card")
        self._box.setProperty("state", "active")
        vbox(self._box, of=self, margins=(theme.px(MARGIN), theme.px(MARGIN), 0, theme.px(MARGIN)))
        self._title, self._steps = label("", "strong", "team"), label("", "small", "team")
        told, mark = words("ui.guide.close"), icon("close", theme.muted, theme.px(16))
        self.close_button = tool(
            role="quiet", tight=True, name="guide.close", mark=mark, tip=told, spoken=told, does=self.closed
        )
        self.text, self._note = label("", "", wrap=True), label("", "small", wrap=True)
        inside = boxed(vbox(self.text, self._note, ..., margins=(0, 0, theme.px(4), 0), gap=theme.px(4)))
        self.area = Scroll(inside)
        self.show_me = push(words("ui.lesson.show"), "offer", does=lambda: self.shown.emit(self._command()))
        self.play_on = push(words("ui.guide.play_on"), "primary", name="guide.play_on", does=self.closed)
        self.next_lesson = push(words("ui.lesson.next"), "offer", name="guide.next", does=self.onward)
        self._buttons = (self.show_me, self.next_lesson, self.play_on)
        for button in self._buttons:
            button.setProperty("tight", True)
        # The buttons stand beside the title: below it is the room for the words.
        vbox(
            hbox(self._title, self._steps, ..., *self._buttons, self.close_button, gap=theme.px(8)),
            (self.area, 1),
            of=self._box,
            margins=[theme.px(side) for side in (12, 5, 6, 6)],
            gap=theme.px(3),
        )
        self.hide()

    def _command(self) -> str:
        step = self.view.next if self.view is not None else None
        return step.command if step is not None else ""

    def show_guide(self, view: LessonProgress | None, follows: bool = False) -> None:
        """Show how far the guide has come; None hides it. `follows`: another lesson comes after it."""
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
        show_text(self._note, words("ui.lesson.astray") if view.astray else "" if begun else view.text)
        self.show_me.setVisible(bool(self._command()) and not view.astray)
        self.play_on.setVisible(view.done)
        self.next_lesson.setVisible(view.done and follows)
        self._title.setVisible(self.next_lesson.isHidden())  # the two buttons need its room
        self.setAccessibleName(f"{view.title}. {self._title.text()}. {self.text.text()}")
        self.area.verticalScrollBar().setValue(0)
        self._share()

    def _share(self) -> None:
        """Show the row of steps where it has room beside the title."""
        buttons = (one for one in self._buttons if not one.isHidden())
        title = () if self._title.isHidden() else (self._title,)
        parts = (*title, self._steps, *buttons, self.close_button)
        needed = sum(part.sizeHint().width() for part in parts) + self._theme.px(3 * MARGIN + 18)
        self._steps.setVisible(needed <= self.width() - self._theme.px(MARGIN))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()
