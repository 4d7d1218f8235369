"""Input of real dice and cards in the question panel: faces by click or key, cards by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from defiance_qt.core.port import Die, Entry, Words
from defiance_qt.lab.chance_input import TypedDice, parse_dice, sample, written
from defiance_qt.shell.focus import ENTER, is_enter
from defiance_qt.shell.kit.boxes import vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.dice import DicePad, FaceButton
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.flow import Flowing, flowing
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.kit.picker import CardPicker, Chosen
from defiance_qt.shell.native import key_text
from defiance_qt.shell.relayout import shown_height
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip

FACES = (44, 38, FaceButton.LEAST)  # the sizes of a face: the first at which all dice fit, else the last


class ChanceEntry(QWidget):
    """The input. `answered` carries the values for the pending request, each from 0, None for a die that the app rolls.
    Enter submits the input once it is complete; with Shift, the app rolls the dice that are not entered."""

    answered = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: Entry | None = None
        self._step = 0
        self.faces: list[int] = []
        self._told = ""  # how it is filled in
        self._left = 0  # how many dice are left to the app
        self._rows: list[list[FaceButton]] = []
        self._letters: list[QLabel] = []
        self._pad: DicePad | None = None
        self._title = label("", "strong")
        self._how = Elided("small")
        self._how.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._dice = QWidget()
        self.field = QLineEdit()
        self.field.setObjectName("chance")
        self.field.setClearButtonEnabled(True)
        self.field.textEdited.connect(self._edited)
        self.field.installEventFilter(self)
        self.list = CardPicker(theme, words)
        self.list.changed.connect(self._mark)
        self.list.itemClicked.connect(self.take_focus)
        # Of several, the first click has chosen the card.
        self.list.itemDoubleClicked.connect(lambda: None if self.list.several else self._give())
        self.chosen = Chosen(theme, words)
        self.chosen.removed.connect(self._take_back)
        self._count = label("", "small")
        self._problem = label("", "small", "danger", wrap=True)
        self.take = push(words("ui.form.take"), "primary", focus=Qt.FocusPolicy.TabFocus, does=self._give)
        self.roll = push(
            focus=Qt.FocusPolicy.TabFocus, tip=words("ui.form.roll_tip", key=key_text("Shift+Return")), does=self._leave
        )
        head, foot = QHBoxLayout(), QHBoxLayout()
        wide = (self._how, self.chosen, self.field)
        for row, parts in ((head, (self._title, *wide[:2])), (foot, (self.field, self._count, self.roll, self.take))):
            row.setSpacing(theme.px(8))
            for part in parts:
                row.addWidget(part, 1 if part in wide else 0)
        self._body = vbox(
            head, self._dice, self._problem, (self.list, 1), foot, of=self, margins=(14, 6, 10, 6), gap=theme.px(5)
        )
        self._body.addStretch(0)
        self.hide()

    @property
    def problem(self) -> str:
        """The error in the typed text, or ""."""
        return self._problem.text()

    def show_entry(self, view: Entry | None, step: int = 0) -> None:
        """Show what is asked for at a step: empty, though the same was asked for at the step before."""
        if (view, step) == (self._view, self._step):
            return
        self._view, self._step = view, step
        self.setVisible(view is not None)
        if view is None:
            return
        self._title.setText(view.title)
        form = "number" if any(die.numbers for die in view.dice) else "dice" if view.dice else "card"
        form = "cards" if view.count > 1 else form
        self._told = self._words(f"ui.form.{form}_how", sample=sample(view.dice), n=view.count)
        self.field.clear()
        self.field.setAccessibleName(view.title)
        self.field.setAccessibleDescription(self._told)
        self._make_dice(view)
        self.list.setVisible(bool(view.cards))
        self.roll.setVisible(bool(view.dice))
        self._problem.setText("")
        if view.cards:
            self.field.setPlaceholderText(self._words("ui.form.search"))
        self.list.show_cards(view.cards, view.count)

    def take_focus(self) -> None:
        """Focus the text field."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- dice

    def _make_dice(self, view: Entry) -> None:
        self.faces, self._left = [0] * len(view.dice), 0
        self._rows, self._letters, self._pad = [], [], None
        if view.dice and all(die.numbers for die in view.dice):
            self._pad = DicePad(self._theme, view.dice)
            self._pad.chosen.connect(self.set_face)
        fresh = self._pad or self._face_rows(view.dice)
        self._body.replaceWidget(self._dice, fresh)
        fresh.setVisible(bool(view.dice))
        self._dice.hide()
        self._dice.deleteLater()
        self._dice = fresh
        if view.dice:
            marks = (f"{die.letter}…" for die in view.dice)
            self.field.setPlaceholderText(sample(view.dice) if self._pad is not None else " ".join(marks))
            self._fit_faces()

    def _face_rows(self, view: Sequence[Die]) -> QWidget:
        """Make a row of faces for each die."""
        dice: list[QWidget] = []
        for place, die in enumerate(view):
            letter = label(die.letter.upper(), "key")
            letter.setAlignment(Qt.AlignmentFlag.AlignCenter)
            set_tip(letter, die.name)
            letter.setAccessibleName(die.name)
            row = [self._face(place, die, number) for number in range(1, len(die.faces) + 1)]
            dice.append(flowing([letter, *row], 3))
            self._rows.append(row)
            self._letters.append(letter)
        return flowing(dice, self._theme.px(5))

    def _fit_faces(self) -> None:
        """Make the faces as large as the dice have room."""
        flow, margins = self._dice.layout(), self._body.contentsMargins()
        if not self._rows or flow is None:
            return
        across = self.width() - margins.left() - margins.right()
        others = (self._title, self.field, *([self._problem] if self.problem else []))
        room = shown_height(self) - margins.top() - margins.bottom()
        room -= sum(other.sizeHint().height() + self._body.spacing() for other in others)
        for size in FACES:
            for row, letter in zip(self._rows, self._letters, strict=True):
                letter.setFixedHeight(self._theme.px(size))
                for button in row:
                    button.set_size(self._theme.px(size))
            for held in self._dice.findChildren(Flowing):
                held.flow.invalidate()
                held.updateGeometry()  # the flow of the rows remembers the size of each
            flow.invalidate()
            if flow.heightForWidth(across) <= room:
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_faces()

    def _face(self, place: int, die: Die, number: int) -> FaceButton:
        button = FaceButton(self._theme, die, number)
        button.clicked.connect(lambda: self.set_face(place, number))
        return button

    def set_face(self, place: int, face: int) -> None:
        """Set one die to a face, from 1 up. 0, or the face already set, clears it."""
        assert self._view is not None
        self.faces[place] = 0 if self.faces[place] == face else face
        self._left = 0
        self.field.setText(written(self.faces, self._view.dice))
        self._problem.setText("")
        self._mark()
        self.take_focus()

    # -- cards

    def _take_back(self, place: int = -1) -> None:
        self.list.take_back(place)
        self.take_focus()

    def _show_chosen(self) -> None:
        """Show the cards that are chosen so far in place of how to choose them."""
        assert self._view is not None
        names = self.list.names
        self.chosen.show_chosen(names)
        self.chosen.setVisible(bool(names))
        self._how.setVisible(not names)
        self._count.setVisible(self.list.several)
        self._count.setText(self._words("ui.form.of", n=len(names), most=self._view.count))

    def _take_number(self) -> bool:
        """Take the last number back, typed or clicked. Return False in the middle of the text, where Backspace takes a
        digit."""
        text, field = self.field.text(), self.field
        if field.hasSelectedText() or field.cursorPosition() < len(text):
            return False
        field.setText(re.sub(r"[^\s,;]+[\s,;]*$", "", text).rstrip(" ,;"))
        self._edited(field.text())
        return True

    # -- text input

    def _edited(self, text: str) -> None:
        view = self._view
        if view is None:
            return
        if view.dice:
            read: TypedDice = parse_dice(text, view.dice, self._words)
            self.faces, self._left = list(read.faces), read.left
            self._problem.setText(read.problem)
            self._mark()
        else:
            self.list.search(text)

    def _mark(self) -> None:
        if self._view is None:
            return
        if not self.faces:
            missing = not self.list.count() and not self.list.complete
            self._problem.setText(self._words("ui.form.no_card") if missing else "")
        self._show_chosen()
        for place, row in enumerate(self._rows):
            for number, button in enumerate(row, 1):
                button.setChecked(self.faces[place] == number)
        if self._pad is not None:
            self._pad.show_faces(self.faces)
        complete = self.faces.count(0) == self._left if self.faces else self.list.complete
        self.roll.setText(self._words("ui.form.roll_rest" if any(self.faces) else "ui.form.roll"))
        self.roll.setEnabled(0 in self.faces and not self.problem)
        self.take.setEnabled(complete and not self.problem)
        # Below a pad there is no room for a line more.
        beside = self.problem if self._pad is not None else ""
        self._how.set_words(beside or self._told)
        set_property(self._how, "tone", "danger" if beside else "")
        self._problem.setVisible(bool(self.problem) and not beside)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Submit with Enter. Move through the list with Up and Down in the text field. Backspace in an empty one takes
        a card back."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and is_enter(event):
            # The field would leave the key to the window, which would press what has the focus next.
            self._give()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and _is_shift_enter(event):
            self._leave()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._pad is not None:
            return event.key() == Qt.Key.Key_Backspace and self._take_number()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and not self.faces:
            by = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if by:
                self.list.move_mark(by)
                return True
            if event.key() == Qt.Key.Key_Backspace and not self.field.text():
                self._take_back()
                return True
        return False

    def _give(self) -> None:
        if self.list.choose():
            self.field.clear()
            return
        if not self.take.isEnabled():
            return
        self.answered.emit(TypedDice(tuple(self.faces)).values if self.faces else self.list.answer)

    def _leave(self) -> None:
        """Leave the dice that are not entered to the app."""
        if self.roll.isEnabled():
            self.answered.emit(TypedDice(tuple(self.faces)).values)


def _is_shift_enter(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() in ENTER and held == Qt.KeyboardModifier.ShiftModifier
