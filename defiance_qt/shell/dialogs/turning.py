"""The page of turning points: the line of the estimate, and a card for each point with what turned it and why.

What the bot would do stays folded until the user has tried the moment, or asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeySequence, QPainter, QPaintEvent, QPen, QPolygonF, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QSizePolicy, QWidget

from defiance_qt.core.port import Piece, Words
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.boards import Boards, StatePicture, area
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.boxes import Part, Scroll, boxed, hbox, vbox
from defiance_qt.shell.kit.buttons import KeyButton, push
from defiance_qt.shell.kit.elided import elided_lines
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.present.turning import ChartView, EffectView, MarkView, MomentView, TurningView
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip

_SIZE = (1600, 960)
CHART, ALONE = 116, 320
"""The height of the chart, and without cards below it."""
BADGE = 24
BOARD, TEXT, AROUND = 150, 146, 610
"""The least height of a board, that of the text below it, and that of all but the board."""
NAME = 96
"""The width of the name of an effect."""
SCALE = 0.5
"""The change of the chance to win that reaches the end of the scale of an effect."""


class TurningDialog(Dialog):
    """The page. `tried` and `watched` carry the number of a turning point."""

    tried = Signal(int)
    watched = Signal(int)

    def __init__(self, parent: QWidget, theme: Theme, words: Words, session: Session, boards: Boards) -> None:
        super().__init__(parent)
        self.setModal(False)
        self._theme, self.words, self.session = theme, words, session
        self._boards = boards
        self.cards: list[MomentCard] = []
        self._view: TurningView | None = None
        room = parent.window().size()
        wide, high = (round(side * theme.scale) for side in _SIZE)
        self.resize(min(wide, room.width() - 40), min(high, room.height() - 40))
        self.setWindowTitle(words("ui.turning.heading"))
        self.title, self.verdict = label("", "heading"), label("", "muted", wrap=True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(theme.px(120))
        self.progress.setMaximum(1000)
        asks = label(words("ui.turning.shows"), "muted")
        self.after = push(words("ui.turning.after"), "chip", checks=True, alone=True, dense=True, default=False)
        self.shown = push(words("ui.turning.shown"), "chip", checks=True, alone=True, dense=True, default=False)
        for button in (self.after, self.shown):
            button.setAccessibleName(f"{words('ui.turning.shows')}: {button.text()}")
            set_tip(button, words("ui.turning.shows.tip"))
        self.after.setChecked(True)
        self.shown.toggled.connect(self._unfold)
        self._switch = boxed(hbox(asks, self.after, self.shown, margins=0, gap=theme.gap_small))
        head = hbox(self.title, ..., self.progress, self._switch, gap=theme.gap)
        self.chart = Chart(theme)
        self.state = label("", "muted", wrap=True)
        self.state.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._cards = hbox(margins=0, gap=theme.gap)
        self._below = boxed(self._cards)
        self.meant = label("", "small", wrap=True)
        close = push(words("ui.close"), default=False, does=self.reject)
        foot = hbox((self.meant, 1), close, gap=theme.gap)
        vbox(
            *(head, self.verdict, self.chart, (self.state, 1), (self._below, 1), foot),
            of=self,
            margins=(theme.px(16), theme.px(14)),
            gap=theme.gap,
        )
        for number in (1, 2, 3):
            QShortcut(QKeySequence(str(number)), self).activated.connect(lambda n=number: self._try(n))

    def _try(self, number: int) -> None:
        if number <= len(self.cards):
            self.tried.emit(number)

    def show_view(self, view: TurningView) -> None:
        """Show what is known."""
        if view == self._view:
            return
        self._view = view
        self.title.setText(view.title)
        self.verdict.setText(view.verdict)
        self.verdict.setVisible(bool(view.verdict))
        self.chart.show_chart(view.chart)
        self.progress.setValue(round(1000 * view.progress))
        self.progress.setVisible(bool(view.state))
        self._switch.setVisible(bool(view.chart.marks))
        self.state.setText(view.state)
        self.state.setVisible(not view.chart.marks)
        self.chart.setFixedHeight(self._theme.px(CHART if view.chart.marks else ALONE))
        self._below.setVisible(bool(view.chart.marks))
        self.meant.setText(view.meant)
        for moment in view.moments[len(self.cards) :]:
            board = StatePicture(self._theme) if self._boards.there else None
            card = MomentCard(self._theme, self.words, moment, board)
            card.again.clicked.connect(lambda checked=False, n=moment.number: self.tried.emit(n))
            card.watch.clicked.connect(lambda checked=False, n=moment.number: self.watched.emit(n))
            self._show_board(card, moment, len(view.chart.marks))
            self.cards.append(card)
            self._cards.addWidget(card, 1)
        self._unfold()

    def announce(self) -> None:
        """Let a screen reader say what was found."""
        if self._view is not None:
            self.setAccessibleDescription(f"{self._view.title}. {self._view.verdict}")
        if self.cards:
            self.cards[0].again.setFocus()

    def _unfold(self) -> None:
        """Show what the bot would do where the user has tried already, or everywhere."""
        for card in self.cards:
            tried = len(self.session.timeline.children(card.view.before)) > 1
            card.unfold(tried or self.shown.isChecked())

    def _show_board(self, card: MomentCard, moment: MomentView, count: int) -> None:
        """Show the board before a decision, and after what the dice brought, with what has changed there. `count` cards
        are beside each other."""
        before, after = self._boards.at(moment.before), self._boards.at(moment.after)
        if card.board is None or before is None or after is None:
            return
        ringed = _changed(before.pieces, after.pieces)
        chosen = before if moment.kind == "decision" else after
        high = max(self._theme.px(BOARD), self.height() - self._theme.px(AROUND))
        aspect = (self.width() / count - self._theme.px(40)) / high
        shown = area([*before.pieces, *after.pieces], ringed, chosen.whole)
        card.board.show_board(chosen, _cut(shown, chosen.whole, aspect), ringed)


def _changed(before: Sequence[Piece], after: Sequence[Piece]) -> frozenset[str]:
    """Return the ids of the pieces that are somewhere else, or otherwise off."""
    first, second = ({one.id: (one.x, one.y, one.note) for one in pieces if one.name} for pieces in (before, after))
    return frozenset(id for id in {*first, *second} if first.get(id) != second.get(id))


def _cut(box: QRectF, whole: QRectF, aspect: float) -> QRectF:
    """Return a part of the ground around a box, as wide for its height as what it is shown in, as far as there is
    ground."""
    wide, high = max(box.width(), box.height() * aspect), max(box.height(), box.width() / aspect)
    found = QRectF(0, 0, min(wide, whole.width()), min(high, whole.height()))
    found.moveCenter(box.center())
    found.moveLeft(min(max(found.left(), whole.left()), whole.right() - found.width()))
    found.moveTop(min(max(found.top(), whole.top()), whole.bottom() - found.height()))
    return found


class MomentCard(QFrame):
    """A turning point: what it was, its board, its figures, what was done and what came."""

    def __init__(self, theme: Theme, words: Words, view: MomentView, board: StatePicture | None) -> None:
        super().__init__()
        self._words, self.view, self.board = words, view, board
        self.setProperty("role", "card")
        tone = "team" if view.kind == "decision" else "gold"
        self.title = Title(theme, view.texts.title)
        chip = label(view.kind_name, "chip", tone)
        head = hbox(Badge(theme, view), (self.title, 1), gap=theme.gap)
        below = hbox(label(view.place, "small"), ..., chip, gap=theme.gap)
        effects = [EffectRow(theme, one, tone) for one in view.effects]
        self.bot = self._said()
        given, came = self._said("ui.turning.you", view.texts.given), self._said("ui.turning.came", view.texts.came)
        came.setVisible(bool(view.texts.came))
        text = Scroll(boxed(vbox(given, came, self.bot, ..., margins=0, gap=theme.gap_small)), name=view.texts.title)
        role = "primary" if view.kind == "decision" and view.falls else ""
        self.again = KeyButton(theme, words("ui.turning.try"), "branch", role, str(view.number), 32)
        self.watch = push(words("ui.turning.watch"), default=False)
        for button in (self.again, self.watch):
            button.setAutoDefault(False)
            button.setAccessibleName(f"{button.text().strip()}. {view.texts.title}")
            set_tip(button, words("ui.turning.try.tip" if button is self.again else "ui.turning.watch.tip"))
        if board is not None:
            board.setMinimumHeight(theme.px(BOARD))
            text.setFixedHeight(theme.px(TEXT))
        rows: tuple[Part, ...] = (label(view.wins, "strong", wrap=True), *effects)
        rows = (*rows, (text, 1)) if board is None else ((board, 1), *rows, text)
        vbox(
            *(head, below, *rows),
            hbox(self.again, self.watch, ..., gap=theme.gap_small),
            of=self,
            margins=(theme.px(12), theme.px(10)),
            gap=theme.gap_small,
        )
        figures = ". ".join(f"{one.name}: {one.text}" for one in view.effects)
        self.setAccessibleName(f"{view.number}. {view.texts.title}. {view.kind_name}. {view.place}")
        self.setAccessibleDescription(f"{view.wins}. {figures}. {view.texts.given} {view.texts.came}")

    def unfold(self, shown: bool) -> None:
        """Show what the bot would do, or that it is shown after an own try."""
        bot = self.view.texts.bot if shown else self._words("ui.turning.folded")
        self.bot.setText(self._led("ui.turning.bot", bot))
        set_property(self.bot, "role", "" if shown else "muted")

    def _said(self, key: str = "", text: str = "") -> QLabel:
        """Return a label for a text after its bold name."""
        made = label("", "", wrap=True)
        made.setTextFormat(Qt.TextFormat.RichText)
        made.setText(self._led(key, text) if key else "")
        return made

    def _led(self, key: str, text: str) -> str:
        return f"<b>{escape(self._words(key))}:</b> {escape(text)}"


class Title(QWidget):
    """The main sentence of a turning point in two lines, as high in every card."""

    LINES = 2

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme, self._text = theme, text
        self._face = font(theme, theme.size_text, 600)
        self._line = QFontMetrics(self._face).lineSpacing()
        self.setFixedHeight(self.LINES * self._line)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        set_tip(self, text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._face)
        painter.setPen(QColor(self._theme.text_strong))
        lines = elided_lines(self._text, self._face, self.width(), self.LINES)
        top = (self.LINES - len(lines)) * self._line / 2
        for place, line in enumerate(lines):
            painter.drawText(QRectF(0, top + place * self._line, self.width() + 2, self._line), line)


class Badge(QWidget):
    """The number of a turning point: round for a decision, square for dice and cards."""

    def __init__(self, theme: Theme, view: MomentView) -> None:
        super().__init__()
        self._theme, self._view = theme, view
        self.setFixedSize(theme.px(BADGE), theme.px(BADGE))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_badge(painter, self._theme, QRectF(self.rect()), self._view.number, self._view.kind == "decision")


def paint_badge(painter: QPainter, theme: Theme, box: QRectF, number: int, decision: bool) -> None:
    """Paint the number of a turning point."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.team if decision else theme.gold))
    if decision:
        painter.drawEllipse(box)
    else:
        painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(theme.on_accent))
    painter.setFont(font(theme, theme.size_small, 700))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))


