"""Dialog for manual corrections: the user selects a subject, edits its values and enters a reason. A refusal names the
invalid result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Field, Subject, Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.rule_chip import RuleChips
from defiance_qt.shell.panels.editors import Editor, PlaceEditor, changed_values
from defiance_qt.shell.present.corrections import find_subjects
from defiance_qt.shell.present.values import RefusedView
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip

_ID = Qt.ItemDataRole.UserRole
SIZE = (980, 860)
LINE = 44  # the most height of a field of one line
# Pixels of the parent window, in width and height, that the dialog leaves visible.
LEFT = (80, 70)


class OverruleDialog(Dialog):
    """The dialog. `give` tries the values (path to value) with a reason and returns the refusal, without text on
    success. `make` creates the editor of a field. `picking` carries the editor whose place is to be picked on the
    table, `ruled` the id of a rule to open."""

    picking = Signal(object)
    ruled = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        words: Words,
        theme: Theme,
        subjects: Sequence[Subject],
        make: Callable[[Field], Editor],
        give: Callable[[Mapping[str, Any], str], RefusedView],
    ) -> None:
        super().__init__(parent)
        self._words, self._theme, self._subjects = words, theme, tuple(subjects)
        self._make, self._try = make, give
        self.subject: Subject | None = None
        self.editors: list[Editor] = []
        self.setWindowTitle(words("ui.overrule.title"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(words("ui.overrule.search"))
        self.search.setAccessibleName(words("ui.overrule.search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._list)
        self.list = QListWidget()
        self.list.setAccessibleName(words("ui.overrule.what"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._chosen)
        self._title = label("", "heading", wrap=True)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # The frame shows that the content continues below the card's edge.
        self._card = QFrame()
        self._card.setProperty("role", "card")
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(14, 1, 3, 1)
        inside.addWidget(self._scroll)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(words("ui.overrule.reason"))
        self.reason.setAccessibleName(words("ui.overrule.reason"))
        self._refused = label("", "", "danger", wrap=True)
        self._chips = RuleChips(words, self.ruled.emit)
        self.apply = QPushButton(words("ui.overrule.apply"))
        self.apply.setProperty("role", "primary")
        self.apply.setDefault(True)
        self.apply.clicked.connect(self.give)
        self._lay_out()
        self._list("")
        over = parent.window().size()
        self.resize(min(self.px(SIZE[0]), over.width() - LEFT[0]), min(self.px(SIZE[1]), over.height() - LEFT[1]))

    def _lay_out(self) -> None:
        words = self._words
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(self._title)
        right.addWidget(self._card, 1)
        middle = QHBoxLayout()
        middle.setSpacing(20)
        middle.addLayout(left, 4)
        middle.addLayout(right, 9)
        refused = QHBoxLayout()
        refused.addWidget(self._refused, 1)
        refused.addWidget(self._chips)
        cancel = self._cancel = QPushButton(words("ui.cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addWidget(self.reason, 1)
        foot.addWidget(cancel)
        foot.addWidget(self.apply)
        body = QVBoxLayout(self)
        body.setContentsMargins(24, 20, 24, 18)
        body.setSpacing(12)
        body.addWidget(label(words("ui.overrule.title"), "title"))
        body.addWidget(label(words("ui.overrule.note"), "muted", wrap=True))
        body.addLayout(middle, 1)
        body.addLayout(refused)
        body.addLayout(foot)
        self._refused.hide()
        self._chips.hide()

    # -- subjects

    def _list(self, text: str) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        group = ""
        for one in find_subjects(text, self._subjects):
            if one.group != group:
                group = one.group
                heading = QListWidgetItem(group)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                self.list.addItem(heading)
            item = QListWidgetItem(f"   {one.name}")
            item.setData(_ID, one.id)
            set_tip(item, one.name)
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.choose(self.subject.id if self.subject is not None else "")

    def choose(self, id: str) -> None:
        """Show the values of this figure, card or element. If it is not listed, show the first subject."""
        rows = [row for row in range(self.list.count()) if self.list.item(row).data(_ID)]
        chosen = next((row for row in rows if self.list.item(row).data(_ID) == id), rows[0] if rows else -1)
        self.list.setCurrentRow(chosen)

    def _chosen(self, current: QListWidgetItem | None) -> None:
        id = current.data(_ID) if current is not None else None
        found = next((one for one in self._subjects if one.id == id), None)
        if found is not None and found is not self.subject:
            self._show(found)

    def _show(self, subject: Subject) -> None:
        self.subject = subject
        self._title.setText(subject.name)
        self._refused.hide()
        self._chips.hide()
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 12, 11, 12)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(1, 1)
        self.editors = [self._make(field).settle() for field in subject.fields]
        for row, made in enumerate(self.editors):
            made.picks.connect(lambda made=made: self.picking.emit(made))
            if made.field.kind == "piles":
                grid.addWidget(made, row, 0, 1, 2)
                grid.setRowStretch(row, 9)
                continue
            # The name stands beside a field of one line, and at the first of several.
            single = made.sizeHint().height() <= self.px(LINE)
            place = Qt.AlignmentFlag.AlignVCenter if single else Qt.AlignmentFlag.AlignTop
            grid.addWidget(label(made.field.name, "muted", wrap=True), row, 0, place)
            grid.addWidget(made, row, 1)
        grid.setRowStretch(len(self.editors), 1)
        self._scroll.setWidget(inside)
        self._order(inside)

    def _order(self, inside: QWidget) -> None:
        """Set the tab order to the reading order: search, list, values, reason, buttons."""
        # Skip widgets that open as their own window or have a focus proxy.
        values = [
            one
            for one in inside.findChildren(QWidget)
            if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.focusProxy() is None and one.window() is self
        ]
        chain: list[QWidget] = [self.search, self.list, *values, self.reason, self._cancel, self.apply]
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    # -- values

    @property
    def refused(self) -> str:
        """The reason why the last attempt was refused."""
        return self._refused.text()

    def set_place(self, made: PlaceEditor, place: str) -> None:
        """Set the place that was picked on the table and reopen the dialog. "" keeps the old place."""
        if place:
            made.set_place(place)
        self.open()

    def give(self) -> None:
        """Apply the correction, or show why it was refused."""
        refused = self._try(changed_values(self.editors), self.reason.text())
        if not refused.text:
            self.accept()
            return
        self._refused.setText(refused.text)
        self._refused.setVisible(True)
        self._chips.show_rules(refused.rules)
