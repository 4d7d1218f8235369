"""The account of an opponent's turn: each decision in order, with its alternatives and results."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from defiance_qt.core.port import Account, Detail, Passage, Words
from defiance_qt.shell.kit.boxes import Scroll, drop, gbox, put, vbox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.rule_chip import rule_chip
from defiance_qt.shell.panels.side import Beside, SideSheet
from defiance_qt.shell.theme import Theme

WIDE = 580
CHIPS = 7
# A row of the sheet: the name of the actor, a sentence, or a decision.
Row = tuple[str, str | Passage]
Details = Callable[[tuple[Detail, ...]], QWidget | None]


def title_of(passage: Passage) -> str:
    """Return the heading without the actor's name, which is shown above it."""
    title = passage.heading.removesuffix(".").removeprefix(f"{passage.actor}, ")
    return title[:1].upper() + title[1:]


class PassageCard(QFrame):
    """One decision. `ruled` carries the id of a rule to open."""

    ruled = Signal(str)

    def __init__(self, words: Words, passage: Passage, details: Details) -> None:
        super().__init__()
        self.step = passage.step
        self.setProperty("role", "card")
        self.setProperty("state", "dim" if passage.skipped else "")
        self.setAccessibleName(title_of(passage))
        self.setAccessibleDescription(" ".join((passage.text, *(one.text for one in passage.details))))
        alternatives = tuple(detail for detail in passage.details if detail.kind in ("chosen", "passed"))
        table = details(alternatives) if alternatives else None
        body = vbox(
            label(title_of(passage), "strong", "" if passage.skipped else "enemy", wrap=True),
            _selectable(passage.text),
            table if table is not None else None,
            of=self,
            margins=(12, 9, 12, 10),
            gap=6,
        )
        results = "\n".join(f"→ {one.text}" for one in passage.details if one.kind == "result")
        for one in passage.details:
            if one.kind == "weighed" or (table is None and one in alternatives):
                body.addWidget(label(f"{'▸ ' if one.kind == 'chosen' else ''}{one.text}", "small", wrap=True))
        if results:
            body.addWidget(label(results, "", wrap=True))
        if passage.rules:
            body.addLayout(self._chips(passage.rules, words))

    def _chips(self, rules: tuple[str, ...], words: Words) -> QGridLayout:
        grid = gbox(gap=5)
        for place, id in enumerate(rules):
            grid.addWidget(rule_chip(id, words, self.ruled.emit), place // CHIPS, place % CHIPS)
        grid.setColumnStretch(CHIPS, 1)
        return grid


def _selectable(text: str) -> QLabel:
    made = label(text, "", wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


class AccountSheet(SideSheet):
    """The sheet. The view provides `portrait`, a picture of the subject, and `details`, a table of alternatives.
    `ruled` carries the id of a rule to open."""

    ruled = Signal(str)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        over: QWidget,
        beside: Beside,
        portrait: Callable[[str], QWidget | None],
        details: Details,
    ) -> None:
        super().__init__(theme, words, words("ui.account.title"), WIDE, over, beside)
        self.setObjectName("account")
        self.view: Account | None = None
        self._portrait, self._details = portrait, details
        self._rows: list[Row] = []
        self._face: QWidget | None = None
        self._where = label("", "small", wrap=True)
        inside = QWidget()
        self._column = vbox(..., of=inside, margins=(0, 0, 8, 0), gap=8)
        self.area = Scroll(inside, words("ui.account.title"))
        put(self.body, self._where, (self.area, 1))

    def show_account(self, account: Account, step: int | None = None) -> None:
        """Show an account from its beginning, or from the decision of the given step."""
        fresh = account != self.view
        if fresh:
            self._fill(account)
        self.place()
        self.show()
        self.raise_()
        if fresh or step is not None:
            QTimer.singleShot(0, self, lambda: self._scroll_to(step))

    def extend(self, account: Account) -> None:
        """Show the updated account. Scroll to the end if passages were added."""
        if account == self.view:
            return
        grown = self.view is not None and len(account.passages) > len(self.view.passages)
        kept = self.area.verticalScrollBar().value()
        self._fill(account)
        bar = self.area.verticalScrollBar()
        QTimer.singleShot(0, self, lambda: bar.setValue(bar.maximum() if grown else kept))

    def _fill(self, account: Account) -> None:
        """Update the sheet, keeping the leading rows that have not changed."""
        if self.view is None or self.view.subject != account.subject:
            self._turn_face(account.subject)
        self.view = account
        self.heading.setText(account.name)
        key = "ui.account.over" if account.over else "ui.account.so_far"
        self._where.setText(self._words(key, chapter=account.chapter))
        fresh: list[Row] = []
        actor = ""
        for passage in account.passages:
            if passage.actor and passage.actor != actor:
                fresh.append(("name", passage.actor))
            actor = passage.actor
            fresh.append(("passage", passage) if passage.heading else ("text", passage.text))
        same = 0
        while same < min(len(fresh), len(self._rows)) and fresh[same] == self._rows[same]:
            same += 1
        for place in range(len(self._rows) - 1, same - 1, -1):
            item = self._column.takeAt(place)
            old = item.widget() if item is not None else None
            if old is not None:
                drop(old)
        for place, row in enumerate(fresh[same:], same):
            self._column.insertWidget(place, self._made(row))
        self._rows = fresh

    def _turn_face(self, subject: str) -> None:
        if self._face is not None:
            self.head.removeWidget(self._face)
            self._face.deleteLater()
        self._face = self._portrait(subject)
        if self._face is not None:
            self.head.insertWidget(0, self._face)

    def _made(self, row: Row) -> QWidget:
        kind, what = row
        if isinstance(what, Passage):
            card = PassageCard(self._words, what, self._details)
            card.ruled.connect(self.ruled)
            return card
        return label(what, "heading") if kind == "name" else _selectable(what)

    @property
    def cards(self) -> list[PassageCard]:
        """The decisions, in order."""
        items = [self._column.itemAt(place) for place in range(len(self._rows))]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if isinstance(widget, PassageCard)]

    def _scroll_to(self, step: int | None) -> None:
        card = next((one for one in self.cards if step is not None and one.step == step), None)
        self.area.verticalScrollBar().setValue(0 if card is None else max(0, card.y() - 8))
