"""The page of a step that only asks to go on: the next mission, what follows a defeat, the choice of the team."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import boxed, hbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.road import AnswerView, BriefingView

WIDE = 640  # the width of a page of text


class BriefingPage(QScrollArea):
    """The page. `chosen` carries the command of a button."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: BriefingView | None = None
        self.setObjectName("briefing")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._head = label("", "small", "gold", wrap=True)
        self._title = label("", "title", wrap=True)
        self._story = label("", wrap=True)
        self._aim = label("", "strong", wrap=True)
        self._foreseen = label("", "", "gold", wrap=True)
        self._buttons: list[QWidget] = []
        card = QFrame()
        card.setProperty("role", "card")
        card.setMaximumWidth(theme.px(WIDE))
        side = theme.px(26)
        # Gaps do not grow with the words: with large ones the first button is seen all the same.
        self._column = vbox(
            self._head,
            self._title,
            self._story,
            self._aim,
            self._foreseen,
            of=card,
            margins=(side, 18, side, 20),
            gap=11,
        )
        inside = boxed(hbox(..., (card, 100, Qt.AlignmentFlag.AlignVCenter), ..., margins=(16, 14)))
        self.setWidget(inside)

    def show_briefing(self, view: BriefingView) -> None:
        if view == self._view:
            return
        self._view = view
        self._head.setText(view.head)
        set_property(self._head, "tone", view.tone or "gold")
        self._title.setText(view.title)
        self._story.setText(view.story)
        self._aim.setText(view.objective)
        self._foreseen.setText(view.foreseen)
        for part in (self._head, self._story, self._aim, self._foreseen):
            part.setVisible(bool(part.text()))
        for old in self._buttons:
            old.hide()
            self._column.removeWidget(old)
            old.deleteLater()
        self._buttons = []
        for place, answer in enumerate(view.answers):
            made = self._made(answer, place)
            self._column.addWidget(made)
            self._buttons.append(made)
        self.setAccessibleName(". ".join(part for part in (view.title, view.head) if part))
        self.setAccessibleDescription(" ".join(part for part in (view.story, view.objective, view.foreseen) if part))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button by Enter, or the first one while none has the focus."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        buttons = [one for one in self.findChildren(QPushButton) if one.isVisible()]
        focused = [one for one in buttons if one.hasFocus()]
        for button in (focused or buttons)[:1]:
            button.click()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first button."""
        super().focusInEvent(event)
        first = next((one for one in self.findChildren(QPushButton) if one.isVisible()), None)
        if first is not None:
            first.setFocus(event.reason())

    def _made(self, answer: AnswerView, place: int) -> QWidget:
        button = push(
            answer.text,
            "primary" if answer.primary else "offer",
            name=f"answer:{place}",
            spoken=answer.text,
            about=answer.means,
            does=lambda checked=False, command=answer.command: self.chosen.emit(command),
        )
        return boxed(
            vbox(
                button,
                label(answer.means, "small", wrap=True) if answer.means else None,
                margins=0,
                gap=self._theme.px(4),
            )
        )
