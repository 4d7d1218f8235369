"""The tray of the pending decision: the content of the system's view, or the input of real dice and cards, and beside
it the answers as rows."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QScrollArea, QSizePolicy, QToolButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import boxed, gbox, hbox, put, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.choice import Choice, row_height, spoken_symbols
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.labels import divider, label, set_property
from defiance_qt.shell.panels.chance import ChanceEntry
from defiance_qt.shell.panels.fields import FieldsEntry
from defiance_qt.shell.present.values import ChoiceView, FormView, QuestionView
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip
from defiance_qt.shell.view import QuestionBody

__all__ = ["Choice", "QuestionPanel", "spoken_symbols"]

# The width of the answers, at the normal size of text: its share of the tray, the least and the most.
SHARE, LEAST, MOST = 0.31, 316, 420
# With larger text, at most this share. In less than the width `NARROW` the answers have all of it.
HALF, NARROW = 0.42, 440
SIDES = 10, 8  # what is free beside the answers, left and right
CHIP = 24  # the height of the button of a folded form: three rows of answers stay whole below it
COLUMNS = 6
"""The most columns of answers."""
UNBOUNDED = 16_777_215  # Qt's limit of a width


class QuestionPanel(QFrame):
    """The tray. `answered` carries the command of the choice, `rolled` the values of real dice or cards. `body` is the
    system's own widget, on the left. Its height is set from outside and does not depend on what is asked."""

    answered = Signal(object)
    rolled = Signal(object)

    def __init__(self, theme: Theme, words: Words, body: QuestionBody | None = None) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: QuestionView | None = None
        self.setProperty("role", "panel")
        self.setObjectName("question")
        self._title = Elided("strong")
        self._title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._note = label("", "small", wrap=True)
        self._body = body
        self._choices: list[Choice] = []
        self._columns = 0  # 0: not yet arranged
        self._filling = False  # a form that was folded is shown
        self.entry = ChanceEntry(theme, words)
        self.entry.answered.connect(self.rolled)
        self.fields = FieldsEntry(theme, words, words("ui.form.fields_how"))
        row = self._row = hbox(of=self, margins=0, gap=0)
        for part in (body, self.entry, self.fields):
            if isinstance(part, QWidget):
                row.addWidget(part, 1)
        row.addStretch(0)
        self._rule = divider(theme)
        put(row, self._rule, self._make_answers())

    def _make_answers(self) -> QWidget:
        """Make the right part: title, note, and the rows in a scroll area."""
        self._folded = hbox(gap=self._theme.px(4))
        self._rows = QWidget()
        self._choice_box = gbox(of=self._rows, margins=0, gap=3)
        self.rows = QScrollArea()
        self.rows.setWidget(self._rows)
        self.rows.setWidgetResizable(True)
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.viewport().installEventFilter(self)
        self._answers = boxed(
            vbox(
                hbox((self._title, 1), self._folded),
                self._note,
                (self.rows, 1),
                self._make_pace(),
                margins=(SIDES[0], 7, SIDES[1], 4),
                gap=5,
            )
        )
        return self._answers

    def _make_pace(self) -> QWidget:
        """Make the line for an opponent's turn: all of it at once, and its pace."""
        self._pace = QWidget()
        row = hbox(of=self._pace, margins=0, gap=self._theme.px(6))
        self.whole, self.speed = QToolButton(), QToolButton()
        for button, stretch in ((self.whole, 1), (self.speed, 0)):
            button.setProperty("role", "plain")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            row.addWidget(button, stretch)
        self.whole.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.speed.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.speed.setProperty("drops", True)
        self._pace.hide()
        return self._pace

    def offer_pace(self, whole: QAction, speeds: QMenu) -> None:
        """Give the line its action and its menu."""
        self.whole.setDefaultAction(whole)
        self.speed.setMenu(speeds)
        set_tip(self.speed, self._words("ui.speed.tip"))

    def show_pace(self, shown: bool, speed: str) -> None:
        """Show the line while an opponent's turn is under way."""
        self._pace.setVisible(shown)
        named = self._words(f"ui.speed.{speed}")
        self.speed.setText(named)
        self.speed.setAccessibleName(f"{self._words('ui.speed')}: {named}")

    def show_question(self, view: QuestionView | None) -> None:
        """Show a question; without one the tray is empty."""
        if view == self._view:
            return
        fresh = self._view is None or view is None or self._asks(view) != self._asks(self._view)
        self._view = view
        if view is None:
            view = QuestionView("", "")
        self._title.set_words(view.title)
        set_property(self._title, "tone", view.tone)
        self._note.setText(view.note)
        # Beside choices the note is a tool tip: the rows need the room.
        self._note.setVisible(bool(view.note) and not view.choices)
        set_tip(self._title, "\n".join(part for part in (view.title, view.note) if part))
        if self._body is not None:
            self._body.show_body(None if view.entry is not None or self._forms(view) else view.body)
        self.entry.show_entry(view.entry, view.step)
        if fresh:
            self._filling = False
        self._show_forms(view)
        self._share()
        self._show_choices(view.choices)
        if fresh:
            self._columns = 0
        self._arrange()
        if fresh:
            self._show_open(view.choices)
        self.setAccessibleName(view.title)
        spoken = getattr(view.body, "spoken", "")
        self.setAccessibleDescription(" ".join(part for part in (view.note, spoken) if part))

    def _forms(self, view: QuestionView) -> tuple[FormView, ...]:
        """Return the forms that are shown. One that is not the usual answer leaves its room to the answers until it is
        wanted."""
        shown = self._filling or not view.choices or any(form.usual for form in view.fields[:1])
        return view.fields if shown else ()

    def _show_forms(self, view: QuestionView) -> None:
        """Show the forms, or a button for each of those that are folded."""
        shown = self._forms(view)
        clear(self._folded)
        for form in () if shown else view.fields:
            button = push(form.title, "chip", dense=True)
            button.setFixedHeight(self._theme.px(CHIP))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            set_tip(button, self._words("ui.form.folded"))
            button.clicked.connect(lambda checked=False, id=form.id: self.fill_in(id))
            self._folded.addWidget(button)
        self.fields.show_forms(shown)

    def fill_in(self, form: str = "") -> None:
        """Turn to the form with this id, "" for the one that is shown."""
        view = self._view
        if view is None or not view.fields:
            return
        if not self._forms(view):
            self._filling = True
            self._show_forms(view)
            self._share()
            self._columns = 0
            self._arrange()
        self.fields.turn_to(form) if form else self.fields.take_focus()

    def fold_form(self) -> None:
        """Fold the form again that was opened."""
        if self._filling and self._view is not None:
            self._filling = False
            self._show_forms(self._view)
            self._share()
            self._columns = 0
            self._arrange()

    def _show_open(self, choices: tuple[ChoiceView, ...]) -> None:
        """Scroll to the open group, and keep the focus on its heading where a click or a key has opened it."""
        place = next((place for place, choice in enumerate(choices) if choice.group == "open"), 0)
        if place and any(one.hasFocus() for one in self._choices):
            self._choices[place].setFocus()
        self.rows.verticalScrollBar().setValue(place * (row_height(self._theme) + self._choice_box.spacing()))

    def _asks(self, view: QuestionView) -> tuple[object, ...]:
        """Return what identifies a question: its rows stay where they are while it waits."""
        return view.kind, view.title, tuple(choice.command for choice in view.choices)

    def _show_choices(self, choices: tuple[ChoiceView, ...]) -> None:
        while len(self._choices) < len(choices):
            made = Choice(self._theme, self._rows)
            made.clicked.connect(lambda checked=False, made=made: self.answered.emit(made.command))
            self._choices.append(made)
            self._columns = 0
        cost = max((len(choice.tokens) for choice in choices), default=0)
        for place, button in enumerate(self._choices):
            button.setVisible(place < len(choices))
            if place < len(choices):
                filled = len(choices) == 1 and choices[place].primary
                button.show_choice(choices[place], self._words, cost, filled)

    def _arrange(self) -> None:
        """Set the rows in as few columns as show all of them, or in as many as they are short enough for, an open
        heading across. They stay there while the question waits."""
        if self._columns:
            return
        shown = [choice for choice in self._choices if not choice.isHidden()]
        gap = self._choice_box.spacing()
        room = self._answers.maximumWidth() if self._answers.maximumWidth() < UNBOUNDED else self.width()
        least = self.rows.viewport().height()
        high = sum(one.height() + gap for one in shown) - gap
        bar = self.rows.verticalScrollBar().sizeHint().width()
        across = room - SIDES[0] - SIDES[1] - bar + gap
        widest = max((one.needed() for one in shown if one.view.group != "open"), default=0) + gap
        needed = ceil((high + gap) / max(1, least + gap))
        self._columns = int(max(1, min(needed, COLUMNS, across // max(1, widest))))
        for one in self._choices:
            self._choice_box.removeWidget(one)
        place, group = 0, ""
        for one in self._choices:
            if "open" in (one.view.group, group) or (group == "inside" != one.view.group):
                place += -place % self._columns
            group = one.view.group
            wide = self._columns if group == "open" else 1
            self._choice_box.addWidget(one, place // self._columns, place % self._columns, 1, wide)
            place += wide
        for row in range(self._choice_box.rowCount() + 1):
            self._choice_box.setRowStretch(row, 0)
        self._choice_box.setRowStretch(len(self._choices) + 1, 1)
        self._choice_box.activate()

    def choice(self, place: int) -> Choice:
        return self._choices[place]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()
        self._columns = 0
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange the rows again once they have their height: the first time that is after the panel has its own."""
        if isinstance(event, QResizeEvent) and event.oldSize().height() != event.size().height():
            self._columns = 0
            self._arrange()
        return False

    def _share(self) -> None:
        """Share the width between the content and the answers. Without a title there are no answers to show."""
        ratio, view = self._theme.size_text / 14, self._view
        typed = view is not None and (view.entry is not None or bool(self._forms(view)))
        asks = view is not None and bool(view.choices or (view.title and not typed))
        content = view is not None and (view.body is not None or typed)
        alone = asks and (not content or self.width() < NARROW * ratio)
        self._answers.setVisible(asks)
        self._rule.setVisible(asks and not alone)
        # Fields stand above the answers where there is no room beside them.
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(down if alone and typed else across)
        self.fields.fit(not alone)
        if self._body is not None and view is not None and not typed:
            self._body.show_body(None if alone else view.body)
        self._row.setStretchFactor(self._answers, 1 if alone else 0)
        if alone:
            # A fixed width would keep the tray from becoming narrower again.
            self._answers.setMinimumWidth(0)
            self._answers.setMaximumWidth(UNBOUNDED)
            return
        wide = max(LEAST * ratio, min(MOST * ratio, self.width() * SHARE))
        self._answers.setFixedWidth(round(min(wide, self.width() * HALF)))
