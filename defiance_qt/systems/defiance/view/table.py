"""The table: the board between the team's cards and the Enemy's, the bar above, timeline and log below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QContextMenuEvent, QCursor, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QVBoxLayout, QWidget

from defiance_qt.core.session import Change, Session
from defiance_qt.shell.actions import Actions, action_keys
from defiance_qt.shell.dialogs.text import TextDialog
from defiance_qt.shell.models.log import LogModel
from defiance_qt.shell.pace import MOTION
from defiance_qt.shell.panels.ending import EndingCard
from defiance_qt.shell.panels.log import LogPanel
from defiance_qt.shell.panels.message import MessageBar
from defiance_qt.shell.panels.question import QuestionPanel
from defiance_qt.shell.panels.timeline import TimelinePanel
from defiance_qt.shell.panels.topbar import TopBar
from defiance_qt.shell.panels.why import WhyCard
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.engine.frames import Equipping
from defiance_qt.systems.defiance.view.board import BoardView
from defiance_qt.systems.defiance.view.bridge import Bridge
from defiance_qt.systems.defiance.view.panels.cards import CardColumn
from defiance_qt.systems.defiance.view.panels.equip import EquipPanel
from defiance_qt.systems.defiance.view.panels.foes import FoeColumn
from defiance_qt.systems.defiance.view.present.names import Words, rules_of
from defiance_qt.systems.defiance.view.present.values import ChoiceView, HoverView, Picture
from defiance_qt.systems.defiance.view.room import Room
from defiance_qt.systems.defiance.view.sheets import Sheets

# How often, in ms, an idle table works out a piece of what lines of sight will ask for.
LOOK_AHEAD = 60


class Table(QWidget):
    """One open game on the screen: the `Screen` of its bridge."""

    closed = Signal()

    def __init__(
        self, session: Session, words: Words, theme: Theme, actions: Actions, menu: QMenu, speed: str = "normal"
    ) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.words, self.theme, self.deeds = words, theme, actions
        self.announced: list[str] = []
        self._ask: TextDialog | None = None
        self._choice_menu: QMenu | None = None
        self._animating = False
        self._delay: int | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self.board = BoardView(theme)
        rules = rules_of(session)
        self.board.set_board(rules.board, rules.mission.zones, rules.mission.respawn)
        self.bridge = Bridge(session, words, self, speed)
        self.board.set_words(words, self.bridge.names.initials)
        self.sheets = Sheets(self)
        self._timer.timeout.connect(self.bridge.tick)
        self._sights = rules.sight.prepare()
        self._ahead = QTimer(self)
        self._ahead.timeout.connect(self._look_ahead)
        self._ahead.start(LOOK_AHEAD)
        self.board.set_speed(MOTION[speed])
        self._make(menu, speed)
        self._lay_out()
        self._connect()
        self._bind()
        self.bridge.refresh()

    def _make(self, menu: QMenu, speed: str) -> None:
        words, theme, actions = self.words, self.theme, self.deeds
        self.top = TopBar(theme, words, actions["time.undo"], actions["time.redo"], actions["look.why"], menu)
        self.cards = CardColumn(theme, words, action_keys())
        self.question = QuestionPanel(theme, words)
        self.foes = FoeColumn(theme, words)
        tape = [(actions[f"time.{name}"], icon) for name, icon in _TAPE]
        self.timeline = TimelinePanel(theme, words, tuple(tape), speed)
        self.log_model = LogModel(self.bridge.session, self.bridge.story)
        self.log = LogPanel(theme, words, self.log_model, actions["time.note"])
        self.reasons = WhyCard(theme, words, self.board)
        self.message = MessageBar(words, self.board)
        ways = (actions["game.close"], actions["time.undo"], actions["time.first"])
        self.ending = EndingCard(words, self.board, ways)
        self.equip = EquipPanel(theme, words, self, self.board)

    def _look_ahead(self) -> None:
        """So that the first looks of a game make nobody wait: each piece takes some milliseconds."""
        if not self._animating and next(self._sights, None) is None:
            self._ahead.stop()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(9)
        column.addWidget(self.cards)
        column.addWidget(self.question)
        column.addStretch(1)
        self.room = Room(left, self.board, self.foes, self.timeline, self.log)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.top)
        line = QWidget()
        line.setFixedHeight(1)
        line.setStyleSheet(f"background: {self.theme.panel_border}")
        body.addWidget(line)
        body.addWidget(self.room, 1)

    def _connect(self) -> None:
        bridge = self.bridge
        self.cards.clicked.connect(bridge.click_card)
        self.cards.pressed.connect(bridge.press)
        self.question.answered.connect(bridge.submit)
        self.equip.chosen.connect(bridge.submit)
        self.timeline.sped.connect(self._set_speed)
        self.timeline.track.sought.connect(bridge.to_depth)
        self.timeline.track.branched.connect(bridge.jump)
        self.log.jumped.connect(bridge.jump)
        self.log.asked.connect(self.sheets.why)
        self.reasons.ruled.connect(self.sheets.read_rule)
        self.reasons.turned.connect(self.sheets.explain)
        self.foes.asked.connect(self.sheets.explain_unit)
        self.message.ruled.connect(self.sheets.read_rule)
        self.board.installEventFilter(self)
        self.board.viewport().installEventFilter(self)
        self.board.spaceClicked.connect(self._click_space)
        self.board.figureClicked.connect(self._click_figure)
        self.board.spaceHovered.connect(bridge.hover_space)
        self.board.figureHovered.connect(bridge.hover_figure)
        self.board.contextRequested.connect(self._context)

    def _bind(self) -> None:
        bridge, bind = self.bridge, self.deeds.bind
        for kind in ("move", "attack", "hack", "equip", "rest", "interact", "automedikit", "drag", "end"):
            bind(f"act.{kind}", partial(bridge.press, kind))
        bind("act.card", self._next_card)
        for number in range(1, 10):
            bind(f"choice.{number}", partial(bridge.answer_key, str(number)))
        bind("turn.proceed", self.proceed)
        bind("turn.cancel", self.cancel)
        bind("turn.enter", self.enter)
        bind("game.chance", self.sheets.chance)
        bind("turn.overrule", self.sheets.overrule)
        bind("time.undo", bridge.undo)
        bind("time.redo", bridge.redo)
        bind("time.back", lambda: bridge.step(-1))
        bind("time.forward", lambda: bridge.step(1))
        bind("time.first", lambda: bridge.to_depth(0))
        bind("time.last", lambda: bridge.to_depth(-1))
        bind("time.play", bridge.play)
        bind("time.checkpoint", lambda: self._ask_for("checkpoint", bridge.checkpoint))
        bind("time.note", lambda: self._ask_for("note", bridge.note))
        bind("time.fork", lambda: self._ask_for("fork", bridge.fork))
        bind("look.why", self.why)
        bind("help.rules", self.sheets.read_rule)
        bind("look.search", self.log.focus_search)
        bind("look.fit", self.board.fit)
        bind("look.zoom_in", lambda: self.board.zoom_by(1.25))
        bind("look.zoom_out", lambda: self.board.zoom_by(0.8))
        bind("look.board", lambda: self.board.setFocus(Qt.FocusReason.ShortcutFocusReason))
        coordinates = self.deeds["look.coordinates"]
        bind("look.coordinates", lambda: self.board.set_labels(coordinates.isChecked()))

    def _set_speed(self, speed: str) -> None:
        self.board.set_speed(MOTION[speed])
        self.bridge.set_speed(speed)

    # -- what keys do here

    def proceed(self) -> None:
        """Space or Enter: a button that has the focus, else the primary answer."""
        focused = QApplication.focusWidget()
        if isinstance(focused, QAbstractButton) and focused.isEnabled():
            focused.click()
            return
        if self._animating:
            self.board.skip()
        self.bridge.proceed()

    def cancel(self) -> None:
        if self.sheets.picked(""):
            return
        self.message.hide()
        self.reasons.hide()
        self.sheets.put_away()
        self.ending.hide()
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        self.board.skip()
        self.bridge.cancel()

    def enter(self) -> None:
        """Type in the dice or the card that is asked for."""
        if self.question.entry.isVisible():
            self.question.entry.take_focus()

    def why(self) -> None:
        found = self.bridge.reader.why_last()
        if found is not None:
            self.reasons.show_why(found)
            self.announce(" ".join((found.title, *found.lines)))

    def _next_card(self) -> None:
        """The Actions of cards, one button after the other."""
        groups = [found for found in self.bridge.offers.by_group if found.startswith("card:")]
        if groups:
            place = groups.index(self.bridge.picked) + 1 if self.bridge.picked in groups else 0
            self.bridge.press(groups[place % len(groups)])

    def _ask_for(self, what: str, then: Callable[[str], object]) -> None:
        words = self.words
        self._ask = TextDialog(self, words(f"ui.ask_{what}.title"), words(f"ui.ask_{what}.note"), words)
        self._ask.given.connect(then)
        self._ask.finished.connect(self._ask.deleteLater)
        self._ask.open()

    # -- the bridge's screen

    def show_picture(self, picture: Picture, change: Change | None) -> None:
        state = self.bridge.state
        answers = picture.question.choices if picture.question is not None else ()
        # Without a primary answer Space and Enter belong to whatever has the focus: the board, a button, a card.
        self.deeds.enable(("turn.proceed",), any(choice.primary for choice in answers))
        self.deeds.enable(("time.undo", "time.back", "time.first"), bool(picture.timeline.head))
        self.deeds.enable(("time.redo", "time.forward", "time.last"), picture.timeline.head < picture.timeline.end)
        self.top.show_top(picture.top)
        self.cards.show_cards(picture.cards)
        self.question.show_question(picture.question)
        self.foes.show_foes(picture.alert, picture.reserve, picture.waiting, picture.units, picture.consoles)
        self.timeline.show_times(picture.timeline)
        self.timeline.set_playing(self.bridge.moving)
        self.log.catch_up()
        self.sheets.catch_up()
        equipping = bool(state.agenda) and isinstance(state.agenda[-1], Equipping)
        self.equip.show_equip(self.bridge.equip() if equipping else None)
        self.ending.show_ending(picture.ending)
        self._close_stale()
        self.board.skip()
        self._turn_to_entry(picture)
        if change is not None:
            self.reasons.hide()
        if change is not None and change.events and self.bridge.speed != "instant":
            self._animating = True
            self.board.clear_marks()
            self.board.animate(change.events, self._show_board)
        else:
            self._show_board()

    def _turn_to_entry(self, picture: Picture) -> None:
        """Keys go to where real dice and cards are entered, unless somebody is in the log or on the timeline."""
        asked = picture.question is not None and picture.question.entry is not None
        focused = QApplication.focusWidget()
        if asked and not (focused and (self.log.isAncestorOf(focused) or self.timeline.isAncestorOf(focused))):
            self.question.entry.take_focus()
        elif not asked and focused is self.question.entry.field:
            self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_board(self) -> None:
        """The board as it stands: at once, or when the animation that led here is over."""
        self._animating = False
        marks = self.bridge.picture.board
        self.board.show_state(self.bridge.state)
        self.board.set_active(marks.active)
        self.board.set_selected(marks.selected)
        self.board.set_reach(dict(marks.reach))
        self.board.set_targets(marks.targets)
        self.board.set_choices(marks.choices)
        self.board.set_line(*marks.line)
        self.board.set_range(*marks.range)
        if self._delay is not None:
            self._timer.start(self._delay)

    def _close_stale(self) -> None:
        if self._choice_menu is not None:
            self._choice_menu.close()
            self._choice_menu = None

    def show_hover(self, hover: HoverView | None) -> None:
        if hover is None:
            self.board.hide_card()
        else:
            self.board.show_card(hover.anchor, hover.title, hover.lines, hover.bars)

    def show_path(self, path: tuple[str, ...], cost: int) -> None:
        self.board.set_path(path, cost)

    def show_line(self, line: tuple[str, str, bool, tuple[str, ...]] | None) -> None:
        if line is None:
            self.board.set_line(*self.bridge.picture.board.line)
        else:
            self.board.set_line(*line)

    def offer(self, title: str, choices: tuple[ChoiceView, ...]) -> None:
        menu = self._menu(title, choices)
        self._choice_menu = menu
        menu.popup(self._popup_place())

    def _menu(self, title: str, choices: tuple[ChoiceView, ...]) -> QMenu:
        menu = QMenu(title, self)
        if choices:
            menu.addSection(title)
        for choice in choices:
            key = f"&{choice.key}  " if choice.key else ""
            action = menu.addAction(f"{key}{choice.text}")
            action.setToolTip(choice.tip)
            action.triggered.connect(lambda checked=False, command=choice.command: self.bridge.submit(command))
        return menu

    def _context(self, about: str, place: QPoint) -> None:
        """The menu of something on the board: what can be done about it, and to correct it by hand."""
        bridge = self.bridge
        menu = self._menu(self.words("ui.pick.what"), bridge.options(about))
        if menu.actions():
            menu.addSeparator()
        self.sheets.add_corrections(menu, (about, *bridge.why_not.around(about)))
        if menu.actions():
            self._choice_menu = menu
            menu.popup(place)
        else:
            menu.deleteLater()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        about = self.sheets.about(self.childAt(event.pos()))
        if about:
            self.sheets.menu_for(about, event.globalPos())

    def _click_space(self, space: str) -> None:
        if not self.sheets.picked(space):
            self.bridge.click_space(space)

    def _click_figure(self, id: str) -> None:
        figure = self.bridge.state.team.get(id) or self.bridge.state.enemies.get(id)
        if figure is None or not self.sheets.picked(figure.space):
            self.bridge.click_figure(id)

    def _popup_place(self) -> QPoint:
        place = QCursor.pos()
        inside = self.rect().contains(self.mapFromGlobal(place))
        return place if inside else self.board.mapToGlobal(self.board.rect().center())

    def tell(self, sentence: str, rules: tuple[str, ...] = ()) -> None:
        self.message.tell(sentence, rules)
        self.announce(sentence)

    def announce(self, sentence: str) -> None:
        if not sentence:
            return
        self.announced.append(sentence)
        del self.announced[:-50]
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def wake(self, milliseconds: int | None) -> None:
        self._delay = milliseconds
        self._timer.stop()
        if milliseconds is not None and not self._animating:
            self._timer.start(milliseconds)

    # -- the widget

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key or a click on the board while something still moves: it is over at once, and they mean what stands."""
        if self._animating and event.type() in (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress):
            self.board.skip()
        return False

    def end(self) -> None:
        """The game leaves the screen; its session stays open."""
        self._timer.stop()
        self._close_stale()
        self.sheets.close()
        self.board.skip()
        self.bridge.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.room.share(self.width(), self.height() - self.top.height() - 1)
        QTimer.singleShot(0, self, self._place_floating)

    def _place_floating(self) -> None:
        self.message.place()
        self.equip.place()
        self.reasons.place()
        self.ending.place()
        self.sheets.place()


_TAPE = (("first", "first"), ("back", "step_back"), ("play", "play"), ("forward", "step"), ("last", "last"))
