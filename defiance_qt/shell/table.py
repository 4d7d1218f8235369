"""The table: one open game in the window. This part is the same for every game; the center is a system's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QCursor,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QMenu, QVBoxLayout, QWidget
from shiboken6 import isValid

from defiance_qt.core.port import ChanceKind, Command, Progress, State, Words
from defiance_qt.core.session import Change, Session
from defiance_qt.extend.guests import GuestEntry, Guests
from defiance_qt.extend.hookspecs import TokenLook
from defiance_qt.shell import motion
from defiance_qt.shell.actions import CHOICES, Actions, Spec
from defiance_qt.shell.autoplay import MOTION
from defiance_qt.shell.background import SHOWN, SLICE
from defiance_qt.shell.dialogs.text import TextDialog
from defiance_qt.shell.focus import activate
from defiance_qt.shell.layout import TableLayout, Tray
from defiance_qt.shell.menu import GameMenu
from defiance_qt.shell.models.log import LogModel
from defiance_qt.shell.panels.banner import Banner
from defiance_qt.shell.panels.ending import EndingCard
from defiance_qt.shell.panels.guest import Guest, Host
from defiance_qt.shell.panels.log import LogPanel
from defiance_qt.shell.panels.message import MessageBar
from defiance_qt.shell.panels.question import QuestionPanel
from defiance_qt.shell.panels.strip import Strip
from defiance_qt.shell.panels.timeline import Pointed, TimelinePanel
from defiance_qt.shell.panels.topbar import LookEdge, TopBar
from defiance_qt.shell.present.values import KEYS, NO_MESSAGE, ChoiceView, FrameView, MessageView, TimelineView
from defiance_qt.shell.presenter import Groups, TablePresenter
from defiance_qt.shell.sheets import DialogController
from defiance_qt.shell.sound import Names, gravest
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip
from defiance_qt.shell.view import PlansView, RailPart, TableFactory

if TYPE_CHECKING:
    from defiance_qt.shell.panels.what_if import WhatIfSheet
    from defiance_qt.shell.present.plans import PlanView

BESIDE = 28  # from the pointer to a menu of choices
NARROW = 480
"""The width of the tray, in pixels at the usual size of text, below which Actions and the last roll take turns."""
RESTING = 250
"""Milliseconds that the head rests on the timeline, while it is dragged, until the log follows."""
LATE = 10
"""Milliseconds between two looks for marks of a long game."""


class Table(QWidget):
    """One open game on the screen: the `Screen` of its presenter. `factory` makes the system's view. `chance` lists the
    kinds of chance that users may answer; `still` shows no motion. `plugins` are names of
    plugins by their ids, `play` plays a sound. A new table has no widgets until `build` has run to
    its end."""

    def __init__(
        self,
        session: Session,
        words: Words,
        theme: Theme,
        actions: Actions,
        menu: GameMenu,
        factory: TableFactory,
        chance: Sequence[ChanceKind] = (),
        speed: str = "normal",
        parent: QWidget | None = None,
        still: bool = False,
        guests: Guests | None = None,
        plugins: Mapping[str, str] | None = None,
        play: Callable[[str], object] = str,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.session, self.words, self.theme, self.named_actions = session, words, theme, actions
        self.announced: list[str] = []
        self._still = still or motion.reduced()
        self._play = play
        self._guests = guests or Guests()
        self.failed: Callable[[], object] = lambda: None
        """Called when a plugin may have failed."""
        self.guests: tuple[Guest, ...] = ()
        self.plans: WhatIfSheet | None = None
        """The sheet of compared plans, None while the tray is shown."""
        self._ask: TextDialog | None = None
        self._choice_menu: QMenu | None = None
        self._delay: int | None = None
        self._progress: Progress | None = None
        self._told_of: State = None
        self._turned: tuple[str, int] | None = None  # the usual form that has had the focus, and its step
        self._held: tuple[FrameView, Change] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._menu, self._speed, self._chance, self._factory = menu, speed, tuple(chance), factory
        self.presenter = TablePresenter(session, words, self, speed)
        self.presenter.log.plugins = plugins or {}
        self._timer.timeout.connect(self.presenter.tick)
        self._late: Iterator[None] = iter(())
        self._late_timer = QTimer(self)
        self._late_timer.timeout.connect(self._mark)
        self._log_timer = QTimer(self, singleShot=True, interval=RESTING)
        self._place_timer = QTimer(self, singleShot=True, interval=0)
        self._place_timer.timeout.connect(self._place_floating)

    def build(self) -> Iterator[None]:
        """Make the widgets and show the current state, in steps short enough for one turn of the event loop.

        Give the table its parent and its size before: with a style sheet, Qt styles all that is in a widget again when
        the widget gets another parent.
        """
        self.view = self._factory(self)
        yield
        self._invite()
        yield
        self.presenter.attach(self.view.presenter)
        self.view.set_motion(self._motion(self._speed))
        yield from self._make(self._menu, self._speed)
        self.sheets = DialogController(
            self.presenter, self.view, self.theme, self.words, self._chance, self, lambda: self.layout_.beside
        )
        yield
        yield from self._lay_out()
        self._connect()
        self._bind()
        self.layout_.apply_sizes(self.width(), self.height())
        yield
        frame = self.presenter.first_frame()
        yield
        yield from self._fill(frame)
        self.presenter.autoplay.schedule()

    @property
    def token_looks(self) -> Mapping[str, TokenLook]:
        """The looks of tokens that plugins bring, by the ids of figures and Units."""
        return self._guests.tokens

    def _invite(self) -> None:
        """Make the panels and the menu entries of plugins."""
        host = Host(self.session, self.words, self.theme)
        self.guests = tuple(one for panel in self._guests.panels if (one := Guest(panel, host)).there)
        for guest in self.guests:
            guest.failed.connect(self._warn)
        specs = []
        for place, entry in enumerate(self._guests.entries):
            spec = Spec(f"plugin.{entry.plugin}.{place}", (), "look", key=entry.title)
            specs.append((spec, entry))
        self.named_actions.add_own([spec for spec, _ in specs], self.words)
        for spec, entry in specs:
            self._menu.add_entry(self.named_actions[spec.id])
            self.named_actions.bind(spec.id, partial(self._run_entry, entry, host))

    def _run_entry(self, entry: GuestEntry, host: Host) -> None:
        if told := entry.run(host):
            self.tell(MessageView(told))
        self.failed()

    def add_actions(self, specs: Sequence[Spec]) -> None:
        """Add the actions of the system's view; the next view replaces them. Call first in the view's constructor."""
        self.named_actions.set_own(specs, self.words)
        self._menu.add_looks([self.named_actions[spec.id] for spec in specs if spec.menu])

    def add_commands(self, commands: Mapping[Spec, Command]) -> None:
        """Add the actions of the system's view, as `add_actions` does: each gives a command."""
        self.add_actions(tuple(commands))
        for spec, command in commands.items():
            self.named_actions.bind(spec.id, partial(self.presenter.submit, command))

    def _make(self, menu: QMenu, speed: str) -> Iterator[None]:
        words, theme, actions, surface = self.words, self.theme, self.named_actions, self.view.surface
        self.top = TopBar(theme, words, [actions[id] for id in _BAR], menu)
        state = self.session.state
        self.top.offer_plans(self.session.game.forecast(state, state) is not None)
        self.strip = Strip(theme, words)
        self.question = QuestionPanel(theme, words, self.view.body)
        yield
        tape = [(actions[f"time.{name}"], icon) for name, icon in _TAPE]
        self.timeline = TimelinePanel(theme, words, tuple(tape), speed)
        yield
        self.log_model = LogModel(self.session, self.presenter.log)
        categories = self.session.game.log_categories
        self.log = LogPanel(theme, words, self.log_model, categories, actions["time.note"], actions["look.search"])
        yield
        self.banner = Banner(theme, surface)
        self.banner.set_motion(self._motion(speed))
        self.edge = LookEdge(theme, surface)
        self.message = MessageBar(theme, words, surface)
        self.message.keep_below(self.banner)
        self.banner.changed.connect(self.view.place)
        buttons = (actions["game.close"], actions["time.undo"], actions["time.first"])
        self.ending = EndingCard(words, surface, buttons)

    def _lay_out(self) -> Iterator[None]:
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.top)
        line = QFrame()
        line.setProperty("role", "line")
        body.addWidget(line)
        body.addWidget(self.strip)
        yield
        view, self.tray = self.view, Tray(self.question, self.view.tools, self.sheets.guide, self.theme.px(NARROW))
        yield
        rails = (*view.rails, *(RailPart(one, "right") for one in self.guests))
        self.layout_ = TableLayout(self.theme, view.surface, self.tray, rails, self.log, self.timeline, self)
        body.addWidget(self.layout_, 1)
        yield

    def _connect(self) -> None:
        presenter, sheets = self.presenter, self.sheets
        self.question.answered.connect(self._answer)
        self.question.rolled.connect(presenter.answer_chance)
        self.question.fields.filled.connect(self._give_form)
        self.question.fields.ruled.connect(sheets.read_rule)
        self.question.fields.left.connect(lambda: self.view.surface.setFocus(Qt.FocusReason.OtherFocusReason))
        self.timeline.sped.connect(self._set_speed)
        self.question.offer_pace(self.named_actions["turn.whole"], self.timeline.speeds)
        self.timeline.track.sought.connect(presenter.to_depth)
        self.timeline.track.branched.connect(presenter.look)
        self.timeline.track.pointed.connect(self._glance)
        self.timeline.branched.connect(sheets.branches)
        self._log_timer.timeout.connect(self.log.sync)
        self.log.jumped.connect(presenter.look)
        self.log.asked.connect(sheets.why)
        self.log.corrected.connect(sheets.correct)
        self.message.ruled.connect(sheets.read_rule)
        sheets.covered.connect(self.message.cover)
        sheets.covered.connect(self.banner.cover)
        sheets.opened.connect(self.message.hide)
        self.message.left.connect(lambda: self.view.point_out(NO_MESSAGE))
        sheets.reasons.placed.connect(self.view.place)
        self.layout_.right.installEventFilter(self)
        for widget in (self.view.surface, *self.view.surface.findChildren(QWidget, "qt_scrollarea_viewport")):
            widget.installEventFilter(self)

    def _bind(self) -> None:
        presenter, sheets, bind = self.presenter, self.sheets, self.named_actions.bind
        for id, key in zip(CHOICES, KEYS, strict=True):
            bind(id, partial(self._choose, key))
        bind("turn.proceed", self.proceed)
        bind("turn.whole", self._hurry)
        bind("turn.cancel", self.cancel)
        bind("turn.enter", self.enter)
        bind("turn.fill", self.question.fill_in)
        bind("game.chance", sheets.chance)
        bind("turn.overrule", sheets.overrule)
        bind("time.undo", presenter.undo)
        bind("time.redo", presenter.redo)
        bind("time.back", lambda: presenter.step(-1))
        bind("time.forward", lambda: presenter.step(1))
        bind("time.first", lambda: presenter.to_depth(0))
        bind("time.last", lambda: presenter.to_depth(-1))
        bind("time.play", presenter.play)
        bind("time.checkpoint", lambda: self._ask_for("checkpoint", presenter.checkpoint))
        bind("time.note", lambda: self._ask_for("note", presenter.note))
        bind("time.fork", lambda: self._ask_for("fork", presenter.fork))
        bind("time.present", presenter.back)
        bind("time.go_on", presenter.go_on)
        bind("time.sitting", self._look_at_sitting)
        bind("time.branches", sheets.branches)
        bind("look.why", sheets.why_last)
        bind("look.turn", sheets.explain_subject)
        bind("help.rules", sheets.read_rule)
        bind("help.legend", sheets.read_legend)
        bind("help.guide", lambda: presenter.show_guide(not self.session.guide_shown))
        self.named_actions.enable(("help.guide",), self.session.guided)
        bind("look.search", self.log.toggle_search)
        bind("look.board", lambda: self.view.surface.setFocus(Qt.FocusReason.ShortcutFocusReason))

    def _choose(self, key: str) -> None:
        """Give the answer with this key, or play the plan with it while plans are compared."""
        if self.plans is None:
            self.presenter.answer_key(key)
        elif key.isdigit() and int(key) <= len(self.plans.cards):
            self.plans.played.emit(int(key))

    def show_plans(self, sheet: WhatIfSheet, plans: Sequence[PlanView]) -> None:
        """Show compared plans in the place of the tray, and mark them on the surface."""
        self.plans = sheet
        self.layout_.cover_tray(sheet)
        if isinstance(self.view, PlansView):
            self.view.show_plans(plans)
        self.announce(self.words("ui.what_if.title"))

    def hide_plans(self) -> None:
        """Show the tray again."""
        if self.plans is not None:
            self.layout_.uncover_tray(self.plans)
            self.plans = None
            if isinstance(self.view, PlansView):
                self.view.show_plans(())

    def _glance(self, at: Pointed | None) -> None:
        """Show the step that is pointed at on the timeline, or none."""
        if at is None:
            self.sheets.hide_glance()
            return
        track = self.timeline.track
        step = at.tip if at.tip >= 0 else self.session.timeline.line[at.depth]
        over = track.mapTo(self, QPoint(at.x, 0))
        self.sheets.show_glance(step, at.marks, over)
        if track.marked >= 0:
            self.announce(self.sheets.glance.view.spoken)

    def tell_sitting(self) -> None:
        """Say what was played in the last sitting of a game that is not over, and how to look at it."""
        told = self.presenter.sitting if self.session.result is None else ""
        if told:
            key = self.named_actions.key("time.sitting")
            self.tell(MessageView(f"{told} {self.words('ui.sitting.look', key=key)}"))

    def _look_at_sitting(self) -> None:
        """Show where the last sitting began, and say how to go through it."""
        told = self.presenter.look_at_sitting()
        play, step = map(self.named_actions.key, ("time.play", "time.forward"))
        keys = self.words("ui.sitting.keys", play=play, step=step)
        self.tell(MessageView(f"{told} {keys}" if told else self.words("ui.sitting.none")))

    def _set_speed(self, speed: str) -> None:
        self.view.set_motion(self._motion(speed))
        self.banner.set_motion(self._motion(speed))
        self.presenter.set_speed(speed)
        self._show_pace()

    def _hurry(self) -> None:
        """Play the rest of the opponent's turn at once: without a pause, and without movement."""
        self.view.set_motion(0.0)
        self.presenter.hurry()

    def _show_pace(self) -> None:
        """Offer the whole turn and its pace while the opponent acts. Figures move again after a turn in a hurry."""
        autoplay = self.presenter.autoplay
        if not autoplay.pending or not autoplay.hurried:
            self.view.set_motion(self._motion(autoplay.speed))
        self.named_actions.enable(("turn.whole",), autoplay.pending)
        self.question.show_pace(autoplay.pending, autoplay.speed)

    def _motion(self, speed: str) -> float:
        """Return how fast animations run at a speed of autoplay; 0 shows no motion."""
        return 0.0 if self._still else MOTION[speed]

    # -- key actions

    def proceed(self) -> None:
        """Handle Space or Enter: activate the focused button, box or entry, else give the primary answer."""
        if activate(QApplication.focusWidget()):
            return
        if self.view.busy:
            self.view.skip()
        self.presenter.proceed()

    def _answer(self, command: Command) -> None:
        """Submit an answer of the tray to what is shown once the animation has ended."""
        self.view.skip()
        self.presenter.submit(command)

    def _give_form(self, form: str, values: Mapping[str, object]) -> None:
        """Submit a form of the tray. A refusal stands beside its field."""
        self.view.skip()
        refused = self.presenter.fill(form, values)
        if refused.field:
            self.question.fields.refuse(refused)

    def cancel(self) -> None:
        """Handle Esc: hide floating widgets, drop the unfinished choice and focus the surface. If a place is being
        picked, only end that."""
        if self.sheets.picked(""):
            return
        if self.plans is not None:
            self.plans.left.emit()
            return
        if self.sheets.hide_glance():
            self.timeline.track.leave_mark()
            return
        self.message.hide()
        self.banner.dismiss()
        if not self.sheets.put_away() and self.session.looking:
            self.presenter.back()
            return
        self.ending.hide()
        self.question.fold_form()
        self.view.put_away()
        self.view.surface.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.skip()
        self.presenter.cancel()

    def enter(self) -> None:
        """Focus the input for the requested dice or cards. Without one, let the user type the next roll, or not."""
        if self.question.entry.isVisible():
            self.question.entry.take_focus()
        else:
            self.presenter.type_next()
        self._show_typing()

    def _show_typing(self) -> None:
        """Show whether the next roll is typed, and whether one could be."""
        action, one_roll = self.named_actions["turn.enter"], self.presenter.one_roll
        action.setChecked(one_roll.armed)
        action.setEnabled(one_roll.possible or self.question.entry.isVisible())

    def _ask_for(self, what: str, then: Callable[[str], object]) -> None:
        words = self.words
        self._ask = TextDialog(self, words(f"ui.ask_{what}.title"), words(f"ui.ask_{what}.note"), words)
        self._ask.given.connect(then)
        self._ask.finished.connect(self._ask.deleteLater)
        self._ask.open()

    # -- the presenter's screen

    def _fill(self, frame: FrameView) -> Iterator[None]:
        """Show the first frame, in steps."""
        self._show_controls(frame)
        self._progress = frame.progress
        yield
        self.log.sync()
        self.ending.show_ending(frame.ending)
        yield
        yield from self.view.fill()
        self.layout_.follow()
        self._turn_to_input(frame)
        self._refresh_guests()

    def show_frame(self, frame: FrameView, change: Change | None) -> None:
        focused = QApplication.focusWidget()
        self.view.skip()
        self._close_menu()
        if self.session.state is not self._told_of:
            self.message.hide()  # It was about what was before.
        if change is not None and self._automatic(change):
            # What surrounds the surface follows what moves on it: the opponent's result is not told ahead.
            self._held = frame, change
            self.view.show(change)
        else:
            self._show_around(frame, change)
            self.view.show(change)
            self._follow()
        self._keep_focus(focused)

    def _keep_focus(self, focused: QWidget | None) -> None:
        """Focus the surface if what had the focus is gone. Qt passes it to the next button, and a key meant for what
        there was would press that."""
        if focused is None or (isValid(focused) and focused.isVisible()):
            return
        now = QApplication.focusWidget()
        if now is None or (isinstance(now, QAbstractButton) and self.tray.isAncestorOf(now)):
            self.view.surface.setFocus(Qt.FocusReason.OtherFocusReason)
            self._turn_to_input(self.presenter.frame)

    def _automatic(self, change: Change) -> bool:
        """Return whether the step of a change needed no user."""
        commands = self.session.timeline.step(change.step).commands
        return bool(commands) and self.session.game.automatic(commands[0])

    @property
    def holding(self) -> bool:
        """Whether what surrounds the surface waits for `settled`."""
        return self._held is not None

    def _show_around(self, frame: FrameView, change: Change | None) -> None:
        """Show everything but the system's view."""
        self._show_controls(frame)
        if self.timeline.track.dragging:
            self._log_timer.start()  # A page of lines takes as long as all the rest.
        else:
            self._log_timer.stop()
            self.log.sync()
        self.sheets.refresh()
        self.ending.show_ending(frame.ending)
        self._turn_to_input(frame)
        if change is not None:
            self.sheets.hide_reasons()
            self._end_stale(frame)
            self.banner.tell(frame.moments if frame.ending is None else ())
        else:
            self.banner.dismiss()
        self._progress = frame.progress

    def _follow(self) -> None:
        self.layout_.follow()
        self._refresh_guests()

    def _end_stale(self, frame: FrameView) -> None:
        """Drop what the banner says of a chapter, or of a whole story, that is over."""
        before, now = self._progress, frame.progress
        if now is None or frame.ending is not None:
            self.banner.dismiss()
        elif before is not None and before.chapter != now.chapter:
            self.banner.end_chapter()

    def _warn(self) -> None:
        self.failed()

    def _refresh_guests(self) -> None:
        for one in self.guests:
            one.refresh()
        if self.guests:
            self.failed()

    def _show_controls(self, frame: FrameView) -> None:
        choices = frame.question.choices if frame.question is not None else ()
        actions, timeline = self.named_actions, frame.timeline
        # Without a primary answer, Space and Enter go to the focused widget: the surface, a button, a card.
        self._show_typing()
        actions.enable(("turn.proceed",), any(choice.primary for choice in choices))
        actions.enable(("turn.fill",), frame.question is not None and bool(frame.question.fields))
        looking = frame.look is not None
        actions.enable(("time.back", "time.first"), bool(timeline.head))
        actions.enable(("time.undo",), bool(timeline.head) and not looking)
        actions.enable(("time.present", "time.go_on"), looking)
        undo, redo = frame.top.undo, frame.top.redo
        actions.name("time.undo", self.words("ui.undo.what", what=undo) if undo else self.words("ui.undo"))
        actions.name("time.redo", self.words("ui.redo.what", what=redo) if redo else self.words("ui.redo"))
        actions.enable(("time.forward", "time.last"), timeline.head < timeline.end)
        actions.enable(("time.redo",), timeline.head < timeline.end and not looking)
        actions.enable(("time.branches",), bool(timeline.branches))
        self.top.show_top(frame.top, frame.look)
        self.edge.show_look(looking)
        self.strip.show_progress(frame.progress)
        self.question.show_question(frame.question)
        self._show_pace()
        self.tray.fit(frame.question is not None)
        self.show_timeline(timeline)
        self.timeline.set_playing(self.presenter.moving)
        self._late = self.presenter.late_marks()
        if self.isVisible():
            self._late_timer.start(LATE)

    def show_timeline(self, view: TimelineView) -> None:
        self.timeline.show_timeline(view)

    def _mark(self) -> None:
        """Find more of the marks of a long game, while the window answers."""
        if not self.isVisible():
            return
        until = perf_counter() + SLICE
        for _ in self._late:
            if perf_counter() >= until:
                self._late_timer.start(LATE)
                return
        self._late_timer.stop()

    def settled(self) -> None:
        """Show what was held back, and start the pending timer, after the view's animation has ended."""
        held, self._held = self._held, None
        if held is not None:
            focused = QApplication.focusWidget()
            self._show_around(*held)
            self._follow()
            self._keep_focus(focused)
        if self._delay is not None:
            self._timer.start(self._delay)

    def take_focus(self) -> None:
        """Focus what the user acts on: the input that is asked for, else the surface."""
        self._turned = None
        self.view.surface.setFocus()
        self._turn_to_input(self.presenter.frame)

    def _turn_to_input(self, frame: FrameView) -> None:
        """Focus the input for real dice and cards while it is shown, or the form that is the usual answer when it is
        asked for, unless the user is in the log or on the timeline, or already in the form."""
        question, tray = frame.question, self.question
        asked = question is not None and question.entry is not None
        forms = question.fields[:1] if question is not None else ()
        usual = next(((form.id, form.step) for form in forms if form.usual), None)
        fresh, self._turned = usual != self._turned, usual
        focused = QApplication.focusWidget()
        if focused and (self.log.isAncestorOf(focused) or self.timeline.isAncestorOf(focused)):
            return
        if asked:
            tray.entry.take_focus()
        elif usual is not None:
            if fresh and (focused is None or not tray.fields.isAncestorOf(focused)):
                tray.fields.take_focus()
        elif focused is tray.entry.field:
            self.view.surface.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer(self, title: str, choices: tuple[ChoiceView, ...], groups: Groups = ()) -> None:
        self._choice_menu = self.menu(title, choices)
        for name, inside in groups:
            self._add_choices(self._choice_menu.addMenu(name), inside)
        # Beside what was clicked, so that both ends of an attack stay in sight.
        beside = round(self.theme.px(BESIDE))
        self._choice_menu.popup(self._popup_place() + QPoint(beside, beside))

    def menu(self, title: str, choices: tuple[ChoiceView, ...]) -> QMenu:
        """Return a menu of choices, each of which submits its command."""
        menu = QMenu(title, self)
        if choices:
            menu.addAction(title).setEnabled(False)  # a style sheet paints a section without its title
            menu.addSeparator()
        self._add_choices(menu, choices)
        return menu

    def _add_choices(self, menu: QMenu, choices: tuple[ChoiceView, ...]) -> None:
        for choice in choices:
            key = f"&{choice.key}  " if choice.key else ""
            action = menu.addAction(f"{key}{choice.text}")
            set_tip(action, choice.tip)
            action.triggered.connect(lambda checked=False, command=choice.command: self.presenter.submit(command))

    def context_menu(self, choices: tuple[ChoiceView, ...], subjects: Sequence[str], place: QPoint) -> None:
        """Show the menu of an item on the surface: its choices, and manual correction of these subjects."""
        menu = self.menu(self.words("ui.pick.what"), choices)
        if menu.actions():
            menu.addSeparator()
        self.sheets.add_corrections(menu, subjects)
        if menu.actions():
            self._choice_menu = menu
            menu.popup(place)
        else:
            menu.deleteLater()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of a card in a side column. The property "subject" of the widget, or of one that contains it,
        is a subject of corrections. "subjects" are further ones; "account" is the subject whose turn can be
        explained."""
        widget = self._about(self.childAt(event.pos()))
        if widget is None:
            return
        menu = QMenu(self)
        if widget.property("account"):
            self.sheets.add_account(menu, str(widget.property("account")))
        self.sheets.add_corrections(menu, (str(widget.property("subject")), *(widget.property("subjects") or ())))
        self.sheets.popup(menu, event.globalPos())

    def _about(self, widget: QWidget | None) -> QWidget | None:
        while widget is not None and widget is not self:
            if widget.property("subject"):
                return widget
            widget = widget.parentWidget()
        return None

    def _close_menu(self) -> None:
        if self._choice_menu is not None:
            self._choice_menu.close()
            self._choice_menu = None

    def _popup_place(self) -> QPoint:
        place = QCursor.pos()
        inside = self.rect().contains(self.mapFromGlobal(place))
        return place if inside else self.view.surface.mapToGlobal(self.view.surface.rect().center())

    def tell(self, message: MessageView) -> None:
        self._told_of = self.session.state
        if message.text:
            self.message.tell(message, self.view.point_out(message))
        else:
            self.message.hide()
        self.announce(message.text)

    def sound(self, events: Iterable[object], names: Names) -> None:
        """Play what matters most among events that are shown now. `names` is the view's table."""
        self._play(gravest(events, names))

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
        if milliseconds is not None and not self.view.busy:
            self._timer.start(milliseconds)

    # -- the widget

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End a running animation on a key press or click on the surface, so that the input applies to the final
        state. Place what floats again once a part below it has its size: a table is laid out when it is shown."""
        if event.type() == QEvent.Type.Resize and (watched is self.layout_.right or watched is self.view.surface):
            self._place_timer.start()
        if event.type() in (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress) and self.view.busy:
            self.view.skip()
        return False

    def close_game(self) -> None:
        """Remove the game from the screen. Its session stays open."""
        self._timer.stop()
        self._late_timer.stop()
        self._log_timer.stop()
        self._close_menu()
        self.sheets.close()
        self.view.skip()
        self.view.close()
        self.presenter.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._late_timer.start(SHOWN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.layout_.apply_sizes(self.width(), self.height())
        self._place_timer.start()

    def _place_floating(self) -> None:
        if not self.view.surface.width():
            return  # not laid out yet
        self.edge.place()
        self.message.place()
        self.banner.place()
        self.ending.place()
        self.view.place()
        self.sheets.place()


_BAR = (
    "turn.enter",
    "time.undo",
    "time.redo",
    "turn.what_if",
    "look.why",
    "help.legend",
    "time.present",
    "time.go_on",
    "app.plugins",
)
_TAPE = (("first", "first"), ("back", "step_back"), ("play", "play"), ("forward", "step"), ("last", "last"))
