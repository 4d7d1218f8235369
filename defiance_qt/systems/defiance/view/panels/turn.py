"""A Unit's turn, explained: each Miniature, each Instruction in order, whom it looked at and what decided."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from defiance_qt.shell.panels.pieces import Portrait, label
from defiance_qt.shell.panels.rule_chip import rule_chip
from defiance_qt.shell.panels.side import SideSheet
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.names import Words
from defiance_qt.systems.defiance.view.present.turn import PassageView, SeenView, TurnView

WIDE = 580
CHIPS = 7
# A row of the sheet: the name of a Miniature, a sentence, or an Instruction.
Row = tuple[str, str | PassageView]
COLUMNS = ("ui.turn.distance", "ui.why.column.aggro", "ui.why.column.damage", "ui.why.column.sight")


class PassageCard(QFrame):
    """One Instruction. `ruled` carries the id of a rule to read."""

    ruled = Signal(str)

    def __init__(self, words: Words, view: PassageView) -> None:
        super().__init__()
        self.step = view.step
        self.setProperty("role", "card")
        self.setProperty("state", "dim" if view.skipped else "")
        self.setAccessibleName(view.title)
        self.setAccessibleDescription(view.spoken)
        body = QVBoxLayout(self)
        body.setContentsMargins(12, 9, 12, 10)
        body.setSpacing(6)
        body.addWidget(label(view.title, "strong", "" if view.skipped else "enemy", wrap=True))
        body.addWidget(_selectable(view.text))
        if view.seen:
            body.addLayout(_seen(view.seen, words))
        for line in view.weighed:
            body.addWidget(label(line, "small", wrap=True))
        if view.came:
            body.addWidget(label("\n".join(f"→ {line}" for line in view.came), "", wrap=True))
        if view.rules:
            body.addLayout(self._chips(view.rules, words))

    def _chips(self, rules: tuple[str, ...], words: Words) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(5)
        for place, id in enumerate(rules):
            grid.addWidget(rule_chip(id, words, self.ruled.emit), place // CHIPS, place % CHIPS)
        grid.setColumnStretch(CHIPS, 1)
        return grid


def _seen(seen: tuple[SeenView, ...], words: Words) -> QGridLayout:
    """Everyone it looked at as a table; below a figure that is no target, why not."""
    grid = QGridLayout()
    grid.setContentsMargins(0, 2, 0, 2)
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(5, 1)
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
    for column, key in enumerate(COLUMNS, 1):
        grid.addWidget(label(words(key), "small"), 0, column, right)
    alike = len({one.why for one in seen}) == 1 and not seen[0].target
    if alike:
        grid.addWidget(label(seen[0].why, "small", wrap=True), 1, 5, len(seen), 1, Qt.AlignmentFlag.AlignTop)
    for row, one in enumerate(seen, 1):
        role = "strong" if one.target else "small"
        sight = words("ui.why.sight.yes" if one.sight else "ui.why.sight.no")
        mark = "▸ " if one.target else ""
        grid.addWidget(label(f"{mark}{one.name}", role), row, 0, left)
        for column, text in enumerate((str(one.distance), str(one.aggro), str(one.damage), sight), 1):
            grid.addWidget(label(text, role), row, column, right)
        why = words("ui.turn.target") if one.target else one.why
        if not alike:
            tone = "enemy" if one.target else ""
            grid.addWidget(label(why, role, tone, wrap=True), row, 5, Qt.AlignmentFlag.AlignTop)
    return grid


def _selectable(text: str) -> QLabel:
    made = label(text, "", wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


class TurnSheet(SideSheet):
    """The sheet. `ruled` carries the id of a rule to read."""

    ruled = Signal(str)

    def __init__(self, theme: Theme, words: Words, over: QWidget, beside: QWidget) -> None:
        super().__init__(theme, words, words("ui.turn.title"), WIDE, over, beside)
        self.setObjectName("turn")
        self.view: TurnView | None = None
        self._rows: list[Row] = []
        self._face: Portrait | None = None
        self._where = label("", "small", wrap=True)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName(words("ui.turn.title"))
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(8)
        self._column.addStretch(1)
        self.area.setWidget(inside)
        self.body.addWidget(self._where)
        self.body.addWidget(self.area, 1)

    def show_turn(self, view: TurnView, step: int | None = None) -> None:
        """Show a turn from its beginning; or from what happened in a step of it."""
        fresh = view != self.view
        if fresh:
            self._fill(view)
        self.place()
        self.show()
        self.raise_()
        if fresh or step is not None:
            QTimer.singleShot(0, self, lambda: self._scroll_to(step))

    def go_on(self, view: TurnView) -> None:
        """The turn went on: what is new comes into sight."""
        if view == self.view:
            return
        grown = self.view is not None and len(view.passages) > len(self.view.passages)
        kept = self.area.verticalScrollBar().value()
        self._fill(view)
        bar = self.area.verticalScrollBar()
        QTimer.singleShot(0, self, lambda: bar.setValue(bar.maximum() if grown else kept))

    def _fill(self, view: TurnView) -> None:
        """Show what is new or different; what stands already stays."""
        if self.view is None or self.view.initials != view.initials:
            self._turn_face(view.initials)
        self.view = view
        self.heading.setText(view.unit)
        self._where.setText(view.where)
        fresh: list[Row] = []
        for part in view.parts:
            fresh += [("name", part.name)] if part.name else []
            fresh += [("passage", one) if one.title else ("text", one.text) for one in part.passages]
        same = 0
        while same < min(len(fresh), len(self._rows)) and fresh[same] == self._rows[same]:
            same += 1
        for place in range(len(self._rows) - 1, same - 1, -1):
            item = self._column.takeAt(place)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        for place, row in enumerate(fresh[same:], same):
            self._column.insertWidget(place, self._made(row))
        self._rows = fresh

    def _turn_face(self, initials: str) -> None:
        if self._face is not None:
            self.head.removeWidget(self._face)
            self._face.deleteLater()
        self._face = Portrait(self._theme, initials, self._theme.enemy, 34)
        self.head.insertWidget(0, self._face)

    def _made(self, row: Row) -> QWidget:
        kind, what = row
        if isinstance(what, PassageView):
            card = PassageCard(self._words, what)
            card.ruled.connect(self.ruled)
            return card
        return label(what, "heading") if kind == "name" else _selectable(what)

    @property
    def cards(self) -> list[PassageCard]:
        """The Instructions, in order."""
        items = [self._column.itemAt(place) for place in range(len(self._rows))]
        widgets = [item.widget() for item in items if item is not None]
        return [one for one in widgets if isinstance(one, PassageCard)]

    def _scroll_to(self, step: int | None) -> None:
        card = next((one for one in self.cards if step is not None and one.step == step), None)
        if card is None:
            self.area.verticalScrollBar().setValue(0)
        else:
            self.area.verticalScrollBar().setValue(max(0, card.y() - 8))
