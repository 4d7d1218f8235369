"""Forms that a person fills in from paper, checked while they are filled in: what cannot be is said with its rule, and
its field is marked. What is only beyond the limits is kept by a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.boxes import Scroll, hbox, put, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.elided import ElidedBox
from defiance_qt.shell.kit.flow import Flow
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.relayout import reveal
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.written import MOST, FaultView

MOST_LINES = 4  # faults that are said at a time
Kind = TypeVar("Kind", bound=QWidget)

FRAME = 44  # what is around the fields of a form, and its scroll bar


class Picks(QWidget):
    """Cards out of a list: a box to add one, and each as a chip that takes it back. Beside each other (`across`) they
    need one line as long as there are few."""

    changed = Signal()

    def __init__(
        self, cards: Iterable[tuple[str, str]], words: Words, name: str, add: str, across: bool = False
    ) -> None:
        super().__init__()
        self._words, self._names = words, dict(cards)
        self.chosen: list[str] = []
        self.box = QComboBox()
        self.box.setMaxVisibleItems(ElidedBox.ROWS)
        self.box.setAccessibleName(name)
        set_tip(self.box, name)
        self.box.addItem(add, "")
        for id, text in self._names.items():
            self.box.addItem(text, id)
        self.box.activated.connect(self._add)
        holder = QWidget()
        self._chips = Flow()
        holder.setLayout(self._chips)
        line = QHBoxLayout(self) if across else QVBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8 if across else 2)
        if across:
            self.box.setMinimumContentsLength(len(add) - 2)
            self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            line.addWidget(self.box, 0, Qt.AlignmentFlag.AlignTop)
        else:
            line.addWidget(self.box)
        line.addWidget(holder, 1)

    def choose(self, ids: Iterable[str]) -> None:
        """Add cards. Those that the list does not have are ignored."""
        for id in ids:
            if id in self._names:
                self._chip(id)
        self.changed.emit()

    def drop(self, id: str) -> None:
        """Take a card back, if it is there."""
        chip = next((one for one in self.chips() if one.property("card") == id), None)
        if chip is not None:
            self._drop(chip, id)

    def chips(self) -> tuple[QPushButton, ...]:
        return tuple(one for one in self.findChildren(QPushButton) if not one.isHidden())

    def _add(self, index: int) -> None:
        id = self.box.itemData(index)
        self.box.setCurrentIndex(0)
        if id:
            self._chip(id)
            self.changed.emit()

    def _chip(self, id: str) -> None:
        self.chosen.append(id)
        chip = QPushButton(f"{self._names[id]}  ✕")
        chip.setProperty("role", "chip")
        chip.setProperty("card", id)
        chip.setAutoDefault(False)
        take_back = self._words("view.written.take_back", card=self._names[id])
        chip.setAccessibleName(take_back)
        set_tip(chip, take_back)
        chip.clicked.connect(lambda: self._drop(chip, id))
        self._chips.addWidget(chip)
        chip.show()  # a layout ignores hidden widgets

    def _drop(self, chip: QPushButton, id: str) -> None:
        self.chosen.remove(id)
        following = self._chips.indexOf(chip) + 1
        if chip.hasFocus():
            item = self._chips.itemAt(following)
            after = item.widget() if item is not None else None
            (after or self.box).setFocus()
        chip.hide()
        self._chips.removeWidget(chip)
        chip.deleteLater()
        self.changed.emit()


class CheckedForm(Dialog):
    """A form. `given` carries its command, once nothing in it is impossible. Subclasses fill `column`, register their
    fields, and end with `finish`; `command` makes the command of what is filled in."""

    given = Signal(object)

    def __init__(
        self, parent: QWidget, words: Words, title: str, ok: str, faults: Callable[[Any], tuple[FaultView, ...]]
    ) -> None:
        super().__init__(parent)
        self._owner, self._words, self._faults = parent, words, faults
        self._ready = False
        self._fields: dict[tuple[str, str], QWidget] = {}
        self.setWindowTitle(title)
        self.notes, self.reason = QLineEdit(), QLineEdit()
        self.notes.setAccessibleName(words("view.written.notes"))
        self.reason.setAccessibleName(words("view.written.reason"))
        set_tip(self.reason, words("view.written.reason"))
        self.said = label("", "small", wrap=True)
        self.mend = push(default=False, does=self._mend)
        self._mended: tuple[QSpinBox, int] | None = None
        self._buttons = QDialogButtonBox()
        self._buttons.setContentsMargins(9, 0, 9, 0)  # they end where the fields above them do
        self.ok = self._buttons.addButton(ok, QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setProperty("role", "primary")
        self._buttons.addButton(words("ui.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self._buttons.accepted.connect(self._give)
        self._buttons.rejected.connect(self.reject)
        body = QWidget()
        self.column = vbox(label(title, "heading", wrap=True), of=body, gap=10)
        self.area = Scroll(body, title)
        below = row(self.said, self.mend)
        below.setStretch(0, 1)
        below.setContentsMargins(10, 0, 4, 0)
        vbox((self.area, 1), below, self._buttons, of=self)

    def finish(self, wide: int, high: int) -> None:
        """Add the notes and the reason, and check for the first time. The form is as high as what is in it, from `high`
        on, and no larger than the window."""
        self.column.addLayout(row(label(self._words("view.written.notes")), self.notes))
        put(self.column, row(label(self._words("view.written.reason")), self.reason), ...)
        self.reason.textChanged.connect(self.check)
        self._ready = True
        room = self._owner.window().size()
        across = min(self.px(wide), room.width() - 40)
        self.resize(across, min(self.px(high), room.height() - 48))
        self.check()
        for part in self.findChildren(QWidget):
            part.ensurePolished()
        rest = self._buttons.sizeHint().height() + self.said.sizeHint().height() + FRAME
        whole = self.column.totalHeightForWidth(across - FRAME) + rest
        self.resize(across, min(max(whole, self.px(high)), room.height() - 48))

    def room(self) -> int:
        """Return the width of the window behind it, in pixels at the usual size of words."""
        return self._owner.window().width() * 1000 // self.px(1000)

    # -- fields

    def number(self, field: str, name: str, most: int = MOST, figure: str = "") -> QSpinBox:
        """Make the box of a number."""
        spin = QSpinBox()
        spin.setRange(0, most)
        spin.setMinimumWidth(self.px(84))
        spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        spin.setAccessibleName(name)
        spin.valueChanged.connect(self.check)
        return self.keep(field, spin, figure)

    def picks(self, field: str, made: Picks, figure: str = "") -> Picks:
        """Register a list of cards."""
        made.changed.connect(self.check)
        return self.keep(field, made, figure)

    def tick(self, field: str, text: str) -> QCheckBox:
        """Make a box to tick."""
        box = QCheckBox(text)
        box.toggled.connect(self.check)
        return self.keep(field, box, text)

    def choice(self, field: str, name: str, entries: Iterable[tuple[str, str]], figure: str = "") -> QComboBox:
        """Make a box with one of several entries, as (id, text)."""
        box = QComboBox()
        box.setMaxVisibleItems(ElidedBox.ROWS)
        box.setAccessibleName(name)
        set_tip(box, name)
        for id, text in entries:
            box.addItem(text, id)
        box.currentIndexChanged.connect(self.check)
        return self.keep(field, box, figure)

    def keep(self, field: str, widget: Kind, figure: str = "") -> Kind:
        """Register the widget of a field, so that it is marked, and shown when it gets the focus."""
        self._fields[field, figure] = widget
        parts: list[QWidget] = [widget, *widget.findChildren(QWidget)]
        for part in parts:
            part.installEventFilter(self)
        return widget

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusIn and isinstance(watched, QWidget):
            reveal(watched)
        return super().eventFilter(watched, event)

    # -- checking

    def command(self) -> Any:
        """Return the command as it is filled in."""
        raise NotImplementedError  # abstract: Qt's metaclass leaves no room for ABCMeta

    def check(self) -> None:
        """Say what cannot be, and mark its fields."""
        if not self._ready:
            return
        found = self._faults(self.command())
        for (field, figure), widget in self._fields.items():
            wrong = [one.text for one in found if one.field == field and _concerns(one, figure, widget)]
            marked = widget.box if isinstance(widget, Picks) else widget
            set_property(marked, "tone", "danger" if wrong else "")
            marked.setAccessibleDescription("\n".join(wrong))
        said = [f"{fault.text} ({fault.rule})" if fault.rule else fault.text for fault in found[:MOST_LINES]]
        if len(found) > MOST_LINES:
            said.append(self._words("view.written.more", n=len(found) - MOST_LINES))
        if any(fault.keeps for fault in found):
            said.append(self._words("view.written.keep"))
        self.said.setText("\n".join(said))
        set_property(self.said, "tone", "danger")
        self.said.setVisible(bool(said))
        self.ok.setEnabled(not found)
        self._offer(found)

    def _offer(self, found: tuple[FaultView, ...]) -> None:
        """Offer the nearest number that can be, for the first number that is too large or too small."""
        self._mended = None
        for fault in found:
            widget = self._fields.get((fault.field, fault.figure)) or self._fields.get((fault.field, ""))
            if not isinstance(widget, QSpinBox):
                continue
            nearest = max(fault.least, widget.value())
            nearest = min(fault.most, nearest) if fault.most >= 0 else nearest
            if nearest != widget.value():
                self._mended = (widget, nearest)
                text = self._words("view.written.mend", n=nearest)
                self.mend.setText(text)
                self.mend.setAccessibleName(f"{widget.accessibleName()}: {text}")
                set_tip(self.mend, f"{widget.accessibleName()}: {text}")
                break
        self.mend.setVisible(self._mended is not None)

    def _mend(self) -> None:
        if self._mended is not None:
            spin, nearest = self._mended
            spin.setFocus()
            spin.setValue(nearest)

    def _give(self) -> None:
        if self.ok.isEnabled():
            self.given.emit(self.command())
            self.accept()


def _concerns(fault: FaultView, figure: str, widget: QWidget) -> bool:
    """Return whether a fault of a field concerns this one of its widgets: the one of its figure, else those that are
    filled in, or with too little."""
    if fault.figure and figure:
        return fault.figure == figure
    if isinstance(widget, QSpinBox):
        return bool(widget.value()) or fault.least > 0
    if isinstance(widget, Picks):
        return bool(widget.chosen)
    return not isinstance(widget, QCheckBox) or widget.isChecked()


def row(*widgets: QWidget) -> QHBoxLayout:
    """Return widgets beside each other."""
    return hbox(*widgets, gap=10)


def named(text: str, box: QWidget) -> QWidget:
    """Return a box behind its name, to be kept in one line."""
    pair = QWidget()
    line = row(label(text), box)
    line.setContentsMargins(0, 0, 0, 0)
    pair.setLayout(line)
    return pair


def ticks(boxes: Iterable[QCheckBox]) -> QWidget:
    """Return boxes in as many lines as they need."""
    holder, flow = QWidget(), Flow(14)
    holder.setLayout(flow)
    for box in boxes:
        flow.addWidget(box)
    return holder
