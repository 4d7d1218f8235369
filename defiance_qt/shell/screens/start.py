"""The start screen: go on with the last game, begin one at once or set one up, learn, and all else in a line each.

It shows view models and emits signals. What only a game's rules know is filled in once they are loaded (`set_new`,
`set_lessons`); showing the screen loads none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.focus import press_focused
from defiance_qt.shell.kit.boxes import Scroll, hbox, put, vbox
from defiance_qt.shell.kit.buttons import KeyButton, push
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.rows import Row
from defiance_qt.shell.languages import names
from defiance_qt.shell.native import key_text
from defiance_qt.shell.pictures import Pictures
from defiance_qt.shell.present.start import ContinueView, LessonView, NewView
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.screens.backdrop import backdrop
from defiance_qt.shell.screens.start_cards import TALLEST, GoingCard, QuickCard
from defiance_qt.shell.theme import Theme, icon, pixmap

WIDEST = 1500
"""The most width of the cards, in pixels at the usual size of text."""

STACKED = 780
"""The width below which the cards stand one below the other, in pixels at the usual size of text."""
NARROW = 1000
"""The width below which the game stands below the name of the program, in pixels at the usual size of text."""
LOW = 860
"""The height below which the cards are lower and closer together, in pixels at the usual size of text."""
LARGE = 1.3
"""The scale of words from which a row has no room for a chip."""
TALL = 360
"""The most height of a card of rows, in pixels at the usual size of text, unless its rows need more."""
ROOMY = 72
"""The most height of a row where a card has more room than its rows need, in pixels at the usual size of text."""
SHARES = 100  # of a row in what a card has over, against 1 of the end of the card
ROWS = 4
"""The most lessons on the card; with more, the last row opens the list."""

TITLES = {"help.keys": "ui.start.keys", "look.settings": "ui.start.settings"}
"""The short names of actions."""


class ListCard(QFrame):
    """A card of rows beside others. None is higher than the rows of the fullest need or, with few rows, than a limit.
    All have the same limit: a lower one would stand in the middle beside the highest."""

    def __init__(self, most: int, beside: list[ListCard]) -> None:
        super().__init__()
        self._most, self._beside = most, beside
        beside.append(self)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            most = max(self._most, *(card.needed for card in self._beside))
            for card in self._beside:
                card.setMaximumHeight(most)
        return done

    @property
    def needed(self) -> int:
        """The height that the rows need."""
        layout = self.layout()
        return layout.totalHeightForWidth(self.width()) if layout is not None else 0


class StartScreen(QWidget):
    """The screen. `opened` carries a save, `parted` the part of a new game that is to be shown ("mission", "rules",
    "dice"), `campaigned` whether a campaign is to be played with the printed game, `listed` which saves ("all",
    "over"), `learned` the id of a lesson, "" for the list of all, `turned` the system whose games are wanted.
    `managed`: the plugins are wanted."""

    opened = Signal(Path)
    quick = Signal()
    began = Signal()
    campaigned = Signal(bool)
    parted = Signal(str)
    managed = Signal()
    listed = Signal(str)
    learned = Signal(str)
    languaged = Signal(str)
    turned = Signal(str)

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
        self._cards: list[ListCard] = []
        # From the outside in: Qt styles all that is in a widget again when the widget gets another parent.
        self.area = Scroll()
        vbox(self.area, of=self, margins=0)
        inside = QWidget()
        self.area.setWidget(inside)
        self._page = page = QVBoxLayout(inside)
        page.setSpacing(theme.px(16))
        # In a window higher than all of it, the page stands in the middle; the footer stays at the edge.
        page.addStretch(0)
        page.addLayout(self._header())
        self._first = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._first.setSpacing(theme.px(12))
        self._quick = QuickCard(theme, words)
        self.play = self._quick.play
        self.play.clicked.connect(self.quick)
        self._quick.guided.clicked.connect(lambda: self.learned.emit(self._guide))
        self.going = GoingCard(theme, words)
        self.going.opened.connect(self.opened)
        self.going.listed.connect(lambda: self.listed.emit("all"))
        put(self._first, (self._quick, 372), (self.going, 812))
        put(page, (self._first, 3), self._campaign_card())
        self._second = second = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        second.setSpacing(theme.px(16))
        self._learn, self._learn_rows = self._card(words("ui.start.learn"))
        for card, share in ((self._new_card(), 372), (self._learn, 398), (self._more_card(), 398)):
            second.addWidget(card, share)
        self.going.setMaximumHeight(theme.px(TALLEST))
        page.addLayout(second, 2)
        page.addStretch(0)
        page.addLayout(self._footer())
        self.set_saves(going, others, replays)
        self._bind("C", self._go_on)
        self._bind("N", self.began.emit)
        # Without a game there is no legend: its key shows what the keys do.
        self._bind("F1", actions["help.keys"].trigger)

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
        if going is not None and fresh:
            path = Path(going.path)
            # After the first paint: a picture takes as long to read as the rest of the screen.
            QTimer.singleShot(0, self, lambda: self.going.board.show_picture(self._pictures.load(path)))
        self.replays.set_words(replays)
        self.saves.setVisible(going is None and others > 0)
        self.saves.set_words(self._words.count("ui.start.saves", others))
        # The rows stand beside those of the card before.
        rows = self._more.count() - 1
        missing = ROWS - rows + int(self.saves.isHidden())
        self._more.setStretch(rows, max(1, SHARES * missing))

    @property
    def first(self) -> QPushButton:
        """The button that Enter presses at first: go on with a game, or begin one."""
        return self.play if self.going.isHidden() else self.going.go_on

    def set_new(self, view: NewView) -> None:
        """Show what is chosen for the next game."""
        for row, line in ((self.mission, view.mission), (self.rules, view.rules), (self.dice, view.dice)):
            row.set_words(line.text, line.rest, line.brief)
        self.plugins.set_words(view.plugins)
        self.campaign.setVisible(bool(view.campaign))
        self.campaign.setAccessibleName(view.campaign)

    def set_games(self, names: Mapping[str, str], current: str) -> None:
        """Offer the games there are, by their ids, if there is more than one."""
        with QSignalBlocker(self.games):
            self._fill(self.games, "die", names, current)
        self.games.setVisible(len(names) > 1)

    def set_quick(self, text: str) -> None:
        """Say which game the one click begins."""
        self._quick.say(text)

    def set_lessons(self, lessons: tuple[LessonView, ...]) -> None:
        """List the lessons; without any the card goes."""
        if lessons == self._lessons:
            return
        self._lessons = lessons
        self._guide = next((lesson.id for lesson in lessons if lesson.kind == "guide"), "")
        self._quick.offer_guide(bool(self._guide))
        clear(self._learn_rows)
        shown = lessons if len(lessons) <= ROWS else lessons[: ROWS - 1]
        for place, one in enumerate(shown):
            first = not place and not self.going.isVisibleTo(self)
            # Large words need the room themselves.
            chip = self._words("ui.start.learn.first") if first and self._theme.scale < LARGE else ""
            row = Row(self._theme, one.title, one.brief or one.text, one.mark, chip)
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
        self._head.setSpacing(theme.px(8))
        row, buttons = QHBoxLayout(), QHBoxLayout()
        for one in (row, buttons):
            one.setSpacing(theme.px(8))
        sign = QLabel()
        size = theme.px(42)
        sign.setPixmap(pixmap("app", theme.team, size, 2.0))
        sign.setScaledContents(True)
        sign.setFixedSize(size, size)
        put(row, sign, theme.px(12))
        title = label(words("ui.title"))
        title.setStyleSheet(f"font-size: {theme.px(44)}px; font-weight: 700; color: {theme.text_strong};")
        self.games = self._box(words("ui.new.game"))
        self.games.currentIndexChanged.connect(lambda place: self.turned.emit(self.games.itemData(place)))
        self.games.hide()
        middle = Qt.AlignmentFlag.AlignVCenter
        self._heading: QBoxLayout = hbox(title, (self.games, 0, middle), ..., gap=theme.px(16))
        subtitle = label(words("ui.subtitle"), "muted", wrap=True)
        subtitle.setMaximumWidth(theme.px(600))
        # Its words take the room up to their limit, and the rest stays empty.
        names = vbox(self._heading, hbox((subtitle, 1000), ...), gap=0)
        row.addLayout(names, 1)
        for id, name in (("help.keys", "keyboard"), ("look.settings", "settings")):
            buttons.addWidget(self._button(id, name), 0, Qt.AlignmentFlag.AlignVCenter)
        put(buttons, (self._languages(), 0, Qt.AlignmentFlag.AlignVCenter), ...)
        put(self._head, (row, 1), theme.px(4), buttons)
        return self._head

    def _button(self, id: str, name: str) -> QPushButton:
        action = self._actions[id]
        button = push(
            f" {self._words(TITLES[id])}",
            spoken=action.text(),
            name=id,
            mark=icon(name, self._theme.text, 18),
            tip=action.toolTip(),
        )
        button.setMinimumHeight(self._theme.px(34))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(action.trigger)
        return button

    def _languages(self) -> QComboBox:
        box = self._box(self._words("ui.language"))
        self._fill(box, "language", names(self._words), self._words.language)
        box.currentIndexChanged.connect(lambda place: self.languaged.emit(box.itemData(place)))
        return box

    def _box(self, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setMinimumHeight(self._theme.px(34))
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return box

    def _fill(self, box: QComboBox, sign: str, names: Mapping[str, str], current: str) -> None:
        """Offer these names by their ids, as wide as the longest of them."""
        box.clear()
        for id, name in names.items():
            box.addItem(icon(sign, self._theme.text, 18), name, id)
        box.setCurrentIndex(max(0, box.findData(current)))
        longest = max(box.fontMetrics().horizontalAdvance(name) for name in names.values())
        box.setMinimumWidth(self._theme.px(84) + round(longest * self._theme.size_text / 14))

    def _card(self, title: str, key: str = "") -> tuple[QFrame, QVBoxLayout]:
        theme = self._theme
        frame = ListCard(theme.px(TALL), self._cards)
        frame.setProperty("role", "card")
        frame.setAccessibleName(title)
        rows = vbox(gap=theme.px(4))
        vbox(
            hbox(label(title, "heading"), ..., label(key, "key") if key else None),
            (rows, 1),
            of=frame,
            margins=[theme.px(side) for side in (20, 14, 20, 16)],
            gap=theme.px(10),
        )
        return frame, rows

    def _new_card(self) -> QFrame:
        words, theme = self._words, self._theme
        frame, rows = self._card(words("ui.new.title"), "N")
        rows.setSpacing(theme.px(10))
        self.mission = Row(theme, words("ui.new.mission"))
        self.rules = Row(theme, words("ui.new.rules"))
        self.dice = Row(theme, words("ui.start.dice"))
        for name, row in (("mission", self.mission), ("rules", self.rules), ("dice", self.dice)):
            row.setObjectName(f"new:{name}")
            row.clicked.connect(lambda checked=False, name=name: self.parted.emit(name))
            row.align(max(one.title_width for one in (self.mission, self.rules, self.dice)))
            self._share(rows, row, 62)
        rows.addStretch(1)
        self.begin = KeyButton(theme, words("ui.start.begin"), "plus", "offer")
        self.begin.setObjectName("set up")
        self.begin.clicked.connect(self.began)
        rows.addWidget(self.begin)
        return frame

    def _campaign_card(self) -> QFrame:
        """Make the card with the two doors of a campaign. It is shown once the game is known to have one."""
        words, theme = self._words, self._theme
        self.campaign = QFrame()
        self.campaign.setProperty("role", "card")
        self._doors = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.campaign)
        self._doors.setSpacing(theme.px(16))
        self._doors.addWidget(label(words("ui.start.campaign"), "heading"))
        self.with_app = Row(theme, words("ui.start.campaign.app"), words("ui.start.campaign.app.text"), "play")
        self.on_paper = Row(theme, words("ui.start.campaign.paper"), words("ui.start.campaign.paper.text"), "log")
        for name, row, paper in (("app", self.with_app, False), ("paper", self.on_paper, True)):
            row.setObjectName(f"campaign:{name}")
            row.clicked.connect(lambda checked=False, paper=paper: self.campaigned.emit(paper))
            self._doors.addWidget(row, 1)
        self.campaign.hide()
        return self.campaign

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
        self._more = rows
        return frame

    def _add_row(self, rows: QVBoxLayout, row: Row) -> None:
        rows.setSpacing(0)
        if rows.count():
            row.rule_off()
        self._share(rows, row, ROOMY)

    def _share(self, rows: QVBoxLayout, row: Row, most: int) -> None:
        """Add a row that takes its share of the card's height, up to a limit or what its words need."""
        rows.addWidget(row, SHARES)
        row.set_most(self._theme.px(most))

    def _footer(self) -> QHBoxLayout:
        return hbox(
            (label(self._words("ui.fan_work"), "small", wrap=True), 1),
            label(self._words("ui.start.saved"), "small"),
            gap=self._theme.px(24),
        )

    # -- events

    def _go_on(self) -> None:
        if self.going.view is not None:
            self.opened.emit(Path(self.going.view.path))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        theme = self._theme
        edge = max(theme.px(24), min(theme.px(48), self.width() // 26))
        beside = max(edge, (self.width() - theme.px(WIDEST)) // 2)
        low = self.height() < theme.px(LOW)
        self._quick.set_short(low)
        above, below, between, within = (12, 10, 12, 0) if low else (22, 16, 16, 4)
        self._page.setContentsMargins(beside, theme.px(above), beside, theme.px(below))
        self._page.setSpacing(theme.px(between))
        self._doors.setContentsMargins(*(theme.px(side) for side in (20, within, 20, within)))
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        for row in (self._head, self._first, self._doors, self._second):
            row.setDirection(down if self.width() < theme.px(STACKED) else across)
        self._heading.setDirection(down if self.width() < theme.px(NARROW) else across)
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._backdrop is None or self._backdrop.deviceIndependentSize().toSize() != self.size():
            self._backdrop = backdrop(self._theme, self.size(), self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 0, self._backdrop)
