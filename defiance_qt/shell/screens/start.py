"""The start screen: go on with the last game, begin one at once or set one up, learn, and all else in a line each.

It shows view models and emits signals. What only a game's rules know is filled in once they are loaded (`set_new`,
`set_lessons`); showing the screen loads none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.system import Words
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.languages import names
from defiance_qt.shell.native import key_text
from defiance_qt.shell.panels.elided import Elided
from defiance_qt.shell.panels.widgets import Portrait, label
from defiance_qt.shell.pictures import Pictures
from defiance_qt.shell.present.start import ContinueView, FigureView, LessonView, NewView
from defiance_qt.shell.screens.parts import LESSONS, KeyButton, Left, Row, Ticks, Wrapped, calm, grown, press_focused
from defiance_qt.shell.theme import Theme, icon, pixmap

HEX = 46.0
WIDEST = 1500
"""The most width of the cards, in pixels at the usual size of text."""

TALLEST = 450
"""The most height of the cards of the first row."""

LEAST_PICTURE = 0.9
"""The least width of the picture against its height."""
STACKED = 780
"""The width below which the cards stand one below the other, in pixels at the usual size of text."""
LARGE = 1.3
"""The scale of words from which a row has no room for a chip."""
ROWS = 4
"""The most lessons on the card; with more, the last row opens the list."""

TITLES = {"help.keys": "ui.start.keys", "look.settings": "ui.start.settings"}
"""The short names of actions."""

PROMISES = ("rolls", "undo", "rules")


class StartScreen(QWidget):
    """The screen. `opened` carries a save, `parted` the part of a new game that is to be shown ("mission", "rules",
    "dice"), `listed` which saves ("all", "over"), `learned` the id of a lesson, "" for the list of all. `managed`: the
    plugins are wanted."""

    opened = Signal(Path)
    quick = Signal()
    began = Signal()
    parted = Signal(str)
    managed = Signal()
    listed = Signal(str)
    learned = Signal(str)
    languaged = Signal(str)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        actions: Actions,
        pictures: Pictures,
        going: ContinueView | None,
        others: int,
        replays: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._actions = theme, words, actions
        self._backdrop: QPixmap | None = None
        self._pictures = pictures
        self._lessons: tuple[LessonView, ...] | None = None
        self._guide = ""  # the id of the guided beginning
        # From the outside in: Qt styles all that is in a widget again when the widget gets another parent.
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(self.area)
        inside = QWidget()
        self.area.setWidget(inside)
        self._page = page = QVBoxLayout(inside)
        page.setSpacing(grown(theme, 16))
        page.addLayout(self._header())
        self._first = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._first.setSpacing(grown(theme, 16))
        self._quick = QuickCard(theme, words)
        self.play = self._quick.play
        self.play.clicked.connect(self.quick)
        self._quick.guided.clicked.connect(lambda: self.learned.emit(self._guide))
        self.going = GoingCard(theme, words)
        self.going.opened.connect(self.opened)
        self.going.listed.connect(lambda: self.listed.emit("all"))
        self._first.addWidget(self._quick, 372)
        self._first.addWidget(self.going, 812)
        page.addLayout(self._first, 3)
        self._second = second = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        second.setSpacing(grown(theme, 16))
        self._learn, self._learn_rows = self._card(words("ui.start.learn"))
        for card, share in ((self._new_card(), 372), (self._learn, 398), (self._more_card(), 398)):
            card.setMaximumHeight(grown(theme, 470))
            second.addWidget(card, share)
        self.going.setMaximumHeight(grown(theme, TALLEST))
        page.addLayout(second, 2)
        page.addStretch(0)
        page.addLayout(self._footer())
        self.set_saves(going, others, replays)
        self._bind("C", self._go_on)
        self._bind("N", self.began.emit)

    def _bind(self, key: str, act: object) -> None:
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)  # type: ignore[arg-type]

    # -- what is shown

    def set_saves(self, going: ContinueView | None, others: int, replays: str) -> None:
        """Show the game to go on with, the number of other saves, and the games that are over."""
        fresh = going is not None and going != self.going.view
        self.going.show_going(going, others)
        self.going.setVisible(going is not None)
        self._quick.set_alone(going is None)
        self._quick.offer_guide(bool(self._guide) and going is None)
        if going is not None and fresh:
            path = Path(going.path)
            # After the first paint: a picture takes as long to read as the rest of the screen.
            QTimer.singleShot(0, self, lambda: self.going.board.show_picture(self._pictures.load(path)))
        self.replays.set_words(replays)
        self.saves.setVisible(going is None and others > 0)
        self.saves.set_words(self._words.count("ui.start.saves", others))

    def set_new(self, view: NewView) -> None:
        """Show what is chosen for the next game."""
        for row, line in ((self.mission, view.mission), (self.rules, view.rules), (self.dice, view.dice)):
            row.set_words(line.text, line.rest, line.brief)
        self.plugins.set_words(view.plugins)

    def set_quick(self, text: str) -> None:
        """Say which game the one click begins."""
        self._quick.say(text)

    def set_lessons(self, lessons: tuple[LessonView, ...]) -> None:
        """List the lessons; without any the card goes."""
        if lessons == self._lessons:
            return
        self._lessons = lessons
        self._guide = next((one.id for one in lessons if one.kind == "guide"), "")
        self._quick.offer_guide(bool(self._guide) and not self.going.isVisibleTo(self))
        self._empty(self._learn_rows)
        shown = lessons if len(lessons) <= ROWS else lessons[: ROWS - 1]
        for place, one in enumerate(shown):
            first = not place and not self.going.isVisibleTo(self)
            # Large words need the room themselves.
            chip = self._words("ui.start.learn.first") if first and self._theme.scale < LARGE else ""
            row = Row(self._theme, one.title, one.brief or one.text, LESSONS.get(one.kind, "help"), chip)
            row.setObjectName(f"lesson:{one.id}")
            row.clicked.connect(lambda checked=False, id=one.id: self.learned.emit(id))
            self._add_row(self._learn_rows, row)
        if len(lessons) > len(shown):
            row = Row(
                self._theme,
                self._words("ui.start.learn.all"),
                self._words.count("ui.start.learn.count", len(lessons)),
                "log",
            )
            row.setObjectName("lessons")
            row.clicked.connect(lambda: self.learned.emit(""))
            self._add_row(self._learn_rows, row)
        self._learn_rows.addStretch(1)
        self._learn.setVisible(bool(lessons))

    # -- its parts

    def _header(self) -> QBoxLayout:
        """Make the head: the name, and the buttons beside it or, where there is little room, below it."""
        words, theme = self._words, self._theme
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(grown(theme, 8))
        row, buttons = QHBoxLayout(), QHBoxLayout()
        for one in (row, buttons):
            one.setSpacing(grown(theme, 8))
        sign = QLabel()
        size = grown(theme, 42)
        sign.setPixmap(pixmap("app", theme.team, size, 2.0))
        sign.setScaledContents(True)
        sign.setFixedSize(size, size)
        row.addWidget(sign)
        row.addSpacing(grown(theme, 12))
        names = QVBoxLayout()
        names.setSpacing(0)
        title = label(words("ui.title"))
        title.setStyleSheet(f"font-size: {grown(theme, 44)}px; font-weight: 700; color: {theme.text_strong};")
        names.addWidget(title)
        subtitle = Wrapped(words("ui.subtitle"), "muted")
        subtitle.setMaximumWidth(grown(theme, 520))
        line = QHBoxLayout()
        # Its words take the room up to their limit, and the rest stays empty.
        line.addWidget(subtitle, 1000)
        line.addStretch(1)
        names.addLayout(line)
        row.addLayout(names, 1)
        for id, name in (("help.keys", "keyboard"), ("look.settings", "settings")):
            buttons.addWidget(self._button(id, name), 0, Qt.AlignmentFlag.AlignVCenter)
        buttons.addWidget(self._languages(), 0, Qt.AlignmentFlag.AlignVCenter)
        buttons.addStretch(1)
        self._head.addLayout(row, 1)
        self._head.addSpacing(grown(theme, 4))
        self._head.addLayout(buttons)
        return self._head

    def _button(self, id: str, name: str) -> QPushButton:
        action = self._actions[id]
        button = QPushButton(f" {self._words(TITLES[id])}")
        button.setAccessibleName(action.text())
        button.setObjectName(id)
        button.setIcon(icon(name, self._theme.text, 18))
        button.setToolTip(action.toolTip())
        button.setMinimumHeight(grown(self._theme, 34))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(action.trigger)
        return button

    def _languages(self) -> QComboBox:
        box = QComboBox()
        calm(box)
        box.setAccessibleName(self._words("ui.language"))
        box.setMinimumHeight(grown(self._theme, 34))
        for id, name in names(self._words).items():
            box.addItem(icon("language", self._theme.text, 18), name, id)
        box.setCurrentIndex(max(0, box.findData(self._words.language)))
        box.currentIndexChanged.connect(lambda place: self.languaged.emit(box.itemData(place)))
        longest = max(box.fontMetrics().horizontalAdvance(box.itemText(place)) for place in range(box.count()))
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        box.setMinimumWidth(grown(self._theme, 84) + round(longest * self._theme.size_text / 14))
        return box

    def _card(self, title: str, key: str = "") -> tuple[QFrame, QVBoxLayout]:
        theme = self._theme
        frame = QFrame()
        frame.setProperty("role", "card")
        frame.setAccessibleName(title)
        column = QVBoxLayout(frame)
        column.setContentsMargins(*(grown(theme, side) for side in (20, 14, 20, 16)))
        column.setSpacing(grown(theme, 10))
        head = QHBoxLayout()
        head.addWidget(label(title, "heading"))
        head.addStretch(1)
        if key:
            head.addWidget(label(key, "key"))
        column.addLayout(head)
        rows = QVBoxLayout()
        rows.setSpacing(grown(theme, 4))
        column.addLayout(rows, 1)
        return frame, rows

    def _new_card(self) -> QFrame:
        words, theme = self._words, self._theme
        frame, rows = self._card(words("ui.new.title"), "N")
        rows.setSpacing(grown(theme, 10))
        self.mission = Row(theme, words("ui.new.mission"))
        self.rules = Row(theme, words("ui.new.rules"))
        self.dice = Row(theme, words("ui.start.dice"))
        for name, row in (("mission", self.mission), ("rules", self.rules), ("dice", self.dice)):
            row.setObjectName(f"new:{name}")
            row.clicked.connect(lambda checked=False, name=name: self.parted.emit(name))
            row.align(max(one.title_width for one in (self.mission, self.rules, self.dice)))
            rows.addWidget(row)
        rows.addStretch(1)
        self.begin = KeyButton(theme, words("ui.start.begin"), "plus", "offer")
        self.begin.setObjectName("set up")
        self.begin.clicked.connect(self.began)
        rows.addWidget(self.begin)
        return frame

    def _more_card(self) -> QFrame:
        words, theme = self._words, self._theme
        frame, rows = self._card(words("ui.start.more"))
        self.saves = Row(theme, words("ui.saves.title"), "", "folder")
        self.saves.clicked.connect(lambda: self.listed.emit("all"))
        self.replays = Row(theme, words("ui.start.replays.title"), "", "time")
        self.replays.clicked.connect(lambda: self.listed.emit("over"))
        self.plugins = Row(theme, words("ui.start.plugins.title"), "", "plugin")
        self.plugins.clicked.connect(self.managed)
        key = key_text(self._actions["game.open"].shortcut().toString()).replace("+", " ")
        self.open = Row(theme, words("ui.start.open"), words("ui.start.open.file"), "import", key=key)
        self.open.clicked.connect(self._actions["game.open"].trigger)
        named = {"replays": self.replays, "saves": self.saves, "plugins": self.plugins, "game.open": self.open}
        for name, row in named.items():
            row.setObjectName(name)
            self._add_row(rows, row)
        rows.addStretch(1)
        return frame

    def _add_row(self, rows: QVBoxLayout, row: Row) -> None:
        rows.setSpacing(0)
        if rows.count():
            row.rule_off()
        rows.addWidget(row)

    def _empty(self, rows: QLayout) -> None:
        while (item := rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _footer(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(grown(self._theme, 24))
        row.addWidget(Wrapped(self._words("ui.fan_work"), "small"), 1)
        row.addWidget(label(self._words("ui.start.saved"), "small"))
        return row

    # -- events

    def _go_on(self) -> None:
        if self.going.view is not None:
            self.opened.emit(Path(self.going.view.path))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        theme = self._theme
        edge = max(grown(theme, 24), min(grown(theme, 48), self.width() // 26))
        beside = max(edge, (self.width() - grown(theme, WIDEST)) // 2)
        self._page.setContentsMargins(beside, grown(theme, 22), beside, grown(theme, 16))
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        for row in (self._head, self._first, self._second):
            row.setDirection(down if self.width() < grown(theme, STACKED) else across)
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._backdrop is None or self._backdrop.deviceIndependentSize().toSize() != self.size():
            self._backdrop = backdrop(self._theme, self.size(), self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 0, self._backdrop)


class QuickCard(QFrame):
    """The card that begins a game with one click. `play` is the only filled button of the screen."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme = theme
        self._alone = False
        self.setProperty("role", "quick")
        title = words("ui.start.quick")
        self.setAccessibleName(title)
        self._text = Wrapped(words("ui.start.quick.text"), "prompt")
        self.play = KeyButton(theme, words("ui.start.play"), "play", "primary", "↵", 50)
        self.play.setObjectName("quick start")
        self.play.setProperty("big", True)
        self.play.setAccessibleDescription(self._text.text())
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(*(grown(theme, side) for side in (24, 20, 24, 22)))
        column.setSpacing(grown(theme, 10))
        heading = label(title, "title")
        column.addWidget(heading)
        column.addWidget(self._text)
        column.addSpacing(grown(theme, 4))
        for name in PROMISES:
            row = QHBoxLayout()
            row.setSpacing(grown(theme, 12))
            tick = QLabel()
            tick.setPixmap(pixmap("check", theme.team, grown(theme, 16), 1.0))
            row.addWidget(tick, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(Wrapped(words(f"ui.start.promise.{name}"), ""), 1)
            column.addLayout(row)
        self.guided = KeyButton(theme, words("ui.start.guided"), "why", "offer")
        self.guided.setObjectName("guided")
        self.guided.hide()
        column.addStretch(1)
        column.addWidget(self.play)
        column.addWidget(self.guided)

    def offer_guide(self, offered: bool) -> None:
        """Offer the guided beginning to somebody who has no game to go on with."""
        self.guided.setVisible(offered)

    def say(self, text: str) -> None:
        self._text.setText(text)
        self.play.setAccessibleDescription(text)

    def set_alone(self, alone: bool) -> None:
        """Fill the whole row: words at the left, hexes at the right."""
        self._alone = alone
        self.setMinimumHeight(grown(self._theme, 250 if alone else 286))
        self.setMaximumHeight(grown(self._theme, 330 if alone else TALLEST))
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Leave out the hexes: they give way to the words, and the card to a smaller window."""
        found, margins = super().minimumSizeHint(), self._column.contentsMargins()
        return QSize(found.width() - margins.right() + grown(self._theme, 24), found.height())

    def _fit(self) -> None:
        side = edge = grown(self._theme, 24)
        if self._alone and self.width() > grown(self._theme, 700):
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
        if right <= grown(self._theme, 24):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)
        painter.setClipPath(path)
        hexes(painter, self._theme, QRect(self.width() - right, 0, right, self.height()))


class GoingCard(QFrame):
    """The card of the game to go on with: a picture of the table, and how it stands."""

    opened = Signal(Path)
    listed = Signal()

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.view: ContinueView | None = None
        self.setProperty("role", "card")
        self.board = BoardPicture(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self.board, 456)
        self._side = side = QWidget()
        row.addWidget(side, 340)
        column = QVBoxLayout(side)
        column.setContentsMargins(*(grown(theme, side) for side in (20, 14, 20, 16)))
        column.setSpacing(grown(theme, 8))
        self._add_state(column)
        rule = QFrame()
        rule.setProperty("role", "line")
        column.addWidget(rule)
        self._figures = QGridLayout()
        self._figures.setHorizontalSpacing(grown(theme, 10))
        self._figures.setVerticalSpacing(grown(theme, 4))
        self._figures.setColumnStretch(2, 1)
        column.addLayout(self._figures)
        self._rest = Wrapped("", "muted")
        column.addWidget(self._rest)
        column.addSpacing(grown(theme, 6))
        column.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(grown(theme, 8))
        self.go_on = KeyButton(theme, words("ui.start.continue"), "play", "offer", "C")
        self.go_on.setObjectName("continue")
        self.go_on.clicked.connect(self._open)
        self.others = KeyButton(theme, "", "folder", "")
        self.others.setObjectName("other saves")
        self.others.clicked.connect(self.listed)
        buttons.addWidget(self.go_on, 3)
        buttons.addWidget(self.others, 2)
        column.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the picture where it is wide enough to be one: large words need its room."""
        super().resizeEvent(event)
        room = self.width() - self._side.sizeHint().width()
        self.board.setVisible(room >= LEAST_PICTURE * self._side.sizeHint().height())

    def _add_state(self, column: QVBoxLayout) -> None:
        """Add the lines that say which game it is and how it stands."""
        theme = self._theme
        head = QHBoxLayout()
        head.addWidget(label(self._words("ui.start.continue"), "title"))
        head.addStretch(1)
        self._when = label("", "muted")
        head.addWidget(self._when)
        column.addLayout(head)
        self._title = Elided("strong")
        self._where = Elided("muted")
        self._progress, self._of = label("", ""), label("", "muted")
        self._ticks = Ticks(theme)
        column.addWidget(self._title)
        column.addWidget(self._where)
        line = QHBoxLayout()
        line.setSpacing(grown(theme, 6))
        line.addWidget(self._progress)
        line.addWidget(self._of)
        line.addSpacing(grown(theme, 6))
        line.addWidget(self._ticks)
        line.addStretch(1)
        column.addLayout(line)
        facts = QHBoxLayout()
        facts.setSpacing(grown(theme, 8))
        self._sign = QLabel()
        self._facts = Wrapped("", "")
        facts.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        facts.addWidget(self._facts, 1)
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
        size = grown(self._theme, 16)
        if tone:
            self._sign.setPixmap(pixmap("alert", getattr(self._theme, tone), size, 1.0))
        self._sign.setVisible(bool(tone))
        self._show_figures(view.hurt)
        self._rest.setText(view.rest)
        self._rest.setVisible(bool(view.rest))
        self.setAccessibleName(view.spoken)
        self.go_on.setAccessibleDescription(view.spoken)

    def _show_figures(self, figures: tuple[FigureView, ...]) -> None:
        while (item := self._figures.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        theme = self._theme
        for row, one in enumerate(figures):
            number = label(self._words("ui.start.left", left=one.left, of=one.of), "", "danger" if not one.left else "")
            parts = (Portrait(theme, one.initials, theme.team, grown(theme, 26)), Elided("", "", one.name))
            for column, part in enumerate((*parts, Left(theme, one.left, one.of), number)):
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
        self.setMinimumWidth(grown(theme, 110))

    def sizeHint(self) -> QSize:
        return QSize(grown(self._theme, 456), grown(self._theme, 280))

    def show_picture(self, image: QImage) -> None:
        self._image, self._drawn = image, None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._drawn = None
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
            room = self.size() - QSize(grown(theme, 24), grown(theme, 24))
            fitted = self._image.scaled(
                room * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            fitted.setDevicePixelRatio(ratio)
            self._drawn = QPixmap.fromImage(fitted)
        size = self._drawn.deviceIndependentSize()
        place = QPointF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2)
        painter.drawPixmap(place, self._drawn)


def hexes(painter: QPainter, theme: Theme, area: QRect) -> None:
    """Draw a few hexes that fade toward the left."""
    lit = {(1, 3): theme.team, (3, 2): theme.enemy, (2, 5): theme.gold, (4, 5): theme.team, (0, 6): theme.enemy}
    _scatter(painter, theme, area, 38.0, lit, lambda x, y, bright: min(1.0, 0.15 + x))


def backdrop(theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return a background of hexes that fade away from the top."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    # On the light theme's edge the small words below the cards would be too faint.
    edge = QColor(theme.background_edge if theme.dark else theme.background)
    picture.fill(edge)
    painter = QPainter(picture)
    area = QRect(0, 0, size.width(), size.height())
    glow = QRadialGradient(QPointF(size.width() * 0.5, 0), size.width() * 0.62)
    glow.setColorAt(0, QColor(theme.background).lighter(118 if theme.dark else 106))
    glow.setColorAt(1, edge)
    painter.fillRect(area, glow)
    middle = int(size.width() / (math.sqrt(3) * HEX) / 2)
    lit = {(1, middle + 1): theme.team, (0, middle + 3): theme.enemy}

    def strength(x: float, y: float, bright: bool) -> float:
        return 0.6 if bright else 0.42 - math.hypot(x - 0.5, y) * 0.62

    _scatter(painter, theme, area, HEX, lit, strength)
    painter.end()
    return picture


def _scatter(
    painter: QPainter,
    theme: Theme,
    area: QRect,
    size: float,
    lit: Mapping[tuple[int, int], str],
    strength: Callable[[float, float, bool], float],
) -> None:
    """Draw hexes all over an area, some of them lit. `strength` returns how opaque a hex is at a share of width and
    height."""
    ratio = painter.device().devicePixelRatioF()
    plain = _stamp(theme.hex_edge, size, False, ratio)
    stamps = {colour: _stamp(colour, size, True, ratio) for colour in set(lit.values())}
    wide, high = math.sqrt(3) * size, 1.5 * size
    for row in range(int(area.height() / high) + 2):
        for column in range(int(area.width() / wide) + 2):
            x, y = column * wide + (wide / 2 if row % 2 else 0), row * high
            bright = (row, column) in lit
            opacity = strength(min(1.0, x / max(1, area.width())), y / max(1, area.height()), bright)
            if opacity > 0.01:
                painter.setOpacity(opacity)
                stamp = stamps[lit[row, column]] if bright else plain
                painter.drawPixmap(QPointF(area.left() + x - size, area.top() + y - size), stamp)
    painter.setOpacity(1)


def _stamp(colour: str, size: float, filled: bool, ratio: float) -> QPixmap:
    """Return a hex as a picture: drawing hundreds of polygons takes longer than the rest of the screen."""
    side = math.ceil(2 * size * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colour), 1.4))
    inside = QColor(colour)
    inside.setAlphaF(0.12)
    painter.setBrush(inside if filled else Qt.BrushStyle.NoBrush)
    corners = [math.radians(60 * place - 30) for place in range(6)]
    radius = size - 2.5
    painter.drawPolygon(
        QPolygonF([QPointF(size + radius * math.cos(one), size + radius * math.sin(one)) for one in corners])
    )
    painter.end()
    return picture
