"""The large cards of the start screen: begin at once, and go on with the last game beside a picture of its board."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import gbox, hbox, put, vbox
from defiance_qt.shell.kit.buttons import KeyButton
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.gauges import Left, Ticks
from defiance_qt.shell.kit.labels import label, show_text
from defiance_qt.shell.kit.pictures import Portrait, smooth
from defiance_qt.shell.present.start import ContinueView, FigureView
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.screens.backdrop import hexes
from defiance_qt.shell.theme import Theme, pixmap

TALLEST = 480
"""The most height of the cards of the first row."""

LEAST_PICTURE = 0.9
"""The least width of the picture against its height."""


PROMISES = ("rolls", "undo", "rules")


class QuickCard(QFrame):
    """The card that begins a game with one click. `play` is filled where there is no game to go on with."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme = theme
        self._alone = False
        self.setProperty("role", "quick")
        title = words("ui.start.quick")
        self.setAccessibleName(title)
        self._text = label(words("ui.start.quick.text"), "prompt", wrap=True)
        self.play = KeyButton(theme, words("ui.start.play"), "play", "primary", "↵", 50)
        self.play.setObjectName("quick start")
        self.play.setProperty("big", True)
        self.play.setAccessibleDescription(self._text.text())
        heading = label(title, "title")
        self._promises = QWidget()
        promises = vbox(of=self._promises, margins=0, gap=theme.px(10))
        for name in PROMISES:
            tick = QLabel()
            tick.setPixmap(pixmap("check", theme.team, theme.px(16), 1.0))
            row = hbox(
                (tick, 0, Qt.AlignmentFlag.AlignTop),
                (label(words(f"ui.start.promise.{name}"), "", wrap=True), 1),
                gap=theme.px(12),
            )
            promises.addLayout(row)
        self.guided = KeyButton(theme, words("ui.start.guided"), "why", "offer")
        self.guided.setObjectName("guided")
        self.guided.hide()
        self._column = vbox(
            heading,
            self._text,
            theme.px(4),
            self._promises,
            ...,
            self.play,
            self.guided,
            of=self,
            margins=[theme.px(side) for side in (24, 16, 24, 18)],
            gap=theme.px(10),
        )

    def set_short(self, short: bool) -> None:
        """Leave out what the program promises: a low window needs the room for the other cards."""
        self._promises.setVisible(not short)
        self._limit(short)

    def _limit(self, short: bool) -> None:
        least = 180 if short else 250 if self._alone else 286
        self.setMinimumHeight(self._theme.px(least))

    def offer_guide(self, offered: bool) -> None:
        """Offer the guided beginning, where the game has one."""
        self.guided.setVisible(offered)

    def say(self, text: str) -> None:
        self._text.setText(text)
        self.play.setAccessibleDescription(text)

    def set_alone(self, alone: bool) -> None:
        """Fill the whole row: words at the left, hexes at the right."""
        self._alone = alone
        # Where a game is under way, going on with it comes first.
        self.play.set_role("primary" if alone else "offer")
        self.play.set_key("↵" if alone else "")
        self._limit(self._promises.isHidden())
        self.setMaximumHeight(self._theme.px(400 if alone else TALLEST))
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Leave out the hexes: they give way to the words, and the card to a smaller window."""
        found, margins = super().minimumSizeHint(), self._column.contentsMargins()
        return QSize(found.width() - margins.right() + self._theme.px(24), found.height())

    def _fit(self) -> None:
        side = edge = self._theme.px(24)
        if self._alone and self.width() > self._theme.px(700):
            spare = self.width() - self.minimumSizeHint().width() + edge
            side = max(edge, min(self.width() // 2, spare))
        margins = self._column.contentsMargins()
        if margins.right() != side:
            margins.setRight(side)
            self._column.setContentsMargins(margins)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        right = self._column.contentsMargins().right()
        if right <= self._theme.px(24):
            return
        painter = smooth(self)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)
        painter.setClipPath(path)
        hexes(painter, self._theme, QRect(self.width() - right, 0, right, self.height()))


class GoingCard(QFrame):
    """The card of the game to go on with: a picture of the table, and how it stands. Its button is the only filled one
    of the screen."""

    opened = Signal(Path)
    listed = Signal()

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.view: ContinueView | None = None
        self.setProperty("role", "card")
        self.board = BoardPicture(theme)
        self._side = side = QWidget()
        hbox((self.board, 456), (side, 340), of=self, margins=1, gap=0)
        column = vbox(of=side, margins=[theme.px(side) for side in (20, 14, 20, 16)], gap=theme.px(8))
        self._add_state(column)
        rule = QFrame()
        rule.setProperty("role", "line")
        column.addWidget(rule)
        self._figures = gbox(gap=(theme.px(10), theme.px(4)), wide=(2,))
        column.addLayout(self._figures)
        self._rest = label("", "muted", wrap=True)
        put(column, self._rest, theme.px(6), ...)
        self.go_on = KeyButton(theme, words("ui.start.continue"), "play", "primary", "C")
        self.go_on.setObjectName("continue")
        self.go_on.clicked.connect(self._open)
        self.others = KeyButton(theme, "", "folder", "")
        self.others.setObjectName("other saves")
        self.others.clicked.connect(self.listed)
        buttons = hbox((self.go_on, 3), (self.others, 2), gap=theme.px(8))
        column.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the picture where it is wide enough to be one: large words need its room."""
        super().resizeEvent(event)
        room = self.width() - self._side.sizeHint().width()
        self.board.setVisible(room >= LEAST_PICTURE * self._side.sizeHint().height())

    def _add_state(self, column: QVBoxLayout) -> None:
        """Add the lines that say which game it is and how it stands."""
        theme = self._theme
        self._when = label("", "muted")
        head = hbox(label(self._words("ui.start.continue"), "title"), ..., self._when)
        column.addLayout(head)
        self._title = Elided("strong")
        self._where = Elided("muted")
        self._progress, self._of = label("", ""), label("", "muted")
        self._ticks = Ticks(theme)
        put(column, self._title, self._where)
        line = hbox(self._progress, self._of, theme.px(6), self._ticks, ..., gap=theme.px(6))
        column.addLayout(line)
        self._sign = QLabel()
        self._facts = label("", "", wrap=True)
        facts = hbox((self._sign, 0, Qt.AlignmentFlag.AlignTop), (self._facts, 1), gap=theme.px(8))
        column.addLayout(facts)

    def show_going(self, view: ContinueView | None, others: int) -> None:
        """Show a game, and the number of the other saves."""
        words = self._words
        self.others.say(words("ui.start.others", n=others) if others else words("ui.start.saves.all"))
        if view is None or view == self.view:
            self.view = view
            return
        self.view = view
        self._when.setText(view.when)
        self._title.set_words(view.title)
        self._where.set_words(view.where)
        self._where.setVisible(bool(view.where))
        self._progress.setText(view.progress)
        counted = bool(view.last and view.chapter)
        self._of.setText(words("ui.of", n=view.last) if counted else "")
        self._of.setVisible(counted)
        self._ticks.set_value(view.chapter, view.last if counted else 0)
        self._facts.setText(" · ".join(text for text, _ in view.facts))
        tone = next((tone for _, tone in view.facts if tone), "")
        size = self._theme.px(16)
        if tone:
            self._sign.setPixmap(pixmap("alert", getattr(self._theme, tone), size, 1.0))
        self._sign.setVisible(bool(tone))
        self._show_figures(view.hurt)
        show_text(self._rest, view.rest)
        self.setAccessibleName(view.spoken)
        self.go_on.setAccessibleDescription(view.spoken)

    def _show_figures(self, figures: tuple[FigureView, ...]) -> None:
        clear(self._figures)
        theme = self._theme
        for row, figure in enumerate(figures):
            number = label(
                self._words("ui.start.left", left=figure.left, of=figure.of), "", "danger" if not figure.left else ""
            )
            portrait = Portrait(theme, figure.initials, theme.team, 30, drawing=figure.drawing)
            parts = (portrait, Elided("", "", figure.name))
            for column, part in enumerate((*parts, Left(theme, figure.left, figure.of), number)):
                self._figures.addWidget(part, row, column, Qt.AlignmentFlag.AlignVCenter)

    def _open(self) -> None:
        if self.view is not None:
            self.opened.emit(Path(self.view.path))


