"""Input of the forms of a question: a box for each field, with what is refused beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import is_enter
from defiance_qt.shell.kit.boxes import Scroll, boxed, hbox, holds_focus, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.editors import NumberEditor
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.fields import FieldBox
from defiance_qt.shell.kit.flow import Flow, flowing
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.present.values import FormView, RefusedView
from defiance_qt.shell.relayout import clear, reveal
from defiance_qt.shell.theme import Theme

CONFIRM = 96
"""The least width of the button."""
TAB = 24
"""The height of the buttons that turn to the other forms."""
ROW = 60
"""The height of a row of fields."""
KEY = "F3"
"""The key that turns to a form, where its note has no room."""
HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class FieldsEntry(QWidget):
    """The input. `filled` carries the id of a form and its values by path, `ruled` the id of a rule that was asked for.
    `left`: the focus was in a form that is gone. Enter gives the form. What was typed stays with the step at which it
    was asked for, also when that is undone."""

    filled = Signal(str, object)
    ruled = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, words: Words, note: str = "") -> None:
        """`note` stands beside the title."""
        super().__init__()
        self._theme, self._words = theme, words
        self._views: tuple[FormView, ...] = ()
        self._view: FormView | None = None
        self._typed: dict[tuple[str, int], dict[str, Any]] = {}
        self._last: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}  # what was given last, by form
        self.boxes: tuple[FieldBox, ...] = ()
        self._title = label("", "strong")
        self._how = Elided("small")
        self._note = note
        self._tell(note)
        self._how.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._turns = Flow(theme.px(4))  # they wrap in a narrow tray
        self.tabs: list[QAbstractButton] = []
        self.area = Scroll()
        self.area.setMinimumHeight(theme.px(ROW))
        self.take = push(words("ui.form.take"), "primary", dense=True)
        self.take.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.take.setMinimumWidth(theme.px(CONFIRM))
        self.take.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.take.clicked.connect(self.give)
        self._body = vbox(
            hbox(self._title, self._turns, (self._how, 1), self.take, gap=theme.px(8)),
            (self.area, 1),
            of=self,
            margins=(14, 5, 10, 2),
            gap=theme.px(4),
        )
        self.hide()

    def fit(self, beside: bool) -> None:
        """Take the height that is there, as beside answers, or be as high as the fields, which the tray then scrolls
        together with the answers below them."""
        down = QSizePolicy.Policy.Ignored if beside else QSizePolicy.Policy.Preferred
        self.area.setSizePolicy(QSizePolicy.Policy.Expanding, down)

    def show_forms(self, views: Sequence[FormView]) -> None:
        """Show the form that was shown last, if it is asked for again, else the first of these; without any, hide."""
        if tuple(views) == self._views:
            return
        inside = holds_focus(self)
        self._keep()
        self._views = tuple(views)
        self.setVisible(bool(views))
        clear(self._turns)
        self.tabs = [self._tab(view) for view in views] if len(views) > 1 else []
        for tab in self.tabs:
            self._turns.addWidget(tab)
        self._title.setVisible(not self.tabs)
        last = self._view.id if self._view is not None else ""
        self._show(next((view for view in views if view.id == last), next(iter(views), None)))
        if inside:
            self.take_focus() if views else self.left.emit()

    def _tab(self, view: FormView) -> QAbstractButton:
        tab = push(view.title, "chip", checks=True, alone=True, dense=True)
        tab.setFixedHeight(self._theme.px(TAB))
        tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tab.clicked.connect(partial(self._turn_to, view))
        return tab

    def _turn_to(self, view: FormView) -> None:
        self._keep()
        self._show(view)
        self.take_focus()

    def turn_to(self, form: str) -> None:
        """Turn to the form with this id."""
        self._turn_to(next(view for view in self._views if view.id == form))

    def _show(self, view: FormView | None) -> None:
        self._view = view
        for tab, other in zip(self.tabs, self._views, strict=False):
            tab.setChecked(other is view)
        typed = self._begin(view) if view is not None else {}
        fields = view.fields if view is not None else ()
        self.boxes = tuple(self._box(replace(field, value=typed.get(field.path, field.value))) for field in fields)
        inside = boxed(vbox(flowing(list(self.boxes), self._theme.px(12)), ..., margins=0))
        self.area.setWidget(inside)
        title = view.title if view is not None else ""
        self._title.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(self._note)
        inputs = [one for box in self.boxes for one in box.inputs]
        for one in inputs:
            one.installEventFilter(self)
        for before, after in pairwise([*inputs, self.take]):
            QWidget.setTabOrder(before, after)

    def _begin(self, view: FormView) -> dict[str, Any]:
        """Return what a form begins with: what was typed at its step, else what was given last where the same is
        asked."""
        if (view.id, view.step) in self._typed:
            return self._typed[view.id, view.step]
        fields, given = self._last.get(view.id, ((), {}))
        return given if fields == view.fields else {}

    def _box(self, field: Any) -> FieldBox:
        return FieldBox(self._theme, self._words, field, self.ruled.emit)

    @property
    def values(self) -> dict[str, Any]:
        """The values as they stand, by path."""
        return {box.field.path: box.read() for box in self.boxes}

    def put(self, path: str, number: int) -> None:
        """Put a number into its field, as typing does, and turn to it. Do nothing without such a field."""
        box = next((box for box in self.boxes if box.field.path == path), None)
        if box is not None and isinstance(box.editor, NumberEditor):
            box.editor.spin.setValue(number)
            box.editor.spin.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep(self) -> None:
        """Keep what was typed, for the step at which it was asked for."""
        if self._view is not None:
            self._typed[self._view.id, self._view.step] = self.values

    def take_focus(self) -> None:
        """Focus the first field, or the first that was refused."""
        box = next((box for box in self.boxes if box.refused), self.boxes[0] if self.boxes else None)
        if box is not None and box.inputs:
            first = box.inputs[0]
            first.setFocus(Qt.FocusReason.OtherFocusReason)
            reveal(box)
            if isinstance(first, QAbstractSpinBox | QLineEdit):
                # What is typed takes the place of what is there.
                first.selectAll()

    def give(self) -> None:
        """Give the values."""
        if self._view is not None:
            for box in self.boxes:
                box.refuse("")
            self._tell(self._note)
            self._last[self._view.id] = self._view.fields, self.values
            self.filled.emit(self._view.id, self.values)

    def refuse(self, refused: RefusedView) -> None:
        """Show a refusal beside its field, and turn to that; one that is about no field beside the title."""
        box = next((box for box in self.boxes if box.field.path == refused.field), None)
        if box is None:
            self._tell(refused.tip or self._note, "danger" if refused.text else "")
            return
        box.refuse(refused.text, refused.rules)
        self.take_focus()

    def _tell(self, text: str, tone: str = "") -> None:
        """Show a text beside the title."""
        self._how.set_words(text, KEY if text == self._note else "")
        set_property(self._how, "tone", tone)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the form with Enter. Other keys without a modifier belong to the field, not to the table."""
        if not isinstance(event, QKeyEvent) or event.modifiers() & HELD or event.key() == Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            if is_enter(event) or event.text():
                event.accept()
                return True
        elif event.type() == QEvent.Type.KeyPress:
            if is_enter(event):
                self.give()
                return True
            if event.key() == Qt.Key.Key_Space and isinstance(watched, QComboBox):
                _search(watched, " ")
                return True
        return False


def _search(box: QComboBox, letter: str) -> None:
    """Look for an entry by a letter more, as the box does for others. At a space it would open its list, in the middle
    of a name of two words or where the user wants to go on."""
    view = box.view()
    view.setCurrentIndex(box.model().index(box.currentIndex(), 0))
    view.keyboardSearch(letter)
    box.setCurrentIndex(view.currentIndex().row())
