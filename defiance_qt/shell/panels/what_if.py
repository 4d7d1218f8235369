"""The sheet of compared plans, in the place of the tray: a card for each plan with its figures, and the verdict."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QScrollArea, QSizePolicy, QToolButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, boxed, hbox, vbox
from defiance_qt.shell.kit.buttons import KeyButton
from defiance_qt.shell.kit.elided import Elided, elided_lines
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Icon
from defiance_qt.shell.present.plans import PlanView, RowView, WhatIfView
from defiance_qt.shell.surface.plans import ink, style
from defiance_qt.shell.theme import Theme, font, icon
from defiance_qt.shell.tips import set_tip

HIGH = 326
NAME, CHART, ROW = 86, 56, 22
"""The widths of the name and the picture of a figure, and the height of its row."""
PLAN = 280
"""The least width of a plan."""


class WhatIfSheet(QFrame):
    """The sheet. `played` and `branched` carry the number of a plan, `paused` whether counting is to stop; `left` asks
    to close the sheet."""

    played = Signal(int)
    branched = Signal(int)
    paused = Signal(bool)
    left = Signal()

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.setProperty("role", "bar")
        self.setObjectName("what_if")
        self.setAccessibleName(words("ui.what_if.title"))
        self.cards: list[PlanCard] = []
        self.chapters, self.games = Elided("small"), Elided("small")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(theme.px(64))
        self.progress.setMaximum(1000)
        self.pause = QToolButton()
        self.pause.setCheckable(True)
        self.pause.toggled.connect(self._pause)
        self.close_button = QToolButton()
        self.close_button.setIcon(icon("close", theme.text, theme.px(16)))
        set_tip(self.close_button, f"{words('ui.what_if.close')}  (Esc)")
        self.close_button.setAccessibleName(words("ui.what_if.close"))
        self.close_button.clicked.connect(self.left)
        head = hbox(
            *(label(words("ui.what_if.title"), "heading"), (Elided("small", text=words("ui.what_if.note")), 1)),
            *(self.chapters, self.progress, self.games, self.pause, self.close_button),
            gap=theme.gap,
        )
        self._plans = hbox(margins=0, gap=theme.gap)
        self.verdict = label("", "", wrap=True)
        said = Scroll(boxed(hbox(Icon(theme, "info", theme.team_ink, 16), (self.verdict, 1), margins=0, gap=theme.gap)))
        said.setFixedHeight(theme.px(40))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(boxed(self._plans))
        vbox(head, (self.area, 1), said, of=self, margins=(theme.px(12), theme.px(8)), gap=theme.px(8))
        self._pause(False)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.px(HIGH))

    def show_view(self, view: WhatIfView) -> None:
        """Show what is known."""
        for plan in view.plans[len(self.cards) :]:
            card = PlanCard(self._theme, self._words, plan)
            card.play.clicked.connect(lambda checked=False, number=plan.number: self.played.emit(number))
            card.branch.clicked.connect(lambda checked=False, number=plan.number: self.branched.emit(number))
            self.cards.append(card)
            self._plans.addWidget(card, 1)
        for card, plan in zip(self.cards, view.plans, strict=True):
            card.show_plan(plan)
        self.chapters.set_words(view.chapters)
        self.games.set_words(view.games)
        self.progress.setValue(round(1000 * view.progress))
        for part in (self.games, self.progress, self.pause):
            part.setVisible(bool(view.games))
        self.pause.setEnabled(view.working)
        self.verdict.setText(" ".join(view.verdict) or self._words("ui.what_if.thinking"))
        set_tip(self.verdict, "\n".join((*view.verdict, self._words("ui.what_if.meant"))))

    def _pause(self, on: bool) -> None:
        text = self._words("ui.what_if.go_on" if on else "ui.what_if.pause")
        self.pause.setIcon(icon("play" if on else "pause", self._theme.text, self._theme.px(16)))
        self.pause.setAccessibleName(text)
        set_tip(self.pause, text)
        self.paused.emit(on)


class PlanCard(QFrame):
    """A plan: its number in its color, what is done, its figures, and what can be done with it."""

    def __init__(self, theme: Theme, words: Words, plan: PlanView) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.setProperty("role", "card")
        self.setMinimumWidth(theme.px(PLAN))
        self.badge = Badge(theme, plan)
        self.title, self.note = Title(theme, plan.text), Elided("small", text=plan.note)
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.rows: list[FigureRow] = []
        self.play = KeyButton(theme, words("ui.what_if.play"), "play", "", str(plan.number), 30)
        self.branch = QPushButton(f" {words('ui.what_if.branch')}")
        self.branch.setIcon(icon("branch", theme.text, theme.px(16)))
        self.branch.setMinimumHeight(theme.px(30))
        told = words("ui.what_if.plan", n=plan.number, text=plan.text)
        for button in (self.play, self.branch):
            button.setAccessibleName(f"{button.text().strip()}. {told}")
        self._rows = vbox(gap=0)
        head = hbox(self.badge, (vbox(self.title, self.note, gap=0), 1), gap=theme.gap)
        buttons = hbox(self.play, self.branch, ..., gap=theme.gap_small)
        vbox(head, self._rows, ..., buttons, of=self, margins=(theme.px(10), theme.px(8)), gap=theme.px(4))

    def show_plan(self, plan: PlanView) -> None:
        while len(self.rows) < len(plan.rows):
            row = FigureRow(self._theme, ink(self._theme, plan.tone))
            self.rows.append(row)
            self._rows.addWidget(row)
        for row, view in zip(self.rows, plan.rows, strict=True):
            row.show_row(view)
        figures = ". ".join(f"{one.name}: {one.strong} {one.text}" for one in plan.rows)
        self.setAccessibleName(f"{self._words('ui.what_if.plan', n=plan.number, text=plan.text)}. {figures}")


class Title(QWidget):
    """What a plan does, in two lines. It is as high in every plan, so that the figures are beside each other."""

    LINES = 2

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme, self._text = theme, text
        self._face = font(theme, theme.size_text, 600)
        self._line = QFontMetrics(self._face).lineSpacing()
        self.setFixedHeight(self.LINES * self._line)
        self.setAccessibleName(text)
        set_tip(self, text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._face)
        painter.setPen(QColor(self._theme.text_strong))
        for place, line in enumerate(elided_lines(self._text, self._face, self.width(), self.LINES)):
            painter.drawText(QRectF(0, place * self._line, self.width() + 2, self._line), line)


class Badge(QWidget):
    """The number of a plan in its color, with a piece of its line."""

    def __init__(self, theme: Theme, plan: PlanView) -> None:
        super().__init__()
        self._theme, self._plan = theme, plan
        self.setFixedSize(theme.px(26), theme.px(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, plan = self._theme, self._plan
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color, size = QColor(ink(theme, plan.tone)), theme.px(24)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        disc = QRectF((self.width() - size) / 2, 0, size, size)
        painter.drawEllipse(disc)
        painter.setPen(QColor(theme.on_accent))
        painter.setFont(font(theme, theme.size_text, 700))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(plan.number))
        painter.setPen(QPen(color, 2.5, style(plan.number)))
        low = self.height() - 2.5
        painter.drawLine(QPointF(1, low), QPointF(self.width() - 1, low))


class FigureRow(QWidget):
    """A figure of a plan: its name, a picture of it, its range and what goes with it."""

    def __init__(self, theme: Theme, color: str) -> None:
        super().__init__()
        self._theme, self._color = theme, color
        self._view = RowView("", "", "", "", "")
        self.setFixedHeight(theme.px(ROW))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def view(self) -> RowView:
        return self._view

    def show_row(self, view: RowView) -> None:
        if view != self._view:
            self._view = view
            set_tip(self, view.tip)
            self.setAccessibleName(f"{view.name}: {view.strong} {view.text}")
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(PLAN - 20), self._theme.px(ROW))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self._view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name, gap = theme.px(NAME), theme.px(6)
        left = self._write(painter, view.name, 0, name - gap, theme.size_small, 400, theme.muted)
        left = name
        if view.bars:
            self._paint_bars(painter, QRectF(left, 3, theme.px(CHART), self.height() - 6))
        elif view.span is not None:
            self._paint_span(painter, QRectF(left, 0, theme.px(CHART), self.height()), view.span)
        if view.bars or view.span is not None:
            left += theme.px(CHART) + gap
        if view.strong:
            left += (
                self._write(painter, view.strong, left, self.width() - left, theme.size_small, 700, theme.text) + gap
            )
        self._write(painter, view.text, left, self.width() - left, theme.size_small, 400, theme.muted)

    def _write(self, painter: QPainter, text: str, left: int, room: int, size: int, weight: int, color: str) -> int:
        """Write a line, elided to its room. Return its width."""
        face = font(self._theme, size, weight)
        metrics = QFontMetrics(face)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, room))
        painter.setFont(face)
        painter.setPen(QColor(color))
        wide = metrics.horizontalAdvance(shown)
        painter.drawText(QRectF(left, 0, wide + 2, self.height()), int(Qt.AlignmentFlag.AlignVCenter), shown)
        return wide

    def _paint_bars(self, painter: QPainter, box: QRectF) -> None:
        """Paint how often each amount came. A line below marks the range; what is outside of it is faint."""
        bars = self._view.bars
        wide = min(box.width() / len(bars), self._theme.px(12))
        base, most = box.bottom() - 4, box.height() - 5
        inside = [place for place, bar in enumerate(bars) if bar.inside]
        painter.setPen(Qt.PenStyle.NoPen)
        for place, bar in enumerate(bars):
            high = max(1.5, most * bar.share) if bar.share else 1.0
            painter.setBrush(QColor(self._color if bar.inside and bar.share else self._theme.faint))
            painter.drawRect(QRectF(box.left() + place * wide, base - high, max(1.0, wide - 1.5), high))
        painter.setBrush(QColor(self._theme.text))
        start, end = box.left() + inside[0] * wide, box.left() + (inside[-1] + 1) * wide - 1.5
        painter.drawRect(QRectF(start, base + 2, max(2.0, end - start), 2))

    def _paint_span(self, painter: QPainter, box: QRectF, span: tuple[float, float, float]) -> None:
        """Paint an interval of a share between 0 and 1, and the share that was counted."""
        middle, (low, high, share) = box.center().y(), span
        painter.setPen(QPen(QColor(self._theme.faint), 1))
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
        painter.drawLine(QPointF(box.center().x(), middle - 4), QPointF(box.center().x(), middle + 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._color))
        thick = self._theme.px(8)
        painter.drawRoundedRect(
            QRectF(box.left() + low * box.width(), middle - thick / 2, max(3.0, (high - low) * box.width()), thick),
            4,
            4,
        )
        painter.setBrush(QColor(self._theme.text_strong))
        painter.drawRect(QRectF(box.left() + share * box.width() - 1, middle - thick / 2, 2, thick))
