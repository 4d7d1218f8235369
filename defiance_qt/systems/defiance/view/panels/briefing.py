"""The page of a step that only asks to go on: the next mission, what follows a defeat, the choice of the team."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.kit.boxes import boxed, framed, hbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.panels.pages import AnswerPage
from defiance_qt.systems.defiance.view.present.road import AnswerView, BriefingView

WIDE = 640  # the width of a page of text


class BriefingPage(AnswerPage):
    """The page. Its text comes first, and below it the answers, each with what it means."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "briefing")
        self._view: BriefingView | None = None

    def show_briefing(self, view: BriefingView) -> None:
        if view == self._view:
            return
        self._view, side = view, self._theme.px(26)
        texts = (
            (view.head, "small", view.tone or "gold"),
            (view.title, "title", ""),
            (view.story, "", ""),
            (view.objective, "strong", ""),
            (view.foreseen, "", "gold"),
        )
        # Gaps do not grow with the words: with large ones the first button is seen all the same.
        parts = [label(text, role, tone, wrap=True) for text, role, tone in texts if text]
        answers = [self._answer(answer, place) for place, answer in enumerate(view.answers)]
        card = framed(vbox(*parts, *answers, margins=(side, 18, side, 20), gap=11))
        card.setMaximumWidth(self._theme.px(WIDE))
        self.setAccessibleName(". ".join(part for part in (view.title, view.head) if part))
        self.setAccessibleDescription(" ".join(part for part in (view.story, view.objective, view.foreseen) if part))
        self.fill(boxed(hbox(..., (card, 100, Qt.AlignmentFlag.AlignVCenter), ..., margins=(16, 14))))

    def _answer(self, view: AnswerView, place: int) -> QWidget:
        role, name = "primary" if view.primary else "offer", f"answer:{place}"
        button = push(view.text, role, name=name, spoken=view.text, about=view.means)
        button.clicked.connect(lambda: self.chosen.emit(view.command))
        means = label(view.means, "small", wrap=True) if view.means else None
        return boxed(vbox(button, means, margins=0, gap=self._theme.px(4)))