class EffectRow(QWidget):
    """By how many points a part has changed the chance to win: a span on a scale with no change in its middle."""

    def __init__(self, theme: Theme, view: EffectView, tone: str) -> None:
        super().__init__()
        self._theme, self._view = theme, view
        self._color = theme.team if view.span is None or tone == "team" else theme.gold
        self.setFixedHeight(theme.px(20))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{view.name}: {view.text}")
        set_tip(self, f"{view.name}: {view.text}")

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(280), self._theme.px(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self._view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face = font(theme, theme.size_small, 600)
        wide = QFontMetrics(face).horizontalAdvance(view.text) + 4
        name = theme.px(NAME)
        painter.setFont(font(theme, theme.size_small))
        painter.setPen(QColor(theme.muted))
        painter.drawText(QRectF(0, 0, name, self.height()), int(Qt.AlignmentFlag.AlignVCenter), view.name)
        painter.setFont(face)
        painter.setPen(QColor(theme.text))
        right = QRectF(self.width() - wide, 0, wide, self.height())
        painter.drawText(right, int(Qt.AlignmentFlag.AlignVCenter), view.text)
        scale = QRectF(name, 0, self.width() - wide - name - theme.px(10), self.height())
        if scale.width() > theme.px(30):
            self._paint_scale(painter, scale)

    def _paint_scale(self, painter: QPainter, box: QRectF) -> None:
        middle, centre = box.center().y(), box.center().x()
        painter.setPen(QPen(QColor(self._theme.faint), 1))
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
        painter.drawLine(QPointF(centre, middle - 5), QPointF(centre, middle + 5))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._color))
        if self._view.span is None:
            painter.drawEllipse(QPointF(centre, middle), 4, 4)
            return
        low, high = (centre + max(-1.0, min(1.0, bound / SCALE)) * box.width() / 2 for bound in self._view.span)
        painter.drawRoundedRect(QRectF(low, middle - 4, max(4.0, high - low), 8), 4, 4)