class BoardPicture(QWidget):
    """The picture of a table; hexes while there is none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._image = QImage()
        self._drawn: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumWidth(theme.px(110))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(456), self._theme.px(280))

    def show_picture(self, image: QImage) -> None:
        self._image, self._drawn = image, None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._drawn = None
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = smooth(self)
        radius = theme.radius
        path = QPainterPath()
        # Its right side is straight: there the words begin.
        path.addRoundedRect(QRectF(self.rect()).adjusted(0, 0, radius * 2, 0), radius, radius)
        painter.setClipRect(self.rect())
        # A picture that was taken in the other theme has the colour of its own edge around it.
        edge = QColor(theme.background_edge) if self._image.isNull() else self._image.pixelColor(1, 1)
        painter.fillPath(path, edge)
        painter.setPen(QPen(QColor(theme.card_border), 1))
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        if self._image.isNull():
            painter.setClipPath(path)
            hexes(painter, theme, self.rect())
            return
        if self._drawn is None:
            ratio = self.devicePixelRatioF()
            room = self.size() - QSize(theme.px(24), theme.px(24))
            fitted = self._image.scaled(
                room * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            fitted.setDevicePixelRatio(ratio)
            self._drawn = QPixmap.fromImage(fitted)
        size = self._drawn.deviceIndependentSize()
        place = QPointF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2)
        painter.drawPixmap(place, self._drawn)
