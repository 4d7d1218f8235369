"""The page of a step that only asks to go on: the next mission, what follows a defeat, the choice of the team."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.shell.kit.boxes import boxed, framed, hbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.theme.icons import paint_svg
from defiance_qt.systems.defiance.view import scenes
from defiance_qt.systems.defiance.view.panels.pages import AnswerPage
from defiance_qt.systems.defiance.view.present.road import AnswerView, BriefingView

WIDE = 640  # the width of a page of text
ROOM = 520  # the height of a page with a scene


class ScenePicture(QWidget):
    """The scene of a mission, as wide as there is room. It says nothing that the words below do not."""

    def __init__(self, theme: Theme, drawn: str) -> None:
        super().__init__()
        self._theme, self._drawn = theme, drawn
        rises = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        rises.setHeightForWidth(True)
        self.setSizePolicy(rises)

    def heightForWidth(self, width: int) -> int:
        return width * scenes.HIGH // scenes.WIDE

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(WIDE), self.heightForWidth(self._theme.px(WIDE)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, outline = QRectF(self.rect()), QPainterPath()
        outline.addRoundedRect(area, self._theme.radius_small, self._theme.radius_small)
        painter.setClipPath(outline)
        paint_svg(painter, area, self._drawn, self._theme.team)


class BriefingPage(AnswerPage):
    """The page. Its text comes first, and below it the answers, each with what it means."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "briefing")
        self._view: BriefingView | None = None
        self._scene: ScenePicture | None = None

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
        parts: list[QWidget] = [label(text, role, tone, wrap=True) for text, role, tone in texts if text]
        answers = [self._answer(answer, place) for place, answer in enumerate(view.answers)]
        drawn = scenes.scene(view.mission, _colors(self._theme))
        self._scene = ScenePicture(self._theme, drawn) if drawn else None
        if self._scene is not None:
            parts.insert(0, self._scene)
        card = framed(vbox(*parts, *answers, margins=(side, 18, side, 20), gap=11))
        card.setMaximumWidth(self._theme.px(WIDE))
        self.setAccessibleName(". ".join(part for part in (view.title, view.head) if part))
        self.setAccessibleDescription(" ".join(part for part in (view.story, view.objective, view.foreseen) if part))
        self.fill(boxed(hbox(..., (card, 100, Qt.AlignmentFlag.AlignVCenter), ..., margins=(16, 14))))
        self._fit_scene()

    def _fit_scene(self) -> None:
        """Show the scene where the first button is seen below it all the same."""
        if self._scene is not None:
            self._scene.setVisible(self.height() >= self._theme.px(ROOM))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_scene()

    def _answer(self, view: AnswerView, place: int) -> QWidget:
        role, name = "primary" if view.primary else "offer", f"answer:{place}"
        button = push(view.text, role, name=name, spoken=view.text, about=view.means)
        button.clicked.connect(lambda: self.chosen.emit(view.command))
        means = label(view.means, "small", wrap=True) if view.means else None
        return boxed(vbox(button, means, margins=0, gap=self._theme.px(4)))


def _colors(theme: Theme) -> scenes.Colors:
    sky = theme.background_edge if theme.dark else theme.background
    return scenes.Colors(sky, theme.card, theme.raised, theme.faint, theme.team, theme.enemy, theme.gold)