class Chart(QWidget):
    """The line of the estimate with its band over the chapters, and the turning points on it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._view: ChartView | None = None
        self.setFixedHeight(theme.px(ALONE))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_chart(self, view: ChartView) -> None:
        if view != self._view:
            self._view = view
            self.setAccessibleName(view.spoken)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self._view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.card_border), 1))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius, theme.radius)
        if view is None:
            return
        face = font(theme, theme.size_small)
        painter.setFont(face)
        metrics = QFontMetrics(face)
        left = metrics.horizontalAdvance("100%") + theme.px(18)
        box = QRectF(self.rect()).adjusted(left, theme.px(14), -theme.px(20), -theme.px(26))
        painter.setPen(QColor(theme.muted))
        for share in (0, 50, 100):
            high = box.bottom() - share / 100 * box.height()
            painter.setPen(QPen(QColor(theme.raised_border), 1))
            painter.drawLine(QPointF(box.left(), high), QPointF(box.right(), high))
            painter.setPen(QColor(theme.muted))
            beside = QRectF(0, high - 10, left - theme.px(8), 20)
            painter.drawText(beside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), f"{share}%")
        self._paint_ticks(painter, box, metrics)
        self._paint_line(painter, box, view)
        for mark in view.marks:
            self._paint_mark(painter, box, view, mark)

    def _paint_ticks(self, painter: QPainter, box: QRectF, metrics: QFontMetrics) -> None:
        assert self._view is not None
        free = box.left()
        for at, name in self._view.ticks:
            left = box.left() + at * box.width()
            if left >= free:
                painter.setPen(QPen(QColor(self._theme.raised_border), 1))
                painter.drawLine(QPointF(left, box.top()), QPointF(left, box.bottom()))
                painter.setPen(QColor(self._theme.muted))
                painter.drawText(QPointF(left, box.bottom() + metrics.height() + 2), name)
                free = left + metrics.horizontalAdvance(name) + 8

    def _place(self, box: QRectF, at: float, share: float) -> QPointF:
        return QPointF(box.left() + at * box.width(), box.bottom() - share * box.height())

    def _paint_line(self, painter: QPainter, box: QRectF, view: ChartView) -> None:
        theme, points = self._theme, view.points
        band = [self._place(box, one.at, one.high) for one in points]
        band += [self._place(box, one.at, one.low) for one in reversed(points)]
        color = QColor(theme.team)
        color.setAlphaF(0.22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF(band))
        painter.setPen(QPen(QColor(theme.team), 2))
        painter.drawPolyline(QPolygonF([self._place(box, one.at, one.share) for one in points]))
        if points and points[-1].at == 1 and view.won is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.team if view.won else theme.danger))
            painter.drawEllipse(self._place(box, 1, points[-1].share), 4, 4)
        painter.setPen(QColor(theme.danger_ink if view.won is False else theme.muted))
        painter.setFont(font(theme, theme.size_small))
        above = QRectF(box.left(), box.top() if view.won is False else box.bottom() - 22, box.width() - 10, 20)
        painter.drawText(above, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), view.ending)

    def _paint_mark(self, painter: QPainter, box: QRectF, view: ChartView, mark: MarkView) -> None:
        first, last = view.points[mark.first], view.points[mark.last]
        start, end = self._place(box, first.at, first.share), self._place(box, last.at, last.share)
        painter.setPen(QPen(QColor(self._theme.danger if mark.falls else self._theme.blue), 4))
        painter.drawLine(start, end)
        size = self._theme.px(20)
        middle = (start + end) / 2
        left = max(box.left(), middle.x() - size - 6)
        top = min(max(box.top(), middle.y() - size / 2), box.bottom() - size)
        paint_badge(painter, self._theme, QRectF(left, top, size, size), mark.number, mark.kind == "decision")
